import Foundation

/// The small C program `tools/vm.d/inputtool.c`, which grabs, revokes, drains and reads devices.
enum InputTool {
  /// Builds it with `cc`; throws what the compiler says.
  static func build() throws -> String {
    let program = FileManager.default.temporaryDirectory.appending(path: "inputtool-\(UUID())/inputtool")
    try FileManager.default.createDirectory(
      at: program.deletingLastPathComponent(), withIntermediateDirectories: true)
    let compiler = Process()
    compiler.executableURL = URL(filePath: "/usr/bin/env")
    let source = VirtualMachine.repository.appending(path: "tools/vm.d/inputtool.c").path
    compiler.arguments = ["cc", "-O2", "-Wall", source, "-linput", "-ludev", "-o", program.path]
    // A file, not a pipe: machines that other tests start meanwhile would keep a pipe's end open until they are done.
    let errors = program.deletingLastPathComponent().appending(path: "errors")
    _ = FileManager.default.createFile(atPath: errors.path, contents: nil)
    compiler.standardError = try FileHandle(forWritingTo: errors)
    try compiler.run()
    compiler.waitUntilExit()
    guard compiler.terminationStatus == 0 else { throw Failure(text: try String(contentsOf: errors, encoding: .utf8)) }
    return program.path
  }

  struct Failure: Error {
    let text: String
  }
}
