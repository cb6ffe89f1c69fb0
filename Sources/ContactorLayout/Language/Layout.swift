public import ContactorCore

/// The contents of a layout file: windows, touch panels, views, gestures and their actions.
public struct Layout: Hashable, Sendable {
  /// The file's path, as it was given; diagnostics start with it.
  public var file: String
  /// The version of the format; 1.
  public var version: Int
  /// The windows; never empty.
  ///
  /// The first one gets the panels that no `devices` entry sends elsewhere.
  public var windows: [LayoutWindow]
  /// The entries for touch panels; the first that matches a panel counts.
  public var devices: [LayoutDevice]
  /// The entries of the panels that are paired with one; of the running session, and empty in a layout that was read.
  var pairing: [DeviceID: Int] = [:]
  /// How far the panels of windows are turned at present, in degrees clockwise, beside their `rotation`; by the names of the windows.
  var turns: [String: Int] = [:]
  /// The gestures, in the order that they receive touches.
  public var gestures: [LayoutGesture] = []
  /// The program's objects that the layout connects to actions and outlets.
  public var objects: [LayoutObject] = []
  /// The engine's thresholds that the layout sets.
  public var tuning = LayoutTuning()
  /// The kinds of lines that the log has.
  public var log = LayoutLog()
  /// The time within which a contact that ends and begins again is one contact; `nil` for none.
  public var debounce: Duration?
  /// Whether keyboards that are plugged in are read; `nil` where the views decide, see `readsKeyboards`.
  public var keyboards: Bool?
  /// The rules for forwarding the touches of panels to other applications; `nil` if they are not forwarded.
  ///
  /// `forward(inWindow:mode:)` takes those of windows and modes into account.
  public var forward: LayoutForward?
  /// The named modes, in the order of the file; `modeNames` has those without an entry, too.
  public var modes: [LayoutMode] = []
  /// The policies: what the layout does by itself.
  public var policies = LayoutPolicies()
  /// Where its events go besides the log.
  public var outputs = LayoutOutputs()
  /// The paths of the files that the layout includes, in the order of reading.
  public var includedFiles: [String] = []
  /// Values that are probably not meant, such as a time of 500 seconds; `LayoutCheck` finds other doubts.
  public var warnings: [LayoutDiagnostic] = []

  /// Creates a layout of one window, `main`.
  public init(
    file: String, version: Int = 1, screen: LayoutScreen, devices: [LayoutDevice] = [],
    views: [LayoutView] = []
  ) {
    let window = LayoutWindow(id: LayoutWindow.main, screen: screen, views: views)
    self.init(file: file, version: version, windows: [window], devices: devices)
  }

  /// Creates a layout of several windows; there must be one at least.
  public init(file: String, version: Int = 1, windows: [LayoutWindow], devices: [LayoutDevice] = []) {
    precondition(!windows.isEmpty, "a layout needs at least one window")
    self.file = file
    self.version = version
    self.windows = windows
    self.devices = devices
  }

  /// The screen of the first window.
  public var screen: LayoutScreen {
    get { windows[0].screen }
    set { windows[0].screen = newValue }
  }

  /// The views of the first window, back to front.
  public var views: [LayoutView] {
    get { windows[0].views }
    set { windows[0].views = newValue }
  }

  /// Returns the entry for a touch panel, at the index that `deviceIndex(for:)` finds.
  public func device(for panel: TouchDevice) -> LayoutDevice? {
    deviceIndex(for: panel).map { devices[$0] }
  }

  /// Returns the index of the entry for a touch panel: the first whose `match` fits or, if that one has `pair`, the entry that the panel
  /// is paired with; `nil` if there is none.
  public func deviceIndex(for panel: TouchDevice) -> Int? {
    guard let first = devices.firstIndex(for: panel) else { return nil }
    return devices[first].pair == nil ? first : pairing[panel.id]
  }
}

extension Layout {
  /// Whether a kiosk reads keyboards: the value of `keyboards`, or by default whether a text field, a text view or a PIN field exists.
  public var readsKeyboards: Bool { keyboards ?? allViews.contains { $0.kind.takesText } }

  /// Returns a view's frame in its window, in points; `nil` if no view has the id.
  public func frame(ofView id: String) -> Rect? {
    for window in windows {
      if let frame = Self.frame(ofView: id, in: window.views, at: .zero) { return frame }
    }
    return nil
  }

  private static func frame(ofView id: String, in views: [LayoutView], at origin: Point) -> Rect? {
    for view in views {
      let place = Point(x: origin.x + view.frame.minX, y: origin.y + view.frame.minY)
      if view.id == id { return Rect(origin: place, size: view.frame.size) }
      if let found = frame(ofView: id, in: view.subviews, at: place) { return found }
    }
    return nil
  }

  /// The frames of all views in their windows, in points, by their ids: what `frame(ofView:)` gives for each, in time linear in the
  /// number of views.
  package var viewFrames: [String: Rect] {
    var frames: [String: Rect] = [:]
    for window in windows { Self.collectFrames(of: window.views, at: .zero, &frames) }
    return frames
  }

  private static func collectFrames(of views: [LayoutView], at origin: Point, _ frames: inout [String: Rect]) {
    for view in views {
      let place = Point(x: origin.x + view.frame.minX, y: origin.y + view.frame.minY)
      // Of views with one id, as a program can make them, the first one's frame counts.
      if frames[view.id] == nil { frames[view.id] = Rect(origin: place, size: view.frame.size) }
      collectFrames(of: view.subviews, at: place, &frames)
    }
  }
}

/// One window of a layout: a screen with the views on it, which one touch panel or several feed.
public struct LayoutWindow: Hashable, Sendable {
  /// The name that `devices` entries refer to, unique in the layout.
  public var id: String
  /// The size in points and, if the layout states it, in millimetres.
  public var screen: LayoutScreen
  /// The views in the window, back to front.
  public var views: [LayoutView]
  /// How the window's panels are forwarded, over what the layout says; `nil` for as the layout says.
  public var forward: LayoutForward?
  /// Where the window stands in the file.
  public var mark: LayoutMark

  /// The name of the window that `screen` and `views` describe.
  public static let main = "main"

  /// Creates a window.
  public init(id: String, screen: LayoutScreen, views: [LayoutView] = [], mark: LayoutMark = .file) {
    self.id = id
    self.screen = screen
    self.views = views
    self.mark = mark
  }
}

/// The screen of a layout.
public struct LayoutScreen: Hashable, Sendable {
  /// The size in points.
  public var size: Size
  /// The size in millimetres, if the layout states it.
  public var millimetres: Size?

  /// Creates a screen.
  public init(size: Size, millimetres: Size? = nil) {
    self.size = size
    self.millimetres = millimetres
  }
}

/// The kinds of lines in the log; all of them unless the layout says otherwise.
///
/// Devices, anomalies, `emit` and `rows` lines are always there. Without touches a log does not replay.
public struct LayoutLog: Hashable, Sendable {
  /// Whether touches are logged.
  public var touch = true
  /// Whether control events are logged.
  public var control = true
  /// Whether actions are logged, also those that no target handles.
  public var action = true
  /// Whether gestures are logged.
  public var gesture = true
  /// Whether values and selections are logged; `nil` for those of the kinds that came with these lines, so that the logs of older
  /// layouts stay the same.
  public var value: Bool?

  /// Creates settings that log everything.
  public init() {}
}
