internal import ContactorCore
internal import Glibc

/// Writes lines from a thread of its own, so that neither a slow disk nor a pipe that is not read delays the caller.
///
/// The number of waiting bytes is limited. Lines beyond the limit are left out, and so are lines that a full disk does not take;
/// where writing goes on, one line in the file says how many. One thread calls all methods; `takeEvents()` tells it what happened.
package final class BackgroundWriter: Sendable {
  /// Events for the owner.
  package enum Event: Equatable, Sendable {
    /// The limit of waiting bytes is reached: lines are left out from now on.
    case full
    /// The disk is full: lines are left out until it has room.
    case noSpace(errno: Int32)
    /// Lines are written again, after so many that were left out.
    case resumed(lost: Int)
    /// Nothing is written any more, until `reopen()`.
    case ended(errno: Int32)
    /// The file could not be opened anew; lines go to the old one.
    case notReopened(SystemError)
    /// The file could not be turned over; lines go on in it.
    case notTurnedOver(SystemError)
    /// At the end so many lines were still waiting for a reader.
    case abandoned(lost: Int)
  }

  /// How many bytes may wait.
  package static let limit = 1 << 20
  /// How long `close()` waits in milliseconds: for a pipe that is not read, and for one that is read slowly.
  private static let (stallTime, closeTime): (Int64, Int64) = (1000, 3000)

  private let channel: Channel
  private let thread: Guarded<WorkerThread?>
  private let limit: Int

  /// Starts the thread.
  ///
  /// - Parameters:
  ///   - limit: how many bytes may wait.
  ///   - reopening: opens the file anew for `reopen()`; it is called in the thread.
  ///   - turningOver: makes a new file for `turnOver()`, given the descriptor of the present one, in which lines go on where it makes none;
  ///     it is called in the thread.
  ///   - lossLine: makes the line that says how many were left out; it is called in any thread.
  package init(
    _ descriptor: consuming FileDescriptor, limit: Int = BackgroundWriter.limit, calls: SystemCalls = .kernel,
    reopening: (@Sendable () throws(SystemError) -> FileDescriptor)? = nil,
    turningOver: (@Sendable (_ current: Int32) throws(SystemError) -> FileDescriptor?)? = nil,
    lossLine: @escaping @Sendable (_ lost: Int) -> [UInt8]
  ) throws(SystemError) {
    let channel = try Channel(lossLine)
    self.channel = channel
    self.limit = limit
    let worker = Worker(OutputFile(descriptor, calls: calls), channel, calls, reopening, turningOver)
    thread = Guarded(try WorkerThread { worker.run() })
  }

  deinit { close() }

  /// Readable when there is something to `takeEvents()`.
  package var noticeDescriptor: Int32 { channel.notice.reading }

  /// Has whole lines written; returns at once, after one system call at most.
  ///
  /// - Returns: whether there is something to `takeEvents()`.
  package func write(_ lines: UnsafeRawBufferPointer) -> Bool {
    let count = unsafe lines.count { $0 == 10 }
    return channel.shared.update { shared in
      guard !shared.isBroken, !shared.isEnding else { return !shared.events.isEmpty }
      let waiting = shared.waiting.count + shared.writing
      // Writing resumes when half of the bytes are written, so that a slow reader gets runs of lines instead of single ones.
      if shared.isFull, waiting <= limit / 2 { resume(&shared) }
      if !shared.isFull, waiting + lines.count <= limit {
        unsafe shared.waiting.append(contentsOf: lines)
        shared.waitingLines += count
      } else {
        if !shared.isFull { shared.events.append(.full) }
        shared.isFull = true
        shared.lost += count
      }
      return !shared.events.isEmpty
    }
  }

  /// Opens the file anew, as after its rotation: lines that wait go to the old file, later ones to the new one.
  package func reopen() {
    channel.shared.update { $0.mark(.reopened) }
  }

  /// Turns the file over: lines that wait go to the old file, later ones to the new one.
  package func turnOver() {
    channel.shared.update { $0.mark(.turnedOver) }
  }

  /// What happened since the last call.
  package func takeEvents() -> [Event] {
    let events = channel.shared.withLock { shared in
      let events = shared.events
      if !events.isEmpty { shared.events = [] }
      return events
    }
    if !events.isEmpty { channel.notice.empty() }
    return events
  }

  /// Writes the waiting lines and ends; waits one second for a pipe that is not read, three at most for a slow one.
  package func close() {
    guard let thread = thread.withLock({ $0.take() }) else { return }
    channel.shared.update { shared in
      if shared.isFull { resume(&shared) }
      shared.isEnding = true
    }
    let end = MonotonicClock.now.microseconds + Self.closeTime * 1000
    var progress = -1
    while true {
      if channel.shared.wait(milliseconds: Self.stallTime, until: { $0.hasEnded ? true : nil }) != nil { return thread.join() }
      let before = progress
      progress = channel.shared.withLock { $0.progress }
      if progress == before || MonotonicClock.now.microseconds > end { break }
    }
    // The thread ends with the program, or when the pipe is read.
    thread.detach()
    channel.shared.withLock { shared in
      shared.events.append(.abandoned(lost: shared.writingLines + shared.waitingLines))
    }
  }

  private func resume(_ shared: inout Channel.Shared) {
    shared.waiting += channel.lossLine(shared.lost)
    shared.waitingLines += 1
    shared.events.append(.resumed(lost: shared.lost))
    (shared.isFull, shared.lost) = (false, 0)
  }

  /// A place among the waiting bytes from which lines belong in another file.
  private struct Mark: Equatable {
    enum Change { case reopened, turnedOver }

    var place: Int
    let change: Change
  }

  /// The state that the caller and the thread share.
  private final class Channel: Sendable {
    struct Shared {
      var waiting: [UInt8] = []
      var waitingLines = 0
      /// How many bytes and lines the thread is writing now.
      var writing = 0
      var writingLines = 0
      /// Whether lines are left out, until half of what waits is written; and how many were.
      var isFull = false
      var lost = 0
      var isBroken = false
      /// Where the waiting bytes go on in another file, in their order.
      var marks: [Mark] = []
      var isEnding = false
      var hasEnded = false
      /// How often the system took something.
      var progress = 0
      var events: [Event] = []

      /// Has later lines go to another file; once is enough where no line lies between.
      mutating func mark(_ change: Mark.Change) {
        let mark = Mark(place: waiting.count, change: change)
        if marks.last != mark { marks.append(mark) }
      }
    }

    let shared = Guarded(Shared())
    let notice: WakePipe
    let lossLine: @Sendable (_ lost: Int) -> [UInt8]

    init(_ lossLine: @escaping @Sendable (_ lost: Int) -> [UInt8]) throws(SystemError) {
      notice = try WakePipe()
      self.lossLine = lossLine
    }
  }

  /// The work of the thread; no other thread uses it.
  private final class Worker: @unchecked Sendable {
    /// How many bytes are handed to the system at once: small, so that `close()` sees that a slow reader reads.
    private static let pieceSize = 8192

    private let channel: Channel
    private let calls: SystemCalls
    private let reopening: (@Sendable () throws(SystemError) -> FileDescriptor)?
    private let turningOver: (@Sendable (Int32) throws(SystemError) -> FileDescriptor?)?
    private var file: OutputFile
    private var batch: [UInt8] = []
    private var isBroken = false
    /// How many lines a full disk did not take.
    private var lost = 0

    init(
      _ file: OutputFile, _ channel: Channel, _ calls: SystemCalls,
      _ reopening: (@Sendable () throws(SystemError) -> FileDescriptor)?,
      _ turningOver: (@Sendable (Int32) throws(SystemError) -> FileDescriptor?)?
    ) {
      self.file = file
      self.channel = channel
      self.calls = calls
      self.reopening = reopening
      self.turningOver = turningOver
    }

    func run() {
      var ends = false
      while !ends {
        var start = 0
        for mark in takeBatch(ends: &ends) {
          let end = min(mark.place, batch.count)
          write(start..<end)
          start = end
          switch mark.change {
          case .reopened: reopen()
          case .turnedOver: turnOver()
          }
        }
        write(start..<batch.count)
        // Memory that a long wait took is given back.
        if batch.capacity > 1 << 17 { batch = [] } else { batch.removeAll(keepingCapacity: true) }
      }
      if lost > 0 { writePiece(batch[...]) }
      channel.shared.update { $0.hasEnded = true }
    }

    /// Waits until there is something to do, and takes it: where lines go on in another file.
    ///
    /// This is also where the batch before counts as written, so that a frame's lines cost the lock once.
    private func takeBatch(ends: inout Bool) -> [Mark] {
      var marks: [Mark] = []
      // Without a time there is always a result.
      _ = channel.shared.wait { shared -> Void? in
        if shared.writing > 0 { shared.progress += 1 }
        (shared.writing, shared.writingLines) = (0, 0)
        guard !shared.waiting.isEmpty || !shared.marks.isEmpty || shared.isEnding else { return nil }
        swap(&batch, &shared.waiting)
        (shared.writing, shared.writingLines) = (batch.count, shared.waitingLines)
        (marks, ends) = (shared.marks, shared.isEnding)
        (shared.marks, shared.waitingLines) = ([], 0)
        return ()
      }
      return marks
    }

    /// Writes a part of the batch, whole lines, in pieces.
    private func write(_ range: Range<Int>) {
      var start = range.lowerBound
      while start < range.upperBound, !isBroken {
        let limit = min(start + Self.pieceSize, range.upperBound)
        // Up to the last line's end in the piece, or to the end of a line that is longer.
        let end = (batch[start..<limit].lastIndex(of: 10) ?? batch[limit...].firstIndex(of: 10) ?? batch.count - 1) + 1
        writePiece(batch[start..<end])
        if end < batch.count {
          let lines = batch[start..<end].count { $0 == 10 }
          channel.shared.withLock { shared in
            shared.writing -= end - start
            shared.writingLines -= lines
            shared.progress += 1
          }
        }
        start = end
      }
    }

    /// Writes some lines, after the one that says how many are missing.
    private func writePiece(_ lines: ArraySlice<UInt8>) {
      let text = lost > 0 ? channel.lossLine(lost)[...] + lines : lines
      do throws(OutputFile.WriteError) {
        try write(text)
        if lost > 0 { tell(.resumed(lost: lost)) }
        lost = 0
      } catch {
        guard error.errno == ENOSPC || error.errno == EDQUOT else {
          isBroken = true
          channel.shared.withLock { shared in
            shared.isBroken = true
            (shared.waiting, shared.waitingLines) = ([], 0)
            for index in shared.marks.indices { shared.marks[index].place = 0 }
          }
          return tell(.ended(errno: error.errno))
        }
        if lost == 0 { tell(.noSpace(errno: error.errno)) }
        // Where something was kept, the line about the missing ones was, too.
        let missing = text.dropFirst(error.kept).count { $0 == 10 }
        lost = error.kept > 0 || lost == 0 ? missing : lost + lines.count { $0 == 10 }
      }
    }

    private func write(_ text: ArraySlice<UInt8>) throws(OutputFile.WriteError) {
      var failure: OutputFile.WriteError?
      unsafe text.withUnsafeBytes { bytes in
        do throws(OutputFile.WriteError) { try unsafe file.write(bytes, unit: .lines) } catch { failure = error }
      }
      if let failure { throw failure }
    }

    private func reopen() {
      guard let reopening else { return }
      do throws(SystemError) {
        file = OutputFile(try reopening(), calls: calls)
        isBroken = false
        channel.shared.withLock { $0.isBroken = false }
      } catch {
        tell(.notReopened(error))
      }
    }

    private func turnOver() {
      guard let turningOver else { return }
      do throws(SystemError) {
        guard let next = try turningOver(file.rawValue) else { return }
        file = OutputFile(next, calls: calls)
        isBroken = false
        channel.shared.withLock { $0.isBroken = false }
      } catch {
        tell(.notTurnedOver(error))
      }
    }

    private func tell(_ event: Event) {
      channel.shared.withLock { $0.events.append(event) }
      channel.notice.signal()
    }
  }
}
