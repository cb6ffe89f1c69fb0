import ContactorSystem

/// Builds the tree of a layout file from libyaml's events and reports YAML that layouts do not allow, such as tags.
///
/// Aliases are replaced by copies of the nodes that they name, and mappings are merged (`<<`); copies count as values, so that no
/// file makes more of them than `nodeLimit`. Broken syntax ends the reading with a thrown diagnostic; everything else is collected
/// in `diagnostics`, so that all mistakes of a file are found in one pass.
struct LayoutReader: ~Copyable {
  /// The deepest nesting of lists and mappings.
  static let depthLimit = 64
  /// The largest number of lists, mappings and texts.
  static let nodeLimit = 200_000

  /// A node that can be copied by its name.
  private struct Anchor {
    let node: LayoutNode
    /// How many values the node is made of.
    let count: Int
    /// How deep lists and mappings are nested in the node.
    let height: Int
  }

  /// The mistakes found so far.
  private(set) var diagnostics: [LayoutDiagnostic] = []
  /// How many values the tree has so far.
  private(set) var nodeCount: Int
  /// Whether there is a key with which layouts are made short, so that the tree must be expanded.
  private(set) var needsExpansion = false
  private var parser: YAMLParser
  private let file: String
  private let origin: LayoutOrigin?
  private var anchors: [String: Anchor] = [:]
  /// The names of the nodes that are being read.
  private var openAnchors: [String] = []
  /// The deepest place so far of the node that is being read.
  private var deepest = 0

  /// Starts to read text that `LayoutBytes` has checked.
  ///
  /// - Parameters:
  ///   - origin: how an included file came to the layout.
  ///   - nodeCount: how many values the files before it have.
  init(_ text: ArraySlice<UInt8>, file: String, origin: LayoutOrigin? = nil, nodeCount: Int = 0) {
    parser = YAMLParser(text, file: file)
    self.file = file
    self.origin = origin
    self.nodeCount = nodeCount
  }

  /// The file's only document; `nil` if it holds nothing.
  mutating func document() throws(LayoutDiagnostic) -> LayoutNode? {
    var event = try next()
    if case .streamStart = event.kind { event = try next() }
    guard case .documentStart = event.kind else { return nil }
    let root = try node(next(), depth: 0)
    _ = try next()
    event = try next()
    if case .documentStart = event.kind {
      report(event.mark, "a second YAML document starts here", expected: "one document in a layout file")
    }
    return root.isNull ? nil : root
  }

  private mutating func next() throws(LayoutDiagnostic) -> YAMLEvent {
    var event = try parser.next()
    event.mark.origin = origin
    return event
  }

  private mutating func node(_ event: YAMLEvent, depth: Int) throws(LayoutDiagnostic) -> LayoutNode {
    guard let name = event.anchor else { return try content(event, depth: depth) }
    // The name means this node from here on, and no earlier one.
    anchors[name] = nil
    openAnchors.append(name)
    let (before, deepestBefore) = (nodeCount, deepest)
    deepest = depth
    let node = try content(event, depth: depth)
    openAnchors.removeLast()
    anchors[name] = Anchor(node: node, count: nodeCount - before, height: deepest - depth)
    deepest = max(deepest, deepestBefore)
    return node
  }

  private mutating func content(_ event: YAMLEvent, depth: Int) throws(LayoutDiagnostic) -> LayoutNode {
    try checkLimits(event.mark, depth: depth)
    if event.hasTag {
      report(event.mark, "YAML tags (!name) have no meaning in a layout", expected: "the value itself")
    }
    switch event.kind {
    case .scalar(let text, let isPlain):
      return LayoutNode(content: .scalar(text: text, isPlain: isPlain), mark: event.mark)
    case .sequenceStart: return try sequence(from: event, depth: depth)
    case .mappingStart: return try mapping(from: event, depth: depth)
    case .alias(let name): return try alias(name, event.mark, depth: depth)
    default: return LayoutNode(content: .invalid, mark: event.mark)
    }
  }

  /// A copy of the node that an alias names.
  private mutating func alias(_ name: String, _ mark: LayoutMark, depth: Int) throws(LayoutDiagnostic) -> LayoutNode {
    guard let anchor = anchors[name] else {
      if openAnchors.contains(name) {
        report(mark, "the alias *\(name) stands inside what it names")
      } else {
        report(
          mark, "nothing before it is named &\(name)", expected: "the value with '&\(name)' in front, before the alias",
          suggestion: NameIndex.nearest(to: name, in: anchors.keys.sorted()).map { "*\($0)" })
      }
      return LayoutNode(content: .invalid, mark: mark)
    }
    // The alias itself is counted already.
    try checkLimits(mark, adding: anchor.count - 1, depth: depth + anchor.height)
    var mover = LayoutMover(LayoutUse(kind: .alias, file: file, mark: mark), file: file)
    return mover(anchor.node)
  }

  private mutating func sequence(from start: YAMLEvent, depth: Int) throws(LayoutDiagnostic) -> LayoutNode {
    var elements: [LayoutNode] = []
    while true {
      let event = try next()
      if case .sequenceEnd = event.kind { break }
      elements.append(try node(event, depth: depth + 1))
    }
    return LayoutNode(content: .sequence(elements), mark: start.mark)
  }

  private mutating func mapping(from start: YAMLEvent, depth: Int) throws(LayoutDiagnostic) -> LayoutNode {
    var entries: [LayoutEntry] = []
    var merged: [LayoutEntry] = []
    var places: [String: LayoutMark] = [:]
    while true {
      let event = try next()
      if case .mappingEnd = event.kind { break }
      let key = try node(event, depth: depth + 1)
      let value = try node(next(), depth: depth + 1)
      guard case .scalar(let name, let isPlain) = key.content else {
        if !key.isInvalid { report(key.mark, "a key is \(key.summary)", expected: "a word") }
        continue
      }
      if let first = places[name] {
        report(key.mark, "the key \(quoted(name)) is here twice; the first is at \(first)")
        continue
      }
      places[name] = key.mark
      if name == "<<", isPlain {
        merged = mergedEntries(value)
      } else {
        needsExpansion = needsExpansion || LayoutExpander.keys.contains(name)
        entries.append(LayoutEntry(key: name, mark: key.mark, value: value))
      }
    }
    if !merged.isEmpty { entries = merged.filter { places[$0.key] == nil } + entries }
    return LayoutNode(content: .mapping(entries), mark: start.mark)
  }

  /// The entries of the mapping, or of the list of mappings, at `<<`; of equal keys the first counts.
  private mutating func mergedEntries(_ node: LayoutNode) -> [LayoutEntry] {
    var nodes = [node]
    if case .sequence(let elements) = node.content { nodes = elements }
    var entries: [LayoutEntry] = []
    var keys: Set<String> = []
    for node in nodes {
      switch node.content {
      case .mapping(let more): entries += more.filter { keys.insert($0.key).inserted }
      case .invalid: break
      default: report(node.mark, "'<<' merges \(node.summary)", expected: "a mapping, such as an alias of one")
      }
    }
    return entries
  }

  private mutating func checkLimits(_ mark: LayoutMark, adding count: Int = 1, depth: Int) throws(LayoutDiagnostic) {
    guard depth <= Self.depthLimit else { throw LayoutDiagnostic.tooDeep(file, mark) }
    deepest = max(deepest, depth)
    nodeCount += count
    guard nodeCount <= Self.nodeLimit else { throw LayoutDiagnostic.tooMany(file, mark) }
  }

  private mutating func report(_ mark: LayoutMark, _ message: String, expected: String? = nil, suggestion: String? = nil) {
    guard diagnostics.count < LayoutDecoder.diagnosticLimit else { return }
    diagnostics.append(LayoutDiagnostic(file: file, mark: mark, message: message, expected: expected, suggestion: suggestion))
  }
}

extension LayoutDiagnostic {
  /// The nesting is deeper than `LayoutReader.depthLimit`.
  static func tooDeep(_ file: String, _ mark: LayoutMark) -> LayoutDiagnostic {
    LayoutDiagnostic(
      file: file, mark: mark, message: "lists and mappings are nested more than \(LayoutReader.depthLimit) deep")
  }

  /// There is nothing in a file.
  static func emptyFile(_ file: String, isIncluded: Bool = false) -> LayoutDiagnostic {
    LayoutDiagnostic(
      file: file, mark: .start, message: "the file is empty",
      expected: isIncluded ? "keys of a layout, such as 'views'" : "a layout that starts with 'contactor: 1'")
  }

  /// There are more values than `LayoutReader.nodeLimit`.
  static func tooMany(_ file: String, _ mark: LayoutMark) -> LayoutDiagnostic {
    LayoutDiagnostic(file: file, mark: mark, message: "the layout has more than \(LayoutReader.nodeLimit) values")
  }
}
