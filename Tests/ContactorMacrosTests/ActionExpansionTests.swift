import Testing

/// What the macros write.
struct ActionExpansionTests {
  @Test func `each form of method gets a typed action and an entry in the list`() {
    expectExpansion(
      """
      @Actions final class Panel: Responder {
        @Action func submit(_ sender: Control) {}
        @Action func back() {}
        @Action func choose(_ sender: Slider, forEvent event: Event?) {}
      }
      """,
      into: """
        final class Panel: Responder {
          func submit(_ sender: Control) {}

          /// The action `submit:`, which calls the method of that name.
          static var submit: TypedAction<Panel> {
            TypedAction<Panel>({ (target: Panel, sender: Control) in
                target.submit(sender)
              }, named: "submit")
          }
          func back() {}

          /// The action `back`, which calls the method of that name.
          static var back: TypedAction<Panel> {
            TypedAction<Panel>({ (target: Panel) in
                target.back()
              }, named: "back")
          }
          func choose(_ sender: Slider, forEvent event: Event?) {}

          /// The action `choose:forEvent:`, which calls the method of that name.
          static var choose: TypedAction<Panel> {
            TypedAction<Panel>({ (target: Panel, sender: Slider, event: Event?) in
                target.choose(sender, forEvent: event)
              }, named: "choose")
          }

          /// The actions of this class that are found by their names.
          nonisolated override class var actions: [Action] {
            super.actions + [
              Action("submit:", Panel.submit(_:)),
              Action("back", Panel.back),
              Action("choose:forEvent:", Panel.choose(_:forEvent:)),
            ]
          }
        }
        """)
  }

  @Test func `a class that is no responder gets a list and a conformance`() {
    expectExpansion(
      """
      @Actions final class Model {
        @Action func clear() {}
      }
      """, .missing,
      into: """
        final class Model {
          func clear() {}

          /// The action `clear`, which calls the method of that name.
          static var clear: TypedAction<Model> {
            TypedAction<Model>({ (target: Model) in
                target.clear()
              }, named: "clear")
          }

          /// The actions of this class that are found by their names.
          nonisolated static var actions: [Action] {
            [
              Action("clear", Model.clear),
            ]
          }
        }

        extension Model: nonisolated ActionTarget {
        }
        """)
  }

  @Test func `a list that subclasses can add to is a class property`() {
    expectExpansion(
      "@Actions public class Model {}", .missing,
      into: """
        public class Model {

          /// The actions of this class that are found by their names.
          public nonisolated class var actions: [Action] {
            []
          }
        }

        extension Model: nonisolated ActionTarget {
        }
        """)
  }

  @Test func `a class that names ActionTarget itself gets a list alone`() {
    expectExpansion(
      "@Actions final class Model: ContactorCore.ActionTarget {}",
      into: """
        final class Model: ContactorCore.ActionTarget {

          /// The actions of this class that are found by their names.
          nonisolated static var actions: [Action] {
            []
          }
        }
        """)
  }

  @Test func `an open responder without actions has those of its superclass`() {
    expectExpansion(
      "@Actions open class Panel: Responder {}",
      into: """
        open class Panel: Responder {

          /// The actions of this class that are found by their names.
          open nonisolated override class var actions: [Action] {
            super.actions
          }
        }
        """)
  }

  @Test func `a typed action has the method's access, isolation and availability`() {
    expectExpansion(
      """
      @Actions public final class Panel: Responder {
        @available(*, deprecated) @MainActor @Action public func submit(_ sender: Control) {}
        @Action private nonisolated func `default`() {}
      }
      """,
      into: """
        public final class Panel: Responder {
          @available(*, deprecated) @MainActor public func submit(_ sender: Control) {}

          /// The action `submit:`, which calls the method of that name.
          @available(*, deprecated) @MainActor public static var submit: TypedAction<Panel> {
            TypedAction<Panel>({ (target: Panel, sender: Control) in
                target.submit(sender)
              }, named: "submit")
          }
          private nonisolated func `default`() {}

          /// The action `default`, which calls the method of that name.
          private nonisolated static var `default`: TypedAction<Panel> {
            TypedAction<Panel>({ (target: Panel) in
                target.`default`()
              }, named: "default")
          }

          /// The actions of this class that are found by their names.
          public nonisolated override class var actions: [Action] {
            super.actions + [
              Action("submit:", onMainActor: { (target: Panel, sender: Control) in
                  target.submit(sender)
                }),
              Action("default", Panel.`default`),
            ]
          }
        }
        """)
  }

  @Test func `a class of the main actor lists actions for the main actor`() {
    expectExpansion(
      """
      @MainActor @Actions final class Model {
        @Action func choose(_ sender: Control, forEvent event: Event?) {}
        @Action nonisolated func clear() {}
      }
      """, .missing,
      into: """
        @MainActor final class Model {
          func choose(_ sender: Control, forEvent event: Event?) {}

          /// The action `choose:forEvent:`, which calls the method of that name.
          static var choose: TypedAction<Model> {
            TypedAction<Model>({ (target: Model, sender: Control, event: Event?) in
                target.choose(sender, forEvent: event)
              }, named: "choose")
          }
          nonisolated func clear() {}

          /// The action `clear`, which calls the method of that name.
          nonisolated static var clear: TypedAction<Model> {
            TypedAction<Model>({ (target: Model) in
                target.clear()
              }, named: "clear")
          }

          /// The actions of this class that are found by their names.
          nonisolated static var actions: [Action] {
            [
              Action("choose:forEvent:", onMainActor: { (target: Model, sender: Control, event: Event?) in
                  target.choose(sender, forEvent: event)
                }),
              Action("clear", Model.clear),
            ]
          }
        }

        extension Model: nonisolated ActionTarget {
        }
        """)
  }
}
