import ContactorCore

/// A lane of a drawing's timeline.
struct ReportLane {
  /// What a moment is drawn as.
  enum Sign {
    case down, up, out, cross, diamond, dot, ring, alarm, box, run
  }

  /// Something in a lane: a bar from one time to another, or a sign.
  struct Item {
    let time: Int64
    var until: Int64
    let sign: Sign?
    let style: String
    /// Whether a bar's end was a touch that was taken away.
    var isCancelled = false
  }

  let label: String
  let style: String
  var items: [Item] = []

  /// The lanes: devices, touches, controls in the layout's order, actions, gestures.
  static func lanes(of report: Report) -> [ReportLane] {
    var lanes = ReportLaneMaker(report)
    return lanes.make()
  }
}
