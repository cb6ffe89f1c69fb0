import ContactorCore
import ContactorEvdev
import ContactorTesting
import ContactorTrace
import Testing

@Suite(
  "Recordings of real panels",
  .disabled(if: Recordings.areMissing, "there are no recordings in ../shared/traces"))
struct RecordingTests {
  /// What the decoder made of a contact: when it began and ended, and where it was.
  private struct Path {
    var began: Int64
    var ended: Int64?
    var places: [Point]
    var line: String {
      let steps = places.map { "\(Int($0.x)),\(Int($0.y))" }.joined(separator: " ")
      return "\(began) \(ended.map { "\($0)" } ?? "-") \(steps)"
    }
  }

  private func paths(_ recording: Recordings.Recording) throws -> (paths: [Path], player: PanelPlayer) {
    let (description, events) = try Recordings.read(recording)
    let player = PanelPlayer(description, lossPolicy: .cancelContacts)
    player.play(events)
    var paths: [Path] = []
    var alive: [Int32: Int] = [:]
    for frame in player.frames {
      for contact in frame.contacts {
        let place = try #require(contact.devicePosition)
        switch contact.phase {
        case .began:
          #expect(alive[contact.trackingID] == nil, "began twice")
          alive[contact.trackingID] = paths.count
          paths.append(Path(began: frame.timestamp.microseconds, ended: nil, places: [place]))
        case .moved, .stationary:
          let index = try #require(alive[contact.trackingID], "moves and never began")
          if paths[index].places.last != place { paths[index].places.append(place) }
        case .ended, .cancelled:
          let index = try #require(alive[contact.trackingID], "ends and never began")
          alive[contact.trackingID] = nil
          #expect(paths[index].places.last == place)
          paths[index].ended = frame.timestamp.microseconds
        }
      }
    }
    return (paths, player)
  }

  @Test("no contact is stuck and none invented", arguments: Recordings.all)
  func wholeness(_ recording: Recordings.Recording) throws {
    let (_, player) = try paths(recording)
    player.withDecoder { decoder, take in decoder.cancelAll(at: player.application.now, take) }
    #expect(player.application.event.allTouches.allSatisfy { !$0.isAlive })
    #expect(player.violations.isEmpty && player.anomalies.isEmpty)
    for phases in player.phases {
      #expect(phases.first == .began && (phases.last == .ended || phases.last == .cancelled))
      #expect(phases.dropFirst().dropLast().allSatisfy { $0 == .moved })
    }
  }

  @Test(
    "each touch's path is the one that an independent reader finds",
    .disabled(if: Recordings.output("python3 --version") == nil, "there is no python3"),
    arguments: Recordings.all)
  func independence(_ recording: Recordings.Recording) throws {
    let reader = #filePath.split(separator: "/").dropLast().joined(separator: "/")
    let files = [recording.path, recording.descriptionPath].compactMap { $0.map { "'\($0)'" } }.joined(
      separator: " ")
    let output = try #require(Recordings.output("python3 '/\(reader)/independent_reader.py' \(files)"))
    let expected = output.split(separator: "\n").map(String.init)
    #expect(try paths(recording).paths.map(\.line) == expected)
  }

  @Test("Android's expectations of the Pixel tablet hold")
  func android() throws {
    let recording = try #require(Recordings.all.first { $0.name.hasPrefix("google_pixel") })
    let (description, events) = try Recordings.read(recording)
    // Android's window has the panel's units.
    var decoder = EvdevDecoder(description, device: DeviceID(rawValue: 1), transform: .identity)
    var contacts: [Contact] = []
    decoder.decode(events) { contacts += $0.contacts }
    let expected = Recordings.text(Recordings.folder + "/aosp/google_pixel_tablet_touchscreen_events.json")
      .split(separator: "\n").filter { $0.contains("\"action\"") }
    let moves = contacts.filter { $0.phase != .ended }
    #expect(expected.filter { !$0.contains("\"UP\"") }.count <= moves.count)
    for (line, contact) in zip(expected.filter { !$0.contains("\"UP\"") }, moves) {
      #expect(contact.location == Point(x: number("AXIS_X", line), y: number("AXIS_Y", line)))
      #expect(contact.pressure == number("AXIS_PRESSURE", line))
      #expect(contact.touchMajor == number("AXIS_TOUCH_MAJOR", line))
      #expect(contact.touchMinor == number("AXIS_TOUCH_MINOR", line))
      let angle = (contact.orientation ?? 9) * Double.pi / 2 / 4096
      #expect(abs(angle - number("AXIS_ORIENTATION", line)) < 1e-6)
    }
    #expect(contacts.last?.phase == .ended)
    #expect(contacts.count { $0.phase == .began } == 1)
  }

  /// The number behind a key of a line of JSON; 0 where the key is missing.
  private func number(_ key: String, _ line: Substring) -> Double {
    for member in line.split(whereSeparator: { ",{}".contains($0) }) where member.hasPrefix("\"\(key)\":") {
      return Double(member.dropFirst(key.count + 3)) ?? .nan
    }
    return 0
  }

  @Test("every description is read", arguments: Recordings.descriptions)
  func descriptions(_ path: String) throws {
    let description = try #require(try EvemuReader.read(Recordings.text(path), file: path).description)
    #expect(!description.name.isEmpty)
    #expect(description.horizontal != nil && description.vertical != nil)
  }
}
