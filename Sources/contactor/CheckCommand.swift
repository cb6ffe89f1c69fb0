import ArgumentParser
import ContactorKiosk
import ContactorLayout

/// `contactor check`.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Finds every mistake in a layout file.",
    discussion: """
      Each mistake is a line FILE:LINE:COLUMN with what was expected and the nearest right key. Warnings, such as a
      program that is not there, do not fail the check. Exit status 1 if there is a mistake.
      """)

  @Argument(help: "The layout file.")
  var layout: String

  func run() throws {
    let diagnostics: [LayoutDiagnostic]
    do throws(LayoutError) {
      diagnostics = LayoutCheck.warnings(in: try Layout.load(path: layout))
    } catch {
      for diagnostic in error.diagnostics { Console.line(diagnostic.description) }
      throw Failure(["\(layout): \(count(error.diagnostics.count, "mistake"))"], .failed)
    }
    for warning in diagnostics { Console.line(warning.description) }
    Console.print("\(layout): no mistakes" + (diagnostics.isEmpty ? "" : ", \(count(diagnostics.count, "warning"))") + "\n")
  }
}
