package import ContactorCore
public import ContactorSystem
package import ContactorTrace
import Glibc

/// Writes log lines to a file or to standard output, gathered to one `write()` per `flush()`.
///
/// Where touches wait for it, a thread of its own writes (`BackgroundWriter`): lines that a reader does not read and a full
/// disk does not take are left out, and a line `{"t":…,"kind":"dropped","lines":…}` says how many. A replay waits for its
/// reader instead, and its log ends where it cannot be written.
public final class LogWriter {
  /// Why the log could not be opened.
  public struct OpenError: Error, CustomStringConvertible {
    /// One sentence with the place.
    public let description: String
  }

  /// Why a log could not be written on.
  package struct WriteError {
    /// The error number of `write()`.
    package let errno: Int32
    /// The system's words for it.
    package var reason: String { SystemError.text(of: errno) }
  }

  /// Where the lines go.
  private enum Output {
    /// Nowhere but to the tee.
    case none
    case closure(([UInt8]) -> Void)
    case file(OutputFile)
    case thread(BackgroundWriter)
  }

  private let output: Output
  private let name: String
  private let complain: (String) -> Void
  private let failed: (WriteError) -> Void
  private let endsOnFullDisk: Bool
  /// When the log goes on in a new file; `nil` for never.
  private let rotation: LogRotation?
  /// How many bytes the present file has, with those that are not written yet.
  private var size: Int64 = 0
  @safe @exclusivity(unchecked) private var text = TextBuffer(capacity: 1 << 14)
  /// The beginning of a line with the time `lineTime`.
  @safe @exclusivity(unchecked) private var lineStart = TextBuffer(capacity: 32)
  @safe @exclusivity(unchecked) private var lineTime = Timestamp(microseconds: 0)
  /// Whether the output takes no lines any more.
  private var hasEnded = false { didSet { updateKinds() } }
  /// The kinds of lines that something takes; where there are none, no lines are made.
  ///
  /// An output takes all. Asked before a line of a frequent kind is made, for `append` leaves out no kind by itself.
  @safe @exclusivity(unchecked) package private(set) var kinds = LogLineKinds.everything
  /// Gets the lines, too, before the output does: whole lines, which are not kept; `nil` for nobody.
  package var tee: ((borrowing RawSpan) -> Void)? { didSet { updateKinds() } }
  /// What the tee wants now at least; without an output no other lines need be made.
  package var teeKinds: LogLineKinds = [] { didSet { updateKinds() } }
  /// How many lines were left out.
  package private(set) var lostLines = 0
  /// Why the log has ended; `nil` as long as it has not.
  package private(set) var failure: WriteError?
  /// Whether `flush()` waits for 64 kB, as for a replay without pauses.
  @safe @exclusivity(unchecked) package var isBuffered = false {
    didSet { if !isBuffered { flush() } }
  }

  /// Opens a log; `-` is standard output.
  ///
  /// A file is appended to, and made with mode 0600, for a log tells what was typed. One of another user is not written to.
  ///
  /// - Parameters:
  ///   - dropsLines: whether lines are left out rather than that the caller waits: where touches wait for it.
  ///   - rotation: when the log goes on in a new file; `nil` for never, and nothing where the caller waits. See `rotationIsDue`.
  ///   - group: the group that may read the file, by its name or number, which gives the file mode 0640; `nil` for none.
  ///   - complain: gets a line when writing fails, or lines are left out; a reader that is gone is `failure` alone where the
  ///     caller waits.
  public convenience init(
    path: String, dropsLines: Bool = false, rotation: LogRotation? = nil, group: String? = nil, complain: @escaping (String) -> Void
  ) throws(OpenError) {
    let number = group.flatMap { LogFile.number(ofGroup: $0) }
    if let group, number == nil { throw OpenError(description: "there is no group \(quoted(group)) to read the log") }
    try self.init(
      LogFile(path, rotation: dropsLines ? rotation : nil, group: number), dropsLines: dropsLines, complain: complain)
  }

  /// Opens a log as `init(path:dropsLines:rotation:group:complain:)` does.
  package init(_ logFile: LogFile, dropsLines: Bool, complain: @escaping (String) -> Void) throws(OpenError) {
    let path = logFile.path
    let name = path == "-" ? "standard output" : path
    self.name = name
    self.complain = complain
    endsOnFullDisk = false
    failed = { error in
      if error.errno != EPIPE {
        complain("\(name): \(error.reason); the log ends here, everything else goes on")
      } else if dropsLines {
        complain("\(name): nobody reads it any more; the log ends here, everything else goes on")
      }
    }
    do throws(SystemError) {
      let descriptor = try logFile.open()
      // A pipe or a terminal has no size.
      let present = path == "-" ? nil : LogFile.size(of: descriptor.rawValue)
      rotation = present == nil ? nil : logFile.rotation
      size = present ?? 0
      if dropsLines {
        let reopening = path == "-" ? nil : { @Sendable () throws(SystemError) -> FileDescriptor in try logFile.open(waits: false) }
        let turningOver = { @Sendable (current: Int32) throws(SystemError) -> FileDescriptor? in try logFile.turnOver(current) }
        output = .thread(try BackgroundWriter(descriptor, reopening: reopening, turningOver: turningOver, lossLine: Self.lossLine))
      } else {
        output = .file(OutputFile(descriptor))
      }
    } catch {
      throw OpenError(
        description: error.errno == EPERM ? error.description : "\(error); give --log a file that can be written")
    }
  }

  /// Makes a log without an output, for what takes its lines by the tee.
  package init() {
    output = .none
    name = ""
    complain = { _ in }
    failed = { _ in }
    endsOnFullDisk = false
    rotation = nil
    hasEnded = true
    kinds = []
  }

  /// Makes a log that hands its bytes to a closure: whole lines, one or more at a time.
  public init(collect: @escaping ([UInt8]) -> Void) {
    output = .closure(collect)
    name = ""
    complain = { _ in }
    failed = { _ in }
    endsOnFullDisk = false
    rotation = nil
  }

  /// Makes a log that writes to a descriptor, which stays the caller's, and leaves lines out rather than wait.
  ///
  /// - Parameter failed: called once if the log ends, as it does where the disk is full.
  package init(
    descriptor: Int32, name: String = "standard output", limit: Int = BackgroundWriter.limit,
    complain: @escaping (String) -> Void, failed: @escaping (WriteError) -> Void
  ) throws(SystemError) {
    self.name = name
    self.complain = complain
    self.failed = failed
    endsOnFullDisk = true
    rotation = nil
    let writer = try BackgroundWriter(FileDescriptor.duplicate(descriptor), limit: limit, lossLine: Self.lossLine)
    output = .thread(writer)
  }

  deinit { close() }

  /// Whether lines go anywhere, now or when the tee wants them.
  package var isConnected: Bool {
    if case .none = output { tee != nil } else { true }
  }

  private func updateKinds() { kinds = hasEnded ? tee == nil ? [] : teeKinds : .everything }

  /// The line with the number of lines that were left out.
  private static let lossLine = { @Sendable (lost: Int) -> [UInt8] in
    var line = JSONLine("dropped", at: MonotonicClock.now)
    line.add("lines", Int64(lost))
    return line.finished()
  }

  /// Readable when there is something to `hear()`; `nil` where nothing comes by itself.
  package var noticeDescriptor: Int32? {
    if case .thread(let writer) = output { writer.noticeDescriptor } else { nil }
  }

  /// Passes on what the thread reports.
  package func hear() {
    guard case .thread(let writer) = output else { return }
    for event in writer.takeEvents() {
      switch event {
      case .full: complain("\(name): it is read too slowly; lines of the log are left out, everything else goes on")
      case .resumed(let lost):
        lostLines += lost
        complain("\(name): the log goes on; \(lost) of its lines \(lost == 1 ? "was" : "were") left out")
      case .noSpace(let number):
        guard !endsOnFullDisk else {
          if failure == nil { fail(number) }
          continue
        }
        complain(
          "\(name): \(SystemError.text(of: number)); lines of the log are left out until there is room, everything else goes on")
      case .ended(let number): fail(number)
      case .notReopened(let error): complain("\(error); the log goes on in the old file")
      case .notTurnedOver(let error): complain("\(error); the log goes on in the file that it has")
      case .abandoned(let lost):
        lostLines += lost
        complain("\(name): nobody reads it; the last \(lost) lines of the log are left out")
      }
    }
  }

  /// Opens the file anew, as after its rotation; nothing for standard output and where no thread writes.
  public func reopen() {
    guard case .thread(let writer) = output else { return }
    flush()
    writer.reopen()
    (hasEnded, failure) = (false, nil)
  }

  /// Whether the file has reached its size, so that the log should go on in a new one as soon as no touch is under way.
  public var rotationIsDue: Bool { rotation.map { size >= $0.size } ?? false }

  /// Whether the file is a quarter larger than it should be, so that the log must go on in a new one also within a touch.
  public var rotationIsOverdue: Bool { rotation.map { size - $0.size >= $0.size / 4 } ?? false }

  /// Has the log go on in a new file, of which the lines that are added next are the first; none of the lines is lost.
  ///
  /// The thread that writes turns the files over: `FILE` becomes `FILE.1`, that one `FILE.2` and so on. Returns at once.
  public func rotate() {
    guard case .thread(let writer) = output, rotation != nil else { return }
    flush()
    writer.turnOver()
    size = 0
  }

  /// Writes the gathered lines and ends the log: later lines are lost.
  public func close() {
    isBuffered = false
    flush()
    guard case .thread(let writer) = output else { return }
    writer.close()
    hear()
    hasEnded = true
  }

  private func fail(_ number: Int32) {
    hasEnded = true
    failure = WriteError(errno: number)
    failed(WriteError(errno: number))
  }

  package func append(_ line: consuming JSONLine) {
    guard !kinds.isEmpty else { return }
    line.finish(in: &text)
    if text.count >= 1 << 16 { flush() }
  }

  /// Adds a line that is written in place; no other line may be added meanwhile.
  @inline(__always)
  package func append(_ kind: StaticString, at time: Timestamp, _ add: (inout JSONLine) -> Void) {
    guard !kinds.isEmpty else { return }
    // Many lines are of one moment: its text is made once.
    if time != lineTime || lineStart.isEmpty { begin(at: time) }
    var line = JSONLine(kind, after: lineStart, in: text.take())
    add(&line)
    text = line.finishedText()
    if text.count >= 1 << 16 { flush() }
  }

  @inline(never)
  private func begin(at time: Timestamp) {
    lineTime = time
    lineStart.removeAll()
    lineStart.append(literal: "{\"t\":")
    lineStart.append(time.microseconds)
  }

  /// Writes the gathered lines; call it after each frame.
  public func flush() {
    guard !text.isEmpty, !isBuffered || text.count >= 1 << 16 else { return }
    if let tee, !teeKinds.isEmpty { unsafe tee(UnsafeRawBufferPointer(text.bytes).bytes) }
    guard !hasEnded else { return text.removeAll() }
    switch output {
    case .none: break
    case .closure(let collect): unsafe collect(Array(text.bytes))
    case .file(let file):
      do throws(OutputFile.WriteError) {
        try unsafe file.write(UnsafeRawBufferPointer(text.bytes), unit: .lines)
      } catch {
        fail(error.errno)
      }
    case .thread(let writer):
      if rotation != nil { size += Int64(text.count) }
      if unsafe writer.write(UnsafeRawBufferPointer(text.bytes)) { hear() }
    }
    text.removeAll()
  }
}
