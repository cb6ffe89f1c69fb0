import ContactorCore
import ContactorSystem

extension LayoutCheck {
  /// Shapes that are so alike that a drawing of one is also a drawing of the other, and none is recognized.
  static func similarShapes(in subject: CheckedLayout) -> [LayoutDiagnostic] {
    let gestures = subject.layout.gestures.filter { $0.isEnabled && !$0.templates.isEmpty && !subject.doubtful.contains($0.mark) }
    let modes = subject.layout.modesByID
    var comparison = ShapeComparison()
    var warnings: [LayoutDiagnostic] = []
    for (index, gesture) in gestures.enumerated() {
      for other in gestures[index...] where other.id == gesture.id || gesture.competes(with: other, modes, in: subject) {
        guard let pair = comparison.mostSimilar(gesture, other) else { continue }
        let score = GestureReason.hundredths(pair.score)
        let help = pair.isOtherWay ? "'direction: forward'" : "shapes that differ more, or other views or modes"
        let names = "\(quoted(pair.first)) and \(quoted(pair.second))"
        warnings.append(
          subject.warning(other.mark, "the shapes \(names) are \(score) alike; a drawing that fits both is not recognized", expected: help))
      }
    }
    return warnings
  }
}

/// Compares the shapes of gestures.
private struct ShapeComparison {
  /// How alike shapes are that people do not draw apart.
  ///
  /// 0.9: drawings of a shape are 0.83 to 0.97 like it.
  private static let limit = 0.9
  /// How many comparisons a check makes: 60 gestures with eight templates each, in a second or two.
  private var left = 120_000

  /// The two most similar shapes of two gestures, or of one; `nil` if none are alike.
  mutating func mostSimilar(
    _ gesture: LayoutGesture, _ other: LayoutGesture
  ) -> (first: String, second: String, score: Double, isOtherWay: Bool)? {
    var best: (first: String, second: String, score: Double, isOtherWay: Bool)?
    for first in gesture.templates {
      for second in other.templates where gesture.id != other.id || first.name < second.name {
        left -= 1
        guard left > 0 else { return best }
        let score = max(
          first.similarity(to: second.strokes, direction: gesture.strokeDirection),
          second.similarity(to: first.strokes, direction: other.strokeDirection))
        guard score >= max(Self.limit, gesture.minimumScore ?? 0, other.minimumScore ?? 0), score > best?.score ?? 0 else { continue }
        let isOtherWay = first.similarity(to: second.strokes, direction: .forward) < Self.limit
        best = (first.name, second.name, score, isOtherWay)
      }
    }
    return best
  }
}

extension LayoutGesture {
  /// Whether it counts where a drawing begins and ends.
  var strokeDirection: StrokeMatcher.Direction { directions == ["forward"] ? .forward : .any }

  /// Whether a drawing may be meant for either of two stroke gestures.
  fileprivate func competes(with other: LayoutGesture, _ modes: [String: Set<String>], in subject: CheckedLayout) -> Bool {
    guard subject.view(of: self) == subject.view(of: other), !allows(other), !other.allows(self) else { return false }
    if let mine = modes[id], let others = modes[other.id], mine.isDisjoint(with: others) { return false }
    if let region, let others = other.region, region.intersection(others).isEmpty { return false }
    return true
  }

  private func allows(_ other: LayoutGesture) -> Bool {
    switch simultaneous {
    case .withAll: true
    case .with(let ids): ids.contains(other.id)
    }
  }
}
