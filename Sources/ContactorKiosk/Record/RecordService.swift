import ContactorCore
import ContactorEvdev
public import ContactorInput
import ContactorSystem
import ContactorTrace
import Glibc

/// Where a recording goes.
public struct RecordingOptions: Hashable, Sendable {
  /// The file, `-` for standard output; with a ring, the beginning of the segments' names.
  public var path: String
  /// How many bytes a flight recorder keeps; `nil` to keep everything in one file.
  public var ringSize: Int64?
  /// Whether a file that is there may be overwritten.
  public var replaces: Bool

  /// The smallest ring, in bytes.
  public static let smallestRing: Int64 = 1 << 16

  /// Creates options.
  public init(path: String, ringSize: Int64? = nil, replaces: Bool = false) {
    self.path = path
    self.ringSize = ringSize.map { max($0, Self.smallestRing) }
    self.replaces = replaces
  }

  /// The size of a block in bytes: small beside the ring, so that little beyond the ring's size is lost at once.
  var blockSize: Int {
    let usual = TraceWriterOptions.usualBlockSize
    return ringSize.map { Int(min(Int64(usual), max(512, $0 / 256))) } ?? usual
  }

  /// The size in bytes at which a segment ends.
  var segmentSize: Int64 {
    ringSize.map { $0 / 10 } ?? .max
  }
}

/// Records touchscreens until a signal, or a time, ends it.
///
/// Raw events are read from the kernel, beside whatever else reads the panels, so that the recording holds everything.
public final class RecordService {
  /// The options of a recording, as the command line gives them.
  public struct Options {
    /// Where the recording goes.
    public var recording: RecordingOptions
    /// The device nodes to record; all touchscreens of the seat where empty.
    public var devices: [String] = []
    /// The time after which the recording ends; `nil` for never.
    public var duration: Duration?

    /// Creates options for all touchscreens.
    public init(recording: RecordingOptions) {
      self.recording = recording
    }
  }

  /// The size of a recording, and whether it is complete.
  public struct Outcome: Hashable, Sendable {
    /// The time since the touchscreens were opened.
    public var duration: Duration
    /// How many frames were recorded.
    public var frames: Int
    /// How many bytes were recorded.
    public var bytes: Int64
    /// Whether all of the recording is in the file.
    public var isWhole: Bool
  }

  private let options: Options
  private let loop: EventLoop
  private let complain: (String) -> Void
  private let note: (String) -> Void
  private let progress: ((Outcome) -> Void)?
  private var source: (any LiveTouchSource)?
  private var recorder: Recorder?
  private var failure: InputError?
  private var start = Timestamp(microseconds: 0)

  /// Prepares a recorder; `run()` opens the devices.
  ///
  /// - Parameters:
  ///   - complain: gets each problem as one line without prefix.
  ///   - note: gets each line that is no problem.
  ///   - progress: called once a second; `nil` lets the program sleep at rest.
  public init(
    _ options: Options, complain: @escaping (String) -> Void, note: @escaping (String) -> Void,
    progress: ((Outcome) -> Void)? = nil
  ) throws(InputError) {
    self.options = options
    self.complain = complain
    self.note = note
    self.progress = progress
    loop = try InputError.wrap { () throws(SystemError) in try EventLoop() }
  }

  /// Opens the file and the devices, and records until SIGINT, SIGTERM, SIGHUP or the end of the time.
  ///
  /// - Throws: `TraceError` where the file cannot be made, `InputError` where a named device cannot be opened or reading
  ///   is broken for good.
  public func run() throws -> Outcome {
    try InputError.wrap { () throws(SystemError) in
      try loop.watchSignals([SIGINT, SIGTERM, SIGHUP]) { [unowned self] _ in loop.stop() }
    }
    let recorder = try Recorder(options.recording, recordsFrames: false, loop: loop) { [unowned self] line in
      if self.recorder?.hasLostReader != true { complain(line) }
      // Without a file there is nothing left to do.
      if self.recorder?.hasFailed == true { loop.stop() }
    }
    self.recorder = recorder
    do throws(InputError) {
      source = try openSource(recorder)
    } catch {
      recorder.discard()
      throw error
    }
    start = loop.now
    if let duration = options.duration {
      loop.schedule(at: start + duration) { [unowned self] in loop.stop() }
    }
    if progress != nil { tick(recorder) }
    try record(recorder)
    let isWhole = recorder.close()
    var outcome = outcome(of: recorder)
    outcome.isWhole = isWhole || recorder.hasLostReader
    if let failure { throw failure }
    return outcome
  }

  private func record(_ recorder: Recorder) throws(InputError) {
    guard let source else { return }
    try InputError.wrap { () throws(SystemError) in
      try loop.watch(source.fileDescriptor) { [unowned self] in read(recorder) }
    }
    read(recorder)
    if source.devices.isEmpty, failure == nil {
      note("no touchscreen yet; waiting for one ('contactor devices' says what is there)")
    }
    try InputError.wrap { () throws(SystemError) in try loop.run() }
    source.suspend { recorder.take($0) }
  }

  private func openSource(_ recorder: Recorder) throws(InputError) -> any LiveTouchSource {
    // Positions are 0 … 1 of the panel; a replay scales them to its screen.
    var settings = TouchSourceOptions(
      problem: { [complain] in complain($0.description) },
      mapping: { _ in PositionPipeline(window: Size(width: 1, height: 1)) })
    settings.tap = recorder
    return try TouchSourceKind.evdev.open(options.devices, options: settings)
  }

  private func read(_ recorder: Recorder) {
    do throws(InputError) {
      try source?.dispatch { recorder.take($0) }
    } catch {
      failure = error
      loop.stop()
    }
  }

  private func tick(_ recorder: Recorder) {
    progress?(outcome(of: recorder))
    loop.schedule(at: loop.now + .seconds(1)) { [unowned self] in tick(recorder) }
  }

  private func outcome(of recorder: Recorder) -> Outcome {
    Outcome(duration: loop.now - start, frames: recorder.frameCount, bytes: recorder.size, isWhole: true)
  }
}
