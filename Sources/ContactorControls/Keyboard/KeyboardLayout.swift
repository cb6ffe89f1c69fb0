/// The keys of a keyboard on the screen as data: planes of rows of keys.
///
/// `init(_:)` reads one from a table, which is how the layouts of this module are written. Any value is valid: a layout without
/// planes shows no key, and a key that leads to a plane that does not exist does nothing.
public struct KeyboardLayout: Hashable, Sendable {
  /// What a key does.
  public enum Role: Hashable, Sendable {
    /// Types the key's text.
    case text
    /// Types a space.
    case space
    /// Deletes what is before the caret; repeats while it is held.
    case delete
    /// Acts as the return key.
    case `return`
    /// Makes the next letter a capital; a double tap makes all letters capitals.
    case shift
    /// Shows another plane, by its name.
    case plane(String)
    /// Shows the next language.
    case globe
    /// Ends editing.
    case dismiss
    /// Types the key's text, one of `KeyEvent`'s characters such as `leftArrow`; repeats while it is held.
    case function
    /// Is no key; takes room.
    case gap
  }

  /// A key.
  public struct Key: Hashable, Sendable {
    /// What the key does.
    public var role: Role
    /// The text that it types; several characters are possible, such as `.com`.
    public var text: String
    /// The text that it types with shift; `nil` for the text in capitals, if these are as many characters.
    public var shiftedText: String?
    /// What is written on it; `nil` for its text.
    public var label: String?
    /// What is written below its label, such as `ABC` on a dial's 2; `nil` for nothing.
    public var caption: String?
    /// The width in units; a row as wide as the plane's widest fills the keyboard.
    ///
    /// A width that is not above 0, infinite or NaN counts as 1, more than `maximumWidth` as that.
    public var width: Double
    /// What a long press offers after the text itself.
    public var alternatives: [String]

    /// The greatest width of a key, in units: 1,000, far beyond any row of use.
    public static let maximumWidth = 1_000.0

    /// Creates a key.
    public init(_ text: String, role: Role = .text, width: Double = 1, alternatives: [String] = []) {
      self.text = text
      self.role = role
      self.width = width
      self.alternatives = alternatives
    }

    /// The width in units, between 0 and `maximumWidth`.
    var units: Double { width > 0 && width.isFinite ? min(width, Self.maximumWidth) : 1 }

    /// Whether the key repeats while it is held.
    var repeats: Bool { role == .delete || role == .function }

    /// Whether the key types a text of its own.
    var isText: Bool { role == .text }

    /// The text that the key types, with or without shift.
    func text(isShifted: Bool) -> String { isShifted ? shiftedText ?? Self.capital(text) : text }

    /// What a long press offers: the text itself, then the alternatives.
    func choices(isShifted: Bool) -> [String] {
      [text(isShifted: isShifted)] + alternatives.map { isShifted ? Self.capital($0) : $0 }
    }

    /// The text in capitals, unless these are more characters, as of `ß`.
    private static func capital(_ text: String) -> String {
      let capital = text.uppercased()
      return capital.count == text.count ? capital : text
    }

    /// The name of what the key does, for assistive technology and logs.
    var name: String {
      switch role {
      case .text: text
      case .space: "space"
      case .delete: "delete"
      case .return: "return"
      case .shift: "shift"
      case .plane(let name): name
      case .globe: "next language"
      case .dismiss: "dismiss"
      case .function: label ?? "function"
      case .gap: ""
      }
    }
  }

  /// The keys that are shown at a time.
  public struct Plane: Hashable, Sendable {
    /// The name by which keys lead to it, such as `digits`.
    public var name: String
    /// What is written on the keys that lead to it, such as `123`.
    public var title: String
    /// The rows, from the top; all are equally high.
    public var rows: [[Key]]

    /// Creates a plane.
    public init(_ name: String, title: String? = nil, rows: [[Key]]) {
      self.name = name
      self.title = title ?? name
      self.rows = rows
    }
  }

  /// The layout's name, such as `English`.
  public var name: String
  /// The language's BCP 47 tag, such as `en`; empty for none.
  public var language: String
  /// Whether the language is written from right to left.
  public var isRightToLeft: Bool
  /// The planes; the first is shown first.
  public var planes: [Plane]

  /// Creates a layout.
  public init(name: String, language: String = "", isRightToLeft: Bool = false, planes: [Plane]) {
    self.name = name
    self.language = language
    self.isRightToLeft = isRightToLeft
    self.planes = planes
  }

  /// The index of the plane of a name; `nil` if there is none.
  ///
  /// O(planes).
  public func planeIndex(named name: String) -> Int? { planes.firstIndex { $0.name == name } }

  /// The layout with keys at the right of each space bar, which gives up their room and keeps at least one unit.
  func withKeys(_ texts: [String], besideSpaceIn plane: Int) -> KeyboardLayout {
    guard planes.indices.contains(plane) else { return self }
    var layout = self
    for row in layout.planes[plane].rows.indices {
      guard let space = layout.planes[plane].rows[row].firstIndex(where: { $0.role == .space }) else { continue }
      let width = layout.planes[plane].rows[row][space].units
      layout.planes[plane].rows[row][space].width = max(1, width - Double(texts.count))
      layout.planes[plane].rows[row].insert(contentsOf: texts.map { Key($0) }, at: space + 1)
    }
    return layout
  }
}
