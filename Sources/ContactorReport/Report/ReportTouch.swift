import ContactorCore

/// One touch of a report.
struct ReportTouch {
  /// How a touch ended.
  enum End: String {
    /// The finger was lifted.
    case ended
    /// The touch was taken away.
    case cancelled
    /// The recording ends before the touch.
    case open
  }

  /// Its number, as in a log; 0 for a contact whose place the recording does not tell.
  let number: Int
  /// The index of its window.
  let window: Int
  /// The index of its device; −1 where the recording does not describe one.
  let device: Int
  /// The name of the view that it began in, in the table of names.
  let view: Int
  /// Whether its places are nobody's business: it began in a secure view.
  ///
  /// Then it has no samples.
  let isSecret: Bool
  var tool = ContactTool.finger
  let start: Int64
  var last: Int64
  var end = End.open
  var path = ReportPath()
}
