public import PanelDrawing

/// Where a canvas is shown.
public protocol Screen: AnyObject {
  /// The width in pixels.
  var width: Int { get }
  /// The height in pixels.
  var height: Int { get }
  /// The refreshes in a thousand seconds, as `60_000` for 60 Hz.
  var millihertz: Int { get }
  /// Shows the damaged rectangles of a canvas as large as the screen.
  ///
  /// - Returns: false if another program has the screen at present: then all of the canvas is to be shown when it is free again.
  /// - Throws: an error if the screen is gone for good.
  func show(_ canvas: Canvas, _ damage: borrowing Damage) throws(ScreenError) -> Bool
  /// Puts back what was on the screen before; called once, at the end.
  func close()
}

/// Why there is no screen, in one sentence with the way out.
public struct ScreenError: Error, Hashable, CustomStringConvertible {
  /// The sentence.
  public let description: String

  /// Creates an error.
  public init(_ description: String) {
    self.description = description
  }
}
