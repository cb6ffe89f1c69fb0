import Foundation
import Testing

private let machine: Comment? = VirtualMachine.problem.map { Comment(rawValue: $0) }

@Suite("Keys that a layout presses, in the virtual machine", .serialized, .enabled(if: VirtualMachine.problem == nil, machine))
struct KeyActionTests {
  /// Helpers of these scripts: `kiosk LAYOUT [OPTION]…` starts contactor as root, which may make devices, with a keyboard layout; `reader
  /// LAYOUT` reads keyboards as a compositor does, and waits until it has the virtual one; `keyboard` is that one's node.
  private static let prelude = """
    kiosk() { export XKB_DEFAULT_LAYOUT=$1; shift; contactor run /etc/layout.yaml --log /tmp/log "$@" 2>/tmp/errors & contactor=$!; }
    readKeys() { touchpanel --keys "$@" >/tmp/keys 2>/tmp/keyErrors & reader=$!; await /tmp/keys 'added Contactor keyboard'; }
    keyboard() { for f in /sys/class/input/event*/device/name; do grep -q '^Contactor keyboard' $f && f=${f%/device/name} && echo /dev/input/${f##*/}; done; }
    typed() { kill $reader; cat /tmp/keys /tmp/keyErrors; }

    """

  /// 500 characters.
  private static let longText = String(repeating: "It is 9:41. ", count: 42).prefix(500)

  private static let layout = """
    contactor: 1
    screen: {size: [1000, 500]}
    views:
      - {id: chord, kind: button, frame: [0, 0, 100, 100], on: {touchUpInside: {key: [ctrl, alt, t]}}}
      - {id: at, kind: button, frame: [100, 0, 100, 100], on: {touchUpInside: {key: ["@"]}}}
      - {id: text, kind: button, frame: [200, 0, 100, 100], on: {touchUpInside: {key: {text: "Zoé: 1 @"}}}}
      - {id: long, kind: button, frame: [300, 0, 100, 100], on: {touchUpInside: {key: {text: "\(longText)"}}}}
      - {id: arrow, kind: view, frame: [0, 400, 100, 100]}
      - {id: other, kind: view, frame: [200, 400, 100, 100]}
    gestures:
      - {id: hold, kind: longPress, view: arrow, on: {began: {key: [shift, left], hold: true}}}
      - {id: drag, kind: pan, view: other, on: {began: {key: [shift, right], hold: true}}}
    """

  private func run(_ script: String, layout: String = layout, programs: [String] = []) throws -> VirtualMachine.Outcome {
    let folders = ["/usr/share/X11/xkb", "/usr/share/X11/locale"].filter { FileManager.default.fileExists(atPath: $0) }
    return try VirtualMachine.run(
      Self.prelude + script, layout: layout, programs: programs, files: folders.map { "\($0):\($0)" })
  }

  private func keys(_ outcome: VirtualMachine.Outcome) -> [String] {
    outcome.words.filter { $0.hasPrefix("down ") || $0.hasPrefix("up ") }
  }

  @Test("13.5 Buttons press a chord, a sign that needs AltGr, and a text with dead keys, for whoever reads the keyboard")
  func chords() throws {
    let outcome = try run(
      """
      kiosk de
      readKeys de
      panel create touch; await /tmp/log '"added"'
      panel tap touch 0 5 10; await /tmp/keys 'up t'
      panel tap touch 0 15 10; await /tmp/keys 'up @'
      panel tap touch 0 25 10; counted /tmp/keys 'up @' 2
      panel tap touch 0 35 10; counted /tmp/keys '^up ' 510
      finish; echo "status $?"; typed; cat /tmp/errors
      """)
    let keys = keys(outcome)
    #expect(
      keys.prefix(20) == [
        "down t 12", "up t 12", "down @ 0", "up @ 0", "down Z 2", "up Z 2", "down o 0", "up o 0", "down é 0", "up é 0", "down : 2",
        "up : 2", "down U+20 0", "up U+20 0", "down 1 0", "up 1 0", "down U+20 0", "up U+20 0", "down @ 0", "up @ 0",
      ], "\(outcome)")
    let typed = keys.dropFirst(20).filter { $0.hasPrefix("down ") }.map { $0.split(separator: " ")[1] }
    #expect(typed.map { $0 == "U+20" ? " " : $0 }.joined() == Self.longText, "\(outcome)")
    #expect(outcome.words.contains("status 0"), "\(outcome)")
    #expect(
      outcome.log.contains { $0.contains(#""control":"chord","event":"touchUpInside","action":"key""#) && $0.contains(#""handled":true"#) })
  }

  @Test("13.5 Two gestures hold chords that share a modifier; it goes up with the last one; a held key repeats as one of a keyboard does")
  func holds() throws {
    let outcome = try run(
      """
      kiosk us
      readKeys us
      panel create touch; await /tmp/log '"added"'
      panel down touch 0 5 90; panel sync touch; counted /tmp/keys 'repeat U+f702 2' 3
      panel down touch 1 22 90; panel sync touch; panel move touch 1 28 90; panel sync touch; await /tmp/keys 'down U+f703 2'
      panel up touch 0; panel sync touch; await /tmp/keys 'up U+f702'
      panel up touch 1; panel sync touch; await /tmp/keys 'up U+f703'
      panel tap touch 0 15 10; await /tmp/keys 'up @'
      panel down touch 0 5 90; panel sync touch; counted /tmp/keys 'down U+f702' 2
      finish; echo "status $?"; counted /tmp/keys 'up U+f702' 2; typed; cat /tmp/errors
      """)
    #expect(
      keys(outcome) == [
        "down U+f702 2", "down U+f703 2", "up U+f702 2", "up U+f703 2", "down @ 2", "up @ 2", "down U+f702 2", "up U+f702 2",
      ], "\(outcome)")
    #expect(outcome.words.contains("status 0"), "\(outcome)")
  }

  @Test("13.5 No key stays pressed when the kiosk is killed in the middle of a hold, or shows another layout")
  func killed() throws {
    let outcome = try run(
      """
      kiosk us
      readKeys us; kill $reader
      panel create touch; await /tmp/log '"added"'
      inputtool keys $(keyboard) >/tmp/raw 2>&1 & raw=$!; await /tmp/raw reads
      panel down touch 0 5 90; panel sync touch; await /tmp/raw 'down 105'
      sed -i 's/left/home/' /etc/layout.yaml; await /tmp/raw 'up 42'
      panel up touch 0; panel sync touch; await /tmp/errors ': reloaded'
      inputtool keys $(keyboard) >/tmp/state & state=$!; await /tmp/state reads; kill $state
      panel down touch 0 5 90; panel sync touch; await /tmp/raw 'down 102'
      inputtool keys $(keyboard) >/tmp/held & state=$!; await /tmp/held reads; kill $state
      kill -9 $contactor; await /tmp/raw gone
      echo raw; cat /tmp/raw; echo state; cat /tmp/state; echo held; cat /tmp/held
      echo "left $(keyboard | wc -l)"
      """, programs: [try InputTool.build()])
    let words = outcome.words.drop { $0 != "raw" }
    #expect(
      words.prefix { $0 != "left 0" } == [
        "raw", "reads", "down 42", "down 105", "up 105", "up 42", "down 42", "down 102", "up 42", "up 102", "gone", "state", "reads",
        "held", "is 42", "is 102", "reads",
      ], "\(outcome)")
    #expect(words.last == "left 0", "\(outcome)")
  }

  @Test("13.5 Who may not make devices is told once with the way out, and a name that is no key with its place; the kiosk goes on")
  func problems() throws {
    let layout = Self.layout.replacing("[ctrl, alt, t]", with: "[ctrl, Retrun]")
    let outcome = try run(
      """
      start; panel create touch; await /tmp/log '"added"'
      panel tap touch 0 5 10; panel tap touch 0 15 10; counted /tmp/log '"handled":false' 2
      finish; echo "status $?"; cat /tmp/errors; rm /tmp/log
      kiosk us; await /tmp/log '"added"'
      panel tap touch 0 5 10; panel tap touch 0 15 10; await /tmp/log '"control":"at","event":"touchUpInside"'
      finish; echo "second $?"; cat /tmp/errors
      """, layout: layout)
    #expect(outcome.words.contains("status 0") && outcome.words.contains("second 0"), "\(outcome)")
    #expect(outcome.words.filter { $0.contains("the layout's keys are not pressed: /dev/uinput: ") && $0.contains("udev rule") }.count == 1)
    #expect(
      outcome.words.contains { $0.contains("layout.yaml:4:") && $0.contains("there is no key 'Retrun'; did you mean 'Return'?") },
      "\(outcome)")
    let handled = outcome.log.filter { $0.contains(#""action":"key""#) }.map { $0.contains(#""handled":true"#) }
    #expect(handled == [false, false, false, true], "\(outcome)")
  }
}
