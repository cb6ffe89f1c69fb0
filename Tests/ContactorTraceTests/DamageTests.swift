import ContactorCore
import ContactorTrace
import Testing

@Suite("Damaged recordings")
struct DamageTests {
  /// Where each block of an undamaged file ends.
  private func ends(_ bytes: [UInt8]) throws -> [Int] {
    var ends = [16]
    var reader = ContactorReader(MemorySource(bytes, name: "x"))
    var sink = TraceCollector()
    while try reader.readNext(into: &sink) { ends.append(Int(reader.offset)) }
    return ends
  }

  private func sample(seed: Int) throws -> (items: [TraceItem], bytes: [UInt8], ends: [Int]) {
    let items = try RandomRecording.items(seed: seed, steps: 14)
    let bytes = try written(items, TraceWriterOptions(blockSize: 250))
    return (items, bytes, try ends(bytes))
  }

  /// All events in a row, and the records: what does not depend on where blocks end.
  private func flat(_ items: [TraceItem]) -> [TraceItem] {
    items.flatMap { item -> [TraceItem] in
      if case .events(let events, let id) = item { return events.map { .events([$0], id) } }
      return [item]
    }
  }

  @Test("Cut off after any number of bytes: whole blocks come through, and the rest is told", arguments: 0..<3)
  func truncation(seed: Int) throws {
    let (items, bytes, ends) = try sample(seed: seed)
    let all = flat(items)
    var known: [Int: Int] = [:]
    for end in ends { known[end] = try flat(collected(Array(bytes[..<end])).items).count }
    for count in bytes.indices where seed == 0 || count < 70 || count % 7 == 0 {
      let found = try collected(Array(bytes[..<count]))
      let kept = flat(found.items.filter { if case .record(.damage) = $0 { false } else { true } })
      let whole = ends.last { $0 <= count } ?? 0
      #expect(kept.count == known[whole] ?? 0)
      #expect(kept == Array(all[..<kept.count]))
      let damage = found.damage
      if count == whole || count == 0 {
        #expect(damage.isEmpty)
      } else {
        #expect(damage == [TraceDamage(.unfinished, offset: Int64(whole), length: Int64(count - whole))])
      }
    }
  }

  @Test("A flipped bit anywhere costs its block and no other, and is told with its place", arguments: 0..<3)
  func flips(seed: Int) throws {
    let (items, bytes, ends) = try sample(seed: seed)
    let all = flat(items)
    var random = SeededGenerator(seed)
    for place in bytes.indices where place < 130 || random.chance(10) {
      var changed = bytes
      changed[place] ^= 1 << UInt8(random.below(8))
      let found = try collected(changed)
      #expect(found.damage.count == 1, "byte \(place)")
      let block = ends.last { $0 <= place } ?? 0
      #expect(found.damage.first?.offset == Int64(block), "byte \(place)")
      #expect(found.damage.first?.length == Int64((ends.first { $0 > place } ?? bytes.count) - block))
      // What is left is what was written, in its order.
      let kept = flat(found.items.filter { if case .record(.damage) = $0 { false } else { true } })
      var rest = all[...]
      for item in kept {
        guard let index = rest.firstIndex(of: item) else {
          // A device that the damaged block described is described again in a later one.
          if case .record(.device) = item { continue }
          Issue.record("byte \(place): \(item) was never written")
          break
        }
        rest = rest[(index + 1)...]
      }
    }
  }

  @Test("Random damage of every size never crashes, and every block outside of it comes through", arguments: 0..<40)
  func havoc(seed: Int) throws {
    let (_, bytes, ends) = try sample(seed: seed % 5)
    var random = SeededGenerator(seed)
    var changed = bytes
    var touched: Set<Int> = []
    for _ in 0...random.below(4) {
      let start = random.below(bytes.count)
      for place in start..<min(start + 1 + random.below(60), bytes.count) {
        changed[place] = UInt8(random.below(256))
        if changed[place] != bytes[place] { touched.insert(ends.lastIndex { $0 <= place } ?? -1) }
      }
    }
    var reader = ContactorReader(MemorySource(changed, name: "x"))
    var collector = TraceCollector()
    try reader.readAll(into: &collector)
    let whole = (0..<ends.count - 1).filter { !touched.contains($0) }.count
    #expect(reader.summary.blocks == whole)
    #expect(reader.summary.lostBytes == collector.damage.map(\.length).reduce(0, +))
  }

  @Test("A block cut out of the middle is missed; what was appended after a crash is read")
  func gaps() throws {
    let (_, bytes, ends) = try sample(seed: 1)
    #expect(ends.count > 4)
    let without = Array(bytes[..<ends[2]] + bytes[ends[3]...])
    #expect(try collected(without).damage == [TraceDamage(.missing, offset: Int64(ends[2]), length: 0)])
    let appended = Array(bytes[..<(ends[2] + 70)] + bytes[ends[3]...])
    #expect(try collected(appended).damage.map(\.offset) == [Int64(ends[2])])
    #expect(try collected(appended).damage.map(\.length) == [70])
  }

  @Test("Garbage with right checksums is damage, not a crash", arguments: 0..<100)
  func forgery(seed: Int) throws {
    let (_, bytes, ends) = try sample(seed: seed % 5)
    var random = SeededGenerator(seed)
    let block = random.below(ends.count - 1)
    var part = Array(bytes[ends[block]..<ends[block + 1]])
    for _ in 0...random.below(5) { part[48 + random.below(part.count - 48)] = UInt8(random.below(256)) }
    part.replaceSubrange(40..<44, with: CRC.bytes(of: part[48...]))
    part.replaceSubrange(44..<48, with: CRC.bytes(of: part[..<44]))
    let found = try collected(Array(bytes[..<ends[block]]) + part + Array(bytes[ends[block + 1]...]))
    #expect(found.damage.count <= 1)
  }

  /// A file of one block that has only the bytes given, with right checksums.
  private func file(_ payload: [UInt8]) throws -> [UInt8] {
    let bytes = try written([])
    var head = Array(bytes[16..<64])
    head.replaceSubrange(8..<12, with: (0..<4).map { UInt8(truncatingIfNeeded: payload.count >> ($0 * 8)) })
    head.replaceSubrange(40..<44, with: CRC.bytes(of: payload[...]))
    head.replaceSubrange(44..<48, with: CRC.bytes(of: head[..<44]))
    return Array(bytes[..<16]) + head + payload
  }

  @Test("The longest group is read where it is whole, and is damage where the block ends within it")
  func longestGroup() throws {
    // The base time, the device, and a shape of 32 events with a time and a value each, of ten bytes at most.
    let shape = (0..<32).flatMap { _ in [0x24, 3, 0x35] as [UInt8] }
    let start = [UInt8](repeating: 0, count: 8) + [2, 1, 1, 9, UInt8(shape.count)] + shape
    for count in 0...640 {
      let group = [16] + [UInt8](repeating: 0xff, count: count)
      let found = try collected(file(start + group))
      #expect(found.damage.map(\.kind) == (count == 640 ? [] : [.corrupt]), "\(count) bytes")
      #expect(count < 640 || found.events().count == 32)
    }
  }

  @Test(
    "A group of a shape that the block does not define, and a shape that is none, are damage",
    arguments: [
      [16], [9, 0], [9, 1, 0], [9, 3, 5, 3, 0x35], [9, 3, 0x30, 3, 0x35], [9, 3, 1, 3, 0x35, 17, 0], [9, 99],
      [9, 99] + (0..<33).flatMap { _ in [1, 3, 0x35] as [UInt8] },
    ] as [[UInt8]])
  func shapes(records: [UInt8]) throws {
    let start = [UInt8](repeating: 0, count: 8) + [2, 1, 1]
    #expect(try collected(file(start + records)).damage.map(\.kind) == [.corrupt])
  }
}
