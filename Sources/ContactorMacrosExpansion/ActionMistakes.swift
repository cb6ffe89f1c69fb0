import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// What keeps a method from being an action: each mistake has a sentence and, where the correction is obvious, a fix-it.
enum ActionMistakes {
  /// The mistakes of a method, in the order of the source.
  static func all(of function: FunctionDeclSyntax) -> [Diagnostic] {
    let wrongKind = name(of: function) + modifiers(of: function)
    guard wrongKind.isEmpty else { return wrongKind }
    return generics(of: function) + parameters(of: function) + effects(of: function)
  }

  private static func name(of function: FunctionDeclSyntax) -> [Diagnostic] {
    guard function.name.identifier?.name == "actions" else { return [] }
    return [.mistake(function.name, "an action cannot be named 'actions', as the list of them is")]
  }

  private static func modifiers(of function: FunctionDeclSyntax) -> [Diagnostic] {
    var found: [Diagnostic] = []
    for modifier in function.modifiers {
      switch modifier.name.tokenKind {
      case .keyword(.static), .keyword(.class):
        let fixed = function.without(modifier)
        found.append(
          .mistake(
            modifier, "an action is done by an object; '\(modifier.name.text)' methods have none",
            fix: .replacing(function, by: fixed, "remove '\(modifier.name.text)'")))
      case .keyword(.override):
        var fix: FixIt?
        if let attribute = function.actionAttribute {
          fix = .replacing(function, by: function.without(attribute), "remove '@Action'")
        }
        found.append(
          .mistake(modifier, "an override needs no '@Action': the action that it overrides calls it", fix: fix))
      default: break
      }
    }
    return found
  }

  private static func generics(of function: FunctionDeclSyntax) -> [Diagnostic] {
    let message = "an action cannot be generic: it takes senders of one class"
    if let clause = function.genericParameterClause { return [.mistake(clause, message)] }
    let opaque = function.signature.parameterClause.parameters.map(\.type).first { $0.isOpaque }
    return opaque.map { [.mistake($0, message)] } ?? []
  }

  // MARK: Parameters

  private static func parameters(of function: FunctionDeclSyntax) -> [Diagnostic] {
    let parameters = Array(function.signature.parameterClause.parameters)
    if parameters.count > 2 {
      return [
        .mistake(
          function.signature.parameterClause, "an action takes nothing, the sender, or the sender and the event")
      ]
    }
    return zip(parameters, ["_", "forEvent"]).flatMap { parameter, label in
      form(of: parameter) + self.label(of: parameter, label) + optional(parameter, isEvent: label != "_")
    }
  }

  private static func form(of parameter: FunctionParameterSyntax) -> [Diagnostic] {
    if let ellipsis = parameter.ellipsis { return [.mistake(ellipsis, "an action takes one sender and one event")] }
    guard let type = parameter.type.as(AttributedTypeSyntax.self), let specifier = type.specifiers.first else { return [] }
    return [.mistake(specifier, "an action cannot take its sender or event as '\(specifier.trimmedDescription)'")]
  }

  private static func label(of parameter: FunctionParameterSyntax, _ label: String) -> [Diagnostic] {
    guard parameter.firstName.text != label else { return [] }
    var fixed = parameter
    let inner = parameter.secondName ?? parameter.firstName
    fixed.firstName = label == "_" ? .wildcardToken() : .identifier(label)
    fixed.firstName.leadingTrivia = parameter.firstName.leadingTrivia
    fixed.firstName.trailingTrivia = .space
    fixed.secondName = inner.with(\.leadingTrivia, []).with(\.trailingTrivia, [])
    let message =
      label == "_" ? "the sender of an action has no label" : "the second parameter of an action has the label 'forEvent'"
    return [.mistake(parameter.firstName, message, fix: .replacing(parameter, by: fixed, "write '\(label) \(inner.text)'"))]
  }

  private static func optional(_ parameter: FunctionParameterSyntax, isEvent: Bool) -> [Diagnostic] {
    let type = parameter.type
    if isEvent, type.wrappedType == nil {
      let fixed = parameter.with(\.type, TypeSyntax(OptionalTypeSyntax(wrappedType: type.trimmed)))
      return [
        .mistake(
          type, "an action can be sent without an event, so the event's type is optional",
          fix: .replacing(parameter, by: fixed, "write '\(fixed.type.trimmedDescription)'"))
      ]
    }
    if !isEvent, let wrapped = type.wrappedType {
      let fixed = parameter.with(\.type, wrapped.trimmed)
      return [
        .mistake(
          type, "an action with a sender is never sent without one, so the sender's type is not optional",
          fix: .replacing(parameter, by: fixed, "write '\(wrapped.trimmedDescription)'"))
      ]
    }
    return []
  }

  // MARK: Effects and result

  private static func effects(of function: FunctionDeclSyntax) -> [Diagnostic] {
    var found: [Diagnostic] = []
    if let async = function.signature.effectSpecifiers?.asyncSpecifier {
      found.append(.mistake(async, "an action cannot be 'async': it is done while the touch is handled; start a task in it"))
    }
    if let clause = function.signature.effectSpecifiers?.throwsClause {
      found.append(.mistake(clause, "an action cannot throw: nobody would catch the error; catch it in the method"))
    }
    if let clause = function.signature.returnClause, !clause.type.isVoid {
      let signature = function.signature.with(\.returnClause, nil)
      found.append(
        .mistake(
          clause, "an action returns nothing",
          fix: .replacing(
            function, by: function.with(\.signature, signature), "remove '\(clause.trimmedDescription)'")))
    }
    return found
  }
}

extension Diagnostic {
  /// An error at a node.
  static func mistake(_ node: some SyntaxProtocol, _ message: String, fix: FixIt? = nil) -> Diagnostic {
    Diagnostic(node: node, message: MacroExpansionErrorMessage(message), fixIts: fix.map { [$0] } ?? [])
  }
}

extension FixIt {
  /// Replaces a node by another of the same kind.
  fileprivate static func replacing<Node: SyntaxProtocol>(_ node: Node, by fixed: Node, _ message: String) -> FixIt {
    FixIt(
      message: MacroExpansionFixItMessage(message), changes: [.replace(oldNode: Syntax(node), newNode: Syntax(fixed))])
  }
}

extension FunctionDeclSyntax {
  fileprivate func without(_ modifier: DeclModifierSyntax) -> FunctionDeclSyntax {
    var fixed = with(\.modifiers, modifiers.filter { $0.id != modifier.id })
    fixed.leadingTrivia = leadingTrivia
    return fixed
  }

  fileprivate func without(_ attribute: AttributeSyntax) -> FunctionDeclSyntax {
    var fixed = with(\.attributes, attributes.filter { $0.id != attribute.id })
    fixed.leadingTrivia = leadingTrivia
    return fixed
  }
}

extension TypeSyntax {
  /// The type that an optional type wraps; `nil` for other types.
  fileprivate var wrappedType: TypeSyntax? {
    if let optional = self.as(OptionalTypeSyntax.self) { return optional.wrappedType }
    if let optional = self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) { return optional.wrappedType }
    guard let named = self.as(IdentifierTypeSyntax.self), named.name.text == "Optional" else { return nil }
    return named.genericArgumentClause?.arguments.first?.argument.as(TypeSyntax.self)
  }

  fileprivate var isOpaque: Bool { self.as(SomeOrAnyTypeSyntax.self)?.someOrAnySpecifier.tokenKind == .keyword(.some) }

  fileprivate var isVoid: Bool { trimmedDescription == "Void" || trimmedDescription == "()" }
}
