import ArgumentParser
import ContactorLayout

/// `contactor schema`.
struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Prints the JSON Schema of layout files, for editors.",
    discussion: """
      Editors complete and check layouts with it (draft 7). With the YAML language server, which VS Code's YAML extension uses, \
      name it in the layout's first line:

        # yaml-language-server: $schema=/usr/share/contactor/layout.schema.json

      It knows the keys and the values that each can have, but not what depends on other parts of the layout, such as ids: \
      'contactor check' finds all mistakes.
      """)

  @Option(
    name: .shortAndLong, help: ArgumentHelp("Write it to this file; - for standard output.", valueName: "schema"),
    completion: .file(extensions: ["json"]))
  var output: String = "-"

  func run() throws {
    let text = LayoutJSONSchema.text
    guard output != "-" else { return Console.print(text) }
    do throws(LayoutError) {
      _ = try LayoutFormat.write(Array(text.utf8), to: output, isPublic: true)
    } catch {
      throw Failure(error.diagnostics.map(\.description), .failed)
    }
  }
}
