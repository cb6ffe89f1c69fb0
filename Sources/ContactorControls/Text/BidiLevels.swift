/// The levels of a paragraph's characters by the Unicode Bidirectional Algorithm (UAX #9): even from left to right, odd from right to left.
///
/// Rules P2 to L1 with embeddings, overrides, isolates and brackets. A character counts as its first scalar. O(length), with brackets in
/// one run O(brackets squared) at most, 63 open ones.
struct BidiLevels {
  /// The greatest depth of embeddings, by rule BD2.
  private static let depthLimit: UInt8 = 125
  /// The greatest number of brackets that are open in one run, by rule BD16.
  private static let bracketLimit = 63

  /// The level of the paragraph: 0 or 1.
  let base: UInt8
  /// The level of each character.
  private(set) var levels: [UInt8]
  private let scalars: [Unicode.Scalar]
  private let original: [BidiClass]
  private var classes: [BidiClass]
  /// Where the isolate that begins at an index ends, the count if it does not; by the beginning.
  private var matches: [Int: Int] = [:]

  /// Resolves the levels of scalars, one a character.
  init(_ scalars: [Unicode.Scalar], _ direction: WritingDirection) {
    self.scalars = scalars
    original = scalars.map { BidiClass($0) }
    classes = original
    var (open, ends) = ([Int](), [Int: Int]())
    for (index, kind) in original.enumerated() {
      if kind.beginsIsolate { open.append(index) }
      if kind == .popIsolate, let start = open.popLast() { ends[start] = index }
    }
    matches = ends
    switch direction {
    case .leftToRight: base = 0
    case .rightToLeft: base = 1
    case .natural: base = Self.firstStrong(original, 0..<original.count, ends) ?? 0
    }
    levels = Array(repeating: base, count: scalars.count)
    resolveExplicit()
    for run in isolatingRuns() { resolve(run) }
    for index in levels.indices where original[index].isRemoved { levels[index] = index > 0 ? levels[index - 1] : base }
  }

  /// Rules P2 and P3: the level of the first letter, that of isolates left out; `nil` without one.
  private static func firstStrong(_ classes: [BidiClass], _ range: Range<Int>, _ matches: [Int: Int]) -> UInt8? {
    var index = range.lowerBound
    while index < range.upperBound {
      switch classes[index] {
      case .leftToRight: return 0
      case .rightToLeft, .arabicLetter: return 1
      case let kind where kind.beginsIsolate:
        guard let end = matches[index] else { return nil }
        index = end
      default: break
      }
      index += 1
    }
    return nil
  }

  // MARK: Embeddings

  private struct Status {
    var level: UInt8
    var override: BidiClass?
    var isIsolate: Bool
  }

  /// Rules X1 to X8.
  private mutating func resolveExplicit() {
    var stack = [Status(level: base, override: nil, isIsolate: false)]
    var (tooManyIsolates, tooManyEmbeddings, valid) = (0, 0, 0)
    for index in original.indices {
      let (kind, top) = (original[index], stack[stack.count - 1])
      levels[index] = top.level
      var next: (isRightToLeft: Bool, override: BidiClass?, isIsolate: Bool)?
      switch kind {
      case .leftToRightEmbedding: next = (false, nil, false)
      case .rightToLeftEmbedding: next = (true, nil, false)
      case .leftToRightOverride: next = (false, .leftToRight, false)
      case .rightToLeftOverride: next = (true, .rightToLeft, false)
      case .leftToRightIsolate: next = (false, nil, true)
      case .rightToLeftIsolate: next = (true, nil, true)
      case .firstStrongIsolate:
        let inside = index + 1..<(matches[index] ?? original.count)
        next = (Self.firstStrong(original, inside, matches) == 1, nil, true)
      case .popIsolate:
        if tooManyIsolates > 0 {
          tooManyIsolates -= 1
        } else if valid > 0 {
          tooManyEmbeddings = 0
          while stack.count > 1, !stack[stack.count - 1].isIsolate { stack.removeLast() }
          stack.removeLast()
          valid -= 1
        }
        levels[index] = stack[stack.count - 1].level
        if let override = stack[stack.count - 1].override { classes[index] = override }
      case .popEmbedding:
        if tooManyIsolates > 0 { break }
        if tooManyEmbeddings > 0 { tooManyEmbeddings -= 1 } else if !top.isIsolate, stack.count > 1 { stack.removeLast() }
      case .paragraphSeparator: levels[index] = base
      case .boundaryNeutral: break
      default: if let override = top.override { classes[index] = override }
      }
      guard let next else { continue }
      if next.isIsolate, let override = top.override { classes[index] = override }
      let level = next.isRightToLeft ? (top.level + 1) | 1 : (top.level + 2) & ~1
      if level <= Self.depthLimit, tooManyIsolates == 0, tooManyEmbeddings == 0 {
        stack.append(Status(level: level, override: next.override, isIsolate: next.isIsolate))
        if next.isIsolate { valid += 1 }
      } else if next.isIsolate {
        tooManyIsolates += 1
      } else if tooManyIsolates == 0 {
        tooManyEmbeddings += 1
      }
    }
  }

  // MARK: Runs

  /// The characters of one level that follow each other if isolates between them are left out (BD13), with what is on both sides.
  private struct Run {
    var indexes: [Int]
    var start: BidiClass
    var end: BidiClass
  }

  /// Rule X10.
  private func isolatingRuns() -> [Run] {
    let kept = original.indices.filter { !original[$0].isRemoved }
    var runs: [[Int]] = []
    /// The sequence that ends with the beginning of an isolate, by the isolate's end.
    var waiting: [Int: Int] = [:]
    var last: Int?
    for (place, index) in kept.enumerated() {
      let continues = place > 0 && levels[kept[place - 1]] == levels[index] && !original[kept[place - 1]].beginsIsolate
      if let sequence = waiting[index], original[index] == .popIsolate {
        last = sequence
      } else if !continues || last == nil {
        runs.append([])
        last = runs.count - 1
      }
      let sequence = last ?? 0
      runs[sequence].append(index)
      if original[index].beginsIsolate, let end = matches[index] { waiting[end] = sequence }
    }
    let direction = { (level: UInt8) in level & 1 == 0 ? BidiClass.leftToRight : .rightToLeft }
    let places = Dictionary(uniqueKeysWithValues: kept.enumerated().map { ($1, $0) })
    return runs.map { run in
      let (first, end) = (run[0], run[run.count - 1])
      let (before, after) = ((places[first] ?? 0) - 1, (places[end] ?? 0) + 1)
      let previous = before >= 0 ? levels[kept[before]] : base
      let isOpen = original[end].beginsIsolate
      let next = after < kept.count && !isOpen ? levels[kept[after]] : base
      return Run(indexes: run, start: direction(max(levels[first], previous)), end: direction(max(levels[end], next)))
    }
  }

  private mutating func resolve(_ run: Run) {
    resolveWeak(run)
    resolveBrackets(run)
    resolveNeutral(run)
    for index in run.indexes {
      // Rules I1 and I2.
      let isEven = levels[index] & 1 == 0
      switch classes[index] {
      case .leftToRight: if !isEven { levels[index] += 1 }
      case .rightToLeft: if isEven { levels[index] += 1 }
      default: levels[index] += isEven ? 2 : 1
      }
    }
  }

  /// Rules W1 to W7.
  private mutating func resolveWeak(_ run: Run) {
    let indexes = run.indexes
    var (previous, strong) = (run.start, run.start)
    for index in indexes {
      if classes[index] == .mark { classes[index] = previous }
      previous = original[index].beginsIsolate || original[index] == .popIsolate ? .neutral : classes[index]
      switch classes[index] {
      case .leftToRight, .rightToLeft, .arabicLetter: strong = classes[index]
      case .europeanNumber: if strong == .arabicLetter { classes[index] = .arabicNumber }
      default: break
      }
    }
    for index in indexes where classes[index] == .arabicLetter { classes[index] = .rightToLeft }
    for place in indexes.indices.dropFirst().dropLast() {
      let (before, after) = (classes[indexes[place - 1]], classes[indexes[place + 1]])
      guard before == after else { continue }
      switch (classes[indexes[place]], before) {
      case (.europeanSeparator, .europeanNumber), (.commonSeparator, .europeanNumber), (.commonSeparator, .arabicNumber):
        classes[indexes[place]] = before
      default: break
      }
    }
    var place = 0
    while place < indexes.count {
      var end = place
      while end < indexes.count, classes[indexes[end]] == .europeanTerminator { end += 1 }
      if end > place {
        let joins =
          place > 0 && classes[indexes[place - 1]] == .europeanNumber || end < indexes.count && classes[indexes[end]] == .europeanNumber
        for index in indexes[place..<end] { classes[index] = joins ? .europeanNumber : .neutral }
      }
      place = max(end, place + 1)
    }
    strong = run.start
    for index in indexes {
      switch classes[index] {
      case .europeanSeparator, .commonSeparator, .europeanTerminator: classes[index] = .neutral
      case .leftToRight, .rightToLeft: strong = classes[index]
      case .europeanNumber: if strong == .leftToRight { classes[index] = .leftToRight }
      default: break
      }
    }
  }

  // MARK: Neutrals

  /// The direction of a character for neutrals beside it, numbers as right-to-left; `nil` for a neutral.
  private func direction(at index: Int) -> BidiClass? {
    switch classes[index] {
    case .leftToRight: .leftToRight
    case .rightToLeft, .europeanNumber, .arabicNumber: .rightToLeft
    default: nil
    }
  }

  /// Rule N0: a pair of brackets takes the direction of the run if that is inside of it, else the other one's if it stands before it too.
  private mutating func resolveBrackets(_ run: Run) {
    let indexes = run.indexes
    var (open, pairs) = ([(close: UInt32, place: Int)](), [(start: Int, end: Int)]())
    for (place, index) in indexes.enumerated() where classes[index] == .neutral {
      let scalar = BidiBrackets.canonical(scalars[index].value)
      if let close = BidiBrackets.closing(scalar) {
        // More brackets than the limit end the search, and the run has no pairs.
        guard open.count < Self.bracketLimit else { return }
        open.append((close, place))
      } else if let match = open.lastIndex(where: { $0.close == scalar }) {
        pairs.append((open[match].place, place))
        open.removeSubrange(match...)
      }
    }
    let own: BidiClass = levels[indexes[0]] & 1 == 0 ? .leftToRight : .rightToLeft
    for pair in pairs.sorted(by: { $0.start < $1.start }) {
      let inside = indexes[pair.start + 1..<pair.end].compactMap { direction(at: $0) }
      guard !inside.isEmpty else { continue }
      var found = own
      if !inside.contains(own) {
        let last = indexes[..<pair.start].last { direction(at: $0) != nil }
        let before = last.flatMap { direction(at: $0) } ?? run.start
        found = before == own ? own : before
      }
      for place in [pair.start, pair.end] {
        classes[indexes[place]] = found
        var mark = place + 1
        while mark < indexes.count, original[indexes[mark]] == .mark {
          classes[indexes[mark]] = found
          mark += 1
        }
      }
    }
  }

  /// Rules N1 and N2.
  private mutating func resolveNeutral(_ run: Run) {
    let indexes = run.indexes
    var (place, before) = (0, run.start)
    while place < indexes.count {
      if let direction = direction(at: indexes[place]) {
        before = direction
        place += 1
        continue
      }
      var end = place
      while end < indexes.count, direction(at: indexes[end]) == nil { end += 1 }
      let after = end < indexes.count ? direction(at: indexes[end]) ?? run.end : run.end
      for index in indexes[place..<end] {
        classes[index] = before == after ? before : levels[index] & 1 == 0 ? .leftToRight : .rightToLeft
      }
      place = end
    }
  }

  // MARK: Lines

  /// The levels of a line: blanks at its end, and before tabs, have the paragraph's (rule L1).
  func levels(of line: Range<Int>) -> [UInt8] {
    var result = Array(levels[line])
    var isTrailing = true
    for index in line.reversed() {
      switch original[index] {
      case .segmentSeparator, .paragraphSeparator: isTrailing = true
      case .blank, .popIsolate: break
      case let kind where kind.beginsIsolate || kind.isRemoved: break
      default: isTrailing = false
      }
      if isTrailing { result[index - line.lowerBound] = base }
    }
    return result
  }

  /// The characters of a line from left to right, by their levels (rule L2).
  static func order(_ levels: [UInt8]) -> [Int] {
    var order = Array(levels.indices)
    guard let highest = levels.max(), highest > 0 else { return order }
    for level in (1...highest).reversed() {
      var start = 0
      while start < order.count {
        var end = start
        while end < order.count, levels[order[end]] >= level { end += 1 }
        if end > start { order[start..<end].reverse() }
        start = max(end, start + 1)
      }
    }
    return order
  }
}

/// The brackets that come in pairs.
enum BidiBrackets {
  /// One spelling of the angle brackets that Unicode has twice.
  static func canonical(_ value: UInt32) -> UInt32 { value == 0x2329 ? 0x3008 : value == 0x232A ? 0x3009 : value }

  /// The bracket that closes one; `nil` for what opens none.
  static func closing(_ value: UInt32) -> UInt32? {
    switch value {
    case 0x28: return 0x29
    case 0x5B, 0x7B, 0xFF3B, 0xFF5B: return value + 2
    case 0x298D: return 0x2990
    case 0x298F: return 0x298E
    case 0xFF5F: return 0xFF60
    default: break
    }
    // An opening bracket and the next scalar, which closes it: neighbours, the first even or odd as its range begins.
    let pairs: [ClosedRange<UInt32>] = [
      0x0F3A...0x0F3D, 0x169B...0x169C, 0x2045...0x2046, 0x207D...0x207E, 0x208D...0x208E, 0x2308...0x230B, 0x2768...0x2775,
      0x27C5...0x27C6, 0x27E6...0x27EF, 0x2983...0x298C, 0x2991...0x2998, 0x29D8...0x29DB, 0x29FC...0x29FD, 0x2E22...0x2E29,
      0x2E55...0x2E5C, 0x3008...0x3011, 0x3014...0x301B, 0xFE59...0xFE5E, 0xFF08...0xFF09, 0xFF62...0xFF63,
    ]
    return pairs.contains { $0.contains(value) && (value - $0.lowerBound) & 1 == 0 } ? value + 1 : nil
  }
}
