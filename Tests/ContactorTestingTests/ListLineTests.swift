import ContactorCore
import ContactorEvdev
import ContactorTesting
import Testing

/// The lines of "Protocol A": one test each, named after it; and single-touch panels.
@Suite("Protocol A")
struct ListLineTests {
  private let plain = PanelCatalog.listing
  private let goodix = PanelCatalog.listingWithIDs

  @Test("with tracking ids: the id tells contacts apart, in any order")
  func ids() {
    let player = PanelPlayer.playing(
      "id=3 x=10 y=20 , id=4 x=30 y=40 , touch=1 | id=4 x=11 y=21 , id=3 x=31 y=41 , | id=4 x=12 y=22 , | touch=0 |",
      on: goodix)
    #expect(player.shorthand == ["+3@10,20 +4@30,40", "~3@31,41 ~4@11,21", "-3@31,41 ~4@12,22", "-4@12,22"])
  }

  @Test("without tracking ids: the place tells contacts apart")
  func places() {
    let player = PanelPlayer.playing(
      "x=10 y=20 , x=300 y=400 , touch=1 | x=301 y=401 , x=11 y=21 , | x=302 y=402 , |", on: plain)
    #expect(player.shorthand == ["+0@10,20 +1@300,400", "~0@11,21 ~1@301,401", "~1@302,402 -0@11,21"])
  }

  @Test("release as BTN_TOUCH 0 + SYN_REPORT with no SYN_MT_REPORT")
  func releaseByButton() {
    let player = PanelPlayer.playing(
      "id=0 x=10 y=20 , touch=1 | touch=0 | id=0 x=30 y=40 , touch=1 |", on: goodix)
    #expect(player.shorthand == ["+0@10,20", "-0@10,20", "+0@30,40"])
    let pressed = PanelPlayer.playing(
      "id=0 x=10 y=20 , touch=1 | touch=0 | touch=1 | id=0 x=30 y=40 , |", on: goodix)
    #expect(pressed.shorthand == player.shorthand, "a button alone begins nothing")
  }

  @Test("release as a frame with one bare SYN_MT_REPORT")
  func releaseByBareReport() {
    var panel = plain
    panel.codes[EvdevCode.key] = []
    let player = PanelPlayer.playing("x=10 y=20 , | x=11 y=20 , | , | x=30 y=40 , |", on: panel)
    #expect(player.shorthand == ["+0@10,20", "~0@11,20", "-0@11,20", "+1@30,40"])
    let pressed = PanelPlayer.playing(
      "x=10 y=20 , touch=1 | x=11 y=20 , | , touch=0 | x=30 y=40 , touch=1 |", on: plain)
    #expect(pressed.shorthand == player.shorthand)
  }

  @Test("release never: silence is one, where it is asked for")
  func releaseBySilence() {
    let player = PanelPlayer(goodix.withUnitPoints)
    player.withDecoder { decoder, _ in decoder.silenceLimit = .milliseconds(100) }
    player.play(script("@1000 id=0 x=10 y=20 , | @1050 id=0 x=11 y=20 , | @1500 id=0 x=90 y=90 , |"))
    #expect(player.shorthand == ["+0@10,20", "~0@11,20", "-0@11,20", "+0@90,90"])
    #expect(player.frames[2].timestamp.microseconds == 1_150_000)
    player.withDecoder { decoder, take in
      let deadline = decoder.nextDeadline
      #expect(deadline == Timestamp(microseconds: 1_600_000))
      decoder.advance(to: Timestamp(microseconds: 1_600_000), take)
      let none = decoder.nextDeadline
      #expect(none == nil)
    }
    #expect(player.shorthand.last == "-0@90,90")
  }

  @Test("id 0 always, for each of several fingers: the place tells them apart")
  func uselessIDs() {
    let player = PanelPlayer.playing(
      "id=0 x=10 y=20 , id=0 x=300 y=400 , touch=1 | id=0 x=301 y=400 , id=0 x=11 y=20 , | touch=0 |",
      on: goodix)
    #expect(player.frames.map(\.contacts.count) == [2, 2, 2])
    #expect(player.phases.allSatisfy { $0 == [.began, .moved, .ended] })
  }

  @Test("unchanged axes left out by evdev's filtering")
  func filtered() {
    let player = PanelPlayer.playing("x=10 y=20 , touch=1 | x=11 , | y=21 , | , touch=0 |", on: plain)
    #expect(player.shorthand == ["+0@10,20", "~0@11,20", "~0@11,21", "-0@11,21"])
  }

  @Test("frames with only SYN_MT_REPORT while a finger rests")
  func resting() {
    let player = PanelPlayer.playing("x=10 y=20 , touch=1 | , | , | x=12 , | touch=0 |", on: plain)
    #expect(player.shorthand == ["+0@10,20", "~0@12,20", "-0@12,20"])
  }

  @Test("the same full frame every 10 ms")
  func repeated() {
    let player = PanelPlayer.playing(
      "x=10 y=20 , touch=1 | x=10 y=20 , | x=10 y=20 , | x=12 y=20 , | , | touch=0 |", on: plain)
    #expect(player.shorthand == ["+0@10,20", "~0@12,20", "-0@12,20"])
  }

  @Test("mixed A and B: tracking id first, axes, then SYN_MT_REPORT for each contact")
  func mixed() {
    let player = PanelPlayer.playing(
      "id=0 x=10 y=20 , id=1 x=30 y=40 , touch=1 | id=0 x=11 y=20 , id=1 x=31 y=40 , | id=1 x=32 y=40 , | touch=0 |",
      on: PanelCatalog.kobo)
    #expect(player.shorthand == ["+0@10,20 +1@30,40", "~0@11,20 ~1@31,40", "-0@11,20 ~1@32,40", "-1@32,40"])
  }

  @Test("a pressure or size of 0 is a release, once there was more")
  func nothingness() {
    let player = PanelPlayer.playing("id=1 x=10 y=20 major=5 , | id=1 x=11 y=20 major=0 , |", on: goodix)
    #expect(player.shorthand == ["+1@10,20", "-1@10,20"])
    let never = PanelPlayer.playing("id=1 x=10 y=20 major=0 , | id=1 x=11 y=20 major=0 , |", on: goodix)
    #expect(never.shorthand == ["+1@10,20", "~1@11,20"])
  }

  @Test("a single-touch panel, with BTN_TOUCH, posing as a mouse, or with pressure only")
  func single() {
    for (panel, down, up) in [
      (PanelCatalog.singleTouch, "touch=1", "touch=0"), (PanelCatalog.mouseLike, "left=1", "left=0"),
      (PanelCatalog.pressureOnly, "P=80", "P=0"),
    ] {
      let player = PanelPlayer.playing("\(down) X=10 Y=20 | X=11 | \(up) | \(down) |", on: panel)
      #expect(player.shorthand.prefix(3) == ["+0@10,20", "~0@11,20", "-0@11,20"])
      #expect(player.shorthand.last == "+1@11,20")
      #expect(player.frames[0].contacts[0].slot == -1)
    }
    let quick = PanelPlayer.playing("touch=1 X=1 Y=2 | touch=0 touch=1 X=5 |", on: PanelCatalog.singleTouch)
    #expect(quick.shorthand == ["+0@1,2", "-0@1,2 +1@5,2"], "lifted and put down within a frame")
  }
}
