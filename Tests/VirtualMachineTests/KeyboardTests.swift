import Foundation
import Testing

private let machine: Comment? = VirtualMachine.problem.map { Comment(rawValue: $0) }

@Suite("Keyboards in the virtual machine", .serialized, .enabled(if: VirtualMachine.problem == nil, machine))
struct KeyboardTests {
  /// Helpers of these scripts: `read LAYOUT [NODE]…` starts to read keyboards, `key CODE…` presses and releases keys of the keyboard
  /// `pad`, `+CODE` and `-CODE` do only one of these; `typed` prints what was read.
  private static let prelude = """
    readKeys() { touchpanel --keys "$@" >/tmp/keys 2>/tmp/errors & reader=$!; }
    change() { panel raw pad 1 $1 $2; panel sync pad; }
    key() { for k; do case $k in +*) change ${k#+} 1;; -*) change ${k#-} 0;; *) change $k 1; change $k 0;; esac; done; }
    typed() { kill $reader; cat /tmp/keys; cat /tmp/errors; }

    """

  /// XKB's files and those of dead keys, which the machine does not have.
  private func run(_ script: String) throws -> VirtualMachine.Outcome {
    let folders = ["/usr/share/X11/xkb", "/usr/share/X11/locale"].filter { FileManager.default.fileExists(atPath: $0) }
    return try VirtualMachine.run(Self.prelude + script, files: folders.map { "\($0):\($0)" })
  }

  @Test("7.7 A German keyboard that is plugged in types its letters, dead keys and capitals")
  func german() throws {
    let outcome = try run(
      """
      readKeys de
      panel create pad keyboard name=Keys; await /tmp/keys 'added Keys'
      key +42 30 -42 21 39 13 18 28
      await /tmp/keys 'up U+d'
      typed
      """)
    let words = outcome.words.filter { $0.hasPrefix("down") || $0.hasPrefix("up") }
    #expect(
      words == [
        "down A 2", "up A 2", "down z 0", "up z 0", "down ö 0", "up ö 0", "down é 0", "up é 0", "down U+d 0", "up U+d 0",
      ], "\(outcome)")
  }

  @Test("7.7 A held key repeats until it is released; keys of a keyboard that is unplugged are released")
  func repeats() throws {
    let outcome = try run(
      """
      panel create pad keyboard name=Keys
      readKeys us $(node); await /tmp/keys 'added Keys'
      key +30; counted /tmp/keys 'repeat a' 3; key -30; await /tmp/keys 'up a'
      count=$(grep -c repeat /tmp/keys); sleep 2
      echo "more $(($(grep -c repeat /tmp/keys)-count))"
      key +48; await /tmp/keys 'down b'
      panel destroy pad; await /tmp/keys removed
      panel create pad keyboard name=Keys; counted /tmp/keys 'added' 2
      key 46; await /tmp/keys 'up c'
      typed
      """)
    #expect(outcome.words.contains("more 0"), "\(outcome)")
    // The release of `b` comes before the removal if the kernel's is read before the hang-up.
    let words = outcome.words.filter { !$0.hasPrefix("repeat") && $0 != "removed" }
    #expect(
      words.suffix(8) == ["added Keys", "down a 0", "up a 0", "down b 0", "up b 0", "added Keys", "down c 0", "up c 0"], "\(outcome)")
  }

  @Test("7.7 A keyboard is taken for the program alone; one that is not there, no keyboard, or forbidden, says what to do")
  func problems() throws {
    let outcome = try run(
      """
      panel create pad keyboard name=Keys; keys=$(node)
      readKeys us $keys; await /tmp/keys 'added Keys'
      touchpanel --keys us $keys 2>&1; echo "second $?"
      panel create touch; touch=$(grep '^touch' /tmp/panel | cut -d ' ' -f 2)
      touchpanel --keys us $touch 2>&1
      touchpanel --keys us /dev/input/event99 2>&1
      touchpanel --keys klingon $keys 2>&1
      as nobody touchpanel --keys us $keys 2>&1
      typed
      """)
    let text = outcome.words.joined(separator: "\n")
    #expect(text.contains("another program has grabbed this device"), "\(outcome)")
    #expect(text.contains("second 1"))
    #expect(text.contains("this is not a keyboard"), "\(outcome)")
    #expect(text.contains("/dev/input/event99: there is no such device"), "\(outcome)")
    #expect(text.contains("there is no keymap of the layout 'klingon'"), "\(outcome)")
    #expect(text.contains("permission denied: a keyboard may be read by the group 'input'"), "\(outcome)")
  }

  private static let layout = """
    contactor: 1
    screen: {size: [1000, 500]}
    log: {value: true}
    views:
      - {id: name, kind: textField, frame: [0, 0, 500, 100]}
      - {id: word, kind: textField, secure: true, frame: [0, 200, 500, 100]}
    """

  @Test("7.7 contactor run types a keyboard's keys into the field that is edited; the keyboard may come and go; secrets are not logged")
  func kiosk() throws {
    let folders = ["/usr/share/X11/xkb", "/usr/share/X11/locale"].filter { FileManager.default.fileExists(atPath: $0) }
    let outcome = try VirtualMachine.run(
      Self.prelude + """
        contactor run /etc/layout.yaml --log /tmp/log 2>/tmp/errors & contactor=$!
        panel create touch; await /tmp/log '"added"'
        panel tap touch 0 10 10; await /tmp/log editingDidBegin
        panel create pad keyboard name=Keys
        n=0; until [ "$(lines editingChanged)" -ge 1 ]; do key 30; n=$((n+1)); [ $n -lt 600 ] || fail 'no key'; sleep 0.1; done
        panel destroy pad
        panel create pad keyboard name=Keys
        count=$(lines editingChanged)
        n=0; until [ "$(lines editingChanged)" -gt $count ]; do key 31; n=$((n+1)); [ $n -lt 600 ] || fail 'no key again'; sleep 0.1; done
        panel tap touch 0 10 50; await /tmp/log '"secure":true'
        key 44 44 44; sleep 2
        finish; echo "status $?"; cat /tmp/errors
        """, layout: Self.layout, files: folders.map { "\($0):\($0)" })
    let values = outcome.log.filter { $0.contains("\"kind\":\"value\"") }
    #expect(values.first?.hasSuffix(#""control":"name","value":"a"}"#) == true, "\(outcome)")
    #expect(values.last?.hasSuffix(#"s"}"#) == true && outcome.words.contains("status 0"), "\(outcome)")
    #expect(!outcome.output.contains("zz") && !outcome.output.contains("word"), "\(outcome)")
  }

  @Test("7.7 Without XKB's files contactor run says what is missing once a keyboard comes, and goes on")
  func kioskWithoutKeymaps() throws {
    let outcome = try VirtualMachine.run(
      Self.prelude + """
        contactor run /etc/layout.yaml --log /tmp/log 2>/tmp/errors & contactor=$!
        panel create touch; await /tmp/log '"added"'
        panel create pad keyboard name=Keys; await /tmp/errors 'keyboards are not read'
        panel tap touch 0 10 10; await /tmp/log editingDidBegin
        finish; echo "status $?"; cat /tmp/errors
        """, layout: Self.layout)
    #expect(outcome.words.contains("status 0"), "\(outcome)")
    #expect(outcome.words.contains { $0.contains("keyboards are not read: ") && $0.contains("keymap") }, "\(outcome)")
  }
}
