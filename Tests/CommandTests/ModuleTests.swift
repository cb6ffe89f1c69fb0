import Foundation
import Testing

/// What the modules are linked with.
@Suite struct ModuleTests {
  /// The shared libraries of a program that was built beside the tests, as `ldd` lists them.
  private func libraries(of program: String) throws -> String {
    let path = CommandRunner.program.deletingLastPathComponent().appending(path: program).path
    return try CommandRunner.shell("ldd \"\(path)\"").output
  }

  private static let inputLibraries = ["libinput.so", "libevdev.so", "libudev.so"]

  @Test(arguments: inputLibraries)
  func `a program with layouts and reports needs no library of input devices`(_ library: String) throws {
    let libraries = try libraries(of: "offline")
    #expect(libraries.contains("libyaml"), "\(libraries)")
    #expect(!libraries.contains(library), "\(libraries)")
  }

  @Test(arguments: inputLibraries)
  func `the command needs each of them`(_ library: String) throws {
    #expect(try libraries(of: "contactor").contains(library))
  }

  @Test func `layout, log, replay, explain and report work without them`() throws {
    let program = CommandRunner.program.deletingLastPathComponent().appending(path: "offline").path
    let examples = CommandRunner.repository.appending(path: "Examples").path
    let outcome = try CommandRunner.shell("\"\(program)\" \"\(examples)/kiosk.yaml\" \"\(examples)/kiosk.script\"")
    let numbers = outcome.output.split { !$0.isNumber }.compactMap { Int($0) }
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(numbers.count == 5 && numbers.allSatisfy { $0 > 0 }, "\(outcome.output)")
  }
}
