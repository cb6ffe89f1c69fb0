import ContactorSystem

/// Builds the tree of a layout file from libyaml's events and reports YAML that layouts do not allow, such as anchors.
///
/// Broken syntax ends the reading with a thrown diagnostic; everything else is collected in `diagnostics`, so that
/// all mistakes of a file are found in one pass.
struct LayoutReader: ~Copyable {
  /// The deepest nesting of lists and mappings.
  static let depthLimit = 64
  /// The largest number of lists, mappings and texts.
  static let nodeLimit = 200_000

  /// The mistakes found so far.
  private(set) var diagnostics: [LayoutDiagnostic] = []
  private var parser: YAMLParser
  private let file: String
  private var nodeCount = 0

  /// Starts to read text that `LayoutBytes` has checked.
  init(_ text: ArraySlice<UInt8>, file: String) {
    parser = YAMLParser(text, file: file)
    self.file = file
  }

  /// The file's only document; `nil` if it holds nothing.
  mutating func document() throws(LayoutDiagnostic) -> LayoutNode? {
    var event = try parser.next()
    if case .streamStart = event.kind { event = try parser.next() }
    guard case .documentStart = event.kind else { return nil }
    let root = try node(parser.next(), depth: 0)
    _ = try parser.next()
    event = try parser.next()
    if case .documentStart = event.kind {
      report(event.mark, "a second YAML document starts here", expected: "one document in a layout file")
    }
    return root.isNull ? nil : root
  }

  private mutating func node(_ event: YAMLEvent, depth: Int) throws(LayoutDiagnostic) -> LayoutNode {
    try checkLimits(event, depth: depth)
    if event.hasAnchor {
      report(event.mark, "YAML anchors (&name) have no meaning in a layout", expected: "the value itself")
    }
    if event.hasTag {
      report(event.mark, "YAML tags (!name) have no meaning in a layout", expected: "the value itself")
    }
    switch event.kind {
    case .scalar(let text, let isPlain):
      return LayoutNode(content: .scalar(text: text, isPlain: isPlain), mark: event.mark)
    case .sequenceStart: return try sequence(from: event, depth: depth)
    case .mappingStart: return try mapping(from: event, depth: depth)
    default:
      report(event.mark, "YAML aliases (*name) have no meaning in a layout", expected: "the value itself")
      return LayoutNode(content: .invalid, mark: event.mark)
    }
  }

  private mutating func sequence(from start: YAMLEvent, depth: Int) throws(LayoutDiagnostic) -> LayoutNode {
    var elements: [LayoutNode] = []
    while true {
      let event = try parser.next()
      if case .sequenceEnd = event.kind { break }
      elements.append(try node(event, depth: depth + 1))
    }
    return LayoutNode(content: .sequence(elements), mark: start.mark)
  }

  private mutating func mapping(from start: YAMLEvent, depth: Int) throws(LayoutDiagnostic) -> LayoutNode {
    var entries: [LayoutEntry] = []
    var places: [String: LayoutMark] = [:]
    while true {
      let event = try parser.next()
      if case .mappingEnd = event.kind { break }
      let key = try node(event, depth: depth + 1)
      let value = try node(parser.next(), depth: depth + 1)
      guard case .scalar(let name, _) = key.content else {
        if !key.isInvalid { report(key.mark, "a key is \(key.summary)", expected: "a word") }
        continue
      }
      if let first = places[name] {
        report(key.mark, "the key \(quoted(name)) is here twice; the first is at \(first)")
        continue
      }
      places[name] = key.mark
      entries.append(LayoutEntry(key: name, mark: key.mark, value: value))
    }
    return LayoutNode(content: .mapping(entries), mark: start.mark)
  }

  private mutating func checkLimits(_ event: YAMLEvent, depth: Int) throws(LayoutDiagnostic) {
    guard depth <= Self.depthLimit else {
      throw LayoutDiagnostic(
        file: file, mark: event.mark,
        message: "lists and mappings are nested more than \(Self.depthLimit) deep")
    }
    nodeCount += 1
    guard nodeCount <= Self.nodeLimit else {
      throw LayoutDiagnostic(
        file: file, mark: event.mark, message: "the layout has more than \(Self.nodeLimit) values")
    }
  }

  private mutating func report(_ mark: LayoutMark, _ message: String, expected: String? = nil) {
    guard diagnostics.count < LayoutDecoder.diagnosticLimit else { return }
    diagnostics.append(LayoutDiagnostic(file: file, mark: mark, message: message, expected: expected))
  }
}
