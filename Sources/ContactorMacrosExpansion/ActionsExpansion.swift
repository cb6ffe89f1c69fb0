import SwiftDiagnostics
package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// The expansion of `@Actions`: lists the class's `@Action` methods, so that they are found by their names.
package protocol ActionsExpansion: MemberMacro, ExtensionMacro {}

extension ActionsExpansion {
  package static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let type = declaration.as(ClassDeclSyntax.self) else {
      context.diagnose(.mistake(node, "only a class can list actions"))
      return []
    }
    if let list = handwrittenList(in: type) {
      context.diagnose(.mistake(list, "'@Actions' writes the list of actions; remove it or '@Actions'"))
      return []
    }
    let methods = methods(of: type, in: context)
    guard isolationsAreFit(methods, in: type, context) else { return [] }
    let words = words(of: type, overrides: protocols.isEmpty && !type.namesActionTarget)
    let entries = methods.map { "\n    \(entry(of: $0, in: type))," }
    var parts = words.contains("override") ? ["super.actions"] : []
    if parts.isEmpty || !entries.isEmpty { parts.append("[\(entries.joined())\(entries.isEmpty ? "" : "\n  ")]") }
    return [
      """
      /// The actions of this class that are found by their names.
      \(raw: words.joined(separator: " ")) var actions: [Action] {
        \(raw: parts.joined(separator: " + "))
      }
      """
    ]
  }

  package static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax, providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard !protocols.isEmpty, let declaration = declaration.as(ClassDeclSyntax.self), !declaration.namesActionTarget else {
      return []
    }
    return [try ExtensionDeclSyntax("extension \(type.trimmed): nonisolated ActionTarget {}")]
  }

  // MARK: Parts

  /// The modifiers of `var`: `override` for the list of a responder, or of a class that inherits a list.
  private static func words(of type: ClassDeclSyntax, overrides: Bool) -> [String] {
    let modifiers = type.modifiers.map(\.name.text)
    let access = modifiers.first { ["open", "public", "package"].contains($0) }
    let kind = overrides ? ["override", "class"] : modifiers.contains("final") ? ["static"] : ["class"]
    return [access, "nonisolated"].compactMap(\.self) + kind
  }

  /// One entry of the list.
  ///
  /// A method whose source does not name the main actor may still belong to it: by the module's default isolation, or by the class's
  /// superclass. The type of the method reference then makes the compiler choose the initializer for the main actor.
  private static func entry(of method: ActionMethod, in type: ClassDeclSyntax) -> ExprSyntax {
    let name = type.name.trimmed
    guard method.globalActor(in: type) != nil else {
      return "Action(\(literal: method.name), \(method.reference(in: name)))"
    }
    return "Action(\(literal: method.name), onMainActor: \(method.closure(in: name)))"
  }

  private static func handwrittenList(in type: ClassDeclSyntax) -> PatternBindingSyntax? {
    for member in type.memberBlock.members {
      guard let variable = member.decl.as(VariableDeclSyntax.self) else { continue }
      guard variable.modifiers.contains(where: { ["static", "class"].contains($0.name.text) }) else { continue }
      if let list = variable.bindings.first(where: { $0.pattern.trimmedDescription == "actions" }) { return list }
    }
    return nil
  }

  // MARK: Methods

  /// The class's action methods in the order of the source; reports those that cannot be listed.
  private static func methods(of type: ClassDeclSyntax, in context: some MacroExpansionContext) -> [ActionMethod] {
    var methods: [ActionMethod] = []
    for member in type.memberBlock.members {
      if let condition = member.decl.as(IfConfigDeclSyntax.self) { reportConditions(in: condition, context) }
      guard let function = member.decl.as(FunctionDeclSyntax.self), function.actionAttribute != nil else { continue }
      guard let method = ActionMethod(function) else { continue }
      if let other = methods.first(where: { $0.stem == method.stem }) {
        context.diagnose(
          .mistake(
            function.name, "'\(other.name)' is '\(type.name.text).\(method.base)' already; give this action another name"))
      } else {
        methods.append(method)
      }
    }
    return methods
  }

  private static func reportConditions(in condition: IfConfigDeclSyntax, _ context: some MacroExpansionContext) {
    for clause in condition.clauses {
      guard let members = clause.elements?.as(MemberBlockItemListSyntax.self) else { continue }
      for member in members {
        if let inner = member.decl.as(IfConfigDeclSyntax.self) { reportConditions(in: inner, context) }
        guard let attribute = member.decl.as(FunctionDeclSyntax.self)?.actionAttribute else { continue }
        context.diagnose(
          .mistake(attribute, "an action inside '#if' is not listed; put the condition into the method's body"))
      }
    }
  }

  /// Whether a list can hold the methods: each belongs to the main actor or to no actor; reports the others.
  private static func isolationsAreFit(
    _ methods: [ActionMethod], in type: ClassDeclSyntax, _ context: some MacroExpansionContext
  ) -> Bool {
    let foreign = methods.filter { $0.globalActor(in: type).map { $0.shortName != "MainActor" } ?? false }
    for method in foreign {
      context.diagnose(
        .mistake(method.function.name, "an action that is found by its name is of the main actor, or of none"))
    }
    return foreign.isEmpty
  }
}

extension ClassDeclSyntax {
  /// Whether the class itself names `ActionTarget` in its inheritance clause.
  fileprivate var namesActionTarget: Bool {
    inheritanceClause?.inheritedTypes.contains {
      let words = $0.type.trimmedDescription.split { $0 == " " || $0 == "." }
      return words.last == "ActionTarget"
    } ?? false
  }
}
