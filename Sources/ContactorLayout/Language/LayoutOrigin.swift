import ContactorSystem

/// The file in which a part of a layout is written, and how that part came to where it stands.
///
/// What is written in the layout's own file and stands where it is written needs none.
public final class LayoutOrigin: Hashable, Sendable {
  /// The file's path.
  public let file: String
  /// What put the part where it stands, such as an `include` or the use of a template; `nil` for nothing.
  public let use: LayoutUse?
  /// The number of the file in the order in which the files are read; 0 for the layout's own.
  let order: Int
  /// The number of uses that lead here.
  let depth: Int

  /// The most uses that are remembered: a longer chain is of no help, and its end frees one by one.
  static let depthLimit = 16

  init(file: String, order: Int, use: LayoutUse?) {
    self.file = file
    self.order = order
    let depth = (use?.mark.origin?.depth ?? 0) + (use == nil ? 0 : 1)
    if var use, depth > Self.depthLimit {
      use.mark.origin = nil
      self.use = use
      self.depth = 1
    } else {
      self.use = use
      self.depth = depth
    }
  }

  /// The uses that lead here, the nearest one first, each place once.
  var uses: [LayoutUse] {
    var uses: [LayoutUse] = []
    var next = use
    while let use = next {
      let isKnown = uses.contains { ($0.file, $0.mark.line, $0.mark.column) == (use.file, use.mark.line, use.mark.column) }
      if !isKnown { uses.append(use) }
      next = use.mark.origin?.use
    }
    return uses
  }

  /// The same file after one more use.
  func moved(by use: LayoutUse) -> LayoutOrigin {
    guard var first = self.use, depth + (use.mark.origin?.depth ?? 0) < Self.depthLimit else {
      return LayoutOrigin(file: file, order: order, use: use)
    }
    let outer = first.mark.origin ?? LayoutOrigin(file: first.file, order: 0, use: nil)
    first.mark.origin = outer.moved(by: use)
    return LayoutOrigin(file: file, order: order, use: first)
  }

  /// Compares what both say.
  public static func == (left: LayoutOrigin, right: LayoutOrigin) -> Bool {
    left === right || left.file == right.file && left.order == right.order && left.use == right.use
  }

  /// Hashes the file and the use.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(file)
    hasher.combine(use)
  }
}

/// A place that puts a part of a layout somewhere else: an `include`, the use of a template, an item that is repeated, an alias.
public struct LayoutUse: Hashable, Sendable, CustomStringConvertible {
  /// What the place does.
  public enum Kind: String, Hashable, Sendable {
    /// It includes the file.
    case include
    /// It uses the template.
    case use
    /// It has the placeholder for which the part stands.
    case parameter
    /// It is the item for which the part is repeated.
    case item
    /// It is a YAML alias, `*name`.
    case alias
  }

  /// What the place does.
  public var kind: Kind
  /// The template's or the parameter's name; `nil` for other kinds.
  public var name: String?
  /// The file in which the place is.
  public var file: String
  /// The place.
  public var mark: LayoutMark

  /// Such as `included at k.yaml:3:11`.
  public var description: String {
    let words =
      switch kind {
      case .include: "included"
      case .use: "template \(quoted(name ?? "")) used"
      case .parameter: "for $(\(name ?? ""))"
      case .item: "with the item"
      case .alias: "by the alias"
      }
    return "\(words) at \(file):\(mark)"
  }
}

/// Gives the marks of a part of a layout one more use.
///
/// Marks of one origin share the new one.
struct LayoutMover {
  private let use: LayoutUse
  /// The layout's own file.
  private let file: String
  private var own: LayoutOrigin?
  private var others: [ObjectIdentifier: LayoutOrigin] = [:]

  init(_ use: LayoutUse, file: String) {
    self.use = use
    self.file = file
  }

  /// The same place after the use.
  mutating func callAsFunction(_ mark: LayoutMark) -> LayoutMark {
    var mark = mark
    if let origin = mark.origin {
      let moved = others[ObjectIdentifier(origin)] ?? origin.moved(by: use)
      others[ObjectIdentifier(origin)] = moved
      mark.origin = moved
    } else {
      let moved = own ?? LayoutOrigin(file: file, order: 0, use: use)
      own = moved
      mark.origin = moved
    }
    return mark
  }

  /// The same node after the use, with all in it.
  mutating func callAsFunction(_ node: LayoutNode) -> LayoutNode {
    var node = node
    node.mark = self(node.mark)
    switch node.content {
    case .sequence(let elements):
      node.content = .sequence(elements.map { self($0) })
    case .mapping(let entries):
      node.content = .mapping(entries.map { LayoutEntry(key: $0.key, mark: self($0.mark), value: self($0.value)) })
    case .scalar, .invalid: break
    }
    return node
  }
}
