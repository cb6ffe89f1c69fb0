import ContactorCore
import ContactorInput
import ContactorSystem
import ContactorTrace
import Glibc

/// Writes a recording in a separate thread, so that a slow disk never delays a touch.
///
/// At most `limit` bytes wait to be written; further blocks are left out, which a reader of the recording sees. The file is
/// brought to the disk (`fdatasync`) at most once a second, within a second of what was written, and at the end.
final class RecordingStore: Sendable {
  private enum Job {
    case write([UInt8])
    case rotate
    case close
    case discard
  }

  private struct Shared {
    var jobs: [Job] = []
    /// How many bytes wait to be written.
    var waiting = 0
    /// How many blocks were left out.
    var missed = 0
    var isMissing = false
    var remarks: [String] = []
    /// How many bytes were written.
    var written: Int64 = 0
    var failure: TraceError?
  }

  /// How many bytes may wait.
  static let limit = 4 << 20
  /// The time from a write until the disk has the bytes, in milliseconds at most.
  static let interval: Int64 = 1000

  private let shared = Guarded(Shared())
  /// Wakes the thread, and the loop.
  private let wake: WakePipe
  private let notice: WakePipe
  private let thread: Guarded<WorkerThread?>

  /// Starts the thread.
  init(_ files: SegmentFiles) throws(TraceError) {
    do throws(SystemError) {
      wake = try WakePipe()
      notice = try WakePipe()
    } catch {
      throw TraceError(.system, file: error.place, errno: error.errno, message: error.message)
    }
    thread = Guarded(nil)
    let worker = Worker(files, self)
    do throws(SystemError) {
      let started = try WorkerThread { worker.run() }
      thread.withLock { $0 = started }
    } catch {
      throw TraceError(.system, file: error.place, errno: error.errno, message: error.message)
    }
  }

  /// Readable when there is something to `takeRemarks()`.
  var noticeDescriptor: Int32 { notice.reading }

  /// Has a block written; returns at once.
  func write(_ bytes: [UInt8]) {
    put(.write(bytes))
  }

  /// Begins the next segment.
  func rotate() { put(.rotate) }

  /// Waits until everything is on the disk, and closes.
  func close() { end(.close) }

  /// Removes the file that was begun.
  func discard() { end(.discard) }

  /// The remarks for the user since the last call, one line each.
  func takeRemarks() -> [String] {
    notice.empty()
    return shared.withLock { shared in
      defer { shared.remarks = [] }
      return shared.remarks
    }
  }

  /// How many bytes the system has taken.
  var written: Int64 { shared.withLock { $0.written } }

  /// The error that ended the writing; `nil` while bytes are written.
  var failure: TraceError? { shared.withLock { $0.failure } }

  private func put(_ job: Job) {
    shared.withLock { shared in
      if case .write(let bytes) = job {
        guard shared.waiting + bytes.count <= Self.limit else {
          shared.missed += 1
          return
        }
        shared.waiting += bytes.count
      }
      shared.jobs.append(job)
    }
    wake.signal()
  }

  private func end(_ job: Job) {
    put(job)
    if let thread = thread.withLock({ $0.take() }) { thread.join() }
  }

  /// The work of the writing thread; no other thread uses it.
  private final class Worker: @unchecked Sendable {
    private let files: SegmentFiles
    private let store: RecordingStore
    private var nextSync: Int64 = 0
    private var isShrunk = false

    init(_ files: SegmentFiles, _ store: RecordingStore) {
      self.files = files
      self.store = store
    }

    func run() {
      while true {
        for job in takeJobs() {
          do throws(TraceError) {
            if try perform(job) { return }
          } catch {
            fail(error)
          }
        }
        let now = Self.milliseconds
        if files.isDirty, now >= nextSync {
          do throws(TraceError) { try files.synchronize() } catch { fail(error) }
          nextSync = Self.milliseconds + RecordingStore.interval
        }
        let pause = files.isDirty ? max(0, nextSync - Self.milliseconds) : -1
        store.wake.wait(milliseconds: Int32(pause))
      }
    }

    private func takeJobs() -> [Job] {
      store.shared.withLock { shared in
        if shared.missed > 0, !shared.isMissing {
          shared.isMissing = true
          shared.remarks.append("the disk is too slow for the recording: blocks are missing in it; touches are not delayed")
          store.notice.signal()
        }
        defer { shared.jobs = [] }
        return shared.jobs
      }
    }

    /// Does a job; `true` after the last.
    private func perform(_ job: Job) throws(TraceError) -> Bool {
      switch job {
      case .write(let bytes):
        store.shared.withLock { $0.waiting -= bytes.count }
        try write(bytes)
      case .rotate: try files.rotate()
      case .close:
        do throws(TraceError) { try files.synchronize() } catch { fail(error) }
        files.close()
        return true
      case .discard:
        files.discard()
        return true
      }
      return false
    }

    private func write(_ bytes: [UInt8]) throws(TraceError) {
      while true {
        do throws(TraceError) {
          try files.write(bytes)
          return store.shared.withLock { $0.written += Int64(bytes.count) }
        } catch {
          // On a full disk a ring drops its oldest segment.
          guard error.errno == ENOSPC || error.errno == EDQUOT, files.removeOldest() else { throw error }
          if !isShrunk { say("\(error.file): the disk is full; the recording keeps less, everything goes on") }
          isShrunk = true
        }
      }
    }

    private func fail(_ error: TraceError) {
      files.close()
      let isFirst = store.shared.withLock { shared in
        defer { shared.failure = shared.failure ?? error }
        return shared.failure == nil
      }
      let reason = error.errno == EPIPE ? "\(error.file): nobody reads it any more" : error.description
      if isFirst { say("\(reason); the recording ends here, everything else goes on") }
    }

    private func say(_ remark: String) {
      store.shared.withLock { $0.remarks.append(remark) }
      store.notice.signal()
    }

    private static var milliseconds: Int64 { MonotonicClock.now.microseconds / 1000 }
  }
}

/// Hands a writer's blocks to a store, and counts their bytes.
struct StoreSink: ByteSink {
  let store: RecordingStore
  /// How many bytes went to the present segment.
  private(set) var size: Int64 = 0

  init(_ store: RecordingStore) { self.store = store }

  mutating func write(_ bytes: UnsafeRawBufferPointer) throws(TraceError) {
    size += Int64(bytes.count)
    unsafe store.write(Array(bytes))
  }

  /// Does nothing: the store synchronizes.
  mutating func synchronize() throws(TraceError) {}
}
