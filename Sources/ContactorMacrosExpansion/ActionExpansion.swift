import SwiftDiagnostics
package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// The expansion of `@Action`: adds a typed action of the method's name beside the method.
///
/// The compiler looks for a macro's type in the plugin's own module, and a test cannot depend on a plugin. So the plugin and the tests
/// each declare a type that conforms to this protocol.
package protocol ActionExpansion: PeerMacro {}

extension ActionExpansion {
  package static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol, in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let function = declaration.as(FunctionDeclSyntax.self) else {
      context.diagnose(.mistake(node, "only a method can be an action"))
      return []
    }
    guard let type = enclosingClass(of: node, in: context) else { return [] }
    guard let method = ActionMethod(function) else {
      for mistake in ActionMistakes.all(of: function) { context.diagnose(mistake) }
      return []
    }
    return [typedAction(of: method, in: type.name.trimmed)]
  }

  /// The class whose body contains the method; `nil`, with a diagnostic, if the method is elsewhere.
  private static func enclosingClass(of node: AttributeSyntax, in context: some MacroExpansionContext) -> ClassDeclSyntax? {
    let enclosing = context.lexicalContext.first
    if let type = enclosing?.as(ClassDeclSyntax.self) {
      if !type.attributes.plain.contains(where: { $0.shortName == "Actions" }) {
        let message = "'\(type.name.text)' needs '@Actions' before 'class', or its actions are not found by their names"
        context.diagnose(Diagnostic(node: node, message: MacroExpansionWarningMessage(message)))
      }
      return type
    }
    let isExtension = enclosing?.is(ExtensionDeclSyntax.self) ?? false
    context.diagnose(
      .mistake(
        node,
        isExtension
          ? "an action stands in its class's own body: '@Actions' does not see what an extension adds"
          : "only a method of a class can be an action"))
    return nil
  }

  /// A static property with the method's access and isolation.
  private static func typedAction(of method: ActionMethod, in type: TokenSyntax) -> DeclSyntax {
    let attributes = method.function.attributes.plain.filter {
      $0.shortName == "available" || $0.shortName.hasSuffix("Actor")
    }
    let kept = ["private", "fileprivate", "package", "public", "nonisolated"]
    var modifiers = method.function.modifiers.map(\.trimmedDescription).filter(kept.contains)
    if method.function.modifiers.contains(where: { $0.name.text == "open" }) { modifiers.insert("public", at: 0) }
    let words = (attributes.map(\.trimmedDescription) + modifiers + ["static var"]).joined(separator: " ")
    return """
      /// The action `\(raw: method.name)`, which calls the method of that name.
      \(raw: words) \(method.base): TypedAction<\(type)> {
        TypedAction<\(type)>(\(method.closure(in: type)), named: \(literal: method.stem))
      }
      """
  }
}

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
