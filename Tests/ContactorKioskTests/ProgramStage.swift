import ContactorCore
@testable import ContactorSystem
import Glibc
import Testing

/// An event loop, a folder, and a helper with its client on that loop.
final class ProgramStage {
  let loop: EventLoop
  /// A folder of this test alone; it is removed at the end.
  let folder: String
  private(set) var lines: [String] = []
  var server: ProgramServer?

  init() throws {
    loop = try EventLoop()
    var name = Array("/tmp/contactor-XXXXXX".utf8CString)
    folder = String(cString: try #require(mkdtemp(&name)))
  }

  deinit {
    server?.shutdown()
    ProcessRunner(loop: loop).run(ProgramRequest(argv: ["rm", "-rf", folder])) { _ in }
  }

  /// Where the helper listens.
  var socket: String { folder + "/programs" }

  /// Starts a helper; its lines are kept.
  @discardableResult
  func serve(allowed: Set<UInt32> = []) throws -> ProgramServer {
    let server = try ProgramServer.listening(at: socket, loop, allowed: allowed) { [weak self] in self?.lines.append($0) }
    self.server = server
    return server
  }

  func client(answerTime: Duration = ProgramClient.answerTime) -> ProgramClient {
    ProgramClient(path: socket, loop: loop, answerTime: answerTime)
  }

  /// Handles events until the condition holds, 300 s at most.
  func wait(_ condition: () -> Bool) throws {
    let end = loop.now + .seconds(300)
    while !condition(), loop.now < end { try loop.runOnce(timeout: .milliseconds(100)) }
    #expect(condition())
  }

  /// Runs a program to its end.
  func outcome(of request: ProgramRequest, by starter: any ProgramStarter) throws -> ProcessOutcome? {
    var result: ProcessOutcome?
    starter.run(request) {
      #expect(result == nil, "the completion was called twice")
      result = $0
    }
    try wait { result != nil }
    return result
  }

  /// Runs a program to its end and gives what it wrote.
  func output(of request: ProgramRequest, by starter: any ProgramStarter) throws -> String {
    var result: [UInt8]?
    starter.capture(request) { result = $1 }
    try wait { result != nil }
    return String(decoding: result ?? [], as: UTF8.self)
  }

  /// The text of a file in the folder; empty where there is none.
  func text(of name: String) -> String {
    guard let file = fopen("\(folder)/\(name)", "r") else { return "" }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = getc(file), byte >= 0 { bytes.append(UInt8(byte)) }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension ProgramRequest {
  /// A shell's script, in a folder.
  static func script(_ text: String, in folder: String? = nil, limits: ProgramLimits = ProgramLimits()) -> ProgramRequest {
    ProgramRequest(argv: ["sh", "-c", text], directory: folder, limits: limits)
  }
}
