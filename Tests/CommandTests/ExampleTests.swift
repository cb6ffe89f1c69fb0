import Foundation
import Testing

/// The programs in Examples, as they are built.
@Suite struct ExampleTests {
  private func run(_ name: String, _ arguments: [String]) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = CommandRunner.program.deletingLastPathComponent().appending(path: name)
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

  @Test("Examples are one file of under 200 lines each")
  func isShort() throws {
    let file = CommandRunner.repository.appending(path: "Examples/NilTarget/main.swift")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count < 200)
  }
}
