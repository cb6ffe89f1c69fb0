import Foundation
import Testing

/// The programs in Examples, as they are built.
@Suite struct ExampleTests {
  private func run(_ name: String, _ arguments: [String], in folder: URL? = nil) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = (folder ?? CommandRunner.program.deletingLastPathComponent()).appending(path: name)
    process.arguments = arguments
    let output = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }

  @Test("NilTarget's script taps a cell's button, and the controller up the chain changes its title")
  func nilTarget() throws {
    let outcome = try run("NilTarget", [])
    #expect(outcome.output == "title: Cheese\n")
    #expect(outcome.status == 0)
  }

  @Test("NilTarget says how it is used")
  func usage() throws {
    let outcome = try run("NilTarget", ["--nonsense"])
    #expect(outcome.output == "usage: NilTarget [--live]\n")
    #expect(outcome.status == 2)
  }

  /// What each small example prints.
  private static let outputs = [
    "Knob": "10 %|20 %|30 %|40 %|50 %|drawn again 180 times",
    "Photo": "middle at 550.0, 240.0|scaled by 2.0, turned to 0.0, 1.0",
    "Cards": "card 0, card 1, card 2, card 3|card 1, card 2, card 3, card 0|card 2, card 3, card 0, card 1|card 2 at 160, 100|"
      + "card 3 at 220, 100|card 0 at 540, 200|card 1 at 100, 300|card 0 to the front|card 1 to the front",
    "Rows": "rows 0...10|row 2 tapped|rows 30...40|row 32 tapped|rows 9989...9999|row 9999 tapped",
    "Dialog": "erased|kept|dismissed|asked 3 times, 1 window left",
    "Feed": "slider at 25 %|slider at 50 %|slider at 75 %|press began|press ended",
  ]

  @Test("Each small example does what its first line says", arguments: outputs.keys.sorted())
  func small(name: String) throws {
    // Beside the tests, not beside the command, which may be a release.
    let folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    let outcome = try run(name, [], in: folder)
    #expect(outcome.output.split(separator: "\n").joined(separator: "|") == Self.outputs[name])
    #expect(outcome.status == 0)
  }

  @Test("Examples are one file each, of under 100 lines, the whole program of under 200")
  func isShort() throws {
    for name in Self.outputs.keys.sorted() + ["NilTarget"] {
      let file = CommandRunner.repository.appending(path: "Examples/\(name)/main.swift")
      let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.count < (name == "NilTarget" ? 200 : 100), "\(name)")
    }
  }
}
