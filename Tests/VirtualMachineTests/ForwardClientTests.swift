import Foundation
import Testing

private let machine: Comment? = VirtualMachine.problem.map { Comment(rawValue: $0) }

/// The touches that applications of a Wayland compositor and of X get while a panel is forwarded.
///
/// All rounds of a desktop share one boot.
@Suite("Forwarding to real desktops in the virtual machine", .serialized, .enabled(if: VirtualMachine.problem == nil, machine))
struct ForwardClientTests {
  private static let methods = ["palm", "lift", "slide"]

  /// A finger moves for a second; another one rests, is stuck after 300 ms, and is lifted after 600; then there is a tap.
  private static let stuck: String = {
    func moves(_ range: Range<Int>) -> String {
      range.map { "move pad 0 \(30 + Double($0) / 2) 30\nsync pad\nsleep 20\n" }.joined()
    }
    return "down pad 0 30 30\nsync pad\nsleep 20\ndown pad 1 60 70\nsync pad\nsleep 20\n" + moves(0..<30) + "up pad 1\nsync pad\n"
      + moves(30..<40) + "up pad 0\nsync pad\nsleep 20\ntap pad 2 50 50\n"
  }()

  /// A kiosk with a swipe of three fingers, whose screen goes to sleep.
  private static let layout = """
    contactor: 1
    screen: {size: [1024, 768], mm: [300, 200]}
    forward: {cancelBy: palm}
    gestures:
      - {id: away, kind: swipe, direction: right, touches: 3, delaysTouches: false, on: {recognized: {emit: away}}}
    policies: {idle: {after: 20, swallowWakingTouch: true}}
    """

  /// A layout for each `cancelBy`, and one whose swipe delays touches.
  private static let layouts = """
    for by in palm lift slide; do sed "s/cancelBy: palm/cancelBy: $by/" /etc/layout.yaml >/tmp/$by.yaml; done
    sed 's/delaysTouches: false/delaysTouches: true/' /etc/layout.yaml >/tmp/delays.yaml

    """

  /// A place of a finger, in per cent of the panel, and those that it moves to.
  private struct Path {
    let slot: Int
    let places: [(x: Double, y: Double)]

    init(_ slot: Int, from start: (x: Double, y: Double), by step: (x: Double, y: Double), frames: Int) {
      self.slot = slot
      places = (0...frames).map { (start.x + Double($0) * step.x, start.y + Double($0) * step.y) }
    }
  }

  /// Two fingers scroll up; two go to the right, as those of the swipe do.
  private static let scrolls = [
    [Path(0, from: (30, 70), by: (0.5, -3), frames: 12), Path(1, from: (55, 72), by: (0.5, -3), frames: 12)],
    [Path(0, from: (20, 30), by: (0.5, 0), frames: 100), Path(1, from: (22, 60), by: (0.5, 0), frames: 100)],
  ]
  private static let swipe = (0..<3).map { Path($0, from: (20, 20 + Double($0) * 20), by: (2, 0), frames: 12) }

  /// The commands for fingers that land in one frame, move in each, and are lifted in one.
  private static func moves(_ paths: [Path], pause: Int) -> String {
    let frames = paths[0].places.indices.map { frame in
      paths.map { "\(frame == 0 ? "down" : "move") pad \($0.slot) \($0.places[frame].x) \($0.places[frame].y)\n" }.joined()
        + "sync pad\nsleep \(pause)\n"
    }
    return frames.joined() + paths.map { "up pad \($0.slot)\n" }.joined() + "sync pad\nsleep 800\n"
  }

  /// A scroll, the swipe, and a tap.
  private static let gestures = moves(scrolls[0], pause: 20) + moves(swipe, pause: 20) + tap
  /// Both scrolls and the swipe; after a while without a touch two fingers, which wake the kiosk; and a tap.
  private static let all =
    moves(scrolls[0], pause: 20) + moves(scrolls[1], pause: 4) + moves(swipe, pause: 20)
    + "sleep 25000\ndown pad 0 50 50\nsync pad\nsleep 20\ndown pad 1 60 60\nsync pad\nsleep 20\nmove pad 0 52 52\nsync pad\nsleep 20\n"
    + "up pad 0\nsync pad\nsleep 20\nup pad 1\nsync pad\nsleep 500\n" + tap
  private static let tap = "tap pad 2 40 60\n"

  private static func see(_ desktop: ForwardedDesktop) -> Result<[ForwardedDesktop.Seen], any Error> {
    Result {
      try desktop.run(
        methods.map { .init(command: "contactor forward --stuck-after 300ms --cancel-by \($0)", play: stuck) }
          + methods.map { .init(command: "contactor run /tmp/\($0).yaml --log /tmp/log", play: gestures) }
          + [.init(command: "contactor run /tmp/delays.yaml --log /tmp/log", play: all)],
        prepare: layouts, layout: layout)
    }
  }

  private static let weston = see(.weston)
  private static let xorg = see(.xorg)

  // MARK: A finger that is cancelled

  /// The phases of all fingers, and where the second one, which is cancelled, moves to the left edge.
  private func phases(_ touches: [DesktopTouch]) -> [String] {
    touches.filter { $0.phase != "motion" || ($0.finger == 2 && $0.x == 0) }.map {
      $0.phase == "motion" ? "motion 2 \($0.x)" : $0.description
    }
  }

  @Test("11.4 weston's application and libinput see a finger that is taken away as cancelBy says")
  func weston() throws {
    let seen = try Self.weston.get()
    let application = seen.map { phases($0.application) }
    let libinput = seen.map { phases($0.libinput) }
    // weston 10 drops the cancel, which libinput reports.
    #expect(application[0] == ["down 1", "down 2", "up 1", "down 3", "up 3"], "\(seen[0].text)")
    #expect(libinput[0] == ["down 1", "down 2", "cancel 2", "up 1", "down 3", "up 3"], "\(seen[0].text)")
    #expect(application[1] == ["down 1", "down 2", "up 2", "up 1", "down 3", "up 3"], "\(seen[1].text)")
    #expect(libinput[1] == application[1], "\(seen[1].text)")
    #expect(application[2] == ["down 1", "down 2", "motion 2 0", "up 2", "up 1", "down 3", "up 3"], "\(seen[2].text)")
    #expect(libinput[2] == application[2], "\(seen[2].text)")
  }

  @Test("11.4 an X application sees the end of a finger that is taken away; slide moves it aside first")
  func xorg() throws {
    let seen = try Self.xorg.get()
    let application = seen.map { phases($0.application) }
    #expect(application[0] == ["down 1", "down 2", "up 2", "up 1", "down 3", "up 3"], "\(seen[0].text)")
    #expect(
      phases(seen[0].libinput) == ["down 1", "down 2", "cancel 2", "up 1", "down 3", "up 3"], "\(seen[0].text)")
    #expect(application[1] == ["down 1", "down 2", "up 2", "up 1", "down 3", "up 3"], "\(seen[1].text)")
    #expect(application[2] == ["down 1", "down 2", "motion 2 0", "up 2", "up 1", "down 3", "up 3"], "\(seen[2].text)")
  }

  // MARK: A kiosk's gestures

  /// The touches of fingers that are let through, beginning with `finger`, in an area of this size.
  private func touches(of paths: [Path], from finger: Int, width: Int, height: Int) -> [DesktopTouch] {
    func touches(_ phase: String, _ frame: Int) -> [DesktopTouch] {
      paths.enumerated().map { index, path in
        // The panel has 4096 units.
        let units = (x: Int((path.places[frame].x * 40.95).rounded()), y: Int((path.places[frame].y * 40.95).rounded()))
        return DesktopTouch(phase: phase, finger: finger + index, x: units.x * width / 4096, y: units.y * height / 4096)
      }
    }
    return paths[0].places.indices.flatMap { touches($0 == 0 ? "down" : "motion", $0) }
      + paths.indices.map { DesktopTouch(phase: "up", finger: finger + $0) }
  }

  /// Whether exactly the scrolls begin what was seen; a desktop rounds places its own way.
  private func begins(_ seen: [DesktopTouch], with scrolls: [[Path]], width: Int, height: Int, margin: Int) -> Bool {
    let wanted = scrolls.enumerated().flatMap { touches(of: $1, from: $0 * 2 + 1, width: width, height: height) }
    return seen.count > wanted.count
      && zip(seen, wanted).allSatisfy {
        $0.phase == $1.phase && $0.finger == $1.finger && abs($0.x - $1.x) <= margin && abs($0.y - $1.y) <= margin
      }
  }

  /// The touches after the scrolls; of the moves only those to the right edge.
  private func afterScrolls(_ seen: [DesktopTouch], _ scrolls: [[Path]], width: Int) -> [String] {
    seen.filter { ($0.finger > scrolls.count * 2 || $0.finger == 0) && ($0.phase != "motion" || $0.x == width - 1) }
      .map { $0.phase == "motion" ? "motion \($0.finger) right" : $0.description }
  }

  @Test("11.4, 12.2 Of a kiosk's swipe an application sees what cancelBy says, with delaysTouches nothing; scrolls are untouched")
  func gestures() throws {
    for desktop in [ForwardedDesktop.weston, .xorg] {
      let seen = try (desktop == .weston ? Self.weston : Self.xorg).get().suffix(4)
      for (round, name) in zip(seen, Self.methods + ["delays"]) {
        let scrolls = name == "delays" ? Self.scrolls : [Self.scrolls[0]]
        let place = "\(desktop), \(name):\n\(round.text)"
        #expect(round.text.components(separatedBy: #""emit":"away""#).count == 2, "\(place)")
        #expect(round.text.components(separatedBy: #""why":"waking""#).count == (name == "delays" ? 3 : 1), "\(place)")
        for (touches, (width, height), margin) in [(round.application, ForwardedDesktop.screen, 1), (round.libinput, (4096, 4096), 0)] {
          #expect(begins(touches, with: scrolls, width: width, height: height, margin: margin), "\(width): \(place)")
          // weston 10 drops the cancel, which libinput reports; X makes it an end.
          let cancelled = margin == 0 ? "cancel" : desktop == .xorg ? "up" : nil
          #expect(
            afterScrolls(touches, scrolls, width: width) == swipeAndTap(name, cancelled: cancelled),
            "\(width): \(place)")
        }
      }
    }
  }

  /// The touches after the scrolls: of the swipe as `cancelBy` says, none of the touch that wakes the kiosk, and the tap.
  ///
  /// `cancelled` is the end of a finger that becomes a palm: `nil` if the application gets none.
  private func swipeAndTap(_ name: String, cancelled: String?) -> [String] {
    if name == "delays" { return ["down 5", "up 5"] }
    var ends = (3...5).map { "up \($0)" }
    switch name {
    case "palm": ends = cancelled.map { phase in (3...5).map { "\(phase) \($0)" } } ?? []
    case "slide": ends = (3...5).map { "motion \($0) right" } + ends
    default: break
    }
    return (3...5).map { "down \($0)" } + ends + ["down 6", "up 6"]
  }
}
