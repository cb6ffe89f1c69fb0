import ArgumentParser
import ContactorLayout

/// `contactor fmt`.
struct FormatCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fmt",
    abstract: "Writes layout files in one form.",
    discussion: """
      Two spaces for each level, also for lists below their key; one blank after ':' and ',' and none within braces; one blank \
      line at most; comments at the ends of neighbouring lines below each other. What is in braces stays so where it fits into 120 \
      columns; otherwise a mapping becomes lines of its own, and so does a list, unless its elements are short. The order of keys, \
      quotes, comments, anchors and aliases stay as they are. A file that is in braces as a whole, as JSON is, stays so.

      Files are replaced as a whole, with their permissions and owner, and only if they change; the names of those that do are \
      printed. Standard input, for - or without a file, goes to standard output. The result is read again and compared: where it \
      would say anything else, or lose a comment, nothing is written. Files that layouts include, and lists of rows, can be \
      formatted, too.

        contactor fmt --check *.yaml          fails and names the files that have another form
      """)

  @Argument(help: ArgumentHelp("The layout files; - for standard input.", valueName: "layout"), completion: .layout)
  var layouts: [String] = []

  @Flag(help: "Write nothing; name the files that have another form, and fail if there are any.")
  var check = false

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Write the result to this file instead, of one layout; - for standard output.", valueName: "layout"),
    completion: .layout)
  var output: String?

  func validate() throws {
    if layouts.count(where: { $0 == "-" }) > 1 { throw ValidationError("standard input (-) can be read once only") }
    guard output != nil else { return }
    if check { throw ValidationError("--check writes nothing, and -o names a file to write") }
    if layouts.count > 1 { throw ValidationError("-o takes the result of one layout, and there are \(layouts.count)") }
  }

  func run() throws {
    var problems: [String] = []
    for path in layouts.isEmpty ? ["-"] : layouts {
      do throws(LayoutError) {
        if let problem = try format(path) { problems.append(problem) }
      } catch {
        for diagnostic in error.diagnostics { Console.line(diagnostic.description) }
        problems.append("\(name(of: path)): \(count(error.diagnostics.count, "mistake")); it stays as it is")
      }
    }
    guard problems.isEmpty else { throw Failure(problems, .failed) }
  }

  /// Formats a file; the reason for which `--check` fails, if it does.
  private func format(_ path: String) throws(LayoutError) -> String? {
    if check {
      let (source, result) = try LayoutFormat.formatted(path: path)
      return source == result ? nil : "\(name(of: path)): has another form; 'contactor fmt' gives it that of layouts"
    }
    if let output, output != "-" {
      if try LayoutFormat.write(try LayoutFormat.formatted(path: path).result, to: output) { Console.print("\(output)\n") }
    } else if path == "-" || output != nil {
      Console.print(String(decoding: try LayoutFormat.formatted(path: path).result, as: UTF8.self))
    } else if try LayoutFormat.rewrite(path: path) {
      Console.print("\(path)\n")
    }
    return nil
  }

  private func name(of path: String) -> String { path == "-" ? "standard input" : path }
}
