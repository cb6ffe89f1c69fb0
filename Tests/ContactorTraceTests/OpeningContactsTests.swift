import ContactorCore
import ContactorEvdev
import Testing

@testable import ContactorTrace

/// Recordings that lack their beginning, such as a text that was copied from amid a touch.
@Suite("Contacts that were down before a recording")
struct OpeningContactsTests {
  private static let description = EvdevDescription(touchscreen: "Panel", x: EvdevAxis(0, 799), y: EvdevAxis(0, 479), slots: 4)

  @Test("1.12 A recording that is cut between any two frames has each contact from where its place is known", arguments: 0..<20)
  func cut(_ seed: Int) throws {
    let frames = Self.frames(seed)
    for start in frames.indices {
      var opening = try #require(OpeningContacts(Self.description, mayHover: true))
      var (whole, part) = (Model(), Model())
      for frame in frames[..<start] { whole.take(frame) }
      // The slot of the first events is unknown without its number, and taken for 0.
      guard whole.current == 0 || frames[start].first?.code == EvdevCode.slot else { continue }
      // The part knows the slots whose contacts have shown both coordinates, or have begun.
      var (columns, rows, begun): (Set<Int32>, Set<Int32>, Set<Int32>) = ([], [], [])
      for frame in frames[start...] {
        var slot = part.current
        for event in frame where event.type == EvdevCode.absolute {
          switch event.code {
          case EvdevCode.slot: slot = event.value
          case EvdevCode.trackingID: begun.insert(slot)
          case EvdevCode.positionX: columns.insert(slot)
          default: rows.insert(slot)
          }
        }
        let known = begun.union(columns.intersection(rows))
        whole.take(frame)
        part.take(frame.flatMap { opening.take($0) + [$0] })
        #expect(part.places == whole.places.filter { known.contains($0.key) }, "seed \(seed), from frame \(start)")
      }
    }
  }

  @Test("1.12 However many slots a recording names, as many as a panel can have are kept in mind")
  func slots() throws {
    var opening = try #require(OpeningContacts(Self.description, mayHover: true))
    for slot in 0..<5000 as Range<Int32> {
      for (code, value) in [(EvdevCode.slot, slot), (EvdevCode.positionX, 1), (EvdevCode.positionY, 1)] {
        _ = opening.take(EvdevEvent(at: Timestamp(microseconds: 0), type: EvdevCode.absolute, code: code, value: value))
      }
    }
    _ = opening.take(EvdevEvent(at: Timestamp(microseconds: 0), type: 0, code: EvdevCode.report, value: 0))
    #expect(opening.begun == 256)
  }

  /// Frames of up to four fingers that come, move along one axis or both, and go.
  private static func frames(_ seed: Int) -> [[EvdevEvent]] {
    var random = SeededGenerator(seed)
    var (down, nextID, slot): (Set<Int32>, Int32, Int32) = ([], 1, 0)
    return (0..<25).map { number in
      var events: [EvdevEvent] = []
      func add(_ code: UInt16, _ value: Int32, type: UInt16 = EvdevCode.absolute) {
        events.append(EvdevEvent(at: Timestamp(microseconds: Int64(number) * 8000), type: type, code: code, value: value))
      }
      for finger in 0..<4 as Range<Int32> where random.chance(60) {
        if slot != finger { add(EvdevCode.slot, finger) }
        slot = finger
        if !down.contains(finger) {
          down.insert(finger)
          add(EvdevCode.trackingID, nextID)
          nextID += 1
          add(EvdevCode.positionX, Int32(random.below(800)))
          add(EvdevCode.positionY, Int32(random.below(480)))
        } else if random.chance(25) {
          down.remove(finger)
          add(EvdevCode.trackingID, -1)
        } else {
          if random.chance(70) { add(EvdevCode.positionX, Int32(random.below(800))) }
          if random.chance(30) { add(EvdevCode.positionY, Int32(random.below(480))) }
        }
      }
      add(EvdevCode.report, 0, type: EvdevCode.synchronization)
      return events
    }
  }

  /// A panel as the kernel keeps it.
  private struct Model {
    private var down: Set<Int32> = []
    private var columns: [Int32: Int32] = [:]
    private var rows: [Int32: Int32] = [:]
    private(set) var current: Int32 = 0

    /// Column and row of each contact, by its slot.
    var places: [Int32: [Int32]] { Dictionary(uniqueKeysWithValues: down.map { ($0, [columns[$0] ?? -1, rows[$0] ?? -1]) }) }

    mutating func take(_ events: [EvdevEvent]) {
      for event in events where event.type == EvdevCode.absolute {
        switch event.code {
        case EvdevCode.slot: current = event.value
        case EvdevCode.trackingID: if event.value < 0 { down.remove(current) } else { down.insert(current) }
        case EvdevCode.positionX: columns[current] = event.value
        default: rows[current] = event.value
        }
      }
    }
  }
}
