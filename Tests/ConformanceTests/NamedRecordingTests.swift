import ContactorCore
import ContactorEvdev
import ContactorTesting
import ContactorTrace
import Testing

extension Conformance {
  /// Recordings whose names say what was done: each is recognized as that, and as nothing else, with default settings.
  @Suite("Recordings named after a gesture")
  struct NamedRecordingTests {
    struct Named: Sendable, CustomTestStringConvertible {
      let path: String
      /// What is recognized, in order.
      let gestures: [String]
      var testDescription: String { String(path.split(separator: "/").last ?? "") }

      /// Whether the application wants swipes, as the name tells.
      let isSwipe: Bool

      init(_ path: String, swipe: Bool = false, _ gestures: String...) {
        self.path = path
        isSwipe = swipe || path.contains("swipe")
        self.gestures = gestures
      }
    }

    static let evemu = [
      Named("evemu-devices/Atmel_maXTouch_Touchscreen.1-finger-drag-up-down.events", "pan1"),
      // Nine taps in less than 0.35 s each.
      Named(
        "evemu-devices/Atmel_maXTouch_Touchscreen.1-finger-fast-taps.events", "doubleTap", "doubleTap", "doubleTap",
        "doubleTap", "tap"),
      Named("evemu-devices/ELAN_CANDO_Windows7.1-finger-drag-up-down.events", "pan1"),
      Named("evemu-devices/EP0430M09.1-finger-drag-up-down.events", "pan1"),
      Named("evemu-devices/EP0430M09.2-finger-scroll-down.events", "pan2"),
      Named("evemu-devices/EP0430M09.2-fingers-touch-release.events", "tap2"),
      // Its name says "touch, release", but the fingers slide together before they rest: their middle goes 12 of the panel's
      // 800 units at +233 ms, 15 pt of this window, and a pan begins at 10. (They stay 0.82 s: too long for a tap.)
      Named("evemu-devices/Atmel_maXTouch_Touchscreen.2-fingers-touch-release.events", "pan2"),
      Named("evemu-devices/N-Trig_MultiTouch.1-finger-drag-NW-SE.events", "pan1"),
      Named("evemu-devices/Wacom_ISDv4_E6_Finger.2fg-tap.events", "tap2"),
      // Two fingers touch once in this recording, whatever its name says.
      Named("evemu-devices/Wacom_ISDv4_E6_Finger.2fg-double-tap.events", "tap2"),
      Named("evemu-devices/Wacom_ISDv4_E6_Finger.double-center-scroll.events", "pan2"),
      Named("evemu-devices/Wacom_ISDv4_E6_Finger.double-tap-center.events", "doubleTap"),
      Named("evemu-devices/Wacom_ISDv4_E6_Finger.double-top-swipe.events", "swipe2"),
      Named("evemu-devices/Wacom_ISDv4_E6_Finger.single-center-circle.events", "pan1"),
      Named("evemu-devices/Wacom_ISDv4_E6_Finger.single-center-scroll.events", "pan1"),
      Named("evemu-devices/Wacom_ISDv4_E6_Finger.single-tap-center.events", "tap"),
      Named("evemu-devices/eGalax_eMPIA_Technology_Inc._PCAP_MultiTouch_Controller.tap.events", "tap"),
      // Its first line says "One finger swipe".
      Named("aosp/google_pixel_tablet_touchscreen.evemu", swipe: true, "swipe1"),
    ]

    static let listed = [
      Named("fusuma-plugin-touchscreen/1-finger-hold.txt", "longPress"),
      Named("fusuma-plugin-touchscreen/2-fingers-swipe-right.txt", "swipe2"),
      Named("fusuma-plugin-touchscreen/3-fingers-tap.txt", "tap3"),
    ]

    @Test("An evemu recording is what its name says", .wantsRecordings, arguments: evemu)
    func recordings(_ named: Named) throws {
      let (frames, window) = try Recordings.frames(named.path)
      try judge(named, frames, window)
    }

    @Test("A listing of libinput is what its name says", .wantsRecordings, arguments: listed)
    func listings(_ named: Named) throws {
      let (frames, window) = try Recordings.listedFrames(named.path)
      try judge(named, frames, window)
    }

    private func judge(_ named: Named, _ frames: [TouchFrame], _ window: Size) throws {
      let scene = RecordedScene(window, wantsSwipes: named.isSwipe)
      for frame in frames { scene.rig.application.handle(frame) }
      scene.rig.settle()
      Tally.shared.add(scene.recognized == named.gestures ? .passed : .failed, in: "recordings")
      #expect(scene.recognized == named.gestures, "\(scene.explanation)")
      #expect(scene.recognizers.allSatisfy { $0.state == .possible })
    }

    @Test("Where the recordings are missing, those that are named count as skipped", .enabled(if: Recordings.areMissing))
    func missing() {
      Tally.shared.skip(Self.evemu.count + Self.listed.count, in: "recordings", because: Recordings.absence)
    }

    // MARK: More fingers than the recordings have

    /// What a hand's events are taken for.
    private func recognized(_ hand: Hand) -> RecordedScene {
      let size = Size(width: 1024, height: 600)
      let scene = RecordedScene(size, wantsSwipes: false)
      let map = hand.panel.normalization?.concatenating(AffineTransform(scaleX: size.width, y: size.height))
      var decoder = EvdevDecoder(hand.panel, device: DeviceID(rawValue: 1), transform: map ?? .identity)
      decoder.decode(hand.events) { scene.rig.application.handle($0) }
      scene.rig.settle()
      return scene
    }

    @Test("A drag by so many fingers, which land and lift one after the other, is the pan of as many", arguments: 1...4)
    func drags(fingers: Int) {
      var hand = Hand(on: PanelCatalog.generic)
      for finger in 1...fingers { hand.down(finger, at: Point(x: 20 + Double(finger) * 8, y: 20)) }
      for step in 1...20 {
        hand.together { hand in
          for finger in 1...fingers { hand.move(finger, to: Point(x: 20 + Double(finger) * 8, y: 20 + Double(step) * 2)) }
        }
      }
      for finger in 1...fingers { hand.up(finger) }
      let scene = recognized(hand)
      #expect(scene.recognized == ["pan\(fingers)"], "\(scene.explanation)")
    }

    @Test("A tap by so many fingers is the tap of as many", arguments: 1...3)
    func taps(fingers: Int) {
      var hand = Hand(on: PanelCatalog.generic)
      for finger in 1...fingers { hand.down(finger, at: Point(x: 20 + Double(finger) * 8, y: 20)) }
      hand.hold(.milliseconds(50))
      for finger in 1...fingers { hand.up(finger) }
      let scene = recognized(hand)
      #expect(scene.recognized == [fingers == 1 ? "tap" : "tap\(fingers)"], "\(scene.explanation)")
    }

    @Test("Fingers that part are a pinch, fingers that turn a rotation")
    func pinchAndRotation() {
      var hand = Hand(on: PanelCatalog.generic)
      hand.together { hand in
        hand.down(1, at: Point(x: 45, y: 50))
        hand.down(2, at: Point(x: 55, y: 50))
      }
      for step in 1...10 {
        hand.together { hand in
          hand.move(1, to: Point(x: 45 - Double(step) * 2, y: 50))
          hand.move(2, to: Point(x: 55 + Double(step) * 2, y: 50))
        }
      }
      hand.together { hand in
        hand.up(1)
        hand.up(2)
      }
      #expect(recognized(hand).recognized == ["pinch"])
      hand = Hand(on: PanelCatalog.generic)
      hand.together { hand in
        hand.down(1, at: Point(x: 30, y: 50))
        hand.down(2, at: Point(x: 70, y: 50))
      }
      for step in 1...10 {
        hand.together { hand in
          hand.move(1, to: Point(x: 30, y: 50 - Double(step) * 2))
          hand.move(2, to: Point(x: 70, y: 50 + Double(step) * 2))
        }
      }
      hand.together { hand in
        hand.up(1)
        hand.up(2)
      }
      #expect(recognized(hand).recognized == ["rotation"])
    }

    // MARK: Shapes

    private static let circle = "evemu-devices/Wacom_ISDv4_E6_Finger.single-center-circle.events"

    /// Draws a recording and tells what it was taken for.
    private func drawn(_ path: String, _ templates: [StrokeTemplate]) throws -> StrokeGestureRecognizer {
      let (frames, window) = try Recordings.frames(path)
      let rig = GestureRig(width: window.width, height: window.height)
      let stroke = rig.add(StrokeGestureRecognizer(templates: templates), "stroke")
      for frame in frames { rig.application.handle(frame) }
      rig.settle()
      return stroke
    }

    @Test("The recorded circle is a circle, and no other shape", .wantsRecordings)
    func recordedCircle() throws {
      let templates = try [
        StrokeTemplate(
          "circle", text: "50,0 75,7 93,25 100,50 93,75 75,93 50,100 25,93 7,75 0,50 7,25 25,7 50,0"),
        StrokeTemplate("check", text: "0,55 30,90 100,0"), StrokeTemplate("line", text: "0,0 0,100"),
        StrokeTemplate("triangle", text: "50,0 100,90 0,90 50,0"),
      ]
      let stroke = try drawn(Self.circle, templates)
      let reason = try #require(stroke.lastReason)
      #expect(reason.isRecognized && stroke.match?.name == "circle", "\(reason)")
      print("strokes: the recorded circle \(reason.text)")
    }

    @Test("A template that is cut from a recording finds that recording", .wantsRecordings)
    func cutting() throws {
      let template = try #require(StrokeTemplate("round", cutting: Recordings.frames(Self.circle).frames))
      let stroke = try drawn(Self.circle, [StrokeTemplate("round", text: template.text)])
      #expect(stroke.lastReason?.isRecognized == true && stroke.match?.score ?? 0 > 0.95)
      let other = try drawn(Self.circle.replacing("circle", with: "scroll"), [template])
      #expect(other.lastReason?.isRecognized == false, "a straight line is not round")
    }
  }
}
