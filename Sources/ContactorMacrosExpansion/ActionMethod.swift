import SwiftSyntax
import SwiftSyntaxBuilder

/// A method that can be an action: it has one of the three forms `go()`, `go(_:)` and `go(_:forEvent:)`.
struct ActionMethod {
  /// The method's declaration.
  let function: FunctionDeclSyntax
  /// The method's name as source writes it, for example `submit` or `` `default` ``.
  let base: TokenSyntax
  /// The types of the sender and the event, where the form has them.
  let types: [TypeSyntax]

  /// Reads a declaration; `nil` where it has a mistake (see `ActionMistakes`).
  init?(_ function: FunctionDeclSyntax) {
    guard ActionMistakes.all(of: function).isEmpty else { return nil }
    self.function = function
    base = function.name.trimmed
    types = function.signature.parameterClause.parameters.map { $0.type.trimmed }
  }

  /// The method's name without backticks.
  var stem: String { base.identifier?.name ?? base.text }

  /// The action's name, for example `submit:`.
  var name: String { stem + ["", ":", ":forEvent:"][types.count] }

  /// A reference to the method of a class, for example `Panel.submit(_:)`.
  func reference(in type: TokenSyntax) -> ExprSyntax { "\(type).\(base)\(raw: ["", "(_:)", "(_:forEvent:)"][types.count])" }

  /// A closure that calls the method on an object of a class.
  func closure(in type: TokenSyntax) -> ExprSyntax {
    switch types.count {
    case 0: "{ (target: \(type)) in target.\(base)() }"
    case 1: "{ (target: \(type), sender: \(types[0])) in target.\(base)(sender) }"
    default:
      "{ (target: \(type), sender: \(types[0]), event: \(types[1])) in target.\(base)(sender, forEvent: event) }"
    }
  }

  // MARK: Isolation

  /// Whether the method belongs to no actor, whatever its class belongs to.
  var isNonisolated: Bool { function.modifiers.contains { $0.name.tokenKind == .keyword(.nonisolated) } }

  /// The global actor of the method, if the method or its class names one.
  func globalActor(in declaration: some DeclGroupSyntax) -> AttributeSyntax? {
    if isNonisolated { return nil }
    return function.attributes.globalActor ?? declaration.attributes.globalActor
  }
}

extension AttributeListSyntax {
  /// The attributes that are not inside `#if`.
  var plain: [AttributeSyntax] { compactMap { $0.as(AttributeSyntax.self) } }

  /// The attribute that names a global actor: by convention its name ends in "Actor".
  var globalActor: AttributeSyntax? { plain.first { $0.shortName.hasSuffix("Actor") } }
}

extension AttributeSyntax {
  /// The attribute's name without its module.
  var shortName: String {
    if let member = attributeName.as(MemberTypeSyntax.self) { return member.name.text }
    return attributeName.trimmedDescription
  }
}

extension FunctionDeclSyntax {
  /// The attribute `@Action`; `nil` for a method without it.
  var actionAttribute: AttributeSyntax? { attributes.plain.first { $0.shortName == "Action" } }
}
