import Foundation

/// The small C program `tools/vm.d/inputtool.c`, which grabs, revokes and drains devices.
enum InputTool {
  /// Builds it with `cc`; throws what the compiler says.
  static func build() throws -> String {
    let program = FileManager.default.temporaryDirectory.appending(path: "inputtool-\(UUID())/inputtool")
    try FileManager.default.createDirectory(
      at: program.deletingLastPathComponent(), withIntermediateDirectories: true)
    let compiler = Process()
    compiler.executableURL = URL(filePath: "/usr/bin/env")
    let source = VirtualMachine.repository.appending(path: "tools/vm.d/inputtool.c").path
    compiler.arguments = ["cc", "-O2", "-Wall", source, "-linput", "-o", program.path]
    let errors = Pipe()
    compiler.standardError = errors
    try compiler.run()
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    compiler.waitUntilExit()
    guard compiler.terminationStatus == 0 else { throw Failure(text: text) }
    return program.path
  }

  struct Failure: Error {
    let text: String
  }
}
