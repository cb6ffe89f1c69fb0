import ArgumentParser
import ContactorCore
import ContactorInput
import ContactorKiosk
import ContactorTrace
import Glibc

/// `contactor record`.
struct RecordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Records touchscreens: every event that the kernel reports, and what the panels say of themselves.",
    discussion: """
      Records until SIGINT, SIGTERM or the end of --duration. Touchscreens may come and go at any time. Whatever else \
      reads the touchscreens goes on; while another program has grabbed one, nothing comes from it.

      \(RecordingArguments.help)

        contactor record -o day.trace --duration 60
        contactor replay day.trace --layout kiosk.yaml --log -
      """)

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("The recording; - for standard output. Without it, a name of the time.", valueName: "file"),
    completion: .file(extensions: ["trace"]))
  var output: String?

  @Option(
    name: .customLong("device"),
    help: ArgumentHelp("A device node to record, and no other; may be given several times.", valueName: "node"),
    completion: .deviceNode)
  var devices: [String] = []

  @Option(
    help: ArgumentHelp("End after that many seconds: above 0 and below 1e9, such as 0.5.", valueName: "seconds"))
  var duration: Double?

  @OptionGroup var recording: RecordingArguments

  func validate() throws {
    if let duration, !(duration > 0 && duration < 1e9) { throw ValidationError("--duration takes seconds above 0") }
    if output == "-", recording.ring != nil { throw ValidationError("a ring needs a file: -o FILE") }
  }

  func run() throws {
    let path = output ?? Self.nameOfNow()
    var options = RecordService.Options(recording: recording.options(path: path))
    options.devices = devices
    options.duration = duration.map { .microseconds(Int64($0 * 1e6)) }
    let isTerminal = isatty(STDERR_FILENO) == 1
    let clear = isTerminal ? "\r\u{1b}[K" : ""
    let progress = { (outcome: RecordService.Outcome) in Console.part("\(clear)\(Self.text(outcome))") }
    do {
      let service = try RecordService(
        options, complain: { Console.error($0, waits: false) }, note: { Console.note($0, waits: false) },
        progress: isTerminal ? progress : nil)
      let outcome = try service.run()
      Console.part(clear)
      if outcome.isWhole { Console.note("\(path): \(Self.text(outcome))") }
      guard outcome.isWhole else { throw Failure([], .failed) }
    } catch let error as InputError {
      throw Failure(error)
    } catch let error as TraceError {
      throw Failure.from(error)
    }
  }

  private static func text(_ outcome: RecordService.Outcome) -> String {
    let tenths = outcome.duration.clampedMicroseconds / 100_000
    return "\(tenths / 10).\(tenths % 10) s, \(count(outcome.frames, "frame")), \(ByteSize.text(outcome.bytes))"
  }

  /// A name that tells the time: `touches-20260131-235959.trace`.
  private static func nameOfNow() -> String {
    var now = time(nil)
    var parts = unsafe tm()
    unsafe localtime_r(&now, &parts)
    var text = [CChar](repeating: 0, count: 64)
    let length = unsafe strftime(&text, text.count, "touches-%Y%m%d-%H%M%S.trace", &parts)
    return String(decoding: text[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
