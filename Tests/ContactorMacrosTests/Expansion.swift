import ContactorMacrosExpansion
import SwiftSyntax
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import SwiftSyntaxMacrosGenericTestSupport
import Testing

/// Whether the compiler says that the class conforms to `ActionTarget` already.
enum Conformance {
  /// A responder, or a class that inherits from one with actions.
  case inherited
  /// Any other class.
  case missing
}

struct ActionMacro: ActionExpansion {}
struct ActionsMacro: ActionsExpansion {}

/// Expands both macros in a text and compares what comes out.
///
/// - Parameters:
///   - fixed: the text after all fixes; `nil` where there are none to apply.
func expectExpansion(
  _ source: String, _ conformance: Conformance = .inherited, into expected: String, _ diagnostics: [DiagnosticSpec] = [],
  fixed: String? = nil, at location: Testing.SourceLocation = #_sourceLocation
) {
  let target = TypeSyntax(IdentifierTypeSyntax(name: .identifier("ActionTarget")))
  assertMacroExpansion(
    source, expandedSource: expected, diagnostics: diagnostics,
    macroSpecs: [
      "Action": MacroSpec(type: ActionMacro.self),
      "Actions": MacroSpec(type: ActionsMacro.self, conformances: conformance == .missing ? [target] : []),
    ],
    fixedSource: fixed, indentationWidth: .spaces(2)
  ) { failure in
    Issue.record("\(failure.message)", sourceLocation: location)
  }
}
