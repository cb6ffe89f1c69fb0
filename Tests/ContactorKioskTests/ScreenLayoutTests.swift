import ContactorCore
@testable import ContactorLayout
import Testing

/// Layouts whose panels are used at the same time (contract 3.4, 3.6), and drags beside page swipes (contract 9.3).
@Suite struct ScreenLayoutTests {
  /// The touch lines of taps, `(panel, x, y)` each, 460 ms apart, on panels A and B.
  private func taps(_ taps: [(Int, Double, Double)]) -> String {
    var lines = ["A", "B"].enumerated().map { index, name in
      #"{"t":1000000,"kind":"device","event":"added","device":"event\#(index + 1)","name":"Panel \#(name)"}"#
    }
    for (index, tap) in taps.enumerated() {
      let time = 1_400_000 + index * 460_000
      for (phase, offset) in [("began", 0), ("ended", 60_000)] {
        lines.append(
          #"{"t":\#(time + offset),"kind":"touch","touch":\#(index + 1),"phase":"\#(phase)","x":\#(tap.1),"y":\#(tap.2),"device":"event\#(tap.0)"}"#
        )
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func emitted(_ log: String) -> [String] {
    log.split(separator: "\n").compactMap { line in
      line.contains(#""kind":"emit""#) ? line.firstMatch(of: /"emit":"([^"]*)"/).map { String($0.1) } : nil
    }
  }

  private let devices = """
    devices:
      - {match: {name: "Panel A"}, window: left}
      - {match: {name: "Panel B"}, window: right}

    """

  @Test func `3.4 a PIN typed on one panel never reaches a text that is edited on another`() throws {
    let layout = """
      windows:
        - {id: left, size: [400, 400], mm: [100, 100], views: [
            {id: pin, kind: pinField, digits: 6, frame: [0, 0, 300, 44]},
            {id: keys, kind: keyboard, type: pin, secure: true, frame: [0, 150, 400, 250]}]}
        - {id: right, size: [400, 400], mm: [100, 100], views: [
            {id: name, kind: textField, frame: [0, 0, 300, 44], on: {editingChanged: {emit: "public {value}"}}},
            {id: letters, kind: keyboard, type: digits, frame: [0, 150, 400, 250]}]}
      """ + "\n" + devices
    // The left panel's PIN is being edited; the right panel edits its text meanwhile.
    let keys: [(Int, Double, Double)] = [(1, 60, 180), (1, 200, 180), (1, 330, 180)]
    let log = try SessionStage.log(of: taps([(1, 50, 20)] + keys + [(2, 50, 20)] + keys + [(2, 60, 180)]), on: layout)
    let texts = emitted(log)
    #expect(texts.count == 1 && texts[0].count == "public 1".count, "\(texts)")
  }

  @Test func `3.6 a menu of one panel lets the other's touches through and stays open`() throws {
    let layout = """
      windows:
        - {id: left, size: [400, 400], mm: [100, 100], views: [
            {id: choice, kind: popUp, value: {titles: [A, B, C], at: 0}, frame: [0, 0, 200, 44], on: {valueChanged: {emit: "choice {value}"}}}]}
        - {id: right, size: [400, 400], mm: [100, 100], views: [
            {id: bell, kind: button, frame: [0, 0, 400, 400], on: {touchUpInside: {emit: bell}}}]}
      """ + "\n" + devices
    let log = try SessionStage.log(of: taps([(2, 50, 200), (1, 50, 20), (2, 50, 200), (1, 50, 390), (2, 50, 200)]), on: layout)
    #expect(emitted(log) == ["bell", "bell", "bell"])
    #expect(log.contains(#""phase":"began","x":50,"y":200,"view":"bell""#))
  }

  @Test func `14.1 check warns of a secure keyboard that has only texts that show what is typed`() throws {
    func warnings(_ views: String) throws -> [String] {
      let layout = try SessionStage.parse("screen: {size: [400, 400], mm: [100, 100]}\nviews:\n" + views)
      return LayoutCheck.warnings(in: layout).map(\.description).filter { $0.contains("secure") }
    }
    let text = "  - {id: name, kind: textField, frame: [0, 0, 300, 44]}\n"
    let keys = "  - {id: keys, kind: keyboard, secure: true, frame: [0, 150, 400, 250]}\n"
    #expect(
      try warnings(text + keys) == [
        "k.yaml:5:5: warning: 'keys' is secure and types nothing into a text that is not; "
          + "expected 'secure: true' on a text of the window, or a pinField"
      ])
    #expect(try warnings(keys).isEmpty)
    #expect(try warnings(text + "  - {id: pin, kind: pinField, frame: [0, 50, 300, 44]}\n" + keys).isEmpty)
    #expect(try warnings("  - {id: name, kind: textField, secure: true, frame: [0, 0, 300, 44]}\n" + keys).isEmpty)
    let box = "  - {id: box, kind: view, secure: true, frame: [0, 99, 9, 9], views: [{id: keys, kind: keyboard, frame: [0, 0, 9, 9]}]}\n"
    #expect(try warnings(text + box).count == 1)
  }

  @Test func `14.1 a secure keyboard types nothing into a text that is not secure`() throws {
    let layout = """
      screen: {size: [400, 400], mm: [100, 100]}
      views:
        - {id: name, kind: textField, frame: [0, 0, 300, 44], on: {editingChanged: {emit: "text {value}"}}}
        - {id: keys, kind: keyboard, type: pin, secure: true, frame: [0, 150, 400, 250]}
      """ + "\n"
    #expect(emitted(try SessionStage.log(of: taps([(1, 50, 20), (1, 60, 180), (1, 200, 180)]), on: layout)).isEmpty)
  }

  @Test(arguments: ["swipe, direction: right", "swipe, direction: left", "pan"])
  func `9.3 a slider keeps a drag along it from gestures of the screen, and leaves one across it to them`(gesture: String) throws {
    let layout = """
      screen: {size: [400, 300], mm: [154, 116]}
      views:
        - {id: volume, kind: slider, frame: [20, 100, 360, 44], on: {valueChanged: {emit: "volume"}, touchCancel: {emit: cancelled}}}
      gestures:
        - {id: page, kind: \(gesture), on: {recognized: {emit: page}}}
      """.replacing("recognized", with: gesture == "pan" ? "began" : "recognized") + "\n"
    func drag(_ x: Double, _ y: Double, from start: Double = 100) -> String {
      var lines: [String] = []
      for step in 0...10 {
        let (px, py) = (start + x * Double(step) / 10, 120 + y * Double(step) / 10)
        let phase = step == 0 ? "began" : step == 10 ? "ended" : "moved"
        lines.append(#"{"t":\#(1_000_000 + step * 16_000),"kind":"touch","touch":1,"phase":"\#(phase)","x":\#(px),"y":\#(py)}"#)
      }
      return lines.joined(separator: "\n") + "\n"
    }
    for start in [100.0, 300] {
      let texts = emitted(try SessionStage.log(of: drag(start == 100 ? 250 : -250, 0, from: start), on: layout))
      #expect(!texts.contains("page") && !texts.contains("cancelled") && texts.contains("volume"), "\(texts)")
    }
    if gesture == "pan" {
      #expect(emitted(try SessionStage.log(of: drag(0, 150), on: layout)).contains("page"))
    }
  }
}
