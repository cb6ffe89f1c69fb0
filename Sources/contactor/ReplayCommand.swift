import ArgumentParser
import ContactorInput
import ContactorKiosk
import ContactorTrace
import Glibc

/// `contactor replay`.
struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Replays touches in the engine, without a touchscreen.",
    discussion: """
      A log replays to itself; a script is the touch lines of a log, with lines {"t":…,"kind":"wait"} to let time pass.
      Actions are logged and not executed unless --execute is given.
      """)

  @Argument(help: "The log or script.")
  var trace: String

  @Option(help: ArgumentHelp("The layout that is touched.", valueName: "file"))
  var layout: String?

  @Option(help: ArgumentHelp("How many times faster than recorded, or max.", valueName: "n"))
  var speed = "max"

  @Option(help: ArgumentHelp("Write what happens as JSON lines; - for standard output.", valueName: "file"))
  var log: String?

  @Option(help: ArgumentHelp("Compare the log with this file; exit 1 at the first difference.", valueName: "file"))
  var expect: String?

  @Flag(help: "Do what the actions say.")
  var execute = false

  private var factor: Double? { speed == "max" ? nil : Double(speed) }

  func validate() throws {
    guard speed == "max" || (factor ?? 0) > 0 && factor?.isFinite == true else {
      throw ValidationError("--speed takes a number above 0, or max")
    }
    guard log == nil || expect == nil else {
      throw ValidationError("--log and --expect are two ways to use the log; give one of them")
    }
  }

  func run() throws {
    let parsed = try layout.map(loadLayout)
    let script = try readText(trace)
    var lines: [UInt8] = []
    let writer = try expect == nil ? openLog(log) : LogWriter { lines += $0 }
    do {
      let replay = try Replay(script, file: trace, layout: parsed, log: writer, executes: execute) { Console.error($0) }
      try replay.run(speed: factor)
    } catch let error as TraceError {
      throw Failure([error.description], .failed)
    } catch let error as InputError {
      throw Failure(error)
    }
    if let expect { try compare(lines, with: readText(expect), named: expect) }
  }

  private func compare(_ bytes: [UInt8], with expected: String, named name: String) throws {
    let found = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    let wanted = expected.split(separator: "\n", omittingEmptySubsequences: false)
    for index in 0..<max(found.count, wanted.count) {
      let (left, right) = (index < wanted.count ? wanted[index] : "", index < found.count ? found[index] : "")
      guard left == right else {
        throw Failure(
          ["\(name):\(index + 1): the log differs", "  expected \(left)", "  found    \(right)"], .failed)
      }
    }
  }
}

/// The text of a file.
func readText(_ path: String) throws -> String {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { throw Failure(["\(path): \(String(cString: strerror(errno)))"], .failed) }
  defer { close(descriptor) }
  var bytes: [UInt8] = []
  var block = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = read(descriptor, &block, block.count)
    if count < 0, errno == EINTR { continue }
    guard count >= 0 else { throw Failure(["\(path): \(String(cString: strerror(errno)))"], .failed) }
    if count == 0 { return String(decoding: bytes, as: UTF8.self) }
    bytes += block[..<count]
  }
}
