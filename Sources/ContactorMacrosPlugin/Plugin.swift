import ContactorMacrosExpansion
import SwiftCompilerPlugin
import SwiftSyntaxMacros

/// The program that the compiler asks to expand the macros of ContactorMacros.
@main
struct ContactorMacrosPlugin: CompilerPlugin {
  let providingMacros: [any Macro.Type] = [ActionMacro.self, ActionsMacro.self]
}

/// `@Action`.
struct ActionMacro: ActionExpansion {}

/// `@Actions`.
struct ActionsMacro: ActionsExpansion {}
