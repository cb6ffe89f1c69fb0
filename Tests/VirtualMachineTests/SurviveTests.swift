import Foundation
import Testing

private let machine: Comment? = VirtualMachine.problem.map { Comment(rawValue: $0) }

/// The quick ones of the cases of `tools/survive`, for Contactor alone.
@Suite("What Contactor survives in the virtual machine", .serialized, .enabled(if: VirtualMachine.problem == nil, machine))
struct SurviveTests {
  /// One element of what `tools/survive --json` prints.
  private struct Result: Decodable {
    let `case`: String
    let subject: String
    let status: String
    let reasons: [String]
  }

  private static let cases = [
    "palm", "lost-mid-touch", "syn-dropped", "equal-times", "killed-child", "slow-action", "full-disk", "dead-reader",
  ]

  @Test("Trouble that is quickly made leaves the next gesture working")
  func quickCases() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "contactor-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (output, errors) = (folder.appending(path: "output"), folder.appending(path: "errors"))
    for file in [output, errors] { _ = FileManager.default.createFile(atPath: file.path, contents: nil) }
    let process = Process()
    process.executableURL = VirtualMachine.repository.appending(path: "tools/survive")
    process.arguments = ["--no-build", "--json", "--subject", "contactor"] + Self.cases.flatMap { ["--case", $0] }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    process.waitUntilExit()

    let told = try String(contentsOf: errors, encoding: .utf8)
    let results = try JSONDecoder().decode([Result].self, from: Data(contentsOf: output))
    #expect(results.map(\.case) == Self.cases, "\(told)")
    for result in results {
      #expect(result.subject == "contactor" && result.status == "survives", "\(result.case): \(result.reasons)")
    }
    #expect(process.terminationStatus == 0, "\(told)")
  }
}
