internal import ContactorCore
internal import Glibc
internal import PanelDrawing
internal import PanelHeating
internal import PanelScreens

/// The application on a canvas: handles frames, and draws what they changed at the pace of a screen.
///
/// The loops, of the kernel's screen and of a window, tell it of touches and of time, and ask when it wants to be called.
final class Session {
  let application = Application()
  let panel: HeatingPanel
  private(set) var statistics: Statistics
  private let window: Window
  private let painter: Painter
  private let screen: any Screen
  private var pace: Pace
  /// When a screen that another program has is tried again; `nil` while it is ours.
  private var retry: Timestamp?
  private(set) var failure: ScreenError?

  private static let retryInterval: Int64 = 1_000_000

  /// Lays the panel out for a screen.
  init(_ screen: any Screen, _ options: Options) throws(DrawingError) {
    let size = Rect(x: 0, y: 0, width: Double(screen.width), height: Double(screen.height))
    self.screen = screen
    window = Window(frame: size)
    panel = HeatingPanel(frame: size)
    application.addWindow(window)
    window.addSubview(panel)
    if let name = options.page, let place = HeatingPanel.Place.allCases.first(where: { "\($0)" == name }) { panel.show(place) }
    application.advance(to: Timestamp(microseconds: 0))
    pace = Pace(millihertz: screen.millihertz)
    statistics = Statistics(refresh: pace.refresh)
    let look = Look(font: try Font(path: options.font))
    painter = Painter(application, look, on: try Canvas(width: screen.width, height: screen.height))
  }

  /// Handles touches.
  func handle(_ frame: TouchFrame) {
    application.handle(frame)
    painter.noteWindows()
    statistics.touched(at: frame.timestamp, changes: !painter.damage.isEmpty)
  }

  /// Cancels the touches of a touchscreen that is gone.
  func remove(_ device: DeviceID) {
    application.cancelTouches(of: device)
    painter.noteWindows()
  }

  /// Shows everything again.
  func showAll() { painter.damageAll() }

  /// Writes the picture as a PNG file.
  func writePicture(to path: String) throws(DrawingError) { try painter.canvas.write(to: path) }

  /// Does what time alone decides, then draws if it is time for that.
  ///
  /// - Returns: when to call again at the latest; `nil` if nothing is to be done before the next touch.
  func turn(at now: Timestamp) -> Timestamp? {
    while let deadline = application.nextDeadline, deadline <= now {
      application.advance(to: now)
      painter.noteWindows()
    }
    let next = application.nextDeadline
    guard !painter.damage.isEmpty else { return next }
    let drawing = max(pace.nextDrawing(at: now), retry ?? now)
    if drawing > now { return next.map { min($0, drawing) } ?? drawing }
    draw(at: now)
    guard let retry else { return next }
    return next.map { min($0, retry) } ?? retry
  }

  private func draw(at now: Timestamp) {
    var isShown = false
    painter.paint { canvas, damage in
      do throws(ScreenError) {
        isShown = try screen.show(canvas, damage)
        if isShown { statistics.drew(damage, at: clock()) }
      } catch {
        failure = error
      }
    }
    pace.drawn(from: now, to: clock())
    if isShown {
      if retry != nil { report("the screen is ours again") }
      retry = nil
    } else if failure == nil {
      if retry == nil { report("another program has taken the screen; the panel draws again when that program is gone") }
      retry = Timestamp(microseconds: now.microseconds + Self.retryInterval)
      painter.damageAll()
    }
  }

  /// The present time on the clock of the touches; set by the loop.
  var clock: () -> Timestamp = { Timestamp(microseconds: 0) }
}

/// Prints a line on standard error.
func report(_ sentence: String) {
  let line = Array("panel: \(sentence)\n".utf8)
  _ = unsafe write(STDERR_FILENO, line, line.count)
}
