import ContactorSystem

/// Reads the files of a layout and joins them: each file as if the files that it includes stood before it.
///
/// A file that is included several times is read once. A file that cannot be read, or is no YAML, ends the reading after the other
/// files, for what it should have would be missed in many places.
struct IncludeReader {
  /// How deep files may include each other.
  static let depthLimit = 16
  /// The largest number of files.
  static let fileLimit = 256

  /// The paths of the included files in the order of reading, also of those that cannot be read.
  private(set) var paths: [String] = []
  /// Whether a key was found with which layouts are made short.
  private(set) var needsExpansion = false
  /// How many values the files have.
  private(set) var nodeCount = 0
  /// The mistakes so far.
  private(set) var mistakes: LayoutMistakes
  /// Whether a file could not be read.
  private(set) var isIncomplete = false
  private let files: LayoutFiles
  private var byteCount = 0
  /// The files that were read.
  private var known: Set<String> = []
  /// The files that include the one that is being read, from the layout's own on.
  private var open: [(identity: String, path: String)] = []

  init(file: String, files: LayoutFiles) {
    self.files = files
    mistakes = LayoutMistakes(file: file)
  }

  /// The tree of the layout's own file with those that it includes.
  mutating func layout(_ own: LayoutFile) throws(LayoutDiagnostic) -> LayoutNode {
    let root = try tree(own.bytes, mistakes.file, origin: nil)
    guard case .mapping(let entries) = root.content, entries.contains(where: { $0.key == "include" }) else { return root }
    known.insert(own.identity)
    open.append((own.identity, mistakes.file))
    return LayoutNode(content: .mapping(try joined(entries)), mark: root.mark)
  }

  private mutating func tree(_ bytes: [UInt8], _ file: String, origin: LayoutOrigin?) throws(LayoutDiagnostic) -> LayoutNode {
    byteCount += bytes.count
    var reader = LayoutReader(try LayoutBytes.text(bytes, file: file), file: file, origin: origin, nodeCount: nodeCount)
    defer {
      nodeCount = reader.nodeCount
      needsExpansion = needsExpansion || reader.needsExpansion
      for diagnostic in reader.diagnostics { mistakes.add(diagnostic) }
    }
    if let root = try reader.document() { return root }
    throw LayoutDiagnostic.emptyFile(file, isIncluded: origin != nil)
  }

  /// The entries of a file, after those of the files that it includes.
  private mutating func joined(_ entries: [LayoutEntry]) throws(LayoutDiagnostic) -> [LayoutEntry] {
    guard let include = entries.first(where: { $0.key == "include" }) else { return entries }
    var nodes = [include.value]
    if case .sequence(let elements) = include.value.content { nodes = elements }
    var result: [LayoutEntry] = []
    for node in nodes {
      if let more = try included(node) { result = LayoutJoin.entries(result, before: more) }
    }
    return LayoutJoin.entries(result, before: entries.filter { $0.key != "include" })
  }

  /// The entries of an included file; `nil` for one that was read before, and after a mistake.
  private mutating func included(_ node: LayoutNode) throws(LayoutDiagnostic) -> [LayoutEntry]? {
    guard case .scalar(let name, _) = node.content, !node.isNull, !name.isEmpty, !name.utf8.contains(0) else {
      mistakes.reject(node, "'include'", expected: "a path, or a list of paths, from the folder of this file")
      return nil
    }
    guard open.count <= Self.depthLimit else {
      throw LayoutDiagnostic(file: mistakes.file, mark: node.mark, message: "files include each other more than \(Self.depthLimit) deep")
    }
    let path = LayoutRows.resolve(name, besides: open[open.count - 1].path)
    guard let file = try read(path, name, node.mark) else { return nil }
    if let first = open.firstIndex(where: { $0.identity == file.identity }) {
      let names = (open[first...].map(\.path) + [path]).joined(separator: ", ")
      mistakes.report(node.mark, "\(quoted(name)) includes itself: \(names)", expected: "files that do not include each other in a circle")
      return nil
    }
    guard known.insert(file.identity).inserted else { return nil }
    guard byteCount + file.bytes.count <= LayoutBytes.limit else {
      throw LayoutDiagnostic(
        file: mistakes.file, mark: node.mark, message: "the layout has more than \(LayoutBytes.limit) bytes with \(quoted(name))",
        expected: "files of at most 4 MiB together")
    }
    open.append((file.identity, path))
    defer { open.removeLast() }
    return try contents(file, path, node.mark)
  }

  private mutating func read(_ path: String, _ name: String, _ mark: LayoutMark) throws(LayoutDiagnostic) -> LayoutFile? {
    if !paths.contains(path) { paths.append(path) }
    guard paths.count <= Self.fileLimit else {
      throw LayoutDiagnostic(file: mistakes.file, mark: mark, message: "a layout includes more than \(Self.fileLimit) files")
    }
    do throws(LayoutDiagnostic) {
      return try files.read(path)
    } catch {
      mistakes.report(
        mark, "\(quoted(name)) cannot be included: \(error.message)", expected: error.expected ?? "a layout file, here \(path)")
      isIncomplete = true
      return nil
    }
  }

  private mutating func contents(_ file: LayoutFile, _ path: String, _ mark: LayoutMark) throws(LayoutDiagnostic) -> [LayoutEntry]? {
    let includer = open[open.count - 2].path
    let order = (paths.firstIndex(of: path) ?? 0) + 1
    let origin = LayoutOrigin(file: path, order: order, use: LayoutUse(kind: .include, file: includer, mark: mark))
    let root: LayoutNode
    do throws(LayoutDiagnostic) {
      root = try tree(file.bytes, path, origin: origin)
    } catch {
      var error = error
      error.mark.origin = origin
      mistakes.add(error)
      isIncomplete = true
      return nil
    }
    guard case .mapping(let entries) = root.content else {
      mistakes.reject(root, "an included file", expected: "keys of a layout, such as 'views'")
      return nil
    }
    if let version = entries.first(where: { $0.key == "contactor" })?.value, YAMLNumber(version) != .integer(1) {
      mistakes.reject(version, "'contactor'", expected: "the format's version, 1")
    }
    return try joined(entries)
  }
}

/// Joins the keys of two files.
enum LayoutJoin {
  /// The keys whose lists follow each other.
  private static let lists: Set<String> = ["views", "gestures", "windows", "objects"]
  /// The keys whose mappings are joined key by key.
  private static let mappings: Set<String> = ["templates", "modes", "tuning", "log", "forward"]

  /// The entries of both files; where both state the same, the second one counts.
  static func entries(_ first: [LayoutEntry], before second: [LayoutEntry]) -> [LayoutEntry] {
    let former = Dictionary(first.map { ($0.key, $0.value) }) { value, _ in value }
    let joined = second.map { entry -> LayoutEntry in
      var entry = entry
      if let value = former[entry.key] { entry.value = self.value(of: entry.key, value, entry.value) }
      return entry
    }
    return overridden(first, joined)
  }

  private static func value(of key: String, _ first: LayoutNode, _ second: LayoutNode) -> LayoutNode {
    switch (first.content, second.content) {
    case (.sequence(let former), .sequence(let latter)) where lists.contains(key):
      return LayoutNode(content: .sequence(former + latter), mark: second.mark)
    // The first entry that fits a panel counts.
    case (.sequence(let former), .sequence(let latter)) where key == "devices":
      return LayoutNode(content: .sequence(latter + former), mark: second.mark)
    case (.mapping(let former), .mapping(let latter)) where mappings.contains(key):
      return LayoutNode(content: .mapping(overridden(former, latter)), mark: second.mark)
    default: return second
    }
  }

  /// The entries of a mapping in which others replace those of the same key, and new ones come last.
  static func overridden(_ entries: [LayoutEntry], _ others: [LayoutEntry]) -> [LayoutEntry] {
    var result = entries
    var places: [String: Int] = [:]
    for (index, entry) in entries.enumerated() { places[entry.key] = index }
    for entry in others {
      if let place = places[entry.key] { result[place] = entry } else { result.append(entry) }
    }
    return result
  }
}
