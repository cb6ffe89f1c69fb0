internal import CSDL
public import ContactorCore
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

/// A window of a desktop, Wayland's or X11's, for those who work on the panel: the mouse is a finger.
///
/// SDL 2 is loaded when the window is opened. It has its own loop, so this screen also brings the touches.
@safe public final class WindowScreen: Screen {
  /// What the window's user did.
  public enum Input {
    /// Touches; the frame's time is in milliseconds since SDL began.
    case frame(TouchFrame)
    /// Part of the window was covered and is seen again.
    case exposed
    /// The window was closed, or Ctrl-C pressed.
    case quit
    /// Time has passed.
    case nothing
  }

  /// The width in pixels.
  public let width: Int
  /// The height in pixels.
  public let height: Int
  /// The pace of a common desktop.
  public let millihertz = 60_000
  private var feed = ContactFeed(device: DeviceID(rawValue: 1), clock: .milliseconds32)
  private let rects: UnsafeMutablePointer<panel_sdl_rect>

  /// A quarter of a second: SDL's wait on X11 does not end at Ctrl-C.
  private static let longestWait: Int32 = 250

  /// Opens a window.
  ///
  /// - Throws: an error if SDL is not installed, or finds no desktop.
  public init(title: String, width: Int, height: Int) throws(ScreenError) {
    (self.width, self.height) = (width, height)
    unsafe rects = .allocate(capacity: Damage.limit)
    guard let problem = unsafe panel_sdl_open(title, Int32(clamping: width), Int32(clamping: height)) else { return }
    throw ScreenError("there is no window: \(unsafe String(cString: problem))")
  }

  deinit { unsafe rects.deallocate() }

  /// The present time of the clock of the touches.
  public var now: Timestamp { feed.clock.timestamp(at: panel_sdl_time()) }

  /// Waits for what the user does, until a time at most; for a moment without one.
  public func wait(until time: Timestamp?) -> Input {
    let milliseconds = time.map { Int32(clamping: ($0.microseconds - now.microseconds + 999) / 1000) }
    let event = panel_sdl_wait(min(max(0, milliseconds ?? Self.longestWait), Self.longestWait))
    let place = Point(x: event.x, y: event.y)
    switch event.kind {
    case PANEL_SDL_QUIT: return .quit
    case PANEL_SDL_EXPOSED: return .exposed
    case PANEL_SDL_DOWN: feed.down(event.finger, at: place)
    case PANEL_SDL_MOVED: feed.moved(event.finger, at: place)
    case PANEL_SDL_UP: feed.up(event.finger, at: place)
    default: return .nothing
    }
    return .frame(feed.frame(at: event.time))
  }

  /// Copies the damaged rectangles to the window.
  ///
  /// - Returns: false while the window has nothing to draw on.
  public func show(_ canvas: Canvas, _ damage: borrowing Damage) throws(ScreenError) -> Bool {
    for index in damage.rects.indices {
      let rect = damage.rects[index]
      unsafe rects[index] = panel_sdl_rect(
        x: Int32(rect.left), y: Int32(rect.top), width: Int32(rect.width), height: Int32(rect.height))
    }
    let count = Int32(damage.rects.count)
    var isShown = false
    unsafe canvas.withPixels { pixels, stride in
      isShown = unsafe panel_sdl_show(pixels.baseAddress, stride, rects, count)
    }
    return isShown
  }

  /// Closes the window.
  public func close() { panel_sdl_close() }
}
