/// Finds the template that is most similar to a drawing.
///
/// Drawings are clouds of points, which are paired as $P does (Vatavu, Anthony and Wobbrock, 2012), or in the order of drawing: see
/// `direction`. The measure of similarity is ours: see `StrokeTemplate.similarity(to:direction:)`.
public struct StrokeMatcher: Hashable, Sendable {
  /// Whether it counts where a drawing begins and ends.
  public enum Direction: Hashable, Sendable, CaseIterable {
    /// It does not: a line to the left is a line to the right, and the strokes may come in any order.
    case any
    /// It does: points and strokes are compared in the order of drawing.
    ///
    /// So left is not right, down and up is not up and down, and a circle drawn clockwise is not one drawn the other way. A shape of one stroke
    /// that is closed, but for a tenth of its length, may begin anywhere, if it is another one when drawn the other way round: a circle or a
    /// figure eight, not a line there and back. The drawing may then leave an eighth of its length open, or draw a sixth twice.
    case forward
  }

  /// The result of matching a drawing.
  public struct Match: Hashable, Sendable {
    /// The name of the most similar template.
    public let name: String
    /// The similarity to it, 0…1.
    public let score: Double
    /// The name of the second-best shape; `nil` if all templates have one name.
    public let nextName: String?
    /// The similarity to the second-best shape, 0…1.
    public let nextScore: Double
  }

  /// The templates.
  public var templates: [StrokeTemplate]
  /// Whether it counts where a drawing begins and ends; `any` by default.
  public var direction = Direction.any

  /// Creates a matcher.
  public init(_ templates: [StrokeTemplate] = [], direction: Direction = .any) {
    self.templates = templates
    self.direction = direction
  }

  /// The template that is most similar to the strokes, however low the similarity; `nil` without templates, or if the strokes have no
  /// extent.
  ///
  /// Up to 16 templates are all compared. Of more, those 12 are compared that fill the plane most similarly, five of a name at most: this
  /// finds the best one; the second-best shape may be another if it is far behind. Forward, all are compared as they were drawn, and the 32
  /// most similar from wherever they may begin.
  ///
  /// ```swift
  /// let matcher = StrokeMatcher([StrokeTemplate("check", text: "0,55 30,90 100,0")])
  /// matcher.match([drawn])?.name
  /// ```
  ///
  /// - Complexity: O(templates + points): see `tools/bench`, "stroke".
  public func match(_ strokes: [[Point]]) -> Match? {
    guard let cloud = StrokeCloud(strokes, inOrder: direction == .forward) else { return nil }
    return StrokeMatcher.matches(of: cloud, with: [self])[0]
  }

  /// The best match of each matcher; `nil` for one without templates.
  ///
  /// The number of comparisons is limited for all of them together, but each compares one template at least.
  static func matches(of cloud: StrokeCloud, with matchers: [StrokeMatcher]) -> [Match?] {
    let shortlist = StrokeShortlist(of: cloud, matchers)
    return StrokePairing.using { pairing in
      matchers.indices.map { number in
        var ranking = StrokeRanking()
        for (place, index) in shortlist.chosen[number].enumerated() {
          let isTurned = place < shortlist.turned[number]
          ranking.add(matchers[number].templates[index], matchers[number].direction, isTurned: isTurned, cloud, pairing)
        }
        return ranking.match
      }
    }
  }
}

/// The templates that are compared exactly, because they fill the plane as the drawing does; those in order, all of them.
private struct StrokeShortlist {
  /// The templates of each matcher, the most similar first.
  private(set) var chosen: [[Int]]
  /// How many of them are compared from wherever they may begin, too, if the order counts.
  private(set) var turned: [Int]

  /// The number of templates that are all compared.
  static let exactLimit = 16
  /// How many of more templates are compared, and how many of a name: of 832 drawings of 16 shapes by 13 synthetic hands, with eight
  /// templates a shape, all get the best name, and 831 the best template.
  static let limit = 12
  static let limitOfName = 5
  /// How many are compared from wherever they may begin: of 208 drawings of 16 shapes by 13 synthetic hands, with eight templates a shape,
  /// all get the best shape, and 207 the second-best; the other one is far behind.
  static let limitOfTurned = 32

  init(of cloud: StrokeCloud, _ matchers: [StrokeMatcher]) {
    let count = matchers.reduce(0) { $0 + $1.templates.count }
    let isChoosing = count > StrokeShortlist.exactLimit
    chosen = matchers.map { isChoosing ? [] : Array($0.templates.indices) }
    turned = chosen.map(\.count)
    guard isChoosing else { return }
    var candidates: [(matcher: Int, template: Int)] = []
    var keys: [UInt64] = []
    candidates.reserveCapacity(count)
    keys.reserveCapacity(count)
    for (number, matcher) in matchers.enumerated() {
      for (index, template) in matcher.templates.enumerated() {
        // Numbers that are not negative have the order of their bits.
        let difference = UInt64(template.cloud.roughDifference(from: cloud).bitPattern)
        keys.append(difference << 32 | UInt64(truncatingIfNeeded: candidates.count))
        candidates.append((number, index))
      }
    }
    keys.sort()
    var left = StrokeShortlist.limit
    for (rank, key) in keys.enumerated() {
      let (number, index) = candidates[Int(key & 0xffff_ffff)]
      let templates = matchers[number].templates
      guard matchers[number].direction == .any else {
        // In order all are compared; the similar ones first, as a good match makes the others short.
        chosen[number].append(index)
        if rank < StrokeShortlist.limitOfTurned { turned[number] += 1 }
        continue
      }
      guard left > 0 || chosen[number].isEmpty else { continue }
      let name = templates[index].name
      guard chosen[number].count(where: { templates[$0].name == name }) < StrokeShortlist.limitOfName else { continue }
      left -= 1
      chosen[number].append(index)
    }
  }
}

/// The best shape and the second-best one, while templates are compared.
private struct StrokeRanking {
  private var best: (name: String, distance: Float)?
  private var next: (name: String, distance: Float)?

  /// Compares one more template, as far as it may change the ranking.
  mutating func add(
    _ template: StrokeTemplate, _ direction: StrokeMatcher.Direction, isTurned: Bool, _ cloud: StrokeCloud, _ pairing: StrokePairing
  ) {
    let isLeader = best?.name == template.name
    let limit = (isLeader ? best?.distance : next?.distance) ?? .infinity
    let distance =
      switch direction {
      case .any: pairing.distance(from: template.cloud, to: cloud, below: limit)
      case .forward: template.orderedDistance(to: cloud, isTurned: isTurned, below: limit)
      }
    guard distance < limit else { return }
    if isLeader {
      best?.distance = distance
    } else if distance < best?.distance ?? .infinity {
      next = best
      best = (template.name, distance)
    } else {
      next = (template.name, distance)
    }
  }

  var match: StrokeMatcher.Match? {
    best.map { best in
      StrokeMatcher.Match(
        name: best.name, score: StrokeTemplate.similarity(at: best.distance), nextName: next?.name,
        nextScore: next.map { StrokeTemplate.similarity(at: $0.distance) } ?? 0)
    }
  }
}
