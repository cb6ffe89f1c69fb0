/// The decision between the stroke recognizers of a view that saw the same drawing: which shape is meant.
///
/// | the best match | the next one | the best recognizer | the others |
/// | --- | --- | --- | --- |
/// | not similar enough to its recognizer | | fails as dissimilar | fail as dissimilar |
/// | similar enough | less similar by the margin | is recognized | fail: another is closer |
/// | similar enough | as similar to within the margin | fails as unsure | fail as unsure or as less close |
///
/// Only matches that are similar enough for their recognizers count.
struct StrokeContest {
  private let recognizers: [StrokeGestureRecognizer]

  /// The contest of a recognizer and its rivals.
  init(of recognizer: StrokeGestureRecognizer) {
    let others = (recognizer.view?.recognizers ?? []).compactMap { $0 as? StrokeGestureRecognizer }
    recognizers = [recognizer] + others.filter { $0.rivals(recognizer) }
  }

  /// The number of strokes after which the drawing is compared at once.
  var strokeLimit: Int { recognizers.reduce(1) { max($0, $1.strokeLimit) } }

  /// The greatest time between two strokes.
  var pauseLimit: Duration { recognizers.reduce(.zero) { max($0, $1.pauseLimit) } }

  /// Compares the drawing and lets every recognizer decide; the one that is recognized comes last.
  func decide() {
    for recognizer in recognizers { recognizer.ignorePress() }
    let matchers = recognizers.map { $0.matcher }
    guard let cloud = StrokeCloud(recognizers[0].ink.strokes, inOrder: matchers.contains { $0.direction == .forward }) else {
      return recognizers.forEach { $0.fail(.other("no extent")) }
    }
    let matches = StrokeMatcher.matches(of: cloud, with: matchers)
    for (recognizer, match) in zip(recognizers, matches) { recognizer.match = match }
    var winner: StrokeGestureRecognizer?
    let entries = Entry.ranked(recognizers, matches)
    for (recognizer, match) in zip(recognizers, matches) {
      guard let match else {
        recognizer.fail(.other("no template"))
        continue
      }
      guard let best = entries.first, match.score >= recognizer.threshold else {
        recognizer.fail(.dissimilar(GestureReason.Similarity(match: match, needed: recognizer.threshold)))
        continue
      }
      let next = entries.dropFirst().first
      let result = GestureReason.Similarity(match: best.match(before: next), needed: best.recognizer.threshold)
      if let next, best.score - next.score < best.recognizer.margin {
        recognizer.fail(best.score - match.score < best.recognizer.margin ? .unsure(result) : .lessSimilar(result))
      } else if best.recognizer !== recognizer {
        recognizer.fail(.lessSimilar(result))
      } else {
        // The shape that came second may be another recognizer's.
        if next != nil { recognizer.match = result.match }
        winner = recognizer
      }
    }
    winner?.apply(.recognize)
  }

  /// A shape of one recognizer that may be recognized.
  private struct Entry {
    let recognizer: StrokeGestureRecognizer
    let name: String
    let score: Double

    /// The best and the second-best shape of each recognizer that are similar enough for it, the best first.
    static func ranked(_ recognizers: [StrokeGestureRecognizer], _ matches: [StrokeMatcher.Match?]) -> [Entry] {
      var entries: [Entry] = []
      for (recognizer, match) in zip(recognizers, matches) {
        guard let match, match.score >= recognizer.threshold else { continue }
        entries.append(Entry(recognizer: recognizer, name: match.name, score: match.score))
        guard let name = match.nextName, match.nextScore >= recognizer.threshold else { continue }
        entries.append(Entry(recognizer: recognizer, name: name, score: match.nextScore))
      }
      entries.sort { $0.score > $1.score }
      return entries
    }

    /// The match of this shape, before the next one.
    func match(before next: Entry?) -> StrokeMatcher.Match {
      // Two recognizers may have shapes of one name.
      let nextName = next.map { $0.name == name ? $0.recognizer.displayName : $0.name }
      return StrokeMatcher.Match(name: name, score: score, nextName: nextName, nextScore: next?.score ?? 0)
    }
  }
}

extension StrokeGestureRecognizer {
  /// Whether this recognizer decides together with another one of its view: it saw the same drawing, and at most one of them may be
  /// recognized.
  fileprivate func rivals(_ other: StrokeGestureRecognizer) -> Bool {
    self !== other && isEnabled && isUndecided && !isWaiting && drawn == other.drawn && !ink.strokes.isEmpty && isLargeEnough
      && prevents(other) && other.prevents(self)
  }
}
