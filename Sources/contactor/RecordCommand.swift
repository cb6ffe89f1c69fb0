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

  /// A file name with the local time: `touches-20260131-235959.trace`.
  private static func nameOfNow() -> String {
    var now = time(nil)
    var parts = unsafe tm()
    unsafe localtime_r(&now, &parts)
    var text = [CChar](repeating: 0, count: 64)
    let length = unsafe strftime(&text, text.count, "touches-%Y%m%d-%H%M%S.trace", &parts)
    return String(decoding: text[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// The options for the file of a recording.
struct RecordingArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Keep only the last part: segments FILE.000001, FILE.000002 …, together no larger than this: bytes, or a number "
        + "with K, M or G (65536, 500K, 20M, 2G), from 64K to 1073741824G.",
      valueName: "bytes"),
    completion: .list(["1M", "10M", "100M", "1G"]), transform: ByteSize.init(parsing:))
  var ring: ByteSize?

  @Flag(help: "Overwrite a recording that is there.")
  var force = false

  /// The options for a file.
  func options(path: String) -> RecordingOptions {
    RecordingOptions(path: path, ringSize: ring?.bytes, replaces: force)
  }

  func validate() throws {
    if let ring, ring.bytes < RecordingOptions.smallestRing {
      throw ValidationError("--ring takes 64K or more")
    }
  }

  /// The part of the help that is about all recordings.
  static let help = """
    A recording is written in blocks: one as soon as 16 KB have come together, and at the latest a second after its \
    first event. Blocks are brought to the disk (fdatasync) at most once a second, a second after they were written at the \
    latest, and at the end; a thread of its own does that, so that a slow disk never delays a touch. So a program that is \
    killed loses a second at most, a power cut two; what was written before is always readable. A file that is there is \
    not overwritten without --force; a ring goes on after the segments that are there. Where the disk is full, one line \
    says so, and the recording ends with its last whole block; a ring becomes smaller instead.
    """
}

/// A number of bytes, written as `65536`, `500K`, `20M` or `2G`.
struct ByteSize {
  /// The number of bytes, 1 … `limit`.
  let bytes: Int64

  /// The largest size, 1 EiB: more than any disk has, and far below the limit of 64 bits.
  static let limit: Int64 = 1 << 60

  /// Reads a number with K, M, G or nothing behind it.
  ///
  /// - Throws: `ValidationError` that says what is expected.
  init(parsing argument: String) throws {
    let units: [Character: Int64] = ["K": 1 << 10, "k": 1 << 10, "M": 1 << 20, "m": 1 << 20, "G": 1 << 30, "g": 1 << 30]
    let unit = argument.last.flatMap { units[$0] }
    guard let number = Double(unit == nil ? argument[...] : argument.dropLast()), number > 0 else {
      throw ValidationError("expected bytes, or a number with K, M or G: 65536, 500K, 20M, 2G")
    }
    // Checked before the conversion, which traps on what does not fit.
    let bytes = number * Double(unit ?? 1)
    guard bytes <= Double(Self.limit) else { throw ValidationError("that is more than any disk has; expected 1073741824G or less") }
    self.bytes = Int64(bytes)
  }

  /// A size as text in decimal units: `12.3 MB`.
  static func text(_ bytes: Int64) -> String {
    guard bytes >= 1000 else { return "\(bytes) bytes" }
    let (scale, name) = bytes >= 1_000_000 ? (100_000, "MB") : (100, "KB")
    let tenths = bytes / Int64(scale)
    return "\(tenths / 10).\(tenths % 10) \(name)"
  }
}
