public import ContactorCore
import ContactorEvdev

/// The marks of a calibration, as fractions of the screen.
public enum CalibrationMarks {
  /// How many marks there can be.
  public static let counts = 3...5

  /// The marks for a count of 3 to 5; a count outside is taken to the nearer end.
  ///
  /// Three marks make a triangle without symmetry, so that a wrong order gives a map that no panel needs. Four are the corners, round
  /// clockwise from the top left; the fifth is the centre. None is nearer to an edge than a tenth.
  public static func places(_ count: Int) -> [Point] {
    if count <= 3 { return [Point(x: 0.1, y: 0.1), Point(x: 0.9, y: 0.4), Point(x: 0.9, y: 0.9)] }
    let corners = [Point(x: 0.1, y: 0.1), Point(x: 0.9, y: 0.1), Point(x: 0.9, y: 0.9), Point(x: 0.1, y: 0.9)]
    return count == 4 ? corners : corners + [Point(x: 0.5, y: 0.5)]
  }
}

/// The touches of a calibration: one contact after another, each at rest on its mark.
///
/// A state machine without a clock or a device: frames come in, steps come out. Positions are fractions of the panel's range.
///
/// | state | a contact begins | it moves | the last contact is lifted |
/// | --- | --- | --- | --- |
/// | idle | pressed | – | – |
/// | pressed | spoiled: two fingers | pressed; spoiled where it goes too far | taken or refused, idle |
/// | spoiled | spoiled | spoiled | refused, idle |
///
/// A contact that is cancelled spoils the touch, too. The place of a touch is the median over time of where the contact was, so that
/// neither a slide as it comes down nor one as it is lifted counts.
public struct CalibrationSteps {
  /// Why a touch is not taken.
  public enum Refusal: String, Hashable, Sendable {
    /// It lasted less than `shortestRest`.
    case short
    /// It went further than `longestWay`.
    case moved
    /// Another finger came.
    case fingers
    /// The panel took it back, as for a palm.
    case cancelled
    /// It lies where the mark before was touched.
    case same

    /// What to do, for the person who touches.
    public var words: String {
      switch self {
      case .short: "too short: hold the finger on the mark for a moment"
      case .moved: "the finger moved: hold it still on the mark"
      case .fingers: "more than one finger: touch with one"
      case .cancelled: "the panel took the touch for a palm: touch with the tip of one finger"
      case .same: "this is where the mark before was touched: touch the mark that is shown now"
      }
    }
  }

  /// What follows from a frame.
  public enum Step: Hashable, Sendable {
    /// The touch of the present mark, by its index, is taken; the next mark is the present one.
    case taken(Int, Point)
    /// The touch is not taken; the mark stays.
    case refused(Int, Refusal)
    /// All marks were touched.
    case finished
  }

  /// The shortest time on a mark.
  public static let shortestRest = Duration.milliseconds(80)
  /// The longest way from where a contact began, as a fraction of the panel.
  public static let longestWay = 0.03
  /// How far apart two marks must be touched at least, as a fraction of the panel.
  public static let leastDistance = 0.03

  private enum State {
    case idle
    case pressed(Press)
    case spoiled(Refusal)
  }

  private struct Press {
    var id: Int32
    var rest: RestingPlace
  }

  /// How many marks there are.
  public let count: Int
  /// Where the marks were touched so far.
  public private(set) var touches: [Point] = []
  private var state = State.idle
  private var down: Set<Int32> = []

  /// Begins with the first of so many marks.
  public init(count: Int) {
    self.count = max(count, 1)
  }

  /// The index of the mark that is to be touched; `nil` where all were.
  public var mark: Int? { touches.count < count ? touches.count : nil }

  /// Takes a frame of the panel, whose contacts have positions 0 … 1.
  public mutating func handle(_ frame: TouchFrame) -> [Step] {
    var steps: [Step] = []
    for contact in frame.contacts {
      switch contact.phase {
      case .began: begin(contact, at: frame.timestamp)
      case .moved, .stationary: move(contact, at: frame.timestamp)
      case .ended: steps += lift(contact, at: frame.timestamp, isCancelled: false)
      case .cancelled: steps += lift(contact, at: frame.timestamp, isCancelled: true)
      }
    }
    return steps
  }

  private mutating func begin(_ contact: Contact, at time: Timestamp) {
    let isFirst = down.isEmpty
    down.insert(contact.trackingID)
    switch state {
    case .idle where isFirst: state = .pressed(Press(id: contact.trackingID, rest: RestingPlace(contact.location, at: time)))
    case .idle, .pressed: state = .spoiled(.fingers)
    case .spoiled: break
    }
  }

  private mutating func move(_ contact: Contact, at time: Timestamp) {
    guard case .pressed(var press) = state, press.id == contact.trackingID else { return }
    press.rest.add(contact.location, at: time)
    state = press.rest.way > Self.longestWay ? .spoiled(.moved) : .pressed(press)
  }

  private mutating func lift(_ contact: Contact, at time: Timestamp, isCancelled: Bool) -> [Step] {
    guard down.remove(contact.trackingID) != nil else { return [] }
    if isCancelled, case .pressed = state { state = .spoiled(.cancelled) }
    guard down.isEmpty, let mark else { return [] }
    defer { state = .idle }
    switch state {
    case .idle: return []
    case .spoiled(let refusal): return [.refused(mark, refusal)]
    case .pressed(let press):
      guard time - press.rest.start >= Self.shortestRest else { return [.refused(mark, .short)] }
      let place = press.rest.median(until: time)
      if let last = touches.last, max(abs(last.x - place.x), abs(last.y - place.y)) < Self.leastDistance {
        return [.refused(mark, .same)]
      }
      touches.append(place)
      return [.taken(mark, place)] + (touches.count == count ? [.finished] : [])
    }
  }
}

/// Where a contact rests: its positions with their times, and the median over time of each coordinate.
struct RestingPlace {
  /// How many positions are kept; where more come, the oldest half goes.
  static let limit = 4096

  /// When the contact began.
  let start: Timestamp
  /// The farthest distance from the first position so far, along either axis.
  private(set) var way = 0.0
  private let first: Point
  private var positions: [(place: Point, time: Timestamp)]

  init(_ place: Point, at time: Timestamp) {
    (start, first) = (time, place)
    positions = [(place, time)]
  }

  /// Adds a position that holds from a time on.
  mutating func add(_ place: Point, at time: Timestamp) {
    if positions.count >= Self.limit { positions.removeFirst(Self.limit / 2) }
    positions.append((place, time))
    let distance = max(abs(place.x - first.x), abs(place.y - first.y))
    // A position that is no number spoils the touch.
    way = distance.isFinite ? max(way, distance) : .infinity
  }

  /// The median over the time up to the lift.
  func median(until end: Timestamp) -> Point {
    let weights = positions.indices.map { index in
      let next = index + 1 < positions.count ? positions[index + 1].time : end
      // Positions of one and the same time count a little, so that a contact without any time has a place, too.
      return min(max(next.microseconds(since: positions[index].time), 0), .max - 1) + 1
    }
    return Point(x: median(weights, \.x), y: median(weights, \.y))
  }

  private func median(_ weights: [Int64], _ axis: KeyPath<Point, Double>) -> Double {
    let ordered = positions.indices.sorted { positions[$0].place[keyPath: axis] < positions[$1].place[keyPath: axis] }
    let half = Double(weights.reduce(0.0) { $0 + Double($1) }) / 2
    var sum = 0.0
    for index in ordered {
      sum += Double(weights[index])
      if sum >= half { return positions[index].place[keyPath: axis] }
    }
    return first[keyPath: axis]
  }
}
