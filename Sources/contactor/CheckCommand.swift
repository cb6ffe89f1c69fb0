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
      program that is not there, are told beside them and do not fail the check. Exit status 1 if there is a mistake.
      """)

  @Argument(help: "The layout file; - for standard input.", completion: .layout)
  var layout: String

  func run() throws {
    let diagnostics = LayoutCheck.diagnostics(path: layout)
    for diagnostic in diagnostics { Console.line(diagnostic.description) }
    let name = layout == "-" ? "standard input" : layout
    let warnings = diagnostics.count { $0.severity == .warning }
    let mistakes = diagnostics.count - warnings
    let more = warnings > 0 ? ", \(count(warnings, "warning"))" : ""
    guard mistakes == 0 else { throw Failure(["\(name): \(count(mistakes, "mistake"))\(more)"], .failed) }
    Console.print("\(name): no mistakes\(more)\n")
  }
}
