import ContactorCore
import ContactorSystem

/// What the service manager is told of a service at work: its phase, and a status line with the panels and the mode.
///
/// `needsStatus` is asked after each frame and costs two comparisons while nothing has changed.
final class ServiceSupervision {
  private let notifier: ServiceNotifier
  private var mode = ""
  private var isStale = true
  /// A trouble that lasts, such as the last good layout in place of the present one; empty for none.
  var trouble = "" {
    didSet { isStale = isStale || trouble != oldValue }
  }

  /// Prepares the messages.
  init(_ environment: ServiceEnvironment, _ loop: EventLoop, complain: (String) -> Void) {
    notifier = ServiceNotifier(environment, loop, complain: complain)
  }

  /// Notes that panels came or went.
  func panelsChanged() { isStale = true }

  /// Whether the status has changed since it was told.
  ///
  /// - Parameter mode: the name of the present mode.
  func needsStatus(_ mode: String) -> Bool { isStale || mode != self.mode }

  /// Tells the status.
  ///
  /// - Parameters:
  ///   - panels: the panels that are there.
  ///   - mode: the name of the present mode.
  ///   - showsMode: whether the layout has modes.
  func tellStatus(_ panels: [TouchDevice], mode: String = "", showsMode: Bool = false) {
    (isStale, self.mode) = (false, mode)
    notifier.tell(status: Self.status(panels.map(\.shortName), mode: showsMode ? mode : "", trouble: trouble))
  }

  /// The status line: `2 touchscreens (event3, event5), mode kiosk`.
  static func status(_ panels: [String], mode: String, trouble: String) -> String {
    var parts: [String] = []
    switch panels.count {
    case 0: parts.append("no touchscreen yet")
    case 1: parts.append("1 touchscreen (\(panels[0]))")
    default: parts.append("\(panels.count) touchscreens (\(panels.joined(separator: ", ")))")
    }
    if !mode.isEmpty { parts.append("mode \(mode)") }
    if !trouble.isEmpty { parts.append(trouble) }
    return parts.joined(separator: ", ")
  }

  /// Says that the service works, also after a reload.
  func ready() { notifier.ready() }

  /// Says that the layout is being reloaded.
  func reloading() { notifier.reloading() }

  /// Says that the service ends.
  func stopping() { notifier.stopping() }
}
