import Foundation
import Testing

private let machine: Comment? = VirtualMachine.problem.map { Comment(rawValue: $0) }

/// Equivalence of a panel and its copy for libinput, in one boot: first every panel is read by itself, then every panel is plugged in
/// again while it is forwarded.
@Suite("Forwarded panels in the virtual machine", .serialized, .enabled(if: VirtualMachine.problem == nil, machine))
struct ForwardPanelsTests {
  @Test("11.1 libinput reads from the copy of a panel what it reads from the panel: contacts, phases, places and times")
  func equivalence() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "contactor-panels-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var panels = try ForwardedPanel.madeUp(in: folder)
    var files = ["\(folder.path):/panels"]
    if let traces {
      panels += try ForwardedPanel.recorded(in: traces) + ForwardedPanel.described(in: traces) + ForwardedPanel.hid(in: traces, to: folder)
      #expect(panels.count >= 150)
      files.append("\(traces.path):/traces")
    }
    for phase in ["alone", "forwarded"] {
      try commands(for: panels, phase).write(to: folder.appending(path: phase), atomically: true, encoding: .utf8)
    }
    let outcome = try VirtualMachine.run(Self.script, programs: [InputTool.build()], files: files, timeout: 1800)
    #expect(outcome.status == 0, "\(outcome)")
    let parts = outcome.output.split(separator: "=== ", omittingEmptySubsequences: false)
    try #require(parts.count == 3, "\(outcome)")
    let alone = parts[1].split(separator: "== ", omittingEmptySubsequences: false).dropFirst()
    let forwarded = parts[2].split(separator: "== ", omittingEmptySubsequences: false).dropFirst()
    try #require(alone.count == panels.count && forwarded.count == panels.count, "\(outcome)")
    for (panel, texts) in zip(panels, zip(alone, forwarded)) { compare(panel, LibinputTouches(texts.0), LibinputTouches(texts.1)) }
  }

  /// Reads all panels alone, then all while they are forwarded without rules.
  private static let script = """
    reader() {
      : >/tmp/$1; inputtool touches >>/tmp/$1 2>/tmp/devices & reader=$!
      touchpanel /panels/$1 >/tmp/panel 2>&1 || fail $1
      kill $reader; wait $reader; echo "=== $1"; cat /tmp/$1
    }
    reader alone
    contactor forward 2>/tmp/errors & forward=$!
    await /tmp/errors 'no touchscreen yet'
    reader forwarded
    kill -TERM $forward; wait $forward; status=$?; cat /tmp/errors >&2; exit $status

    """

  /// The commands for touchpanel in one phase; the reader's file gets the panels' names.
  private func commands(for panels: [ForwardedPanel], _ phase: String) -> String {
    panels.map { panel in
      let play = panel.play.joined(separator: "\n")
      return """
        append /tmp/\(phase) == \(panel.name)
        \(panel.create)
        rest /tmp/\(phase)
        \(play)
        rest /tmp/\(phase)
        sent t /tmp/\(phase)
        destroy t
        rest /tmp/\(phase)

        """
    }.joined()
  }

  private func compare(_ panel: ForwardedPanel, _ alone: LibinputTouches, _ forwarded: LibinputTouches) {
    let name = panel.name
    if case .unread = panel.expectation {
      let isRead = alone.devices.contains { alone.events[$0] != nil }
      #expect(!isRead, "\(name): libinput reads it now")
      return
    }
    guard alone.devices.count == 1, forwarded.devices.count == 2 else {
      Issue.record("\(name): \(alone.devices.count) touchscreen alone, \(forwarded.devices.count) with the copy")
      return
    }
    #expect(forwarded.events[forwarded.devices[0]] == nil, "\(name): touches on a panel that is grabbed")
    let expected = alone.events[alone.devices[0]] ?? []
    let events = forwarded.events[forwarded.devices[1]] ?? []
    if case .smoothed(let x, let y) = panel.expectation { return compareEnds(name, expected, events, within: (x + 1, y + 1)) }
    #expect(!expected.isEmpty, "\(name): nothing to compare")
    #expect(expected.count { $0.phase == "down" } == ends(of: expected), "\(name): a touch that does not end")
    #expect(expected.count == events.count, "\(name)")
    #expect((expected + events).allSatisfy { $0.frame > 0 }, "\(name): touches before the first frame")
    let pairs = Array(zip(expected, events))
    let index = pairs.indices.first { !Self.agree(pairs[$0]) }
    #expect(index == nil, "\(name): event \(index.map { "\($0): panel \(pairs[$0].0), copy \(pairs[$0].1)" } ?? "")")
  }

  /// Whether two events agree: the place to a unit, the time to a frame of the panel, the rest exactly.
  ///
  /// Recordings have frames without a pause between them, so that the second is sent before the first is forwarded.
  private static func agree(_ pair: (LibinputTouches.Event, LibinputTouches.Event)) -> Bool {
    let (one, other) = pair
    let isNear = abs(one.x - other.x) <= 1 && abs(one.y - other.y) <= 1
    let moved = one.x != other.x || one.y != other.y
    let sameSize = abs(one.millimetres.x - other.millimetres.x) <= 0.01 && abs(one.millimetres.y - other.millimetres.y) <= 0.01
    let isInTime = (0...1).contains(other.frame - one.frame)
    return one.contact == other.contact && one.phase == other.phase && isInTime && isNear && (moved || sameSize)
  }

  /// The comparison of panels whose moves are smoothed: how many contacts begin and end, and the places at which they begin.
  private func compareEnds(
    _ name: String, _ expected: [LibinputTouches.Event], _ events: [LibinputTouches.Event], within tolerance: (x: Double, y: Double)
  ) {
    let (one, other) = (expected.filter { $0.phase == "down" }, events.filter { $0.phase == "down" })
    #expect(one.count == other.count && ends(of: expected) == ends(of: events), "\(name)")
    let difference = zip(one, other).first { abs($0.x - $1.x) > tolerance.x || abs($0.y - $1.y) > tolerance.y }
    #expect(difference == nil, "\(name): \(difference.map { "panel \($0), copy \($1)" } ?? "")")
  }

  private func ends(of events: [LibinputTouches.Event]) -> Int {
    events.count { $0.phase == "up" || $0.phase == "cancel" }
  }
}
