import ContactorCore

/// Makes a method an action that controls and gesture recognizers can send.
///
///     @Actions final class Panel: Responder {
///       @Action func submit(_ sender: Control) { … }
///       @Action func back() { … }
///       @Action func choose(_ sender: Slider, forEvent event: Event?) { … }
///     }
///     button.addTarget(panel, action: Panel.submit, for: .touchUpInside)
///
/// The method's name is the action's: `submit:`, `back` and `choose:forEvent:` here. The macro adds a static property of the method's
/// name, a `TypedAction`, with the method's access and isolation; inside the class it is `Self.submit`.
///
/// The method takes nothing, the sender, or the sender and the event. The sender is of a class and has no label; the event is
/// optional and has the label `forEvent`. The method returns nothing and is not static, `async`, throwing or generic. It is declared
/// in the body of its class and outside `#if`. An override needs no `@Action`, as the action calls it. Two actions of a class have two
/// names: `go()` and `go(_:)` cannot both be `Panel.go`.
@attached(peer, names: overloaded)
public macro Action() = #externalMacro(module: "ContactorMacrosPlugin", type: "ActionMacro")

/// Lists a class's `@Action` methods, so that they are found by their names: in a layout file, by
/// `addTarget(panel, action: "submit:", …)`, and in a search for an action without a target.
///
/// In a responder, and in any class that inherits a list, the macro overrides `actions` and adds to `super.actions`. In every other
/// class it declares the list and the conformance to `ActionTarget`. The compiler tells the macro which is the case.
///
/// The list can be read in any isolation domain, even if its class belongs to the main actor. Only an engine on the main actor
/// performs such an action; an engine elsewhere does not call it. Actions of other global actors, whose names end in "Actor", cannot
/// be listed. In a module whose default is the main actor a responder is `nonisolated`, and those of its actions that need the main
/// actor are `@MainActor`.
@attached(member, conformances: ActionTarget, names: named(actions))
@attached(extension, conformances: ActionTarget)
public macro Actions() = #externalMacro(module: "ContactorMacrosPlugin", type: "ActionsMacro")
