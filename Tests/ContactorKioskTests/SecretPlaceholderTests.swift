import ContactorCore
import Testing

@testable import ContactorLayout

/// What is typed, touched or drawn in secure views reaches no argument and no environment of a program (contract 12.4, 14.1).
@Suite struct SecretPlaceholderTests {
  /// A secure control on line 4 with these actions, at column 5.
  private func lines(_ control: String, _ on: String) -> [String] {
    ContactorKioskTests.lines(withView("{id: pin, \(control), frame: [0, 0, 9, 9], on: {valueChanged: \(on)}}"))
  }

  private static let argument = "every user of this machine can read the arguments of programs"
  private static let variable = "a program's environment can be read, and goes on to the programs that it starts"
  private static let verify = "'verify', which compares the secret with a hash and then runs a program, or a text without {value}"

  @Test func `the value of a PIN field in an argument is refused with its place, the reason and the way out`() {
    let found = lines("kind: pinField", #"{run: [check, --pin, "{value}"]}"#)
    #expect(
      found == [
        "k.yaml:4:92: error: {value} tells the value of 'pin', which is secure, and \(Self.argument); expected \(Self.verify)"
      ])
  }

  @Test func `the value of a secure field in a variable is refused`() {
    let found = lines("kind: dialPad, secure: true", #"{run: [check], env: {A: x, PIN: "-{value:2}-"}}"#)
    #expect(found.count == 1)
    #expect(found[0].hasSuffix("error: {value} tells the value of 'pin', which is secure, and \(Self.variable); expected \(Self.verify)"))
  }

  @Test(arguments: [
    #"{run: [a, "{x}"]}"#, #"{run: [a, b, "at {y}"]}"#, #"{run: [a], env: {X: "{x:0}"}}"#, #"[{emit: a}, {run: [a, "{value}"]}]"#,
    #"{run: [a, "{value}", "{value}"]}"#,
  ])
  func `places of touches and each action of a list are refused, too`(_ on: String) {
    let found = lines("kind: dialPad, secure: true", on)
    #expect(
      found.count == (on.contains(#""{value}", "#) ? 2 : 1) && found.allSatisfy { $0.contains(", which is secure, and ") }, "\(found)")
  }

  @Test(arguments: [
    #"{run: [a, "{control} {event}", "{{value}"], env: {A: "{control}"}}"#, #"{emit: "{value}"}"#,
    #"{verify: pin, hash: "$y$j9T$contactorexample$iGMCP90sECGcnIJ1aOnOaqejA2hRTgiCYgkeExhYkl3", right: {run: [a, "{event}"]}}"#,
  ])
  func `what tells nothing of the secret is allowed`(_ on: String) {
    #expect(lines("kind: pinField", on) == [])
  }

  @Test func `a field that is not secure gives its value to programs`() {
    #expect(lines("kind: dialPad", #"{run: [a, "{value} {x}"], env: {A: "{value}"}}"#) == [])
  }

  @Test func `a control inside a secure view, and a template with one, are refused at their places`() {
    let found = ContactorKioskTests.lines(
      """
      contactor: 1
      screen: {size: [400, 200]}
      templates:
        field: {id: $(id), kind: textField, on: {editingDidEnd: {run: [tell, "{value}"]}}}
      views:
        - id: form
          kind: stack
          frame: [0, 0, 400, 100]
          secure: true
          views: [{use: field, with: {id: a}}, {use: field, with: {id: b}}]
        - {use: field, with: {id: open}, frame: [0, 100, 400, 100]}
      """)
    #expect(found.count == 2 && found.allSatisfy { $0.hasPrefix("k.yaml:4:") }, "\(found)")
    #expect(found.map { $0.contains("the value of 'a'") } == [true, false] && found[1].contains("the value of 'b'"))
  }

  @Test func `what is drawn on a secure view is refused`() {
    let found = ContactorKioskTests.lines(
      """
      contactor: 1
      screen: {size: [400, 200]}
      views: [{id: pad, kind: view, secure: true, frame: [0, 0, 400, 200]}]
      gestures:
        - {id: sign, kind: stroke, view: pad, points: "0,0 50,100 100,0", on: {recognized: {run: [a, "{shape}"]}}}
        - {id: tap, kind: tap, on: {recognized: {run: [a, "{x}"]}}}
      """)
    #expect(
      found == [
        "k.yaml:5:96: error: {shape} tells what was drawn for 'sign', which is secure, and \(Self.argument); expected a text without {shape}"
      ])
  }

  @Test func `a secret is not typed into a view that would show it`() {
    let found = ContactorKioskTests.lines(
      """
      contactor: 1
      screen: {size: [400, 200]}
      views:
        - {id: pin, kind: pinField, frame: [0, 0, 99, 20], on: {valueChanged: {type: "{value}", to: note}}}
        - {id: note, kind: textField, frame: [0, 50, 99, 20]}
      """)
    #expect(found == ["k.yaml:4:80: error: the value of 'pin' is secret, and 'note' would show it; expected a secure view"])
  }
}
