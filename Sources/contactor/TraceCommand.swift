import ArgumentParser
import ContactorCore
import ContactorEvdev
import ContactorTrace
import Glibc

/// `contactor trace`.
struct TraceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trace",
    abstract: "Looks at recordings, converts them and changes them.",
    discussion: """
      Reads contactor's own format, libinput record, evemu, getevent -t, evtest and JSON lines; the format is told by the
      content, never by the name. What is damaged is named with its place and skipped; the exit status is then 1. \
      libinput record writes one device after the other: of a file, frames are read in the order of their times; of a \
      pipe, as they stand.
      """,
    subcommands: [
      TraceInfoCommand.self, TraceCatCommand.self, TraceConvertCommand.self, TraceCutCommand.self, TraceDiffCommand.self,
      TraceFaultCommand.self, TraceRedactCommand.self, TraceStrokeCommand.self,
    ])
}

/// Tells of damage as it is met, and hands everything on.
struct DamageReport<Output: TraceSink>: TraceSink {
  var output: Output
  let file: String
  private(set) var count = 0
  private let isSilent: Bool

  init(_ output: Output, file: String, isSilent: Bool = false) {
    self.output = output
    self.file = file
    self.isSilent = isSilent
  }

  mutating func take(_ events: UnsafeBufferPointer<EvdevEvent>, from device: DeviceID) throws(TraceError) {
    try output.take(events, from: device)
  }

  mutating func take(_ record: TraceRecord) throws(TraceError) {
    if case .damage(let damage) = record, !isSilent {
      count += 1
      if count <= 20 { Console.error("\(file): \(damage)") }
    }
    try output.take(record)
  }

  mutating func finish() throws(TraceError) { try output.finish() }
}

extension ParsableCommand {
  /// Reads a recording into a sink, with a bar where it takes long.
  ///
  /// - Parameters:
  ///   - reportsDamage: whether damage is told; not where the recording is read again afterwards.
  ///   - end: gets the reader when everything has been read, damaged or not.
  /// - Throws: `Failure`, also for a recording that is damaged, after all of it has been read.
  func pour(
    _ path: String, into sink: some TraceSink, reportsDamage: Bool = true,
    end: (RecordingReader) throws(TraceError) -> Void = { _ in }
  ) throws {
    let bar = ProgressBar()
    defer { bar.clear() }
    do {
      var report = DamageReport(sink, file: path, isSilent: !reportsDamage)
      var reader = try RecordingReader(path: path)
      while try reader.readNext(into: &report) { bar.show(reader.offset, of: reader.size) }
      try report.finish()
      bar.clear()
      try end(reader)
      guard report.count == 0 else { throw Failure(["\(path): \(count(report.count, "part")) could not be read"], .failed) }
    } catch let error as TraceError {
      bar.clear()
      if error.errno == EPIPE { throw ReaderGone() }
      throw Failure([Self.located(error, path)], .failed)
    }
  }

  /// Reads a recording and writes what becomes of it; the file that is there is replaced when all has been written.
  func pour<Change: TraceSink>(
    _ path: String, into target: TraceOutput, deviceCount: Int? = nil, through change: (TraceFileWriter<FileSink>) -> Change
  ) throws {
    try target.check(path)
    let (sink, writer) = try target.open(deviceCount: deviceCount)
    try pour(path, into: change(writer)) { (_) throws(TraceError) in try sink.commit() }
  }

  /// The error's text; a mistake that names no file is about the recording.
  private static func located(_ error: TraceError, _ path: String) -> String {
    error.file.isEmpty ? "\(path): \(error.message)" : error.description
  }
}

/// Where a changed recording goes.
struct TraceOutput: ParsableArguments {
  @Option(name: .shortAndLong, help: ArgumentHelp("The file to write; - for standard output.", valueName: "file"))
  var output: String

  @Option(help: ArgumentHelp("contactor, libinput, evemu or jsonl.", valueName: "format"))
  var format = "contactor"

  func validate() throws {
    guard TraceFileFormat.writable.contains(where: { $0.rawValue == format }) else {
      throw ValidationError("--format takes contactor, libinput, evemu or jsonl; the others can only be read")
    }
  }

  /// Opens the file, which must be committed in the end.
  func open(deviceCount: Int?) throws -> (FileSink, TraceFileWriter<FileSink>) {
    do throws(TraceError) {
      let sink = try FileSink.replacing(output)
      let chosen = TraceFileFormat(rawValue: format) ?? .contactor
      return (sink, try TraceFileWriter(sink, format: chosen, deviceCount: deviceCount))
    } catch {
      throw Failure([error.description], .failed)
    }
  }

  /// Refuses to write over what is being read.
  func check(_ input: String) throws {
    try refuseOverwriting(input, with: output)
  }
}
