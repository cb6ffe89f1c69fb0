/// The reason for a recognizer's decision, with its numbers (contract 9.5).
///
/// It is created without text; `description` formats it: `failed: moved 5.2 mm > 4.0 mm at +83 ms`.
public struct GestureReason: Hashable, Sendable {
  /// The cause of a decision.
  ///
  /// Lengths are in points.
  public enum Cause: Hashable, Sendable {
    /// The gesture was recognized.
    case recognized
    /// A drawing was similar enough to a template.
    case similar(Similarity)
    /// A drawing was not similar enough to any template.
    case dissimilar(Similarity)
    /// Two shapes were as similar to a drawing, to within the margin: the best and the next one.
    case unsure(Similarity)
    /// Another stroke recognizer of the view had a shape that was more similar: the best and the next one of them all.
    case lessSimilar(Similarity)
    /// A finger moved further than allowed.
    case moved(Double, limit: Double)
    /// The fingers, on average, were lifted before they had moved far enough.
    case movedTooLittle(Double, needed: Double)
    /// The fingers moved in another direction than required; the lengths along the required direction and across it.
    case wrongDirection(along: Double, across: Double)
    /// One of several fingers moved in another direction than the gesture; the lengths along the direction and across it.
    case strayed(along: Double, across: Double)
    /// One of several fingers came late and did not move with the others.
    case rested(Double, needed: Double)
    /// The fingers were too slow, in points per second.
    case tooSlow(Double, needed: Double)
    /// The fingers stayed down too long.
    case heldTooLong(Duration, limit: Duration)
    /// The fingers were lifted too early.
    case liftedEarly(Duration, needed: Duration)
    /// More fingers touched than the gesture takes.
    case tooManyTouches(Int, limit: Int)
    /// Fewer fingers touched than the gesture needs.
    case tooFewTouches(Int, needed: Int)
    /// A tap was too far from the previous one.
    case tooFarFromLastTap(Double, limit: Double)
    /// No further tap came in time, after so many.
    case noNextTap(after: Int, within: Duration)
    /// A tap came too soon after the previous one.
    case tooSoon(Duration, needed: Duration)
    /// The fingers were too far from each other.
    case tooFarApart(Double, limit: Double)
    /// The fingers moved apart, or together if negative, in a pinch that goes the other way.
    case pinchedOtherWay(Double)
    /// The fingers turned clockwise, or the other way if negative, in a rotation that goes the other way; in radians.
    case turnedOtherWay(Double)
    /// The fingers turned too little, in radians.
    case turnedTooLittle(Double, needed: Double)
    /// The fingers turned far enough, but so close together that each moved too little around their centroid.
    case turnedTooShort(Double, needed: Double)
    /// The touch began too far from the edge.
    case notAtEdge(Double, limit: Double)
    /// A touch began outside of the corner that was next, counted from 1.
    case wrongCorner(Int)
    /// A touch was cancelled: a palm, a lost device, a view that left.
    case cancelled
    /// Another recognizer, with this label, won.
    case prevented(by: String)
    /// Another recognizer, with this label, was required to fail and was recognized.
    case requirement(String)
    /// A delegate, or a view with this name, refused.
    case refused(by: String)
    /// The recognizer was disabled or removed from its view.
    case disabled
    /// The last touch ended before a decision.
    case undecided
    /// The cause that a custom recognizer gives.
    case other(String)
  }

  /// The result of comparing a drawing with the templates.
  public struct Similarity: Hashable, Sendable {
    /// The best match and the second-best one.
    public let match: StrokeMatcher.Match
    /// The similarity that was needed, 0…1.
    public let needed: Double
  }

  /// A recognizer that the decision had to wait for.
  public struct Wait: Hashable, Sendable {
    /// The label of the recognizer.
    public let name: String
    /// The time of its decision, after the first touch of the sequence.
    public let elapsed: Duration
    /// Whether it failed; otherwise it was recognized, with other touches.
    public let hasFailed: Bool
  }

  /// The cause of the decision.
  public let cause: Cause
  /// The time of the decision, after the first touch of the sequence.
  public let elapsed: Duration
  /// The last recognizer that had to decide before this one could be recognized; `nil` if there was none.
  public let wait: Wait?
  /// The scale that converts lengths to millimetres.
  let scale: GestureScale

  /// Whether the gesture was recognized.
  public var isRecognized: Bool {
    switch cause {
    case .recognized, .similar: true
    default: false
    }
  }
}

extension GestureReason: CustomStringConvertible {
  /// One line for a log: the decision, its numbers in millimetres (points if the panel's size is unknown), and the time after the first
  /// touch of the sequence.
  public var description: String {
    let waited = wait.map { wait in
      let outcome = wait.hasFailed ? "failed" : "was recognized with other touches"
      return "waited for \(wait.name), which \(outcome) at +\(milliseconds(wait.elapsed))"
    }
    if isRecognized { return "\(text) at +\(milliseconds(elapsed))" + (waited.map { "; " + $0 } ?? "") }
    return "failed: \(text) at +\(milliseconds(elapsed))"
  }

  /// The cause, without the time: `moved 5.2 mm > 4.0 mm`.
  public var text: String {
    switch cause {
    case .recognized: "recognized"
    case .similar(let similarity): "matched \(similarity.text)"
    case .dissimilar(let similarity): "best \(similarity.text)"
    case .unsure(let similarity): "unsure: \(similarity.pair)"
    case .lessSimilar(let similarity): "another was closer: \(similarity.pair)"
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
    case .pinchedOtherWay(let change):
      "fingers moved \(length(change.magnitude)) \(change < 0 ? "together, not apart" : "apart, not together")"
    case .turnedOtherWay(let angle):
      "turned \(degrees(angle.magnitude)) \(angle < 0 ? "counterclockwise, not clockwise" : "clockwise, not counterclockwise")"
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
    // Rounded by the remainder, because the sum with half a millisecond may overflow.
    let (whole, rest) = time.clampedMicroseconds.quotientAndRemainder(dividingBy: 1000)
    return "\(rest >= 500 ? whole + 1 : whole) ms"
  }

  /// A fraction of 1 with two decimals, rounded down; 0 for NaN.
  package static func hundredths(_ share: Double) -> String {
    let hundredths = share >= 1 ? 100 : share > 0 ? Int((share * 100 + 1e-9).rounded(.down)) : 0
    return "\(hundredths / 100).\(hundredths / 10 % 10)\(hundredths % 10)"
  }

  /// A number with one decimal; the standard library has no such format.
  static func tenths(_ value: Double) -> String {
    guard value.isFinite, value.magnitude < 1e15 else { return "\(value)" }
    let tenths = Int64((value * 10).rounded())
    let sign = tenths < 0 ? "-" : ""
    return "\(sign)\(tenths.magnitude / 10).\(tenths.magnitude % 10)"
  }
}

extension GestureReason.Similarity {
  /// `circle 0.91, square 0.90`.
  var pair: String {
    let best = "\(match.name) \(GestureReason.hundredths(match.score))"
    return match.nextName.map { "\(best), \($0) \(GestureReason.hundredths(match.nextScore))" } ?? best
  }

  /// `check 0.83 >= 0.80; next circle 0.41`.
  var text: String {
    let sign = match.score >= needed ? ">=" : "<"
    let next = match.nextName.map { "; next \($0) \(GestureReason.hundredths(match.nextScore))" } ?? ""
    return "\(match.name) \(GestureReason.hundredths(match.score)) \(sign) \(GestureReason.hundredths(needed))\(next)"
  }
}
