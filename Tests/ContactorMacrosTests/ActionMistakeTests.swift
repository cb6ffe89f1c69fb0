import SwiftDiagnostics
import SwiftSyntaxMacrosGenericTestSupport
import Testing

/// What the macros say of methods that cannot be actions.
struct ActionMistakeTests {
  /// A method that cannot be an action, alone in a class.
  struct Mistake: CustomTestStringConvertible {
    let method: String
    let column: Int
    let message: String
    var fix: (message: String, method: String)?

    var testDescription: String { method }
  }

  static let mistakes: [Mistake] = [
    Mistake(
      method: "@Action static func go() {}", column: 11,
      message: "an action is done by an object; 'static' methods have none",
      fix: ("remove 'static'", "@Action func go() {}")),
    Mistake(
      method: "@Action class func go() {}", column: 11, message: "an action is done by an object; 'class' methods have none",
      fix: ("remove 'class'", "@Action func go() {}")),
    Mistake(
      method: "@Action override func go() {}", column: 11,
      message: "an override needs no '@Action': the action that it overrides calls it",
      fix: ("remove '@Action'", "override func go() {}")),
    Mistake(
      method: "@Action func go<T: Control>(_ sender: T) {}", column: 18,
      message: "an action cannot be generic: it takes senders of one class"),
    Mistake(
      method: "@Action func go(_ sender: some Control) {}", column: 29,
      message: "an action cannot be generic: it takes senders of one class"),
    Mistake(
      method: "@Action func go(sender: Control) {}", column: 19, message: "the sender of an action has no label",
      fix: ("write '_ sender'", "@Action func go(_ sender: Control) {}")),
    Mistake(
      method: "@Action func go(from sender: Control) {}", column: 19, message: "the sender of an action has no label",
      fix: ("write '_ sender'", "@Action func go(_ sender: Control) {}")),
    Mistake(
      method: "@Action func go(_ sender: Control, with event: Event?) {}", column: 38,
      message: "the second parameter of an action has the label 'forEvent'",
      fix: ("write 'forEvent event'", "@Action func go(_ sender: Control, forEvent event: Event?) {}")),
    Mistake(
      method: "@Action func go(_ sender: Control, forEvent event: Event) {}", column: 54,
      message: "an action can be sent without an event, so the event's type is optional",
      fix: ("write 'Event?'", "@Action func go(_ sender: Control, forEvent event: Event?) {}")),
    Mistake(
      method: "@Action func go(_ sender: Control?) {}", column: 29,
      message: "an action with a sender is never sent without one, so the sender's type is not optional",
      fix: ("write 'Control'", "@Action func go(_ sender: Control) {}")),
    Mistake(
      method: "@Action func go(_ sender: Optional<Control>) {}", column: 29,
      message: "an action with a sender is never sent without one, so the sender's type is not optional",
      fix: ("write 'Control'", "@Action func go(_ sender: Control) {}")),
    Mistake(
      method: "@Action func go(_ sender: inout Control) {}", column: 29,
      message: "an action cannot take its sender or event as 'inout'"),
    Mistake(
      method: "@Action func go(_ senders: Control...) {}", column: 37, message: "an action takes one sender and one event"),
    Mistake(
      method: "@Action func go(_ a: Control, forEvent b: Event?, c: Int) {}", column: 18,
      message: "an action takes nothing, the sender, or the sender and the event"),
    Mistake(
      method: "@Action func go() async {}", column: 21,
      message: "an action cannot be 'async': it is done while the touch is handled; start a task in it"),
    Mistake(
      method: "@Action func go() throws(ActionError) {}", column: 21,
      message: "an action cannot throw: nobody would catch the error; catch it in the method"),
    Mistake(
      method: "@Action func go() -> Bool { true }", column: 21, message: "an action returns nothing",
      fix: ("remove '-> Bool'", "@Action func go() { true }")),
    Mistake(
      method: "@Action func actions() {}", column: 16, message: "an action cannot be named 'actions', as the list of them is"),
    Mistake(method: "@Action var isOn: Bool { true }", column: 3, message: "only a method can be an action"),
  ]

  @Test(arguments: mistakes) func `a method of a wrong form is reported with its cure`(mistake: Mistake) {
    expectExpansion(
      Self.panel(mistake.method),
      into: Self.panel(String(mistake.method.dropFirst("@Action ".count)), list: "super.actions"),
      [
        DiagnosticSpec(
          message: mistake.message, line: 2, column: mistake.column,
          fixIts: mistake.fix.map { [FixItSpec(message: $0.message)] } ?? [])
      ],
      fixed: mistake.fix.map { Self.panel($0.method) })
  }

  private static func panel(_ method: String) -> String {
    """
    @Actions final class Panel: Responder {
      \(method)
    }
    """
  }

  private static func panel(_ method: String, list: String) -> String {
    """
    final class Panel: Responder {
      \(method)

      /// The actions of this class that are found by their names.
      nonisolated override class var actions: [Action] {
        \(list)
      }
    }
    """
  }

  @Test func `an action stands in its class`() {
    expectExpansion(
      """
      extension Panel {
        @Action func go() {}
      }
      struct Model {
        @Action func go() {}
      }
      @Action func go() {}
      """,
      into: """
        extension Panel {
          func go() {}
        }
        struct Model {
          func go() {}
        }
        func go() {}
        """,
      [
        DiagnosticSpec(
          message: "an action stands in its class's own body: '@Actions' does not see what an extension adds", line: 2, column: 3),
        DiagnosticSpec(message: "only a method of a class can be an action", line: 5, column: 3),
        DiagnosticSpec(message: "only a method of a class can be an action", line: 7, column: 1),
      ])
  }

  @Test func `a class without the list is reported`() {
    expectExpansion(
      """
      final class Panel: Responder {
        @Action func go() {}
      }
      """,
      into: """
        final class Panel: Responder {
          func go() {}

          /// The action `go`, which calls the method of that name.
          static var go: TypedAction<Panel> {
            TypedAction<Panel>({ (target: Panel) in
                target.go()
              }, named: "go")
          }
        }
        """,
      [
        DiagnosticSpec(
          message: "'Panel' needs '@Actions' before 'class', or its actions are not found by their names", line: 2, column: 3,
          severity: .warning)
      ])
  }

  @Test func `an action under a condition is reported`() {
    expectExpansion(
      """
      @Actions final class Panel: Responder {
        #if DEBUG
        #if os(Linux)
        @Action func go() {}
        #endif
        #endif
      }
      """,
      into: """
        final class Panel: Responder {
          #if DEBUG
          #if os(Linux)
          func go() {}
          #endif
          #endif

          /// The actions of this class that are found by their names.
          nonisolated override class var actions: [Action] {
            super.actions
          }
        }
        """,
      [
        DiagnosticSpec(
          message: "an action inside '#if' is not listed; put the condition into the method's body", line: 4, column: 3)
      ])
  }

  @Test func `a second action of a name is reported`() {
    expectExpansion(
      """
      @Actions final class Panel: Responder {
        @Action static func go() {}
        func go(_ sender: Control) {}
        @Action func back() {}
        @Action func back(_ sender: Control) {}
      }
      """,
      into: """
        final class Panel: Responder {
          static func go() {}
          func go(_ sender: Control) {}
          func back() {}

          /// The action `back`, which calls the method of that name.
          static var back: TypedAction<Panel> {
            TypedAction<Panel>({ (target: Panel) in
                target.back()
              }, named: "back")
          }
          func back(_ sender: Control) {}

          /// The action `back:`, which calls the method of that name.
          static var back: TypedAction<Panel> {
            TypedAction<Panel>({ (target: Panel, sender: Control) in
                target.back(sender)
              }, named: "back")
          }

          /// The actions of this class that are found by their names.
          nonisolated override class var actions: [Action] {
            super.actions + [
              Action("back", Panel.back),
            ]
          }
        }
        """,
      [
        DiagnosticSpec(
          message: "an action is done by an object; 'static' methods have none", line: 2, column: 11,
          fixIts: [FixItSpec(message: "remove 'static'")]),
        DiagnosticSpec(
          message: "'back' is 'Panel.back' already; give this action another name", line: 5, column: 16),
      ])
  }

  @Test func `a list that is written by hand, or for no class, is reported`() {
    expectExpansion(
      """
      @Actions final class Panel: Responder {
        override class var actions: [Action] { [] }
      }
      @Actions struct Model {}
      """,
      into: """
        final class Panel: Responder {
          override class var actions: [Action] { [] }
        }
        struct Model {}
        """,
      [
        DiagnosticSpec(message: "'@Actions' writes the list of actions; remove it or '@Actions'", line: 2, column: 22),
        DiagnosticSpec(message: "only a class can list actions", line: 4, column: 1),
      ])
  }

  @Test func `an action of another global actor is reported`() {
    expectExpansion(
      """
      @Actions final class Panel: Responder {
        @PlotActor @Action func go() {}
      }
      """,
      into: """
        final class Panel: Responder {
          @PlotActor func go() {}

          /// The action `go`, which calls the method of that name.
          @PlotActor static var go: TypedAction<Panel> {
            TypedAction<Panel>({ (target: Panel) in
                target.go()
              }, named: "go")
          }
        }
        """,
      [
        DiagnosticSpec(
          message: "an action that is found by its name is of the main actor, or of none", line: 2, column: 27)
      ])
  }
}
