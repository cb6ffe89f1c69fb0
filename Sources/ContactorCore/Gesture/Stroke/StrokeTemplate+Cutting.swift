extension StrokeTemplate {
  /// Cuts a template from recorded frames: each contact's path is a stroke.
  ///
  /// Places are the frames' window points. A contact that is cancelled, as a palm is, leaves no stroke; one that is
  /// still down at the end leaves what was drawn of it.
  ///
  /// - Parameters:
  ///   - name: The name of the shape.
  ///   - frames: The recording, in the order of time.
  ///   - span: The moments between which touches count; `nil` for all.
  /// - Returns: `nil` where no contact moved.
  /// - Complexity: O(contacts of all frames).
  public init?(_ name: String, cutting frames: some Sequence<TouchFrame>, during span: ClosedRange<Timestamp>? = nil) {
    var paths: [(device: DeviceID, contact: Int32, isDown: Bool, points: [Point])] = []
    for frame in frames where span?.contains(frame.timestamp) ?? true {
      for contact in frame.contacts {
        let index = paths.lastIndex {
          $0.isDown && $0.device == frame.device && $0.contact == contact.trackingID
        }
        switch (contact.phase, index) {
        case (.cancelled, let index?): paths.remove(at: index)
        case (.cancelled, nil), (.ended, nil): break
        case (.ended, let index?): paths[index].isDown = false
        case (_, let index?): paths[index].points.append(contact.location)
        case (_, nil): paths.append((frame.device, contact.trackingID, true, [contact.location]))
        }
      }
    }
    self.init(name, strokes: paths.map(\.points))
  }
}
