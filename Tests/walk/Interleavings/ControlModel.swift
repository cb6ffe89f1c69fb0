/// The contract's sections 2.5 and 4, written a second time and without looking at the engine: what fingers do goes in, what
/// must be seen comes out.
///
/// | a finger | and | so |
/// | --- | --- | --- |
/// | comes down | its view is disabled, or has a touch and takes one, or it or a view with a touch is exclusive | nobody is told until it is lifted |
/// | comes down | its view is a control without a tracked finger | the finger is tracked, inside: touch down |
/// | comes down on a control | that tracks another | nothing is sent for it |
/// | moves, is lifted, is cancelled | it is tracked | drag, up or cancel events; the last two end tracking |
/// | does anything | its view is a plain one | the view gets the touch |
struct ControlModel: Hashable {
  /// A finger that is down.
  private struct Finger: Hashable {
    /// The view it hit; `nil` where that one was not told.
    var body: Body?
    var isInside = true
  }

  /// What a control tracks.
  private struct Tracking: Hashable {
    var finger: Int
    var isInside: Bool
  }

  private let places: [Place]
  private var fingers: [Finger?]
  /// What each body tracks, by its number.
  private var tracked: [Tracking?]

  init(_ places: [Place]) {
    self.places = places
    fingers = places.map { _ in nil }
    tracked = Body.allCases.map { _ in nil }
  }

  /// How many fingers are down.
  var downCount: Int { fingers.count { $0 != nil } }

  /// Whether the finger is down.
  func isDown(_ finger: Int) -> Bool { fingers[finger] != nil }

  /// The finger that a control tracks.
  func trackedFinger(of body: Body) -> Int? { tracked[body.rawValue]?.finger }

  /// Whether the control has a tracked finger inside.
  func isInside(_ body: Body) -> Bool { tracked[body.rawValue]?.isInside ?? false }

  /// Takes a step and says what must be seen of it, in order.
  mutating func take(_ move: Move) -> [Sighting] {
    switch move.step {
    case .down: return begin(move.finger)
    case .moveIn: return drag(move.finger, inside: true)
    case .moveOut: return drag(move.finger, inside: false)
    case .up: return finish(move.finger, "ended") { $0 ? Bits.upInside : Bits.upOutside }
    case .cancel: return finish(move.finger, "cancelled") { _ in Bits.cancel }
    }
  }

  private mutating func begin(_ finger: Int) -> [Sighting] {
    let body = Self.body(at: places[finger])
    guard isAdmitted(to: body) else {
      fingers[finger] = Finger(body: nil)
      return []
    }
    fingers[finger] = Finger(body: body)
    if body == .around { return [.touches(body, "began", finger: finger)] }
    guard tracked[body.rawValue] == nil else { return [] }
    tracked[body.rawValue] = Tracking(finger: finger, isInside: true)
    return [.control(body, Bits.down)]
  }

  private func isAdmitted(to body: Body) -> Bool {
    if body == .disabled { return false }
    for case let busy? in fingers.map({ $0?.body }) {
      if busy == body ? body != .multiple : busy == .exclusive || body == .exclusive { return false }
    }
    return true
  }

  private mutating func drag(_ finger: Int, inside: Bool) -> [Sighting] {
    guard let body = fingers[finger]?.body else {
      fingers[finger]?.isInside = inside
      return []
    }
    fingers[finger]?.isInside = inside
    if body == .around { return [.touches(body, "moved", finger: finger)] }
    guard trackedFinger(of: body) == finger else { return [] }
    let was = isInside(body)
    tracked[body.rawValue]?.isInside = inside
    let crossing = was == inside ? 0 : inside ? Bits.dragEnter : Bits.dragExit
    return [.control(body, (inside ? Bits.dragInside : Bits.dragOutside) | crossing)]
  }

  private mutating func finish(_ finger: Int, _ phase: String, _ bits: (Bool) -> UInt32) -> [Sighting] {
    let isInside = fingers[finger]?.isInside ?? false
    let body = fingers[finger]?.body
    fingers[finger] = nil
    guard let body else { return [] }
    if body == .around { return [.touches(body, phase, finger: finger)] }
    guard trackedFinger(of: body) == finger else { return [] }
    tracked[body.rawValue] = nil
    return [.control(body, bits(isInside))]
  }

  private static func body(at place: Place) -> Body {
    switch place {
    case .plain: .plain
    case .multiple: .multiple
    case .inner: .inner
    case .exclusive: .exclusive
    case .disabled: .disabled
    case .hidden: .around
    }
  }

  /// The numbers of the contract's 4.1, once more.
  private enum Bits {
    static let down: UInt32 = 0x001
    static let dragInside: UInt32 = 0x004
    static let dragOutside: UInt32 = 0x008
    static let dragEnter: UInt32 = 0x010
    static let dragExit: UInt32 = 0x020
    static let upInside: UInt32 = 0x040
    static let upOutside: UInt32 = 0x080
    static let cancel: UInt32 = 0x100
  }
}
