import ContactorCore
import ContactorSystem

extension LayoutDecoder {
  /// An entry of `views`, in the area of the view or window around it.
  mutating func view(_ node: LayoutNode, in area: LayoutArea) -> LayoutView {
    var view = LayoutView(id: "", kind: .view, frame: .zero)
    view.mark = node.mark
    guard var fields = fields(of: node, "a view", in: LayoutSchema.view, noun: Self.noun(of: node)) else { return view }
    let arrangement = fields["kind"].flatMap { Self.arrangement($0) }
    let kind = arrangement == nil ? fields["kind"].flatMap { self.kind($0) } : .view
    view = LayoutView(id: fields["id"].map { self.id($0) } ?? "", kind: kind ?? .view, frame: .zero)
    view.mark = node.mark
    if kind == nil { doubtful.insert(node.mark) }
    view.frame = area.cell?.frame ?? frame(fields, in: area)
    checkPlace(fields, in: area.cell)
    if let noun = arrangement?.rawValue ?? kind?.noun { checkOwners(fields, in: LayoutSchema.view, noun: noun, name: "a \(noun)") }
    if let arrangement {
      view.subviews = views(fields, of: arrangement, in: view.frame)
      // Tables have `rows` of another kind.
      for key in ["rows", "vertical", "views"] { fields.entries[key] = nil }
    }
    readFlags(fields, into: &view)
    readDetails(fields, into: &view)
    view.debounce = fields["debounce"].map { debounce($0) }
    if let node = fields["alpha"] { view.alpha = number(node, "'alpha'", .share) }
    if let node = fields["value"] { view.value = value(node, of: kind) ?? view.value }
    view.trackingOutset = fields["trackingOutset"].map { distance($0, "'trackingOutset'") }
    if let node = fields["on"] {
      view.bindings = bindings(
        node, of: kind.map(BindingOwner.init), known: ControlEventName.all, example: "touchUpInside")
    }
    if let node = fields["tuning"] {
      view.tuning = tuning(node, keys: TuningKey.ofViews, of: kind.map { "a \($0.noun)" } ?? "a view")
    }
    if let node = fields["outlets"] {
      view.outlets = outlets(node)
      if let kind { checkOutlets(view.outlets, of: kind) }
    }
    if arrangement == nil, let node = fields["views"] {
      let inside = LayoutArea(view.scrolling.contentSize ?? view.frame.size)
      view.subviews = list(node, "views").map { self.view($0, in: inside) }
    }
    return view
  }

  /// The kind of grid or stack that a view is; `nil` for others.
  private static func arrangement(_ node: LayoutNode) -> LayoutArrangement? {
    guard case .scalar(let name, _) = node.content else { return nil }
    return LayoutArrangement(rawValue: name)
  }

  /// The noun of the kind that a view names; `nil` if it names none.
  private static func noun(of node: LayoutNode) -> String? {
    guard case .mapping(let entries) = node.content, let kind = entries.first(where: { $0.key == "kind" }),
      case .scalar(let name, _) = kind.value.content
    else { return nil }
    return LayoutArrangement(rawValue: name)?.rawValue ?? LayoutKind(rawValue: name)?.noun
  }

  private mutating func readFlags(_ fields: LayoutFields, into view: inout LayoutView) {
    view.title = fields["title"].flatMap { word($0, "'title'", expected: "a text") }
    view.hint = fields["hint"].flatMap { word($0, "'hint'", expected: "a text") }
    if let node = fields["enabled"] { view.isEnabled = bool(node, "'enabled'") }
    if let node = fields["hidden"] { view.isHidden = bool(node, "'hidden'") }
    if let node = fields["multipleTouch"] { view.isMultipleTouchEnabled = bool(node, "'multipleTouch'") }
    if let node = fields["exclusiveTouch"] { view.isExclusiveTouch = bool(node, "'exclusiveTouch'") }
    if let node = fields["forwards"] { view.forwards = bool(node, "'forwards'") }
    view.modes = modeNames(fields["modes"])
    if let node = fields["secure"] { view.isSecure = bool(node, "'secure'") }
    // The positions of the touches reveal the digits.
    if view.kind == .pinField { view.isSecure = true }
    if let node = fields["continuous"] { view.isContinuous = bool(node, "'continuous'") }
    if let node = fields["wraps"] { view.wraps = bool(node, "'wraps'") }
    if let node = fields["autorepeat"] { view.autorepeat = bool(node, "'autorepeat'") }
    if let node = fields["momentary"] { view.isMomentary = bool(node, "'momentary'") }
  }

  /// An id; reports one that another view, window or gesture has.
  mutating func id(_ node: LayoutNode) -> String {
    guard let id = word(node, "'id'", expected: "a name") else { return "" }
    if let first = ids[id] {
      report(node.mark, "the id \(quoted(id)) is taken; the first is at \(words(for: first, from: node.mark))")
    } else {
      ids[id] = node.mark
    }
    return id
  }

  /// Returns the kind or, for a misspelled one, the nearest kind, to check the rest of the view; `nil` if none is near.
  private mutating func kind(_ node: LayoutNode) -> LayoutKind? {
    let expected = "one of \(LayoutSchema.kinds.joined(separator: ", "))"
    guard let name = text(node, "'kind'", expected: expected) else { return nil }
    if let kind = LayoutKind(rawValue: name) { return kind }
    let nearest = NameIndex.nearest(to: name, in: LayoutSchema.kinds)
    report(node.mark, "unknown kind \(quoted(name))", expected: expected, suggestion: nearest)
    return nearest.flatMap(LayoutKind.init)
  }

  /// A frame; zero if there was a mistake.
  mutating func frame(_ node: LayoutNode) -> Rect {
    rect(node, "'frame'") ?? .zero
  }

  /// A rectangle with a size over 0; `nil` if there was a mistake.
  mutating func rect(_ node: LayoutNode, _ name: String) -> Rect? {
    let before = mistakes
    let read = numbers(
      node, name, ["x", "y", "width", "height"], [.coordinate, .coordinate, .length, .length])
    guard mistakes == before, !isFull else { return nil }
    return Rect(x: read[0], y: read[1], width: read[2], height: read[3])
  }

  /// Reports keys that only other kinds have.
  mutating func checkOwners(_ fields: LayoutFields, in table: LayoutTable, noun: String, name: String) {
    for key in table.keys {
      guard let entry = fields.entries[key.name], let owners = key.owners, !owners.contains(noun) else { continue }
      let first = owners.dropLast().joined(separator: ", ")
      let all = first.isEmpty ? owners[0] : "\(first) or \(owners[owners.count - 1])"
      report(entry.mark, "\(name) has no '\(key.name)', only \(all.hasPrefix("edge") ? "an" : "a") \(all) has")
    }
  }
}

extension LayoutDecoder {
  /// All windows of the file: `screen` with `views` is `main`, then come those of `windows`; none after a mistake.
  mutating func windows(_ fields: LayoutFields) -> [LayoutWindow] {
    var windows: [LayoutWindow] = []
    if fields["screen"] != nil || fields["windows"] == nil {
      windows.append(mainWindow(fields))
    } else if let entry = fields.entries["views"] {
      report(entry.mark, "'views' stand on a 'screen', which is not there", expected: "the views in their windows")
      glass = .unreadable
      _ = list(entry.value, "views").map { view($0, in: LayoutArea(.zero)) }
    }
    let nodes = list(fields["windows"], "windows")
    if let node = fields["windows"], case .sequence(let elements) = node.content, elements.isEmpty {
      report(node.mark, "'windows' is an empty list", expected: "at least one window")
    }
    for node in nodes { windows.append(window(node, at: windows.count)) }
    let names = windows.map(\.id)
    windowNames = names.contains("") ? [] : names
    for (index, node) in windowForwards { windows[index].forward = forward(node, canBeOff: true) }
    return windows
  }

  private mutating func mainWindow(_ fields: LayoutFields) -> LayoutWindow {
    var window = LayoutWindow(id: LayoutWindow.main, screen: LayoutScreen(size: .zero), mark: fields.mark)
    if let entry = fields.entries["screen"] {
      window.screen = screen(entry.value)
      window.mark = entry.mark
    } else {
      report(
        fields.mark, "\(LayoutSchema.root.owner) needs the key 'screen'",
        expected: "'screen: \(LayoutSchema.screenShape)'")
    }
    // The only window needs no id, so that a view may be called `main`.
    if fields["windows"] != nil { ids[window.id] = window.mark }
    glass = LayoutGlass(window.screen)
    let area = LayoutArea(window.screen.size)
    window.views = list(fields["views"], "views").map { view($0, in: area) }
    return window
  }

  private mutating func window(_ node: LayoutNode, at index: Int) -> LayoutWindow {
    var window = LayoutWindow(id: "", screen: LayoutScreen(size: .zero), mark: node.mark)
    guard let fields = fields(of: node, "a window", in: LayoutSchema.window) else { return window }
    if let node = fields["id"] { window.id = id(node) }
    window.screen = measures(fields)
    // Dead zones may name windows that come later.
    if let node = fields["forward"] { windowForwards.append((index, node)) }
    glass = LayoutGlass(window.screen)
    let area = LayoutArea(window.screen.size)
    window.views = list(fields["views"], "views").map { view($0, in: area) }
    return window
  }

  private mutating func screen(_ node: LayoutNode) -> LayoutScreen {
    guard let fields = fields(of: node, "'screen'", in: LayoutSchema.screen) else {
      return LayoutScreen(size: .zero)
    }
    return measures(fields)
  }

  private mutating func measures(_ fields: LayoutFields) -> LayoutScreen {
    LayoutScreen(
      size: fields["size"].map { size($0, "'size'", .length) } ?? .zero,
      millimetres: fields["mm"].map { size($0, "'mm'", .glassLength) })
  }
}

extension LayoutDecoder {
  /// An entry of `devices`.
  mutating func device(_ node: LayoutNode) -> LayoutDevice {
    var device = LayoutDevice(mark: node.mark)
    let before = mistakes
    defer { if mistakes != before || isFull { doubtful.insert(node.mark) } }
    guard let fields = fields(of: node, "a device", in: LayoutSchema.device) else { return device }
    if let node = fields["match"] { device.match = match(node) }
    device.window = fields["window"].flatMap { windowName($0) }
    if let node = fields["frame"] { device.frame = frame(node) }
    if let node = fields["calibration"] { device.calibration = calibration(node) }
    if let node = fields["rotation"] { device.rotation = rotation(node, "'rotation'") }
    device.millimetres = fields["mm"].map { size($0, "'mm'", .glassLength) }
    device.pair = fields["pair"].flatMap { word($0, "'pair'", expected: "a name, such as left") }
    if let node = fields["ignore"] { device.isIgnored = bool(node, "'ignore'") }
    if let node = fields["as"] { device.usesPointers = choice(node, "'as'", of: LayoutSchema.panelKinds) != nil }
    if let node = fields["expect"] {
      device.isExpected = bool(node, "'expect'")
      if device.isExpected, device.isIgnored { report(node.mark, "a device is both ignored and expected", expected: "one of them") }
    }
    return device
  }

  /// Returns the name of a window and reports an unknown one; `nil` if the node does not hold a name.
  mutating func windowName(_ node: LayoutNode) -> String? {
    guard let name = word(node, "'window'", expected: "a window's name") else { return nil }
    checkWindow(name, node.mark)
    return name
  }

  /// Reports the name of a window that is not there; says nothing while the windows' names are not known.
  mutating func checkWindow(_ name: String, _ mark: LayoutMark) {
    guard !windowNames.isEmpty, !windowIDs.contains(name), !isFull else { return }
    let nearest = NameIndex(windowNames).nearest(to: name, steps: &suggestionSteps)
    report(
      mark, "no window is named \(quoted(name))",
      expected: windowNames.count == 1 ? windowNames[0] : "one of \(shortList(windowNames))", suggestion: nearest)
  }

  private mutating func match(_ node: LayoutNode) -> LayoutDeviceMatch {
    var match = LayoutDeviceMatch()
    guard let fields = fields(of: node, "'match'", in: LayoutSchema.match) else { return match }
    match.vendor = fields["vendor"].flatMap { busNumber($0, "'vendor'") }
    match.product = fields["product"].flatMap { busNumber($0, "'product'") }
    match.path = fields["path"].flatMap { pattern($0, "'path'") }
    match.name = fields["name"].flatMap { pattern($0, "'name'") }
    match.serial = fields["serial"].flatMap { pattern($0, "'serial'") }
    match.output = fields["output"].flatMap { pattern($0, "'output'") }
    match.seat = fields["seat"].flatMap { pattern($0, "'seat'") }
    return match
  }

  /// A vendor or product number; `nil` for `"*"`, which fits all.
  private mutating func busNumber(_ node: LayoutNode, _ name: String) -> UInt16? {
    if case .scalar("*", _) = node.content { return nil }
    return UInt16(integer(node, name, in: 0...0xFFFF, "a number from 0 to 0xffff, such as 0x0eef"))
  }

  private mutating func pattern(_ node: LayoutNode, _ name: String) -> GlobPattern? {
    text(node, name, expected: "text, in which * stands for any characters", mayBeEmpty: true).map(
      GlobPattern.init)
  }

  /// Takes the six numbers of libinput, or the nine of X11, whose last three must be 0, 0, 1.
  private mutating func calibration(_ node: LayoutNode) -> [Double] {
    var names = ["a", "b", "c", "d", "e", "f"]
    let before = mistakes
    let isNine = if case .sequence(let elements) = node.content { elements.count == 9 } else { false }
    if isNine { names += ["0", "0", "1"] }
    let all = numbers(node, "'calibration'", names, Array(repeating: .factor, count: names.count))
    let matrix = Array(all.prefix(6))
    if isNine, mistakes == before, all.suffix(3) != [0, 0, 1] {
      report(
        node.mark, "'calibration' has 9 numbers that do not end in 0, 0, 1",
        expected: "[a, b, c, d, e, f, 0, 0, 1], or the first 6 of them")
    }
    if mistakes == before, matrix[0] * matrix[4] == matrix[1] * matrix[3] {
      report(
        node.mark, "'calibration' puts all touches on one line",
        expected: "6 numbers with a×e different from b×d")
    }
    return matrix
  }

  /// A number of quarter turns, in degrees.
  mutating func rotation(_ node: LayoutNode, _ name: String) -> Int {
    let expected = "0, 90, 180 or 270"
    if case .integer(let degrees) = YAMLNumber(node), [0, 90, 180, 270].contains(degrees) { return degrees }
    let turned: String? =
      if case .integer(let degrees) = YAMLNumber(node), degrees.isMultiple(of: 90) {
        String(((degrees % 360) + 360) % 360)
      } else {
        nil
      }
    reject(node, name, expected: expected, suggestion: turned)
    return 0
  }
}
