import ArgumentParser
import ContactorCore
import ContactorInput
import ContactorKiosk
import ContactorLayout
import ContactorReport
import ContactorSystem
import ContactorTrace
import Glibc

/// `contactor replay`.
struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Replays touches in the engine, without a touchscreen, or through uinput to the whole system.",
    discussion: """
      Reads recordings of contactor record and of every program that trace reads, logs and scripts; of a flight \
      recorder's segments FILE.000001 …, name FILE. A log replays to itself; a script is the touch lines of a log, with \
      lines {"t":…,"kind":"wait"} to let time pass. Actions are logged and not executed unless --execute is given. \
      Programs that give tables their rows are never run: the rows are those of the recording.

      In the engine time is virtual: the log is the same at any --speed and with --step. With --to uinput the \
      recording's panels are made anew and touched at the frames' times (--speed 1 unless given); however that ends, \
      every contact is lifted. It needs permission to write to /dev/uinput.
      """)

  @Argument(help: "The recording, log or script; - for standard input.", completion: .recording)
  var trace: String

  @Option(help: ArgumentHelp("The layout that is touched.", valueName: "file"), completion: .layout)
  var layout: String?

  @OptionGroup var recording: PlayedRecording

  @Option(
    help: ArgumentHelp("How many times faster than recorded: above 0, 1 for the recorded speed; or max.", valueName: "factor"),
    completion: .list(["0.5", "1", "2", "10", "max"]))
  var speed: String?

  @Flag(help: "Wait for a line on standard input before each frame.")
  var step = false

  @Option(
    help: ArgumentHelp("Write what happens as JSON lines; - for standard output.", valueName: "file"),
    completion: .file())
  var log: String?

  @Option(
    help: ArgumentHelp("Compare the log with this file; exit 1 at the first difference.", valueName: "file"),
    completion: .file())
  var expect: String?

  @Option(
    help: ArgumentHelp(
      "Record the events for the copies of the panels that the layout forwards; the file's ending chooses the format, as in trace convert.",
      valueName: "file"),
    completion: .file(extensions: ["trace", "yml", "evemu", "jsonl"]))
  var forwarded: String?

  @Flag(help: "Do what the actions say.")
  var execute = false

  @Option(help: ArgumentHelp("Replay to the whole system: uinput.", valueName: "sink"))
  var to: Sink?

  /// The values of `--to`.
  enum Sink: String, ExpressibleByArgument, CaseIterable {
    case uinput
  }

  @Option(
    help: ArgumentHelp("With --execute: have programs started by the helper that listens there.", valueName: "socket"),
    completion: .file())
  var programs: String?

  private var factor: Double? {
    guard let speed else { return to == nil ? nil : 1 }
    return speed == "max" ? nil : Double(speed)
  }

  func validate() throws {
    guard speed == nil || speed == "max" || (factor ?? 0) > 0 && factor?.isFinite == true else {
      throw ValidationError("--speed takes a number above 0, or max")
    }
    guard log == nil || expect == nil else {
      throw ValidationError("--log and --expect are two ways to use the log; give one of them")
    }
    guard to == nil || (log == nil && expect == nil && !execute && !step) else {
      throw ValidationError("--to uinput goes to the whole system, not to the engine: no --log, --expect, --execute or --step")
    }
    guard programs == nil || execute else { throw ValidationError("--programs is for --execute") }
    guard !step || (speed == nil && trace != "-") else {
      throw ValidationError("--step waits for standard input: no --speed, and no recording from standard input")
    }
  }

  func run() throws {
    let parsed = try layout.map(loadLayout)
    do {
      if to != nil { return try sendToSystem(parsed) }
      try replay(parsed)
    } catch let error as TraceError {
      throw Failure([error.description], .failed)
    } catch let error as LogWriter.OpenError {
      throw Failure([error.description], .failed)
    } catch let error as InputError {
      throw Failure(error)
    } catch let error as SystemError {
      throw Failure(InputError(error))
    }
  }

  private func replay(_ layout: Layout?) throws {
    if let log { try refuseOverwriting(trace, with: log) }
    var reader = try RecordingReader(path: trace, recording.options())
    let comparison = try expect.map { (path) throws in try LogComparison(path: path) }
    let writer = try comparison.map { comparison in LogWriter { comparison.take($0) } } ?? openLog(log)
    let host = try LiveReplayHost(executes: execute, programs: programs) { Console.error($0) }
    let replay = Replay(layout: layout, log: writer, host: host)
    replay.isStopped = { [execute] in
      // With --execute the actions matter even if the log cannot be written.
      comparison?.difference != nil || (!execute && writer?.failure != nil)
    }
    if let comparison {
      replay.recordingEnded = { comparison.recordingEnded() }
    }
    if let forwarded {
      try refuseOverwriting(trace, with: forwarded)
      guard layout?.isForwarding == true else { throw Failure(["--forwarded needs a layout with forward:"], .usage) }
    }
    let copies = try forwarded.map { (path) throws(TraceError) in try FileSink.replacing(path) }
    let format = forwarded.map { TraceOutput.format(of: $0) ?? .contactor } ?? .contactor
    replay.forwarded = try copies.map { (sink) throws(TraceError) in try TraceFileWriter(sink, format: format) }
    let bar = ProgressBar()
    defer { bar.clear() }
    let size = reader.size
    replay.problem = { [trace] in Console.note("\(trace): \($0)") }
    replay.progress = { bar.show($0, of: size) }
    let frames = try replay.run(&reader, pace: pace)
    Console.report(reader.findings, of: trace)
    if let forwarded, replay.forwardedPanels == 0 {
      let reason = frames == 0 ? "no touch in \(trace)" : "\(trace) has touches in points of a window, and no panel"
      Console.note("\(forwarded): nothing to forward: \(reason)")
    }
    try copies?.commit()
    if let difference = replay.forwardDifference {
      Console.note("\(trace): \(difference)")
      if comparison != nil { throw Failure(["\(trace): the forwarded stream differs from the recorded one"], .failed) }
    }
    if let comparison { return try report(comparison) }
    if let failure = writer?.failure {
      if failure.errno == EPIPE { throw ReaderGone() }
      throw Failure([], .failed)
    }
    guard frames > 0 || reader.format != .jsonl else {
      throw TraceError(
        .empty, file: trace,
        message: "no touch in it; a script holds lines such as "
          + #"{"t":1000,"kind":"touch","touch":1,"phase":"began","x":10,"y":20}"#)
    }
  }

  private var pace: Replay.Pace {
    if let factor { return .factor(factor) }
    guard step else { return .unlimited }
    let isTerminal = isatty(STDIN_FILENO) == 1
    return .single { time in
      if isTerminal { Console.note("frame at \(time) µs; Enter for it") }
      // At the end of standard input the replay goes on without waiting.
      while case let key = getchar(), key != 10, key != EOF {}
    }
  }

  private func report(_ comparison: LogComparison) throws {
    comparison.finish()
    guard let difference = comparison.difference else { return }
    throw Failure(
      [
        "\(expect ?? ""):\(difference.line): the log differs", "  expected \(difference.expected)",
        "  found    \(difference.found)",
      ], .failed)
  }

  private func sendToSystem(_ layout: Layout?) throws {
    let replay = try UinputReplay(factor: factor, screen: layout?.screen.size) { Console.note($0) }
    var reader = try RecordingReader(path: trace, recording.options())
    let outcome = try replay.run(&reader)
    Console.report(reader.findings, of: trace)
    let (median, greatest) = (outcome.medianLateness.clampedMicroseconds, outcome.greatestLateness.clampedMicroseconds)
    let late = "\(median) µs late in the median, \(greatest) µs at most"
    guard outcome.signal == nil else {
      throw Failure(["interrupted after \(count(outcome.frames, "frame")); every contact was lifted"], .failed)
    }
    guard outcome.frames > 0 else { throw Failure(["\(trace): no touch in it; nothing was sent"], .failed) }
    if outcome.clampedPositions > 0 {
      Console.note("\(count(outcome.clampedPositions, "position")) that no panel can report put at the panel's edge")
    }
    Console.note("\(count(outcome.frames, "frame")) sent" + (factor == nil ? "" : ", \(late)"))
  }
}
