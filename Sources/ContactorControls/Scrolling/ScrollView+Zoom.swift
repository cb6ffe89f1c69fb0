import ContactorCore

/// What zooming keeps from one event to the next.
struct ZoomState {
}

extension ScrollView {
  func stepZoom() {}
  func finishZoom() {}
  func cancelZoom() {}
  func pinchChanged(_ pinch: GestureRecognizer) {}
  var isPinching: Bool { false }
}
