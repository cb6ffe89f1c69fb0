import ContactorSystem
import Glibc

/// Messages that wait until a broker has confirmed them, on disk, so that neither the service's end nor its kill loses one.
///
/// Its folder holds segments of about a megabyte, and the number of the last message that was confirmed. The queue is bounded: where it
/// is full, its oldest segment goes. What the disk does not take waits in memory, bounded, too. After a power cut the last second may be
/// missing, and messages may come again.
///
/// It belongs to one thread, for it waits for the disk.
final class MessageQueue {
  /// A message that was lost, because the queue was full.
  private(set) var lost = 0
  /// Whether messages wait in memory because the disk does not take them.
  var isInMemory: Bool { !tail.isEmpty }
  /// The disk's last failure; `nil` where it works.
  private(set) var failure: SystemError?

  private let held: HeldFolder?
  private let limit: Int
  private let segmentLimit: Int
  private let calls: SystemCalls
  private var segments: [MessageSegment] = []
  private var writer: FileDescriptor?
  private var reader: MessageReader?
  /// The segment that `reader` reads, by its first message.
  private var readerSegment: UInt64 = 0
  private var confirmations: FileDescriptor?
  /// The newest messages, which are in no segment.
  private var tail: [MessageRecord] = []
  private var tailSize = 0
  private var lastNumber: UInt64 = 0
  /// The last message that was handed out, and the last that was confirmed.
  private var readNumber: UInt64 = 0
  private var confirmed: UInt64 = 0
  /// How many messages of the first segment are confirmed.
  private var confirmedOfFirst = 0
  private var needsSynchronizing = false

  /// How many bytes wait in memory, at most, where the disk takes nothing.
  static let memoryLimit = 4 << 20

  // MARK: Opening

  /// Opens the queue of a folder, which is made where it is missing.
  ///
  /// - Parameters:
  ///   - folder: `nil` for a queue in memory.
  ///   - limit: how many bytes of messages there are at most.
  ///   - segmentLimit: the bytes that a segment has before another is begun; a test has them small.
  /// - Throws: `SystemError` with the way out for a folder that cannot be used: a link, another user's, one that others may write to, or
  ///   that another program has locked.
  init(
    folder: String?, limit: Int, segmentLimit: Int = MessageSegment.limit, calls: SystemCalls = .kernel
  ) throws(SystemError) {
    held = try folder.map(HeldFolder.init)
    (self.limit, self.segmentLimit, self.calls) = (max(limit, 2 * segmentLimit), segmentLimit, calls)
    if let folder { try readSegments(folder) }
  }

  private func readSegments(_ folder: String) throws(SystemError) {
    var numbers: [UInt64] = []
    guard let listing = unsafe opendir(folder) else { throw SystemError(errno: errno, place: folder) }
    defer { unsafe closedir(listing) }
    while let entry = unsafe readdir(listing) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if let number = MessageSegment.number(name) { numbers.append(number) }
    }
    confirmed = readConfirmed()
    for number in numbers.sorted() {
      let (segment, isDamaged) = try MessageSegment.scan(number, at: path(MessageSegment.name(number)), calls: calls)
      if isDamaged { damaged += 1 }
      guard let segment, segment.last > confirmed, segment.first > lastNumber else {
        remove(MessageSegment.name(number))
        continue
      }
      segments.append(segment)
      lastNumber = segment.last
    }
    lastNumber = max(lastNumber, confirmed)
    readNumber = confirmed
    try countConfirmed()
  }

  /// How many segments end in something that is no message, as after a power cut.
  private(set) var damaged = 0

  /// Counts the messages of the first segment that are confirmed.
  private func countConfirmed() throws(SystemError) {
    confirmedOfFirst = 0
    guard let first = segments.first, first.first <= confirmed else { return }
    var reader = try MessageReader(path(first.name), calls: calls)
    while let record = try reader.next(), record.number <= confirmed { confirmedOfFirst += 1 }
  }

  private func path(_ name: String) -> String { (held?.path ?? "") + "/" + name }

  // MARK: Adding

  /// How many messages are not confirmed.
  var count: Int { segments.reduce(0) { $0 + $1.count } - confirmedOfFirst + tail.count }

  /// Adds messages; nothing fails: see `failure`, `isInMemory` and `lost`.
  func append(_ messages: [BrokerMessage]) {
    for message in messages {
      lastNumber += 1
      tail.append(MessageRecord(number: lastNumber, message: message))
      tailSize += message.size
    }
    flush()
    var excess = 0
    while tailSize > Self.memoryLimit, excess < tail.count {
      tailSize -= tail[excess].message.size
      excess += 1
    }
    guard excess > 0 else { return }
    tail.removeFirst(excess)
    lost += excess
  }

  /// Writes what waits in memory; called again where the disk failed before.
  func flush() {
    guard held != nil, !tail.isEmpty else { return }
    do throws(SystemError) {
      while !tail.isEmpty { try writeSome() }
      failure = nil
    } catch {
      failure = error
      writer = nil
    }
  }

  /// Writes messages to the last segment, or to a new one, and makes room.
  private func writeSome() throws(SystemError) {
    if writer == nil || segments.last.map({ $0.size >= segmentLimit }) ?? true { try beginSegment() }
    guard let descriptor = writer?.rawValue, let segment = segments.last else { return }
    var bytes: [UInt8] = []
    var taken = 0
    while taken < tail.count, segment.size + bytes.count < segmentLimit {
      tail[taken].write(to: &bytes)
      taken += 1
    }
    let (written, number) = unsafe bytes.withUnsafeBytes { unsafe calls.writeAll($0, to: descriptor) }
    guard number == 0 else {
      // A part of a record must not stay before whole ones.
      if written > 0 { _ = calls.truncate(descriptor, Int64(segment.size)) }
      throw SystemError(errno: number, place: path(segment.name))
    }
    var changed = segment
    changed.last = tail[taken - 1].number
    changed.count += taken
    changed.size += bytes.count
    segments[segments.count - 1] = changed
    tailSize -= tail[..<taken].reduce(0) { $0 + $1.message.size }
    tail.removeFirst(taken)
    needsSynchronizing = true
    makeRoom()
  }

  private func beginSegment() throws(SystemError) {
    synchronize()
    guard let first = tail.first?.number else { return }
    // A segment that took nothing is begun anew.
    if let last = segments.last, last.count == 0 {
      remove(last.name)
      segments.removeLast()
    }
    let name = MessageSegment.name(first)
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW | O_APPEND
    remove(name)
    writer = try FileDescriptor(calls.open(path(name), flags, 0o600), place: path(name))
    segments.append(MessageSegment(first: first, last: first - 1))
  }

  /// Drops the oldest segments where there is more than the limit.
  private func makeRoom() {
    while segments.count > 1, segments.reduce(0, { $0 + $1.size }) > limit {
      lost += segments[0].count - confirmedOfFirst
      dropFirst()
    }
  }

  private func dropFirst() {
    let first = segments.removeFirst()
    confirmedOfFirst = 0
    if readerSegment == first.first { reader = nil }
    remove(first.name)
  }

  private func remove(_ name: String) { _ = unsafe unlink(path(name)) }

  /// Has the disk keep what was written; `fdatasync()`.
  func synchronize() {
    guard needsSynchronizing, let writer = writer?.rawValue else { return }
    needsSynchronizing = false
    _ = calls.synchronize(writer)
  }

  // MARK: Reading

  /// The next message that was not handed out yet; `nil` where there is none.
  func next() -> MessageRecord? {
    do throws(SystemError) {
      if let record = try nextOnDisk() {
        readNumber = record.number
        return record
      }
    } catch {
      failure = error
    }
    guard let record = tail.first(where: { $0.number > readNumber }) else { return nil }
    readNumber = record.number
    return record
  }

  private func nextOnDisk() throws(SystemError) -> MessageRecord? {
    while let index = segments.firstIndex(where: { $0.last > readNumber }) {
      let segment = segments[index]
      if reader == nil || readerSegment != segment.first {
        reader = try MessageReader(path(segment.name), calls: calls)
        readerSegment = segment.first
      }
      while let record = try reader?.next() {
        if record.number > readNumber { return record }
      }
      // The file is damaged, or someone has cut it.
      cutSegment(index)
    }
    return nil
  }

  /// Gives up the messages of a segment that cannot be read.
  private func cutSegment(_ index: Int) {
    let segment = segments[index]
    let missing = min(segment.count, Int(clamping: segment.last - max(readNumber, segment.first - 1)))
    lost += missing
    damaged += 1
    if index == segments.count - 1 { writer = nil }
    reader = nil
    segments[index].last = max(readNumber, segment.first - 1)
    segments[index].count -= missing
    guard segments[index].count <= 0 else { return }
    remove(segment.name)
    segments.remove(at: index)
  }

  /// Hands out again what is not confirmed, from the oldest.
  func rewind() {
    readNumber = confirmed
    reader = nil
  }

  // MARK: Confirming

  /// Notes that the messages up to this number are confirmed, and forgets them.
  func confirm(upTo number: UInt64) {
    guard number > confirmed else { return }
    let before = confirmed
    confirmed = number
    while let first = segments.first, first.last <= number, first.count > 0 {
      if segments.count == 1 { writer = nil }
      dropFirst()
    }
    if let first = segments.first, first.first <= number {
      // Numbers of one segment have no gaps but where a disk failed between; then a few count as waiting for longer.
      confirmedOfFirst = min(first.count, confirmedOfFirst + Int(clamping: number - max(before, first.first - 1)))
    }
    let kept = tail.drop { $0.number <= number }
    if kept.count < tail.count {
      tailSize -= tail[..<kept.startIndex].reduce(0) { $0 + $1.message.size }
      tail = Array(kept)
    }
    writeConfirmed()
  }

  private static let confirmedName = "confirmed"

  private func readConfirmed() -> UInt64 {
    guard
      let descriptor = try? FileDescriptor(
        calls.open(path(Self.confirmedName), O_RDONLY | O_CLOEXEC | O_NOFOLLOW, 0), place: "")
    else { return 0 }
    var bytes = [UInt8](repeating: 0, count: 20)
    let count = unsafe bytes.withUnsafeMutableBytes { unsafe calls.readSome(descriptor.rawValue, into: $0) }
    guard count == 20 else { return 0 }
    // After a power cut it may be anything; then messages come again.
    return UInt64(String(decoding: bytes, as: UTF8.self)) ?? 0
  }

  /// Writes the number in twenty digits over the ones before; a failure means only that messages come again.
  private func writeConfirmed() {
    guard held != nil else { return }
    if confirmations == nil {
      let flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW
      confirmations = try? FileDescriptor(calls.open(path(Self.confirmedName), flags, 0o600), place: "")
    }
    guard let descriptor = confirmations?.rawValue else { return }
    let name = MessageSegment.name(confirmed)
    _ = unsafe Array(name.utf8.prefix(20)).withUnsafeBytes { unsafe pwrite(descriptor, $0.baseAddress, $0.count, 0) }
  }
}

/// A folder that one queue uses at a time, in all programs; it is made where it is missing.
private final class HeldFolder {
  let path: String
  private let descriptor: FileDescriptor

  init(_ path: String) throws(SystemError) {
    if unsafe mkdir(path, 0o700) != 0, errno != EEXIST { throw SystemError(errno: errno, place: path) }
    let descriptor = try FileDescriptor(unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW), from: path)
    var status = stat()
    guard unsafe fstat(descriptor.rawValue, &status) == 0 else { throw SystemError(errno: errno, place: path) }
    guard status.st_uid == geteuid(), status.st_mode & 0o022 == 0 else {
      throw SystemError(
        errno: EPERM, place: path, reason: "it belongs to another user, or others may write to it; name a folder of this user's own")
    }
    guard flock(descriptor.rawValue, LOCK_EX | LOCK_NB) == 0 else {
      throw SystemError(
        errno: errno, place: path, reason: errno == EWOULDBLOCK ? "another kiosk uses it; give each a folder of its own" : nil)
    }
    self.path = path
    self.descriptor = descriptor
  }

  // A program that is being started has the descriptor, too, until its exec; the lock would last until then.
  deinit { flock(descriptor.rawValue, LOCK_UN) }
}
