import Testing

/// A screen of 1000 × 500 points, so that per cent of the panel are easily points.
private let layout = """
  contactor: 1
  screen: {size: [1000, 500]}
  views:
    - id: ok
      kind: button
      frame: [0, 0, 100, 100]
      on: {touchUpInside: {run: [touch, /tmp/done]}, touchDown: {emit: pressed}}
    - {id: a, kind: button, frame: [100, 0, 100, 100], on: {touchCancel: {run: [touch, /tmp/cancelled]}}}
    - {id: b, kind: button, frame: [200, 0, 100, 100]}
    - {id: c, kind: button, frame: [300, 0, 100, 100]}
    - {id: d, kind: slider, frame: [0, 300, 400, 100]}
    - id: slow
      kind: button
      frame: [500, 0, 100, 100]
      on: {touchUpInside: {run: [sleep, "5"], timeout: 20}}
    - id: gone
      kind: button
      frame: [600, 0, 100, 100]
      on: {touchUpInside: {run: [/no/such/program]}}
    - id: plain
      kind: button
      frame: [700, 0, 100, 100]
      on: {touchUpInside: {run: [/etc/layout.yaml]}}
    - id: late
      kind: button
      frame: [800, 0, 100, 100]
      on: {touchUpInside: {run: [sleep, "60"], timeout: 0.5}}
  """

private let machine: Comment? = VirtualMachine.problem.map { Comment(rawValue: $0) }

@Suite(
  "A kiosk in the virtual machine", .serialized, .enabled(if: VirtualMachine.problem == nil, machine))
struct KioskTests {
  private func run(_ script: String, programs: [String] = []) throws -> VirtualMachine.Outcome {
    try VirtualMachine.run(script, layout: layout, programs: programs)
  }

  @Test("A tap runs its action and logs exactly the promised lines")
  func tap() throws {
    let outcome = try run(
      """
      start
      panel 'create pad name="Virtual Touchscreen"'
      await /tmp/log '"added"'
      panel tap pad 0 5 10
      await /tmp/log primaryActionTriggered
      exists /tmp/done; await /tmp/log outcome
      finish && cat /tmp/errors
      """)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.log.dropFirst().first == #"{"t":T,"kind":"programs"}"#)
    let end = #"{"t":T,"kind":"outcome","control":"ok","event":"touchUpInside","action":"run","target":"touch","status":0,"ms":"#
    #expect(outcome.log.contains { $0.hasPrefix(end) }, "\(outcome)")
    let log = outcome.log.filter { !$0.contains(#""kind":"programs""#) && !$0.contains(#""kind":"outcome""#) }
    try #require(log.count == 10, "\(outcome)")
    #expect(log[0] == #"{"t":T,"kind":"device","event":"added","device":"eventN","name":"Virtual Touchscreen"}"#)
    #expect(log[1].hasPrefix(#"{"t":T,"kind":"touch","touch":1,"phase":"began","x":"#))
    #expect(log[1].hasSuffix(#","view":"ok","taps":1}"#))
    #expect(log[2] == #"{"t":T,"kind":"control","control":"ok","events":["touchDown"],"touches":[1]}"#)
    #expect(
      log[3]
        == #"{"t":T,"kind":"action","control":"ok","event":"touchDown","action":"emit","target":"pressed","handled":true}"#
    )
    #expect(log[4] == #"{"t":T,"kind":"emit","emit":"pressed","control":"ok","event":"touchDown"}"#)
    #expect(log[5].contains(#""phase":"ended""#))
    #expect(log[6] == #"{"t":T,"kind":"control","control":"ok","events":["touchUpInside"],"touches":[1]}"#)
    #expect(
      log[7]
        == #"{"t":T,"kind":"action","control":"ok","event":"touchUpInside","action":"run","target":"touch","handled":true,"argv":["touch","/tmp/done"]}"#
    )
    #expect(log[8] == #"{"t":T,"kind":"control","control":"ok","events":["primaryActionTriggered"],"touches":[1]}"#)
    #expect(log[9] == #"{"t":T,"kind":"device","event":"removed","device":"eventN","name":"Virtual Touchscreen"}"#)
  }

  @Test("Five contacts press five controls at once")
  func fiveContacts() throws {
    let outcome = try run(
      """
      panel create pad contacts=10
      start
      await /tmp/log '"added"'
      panel down pad 0 5 10; panel down pad 1 15 10; panel down pad 2 25 10; panel down pad 3 35 10
      panel down pad 4 10 70; panel sync pad
      for i in 0 1 2 3 4; do panel up pad $i; done; panel sync pad
      await /tmp/log '"touches":.5.*'
      await /tmp/log '"control":"c","events":."touchUpInside"'
      finish
      """)
    #expect(outcome.status == 0, "\(outcome)")
    for (index, control) in ["ok", "a", "b", "c", "d"].enumerated() {
      for event in ["touchDown", "touchUpInside"] {
        let line = #"{"t":T,"kind":"control","control":"\#(control)","events":["\#(event)"],"touches":[\#(index + 1)]}"#
        #expect(outcome.log.contains(line), "\(line)\n\(outcome.output)")
      }
    }
  }

  @Test("A finger that leaves a button and comes back still presses it")
  func dragOutAndIn() throws {
    let outcome = try run(
      """
      panel create pad
      start
      await /tmp/log '"added"'
      panel down pad 0 5 10; panel sync pad
      for x in 8 25 26 9; do panel move pad 0 $x 10; panel sync pad; done
      panel up pad 0; panel sync pad
      await /tmp/log primaryActionTriggered
      finish
      """)
    #expect(outcome.status == 0, "\(outcome)")
    let events = outcome.log.filter { $0.contains(#""kind":"control""#) }.map {
      $0.replacing(/.*"events":\[|\],.*/, with: "")
    }
    #expect(
      events == [
        #""touchDown""#, #""touchDragInside""#, #""touchDragOutside","touchDragExit""#, #""touchDragOutside""#,
        #""touchDragInside","touchDragEnter""#, #""touchUpInside""#, #""primaryActionTriggered""#,
      ])
  }

  @Test("Unplugging in mid-touch cancels; plugged in again, the panel works")
  func unplug() throws {
    let outcome = try run(
      """
      panel create pad
      start
      await /tmp/log '"added"'
      panel down pad 0 15 10; panel down pad 1 5 10; panel sync pad
      await /tmp/log '"control":"ok","events":."touchDown"'
      panel destroy pad
      await /tmp/log '"removed"'
      [ ! -e /tmp/done ] || fail "unplugging pressed the button"
      panel create pad
      again added 2
      panel tap pad 0 5 10
      await /tmp/log '"control":"ok","events":."touchUpInside"'
      exists /tmp/cancelled; finish
      """)
    #expect(outcome.status == 0, "\(outcome)")
    let log = outcome.log
    let removed = try #require(log.firstIndex { $0.contains("removed") }, "\(outcome)")
    #expect(!log[..<removed].contains { $0.contains("touchUp") || $0.contains(#""ended""#) }, "\(outcome)")
    for control in ["ok", "a"] {
      #expect(log[..<removed].contains { $0.contains(#""control":"\#(control)","events":["touchCancel"]"#) }, "\(outcome)")
    }
    #expect(log[removed...].contains { $0.contains("touchUpInside") })
  }

  @Test("Started with no panel, it says so and takes the one that comes")
  func comesLater() throws {
    let outcome = try run(
      """
      start
      await /tmp/errors 'no touchscreen yet; waiting'
      sleep 1
      panel create pad
      await /tmp/log '"added"'
      panel tap pad 0 5 10
      await /tmp/log '"touchUpInside"'
      finish
      """)
    #expect(outcome.status == 0, "\(outcome)")
  }

  @Test("Without permission the error names the group and the udev rule")
  func permission() throws {
    let outcome = try run(
      """
      panel create pad
      as nobody contactor run /etc/layout.yaml --device /dev/input/event1; echo "run $?"
      as nobody contactor devices; echo "devices $?"
      as nobody contactor run /etc/layout.yaml >/tmp/out 2>/tmp/errors & pid=$!
      await /tmp/errors 'contactor.rules'
      kill $pid; cat /tmp/errors
      as kiosk contactor devices; echo "kiosk $?"
      """)
    #expect(outcome.words.contains("run 3") && outcome.words.contains("devices 3") && outcome.words.contains("kiosk 0"), "\(outcome)")
    let errors = (outcome.output + outcome.errors).split(separator: "\n").filter { $0.contains("/dev/input/event1: ") }
    #expect(errors.count >= 3, "\(outcome)")
    for line in errors {
      #expect(line.contains("group contactor") || line.contains("group 'contactor'"), "\(line)")
      #expect(line.contains("70-contactor.rules"), "\(line)")
    }
  }

  @Test("One palm cancels, and the next tap works")
  func palm() throws {
    let outcome = try run(
      """
      panel create pad palm
      start
      await /tmp/log '"added"'
      panel down pad 0 15 10; panel sync pad
      panel palm pad 0; panel sync pad
      await /tmp/log touchCancel
      panel move pad 0 5 10; panel sync pad
      panel up pad 0; panel sync pad
      panel tap pad 0 5 10
      await /tmp/log '"touchUpInside"'
      finish
      """)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.log.count { $0.contains(#""control":"a","events":["touchCancel"]"#) } == 1)
    #expect(outcome.log.count { $0.contains("touchUpInside") && $0.contains(#""kind":"control""#) } == 1)
  }

  @Test("A tap is followed by its action while another action's sleep is running; missing programs are reported")
  func actionsDoNotWait() throws {
    let outcome = try run(
      """
      panel create pad
      start
      await /tmp/log '"added"'
      panel tap pad 0 55 10
      panel tap pad 0 65 10
      panel tap pad 0 75 10
      panel tap pad 0 85 10
      panel tap pad 0 5 10
      exists /tmp/done
      pidof sleep >/dev/null && echo "still sleeping"
      await /tmp/errors 'timed out'
      finish; cat /tmp/errors
      ps -o stat,comm | grep -c '^Z.*sleep' | sed 's/^/zombies /'
      """)
    #expect(outcome.words.contains("still sleeping"), "\(outcome)")
    #expect(outcome.words.contains("zombies 0"))
    let errors = outcome.words.filter { $0.contains(": run: ") }
    #expect(
      errors.contains { $0.contains("/etc/layout.yaml:") && $0.contains("/no/such/program: No such file or directory") }, "\(outcome)")
    #expect(errors.contains { $0.contains("/etc/layout.yaml: Permission denied") }, "\(outcome)")
    #expect(errors.contains { $0.contains("sleep: timed out") })
    #expect(errors.count == 3, "each one clear line: \(errors)")
  }

  @Test("A changed layout is taken over, one with mistakes is reported and the old one stays")
  func reload() throws {
    let outcome = try run(
      """
      panel create pad
      start
      await /tmp/log '"added"'
      echo 'contactor: 1' >/etc/layout.yaml
      await /tmp/errors 'not reloaded'
      panel tap pad 0 5 10
      await /tmp/log '"control":"ok","events":."touchUpInside"'
      cat >/etc/new.yaml <<'END'
      contactor: 1
      screen: {size: [100, 100]}
      views:
        - {id: fresh, kind: button, frame: [0, 0, 100, 100]}
      END
      panel down pad 0 5 10; panel sync pad
      mv /etc/new.yaml /etc/layout.yaml
      await /tmp/errors ': reloaded'
      panel up pad 0; panel sync pad
      panel tap pad 0 50 50
      await /tmp/log '"control":"fresh","events":."touchUpInside"'
      killall -HUP contactor
      counted /tmp/errors ': reloaded' 2
      sed 's/fresh/newer/' /etc/layout.yaml >/tmp/newer.yaml; service=$(process)
      cp /tmp/newer.yaml /etc/layout.yaml; kill -HUP $service
      counted /tmp/errors ': reloaded' 3; panel tap pad 0 50 50; await /tmp/log '"control":"newer","events":."touchUpInside"'
      sleep 1; echo "reloaded $(grep -c ': reloaded' /tmp/errors)"
      finish; cat /tmp/errors
      """)
    // Written and asked for: once.
    #expect(outcome.words.contains("reloaded 3"), "\(outcome)")
    #expect(outcome.log.contains { $0.contains(#""control":"ok","events":["touchCancel"]"#) }, "\(outcome)")
    #expect(!outcome.log.contains { $0.contains("anomaly") })
  }

  @Test("A named node that is not there, or vanishes, is waited for; one that is no touchscreen ends with status 3")
  func namedNode() throws {
    let outcome = try run(
      """
      contactor run /etc/layout.yaml --device /dev/input/event0; echo "keyboard $?"
      start --device /dev/input/event1
      await /tmp/errors 'event1: not there yet'
      panel create pad
      await /tmp/log '"added"'
      panel destroy pad
      await /tmp/log '"removed"'
      panel create pad
      again added 2
      panel tap pad 0 5 10
      await /tmp/log '"touchUpInside"'
      finish; echo "end $?"
      """)
    #expect(outcome.words.contains("keyboard 3"), "\(outcome)")
    #expect(outcome.words.contains("end 0"), "\(outcome)")
  }

  @Test("At rest nothing wakes it up")
  func atRest() throws {
    let outcome = try run(
      """
      panel create pad
      start
      await /tmp/log '"added"'
      panel tap pad 0 5 10
      await /tmp/log primaryActionTriggered
      sleep 2
      traced; sleep 10; untraced
      echo "calls $(grep -vE '(epoll_wait|futex)\\(.*(unfinished|resumed|detached)|detached' /tmp/trace | wc -l)"; cat /tmp/trace
      finish
      """, programs: ["/usr/bin/strace"])
    #expect(outcome.words.contains("calls 0"), "\(outcome)")
    #expect(outcome.words.contains { $0.contains("epoll_wait") }, "the trace saw it sleeping: \(outcome)")
  }
}
