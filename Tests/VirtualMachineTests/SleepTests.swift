import Testing

private let layout = "contactor: 1\nscreen: {size: [1000, 500]}\nviews: []\n"
private let machine: Comment? = VirtualMachine.problem.map { Comment(rawValue: $0) }

@Suite(
  "Sleep and inhibition in the virtual machine", .serialized, .enabled(if: VirtualMachine.problem == nil, machine))
struct SleepTests {
  /// `asleep` has the kernel suspend the devices as for suspend-to-idle, or for another state, and resume them at once (`pm_test`).
  static let sleeping = """
    echo 0 >/sys/module/suspend/parameters/pm_test_delay; echo devices >/sys/power/pm_test
    # The kernel gives up (EBUSY) where something wakes it up before the devices are asleep.
    asleep() { n=0; until echo ${1:-freeze} >/sys/power/state; do n=$((n+1)); [ $n -lt 10 ] || fail "cannot suspend"; sleep 0.1; done; }
    inhibit() { echo $1 >$(readlink -f /sys/class/input/$(basename $(node))/device)/inhibited; }

    """

  @Test(
    "1.5 a panel that is suspended with fingers on it: cancelled; a finger that stays begins nothing, others do",
    arguments: ["libinput", "evdev"])
  func suspended(source: String) throws {
    let outcome = try VirtualMachine.run(
      "source=\(source)\n" + Self.sleeping + """
        panel create pad pressure; begin; await /tmp/log added
        panel down pad 0 5 10; panel sync pad; again began 1
        asleep; again cancelled 1
        panel move pad 0 7 10; panel sync pad
        panel down pad 1 15 10; panel sync pad; again began 2
        panel move pad 0 8 10; panel move pad 1 16 10; panel sync pad; again moved 1
        panel up pad 0; panel sync pad; panel up pad 1; panel sync pad; again ended 1
        tapWorks suspended
        finish; cat /tmp/errors
        """, layout: layout)
    #expect(
      outcome.phases == [
        "1 began", "1 cancelled", "2 began", "2 moved", "2 ended", "3 began", "3 ended",
      ], "\(outcome)")
    #expect(outcome.log.count { $0.contains("device-lost") } == 1, "\(outcome)")
    #expect(outcome.words == ["works: suspended"], "\(outcome)")
  }

  @Test(
    "1.5 a finger that comes down as the panel wakes up, in the slot of one that was cancelled, begins",
    arguments: ["libinput", "evdev"])
  func awake(source: String) throws {
    let outcome = try VirtualMachine.run(
      "source=\(source)\n" + Self.sleeping + """
        panel create pad; begin; await /tmp/log added
        panel down pad 0 5 10; panel sync pad; again began 1
        asleep; again cancelled 1
        panel raw pad 3 0x2f 0; panel raw pad 3 0x39 99; panel raw pad 3 0x35 2000; panel raw pad 1 0x14a 1
        panel sync pad; again began 2
        panel raw pad 3 0x39 -1; panel raw pad 1 0x14a 0; panel sync pad; again ended 1
        panel up pad 0; panel sync pad; tapWorks awake
        finish
        """, layout: layout)
    #expect(
      outcome.phases == ["1 began", "1 cancelled", "2 began", "2 ended", "3 began", "3 ended"], "\(outcome)")
    #expect(outcome.words == ["works: awake"], "\(outcome)")
  }

  @Test(
    "1.5 a panel that is turned off with fingers on it: cancelled; turned on again, it works",
    arguments: ["libinput", "evdev"])
  func inhibited(source: String) throws {
    let outcome = try VirtualMachine.run(
      "source=\(source)\n" + Self.sleeping + """
        for kind in contacts=10 single protocolA; do
          panel create pad $kind; begin; await /tmp/log added
          panel down pad 0 5 10; panel sync pad; again began 1
          inhibit 1; again cancelled 1
          panel up pad 0; panel sync pad
          inhibit 0; tapWorks $kind
          finish; panel destroy pad
        done
        """, layout: layout)
    let once = ["1 began", "1 cancelled", "2 began", "2 ended"]
    #expect(outcome.phases == once + once + once, "\(outcome)")
    #expect(outcome.words == ["works: contacts=10", "works: single", "works: protocolA"], "\(outcome)")
  }
}
