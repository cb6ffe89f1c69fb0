import ContactorCore
import ContactorTesting
import ContactorTrace
import Testing

/// Recordings whose names say what was done: each is recognized as that, and as nothing else, with default settings.
@Suite("Recordings named after a gesture", .disabled(if: Recordings.areMissing, "the recordings are not beside the package"))
struct NamedRecordingTests {
  struct Named: Sendable, CustomTestStringConvertible {
    let path: String
    /// What is recognized, in order.
    let gestures: [String]
    var testDescription: String { String(path.split(separator: "/").last ?? "") }

    init(_ path: String, _ gestures: String...) {
      self.path = path
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
    Named("evemu-devices/Atmel_maXTouch_Touchscreen.2-fingers-touch-release.events"),
    Named("evemu-devices/N-Trig_MultiTouch.1-finger-drag-NW-SE.events", "pan1"),
    Named("evemu-devices/Wacom_ISDv4_E6_Finger.2fg-tap.events", "tap2"),
    Named("evemu-devices/Wacom_ISDv4_E6_Finger.2fg-double-tap.events", "tap2"),
    Named("evemu-devices/Wacom_ISDv4_E6_Finger.double-center-scroll.events", "pan2"),
    Named("evemu-devices/Wacom_ISDv4_E6_Finger.double-tap-center.events", "doubleTap"),
    Named("evemu-devices/Wacom_ISDv4_E6_Finger.double-top-swipe.events", "swipe2"),
    Named("evemu-devices/Wacom_ISDv4_E6_Finger.single-center-circle.events", "pan1"),
    Named("evemu-devices/Wacom_ISDv4_E6_Finger.single-center-scroll.events", "pan1"),
    Named("evemu-devices/Wacom_ISDv4_E6_Finger.single-tap-center.events", "tap"),
    Named("evemu-devices/eGalax_eMPIA_Technology_Inc._PCAP_MultiTouch_Controller.tap.events", "tap"),
    Named("aosp/google_pixel_tablet_touchscreen.evemu", "swipe1"),
  ]

  static let listed = [
    Named("fusuma-plugin-touchscreen/1-finger-hold.txt", "longPress"),
    Named("fusuma-plugin-touchscreen/2-fingers-swipe-right.txt", "swipe2"),
    Named("fusuma-plugin-touchscreen/3-fingers-tap.txt", "tap3"),
  ]

  @Test("An evemu recording is what its name says", arguments: evemu)
  func recordings(_ named: Named) throws {
    let (frames, window) = try Recordings.frames(named.path)
    try judge(named, frames, window)
  }

  @Test("A listing of libinput is what its name says", arguments: listed)
  func listings(_ named: Named) throws {
    let (frames, window) = try Recordings.listedFrames(named.path)
    try judge(named, frames, window)
  }

  private func judge(_ named: Named, _ frames: [TouchFrame], _ window: Size) throws {
    let scene = RecordedScene(window)
    for frame in frames { scene.rig.application.handle(frame) }
    scene.rig.settle()
    #expect(scene.recognized == named.gestures, "\(scene.explanation)")
    #expect(scene.recognizers.allSatisfy { $0.state == .possible })
  }
}
