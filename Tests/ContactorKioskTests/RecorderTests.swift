import ContactorCore
@testable import ContactorEvdev
import ContactorInput
@testable import ContactorKiosk
@testable import ContactorLayout
@testable import ContactorSystem
import ContactorTrace
import Glibc
import Testing

@Suite struct RecorderTests {
  @Test func `a recording holds events, frames, time and the device, in their order`() throws {
    let stage = try RecordingStage()
    let recorder = try stage.recorder("r")
    var pad = MadeUpPanel()
    pad.open(on: recorder)
    let down = pad.down(5, x: 10, y: 20)
    recorder.send(down)
    let frame = pad.frame(.began, 5, x: 1, y: 2)
    recorder.take(.frame(frame))
    recorder.advance(to: Timestamp(microseconds: 2_000_000))
    let anomaly = Anomaly(.synDropped, device: pad.id, at: Timestamp(microseconds: 2_000_001))
    recorder.take(.anomaly(anomaly))
    recorder.take(.deviceRemoved(pad.id, at: Timestamp(microseconds: 2_000_002)))
    let isWhole = recorder.close()
    #expect(isWhole && stage.complaints.isEmpty && recorder.frameCount == 1)
    let found = try stage.collect("r")
    guard case .record(.device(let device, _))? = found.items.first else { throw Fault("\(found.items)") }
    #expect(device.description == pad.description && device.device == pad.device && device.hasFrames)
    #expect(
      found.items.dropFirst() == [
        .events(down, pad.id), .record(.frame(frame)), .record(.wait(until: Timestamp(microseconds: 2_000_000))),
        .record(.anomaly(anomaly)), .record(.deviceRemoved(pad.id, at: Timestamp(microseconds: 2_000_002))),
      ])
  }

  @Test func `events that come before the source tells of their panel stand behind its description`() throws {
    let stage = try RecordingStage()
    let recorder = try stage.recorder("r", frames: false)
    var pad = MadeUpPanel()
    recorder.panelOpened(
      pad.device, pad.description, state: EvdevState(), transform: .identity, sendsEvents: true)
    let down = pad.down(5, x: 10, y: 20)
    recorder.send(down)
    recorder.take(.deviceAdded(pad.device, at: Timestamp(microseconds: 900_000)))
    recorder.close()
    let found = try stage.collect("r")
    #expect(found.items.count == 2 && found.items.last == .events(down, pad.id), "\(found.items)")
  }

  @Test func `a block is written when it is full and when its time has come, not before`() throws {
    let stage = try RecordingStage()
    let loop = try EventLoop()
    let recorder = try Recorder(
      RecordingOptions(path: stage.path("r")), recordsFrames: false, loop: loop
    ) { stage.complaints.append($0) }
    var pad = MadeUpPanel()
    pad.open(on: recorder)
    let head = recorder.size
    recorder.send(pad.down(5, x: 10, y: 20))
    #expect(recorder.size == head, "gathered")
    // The timer of the recorder is the only thing that the loop waits for.
    while recorder.size == head { try loop.runOnce(timeout: .seconds(10)) }
    while recorder.writtenSize < recorder.size { usleep(1000) }
    #expect(try stage.collect("r").events().count == 6)
    recorder.close()
  }

  @Test func `a file that is there is kept, unless it may be replaced`() throws {
    let stage = try RecordingStage()
    try stage.write("precious", to: "r")
    let error = #expect(throws: TraceError.self) { _ = try stage.recorder("r") }
    #expect(error?.errno == EEXIST && error?.description.contains("--force") == true)
    #expect(stage.size(of: "r") == 8)
    let recorder = try stage.recorder("r", replaces: true)
    recorder.close()
    #expect(stage.size(of: "r") != 8)
  }

  @Test func `a full disk ends the recording with one line, and the recorder goes on in silence`() throws {
    let stage = try RecordingStage()
    let recorder = try stage.recorder("/dev/full", replaces: true)
    var pad = MadeUpPanel()
    pad.open(on: recorder)
    for _ in 0..<100 {
      recorder.send(pad.down(5, x: 10, y: 20))
      recorder.flush()
      recorder.send(pad.up())
    }
    let isWhole = recorder.close()
    #expect(!isWhole)
    #expect(
      stage.complaints == [
        "/dev/full: cannot be written: No space left on device; the recording ends here, everything else goes on"
      ])
  }

  // MARK: Secrets

  @Test func `a touch that begins in secret keeps its times and phases and loses its place`() throws {
    let stage = try RecordingStage()
    let recorder = try stage.recorder("r")
    recorder.isSecure = { point, _ in point.x < 100 }
    recorder.hidesEvents = true
    var state = EvdevState()
    state.slots = [EvdevCode.trackingID: [3], EvdevCode.positionX: [77], EvdevCode.positionY: [88]]
    var pad = MadeUpPanel()
    pad.open(on: recorder, state: state)
    recorder.send(pad.down(5, x: 10, y: 20))
    recorder.take(.frame(pad.frame(.began, 5, x: 10, y: 20)))
    recorder.send(pad.move(x: 500))
    recorder.take(.frame(pad.frame(.moved, 5, x: 500, y: 20)))
    recorder.take(.frame(pad.frame(.ended, 5, x: 500, y: 20)))
    // The same number again, elsewhere.
    recorder.take(.frame(pad.frame(.began, 5, x: 200, y: 20)))
    recorder.take(.frame(pad.frame(.moved, 5, x: 50, y: 20)))
    recorder.panel(pad.id, isMappedBy: .identity)
    recorder.close()
    let found = try stage.collect("r")
    #expect(found.events().isEmpty)
    #expect(found.devices.allSatisfy { $0.state == nil })
    let contacts = found.records.flatMap { record -> [Contact] in if case .frame(let frame) = record { frame.contacts } else { [] } }
    #expect(contacts.map(\.phase) == [.began, .moved, .ended, .began, .moved])
    #expect(contacts.prefix(3).allSatisfy { $0.location.x.isNaN && $0.location.y.isNaN && $0.devicePosition == nil })
    #expect(contacts.suffix(2).map(\.location.x) == [200, 50])
  }

  @Test func `what a layout keeps secret is found by its views, those inside included`() throws {
    let layout = try SessionStage.parse(
      """
      screen: {size: [100, 100]}
      views:
        - {id: open, kind: button, frame: [0, 0, 50, 100]}
        - id: pin
          kind: view
          secure: true
          frame: [50, 0, 50, 100]
          views: [{id: one, kind: button, frame: [0, 0, 25, 25]}]
      """)
    #expect(layout.secureIDs == ["pin"])
    let session = LayoutSession(layout: layout)
    let panel = MadeUpPanel().device
    let found = [(10.0, 10.0), (60, 10), (90, 90)].map { x, y in
      session.isSecure(Point(x: x, y: y), of: panel, layout.secureIDs)
    }
    #expect(found == [false, true, true])
  }

  @Test func `a secret touch replays to its times and phases, and those after it keep their numbers`() throws {
    let stage = try RecordingStage()
    let recorder = try stage.recorder("r")
    recorder.isSecure = { point, _ in point.x < 100 }
    let pad = MadeUpPanel()
    pad.open(on: recorder)
    for phase in [TouchPhase.began, .moved, .ended] { recorder.take(.frame(pad.frame(phase, 5, x: 1, y: 1))) }
    for phase in [TouchPhase.began, .ended] { recorder.take(.frame(pad.frame(phase, 6, x: 150, y: 1))) }
    recorder.close()
    let lines = try stage.replay("r", on: nil).split(separator: "\n").map { $0.replacing(/"t":\d+,/, with: "") }
    #expect(
      lines.dropFirst().prefix(4).map { $0.replacing(/,"x".*/, with: "") } == [
        #"{"kind":"touch","touch":1,"phase":"began","secure":true}"#, #"{"kind":"touch","touch":1,"phase":"moved","secure":true}"#,
        #"{"kind":"touch","touch":1,"phase":"ended","secure":true}"#, #"{"kind":"touch","touch":2,"phase":"began""#,
      ], "\(lines)")
  }
}

struct Fault: Error {
  let text: String
  init(_ text: String) { self.text = text }
}
