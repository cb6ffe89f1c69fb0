import ArgumentParser
import ContactorTrace

/// `contactor trace convert`.
struct TraceConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Writes a recording in another format.",
    discussion: """
      libinput replay takes what --format libinput writes, evemu-play what --format evemu writes. Raw events go from one
      format to the other as they are; what the engine was given stays in contactor and jsonl only.
      """)

  @Argument(help: "The recording; - for standard input.")
  var trace: String

  @OptionGroup var target: TraceOutput

  func run() throws {
    try pour(trace, into: target, deviceCount: deviceCount()) { $0 }
  }

  /// libinput's text begins with the number of devices; a pipe is taken to have one.
  private func deviceCount() throws -> Int? {
    guard target.format == TraceFileFormat.libinput.rawValue, trace != "-" else { return nil }
    do throws(TraceError) {
      var reader = try RecordingReader(path: trace)
      var info = TraceInfo()
      try reader.readAll(into: &info)
      return info.devices.count
    } catch {
      throw Failure([error.description], .failed)
    }
  }
}
