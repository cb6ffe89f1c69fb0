import ContactorCore
import ContactorSystem

extension LayoutCheck {
  /// Gestures that nothing follows from, and regions that no touch reaches.
  static func doubtfulGestures(in layout: Layout) -> [LayoutDiagnostic] {
    let sizes = layout.sizesByID
    let awaited = Set(layout.gestures.flatMap(\.requireToFail))
    return layout.gestures.flatMap { gesture -> [LayoutDiagnostic] in
      var messages: [String] = []
      if gesture.bindings.isEmpty, !awaited.contains(gesture.id) {
        messages.append("nothing is bound to \(quoted(gesture.id)), and no other gesture waits for it")
      }
      let place = gesture.view ?? layout.windows[0].id
      if let region = gesture.region, let size = sizes[place] {
        let isInside = region.minX < size.width && region.minY < size.height && region.maxX > 0 && region.maxY > 0
        let name = gesture.view.map { quoted($0) } ?? "the screen"
        if !isInside { messages.append("the region of \(quoted(gesture.id)) lies outside \(name) and can never be touched") }
      }
      return messages.map { LayoutDiagnostic(file: layout.file, mark: gesture.mark, severity: .warning, message: $0) }
    }
  }
}

extension Layout {
  /// The size of each view and window, by its id.
  fileprivate var sizesByID: [String: Size] {
    var sizes: [String: Size] = [:]
    for window in windows {
      sizes[window.id] = window.screen.size
      for view in window.views.flatMap(\.withSubviews) { sizes[view.id] = view.frame.size }
    }
    return sizes
  }
}
