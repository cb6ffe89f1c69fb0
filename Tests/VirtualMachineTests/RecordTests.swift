import Foundation
import Testing

/// A screen of 1000 × 500 points, so that per cent of the panel are easily points.
private let layout = """
  contactor: 1
  screen: {size: [1000, 500]}
  views:
    - {id: ok, kind: button, frame: [0, 0, 100, 100], on: {touchUpInside: {emit: "{x} {y}"}, touchCancel: {emit: gone}}}
    - {id: s, kind: stepper, frame: [100, 0, 200, 100], value: {max: 1000}, on: {valueChanged: {emit: "{value}"}}}
    - {id: l, kind: slider, frame: [0, 300, 1000, 100], on: {valueChanged: {emit: "{value}"}}}
    - {id: pin, kind: view, frame: [500, 0, 500, 100]}
  """

private let machine: Comment? = VirtualMachine.problem.map { Comment(rawValue: $0) }

@Suite(
  "Recordings in the virtual machine", .serialized, .enabled(if: VirtualMachine.problem == nil, machine))
struct RecordTests {
  private func run(_ script: String, layout text: String = layout, programs: [String] = []) throws -> VirtualMachine.Outcome {
    try VirtualMachine.run(script, layout: text, programs: programs)
  }

  @Test("What was recorded with a layout at work replays to the log that was written live", arguments: ["libinput", "evdev"])
  func live(source: String) throws {
    let outcome = try run(
      """
      panel create pad size=154x86mm pressure
      start --source \(source) --record /tmp/r.trace
      await /tmp/log added
      panel tap pad 0 5 10
      panel down pad 0 25 10; panel sync pad; sleep 1.2
      panel move pad 0 24 10; panel down pad 1 5 10; panel sync pad; panel up pad 0; panel sync pad
      panel down pad 0 50 70; panel sync pad
      for x in 51 52 55 60; do panel move pad 0 $x 71; panel sync pad; done
      await /tmp/log '"phase":"moved"'
      panel destroy pad; await /tmp/log removed; panel create pad
      again added 2
      panel stream pad 10 200 8000; panel tap pad 0 5 10
      counted /tmp/log '"emit":"50' 2
      finish
      ls -l /tmp/r.trace | awk '{print "bytes", $5}'
      contactor replay /tmp/r.trace --layout /etc/layout.yaml --log /tmp/again; echo "replay $?"
      contactor replay /tmp/r.trace --layout /etc/layout.yaml --speed 20 --log /tmp/fast
      contactor replay /tmp/r.trace --layout /etc/layout.yaml --step --log /tmp/steps </dev/null
      for log in again fast steps; do cmp /tmp/log /tmp/$log && echo "same $log"; done
      contactor replay /tmp/r.trace --layout /etc/layout.yaml --expect /tmp/log; echo "expect $?"
      sed -i '5s/touch/tough/' /tmp/log
      contactor replay /tmp/r.trace --layout /etc/layout.yaml --expect /tmp/log; echo "expect $?"
      cat /tmp/errors
      """)
    #expect(outcome.status == 0, "\(outcome)")
    for word in ["replay 0", "same again", "same fast", "same steps", "expect 0", "expect 1"] {
      #expect(outcome.words.contains(word), "\(word): \(outcome.words) \(outcome.errors)")
    }
    #expect(outcome.errors.contains("/tmp/log:5: the log differs"), "\(outcome.errors)")
    // The stepper repeated by itself, and the unplugged panel's touch was cancelled.
    #expect(outcome.log.count { $0.contains(#""kind":"emit","emit":"#) } > 5)
    #expect(outcome.log.contains { $0.contains("cancelled") })
  }

  @Test("A secret view's touches are in the recording without their places")
  func secret() throws {
    let outcome = try run(
      """
      panel create pad
      start --record /tmp/r.trace
      await /tmp/log added
      panel tap pad 0 75 10; panel tap pad 0 5 10
      await /tmp/log '"emit":"'
      finish
      contactor replay /tmp/r.trace --layout /etc/layout.yaml --log /tmp/again; echo "replay $?"
      grep -c '"secure":true' /tmp/log; grep -c '"view":"pin"' /tmp/log /tmp/again; grep -c '"view":"ok"' /tmp/again
      """, layout: layout.replacing("kind: view,", with: "kind: view, secure: true,"))
    #expect(outcome.words.suffix(5) == ["replay 0", "2", "/tmp/log:0", "/tmp/again:0", "2"], "\(outcome)")
  }

  @Test("What waits for programs does so at the same moments in a replay", arguments: ["libinput", "evdev"])
  func programs(source: String) throws {
    let outcome = try run(
      """
      panel create pad
      start --source \(source) --record /tmp/r.trace
      await /tmp/log added
      for n in 1 2 3; do panel tap pad 0 5 10; done
      panel down pad 0 5 70; panel sync pad
      for x in 10 15 20 25 30 35 40; do panel move pad 0 $x 70; panel sync pad; done
      panel up pad 0; panel sync pad
      counted /tmp/log '"emit":"done' 3
      counted /tmp/log '"kind":"outcome"' 8
      finish
      contactor replay /tmp/r.trace --layout /etc/layout.yaml --log /tmp/again; echo "replay $?"
      cmp /tmp/log /tmp/again && echo "same recording"
      contactor replay /tmp/log --layout /etc/layout.yaml --log /tmp/second; echo "replay $?"
      cmp /tmp/log /tmp/second && echo "same log" || diff /tmp/log /tmp/second
      cat /tmp/errors; grep '"run"' /tmp/log
      """,
      layout: """
        contactor: 1
        screen: {size: [100, 100]}
        views:
          - {id: ok, kind: button, frame: [0, 0, 20, 20], on: {touchUpInside: [{run: [sleep, "0.4"]}, {run: [\"false\"]}, {emit: done}]}}
          - {id: s, kind: slider, frame: [0, 60, 100, 20], on: {valueChanged: {run: [sleep, "1"]}}}
        """)
    #expect(outcome.status == 0, "\(outcome)")
    for word in ["same recording", "same log"] { #expect(outcome.words.contains(word), "\(outcome)") }
    #expect(outcome.log.contains { $0.contains(#""control":"s""#) && $0.contains(#""dropped":6"#) }, "\(outcome)")
    #expect(outcome.log.contains { $0.contains(#""target":"false","status":1"#) }, "\(outcome)")
  }

  @Test("Recorded, replayed through uinput and recorded again: the same touches at the same times")
  func throughUinput() throws {
    let outcome = try run(
      """
      panel create pad name='"The Panel"' vendor=0x1234 product=0x5678 size=154x86mm pressure palm
      contactor record -o /tmp/a.trace >/tmp/out 2>/tmp/errors & recorder=$!
      opened $recorder $(node)
      panel tap pad 0 5 10; panel stream pad 5 200 8000
      panel down pad 0 5 10; panel down pad 1 50 50; panel sync pad; sleep 0.5; panel up pad 1; panel sync pad
      kill $recorder; wait $recorder; echo "record $?"; cat /tmp/errors
      panel destroy pad
      contactor record -o /tmp/b.trace 2>/tmp/errors & recorder=$!
      await /tmp/errors 'no touchscreen yet'
      contactor replay /tmp/a.trace --to uinput 2>&1; echo "replay $?"
      kill $recorder; wait $recorder; echo "record $?"
      for name in a b; do
        contactor replay /tmp/$name.trace --layout /etc/layout.yaml --log /tmp/$name.log; grep '"touch"' /tmp/$name.log | sed "s/^/$name /"
      done
      cat /tmp/errors
      """)
    #expect(outcome.words.filter { $0 == "record 0" || $0 == "replay 0" }.count == 3, "\(outcome)")
    let (first, second) = (lines("a", outcome), lines("b", outcome))
    // The finger that was down at the end is lifted by the replay.
    try #require(first.count > 900 && second.count >= first.count - 1, "\(first.count), \(second.count); \(outcome.errors)")
    let pairs = zip(first, second).dropLast()
    let difference = pairs.first { $0.0.text != $0.1.text }
    #expect(difference == nil, "\(String(describing: difference))")
    let offset = second[0].time - first[0].time
    let errors = pairs.map { abs($0.1.time - offset - $0.0.time) }.sorted()
    print("uinput: median error \(errors[errors.count / 2]) µs, greatest \(errors.last ?? 0) µs")
    #expect(errors[errors.count / 2] < 1000, "\(errors.suffix(20))")
    #expect(second.last?.text.contains("moved") == false, "nothing stays down: \(String(describing: second.last))")
  }

  /// The touch lines of a recording, their time apart.
  private func lines(_ name: String, _ outcome: VirtualMachine.Outcome) -> [(time: Int, text: String)] {
    outcome.output.split(separator: "\n").filter { $0.hasPrefix(name + " {") }.compactMap { line in
      guard let match = line.firstMatch(of: /"t":(\d+),(.*)$/), let time = Int(match.1) else { return nil }
      return (time, String(match.2))
    }
  }

  @Test("1.12 A dump without name and ranges is replayed on a panel that libinput takes; one without places or touches is refused")
  func dumps() throws {
    let outcome = try run(
      """
      cat >/tmp/dump <<'END'
      [     100.000000] EV_ABS       ABS_MT_TRACKING_ID   0000000a
      [     100.000000] EV_ABS       ABS_MT_POSITION_X    0000032a
      [     100.000000] EV_ABS       ABS_MT_POSITION_Y    00000708
      [     100.000000] EV_SYN       SYN_REPORT           00000000
      [     100.080000] EV_ABS       ABS_MT_TRACKING_ID   ffffffff
      [     100.080000] EV_SYN       SYN_REPORT           00000000
      END
      grep -v POSITION_X /tmp/dump >/tmp/places
      printf 'N: Panel\nB: 00 00\nA: 35 0 99 0 0 0\nA: 36 0 99 0 0 0\n' >/tmp/nothing
      start
      contactor replay /tmp/dump --range x=0..1619,y=0..2159 --to uinput 2>&1; echo "dump $?"
      counted /tmp/log '"ended"' 1
      contactor replay /tmp/places --to uinput 2>&1; echo "places $?"
      contactor replay /tmp/nothing --to uinput 2>&1; echo "nothing $?"
      finish
      """)
    #expect(outcome.words.contains("dump 0"), "\(outcome)")
    #expect(outcome.words.contains("places 1") && outcome.words.contains { $0.contains("--range x=0..4095,y=0..4095") }, "\(outcome)")
    #expect(outcome.words.contains("nothing 1") && outcome.words.contains { $0.contains("no touch in it; nothing was sent") }, "\(outcome)")
    let touches = outcome.log.filter { $0.contains(#""kind":"touch""#) }
    let phases = touches.compactMap { $0.firstMatch(of: /"phase":"(\w+)"/).map { String($0.1) } }
    #expect(phases == ["began", "ended"], "\(phases)")
  }

  @Test("A replay through uinput that is interrupted or killed leaves no contact, and without permission it says why")
  func interrupted() throws {
    let outcome = try run(
      """
      cat >/tmp/hold <<'END'
      {"t":0,"kind":"touch","touch":1,"phase":"began","x":50,"y":50}
      {"t":0,"kind":"touch","touch":2,"phase":"began","x":150,"y":50}
      {"t":60000000,"kind":"touch","touch":2,"phase":"moved","x":151,"y":50}
      END
      as nobody contactor replay /tmp/hold --layout /etc/layout.yaml --to uinput; echo "nobody $?"
      contactor replay /tmp/hold --to uinput; echo "size $?"
      start
      for signal in INT TERM KILL; do
        n=$(grep -c '"began"' /tmp/log)
        contactor replay /tmp/hold --layout /etc/layout.yaml --to uinput 2>/tmp/replay & player=$!
        counted /tmp/log '"began"' $((n+2))
        r=$(grep -c removed /tmp/log)
        kill -$signal $player; wait $player; echo "$signal $?"; cat /tmp/replay
        counted /tmp/log removed $((r+1))
      done
      finish
      """)
    #expect(outcome.words.contains("nobody 3") && outcome.words.contains("size 1"), "\(outcome)")
    #expect(outcome.errors.contains("uinput") && outcome.errors.contains("--layout"), "\(outcome.errors)")
    #expect(outcome.words.contains("INT 1") && outcome.words.contains("TERM 1") && outcome.words.contains("KILL 137"), "\(outcome)")
    #expect(outcome.words.count { $0.contains("every contact was lifted") } == 2)
    let touches = outcome.log.filter { $0.contains(#""kind":"touch""#) }
    let phases = touches.compactMap { $0.firstMatch(of: /"phase":"(\w+)"/).map { String($0.1) } }
    #expect(
      phases == ["began", "began", "ended", "ended", "began", "began", "ended", "ended", "began", "began", "cancelled", "cancelled"],
      "\(phases)")
  }

  @Test("evemu takes an exported recording: it makes the panel, describes it the same, and plays it")
  func evemu() throws {
    let outcome = try run(
      """
      panel create pad name='"The Panel"' vendor=0x1234 product=0x5678 size=154x86mm pressure palm
      contactor record -o /tmp/a.trace 2>/tmp/errors & recorder=$!
      opened $recorder $(node); panel tap pad 0 5 10; panel stream pad 5 50 8000; panel tap pad 1 50 50; steady /tmp/a.trace
      kill $recorder; wait $recorder; panel destroy pad
      contactor trace convert /tmp/a.trace -o /tmp/a.evemu --format evemu || fail convert
      evemu-device /tmp/a.evemu >/tmp/device 2>&1 & maker=$!
      await /tmp/device /dev/input/event
      node=$(sed 's/.*: //' /tmp/device); udevadm settle
      # Bits that are all 0 may be left out.
      said() { grep '^[NIPBA]:' | grep -vE '^B: ..( 00)+ *$'; }
      evemu-describe $node | said >/tmp/theirs; said </tmp/a.evemu >/tmp/ours; [ -s /tmp/ours ] || fail empty
      diff /tmp/ours /tmp/theirs && echo "same description"
      contactor record -o /tmp/b.trace 2>/tmp/errors & recorder=$!
      opened $recorder $node; evemu-play $node </tmp/a.evemu; echo "play $?"; steady /tmp/b.trace; sleep 1
      kill $recorder; wait $recorder; kill $maker
      for name in a b; do
        contactor replay /tmp/$name.trace --layout /etc/layout.yaml --log /tmp/$name.log
        grep '"touch"' /tmp/$name.log | sed 's/"t":[0-9]*//' >/tmp/$name.touches; wc -l </tmp/$name.touches
      done
      cmp /tmp/a.touches /tmp/b.touches && echo "same touches"
      """, programs: ["/usr/bin/evemu-device", "/usr/bin/evemu-describe", "/usr/bin/evemu-play"])
    for word in ["same description", "play 0", "same touches"] {
      #expect(outcome.words.contains(word), "\(word): \(outcome)")
    }
  }

  @Test("A full disk costs one line: the kiosk goes on, a ring becomes smaller")
  func fullDisk() throws {
    let outcome = try run(
      """
      mkdir /mnt; mount -t tmpfs -o size=1m tmpfs /mnt; chmod 777 /mnt
      panel create pad
      start --record /mnt/r
      await /tmp/log added
      dd if=/dev/zero of=/mnt/fill bs=1k 2>/dev/null; panel stream pad 10 1000 2000
      await /tmp/errors 'No space left'
      panel tap pad 0 5 10; await /tmp/log '"emit":"'
      killall -TERM contactor; wait $contactor; echo "status $?"; grep -c . /tmp/errors; cat /tmp/errors
      rm /mnt/r /mnt/fill /tmp/log
      start --record /mnt/r --ring 512K
      await /tmp/log added
      panel stream pad 10 1000 2000
      dd if=/dev/zero of=/mnt/fill bs=1k 2>/dev/null
      panel stream pad 10 1000 2000
      await /tmp/errors 'the disk is full'
      panel tap pad 0 5 10; await /tmp/log '"emit":"'
      killall -TERM contactor; wait $contactor; echo "status $?"; grep -c . /tmp/errors; cat /tmp/errors
      contactor replay /mnt/r --layout /etc/layout.yaml --log /tmp/again; echo "replay $?"
      tail -n 1 /tmp/again | grep -c removed; grep -c '"emit":"50' /tmp/again
      """)
    let words = outcome.words.filter { !$0.hasPrefix("contactor: ") }
    #expect(words == ["status 0", "1", "status 0", "1", "replay 0", "1", "1"], "\(outcome)")
  }
}
