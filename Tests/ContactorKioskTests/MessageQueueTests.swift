import Foundation
import Glibc
import Testing

@testable import ContactorKiosk
@testable import ContactorSystem

/// A folder for a queue.
private final class QueueFolder {
  let url = FileManager.default.temporaryDirectory.appending(path: "contactor-\(UUID().uuidString.prefix(8))")
  var path: String { url.path }

  func queue(
    limit: Int = 1 << 26, segmentLimit: Int = MessageSegment.limit, calls: SystemCalls = .kernel
  ) throws -> MessageQueue {
    try MessageQueue(folder: path, limit: limit, segmentLimit: segmentLimit, calls: calls)
  }

  var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).filter { $0.hasSuffix("s") }.sorted() }

  func file(_ name: String) -> URL { url.appending(path: name) }

  deinit { try? FileManager.default.removeItem(at: url) }
}

private func message(_ number: Int, size: Int = 0) -> BrokerMessage {
  BrokerMessage(topic: "a/\(number % 3)", payload: Array("\(number) ".utf8) + [UInt8](repeating: 120, count: size))
}

private func content(_ record: MessageRecord) -> Int {
  Int(String(decoding: record.message.payload.prefix { $0 != 32 }, as: UTF8.self)) ?? -1
}

/// The numbers of the messages that a queue hands out.
private func rest(_ queue: MessageQueue) -> [Int] {
  var numbers: [Int] = []
  while let record = queue.next() {
    numbers.append(content(record))
  }
  return numbers
}

/// Messages for a broker that wait on disk (contract 13.4).
@Suite("The queue of messages for a broker")
struct MessageQueueTests {
  @Test("Messages come in their order with all that they have, and again where they are not confirmed")
  func order() throws {
    let folder = QueueFolder()
    let queue = try folder.queue()
    let whole = BrokerMessage(topic: "ä/b", payload: [0, 255, 10], isConfirmed: false, isRetained: true)
    queue.append([whole, message(2), message(3)])
    #expect(queue.count == 3 && queue.next()?.message == whole)
    #expect(rest(queue) == [2, 3] && queue.next() == nil)
    queue.rewind()
    #expect(queue.next()?.message == whole)
    queue.confirm(upTo: 2)
    queue.rewind()
    #expect(rest(queue) == [3] && queue.count == 1)
    queue.append([message(4)])
    #expect(rest(queue) == [4])
  }

  @Test("After a kill those that are not confirmed are there, and no other")
  func reopen() throws {
    let folder = QueueFolder()
    do {
      let queue = try folder.queue()
      queue.append((1...100).map { message($0) })
      _ = rest(queue)
      queue.confirm(upTo: 40)
      #expect(queue.count == 60)
    }
    do {
      let queue = try folder.queue()
      #expect(queue.count == 60 && rest(queue) == Array(41...100))
      queue.append([message(101)])
      queue.confirm(upTo: 101)
      #expect(queue.count == 0 && folder.names.isEmpty)
    }
    let queue = try folder.queue()
    queue.append([message(102)])
    #expect(rest(queue) == [102] && queue.count == 1)
  }

  @Test("Confirmed segments go, and a full queue gives up its oldest and counts what is lost")
  func bounded() throws {
    let folder = QueueFolder()
    let queue = try folder.queue(limit: 3 << 20)
    // A segment takes 1024 messages of a kilobyte, about.
    for first in stride(from: 1, to: 10_000, by: 100) { queue.append((first..<first + 100).map { message($0, size: 1000) }) }
    #expect(queue.lost > 5000 && queue.lost + queue.count == 10_000)
    #expect(folder.names.count <= 4)
    let numbers = rest(queue)
    #expect(numbers == Array((10_001 - queue.count)...10_000))
    queue.confirm(upTo: 10_000)
    #expect(queue.count == 0 && folder.names.isEmpty && queue.failure == nil)
  }

  @Test("What the disk does not take waits in memory, in order, and reaches the disk later")
  func fullDisk() throws {
    let folder = QueueFolder()
    let isFull = Guarded(false)
    var calls = SystemCalls.kernel
    let write = calls.write
    calls.write = { descriptor, bytes in
      if isFull.withLock({ $0 }) { return -Int(ENOSPC) }
      // As at the end of a disk, a write is cut.
      return write(descriptor, UnsafeRawBufferPointer(rebasing: bytes.prefix(1000)))
    }
    let queue = try folder.queue(calls: calls)
    queue.append((1...50).map { message($0) })
    isFull.withLock { $0 = true }
    queue.append((51...100).map { message($0) })
    #expect(queue.failure?.errno == ENOSPC && queue.isInMemory && queue.count == 100)
    #expect(rest(queue) == Array(1...100))
    queue.confirm(upTo: 60)
    #expect(queue.count == 40)
    isFull.withLock { $0 = false }
    queue.append((101...110).map { message($0) })
    #expect(queue.failure == nil && !queue.isInMemory && queue.count == 50)
    queue.rewind()
    #expect(rest(queue) == Array(61...110) && queue.lost == 0)
  }

  @Test("A write that fails in the middle leaves no half of a message before whole ones")
  func halfWritten() throws {
    let folder = QueueFolder()
    let room = Guarded(Int.max)
    var calls = SystemCalls.kernel
    let write = calls.write
    calls.write = { descriptor, bytes in
      let count = room.withLock { room in
        defer { room -= min(room, bytes.count) }
        return min(room, bytes.count)
      }
      return count == 0 ? -Int(ENOSPC) : write(descriptor, UnsafeRawBufferPointer(rebasing: bytes.prefix(count)))
    }
    do {
      let queue = try folder.queue(calls: calls)
      queue.append([message(1)])
      room.withLock { $0 = 30 }
      queue.append([message(2), message(3)])
      #expect(queue.isInMemory)
      room.withLock { $0 = .max }
      queue.append([message(4)])
      #expect(!queue.isInMemory)
    }
    let queue = try folder.queue()
    #expect(rest(queue) == [1, 2, 3, 4] && queue.damaged == 0)
  }

  @Test("Without a disk the oldest in memory are given up, and counted")
  func memory() throws {
    let queue = try MessageQueue(folder: nil, limit: 0)
    for first in stride(from: 1, to: 10_000, by: 100) { queue.append((first..<first + 100).map { message($0, size: 1000) }) }
    #expect(queue.lost > 0 && queue.lost + queue.count == 10_000 && queue.failure == nil)
    #expect(rest(queue) == Array((queue.lost + 1)...10_000))
    queue.confirm(upTo: 9_999)
    #expect(queue.count == 1)
  }

  @Test("What a power cut leaves at the end of a segment is told, and costs nothing that was whole")
  func tornEnd() throws {
    let folder = QueueFolder()
    do {
      let queue = try folder.queue()
      queue.append((1...3).map { message($0) })
    }
    let file = folder.file(folder.names[0])
    try (Data(contentsOf: file) + Data([1, 2, 3, 4])).write(to: file)
    do {
      let queue = try folder.queue()
      queue.append([message(4)])
      #expect(rest(queue) == [1, 2, 3, 4])
    }
    // A part of a message looks like one that is being written; what follows is in a segment of its own.
    let queue = try folder.queue()
    #expect(rest(queue) == [1, 2, 3, 4])
  }

  @Test("A flipped bit costs what follows in its segment, and no more", arguments: [0, 5, 9, 20, 40, 61])
  func flipped(_ place: Int) throws {
    let folder = QueueFolder()
    do {
      let queue = try folder.queue()
      queue.append((1...3).map { message($0) })
    }
    do {
      let queue = try folder.queue()
      queue.append([message(4)])
    }
    #expect(folder.names.count == 2)
    let file = folder.file(folder.names[0])
    var bytes = try Data(contentsOf: file)
    bytes[place] ^= 4
    try bytes.write(to: file)
    let queue = try folder.queue()
    let numbers = rest(queue)
    #expect(numbers.suffix(1) == [4] && numbers == Array(1...3).prefix(place / 25) + [4], "\(numbers)")
    #expect(queue.count == numbers.count)
  }

  @Test("A segment that is damaged while it waits is given up, and counted")
  func damagedLater() throws {
    let folder = QueueFolder()
    let queue = try folder.queue()
    queue.append((1...10).map { message($0) })
    let file = folder.file(folder.names[0])
    try Data([7, 7, 7]).write(to: file)
    #expect(rest(queue).isEmpty && queue.lost == 10 && queue.count == 0 && queue.damaged == 1)
    queue.append([message(11)])
    #expect(rest(queue) == [11] && queue.count == 1)
  }

  @Test("A number of confirmations that is nonsense has everything sent again", arguments: ["", "x", "99999999999999999999", "-1"])
  func confirmations(_ text: String) throws {
    let folder = QueueFolder()
    do {
      let queue = try folder.queue()
      queue.append((1...3).map { message($0) })
      queue.confirm(upTo: 2)
    }
    try text.write(to: folder.file("confirmed"), atomically: true, encoding: .utf8)
    let queue = try folder.queue()
    #expect(rest(queue) == [1, 2, 3])
  }

  @Test("A folder that another uses, a link, and one that others may write to are refused; other files stay")
  func folders() throws {
    let folder = QueueFolder()
    try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
    try "mine".write(to: folder.file("notes"), atomically: true, encoding: .utf8)
    try "mine".write(to: folder.file("1.messages"), atomically: true, encoding: .utf8)
    do {
      let queue = try folder.queue()
      #expect(queue.next() == nil)
      let error = #expect(throws: SystemError.self) { _ = try folder.queue() }
      #expect(error?.description.hasSuffix("another kiosk uses it; give each a folder of its own") == true, "\(String(describing: error))")
    }
    #expect(try String(contentsOf: folder.file("1.messages"), encoding: .utf8) == "mine")
    let link = folder.path + "-link"
    symlink(folder.path, link)
    defer { unlink(link) }
    #expect(throws: SystemError.self) { _ = try MessageQueue(folder: link, limit: 0) }
    chmod(folder.path, 0o777)
    let error = #expect(throws: SystemError.self) { _ = try folder.queue() }
    #expect(error?.errno == EPERM)
  }

  @Test("A segment that is a link is not followed")
  func linkedSegment() throws {
    let folder = QueueFolder()
    try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
    symlink("/etc/passwd", folder.file(MessageSegment.name(1)).path)
    #expect(throws: SystemError.self) { _ = try folder.queue() }
  }

  @Test("A folder is free once its queue is gone, also while a program that is being started has its descriptors")
  func freed() throws {
    let folder = QueueFolder()
    var queue: MessageQueue? = try folder.queue()
    #expect(queue?.count == 0)
    // Copies of the queue's descriptors, as a child holds them between fork and exec.
    let copies = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { name -> Int32? in
      guard let place = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + name),
        place.hasSuffix(folder.url.lastPathComponent), let number = Int32(name)
      else { return nil }
      return dup(number)
    }
    defer { for copy in copies { close(copy) } }
    #expect(!copies.isEmpty)
    queue = nil
    _ = try folder.queue()
  }

  @Test("Whatever is added, confirmed, killed and begun anew: nothing is lost and the order holds", arguments: 0..<10)
  func anything(_ seed: UInt64) throws {
    var random = SplitMix(seed)
    // The disk's own time is not what is tested.
    var calls = SystemCalls.kernel
    calls.synchronize = { _ in 0 }
    let folder = QueueFolder()
    var (added, confirmed) = (0, 0)
    for _ in 0..<8 {
      let queue = try folder.queue(segmentLimit: 600, calls: calls)
      var handed: [(number: UInt64, content: Int)] = []
      for _ in 0..<30 {
        switch random.next(below: 4) {
        case 0, 1:
          let count = random.next(below: 20) + 1
          queue.append((added + 1...added + count).map { message($0, size: random.next(below: 60)) })
          added += count
        case 2:
          for _ in 0..<random.next(below: 25) {
            guard let record = queue.next() else { break }
            #expect(content(record) == (handed.last?.content ?? confirmed) + 1)
            handed.append((record.number, content(record)))
          }
        default:
          guard !handed.isEmpty else { continue }
          let index = random.next(below: handed.count)
          queue.confirm(upTo: handed[index].number)
          confirmed = handed[index].content
          if random.next(below: 2) == 0 {
            queue.rewind()
            handed = []
          } else {
            handed.removeFirst(index + 1)
          }
        }
        #expect(queue.count == added - confirmed && queue.failure == nil && queue.lost == 0)
      }
    }
    let queue = try folder.queue()
    #expect(rest(queue) == (confirmed == added ? [] : Array(confirmed + 1...added)))
  }
}

/// Steele and others' generator, for the same numbers each time.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64
  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }

  mutating func next(below limit: Int) -> Int { Int(next() % UInt64(limit)) }
}
