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
