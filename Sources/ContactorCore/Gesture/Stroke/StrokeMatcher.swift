/// Finds the template that a drawing is most like.
///
/// The method is that of $P (Vatavu, Anthony and Wobbrock, 2012): drawings are clouds of points, paired greedily.
/// The number is ours: see `StrokeTemplate.likeness(to:)`.
public struct StrokeMatcher: Hashable, Sendable {
  /// What a drawing is like.
  public struct Match: Hashable, Sendable {
    /// The name of the template that it is most like.
    public let name: String
    /// How like it is, 0…1.
    public let score: Double
    /// The name of the next best shape; `nil` where there is one name only.
    public let nextName: String?
    /// How like the drawing is to the next best shape, 0…1.
    public let nextScore: Double
  }

  /// The templates.
  public var templates: [StrokeTemplate]

  /// Creates a matcher.
  public init(_ templates: [StrokeTemplate] = []) {
    self.templates = templates
  }

  /// The template that the strokes are most like, however little that is; `nil` where there is no template or the
  /// strokes have no extent.
  ///
  /// - Complexity: O(templates + points).
  public func match(_ strokes: [[Point]]) -> Match? {
    guard let cloud = StrokeCloud(strokes) else { return nil }
    var best: (name: String, score: Double)?
    var next: (name: String, score: Double)?
    for template in templates {
      let score = template.likeness(to: cloud)
      if let leader = best, score <= leader.score {
        if template.name != leader.name, score > next?.score ?? -1 { next = (template.name, score) }
      } else {
        if let leader = best, leader.name != template.name { next = leader }
        best = (template.name, score)
      }
    }
    return best.map { Match(name: $0.name, score: $0.score, nextName: next?.name, nextScore: next?.score ?? 0) }
  }
}
