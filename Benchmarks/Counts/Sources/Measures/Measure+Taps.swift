import ContactorCore

extension Measure {
  /// Taps on a grid of controls: a frame that comes down and one that lifts, so two units.
  static var taps: [Measure] {
    TapScene.Arrangement.allCases.flatMap { arrangement in
      [100, 10_000].map { count in
        Measure("tap\(count)-\(arrangement.rawValue)", operations: 2_000, counted: 200, units: 2) {
          let scene = TapScene(count, arrangement)
          return { count in
            for _ in 0..<count { scene.tap() }
          }
        }
      }
    }
  }
}

/// A grid of controls, 40 points each, that are tapped in a scattered order.
final class TapScene {
  /// How the controls lie in the window.
  enum Arrangement: String, CaseIterable {
    /// All in the window, which indexes them.
    case flat
    /// In groups of a tenth of the grid's side each, indexed.
    case nested
    /// All in the window, which indexes them, each turned.
    case turned
    /// All in the window, which indexes them; another one moves before each tap.
    case moving
    /// The same; another one is added before each tap, and removed after it.
    case adding
    /// The same; another one is put in front before each tap.
    case fronting
    /// All in the window, which asks each.
    case plain
    /// The same, of a class that overrides `point(inside:)`.
    case overriding
  }

  private let application = Application()
  private let window: Window
  private let target = Counter()
  private let side: Int
  private let arrangement: Arrangement
  private var controls: [Control] = []
  private let extra = Control(frame: Rect(x: 300, y: 300, width: 36, height: 36))
  private var next = 0
  private var time: Int64 = 0
  private var began: TouchFrame
  private var ended: TouchFrame

  init(_ count: Int, _ arrangement: Arrangement) {
    side = count == 100 ? 10 : 100
    precondition(side * side == count, "the grid is a square")
    self.arrangement = arrangement
    let length = Double(side) * 40
    window = Window(frame: Rect(x: 0, y: 0, width: length, height: length))
    (began, ended) = (Self.frame(.began), Self.frame(.ended))
    application.addWindow(window)
    window.indexesSubviews = arrangement != .plain && arrangement != .overriding
    let groups = arrangement == .nested ? makeGroups() : []
    for row in 0..<side {
      for column in 0..<side {
        let group = groups.isEmpty ? nil : groups[row / 10 * (side / 10) + column / 10]
        let place = group == nil ? (column, row) : (column % 10, row % 10)
        add(to: group ?? window, Double(place.0) * 40, Double(place.1) * 40)
      }
    }
    // Once in every group, so that what is prepared at the first tap is not measured.
    for index in stride(from: 0, to: count, by: 10) {
      next = index
      tap()
    }
  }

  private func makeGroups() -> [View] {
    (0..<side / 10 * (side / 10)).map { index in
      let (column, row) = (index % (side / 10), index / (side / 10))
      let group = View(frame: Rect(x: Double(column) * 400, y: Double(row) * 400, width: 400, height: 400))
      group.indexesSubviews = true
      window.addSubview(group)
      return group
    }
  }

  private func add(to parent: View, _ x: Double, _ y: Double) {
    let frame = Rect(x: x + 2, y: y + 2, width: 36, height: 36)
    let control = arrangement == .overriding ? RoundControl(frame: frame) : Control(frame: frame)
    if arrangement == .turned { control.transform = AffineTransform(cosine: 0.8, sine: 0.6) }
    control.addTarget(target, action: .hit, for: .touchUpInside)
    parent.addSubview(control)
    controls.append(control)
  }

  /// Taps a control: one frame for down, one for up.
  func tap() {
    next = (next + 7_919) % controls.count
    switch arrangement {
    case .moving: move()
    case .adding: window.addSubview(extra)
    case .fronting: window.bringSubviewToFront(controls[(next + 1) % controls.count])
    default: break
    }
    let (column, row) = (next % side, next / side)
    let point = Point(x: Double(column) * 40 + 20, y: Double(row) * 40 + 20)
    send(&began, point)
    send(&ended, point)
    if arrangement == .adding { extra.removeFromSuperview() }
  }

  private func move() {
    let control = controls[(next + 1) % controls.count]
    control.center.x += control.center.x > 20 ? -1 : 1
  }

  private func send(_ frame: inout TouchFrame, _ point: Point) {
    time += 8_000
    frame.timestamp = Timestamp(microseconds: time)
    frame.contacts[0].location = point
    application.handle(frame)
  }

  private static func frame(_ phase: TouchPhase) -> TouchFrame {
    let contact = Contact(trackingID: 1, slot: 0, phase: phase, location: .zero)
    return TouchFrame(device: DeviceID(rawValue: 1), timestamp: Timestamp(microseconds: 0), contacts: [contact])
  }
}

/// A control that is touched in a circle.
private final class RoundControl: Control {
  override func point(inside point: Point, with event: Event?) -> Bool {
    let (x, y) = (point.x - 18, point.y - 18)
    return x * x + y * y <= 18 * 18
  }
}
