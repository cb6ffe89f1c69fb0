import ContactorCore
import ContactorSystem

/// Turns the tree of a layout file into a `Layout` and collects all mistakes.
///
/// A function that finds a mistake reports it and goes on with some value of the right type, so that one pass finds
/// all of them; the layout is used only if there was none.
struct LayoutDecoder {
  /// The largest number of mistakes that are reported for a file.
  static let diagnosticLimit = 1000
  /// How many steps the searches for suggestions take together at most.
  ///
  /// They take a fraction of a second; a file with a few mistakes needs a thousandth of them.
  static let suggestionSteps = 20_000_000

  let file: String
  private var diagnostics: [LayoutDiagnostic]
  /// Where each id stands.
  var ids: [String: LayoutMark] = [:]
  /// The windows' ids, for a device's `window`; empty where an id could not be read.
  var windowNames: [String] = [] {
    didSet { windowIDs = Set(windowNames) }
  }
  private(set) var windowIDs: Set<String> = []
  /// The ids that actions are sent to, with their places; looked up when all views are known.
  var targets: [(id: String, mark: LayoutMark)] = []

  /// The ids of views and windows on which gestures are, with their places.
  var gestureViews: [(id: String, mark: LayoutMark)] = []
  /// The ids of the program's objects.
  var objectIDs: Set<String> = []
  /// The ids of the gestures.
  var gestureIDs: Set<String> = []
  /// The gestures that others name, with their places; looked up when all are known.
  var gestureTargets: [(id: String, mark: LayoutMark)] = []

  /// The `forward` of windows by their places in the list; read when all windows are known.
  var windowForwards: [(index: Int, node: LayoutNode)] = []
  /// The names of modes in actions, views and gestures, with their places; looked up when all modes are known.
  var modeTargets: [(id: String, mark: LayoutMark)] = []
  /// The ids of views that modes list, with their places.
  var modeViews: [(id: String, mark: LayoutMark)] = []
  /// The places of the `forward` of modes.
  var modeForwards: [LayoutMark] = []
  /// The windows that actions turn; looked up when all are known.
  var turnedWindows: [(name: String, mark: LayoutMark)] = []
  /// The places of `wake: none`.
  var silentWakes: [LayoutMark] = []
  /// The troubles that actions are bound to.
  var healthStates: [(key: String, mark: LayoutMark)] = []
  /// The `set` actions with their keys; looked up when all views are known.
  var sets: [WrittenSet] = []
  /// The ids of the controls of `verify` actions, with their places; looked up when all views are known.
  var verifies: [(id: String, mark: LayoutMark)] = []
  /// Whether the actions that are read may be done for the steps of a pan.
  var takesSteps = false
  /// The places of `mqtt` actions; looked at when the outputs are known.
  var publishes: [LayoutMark] = []
  /// The texts with placeholders that programs get, by the places of the programs; looked at when all secure views are known.
  var programTexts: [LayoutMark: [ProgramText]] = [:]

  /// Starts with the mistakes that the reader found.
  init(file: String, diagnostics: [LayoutDiagnostic]) {
    self.file = file
    self.diagnostics = diagnostics
    mistakes = diagnostics.count
  }

  private var copies = CopiedMistakes()
  /// Whether views or gestures are missing because of mistakes that are reported already, so that ids are not looked up.
  var isIncomplete = false
  /// How many points a millimetre on the window's glass has.
  var glass = LayoutGlass.missing

  /// Warnings about values that are probably not meant.
  private var warnings: [LayoutDiagnostic] = []
  /// The marks of views whose kind could not be read, and of gestures and devices with mistakes.
  var doubtful: Set<LayoutMark> = []
  /// How many steps are left for suggestions.
  var suggestionSteps = Self.suggestionSteps

  /// Whether the limit of mistakes is reached.
  var isFull: Bool { diagnostics.count >= Self.diagnosticLimit }

  /// The number of mistakes so far.
  private(set) var mistakes = 0

  /// The mistakes in the order of the file.
  var sortedDiagnostics: [LayoutDiagnostic] { diagnostics.inFileOrder }

  /// Reads the whole file.
  mutating func layout(_ root: LayoutNode) -> Layout {
    let empty = Layout(file: file, screen: LayoutScreen(size: .zero))
    guard case .mapping(let entries) = root.content else {
      reject(root, "the layout", expected: "keys and values that start with 'contactor: 1'")
      return empty
    }
    // Another version has other keys, so nothing else in the file can be judged.
    if let node = entries.first(where: { $0.key == "contactor" })?.value, !checkVersion(node) { return empty }
    guard let fields = fields(of: root, "the layout", in: LayoutSchema.root) else { return empty }
    let windows = self.windows(fields)
    let devices = list(fields["devices"], "devices").map { self.device($0) }
    var layout = windows.isEmpty ? empty : Layout(file: file, windows: windows, devices: devices)
    if let node = fields["tuning"] { layout.tuning = tuning(node) }
    if let node = fields["log"] { layout.log = log(node) }
    if let node = fields["outputs"] { layout.outputs = outputs(node) }
    layout.debounce = fields["debounce"].map { debounce($0) }
    if let node = fields["keyboards"] { layout.keyboards = bool(node, "'keyboards'") }
    layout.gestures = list(fields["gestures"], "gestures").map { gesture($0) }
    layout.objects = list(fields["objects"], "objects").map { object($0) }
    if let node = fields["forward"] {
      let forward = forward(node, canBeOff: true)
      layout.forward = forward.isOn ? forward : nil
    }
    if let node = fields["modes"] { layout.modes = modes(node) }
    if let node = fields["policies"] { layout.policies = policies(node) }
    checkGestures(layout.gestures)
    checkModes(layout)
    checkWaking(layout)
    for window in turnedWindows { checkWindow(window.name, window.mark) }
    checkHealth(layout)
    checkPairs(devices)
    checkTargets()
    checkSets(layout)
    checkVerifies(layout)
    checkPublishing(layout)
    checkSecrets(layout)
    layout.warnings = warnings.inFileOrder
    return layout
  }

  /// Adds a mistake.
  mutating func report(
    _ mark: LayoutMark, _ message: String, expected: String? = nil, suggestion: String? = nil
  ) {
    guard diagnostics.count < Self.diagnosticLimit else { return }
    mistakes += 1
    let diagnostic = LayoutDiagnostic(file: file, mark: mark, message: message, expected: expected, suggestion: suggestion)
    if copies.isNew(diagnostic) { diagnostics.append(diagnostic) }
  }

  /// Adds the mistakes of another file that the layout names.
  mutating func adopt(_ mistakes: [LayoutDiagnostic]) {
    diagnostics += mistakes.prefix(max(0, Self.diagnosticLimit - diagnostics.count))
    self.mistakes += mistakes.count
  }

  /// Adds a warning.
  mutating func warn(_ mark: LayoutMark, _ message: String, expected: String? = nil, suggestion: String? = nil) {
    guard warnings.count < Self.diagnosticLimit else { return }
    warnings.append(
      LayoutDiagnostic(
        file: file, mark: mark, severity: .warning, message: message, expected: expected, suggestion: suggestion))
  }

  /// Reports that a node is not what its key needs, unless the reader reported the node already.
  mutating func reject(_ node: LayoutNode, _ name: String, expected: String, suggestion: String? = nil) {
    guard !node.isInvalid else { return }
    report(node.mark, "\(name) is \(node.summary)", expected: expected, suggestion: suggestion)
  }

  /// Whether to go on: `false` for another version than 1, `true` also where the version cannot be read.
  private mutating func checkVersion(_ node: LayoutNode) -> Bool {
    guard case .integer(let version) = YAMLNumber(node) else {
      reject(node, "'contactor'", expected: "the format's version, 1")
      return true
    }
    if version == 1 { return true }
    report(node.mark, "version \(version) of the format is not supported by this version", expected: "1")
    return false
  }

  /// Reports actions that are sent to views that do not exist.
  private mutating func checkTargets() {
    let views = Set(ids.keys).subtracting(gestureIDs)
    report(targets.filter { !views.contains($0.id) && $0.id != LayoutWindow.main }, of: "view", known: views)
    let places = views.subtracting(objectIDs)
    report(gestureViews.filter { !places.contains($0.id) && $0.id != LayoutWindow.main }, of: "view", known: places)
  }

  /// Reports ids that do not exist; `known` are the ids that do.
  mutating func report(_ missing: [(id: String, mark: LayoutMark)], of noun: String, known: Set<String>) {
    guard !missing.isEmpty, !isIncomplete else { return }
    let index = NameIndex(known.sorted())
    for target in missing {
      guard !isFull else { return }
      let nearest = index.nearest(to: target.id, steps: &suggestionSteps)
      report(target.mark, "no \(noun) has the id \(quoted(target.id))", suggestion: nearest)
    }
  }

  /// Describes a place for a message about another place, with its file if that differs.
  func words(for place: LayoutMark, from mark: LayoutMark) -> String {
    let isHere = place.origin?.file ?? file == mark.origin?.file ?? file
    let words = isHere ? "\(place)" : place.place(in: file)
    guard (place.line, place.column) == (mark.line, mark.column), let use = place.origin?.use else { return words }
    return "\(words), \(use)"
  }

  /// The first of some names, for a message.
  func shortList(_ names: [String]) -> String {
    let shown = names.prefix(20).joined(separator: ", ")
    return names.count > 20 ? "\(shown) and \(names.count - 20) more" : shown
  }
}

extension LayoutDecoder {
  /// Returns the values of a mapping after checking its keys against a table; `nil` if the node is not a mapping.
  ///
  /// Keys to ignore are reported elsewhere. Messages name the keys of the kind of view that the noun names, or all.
  mutating func fields(
    of node: LayoutNode, _ name: String, in table: LayoutTable, ignoring known: [String] = [], noun: String? = nil, tuning: [String] = []
  ) -> LayoutFields? {
    guard case .mapping(let entries) = node.content else {
      reject(node, name, expected: "a mapping with \(table.names.joined(separator: ", "))")
      return nil
    }
    var fields = LayoutFields(mark: node.mark)
    var unknown: [LayoutEntry] = []
    for entry in entries {
      switch table[entry.key]?.presence {
      case nil: if !known.contains(entry.key) { unknown.append(entry) }
      case .later: reportLater(entry.mark, quoted(entry.key))
      default: fields.entries[entry.key] = entry
      }
    }
    for entry in unknown { adopt(entry, in: table, noun, tuning, into: &fields) }
    for key in table.keys where key.presence == .required && fields.entries[key.name] == nil {
      report(node.mark, "\(table.owner) needs the key '\(key.name)'", expected: "'\(key.name): \(key.shape)'")
    }
    return fields
  }

  /// Reports an unknown key.
  ///
  /// If a correct key is near and missing, the value is checked as that key's, so that a misspelling neither hides mistakes
  /// nor causes a second one.
  private mutating func adopt(
    _ entry: LayoutEntry, in table: LayoutTable, _ noun: String?, _ tuning: [String], into fields: inout LayoutFields
  ) {
    guard !isFull else { return }
    let nearest = NameIndex.nearest(to: entry.key, in: table.names(of: noun))
    let threshold = tuning.first { $0.lowercased().hasSuffix(entry.key.lowercased()) && !entry.key.isEmpty }
    report(
      entry.mark, "unknown key \(quoted(entry.key))",
      expected: "one of \(table.names(of: noun).joined(separator: ", "))",
      suggestion: threshold.map { "tuning: {\($0): …}" } ?? nearest)
    guard threshold == nil, let nearest, fields.entries[nearest] == nil, table[nearest]?.presence != .later else { return }
    fields.entries[nearest] = entry
  }

  /// The elements of a list; none if the key is not there.
  mutating func list(_ node: LayoutNode?, _ name: String) -> [LayoutNode] {
    guard let node else { return [] }
    guard case .sequence(let elements) = node.content else {
      reject(node, "'\(name)'", expected: "a list")
      return []
    }
    return elements
  }

  /// Reports a feature of the format that this version does not have.
  mutating func reportLater(_ mark: LayoutMark, _ what: String) {
    report(mark, "\(what) is not supported yet by this version")
  }
}
