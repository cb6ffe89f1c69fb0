/// Why a recognizer decided as it did, with the numbers (contract 9.5).
///
/// It is made without text; `description` writes it: `failed: moved 5.2 mm > 4.0 mm at +83 ms`.
public struct GestureReason: Hashable, Sendable {
  /// What decided.
  ///
  /// Lengths are in points, times in microseconds.
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
    case heldTooLong(Microseconds, limit: Microseconds)
    /// The fingers were lifted too early.
    case liftedEarly(Microseconds, needed: Microseconds)
    /// More fingers came than the gesture takes.
    case tooManyTouches(Int, limit: Int)
    /// Fewer fingers came than the gesture needs.
    case tooFewTouches(Int, needed: Int)
    /// A tap was made too far from the one before.
    case tooFarFromLastTap(Double, limit: Double)
    /// No further tap came in time, after so many.
    case noNextTap(after: Int, within: Microseconds)
    /// A tap came too soon after the one before.
    case tooSoon(Microseconds, needed: Microseconds)
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
    /// When it failed, after the first touch of the sequence.
    public let elapsed: Microseconds
  }

  /// What decided.
  public let cause: Cause
  /// When it was decided, after the first touch of the sequence.
  public let elapsed: Microseconds
  /// The recognizer that had to fail before this one could be recognized; the last of them, `nil` for none.
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
