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
      Reads contactor's own format, libinput record, libinput debug-events, evemu, getevent -t, evtest, python-evdev, tslib's
      ts_print, evbug and JSON lines; the content decides on the format, never the name. Lines may be quoted, indented or wrapped, and text may be \
      UTF-16. What is damaged is named with its place and skipped; the exit status is then 1. \
      libinput record writes one device after the other: of a file, frames are read in the order of their times; of a \
      pipe, as they stand.
      """,
    subcommands: [
      TraceInfoCommand.self, TraceCatCommand.self, TraceConvertCommand.self, TraceCutCommand.self, TraceDiffCommand.self,
      TraceFaultCommand.self, TraceRedactCommand.self, TraceStrokeCommand.self,
    ])
}

/// The limit on the places of damage that are named.
enum Damage {
  /// How many places are named.
  static let limit = 20

  /// The line that says how many places were not named; `nil` where all were.
  static func remark(of places: Int) -> String? {
    places > limit ? "and \(count(places - limit, "further place")), not named here" : nil
  }
}

/// Prints damage as it is found, and hands everything on.
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
    try unsafe output.take(events, from: device)
  }

  mutating func take(_ record: TraceRecord) throws(TraceError) {
    if case .damage(let damage) = record, !isSilent {
      count += 1
      if count <= Damage.limit { Console.error("\(file): \(damage)") }
    }
    try output.take(record)
  }

  mutating func finish() throws(TraceError) { try output.finish() }
}

extension ParsableCommand {
  /// Reads a recording into a sink, with a bar if it takes long.
  ///
  /// - Parameters:
  ///   - reportsDamage: whether damage is printed; `false` for the first of two readings.
  ///   - end: gets the reader when everything has been read, damaged or not.
  /// - Throws: `Failure`, also for a recording that is damaged, after all of it has been read.
  func pour(
    _ path: String, _ options: ReadingOptions = ReadingOptions(), into sink: some TraceSink, reportsDamage: Bool = true,
    end: (RecordingReader) throws(TraceError) -> Void = { _ in }
  ) throws {
    let bar = ProgressBar()
    defer { bar.clear() }
    do {
      var report = DamageReport(sink, file: path, isSilent: !reportsDamage)
      var reader = try RecordingReader(path: path, options)
      while try reader.readNext(into: &report) { bar.show(reader.offset, of: reader.size) }
      try report.finish()
      bar.clear()
      if reportsDamage { Console.report(reader.findings, of: path) }
      if let remark = Damage.remark(of: report.count) { Console.error("\(path): \(remark)") }
      try end(reader)
      guard report.count == 0 else { throw Failure(["\(path): \(count(report.count, "part")) could not be read"], .failed) }
    } catch let error as TraceError {
      bar.clear()
      if error.errno == EPIPE { throw ReaderGone() }
      throw Failure([Self.located(error, path)], .failed)
    }
  }

  /// Reads a recording and writes the changed one; an existing file is replaced when all has been written.
  ///
  /// - Parameter check: called before the file is replaced; throws to leave the file as it was.
  func pour<Change: TraceSink>(
    _ path: String, _ options: ReadingOptions = ReadingOptions(), into target: TraceOutput, deviceCount: Int? = nil,
    through change: (TraceFileWriter<FileSink>) -> Change, check: () throws(TraceError) -> Void = {}
  ) throws {
    try target.check(path)
    let (sink, writer) = try target.open(deviceCount: deviceCount)
    try pour(path, options, into: change(writer)) { (_) throws(TraceError) in
      try check()
      try sink.commit()
    }
  }

  /// The error's text, with the recording's path where the error names no file.
  private static func located(_ error: TraceError, _ path: String) -> String {
    error.file.isEmpty ? "\(path): \(error.message)" : error.description
  }
}

/// The options for the file and format of a changed recording.
struct TraceOutput: ParsableArguments {
  @Option(
    name: .shortAndLong, help: ArgumentHelp("The file to write; - for standard output.", valueName: "file"),
    completion: .file(extensions: ["trace", "ctr", "yml", "yaml", "evemu", "jsonl", "json"]))
  var output: String

  @Option(
    help: ArgumentHelp(
      "contactor, libinput, evemu or jsonl; without it the file's ending says so: .ctr .trace, .yml .yaml, .evemu, "
        + ".jsonl .json, and no ending for contactor.", valueName: "format"),
    completion: .list(TraceFileFormat.writable.map(\.rawValue)))
  var format: String?

  /// The format to write: `--format`, else by the file's ending.
  var chosenFormat: TraceFileFormat {
    format.flatMap { TraceFileFormat(rawValue: $0) } ?? Self.format(of: output) ?? .contactor
  }

  func validate() throws {
    if let format {
      guard TraceFileFormat.writable.contains(where: { $0.rawValue == format }) else {
        throw ValidationError("--format takes contactor, libinput, evemu or jsonl; the others can only be read")
      }
    } else if Self.format(of: output) == nil {
      throw ValidationError(
        "'\(output)': its ending is of no format that can be written (.ctr .trace for contactor, .yml .yaml for libinput, "
          + ".evemu, .jsonl .json); give --format contactor, libinput, evemu or jsonl")
    }
  }

  /// The format for a file's ending; `nil` for an unknown one.
  static func format(of path: String) -> TraceFileFormat? {
    let name = path.split(separator: "/").last ?? ""
    guard !path.hasPrefix("/dev/"), let dot = name.lastIndex(of: "."), dot != name.startIndex else { return .contactor }
    let ending = name[name.index(after: dot)...]
    switch ending.lowercased() {
    case "ctr", "trace", "contactor": return .contactor
    case "yml", "yaml": return .libinput
    case "evemu": return .evemu
    case "jsonl", "json": return .jsonl
    // A segment of a flight recorder, as FILE.000001.
    default: return !ending.isEmpty && ending.allSatisfy { ("0"..."9").contains($0) } ? .contactor : nil
    }
  }

  /// Opens the file, which must be committed in the end.
  func open(deviceCount: Int?) throws -> (FileSink, TraceFileWriter<FileSink>) {
    do throws(TraceError) {
      let sink = try FileSink.replacing(output)
      return (sink, try TraceFileWriter(sink, format: chosenFormat, deviceCount: deviceCount))
    } catch {
      throw Failure([error.description], .failed)
    }
  }

  /// Refuses to overwrite the recording that is read.
  func check(_ input: String) throws {
    try refuseOverwriting(input, with: output)
  }
}
