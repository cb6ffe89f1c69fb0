import Testing

private let layout = "contactor: 1\nscreen: {size: [1000, 500]}\nviews: []\n"
private let machine: Comment? = VirtualMachine.problem.map { Comment(rawValue: $0) }

@Suite("Losses in the virtual machine", .serialized, .enabled(if: VirtualMachine.problem == nil, machine))
struct LossTests {
  @Test(
    "1.5 after the kernel's buffer overflowed, what is gone has ended, what is new begins, what moved moves",
    arguments: ["libinput", "evdev"])
  func overflow(source: String) throws {
    // The reader is stopped; the lift and the new contact are among the first of some 1,200 events, for which the
    // kernel has no room: 8 frames of the most that the panel sends, 512 here.
    let outcome = try VirtualMachine.run(
      "source=\(source)\n" + """
        panel create pad; begin; await /tmp/log added
        panel down pad 0 5 10; panel down pad 1 15 10; panel sync pad; again began 2
        kill -STOP $(process)
        panel up pad 1; panel sync pad; panel down pad 2 25 10; panel sync pad
        i=0; while [ $i -lt 400 ]; do echo "move pad 0 $((10+i%50)) $((20+i%40))"; echo "sync pad"; i=$((i+1)); done >&3
        panel move pad 0 40 60; panel sync pad
        kill -CONT $(process)
        again ended 1; again began 3; again moved 1
        panel move pad 0 41 61; panel sync pad; await /tmp/log '"x":409.9'
        panel up pad 0; panel up pad 2; panel sync pad; again ended 3
        tapWorks loss
        finish
        """, layout: layout)
    #expect(outcome.words == ["works: loss"], "\(outcome)")
    #expect(outcome.log.count { $0.contains("syn-dropped") } == 1, "\(outcome)")
    #expect(!outcome.log.contains { $0.contains("unknown-contact") || $0.contains("began-twice") }, "\(outcome)")
    let phases = outcome.phases
    #expect(phases.prefix(2) == ["1 began", "2 began"], "\(outcome)")
    // In which order the frame after the loss tells of it is each source's own.
    let loss = Set(phases.dropFirst(2).prefix { !$0.hasPrefix("1 ended") })
    #expect(loss == ["2 ended", "3 began", "1 moved"], "\(outcome)")
    #expect(phases.suffix(4) == ["1 ended", "3 ended", "4 began", "4 ended"], "\(outcome)")
    #expect(outcome.log.contains { $0.contains(#""touch":1,"phase":"moved","x":399.902,"y":299.927"#) }, "\(outcome)")
  }

  @Test("An error of the kernel's as a device is read: cancelled, named, and the next device works")
  func readError() throws {
    // libinput would let go of the device without a word; the kernel itself knows no error but the unplugging.
    let outcome = try VirtualMachine.run(
      """
      source=evdev
      panel create pad; begin; await /tmp/log added
      panel down pad 0 5 10; panel sync pad; again began 1
      traced -e trace=read -e inject=read:error=EIO:when=1
      panel move pad 0 6 10; panel sync pad; again cancelled 1; again removed 1
      untraced
      panel destroy pad; panel create pad; again added 2; tapWorks "read error"
      finish
      """, layout: layout, programs: ["/usr/bin/strace"])
    #expect(outcome.phases == ["1 began", "1 cancelled", "2 began", "2 ended"], "\(outcome)")
    #expect(outcome.log.count { $0.contains("read-error") } == 1, "\(outcome)")
    #expect(outcome.words == ["works: read error"], "\(outcome)")
  }

  @Test("Pressure comes through a real kernel, as a part of the panel's range", arguments: ["libinput", "evdev"])
  func pressure(source: String) throws {
    let outcome = try VirtualMachine.run(
      """
      panel create pad pressure
      contactor monitor --source \(source) >/tmp/log 2>/tmp/errors & monitor=$!
      await /tmp/log '"added"'
      panel down pad 0 50 50; panel sync pad; again began 1
      panel raw pad 3 0x3a 64; panel raw pad 3 0x35 2100; panel sync pad; again moved 1
      panel raw pad 3 0x3a 255; panel raw pad 3 0x35 2200; panel sync pad; again moved 2
      panel up pad 0; panel sync pad; again ended 1
      kill -TERM $monitor; wait $monitor; cat /tmp/log
      """, layout: layout)
    let pressures = outcome.log.compactMap { $0.firstMatch(of: /"phase":"(\w+)".*"pressure":([\d.]+)/) }
    #expect(
      pressures.map { "\($0.1) \($0.2)" } == ["began 0.498", "moved 0.251", "moved 1", "ended 1"], "\(outcome)")
  }
}
