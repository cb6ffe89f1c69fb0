import Testing

private let layout = """
  contactor: 1
  screen: {size: [1000, 500]}
  views: []
  """

private let machine: Comment? = VirtualMachine.problem.map { Comment(rawValue: $0) }

/// The program's own memory in kB: its code, which start-up gives back, comes back page by page as it is needed.
private let memory = "memory() { sed -n 's/RssAnon:[^0-9]*//p' /proc/$(process)/status | tr -d ' kB'; }\n"

@Suite("Faults in the virtual machine", .serialized, .enabled(if: VirtualMachine.problem == nil, machine))
struct FaultsTests {
  private func run(_ source: String, _ script: String, programs: [String] = []) throws -> VirtualMachine.Outcome {
    try VirtualMachine.run("source=\(source)\n" + memory + script, layout: layout, programs: programs)
  }

  @Test("Unplugged in every phase, contacts are cancelled, and none is left", arguments: ["libinput", "evdev"])
  func unplug(source: String) throws {
    let outcome = try run(
      source,
      """
      panel create pad; begin; await /tmp/log added
      panel down pad 0 5 10; panel sync pad; again began 1
      panel destroy pad; again removed 1; panel create pad; again added 2
      panel down pad 0 5 10; panel sync pad; again began 2; panel move pad 0 6 10; panel sync pad; again moved 1
      panel destroy pad; again removed 2; panel create pad; again added 3
      panel down pad 0 5 10; panel down pad 1 15 10; panel sync pad; again began 4
      panel move pad 0 6 10; panel sync pad; again moved 2
      panel destroy pad; again removed 3; panel create pad; again added 4
      panel tap pad 0 5 10 30; again ended 1; panel destroy pad; again removed 4
      panel create pad single; again added 5
      panel down pad 0 5 10; panel sync pad; again began 6; panel destroy pad; again removed 5
      panel create pad protocolA; again added 6
      panel down pad 0 5 10; panel sync pad; again began 7; panel destroy pad; again removed 6
      finish
      """)
    #expect(
      outcome.phases == [
        "1 began", "1 cancelled", "2 began", "2 moved", "2 cancelled", "3 began", "4 began", "3 moved", "3 cancelled",
        "4 cancelled", "5 began", "5 ended", "6 began", "6 cancelled", "7 began", "7 cancelled",
      ], "\(outcome)")
    #expect(outcome.log.count { $0.contains("device-lost") } == 5, "\(outcome)")
  }

  @Test(
    "Contacts that are down at the start begin at the first frame that reports them", arguments: ["libinput", "evdev"],
    ["", "single"])
  func early(source: String, kind: String) throws {
    let outcome = try run(
      source,
      """
      panel create pad \(kind); panel down pad 0 5 10; panel sync pad
      begin; await /tmp/log added; sleep 0.3; [ "$(lines began)" = 0 ] || fail "began too early"
      panel move pad 0 6 10; panel sync pad; again began 1
      panel move pad 0 7 10; panel sync pad; again moved 1
      panel up pad 0; panel sync pad; again ended 1
      panel tap pad 0 8 10; again ended 2
      finish
      """)
    #expect(outcome.phases == ["1 began", "1 moved", "1 ended", "2 began", "2 ended"], "\(outcome)")
    #expect(!outcome.log.contains { $0.contains("anomaly") }, "\(outcome)")
  }

  @Test("A contact replaced in its slot within a frame ends, and the new one begins", arguments: ["libinput", "evdev"])
  func replaced(source: String) throws {
    let outcome = try run(
      source,
      """
      panel create pad pressure; begin; await /tmp/log added
      panel down pad 0 5 10; panel sync pad; again began 1
      panel raw pad 3 0x2f 0; panel raw pad 3 0x39 -1; panel raw pad 3 0x39 77
      panel raw pad 3 0x35 2000; panel raw pad 3 0x36 1000; panel sync pad; again began 2
      panel raw pad 3 0x35 2100; panel sync pad; again moved 1
      panel raw pad 3 0x39 -1; panel sync pad; again ended 2
      finish; cat /tmp/errors
      """)
    #expect(outcome.phases == ["1 began", "1 ended", "2 began", "2 moved", "2 ended"], "\(outcome)")
    #expect(outcome.log.count { $0.contains(#""x":488.281,"y":122.07"#) } == 1, "\(outcome)")
    #expect(outcome.words.isEmpty, "nothing to complain of: \(outcome.words)")
  }

  @Test("A finger in the slot of a palm begins, wherever in the stream the palm was", arguments: ["libinput", "evdev"])
  func palms(source: String) throws {
    let outcome = try run(
      source,
      """
      panel create pad palm; begin; await /tmp/log added
      echo "finger and palm are read together"
      kill -STOP $(process)
      panel down pad 0 5 10; panel sync pad; panel palm pad 0; panel sync pad
      kill -CONT $(process); again cancelled 1; panel up pad 0; panel sync pad
      panel tap pad 0 5 10; again ended 1
      echo "the next one in the slot becomes a palm, too"
      panel down pad 0 5 10; panel sync pad; again began 3; panel palm pad 0; panel sync pad; again cancelled 2; panel up pad 0; panel sync pad
      panel down pad 0 5 10; panel sync pad; again began 4; panel palm pad 0; panel sync pad; again cancelled 3; panel up pad 0; panel sync pad
      panel tap pad 0 5 10; again ended 2
      echo "beside a finger that is not known to be a palm yet"
      panel down pad 0 5 10; panel sync pad; again began 6; panel palm pad 0; panel sync pad; again cancelled 4
      kill -STOP $(process)
      panel up pad 0; panel sync pad; panel down pad 0 5 10; panel down pad 1 15 10; panel sync pad; panel palm pad 1; panel sync pad
      kill -CONT $(process); again cancelled 5; panel up pad 0; panel up pad 1; panel sync pad; again ended 3
      panel tap pad 1 15 10; again ended 4
      echo "a palm from its first frame on"
      panel down pad 2 25 10; panel palm pad 2; panel sync pad; panel up pad 2; panel sync pad
      panel tap pad 2 25 10; again ended 5
      finish
      """)
    // Which of two fingers that come in one frame is told first is each source's own.
    let phases = outcome.phases
    let first = ["1 began", "1 cancelled", "2 began", "2 ended", "3 began", "3 cancelled", "4 began", "4 cancelled", "5 began", "5 ended"]
    #expect(phases.prefix(10) == first[...], "\(outcome)")
    #expect(phases.filter { $0.hasSuffix("began") }.count == 10, "none twice: \(outcome)")
    #expect(phases.suffix(4) == ["9 began", "9 ended", "10 began", "10 ended"], "\(outcome)")
    #expect(!outcome.log.contains { $0.contains("anomaly") }, "\(outcome)")
  }

  @Test("A hundred replugs, garbage, revoking, a deleted node: alive, no bigger, and the next tap works", arguments: ["libinput", "evdev"])
  func wear(source: String) throws {
    let outcome = try run(
      source,
      """
      panel create pad; begin; await /tmp/log added
      i=1; cycle() { panel destroy pad; again removed $i; i=$((i+1)); panel create pad; again added $i; }
      while [ $i -lt 11 ]; do cycle; done
      files=$(ls /proc/$(process)/fd | wc -l); before=$(memory)
      while [ $i -lt 111 ]; do cycle; done
      echo "descriptors $(($(ls /proc/$(process)/fd | wc -l)-files))"; echo "replug-memory $(($(memory)-before))"
      tapWorks replug
      panel garbage pad 20000 7; sleep 1; before=$(memory); panel garbage pad 60000 8; sleep 1
      echo "garbage-memory $(($(memory)-before))"; a=$(lines added); panel destroy pad; panel create pad
      again added $((a+1)); tapWorks garbage
      for i in 1 2 3 4 5; do
      n=$(lines began); panel down pad 0 5 10; panel sync pad; again began $((n+1))
      r=$(lines removed); inputtool revoke $(process) $(node); again removed $((r+1))
      tail -n 3 /tmp/log | grep -q '"cancelled"' && echo "revoked: cancelled $i"
      before=$(cut -d ' ' -f 14 /proc/$(process)/stat); sleep 3
      echo "ticks-$i $(($(cut -d ' ' -f 14 /proc/$(process)/stat)-before))"
      a=$(lines added); panel destroy pad; panel create pad; again added $((a+1)); tapWorks "revoke $i"
      done
      rm $(node); tapWorks deleted
      r=$(lines removed); a=$(lines added); panel destroy pad; again removed $((r+1))
      panel create pad; again added $((a+1)); tapWorks "deleted and plugged in again"
      killall -TERM contactor; wait $contactor; echo "end $?"; wc -l </tmp/errors
      """, programs: [InputTool.build()])
    let words = outcome.words
    let revoked = (1...5).flatMap { ["revoked: cancelled \($0)", "works: revoke \($0)"] }
    for line in revoked + [
      "descriptors 0", "works: replug", "works: garbage", "works: deleted", "works: deleted and plugged in again", "end 0",
    ] {
      #expect(words.contains(line), "\(line)\n\(outcome)")
    }
    for name in ["replug-memory", "garbage-memory"] {
      #expect(try #require(outcome.number(name), "\(outcome)") <= 256, "kB; \(outcome)")
    }
    for round in 1...5 {
      #expect(try #require(outcome.number("ticks-\(round)"), "\(outcome)") <= 5, "no busy loop")
    }
    #expect(words.last.flatMap(Int.init).map { $0 <= 10 } == true, "few words on errors: \(words)")
  }

  @Test("A panel that another program holds is taken as soon as it is free, and told of once", arguments: ["libinput", "evdev"])
  func held(source: String) throws {
    let outcome = try run(
      source,
      """
      panel create pad
      inputtool grab $(node) >/tmp/grab & holder=$!; await /tmp/grab grabbed
      panel create spare
      begin --grab; await /tmp/errors 'has grabbed this device'; await /tmp/log added
      sleep 100; echo "told $(grep -c 'has grabbed' /tmp/errors)"; echo "open $(lines added)"
      kill $holder; wait $holder; again added 2; tapWorks "after the grab"
      inputtool grab $(node); echo "ours $?"
      killall -TERM contactor; wait $contactor; echo "end $?"
      """, programs: [InputTool.build()])
    for line in ["told 1", "open 1", "works: after the grab", "ours 1", "end 0"] {
      #expect(outcome.words.contains(line), "\(line)\n\(outcome)")
    }
  }

  @Test("'health' tells that another program holds a panel, and that it is free again", arguments: ["libinput", "evdev"])
  func watched(source: String) throws {
    let layout = """
      contactor: 1
      screen: {size: [1000, 500]}
      policies: {health: {grabbedAfter: 5 s, on: {grabbed: {emit: blind}, recovered: {emit: sees}}}}
      views: []
      """
    let outcome = try VirtualMachine.run(
      """
      source=\(source)
      panel create pad
      inputtool grab $(node) >/tmp/grab & holder=$!; await /tmp/grab grabbed
      begin --record /tmp/record --socket /tmp/socket; await /tmp/log '"what":"grabbed"'; await /tmp/log '"emit":"blind"'
      contactor status --socket /tmp/socket | grep '^health'
      kill $holder; wait $holder; await /tmp/log '"of":"grabbed"'; await /tmp/log '"emit":"sees"'
      tapWorks "after the grab"
      inputtool grab $(node) >/tmp/grab2 & holder=$!; await /tmp/grab2 grabbed; counted /tmp/log '"what":"grabbed"' 2
      contactor ctl metrics --socket /tmp/socket | grep '^contactor_health.*grabbed'
      kill $holder; wait $holder; counted /tmp/log '"of":"grabbed"' 2; sleep 60; tapWorks "after many looks"
      inputtool touches >/tmp/touches 2>&1 & await /tmp/touches 'added'
      for tap in 1 2 3 4 5; do sleep 6; tapWorks "tap $tap"; done; counted /tmp/touches ' up ' 5; echo "others hear $(grep -c ' up ' /tmp/touches)"
      killall -TERM contactor; wait $contactor; echo "end $?"
      contactor replay /tmp/record --layout /etc/layout.yaml --expect /tmp/log; echo "replay $?"; cat /tmp/log
      """, layout: layout, programs: [InputTool.build()])
    for line in ["works: after the grab", "works: after many looks", "others hear 5", "end 0", "replay 0"] {
      #expect(outcome.words.contains(line), "\(line)\n\(outcome)")
    }
    #expect(outcome.words.contains { $0.contains("is held by another program") }, "\(outcome)")
    #expect(outcome.words.contains { $0.hasPrefix("contactor_health{") && $0.hasSuffix(" 1") }, "\(outcome)")
    #expect(outcome.log.count { $0.contains(#""kind":"health""#) } == 4, "\(outcome)")
  }

  @Test("A named path that is not there yet is waited for", arguments: ["libinput", "evdev"])
  func missing(source: String) throws {
    let outcome = try run(
      source,
      """
      echo 'KERNEL=="event*", ENV{ID_INPUT_TOUCHSCREEN}=="1", SYMLINK+="input/kiosk"' >/etc/udev/rules.d/99-test.rules
      udevadm control --reload
      begin --device /dev/input/kiosk; await /tmp/errors 'kiosk: not there yet; waiting for it'
      panel create pad; await /tmp/log added; tapWorks "came later"; echo "mode $(stat -c %a $(node))"
      panel destroy pad; again removed 1; panel create pad; again added 2; tapWorks "came again"
      killall -TERM contactor; wait $contactor; echo "end $?"; wc -l </tmp/errors
      contactor run /etc/layout.yaml --source $source --device /dev/null; echo "other $?"
      """)
    // The panel's group reads, and nobody but root writes.
    for line in ["works: came later", "works: came again", "mode 640", "end 0", "2", "other 3"] {
      #expect(outcome.words.contains(line), "\(line)\n\(outcome)")
    }
  }

  @Test("Panels whose messages the kernel threw away are found", arguments: ["libinput", "evdev"])
  func netlinkOverflow(source: String) throws {
    let outcome = try run(
      source,
      """
      drops() { awk '$2 == 15 { sum += $9 } END { print sum + 0 }' /proc/net/netlink; }
      # A socket gets the size of its buffer as it is made, and may not ask for more: here, room for a message or two.
      for limit in default max; do echo 2304 >/proc/sys/net/core/rmem_$limit; done
      panel create pad; begin; await /tmp/log added; before=$(drops)
      for limit in default max; do echo 212992 >/proc/sys/net/core/rmem_$limit; done
      kill -STOP $(process)
      i=0; while [ $i -lt 20 ]; do echo change >/sys/class/input/$(basename $(node))/uevent; i=$((i+1)); done
      udevadm settle; panel create late; udevadm settle
      echo "lost $(($(drops)-before))"; kill -CONT $(process)
      again added 2; panel tap late 0 5 10; again ended 1; echo "late panel works"; tapWorks "first panel"
      killall -TERM contactor; wait $contactor; echo "end $?"
      """)
    #expect(try #require(outcome.number("lost"), "\(outcome)") > 0, "the machine's buffer was never full: \(outcome)")
    for line in ["late panel works", "works: first panel", "end 0"] {
      #expect(outcome.words.contains(line), "\(line)\n\(outcome)")
    }
  }

  @Test("Positions that no panel can report go to the edge of a panel made with uinput")
  func farAway() throws {
    let outcome = try run(
      "libinput",
      """
      printf '%s\\n' '{"t":0,"kind":"touch","touch":1,"phase":"began","x":1e300,"y":-1e300}' \\
        '{"t":9000,"kind":"touch","touch":1,"phase":"ended","x":1e300,"y":-1e300}' >/tmp/far
      begin; await /tmp/errors 'no touchscreen yet'
      contactor replay /tmp/far --layout /etc/layout.yaml --to uinput 2>&1; echo "replay $?"
      again ended 1; finish
      """)
    for line in ["contactor: 1 position that no panel can report put at the panel's edge", "replay 0"] {
      #expect(outcome.words.contains(line), "\(line)\n\(outcome)")
    }
    #expect(outcome.phases == ["1 began", "1 ended"], "\(outcome)")
  }

  @Test("A device grabbed by another program is named, and one of ours is ours alone", arguments: ["libinput", "evdev"])
  func grabbed(source: String) throws {
    let outcome = try run(
      source,
      """
      panel create pad
      inputtool grab $(node) >/tmp/grab & holder=$!; await /tmp/grab grabbed
      contactor run /etc/layout.yaml --source $source --device $(node) --grab; echo "status $?"
      begin --device $(node); await /tmp/log added; await /tmp/errors 'has grabbed this device'
      kill $holder; wait $holder; tapWorks "after the grab"
      killall -TERM contactor; wait $contactor
      begin --device $(node) --grab; await /tmp/log added; inputtool grab $(node); echo "second $?"
      killall -TERM contactor; wait $contactor
      """, programs: [InputTool.build()])
    #expect(outcome.words.contains("status 3") && outcome.words.contains("second 1"), "\(outcome)")
    #expect(outcome.words.contains("works: after the grab"), "\(outcome)")
    #expect(outcome.errors.contains("fuser"), "\(outcome)")
  }
}
