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
