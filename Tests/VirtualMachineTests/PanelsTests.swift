import Foundation
import Testing

/// Others' recordings, beside the repository; `nil` where they are missing.
let traces: URL? = {
  let folder = VirtualMachine.repository.deletingLastPathComponent().appending(path: "shared/traces")
  return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
}()

private let problem: Comment? =
  VirtualMachine.problem.map { Comment(rawValue: $0) }
  ?? (traces == nil ? "there are no recordings in ../shared/traces" : nil)

/// A recording and the description of the panel that made it, as paths in the folder of recordings.
struct Recording {
  let events: String
  let description: String

  /// Every recording that has a description, in itself or in a file of its own.
  static func all(in root: URL) throws -> [Recording] {
    var found: [Recording] = []
    for folder in ["aosp", "evemu-devices", "xorg-integration-tests"] {
      let names = try FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path).sorted()
      for name in names where name.hasSuffix(".events") || name.hasSuffix(".evemu") {
        let text = String(decoding: try Data(contentsOf: root.appending(path: "\(folder)/\(name)")), as: UTF8.self)
        let describes = text.split(whereSeparator: \.isNewline).contains { $0.hasPrefix("N:") }
        let own = names.first { $0.hasSuffix(".desc") && name.hasPrefix($0.dropLast(4)) }
        guard let description = describes ? name : own else { continue }
        found.append(Recording(events: "\(folder)/\(name)", description: "\(folder)/\(description)"))
      }
    }
    return found
  }

  /// False for a file with a description alone.
  func hasEvents(in root: URL) throws -> Bool {
    try Data(contentsOf: root.appending(path: events)).split(separator: UInt8(ascii: "\n")).contains { $0.starts(with: "E:".utf8) }
  }
}

/// A touch line of a log; touches are counted from 0 for each recording.
private struct Line: Hashable, CustomStringConvertible {
  var time: Int
  var touch: Int
  var phase: String
  var x: Double
  var y: Double

  var description: String { "\(time): \(touch) \(phase) \(x),\(y)" }

  init?(_ text: Substring) {
    let pattern = /"t":(\d+),"kind":"touch","touch":(\d+),"phase":"(\w+)","x":([-\d.]+),"y":([-\d.]+)/
    guard let match = text.firstMatch(of: pattern), let time = Int(match.1), let touch = Int(match.2),
      let x = Double(match.4), let y = Double(match.5)
    else { return nil }
    (self.time, self.touch, self.phase, self.x, self.y) = (time, touch, String(match.3), x, y)
  }

  func agrees(with other: Line, within tolerance: (x: Double, y: Double)) -> Bool {
    // The kernel's own times, but for cancellations, which each source makes at a moment of its own.
    (time == other.time || phase == "cancelled") && touch == other.touch && phase == other.phase
      && abs(x - other.x) <= tolerance.x && abs(y - other.y) <= tolerance.y
  }
}

/// What libinput does differently on purpose.
private enum Difference: Equatable {
  /// Nothing.
  case none
  /// libinput's reader of panels without slots (mtdev) smooths: moves below the panel's fuzz, or, where it states none,
  /// 1/250 of the axis, are dropped, and larger ones lag behind by as much. In points of the screen of 1000 × 500.
  case smoothed(x: Double, y: Double)
  /// Neither source opens it: udev takes a panel with a mouse's button for a mouse.
  case notOpened

  static func of(_ recording: String) -> Difference {
    if recording.contains("eGalax_Inc._USB_TouchController") { return .notOpened }
    if recording.contains("N-Trig_MultiTouch") { return .smoothed(x: 1000 / 250.0, y: 500 / 250.0) }
    if recording.contains("N-Trig-MultiTouch") { return .smoothed(x: 75 * 1000 / 9601.0, y: 78 * 500 / 7201.0) }
    return .none
  }
}

@Suite("Real panels in the virtual machine", .enabled(if: VirtualMachine.problem == nil && traces != nil, problem))
struct PanelsTests {
  @Test("Every recording gives the same touches through libinput and through evdev")
  func recordings() throws {
    let root = try #require(traces)
    let recordings = try Recording.all(in: root)
    #expect(recordings.count >= 26)
    let outcome = try VirtualMachine.run(
      script(for: recordings), layout: "contactor: 1\nscreen: {size: [1000, 500]}\nviews: []\n",
      files: ["\(root.path):/traces"], timeout: 3600)
    #expect(outcome.status == 0, "\(outcome)")
    let sections = outcome.output.split(separator: "== ", omittingEmptySubsequences: false)
    try #require(sections.count == 1 + recordings.count * 2, "\(outcome)")
    for (index, recording) in recordings.enumerated() {
      let (evdev, libinput) = (sections[1 + 2 * index], sections[2 + 2 * index])
      compare(lines(evdev), lines(libinput), recording.events)
    }
  }

  private func script(for recordings: [Recording]) -> String {
    let start = """
      contactor run /etc/layout.yaml --source evdev --log /tmp/evdev 2>/tmp/errors &
      contactor run /etc/layout.yaml --source libinput --log /tmp/libinput 2>/tmp/errors2 &
      await /tmp/errors 'no touchscreen yet'; await /tmp/errors2 'no touchscreen yet'
      size() { wc -l </tmp/$1; }
      seen() { grep -c "\\"$2\\"" /tmp/$1; }
      settle() { n=0; until [ "$(seen evdev $1)" -gt $2 ] && [ "$(seen libinput $1)" -gt $2 ]; do n=$((n+1)); [ $n -lt 1800 ] || fail "$1 is not told by both"; sleep 0.1; done; }
      one() {
        added=$(seen evdev added); removed=$(seen evdev removed); a=$(size evdev); b=$(size libinput)
        panel create t evemu=/traces/$2; if [ $3 = opened ]; then settle added $added; else sleep 5; fi
        panel play t /traces/$1 15; steady /tmp/evdev; steady /tmp/libinput
        panel destroy t; [ $3 != opened ] || settle removed $removed
        echo "== evdev $1"; tail -n +$((a+1)) /tmp/evdev; echo "== libinput $1"; tail -n +$((b+1)) /tmp/libinput
      }

      """
    return start
      + recordings.map {
        "one '\($0.events)' '\($0.description)' \(Difference.of($0.events) == .notOpened ? "closed" : "opened")\n"
      }.joined() + "killall -TERM contactor\n"
  }

  private func lines(_ section: Substring) -> [Line] {
    var lines = section.split(separator: "\n").compactMap(Line.init)
    let first = lines.first?.touch ?? 0
    for index in lines.indices { lines[index].touch -= first }
    return lines
  }

  private func compare(_ evdev: [Line], _ libinput: [Line], _ name: String) {
    switch Difference.of(name) {
    case .notOpened: #expect(evdev.isEmpty && libinput.isEmpty, "\(name)")
    case .none:
      // libinput does not tell of frames in which only a contact's size or pressure changed.
      let moving = withoutStandingStill(evdev)
      expectAgreement(moving, withoutStandingStill(libinput), within: (0.01, 0.01), name)
    case .smoothed(let x, let y):
      let times = Set(libinput.map(\.time))
      let common = evdev.filter { times.contains($0.time) || $0.phase != "moved" }
      expectAgreement(common, libinput, within: (x + 0.01, y + 0.01), name)
    }
  }

  private func withoutStandingStill(_ lines: [Line]) -> [Line] {
    var last: [Int: Line] = [:]
    return lines.filter { line in
      defer { last[line.touch] = line }
      guard line.phase == "moved", let before = last[line.touch] else { return true }
      return before.x != line.x || before.y != line.y
    }
  }

  private func expectAgreement(
    _ evdev: [Line], _ libinput: [Line], within tolerance: (Double, Double), _ name: String
  ) {
    #expect(evdev.count == libinput.count, "\(name)")
    let index = zip(evdev, libinput).enumerated().first { !$1.0.agrees(with: $1.1, within: tolerance) }
    #expect(index == nil, "\(name): \(index.map { "line \($0.offset): evdev \($0.element.0), libinput \($0.element.1)" } ?? "")")
  }
}
