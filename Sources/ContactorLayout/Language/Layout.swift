public import ContactorCore

/// What a layout file says: the windows, the touch panels, the views and what they do.
public struct Layout: Hashable, Sendable {
  /// The file's path, as it was given; diagnostics start with it.
  public var file: String
  /// The version of the format; 1.
  public var version: Int
  /// The windows; never empty.
  ///
  /// The first one gets the panels that no `devices` entry sends elsewhere.
  public var windows: [LayoutWindow]
  /// What is said about touch panels; the first one that matches a panel counts.
  public var devices: [LayoutDevice]
  /// The gestures, in the order in which they look at touches.
  public var gestures: [LayoutGesture] = []
  /// What is said about the engine's thresholds.
  public var tuning = LayoutTuning()
  /// What is wanted in the log.
  public var log = LayoutLog()
  /// What is written in the file and probably not meant, such as a time of 500 seconds; `LayoutCheck` finds the rest.
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

  /// The entry for a touch panel: the first whose `match` fits; `nil` if there is none.
  public func device(for panel: TouchDevice) -> LayoutDevice? {
    devices.first { $0.match.fits(panel) }
  }
}

extension Layout {
  /// Where a view is in its window, in points; `nil` where there is none of the name.
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
}

/// One window of a layout: a screen with the views on it, which one touch panel or several feed.
public struct LayoutWindow: Hashable, Sendable {
  /// The name, unique in the layout, by which `devices` entries choose it.
  public var id: String
  /// The size in points and, if the layout states it, in millimetres.
  public var screen: LayoutScreen
  /// The views in the window, back to front.
  public var views: [LayoutView]
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

/// Which kinds of lines a layout wants in the log; all of them where it does not say.
///
/// Devices, anomalies and `emit` lines are always there. Without touches a log does not replay.
public struct LayoutLog: Hashable, Sendable {
  /// Whether touches are logged.
  public var touch = true
  /// Whether control events are logged.
  public var control = true
  /// Whether actions are logged, and those that nobody does.
  public var action = true
  /// Whether gestures are logged.
  public var gesture = true

  /// Creates settings that log everything.
  public init() {}
}
