public import ContactorCore

/// What a layout file says: the screen, the touch panels, the views and what they do.
public struct Layout: Hashable, Sendable {
  /// The file's path, as it was given; diagnostics start with it.
  public var file: String
  /// The version of the format; 1.
  public var version: Int
  /// The screen that the views are on.
  public var screen: LayoutScreen
  /// What is said about touch panels; the first one that matches a panel counts.
  public var devices: [LayoutDevice]
  /// The views on the screen, back to front.
  public var views: [LayoutView]

  /// Creates a layout.
  public init(
    file: String, version: Int = 1, screen: LayoutScreen, devices: [LayoutDevice] = [],
    views: [LayoutView] = []
  ) {
    self.file = file
    self.version = version
    self.screen = screen
    self.devices = devices
    self.views = views
  }

  /// The entry for a touch panel: the first whose `match` fits; `nil` if there is none.
  public func device(for panel: TouchDevice) -> LayoutDevice? {
    devices.first { $0.match.fits(panel) }
  }
}
