import Testing

private let layout = """
  contactor: 1
  screen: {size: [1000, 500]}
  modes: {kiosk: {}, admin: {views: [leave]}}
  outputs: {socket: {path: /run/kiosk/events, mode: 0660, group: contactor, allow: [status, metrics, subscribe, mode, reload, inject]}}
  views:
    - {id: ok, kind: button, frame: [0, 0, 100, 100], on: {touchUpInside: [{emit: pressed}, {run: ["true"]}]}}
    - {id: leave, kind: button, frame: [900, 0, 100, 100], on: {touchUpInside: {mode: kiosk}}}
    - id: pin
      kind: view
      secure: true
      frame: [0, 300, 300, 100]
      views: [{id: five, kind: button, frame: [0, 0, 300, 100], on: {touchUpInside: {emit: digit}}}]
  """

private let machine: Comment? = VirtualMachine.problem.map { Comment(rawValue: $0) }

@Suite("A kiosk's socket in the virtual machine", .serialized, .enabled(if: VirtualMachine.problem == nil, machine))
struct ControlTests {
  /// Starts the kiosk as the user in the group, and a subscriber whose lines are in /tmp/events.
  private let beginning = """
    mkdir -m 755 /run/kiosk; chown kiosk:contactor /run/kiosk
    export CONTACTOR_SOCKET=/run/kiosk/events
    panel 'create pad name="Virtual Touchscreen"'
    start
    await /tmp/log '"added"'
    as kiosk contactor ctl subscribe emit mode >/tmp/events &

    """

  @Test("13.6 Events, status, modes, figures and touches go through it, and a replay of the log is the same")
  func whole() throws {
    let outcome = try VirtualMachine.run(
      beginning + """
        n=0; until as kiosk contactor status --json | grep -q '"subscribers":1'; do n=$((n+1)); [ $n -lt 600 ] || fail subscriber; sleep 0.1; done
        ls -l /run/kiosk/events | cut -c 1-10
        panel tap pad 0 5 10
        await /tmp/events pressed
        await /tmp/log '"outcome"'
        as kiosk contactor ctl mode admin
        await /tmp/events '"by":"host"'
        as kiosk contactor ctl mode none; echo "mode $?"
        as kiosk contactor ctl tap 950 50
        await /tmp/events '"mode":"kiosk","from":"admin"'
        steady /tmp/log; cp /tmp/log /tmp/first
        panel tap pad 0 15 70
        again ended 3
        as kiosk contactor status >/tmp/status; cat /tmp/status
        as kiosk contactor ctl metrics >/tmp/metrics; grep -v '^#' /tmp/metrics
        as nobody contactor status; echo "nobody $?"
        as kiosk contactor ctl screen off; echo "screen $?"
        cat /tmp/events
        finish >/tmp/out; echo "end $?"; ls /run/kiosk
        as kiosk contactor status; echo "gone $?"
        contactor replay /tmp/first --layout /etc/layout.yaml --log /tmp/again 2>/tmp/problems; cmp /tmp/first /tmp/again && echo same
        """, layout: layout)
    let words = outcome.words
    #expect(outcome.status == 0, "\(outcome)")
    for word in ["srw-rw----", "mode 1", "nobody 3", "screen 1", "end 0", "gone 1", "same"] {
      #expect(words.contains(word), "\(word): \(outcome)")
    }
    #expect(words.contains { $0.hasPrefix("panels ") && $0.contains("Virtual Touchscreen, last touched") }, "\(outcome)")
    #expect(words.contains { $0.hasPrefix("touches ") && $0.hasSuffix("3, 0 cancelled, 0 that hit nothing") }, "\(outcome)")
    #expect(words.contains { $0.hasPrefix("actions ") && $0.contains("4 done, 0 failed, 0 running, 0 waiting") }, "\(outcome)")
    for line in [
      #"contactor_taps_total{control="ok"} 1"#, #"contactor_taps_total{control="leave"} 1"#, #"contactor_mode{mode="kiosk"} 1"#,
      #"contactor_actions_total{action="run",handled="true"} 1"#, "contactor_touches_total 3",
    ] {
      #expect(words.contains(line), "\(line): \(outcome)")
    }
    #expect(!outcome.output.contains("five") && !outcome.output.contains("digit"))
    #expect(outcome.log.filter { $0.contains("\"emit\":") }.count == 1, "\(outcome)")
  }

  @Test("A subscriber that is stopped is dropped with a line, and no touch is late or lost for it")
  func stopped() throws {
    let outcome = try VirtualMachine.run(
      beginning + """
        as kiosk contactor ctl subscribe all >/dev/null &
        n=0; until as kiosk contactor status --json | grep -q '"subscribers":2'; do n=$((n+1)); [ $n -lt 600 ] || fail subscriber; sleep 0.1; done
        for p in $(pidof contactor); do tr '\\0' ' ' </proc/$p/cmdline | grep -q 'subscribe all' && kill -STOP $p; done
        panel stream pad 5 4000 2000
        await /tmp/errors 'reads too slowly and was dropped'
        again moved 15000
        tapWorks dropped
        await /tmp/events pressed
        killall -CONT contactor
        finish >/tmp/out; echo "end $?"
        """, layout: layout, timeout: 900)
    #expect(outcome.status == 0 && outcome.words.contains("end 0"), "\(outcome)")
  }
}
