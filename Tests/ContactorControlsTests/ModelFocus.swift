import ContactorControls
import ContactorCore
import ContactorStage

/// The focus in a list that a random program changes: it goes along with a text, by whatever number the list has for it.
final class ModelFocus {
  private let engine: FocusEngine

  init(_ stage: Stage) {
    engine = FocusEngine(stage.application)
    stage.window.makeKey()
  }

  /// Puts the focus at an element of the list, and notes its text first: the list scrolls to it and may change meanwhile.
  func put(at element: Int, of list: View, _ texts: [String], note: (String?) -> Void) {
    note(texts.indices.contains(element) ? texts[element] : nil)
    if !engine.focus(on: list, element: element) { note(nil) }
  }

  /// How the focus differs from the text that had it; that of a text that is gone is at some other, which is noted.
  func differences(in list: View, _ texts: [String], _ focused: inout String?) -> [String] {
    let element = engine.focusedElement
    guard let text = focused, let number = texts.firstIndex(of: text) else {
      focused = element.flatMap { texts.indices.contains($0) ? texts[$0] : nil }
      return element.map { $0 >= texts.count } ?? false ? ["the focus is at \(element ?? -1) of \(texts.count)"] : []
    }
    return element == number ? [] : ["the focus is at \(element ?? -1), \(text) at \(number)"]
  }
}
