import ContactorCore

extension TouchPhase {
  /// The name in log lines.
  package var name: String { "\(word)" }

  /// The same, for lines that come in each frame.
  var word: StaticString {
    switch self {
    case .began: "began"
    case .moved: "moved"
    case .stationary: "stationary"
    case .ended: "ended"
    case .cancelled: "cancelled"
    }
  }
}
