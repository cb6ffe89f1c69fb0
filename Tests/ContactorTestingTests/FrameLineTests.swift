import ContactorCore
import ContactorEvdev
import ContactorTesting
import Testing

/// The lines of "Frames and contacts": one test each, named after it.
@Suite("Frames and contacts")
struct FrameLineTests {
  private let panel = PanelCatalog.generic

  @Test("a contact is replaced in its slot inside one frame")
  func replacement() {
    let player = PanelPlayer.playing("id=5 x=10 y=20 | id=-1 id=6 x=30 y=40 |", on: panel)
    #expect(player.shorthand == ["+5@10,20", "-5@10,20 +6@30,40"])
    #expect(player.phases == [[.began, .ended], [.began]])
    #expect(player.frames[1].contacts.map(\.slot) == [0, 0])
  }

  @Test("one contact up and another down in one frame")
  func exchange() {
    let player = PanelPlayer.playing("id=5 x=10 y=20 | slot=1 id=6 x=30 y=40 slot=0 id=-1 |", on: panel)
    #expect(player.shorthand == ["+5@10,20", "+6@30,40 -5@10,20"])
  }

  @Test("a new id with no -1 before it; then a -1 for a slot that is not open")
  func missingRelease() {
    let player = PanelPlayer.playing("id=5 x=10 y=20 | id=6 | slot=3 id=-1 | slot=0 id=-1 |", on: panel)
    #expect(player.shorthand == ["+5@10,20", "-5@10,20 +6@10,20", "-6@10,20"])
  }

  @Test("a stream that starts in mid-touch: values for slots never opened")
  func midTouch() {
    let player = PanelPlayer.playing("x=1 | slot=4 x=3 y=4 | id=-1 | slot=2 id=9 x=5 y=6 |", on: panel)
    #expect(player.shorthand == ["+9@5,6"])
  }

  @Test("contacts that are down at open begin at the first frame that reports them")
  func downAtOpen() {
    var state = EvdevState()
    state.slots = [
      EvdevCode.trackingID: [7, 8, -1], EvdevCode.positionX: [10, 20, 0], EvdevCode.positionY: [11, 21, 0],
    ]
    state.currentSlot = 1
    state.keys = [EvdevCode.touch]
    let player = PanelPlayer.playing(
      "clock=1 | x=22 | slot=0 y=12 | touch=0 id=-1 slot=1 id=-1 |", on: panel, state: state)
    #expect(player.shorthand == ["+8@22,21", "+7@10,12", "-7@10,12 -8@22,21"])
  }

  @Test("a device that ends with contacts still down")
  func endOfDevice() {
    let player = PanelPlayer.playing("id=5 x=10 y=20 slot=1 id=6 x=1 y=2 touch=1 | slot=0 x=11 |", on: panel)
    player.withDecoder { decoder, take in decoder.cancelAll(at: Timestamp(microseconds: 2_000_000), take) }
    #expect(player.shorthand.last == "x5@11,20 x6@1,2")
    #expect(player.phases.allSatisfy { $0.last == .cancelled })
    player.play(script("@2100 x=12 | id=-1 slot=1 id=-1 |"))
    #expect(player.frames.count == 3, "what was cancelled stays so")
  }

  @Test("a contact that flaps, up and down again, with no position in the frame")
  func flapping() {
    let player = PanelPlayer.playing(
      "id=5 x=10 y=20 touch=1 | id=-1 touch=0 | id=6 touch=1 | id=-1 touch=0 |", on: panel)
    #expect(player.shorthand == ["+5@10,20", "-5@10,20", "+6@10,20", "-6@10,20"])
  }

  @Test("one touch opens slots 0–4 in one frame with consecutive ids")
  func burst() {
    let text = (0..<5).map { "slot=\($0) id=\(40 + $0) x=\($0 * 100) y=7" }.joined(separator: " ")
    let player = PanelPlayer.playing(text + " |", on: panel)
    #expect(player.shorthand == ["+40@0,7 +41@100,7 +42@200,7 +43@300,7 +44@400,7"])
    #expect(player.phases.count == 5)
  }

  @Test("a contact jumps to another slot and keeps its id")
  func jump() {
    let player = PanelPlayer.playing(
      "id=5 x=10 y=20 slot=1 id=6 x=30 y=40 | slot=0 id=6 x=31 y=41 slot=1 id=5 x=11 y=21 | slot=1 id=-1 slot=3 id=5 x=12 y=22 |",
      on: panel)
    #expect(player.shorthand == ["+5@10,20 +6@30,40", "~6@31,41 ~5@11,21", "~5@12,22"])
    #expect(player.frames[2].contacts[0].slot == 3)
    #expect(player.phases == [[.began, .moved, .moved], [.began, .moved]])
  }

  @Test("the same id sent again in every frame")
  func sameID() {
    let player = PanelPlayer.playing("id=5 x=10 y=20 | id=5 x=11 | id=5 | id=5 y=21 | id=-1 |", on: panel)
    #expect(player.shorthand == ["+5@10,20", "~5@11,20", "~5@11,21", "-5@11,21"])
  }

  @Test("frames that hold only MSC_TIMESTAMP; an empty SYN_REPORT")
  func emptyFrames() {
    let player = PanelPlayer.playing(
      "id=5 x=10 y=20 clock=1 | clock=9000 | | clock=18000 | id=-1 clock=3 |", on: PanelCatalog.coolTouch)
    #expect(player.shorthand == ["+5@10,20", "-5@10,20"])
  }

  @Test("slot numbers that never include 0; up to 60 slots declared")
  func highSlots() {
    let text = (3..<15).map { "slot=\($0 * 4) id=\($0) x=\($0) y=1" }.joined(separator: " ")
    let player = PanelPlayer.playing(
      text
        + " | slot=60 id=99 x=1 y=1 slot=-1 id=98 x=2 y=2 slot=59 id=97 x=3 y=3 | slot=60 x=4 | slot=60 x=5 y=5 | slot=-1 y=6 |",
      on: PanelCatalog.sixtySlots)
    #expect(player.frames.map(\.contacts.count) == [12, 1])
    #expect(player.frames[0].contacts.map(\.slot) == (3..<15).map { Int32($0 * 4) })
    #expect(player.shorthand[1] == "+97@3,3", "slots that the panel does not have hold nothing")
  }

  @Test("different time stamps inside one frame: the SYN_REPORT's counts")
  func stamps() {
    let player = PanelPlayer.playing("@1000 id=5 @1001 x=10 @1002 y=20 @1003 |", on: panel)
    #expect(player.frames.map(\.timestamp.microseconds) == [1_003_000])
  }

  @Test("time that stands still or steps back")
  func timeBack() {
    let player = PanelPlayer.playing(
      "@1000 id=5 x=10 y=20 | @1000 x=11 | @990 x=12 | @1100 id=-1 |", on: panel)
    #expect(player.phases == [[.began, .moved, .moved, .ended]])
    #expect(player.anomalies.map(\.kind) == [.timeWentBack])
    #expect(player.violations.isEmpty)
  }

  @Test(
    "no BTN_TOUCH and no ABS_X/Y at all; MT axes only, with WIDTH_MAJOR",
    arguments: [PanelCatalog.nexus4Bare, PanelCatalog.carDisplay])
  func bare(_ panel: EvdevDescription) {
    var hand = Hand(on: panel)
    hand.down(
      1, at: Point(x: 25, y: 50), panel.axes[EvdevCode.widthMajor] == nil ? [:] : [EvdevCode.widthMajor: 9])
    hand.move(1, to: Point(x: 75, y: 50), in: 4)
    hand.up(1)
    let player = PanelPlayer(panel)
    player.play(hand.events)
    #expect(player.phases == [[.began, .moved, .moved, .moved, .moved, .ended]])
    #expect(player.frames[0].contacts[0].touchMajor == nil)
    #expect(abs(player.frames[0].contacts[0].location.x - 250) < 1)
  }

  @Test("hover: ABS_MT_DISTANCE > 0")
  func distance() {
    let player = PanelPlayer.playing(
      "id=5 x=10 y=20 distance=1 | x=11 | distance=0 | x=12 | distance=1 | id=-1 |", on: PanelCatalog.hovering
    )
    #expect(player.shorthand == ["+5@11,20", "~5@12,20", "-5@12,20"])
    #expect(player.frames[0].contacts[0].distance == 0)
  }

  @Test("hover: a tracking id with BTN_TOUCH 0")
  func optical() {
    let player = PanelPlayer.playing(
      "id=5 x=10 y=20 touch=1 | touch=0 | x=11 | id=-1 | id=6 x=12 | touch=1 | id=-1 touch=0 |",
      on: PanelCatalog.optical)
    #expect(player.shorthand == ["+5@10,20", "-5@10,20", "+6@12,20", "-6@12,20"])
  }

  @Test("a panel that claims BTN_TOUCH and never presses it works")
  func unusedButton() {
    let player = PanelPlayer.playing("id=5 x=10 y=20 | id=-1 |", on: panel, state: EvdevState())
    #expect(player.shorthand == ["+5@10,20", "-5@10,20"])
  }

  @Test("10 contacts in two HID reports of 5 are one frame of the kernel's")
  func tenContacts() {
    let text = (0..<10).map { "slot=\($0) id=\($0) x=\($0) y=1" }.joined(separator: " ")
    let moves = (0..<10).map { "slot=\($0) x=\($0 + 50)" }.joined(separator: " ")
    let player = PanelPlayer.playing("\(text) touch=1 | \(moves) |", on: panel)
    #expect(player.frames.map(\.contacts.count) == [10, 10])
    #expect(player.frames[1].contacts.allSatisfy { $0.phase == .moved })
  }

  @Test("a contact that comes and goes within one frame never was")
  func instant() {
    #expect(PanelPlayer.playing("id=5 x=1 y=2 id=-1 |", on: panel).frames.isEmpty)
  }

  @Test("two slots with one id are one contact")
  func duplicate() {
    let player = PanelPlayer.playing(
      "id=5 x=1 y=2 slot=1 id=5 x=3 y=4 | slot=0 id=-1 | slot=1 id=-1 |", on: panel)
    #expect(player.shorthand == ["+5@1,2", "~5@3,4", "-5@3,4"])
  }

  @Test("a frame that is read in pieces is the same frame", arguments: 1...8)
  func pieces(_ size: Int) {
    let text =
      "id=5 x=10 y=20 slot=1 id=6 x=30 y=40 touch=1 | slot=0 x=11 y=21 slot=1 x=31 y=41 | slot=0 x=12 y=21 | slot=1 x=32 y=41 slot=0 x=12 y=22 | slot=0 x=13 y=23 id=-1 slot=1 x=33 y=43 | slot=1 id=-1 touch=0 |"
    let whole = PanelPlayer.playing(text, on: panel)
    #expect(
      whole.shorthand == [
        "+5@10,20 +6@30,40", "~5@11,21 ~6@31,41", "~5@12,21", "~6@32,41 ~5@12,22", "-5@12,22 ~6@33,43", "-6@33,43",
      ])
    let player = PanelPlayer(panel.withUnitPoints)
    player.play(script(text), inPiecesOf: size)
    #expect(player.frames == whole.frames)
  }

  @Test("what was read last is the last that counts, whatever lies behind it in memory")
  func endOfBuffer() {
    let events = script("id=5 x=10 y=20 slot=1 id=6 x=30 y=40 | slot=0 x=11 y=21 slot=1 | slot=0 x=12 |")
    let player = PanelPlayer(panel.withUnitPoints)
    player.withDecoder { decoder, take in
      events.withUnsafeBufferPointer { buffer in
        // The second frame's move of slot 0, and not the slot that is selected behind it.
        decoder.decode(UnsafeBufferPointer(rebasing: buffer[..<11]), take)
      }
      decoder.decode(script("x=15 |"), take)
    }
    #expect(player.shorthand == ["+5@10,20 +6@30,40", "~5@15,21"])
  }

  @Test("a lift that the kernel makes up cancels; a finger that stays begins nothing until it is lifted")
  func kernelLift() {
    let player = PanelPlayer(panel.withUnitPoints)
    player.play(script("id=5 x=10 y=20 touch=1 |"))
    var events = script("@2000 touch=0 |")
    events[events.count - 1].value = 1
    player.play(events)
    player.play(script("@3000 x=11 | slot=1 id=6 x=30 y=40 touch=1 | slot=0 x=12 | id=-1 slot=1 id=-1 touch=0 |"))
    #expect(player.shorthand == ["+5@10,20", "x5@10,20", "+6@30,40", "-6@30,40"])
    player.withDecoder { decoder, _ in
      let (first, second) = (decoder.takeKernelLift(), decoder.takeKernelLift())
      #expect(first && !second)
    }
  }

  @Test("a palm is told")
  func palm() {
    let player = PanelPlayer.playing("id=5 x=1 y=2 tool=0 | tool=2 | id=-1 |", on: PanelCatalog.toolTypes)
    #expect(player.frames.map { $0.contacts[0].tool } == [.finger, .palm, .palm])
    #expect(player.phases == [[.began, .cancelled]])
  }
}
