import ContactorCore
import ContactorEvdev
import ContactorTesting
import Testing

/// The lines of "Axes and sizes", and what happens when events are lost.
@Suite("Axes and sizes")
struct AxisLineTests {
  private func first(_ panel: EvdevDescription, _ more: [UInt16: Int32] = [:]) throws -> Contact {
    var hand = Hand(on: panel)
    hand.down(1, at: Point(x: 50, y: 25), more)
    let player = PanelPlayer(panel)
    player.play(hand.events)
    return try #require(player.frames.first?.contacts.first)
  }

  @Test("resolution 0: no millimetres", arguments: [PanelCatalog.calibrated, PanelCatalog.noResolution])
  func noMillimetres(_ panel: EvdevDescription) throws {
    #expect(try first(panel).millimetres == nil)
    #expect(panel.millimetres == nil)
  }

  @Test("a resolution gives millimetres from the corner, whatever the range starts with")
  func millimetres() throws {
    let contact = try first(PanelCatalog.singleTouch)
    let place = try #require(contact.millimetres)
    #expect(abs(place.x - 500) < 0.01 && abs(place.y - 111.11) < 0.01)
    #expect(PanelCatalog.cintiqPro16.millimetres == Size(width: 345.6, height: 194.4))
  }

  @Test("0 × 0 mm, and no range at all: the position comes through")
  func noRange() throws {
    #expect(PanelCatalog.noResolution.normalization == nil)
    #expect(try first(PanelCatalog.noResolution).location == Point(x: 500, y: 250))
  }

  @Test("all MT axes −32768…32768: positions, not sizes, come of them")
  func uselessRange() throws {
    let contact = try first(PanelCatalog.uselessRange)
    #expect(contact.devicePosition == Point(x: 0, y: -16384))
    #expect(contact.millimetres == nil)
  }

  @Test(
    "report period from 2.2 ms to 54 ms with pauses", arguments: [.microseconds(2_200), .milliseconds(26), .milliseconds(54)] as [Duration])
  func period(_ interval: Duration) {
    var hand = Hand(on: PanelCatalog.generic)
    hand.interval = interval
    hand.down(1, at: Point(x: 10, y: 10))
    hand.move(1, to: Point(x: 90, y: 10), in: 5)
    hand.hold(.seconds(1))
    hand.move(1, to: Point(x: 90, y: 90), in: 5)
    hand.up(1)
    let player = PanelPlayer(PanelCatalog.generic)
    player.play(hand.events)
    #expect(player.phases == [[.began] + Array(repeating: .moved, count: 10) + [.ended]])
    #expect(player.frames[1].timestamp - player.frames[0].timestamp == interval)
  }

  @Test("pressure drops make the point jump: a lift is where the finger was last, not where its frame says")
  func jumpAtLift() {
    let player = PanelPlayer.playing(
      "touch=1 X=100 Y=100 P=90 | X=900 Y=5 P=0 touch=0 |", on: PanelCatalog.singleTouch)
    #expect(player.shorthand == ["+0@100,100", "-0@100,100"])
    let slots = PanelPlayer.playing("id=1 x=100 y=100 | x=900 y=5 id=-1 |", on: PanelCatalog.generic)
    #expect(slots.shorthand == ["+1@100,100", "-1@100,100"])
  }

  @Test("touches outside the calibrated rectangle keep their release")
  func outside() {
    let player = PanelPlayer(PanelCatalog.offsetRange)
    player.play(script("id=1 x=10 y=9999 | x=5 | id=-1 |"))
    #expect(player.phases == [[.began, .moved, .ended]])
    #expect(player.frames[0].contacts[0].location.x < 0)
  }

  @Test("size, orientation, pressure and tool come in their units")
  func allAxes() throws {
    let contact = try first(
      PanelCatalog.generic,
      [
        EvdevCode.touchMajor: 100, EvdevCode.touchMinor: 50, EvdevCode.orientation: -128,
        EvdevCode.contactPressure: 51,
      ])
    let scale = (1000.0 / 50001 * 1000 / 33001).squareRoot()
    #expect(abs((contact.touchMajor ?? 0) - 100 * scale) < 1e-4)
    #expect(abs((contact.touchMinor ?? 0) - 50 * scale) < 1e-4)
    #expect(contact.orientation == -128)
    #expect(abs((contact.pressure ?? 0) - 0.2) < 1e-6)
    #expect(contact.tool == .finger && contact.distance == nil)
  }

  @Test("every panel of the catalogue takes a tap and a two-finger pan", arguments: PanelCatalog.all)
  func catalogue(_ panel: EvdevDescription) {
    var hand = Hand(on: panel)
    let hasMany = panel.contactProtocol != .single
    hand.down(1, at: Point(x: 20, y: 20))
    hand.together { hand in
      hand.move(1, to: Point(x: 30, y: 20))
      if hasMany { hand.down(2, at: Point(x: 70, y: 70)) }
    }
    hand.move(1, to: Point(x: 40, y: 20))
    hand.up(1)
    if hasMany { hand.up(2) }
    let player = PanelPlayer(panel)
    player.play(hand.events)
    #expect(player.phases.count == (hasMany ? 2 : 1))
    #expect(player.phases.allSatisfy { $0.first == .began && $0.last == .ended })
    #expect(player.anomalies.isEmpty && player.violations.isEmpty)
  }

  @Test("SYN_DROPPED: gone contacts end, new ones begin, moved ones move")
  func resynchronization() {
    let player = PanelPlayer.playing(
      "id=1 x=10 y=10 slot=1 id=2 x=20 y=20 slot=2 id=3 x=30 y=30 touch=1 | dropped slot=0 x=99 id=-1 | x=5 |",
      on: PanelCatalog.generic)
    #expect(player.shorthand.count == 1, "what comes before the state is asked for is in the state")
    #expect(player.anomalies.map(\.kind) == [.synDropped])
    var state = EvdevState()
    state.slots = [
      EvdevCode.trackingID: [-1, 2, 4, 5], EvdevCode.positionX: [99, 21, 31, 40],
      EvdevCode.positionY: [10, 20, 30, 40],
    ]
    state.currentSlot = 3
    state.keys = [EvdevCode.touch]
    player.withDecoder { decoder, take in
      let isWaiting = decoder.needsState
      #expect(isWaiting)
      decoder.resynchronize(with: state, at: Timestamp(microseconds: 1_100_000), take)
      let isStillWaiting = decoder.needsState
      #expect(!isStillWaiting)
    }
    #expect(
      Set(player.shorthand[1].split(separator: " ")) == [
        "-1@10,10", "~2@21,20", "-3@30,30", "+4@31,30", "+5@40,40",
      ])
    player.play(script("@1200 x=41 |"))
    #expect(player.shorthand.last == "~5@41,40")
  }

  @Test("SYN_DROPPED in a recording: contacts are cancelled, and none is made up from what is not known")
  func lossInRecording() {
    let player = PanelPlayer.playing(
      "id=1 x=10 y=10 touch=1 | x=11 dropped x=12 id=-1 | x=13 | id=-1 touch=0 | id=2 x=50 touch=1 | y=60 |",
      on: PanelCatalog.generic, lossPolicy: .cancelContacts)
    #expect(player.shorthand == ["+1@10,10", "x1@10,10", "+2@50,60"])
    #expect(player.anomalies.map(\.kind) == [.synDropped])
  }
}
