import ContactorCore

extension TouchPhase {
  /// The name in log lines.
  var name: String {
    switch self {
    case .began: "began"
    case .moved: "moved"
    case .stationary: "stationary"
    case .ended: "ended"
    case .cancelled: "cancelled"
    }
  }
}
