/// Why a recognizer decided as it did, with the numbers (contract 9.5).
///
/// It is made without text; `description` writes it: `failed: moved 5.2 mm > 4.0 mm at +83 ms`.
public struct GestureReason: Hashable, Sendable {
  /// What decided.
  ///
  /// Lengths are in points.
  public enum Cause: Hashable, Sendable {
    /// The gesture was made.
    case recognized
    /// A drawing was like a template, as much as needed.
    case like(Likeness)
    /// A drawing was not enough like any template.
    case unlike(Likeness)
    /// A finger moved further than allowed.
    case moved(Double, limit: Double)
    /// The fingers, on average, were lifted before they had moved far enough.
    case movedTooLittle(Double, needed: Double)
    /// The fingers moved another way than asked for; by how much along it, and how much across.
    case wrongDirection(along: Double, across: Double)
    /// One of several fingers moved another way than the gesture; by how much along it, and how much across.
    case strayed(along: Double, across: Double)
    /// One of several fingers came late and did not set off with the others.
    case rested(Double, needed: Double)
    /// The fingers were too slow, in points per second.
    case tooSlow(Double, needed: Double)
    /// The fingers stayed down too long.
    case heldTooLong(Duration, limit: Duration)
    /// The fingers were lifted too early.
    case liftedEarly(Duration, needed: Duration)
    /// More fingers came than the gesture takes.
    case tooManyTouches(Int, limit: Int)
    /// Fewer fingers came than the gesture needs.
    case tooFewTouches(Int, needed: Int)
    /// A tap was made too far from the one before.
    case tooFarFromLastTap(Double, limit: Double)
    /// No further tap came in time, after so many.
    case noNextTap(after: Int, within: Duration)
    /// A tap came too soon after the one before.
    case tooSoon(Duration, needed: Duration)
    /// The fingers were too far from each other.
    case tooFarApart(Double, limit: Double)
    /// The fingers turned too little, in radians.
    case turnedTooLittle(Double, needed: Double)
    /// The fingers turned far enough, but so close together that each moved too little around their middle.
    case turnedTooShort(Double, needed: Double)
    /// The touch began too far from the edge.
    case notAtEdge(Double, limit: Double)
    /// A touch came down elsewhere than in the corner that was next, counted from 1.
    case wrongCorner(Int)
    /// A touch was taken away: a palm, a lost device, a view that left.
    case cancelled
    /// Another recognizer, by its name, won.
    case prevented(by: String)
    /// Another recognizer, by its name, was required to fail and was recognized.
    case requirement(String)
    /// A delegate or a view, by its name, refused.
    case refused(by: String)
    /// The recognizer was turned off or taken from its view.
    case disabled
    /// The last touch ended and nothing was decided.
    case undecided
    /// What a recognizer of your own says.
    case other(String)
  }

  /// What a drawing was compared with.
  public struct Likeness: Hashable, Sendable {
    /// What it was most like, and what next.
    public let match: StrokeMatcher.Match
    /// How like it had to be, 0…1.
    public let needed: Double
  }

  /// A recognizer that was waited for.
  public struct Wait: Hashable, Sendable {
    /// Its name.
    public let name: String
    /// When it failed or was recognized, after the first touch of the sequence.
    public let elapsed: Duration
    /// Whether it failed; otherwise it was recognized, with other touches.
    public let hasFailed: Bool
  }

  /// What decided.
  public let cause: Cause
  /// When it was decided, after the first touch of the sequence.
  public let elapsed: Duration
  /// The recognizer that had to decide before this one could be recognized; the last of them, `nil` for none.
  public let wait: Wait?
  /// How long a length is on the panel.
  let scale: GestureScale

  /// Whether the gesture was recognized.
  public var isRecognized: Bool {
    switch cause {
    case .recognized, .like: true
    default: false
    }
  }
}

extension GestureReason: CustomStringConvertible {
  /// One line for a log: what was decided, the numbers in millimetres (points where the panel's size is unknown), and
  /// the time after the first touch of the sequence.
  public var description: String {
    let waited = wait.map { wait in
      let outcome = wait.hasFailed ? "failed" : "was recognized with other touches"
      return "waited for \(wait.name), which \(outcome) at +\(milliseconds(wait.elapsed))"
    }
    if isRecognized { return "\(text) at +\(milliseconds(elapsed))" + (waited.map { "; " + $0 } ?? "") }
    return "failed: \(text) at +\(milliseconds(elapsed))"
  }

  /// What decided, without the time: `moved 5.2 mm > 4.0 mm`.
  public var text: String {
    switch cause {
    case .recognized: "recognized"
    case .like(let likeness): "matched \(likeness.text)"
    case .unlike(let likeness): "best \(likeness.text)"
    case .moved(let way, let limit): "moved \(length(way)) > \(length(limit))"
    case .movedTooLittle(let way, let needed): "moved \(length(way)) < \(length(needed))"
    case .wrongDirection(let along, let across):
      "moved \(length(along)) along and \(length(across)) across the direction"
    case .strayed(let along, let across):
      "one finger moved \(length(along)) along and \(length(across)) across the direction"
    case .rested(let way, let needed): "one finger moved \(length(way)) < \(length(needed))"
    case .tooSlow(let speed, let needed): "moved at \(length(speed))/s < \(length(needed))/s"
    case .tooFarFromLastTap(let way, let limit): "tapped \(length(way)) from the last tap > \(length(limit))"
    case .tooFarApart(let way, let limit): "fingers \(length(way)) apart > \(length(limit))"
    case .turnedTooLittle(let angle, let needed): "turned \(degrees(angle)) < \(degrees(needed))"
    case .turnedTooShort(let way, let needed): "moved \(length(way)) around the middle < \(length(needed))"
    case .notAtEdge(let way, let limit): "began \(length(way)) from the edge > \(length(limit))"
    default: plainText
    }
  }

  private var plainText: String {
    switch cause {
    case .heldTooLong(let time, let limit): "held \(milliseconds(time)) >= \(milliseconds(limit))"
    case .liftedEarly(let time, let needed): "lifted after \(milliseconds(time)) < \(milliseconds(needed))"
    case .tooManyTouches(let count, let limit): "\(touches(count)) > \(limit)"
    case .tooFewTouches(let count, let needed): "\(touches(count)) < \(needed)"
    case .noNextTap(let taps, let limit): "no tap within \(milliseconds(limit)) after \(taps)"
    case .tooSoon(let time, let needed): "tapped \(milliseconds(time)) after the last tap < \(milliseconds(needed))"
    case .wrongCorner(let number): "not in corner \(number) of the sequence"
    case .cancelled: "a touch was cancelled"
    case .prevented(let winner): "prevented by \(winner)"
    case .requirement(let winner): "waited for \(winner), which was recognized"
    case .refused(let name): "refused by \(name)"
    case .disabled: "turned off"
    case .other(let text): text
    default: "undecided when its last touch ended"
    }
  }

  // MARK: Numbers

  private func length(_ points: Double) -> String {
    scale.isKnown ? Self.tenths(points / scale.density) + " mm" : Self.tenths(points) + " pt"
  }

  private func degrees(_ radians: Double) -> String { Self.tenths(radians * 180 / .pi) + "°" }

  private func touches(_ count: Int) -> String { count == 1 ? "1 touch" : "\(count) touches" }

  private func milliseconds(_ time: Duration) -> String {
    // Rounded by what is left over, as the sum with half a millisecond may not fit.
    let (whole, rest) = time.clampedMicroseconds.quotientAndRemainder(dividingBy: 1000)
    return "\(rest >= 500 ? whole + 1 : whole) ms"
  }

  /// A share of 1 with two decimals, never rounded up to what it is not; 0 where it is no number.
  static func hundredths(_ share: Double) -> String {
    let hundredths = share >= 1 ? 100 : share > 0 ? Int((share * 100 + 1e-9).rounded(.down)) : 0
    return "\(hundredths / 100).\(hundredths / 10 % 10)\(hundredths % 10)"
  }

  /// A number with one decimal, as nothing in the standard library writes it.
  static func tenths(_ value: Double) -> String {
    guard value.isFinite, value.magnitude < 1e15 else { return "\(value)" }
    let tenths = Int64((value * 10).rounded())
    let sign = tenths < 0 ? "-" : ""
    return "\(sign)\(tenths.magnitude / 10).\(tenths.magnitude % 10)"
  }
}

extension GestureReason.Likeness {
  /// `check 0.83 >= 0.80; next circle 0.41`.
  var text: String {
    let sign = match.score >= needed ? ">=" : "<"
    let next = match.nextName.map { "; next \($0) \(GestureReason.hundredths(match.nextScore))" } ?? ""
    return "\(match.name) \(GestureReason.hundredths(match.score)) \(sign) \(GestureReason.hundredths(needed))\(next)"
  }
}
