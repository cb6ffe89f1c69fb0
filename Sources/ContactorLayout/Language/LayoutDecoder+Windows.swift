import ContactorCore

extension LayoutDecoder {
  /// All windows of the file: `screen` with `views` is `main`, then come those of `windows`; none after a mistake.
  mutating func windows(_ fields: LayoutFields) -> [LayoutWindow] {
    var windows: [LayoutWindow] = []
    if fields["screen"] != nil || fields["windows"] == nil {
      windows.append(mainWindow(fields))
    } else if let entry = fields.entries["views"] {
      report(entry.mark, "'views' stand on a 'screen', which is not there", expected: "the views in their windows")
      _ = list(entry.value, "views").map { view($0) }
    }
    let nodes = list(fields["windows"], "windows")
    if let node = fields["windows"], case .sequence(let elements) = node.content, elements.isEmpty {
      report(node.mark, "'windows' is an empty list", expected: "at least one window")
    }
    windows += nodes.map { window($0) }
    let names = windows.map(\.id)
    windowNames = names.contains("") ? [] : names
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
    // Alone it needs no name, so that a view may have this one.
    if fields["windows"] != nil { ids[window.id] = window.mark }
    window.views = list(fields["views"], "views").map { view($0) }
    return window
  }

  private mutating func window(_ node: LayoutNode) -> LayoutWindow {
    var window = LayoutWindow(id: "", screen: LayoutScreen(size: .zero), mark: node.mark)
    guard let fields = fields(of: node, "a window", in: LayoutSchema.window) else { return window }
    if let node = fields["id"] { window.id = id(node) }
    window.screen = measures(fields)
    window.views = list(fields["views"], "views").map { view($0) }
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
