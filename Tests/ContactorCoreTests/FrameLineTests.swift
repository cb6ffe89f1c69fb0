import ContactorControls
import ContactorCore
import ContactorStage
import Foundation
import Testing

@Suite("Time, frames and identity, line by line (contract 1)")
struct FrameLineTests {
  let stage = Stage()

  @Test("1.1 nothing in Core reads a clock or imports anything")
  func noClock() throws {
    let sources = Repository.folder.appending(path: "Sources/ContactorCore", directoryHint: .isDirectory)
    var count = 0
    for file in try Repository.swiftFiles(in: sources) {
      count += 1
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
        let code = line.drop { $0 == " " }
        guard !code.hasPrefix("//") else { continue }
        #expect(!code.contains(#/^(@[a-zA-Z]+ |public |internal )*import /#), "\(file.lastPathComponent): \(line)")
        #expect(!code.contains(#/\b(ContinuousClock|SuspendingClock|Task\.sleep|async|await)\b/#), "\(file.lastPathComponent): \(line)")
      }
    }
    #expect(count > 50)
  }

  @Test("1.1 a recording replayed in other steps of time gives the same, auto-repeat included", arguments: [1, 7, 250, 4000])
  func sameAtAnySpeed(step: Int64) {
    func play(_ step: Int64) -> [String] {
      let stage = Stage()
      let stepper = stage.add(Stepper(frame: Rect(x: 0, y: 0, width: 100, height: 50)), "stepper")
      stepper.addAction("log", for: .valueChanged) { [unowned stepper, unowned stage] _, _ in
        stage.note("\(stepper.value) at \(stage.application.now.microseconds)")
      }
      _ = stage.button("ok", 200, 0)
      func pass(to end: Int64) {
        var time = stage.application.now.microseconds / 1000
        while time < end {
          time = min(time + step, end)
          stage.pass(to: time)
        }
      }
      stage.down(1, 75, 10, at: 0)
      pass(to: 1234)
      stage.up(1, 75, 10, at: 1234)
      pass(to: 1400)
      stage.tap(2, 210, 10, at: 1400)
      pass(to: 1700)
      stage.tap(3, 210, 10, at: 1700)
      pass(to: 4000)
      return stage.taken()
    }
    let expected = play(100_000)
    #expect(expected.contains("8.0 at 1200000"))
    #expect(expected.contains("ok touchDown|touchDownRepeat"))
    #expect(play(step) == expected)
  }

  @Test("1.1 nextDeadline is the earliest moment at which the engine wants to be called, nil for never")
  func nextDeadline() {
    let stepper = stage.add(Stepper(frame: Rect(x: 0, y: 0, width: 100, height: 50)), "stepper")
    #expect(stage.application.nextDeadline == nil)
    stage.down(1, 75, 10, at: 100)
    #expect(stage.application.nextDeadline == Timestamp(microseconds: 600_000))
    stage.application.advance(to: Timestamp(microseconds: 599_999))
    #expect(stepper.value == 0)
    stage.application.advance(to: Timestamp(microseconds: 600_000))
    #expect(stepper.value == 1)
    stage.up(1, 75, 10, at: 650)
    #expect(stage.application.nextDeadline == nil)
  }

  @Test("1.2 time that steps back makes no negative interval: what follows is at the last frame's time")
  func noNegativeInterval() {
    let view = stage.add(Recorder(frame: Rect(x: 0, y: 0, width: 800, height: 480)), "view")
    var moments: [Int64] = []
    var predicted = 0
    view.onTouches = { [unowned view] touches, event in
      moments += touches.map(\.timestamp.microseconds)
      predicted += touches.reduce(0) { $0 + (event?.predictedTouches(for: $1).count ?? 0) }
      _ = view
    }
    stage.down(1, 10, 10, at: 100)
    stage.move(1, 20, 10, at: 40)
    stage.move(1, 30, 10, at: 60)
    stage.up(1, 30, 10, at: 110)
    #expect(moments == [100_000, 100_000, 100_000, 110_000])
    #expect(predicted == 0, "no time passed, so nothing can be told of the speed")
    #expect(stage.anomalies == [.timeWentBack, .timeWentBack])
    #expect(stage.application.event.timestamp == Timestamp(microseconds: 110_000))
  }

  @Test("1.2 older than the last frame, not only than the first, is stepping back")
  func olderThanTheLast() {
    stage.down(1, 10, 10, at: 0)
    stage.move(1, 11, 10, at: 100)
    #expect(stage.anomalies.isEmpty)
    stage.move(1, 12, 10, at: 50)
    #expect(stage.anomalies == [.timeWentBack])
    stage.move(1, 13, 10, at: 101)
    #expect(stage.anomalies.count == 1)
  }

  @Test("1.1 what is due at one moment is done in the order of the calls")
  func sameMoment() {
    var log: [Int] = []
    for number in 1...3 { stage.application.schedule(at: Timestamp(microseconds: 5)) { log.append(number) } }
    stage.application.schedule(at: Timestamp(microseconds: 4)) { log.append(0) }
    stage.application.advance(to: Timestamp(microseconds: 5))
    #expect(log == [0, 1, 2, 3])
  }

  @Test("1.2 a clock that starts again far below never crashes, and each step back counts once")
  func clockRestart() {
    _ = stage.button("ok", 0, 0)
    stage.tap(1, 10, 10, at: 9_000_000)
    stage.tap(2, 10, 10, at: 5)
    stage.tap(3, 10, 10, at: Int64.min / 1_000_000)
    #expect(stage.taken().count { $0 == "ok touchUpInside" } == 3)
    #expect(stage.anomalies.allSatisfy { $0 == .timeWentBack } && stage.anomalies.count == 4)
    #expect(stage.violations.isEmpty)
  }

  @Test("1.3 a contact tells slot, phase, position and what the panel reports; the rest is nil")
  func contact() {
    var contact = Contact(trackingID: 7, slot: 3, phase: .moved, location: Point(x: 1.25, y: 2.5))
    #expect(contact.trackingID == 7 && contact.slot == 3 && contact.phase == .moved && contact.tool == .finger)
    #expect(contact.location == Point(x: 1.25, y: 2.5))
    #expect(contact.millimetres == nil && contact.devicePosition == nil && contact.touchMajor == nil)
    #expect(contact.touchMinor == nil && contact.orientation == nil && contact.pressure == nil && contact.distance == nil)
    contact.millimetres = Point(x: 10, y: 20)
    contact.devicePosition = Point(x: 100, y: 200)
    contact.touchMajor = 8
    contact.touchMinor = 6
    contact.orientation = -3
    contact.pressure = 0.5
    contact.distance = 2
    contact.tool = .palm
    #expect(contact.millimetres == Point(x: 10, y: 20) && contact.devicePosition == Point(x: 100, y: 200))
    #expect(contact.touchMajor == 8 && contact.touchMinor == 6 && contact.orientation == -3)
    #expect(contact.pressure == 0.5 && contact.distance == 2 && contact.tool == .palm)
  }

  @Test("1.3 a frame names its device and time, and what it leaves out did not change")
  func partialFrame() {
    let view = stage.add(Recorder(frame: Rect(x: 0, y: 0, width: 800, height: 480)), "view")
    view.isMultipleTouchEnabled = true
    stage.down(1, 10, 10, at: 0)
    stage.down(2, 50, 10, at: 10)
    stage.move(2, 60, 10, at: 20)
    #expect(view.taken() == ["began 10.0,10.0", "began 50.0,10.0", "moved 60.0,10.0"])
    #expect(stage.application.event.allTouches.map(\.phase) == [.stationary, .moved])
    #expect(stage.application.event.timestamp == Timestamp(microseconds: 20_000))
  }

  @Test("1.4 a contact's identity is its tracking id: in another slot it is the same touch")
  func otherSlot() {
    let view = stage.add(Recorder(frame: Rect(x: 0, y: 0, width: 800, height: 480)), "view")
    stage.contact(5, .began, 10, 10, slot: 0)
    stage.frame(at: 0)
    stage.contact(5, .moved, 20, 10, slot: 4)
    stage.frame(at: 10)
    stage.contact(5, .ended, 20, 10, slot: 4)
    stage.frame(at: 20)
    #expect(view.taken() == ["began 10.0,10.0", "moved 20.0,10.0", "ended 20.0,10.0"])
    #expect(Set(view.seen).count == 1 && stage.anomalies.isEmpty)
  }

  @Test("1.4 contacts of one number on two devices move and end each for itself")
  func sameNumber() {
    let view = stage.add(Recorder(frame: Rect(x: 0, y: 0, width: 800, height: 480)), "view")
    view.isMultipleTouchEnabled = true
    for device in 1...2 as ClosedRange<UInt32> {
      stage.contact(5, .began, Double(device) * 100, 10)
      stage.frame(at: Int64(device), device: device)
    }
    stage.contact(5, .moved, 210, 10)
    stage.frame(at: 3, device: 2)
    stage.contact(5, .ended, 110, 10)
    stage.frame(at: 4, device: 1)
    #expect(view.taken() == ["began 100.0,10.0", "began 200.0,10.0", "moved 210.0,10.0", "ended 110.0,10.0"])
    #expect(view.seen.map(\.device.rawValue) == [1, 2, 2, 1] && stage.violations.isEmpty)
  }

  @Test("1.4 where a slot changes hands in one frame, the old touch ends before the new one begins, in any view")
  func slotChangesHands() {
    let view = stage.add(Recorder(frame: Rect(x: 0, y: 0, width: 800, height: 480)), "view")
    view.isMultipleTouchEnabled = true
    stage.contact(1, .began, 10, 10, slot: 0)
    stage.frame(at: 0)
    stage.contact(1, .ended, 10, 10, slot: 0)
    stage.contact(2, .began, 20, 10, slot: 0)
    stage.frame(at: 10)
    #expect(view.taken() == ["began 10.0,10.0", "ended 10.0,10.0", "began 20.0,10.0"])
    #expect(stage.violations.isEmpty)
  }

  @Test("1.5 when a device goes, its touches are cancelled and no other's")
  func deviceGone() {
    _ = stage.button("a", 0, 0)
    _ = stage.button("b", 200, 0)
    stage.contact(1, .began, 10, 10)
    stage.frame(at: 0, device: 1)
    stage.contact(1, .began, 210, 10)
    stage.frame(at: 1, device: 2)
    _ = stage.taken()
    stage.application.cancelTouches(of: DeviceID(rawValue: 1))
    #expect(stage.taken() == ["a touchCancel"])
    stage.contact(1, .moved, 12, 10)
    stage.contact(1, .ended, 12, 10)
    stage.frame(at: 2, device: 1)
    #expect(stage.taken().isEmpty, "what the hand does until it is lifted is ignored")
    stage.contact(1, .ended, 210, 10)
    stage.frame(at: 3, device: 2)
    #expect(stage.taken() == ["b touchUpInside", "b primaryActionTriggered"])
    stage.application.cancelTouches()
    #expect(stage.application.event.allTouches.map(\.id) == [])
    #expect(stage.violations == [])
    #expect(stage.anomalies == [])
  }

  @Test("1.6 a palm cancels its own contact only, and one that is a palm from the start is no touch")
  func palms() {
    _ = stage.button("a", 0, 0)
    _ = stage.button("b", 200, 0)
    stage.down(1, 10, 10, at: 0)
    stage.down(2, 210, 10, at: 10)
    stage.contact(3, .began, 400, 300, tool: .palm)
    stage.contact(2, .moved, 211, 10, tool: .palm)
    stage.frame(at: 20)
    #expect(stage.taken() == ["a touchDown", "b touchDown", "b touchCancel"])
    stage.up(3, 400, 300, at: 25)
    stage.up(2, 210, 10, at: 30)
    stage.up(1, 10, 10, at: 40)
    #expect(stage.taken() == ["a touchUpInside", "a primaryActionTriggered"])
    #expect(stage.anomalies.isEmpty && stage.violations.isEmpty)
  }

  @Test("1.7 a single-touch panel's slot is −1")
  func slotMinusOne() {
    _ = stage.button("ok", 0, 0)
    for (phase, time) in [(TouchPhase.began, 0), (.moved, 10), (.ended, 20)] as [(TouchPhase, Int64)] {
      stage.contact(0, phase, 10, 10, slot: -1)
      stage.frame(at: time)
    }
    #expect(stage.taken() == ["ok touchDown", "ok touchDragInside", "ok touchUpInside", "ok primaryActionTriggered"])
  }

  @Test("1.7 more than ten contacts are as many touches")
  func manyContacts() {
    let view = stage.add(Recorder(frame: Rect(x: 0, y: 0, width: 800, height: 480)), "view")
    view.isMultipleTouchEnabled = true
    for finger in 0..<40 as Range<Int32> { stage.contact(finger, .began, Double(finger), 10) }
    stage.frame(at: 0)
    #expect(view.seen.count == 40 && Set(view.seen.map(\.id)).count == 40)
    for finger in 0..<40 as Range<Int32> { stage.contact(finger, .ended, Double(finger), 10) }
    stage.frame(at: 10)
    #expect(view.seen.count == 80 && stage.application.event.allTouches.isEmpty && stage.violations.isEmpty)
  }

  @Test("1.9 163 points per inch are assumed: 10 pt are 1.56 mm")
  func assumedDensity() {
    let density = Tuning().pointsPerMillimetre
    #expect((density * 25.4 - 163).magnitude < 1e-9)
    #expect((10 / density - 1.56).magnitude < 0.005)
  }
}

/// The package's folder, found from this file, through links.
enum Repository {
  static let folder: URL = {
    var url = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    for _ in 1...3 { url.deleteLastPathComponent() }
    return url
  }()

  /// Every Swift file below a folder, sorted.
  static func swiftFiles(in folder: URL) throws -> [URL] {
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }.sorted { $0.path < $1.path }
  }
  /// Files of text that people read, by their paths in the repository: sources, tests, tools and documents.
  static func textFiles() -> [String] {
    let folders = ["Benchmarks", "Documentation", "Examples", "Fuzz", "Sources", "Tests", "tools", "udev"]
    let kinds: Set<Substring> = ["c", "h", "js", "json", "jsonl", "md", "py", "swift", "txt", "yaml"]
    let below = folders.flatMap { name -> [String] in
      let files = FileManager.default.enumerator(atPath: folder.appending(path: name, directoryHint: .isDirectory).path)
      return (files?.compactMap { $0 as? String } ?? []).map { "\(name)/\($0)" }
    }
    let written = below.filter { path in
      let parts = path.split(separator: "/")
      // Scripts have no ending; what is built has folders that begin with a dot.
      let ending = parts.last?.split(separator: ".", omittingEmptySubsequences: false).dropFirst().last
      let isScript = parts.first == "tools" && parts.count == 2 && ending == nil
      return (isScript || ending.map(kinds.contains) == true) && !parts.contains { $0.hasPrefix(".") }
    }
    return ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"] + written.sorted()
  }
}
