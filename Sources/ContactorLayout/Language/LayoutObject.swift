import ContactorControls
import ContactorCore
import ContactorSystem

/// An object of the program that runs the layout, to which the layout connects actions and outlets.
public struct LayoutObject: Hashable, Sendable {
  /// The name, unique in the layout; actions are sent to it.
  public var id: String
  /// The object's properties and what they are connected to.
  public var outlets: [LayoutOutlet]
  /// Where the object stands in the file.
  public var mark: LayoutMark

  /// Creates an object.
  public init(id: String, outlets: [LayoutOutlet] = [], mark: LayoutMark = .file) {
    self.id = id
    self.outlets = outlets
    self.mark = mark
  }
}

/// A property that is connected to a view, a window or an object of the program.
public struct LayoutOutlet: Hashable, Sendable {
  /// The outlet's name, such as `delegate`.
  public var name: String
  /// The id of the view, window or object.
  public var target: String
  /// Where the target's id stands in the file.
  public var mark: LayoutMark

  /// Creates an outlet.
  public init(name: String, target: String, mark: LayoutMark = .file) {
    self.name = name
    self.target = target
    self.mark = mark
  }
}

extension LayoutDecoder {
  /// An entry of `objects`.
  mutating func object(_ node: LayoutNode) -> LayoutObject {
    var object = LayoutObject(id: "", mark: node.mark)
    guard let fields = fields(of: node, "an object", in: LayoutSchema.object) else { return object }
    if let node = fields["id"] {
      object.id = id(node)
      objectIDs.insert(object.id)
    }
    if let node = fields["outlets"] { object.outlets = outlets(node) }
    return object
  }

  /// The outlets of a view or an object.
  mutating func outlets(_ node: LayoutNode) -> [LayoutOutlet] {
    guard case .mapping(let entries) = node.content else {
      reject(node, "'outlets'", expected: "a mapping such as {delegate: panel}")
      return []
    }
    return entries.compactMap { entry in
      guard let target = word(entry.value, "'\(entry.key)'", expected: "the id of a view or an object") else { return nil }
      targets.append((target, entry.value.mark))
      return LayoutOutlet(name: entry.key, target: target, mark: entry.value.mark)
    }
  }

  /// Reports outlets that views of the kind do not have.
  mutating func checkOutlets(_ outlets: [LayoutOutlet], of kind: LayoutKind) {
    let known = kind.outletNames
    for outlet in outlets where !known.contains(outlet.name) {
      report(
        outlet.mark, "a \(kind.noun) has no outlet \(quoted(outlet.name))",
        expected: known.isEmpty ? nil : "one of \(known.joined(separator: ", "))",
        suggestion: NameIndex.nearest(to: outlet.name, in: known))
    }
  }
}

extension LayoutKind {
  /// The names of the outlets that a view of this kind has.
  public var outletNames: [String] { (viewClass as? any OutletOwner.Type)?.outlets.map(\.name) ?? [] }
}
