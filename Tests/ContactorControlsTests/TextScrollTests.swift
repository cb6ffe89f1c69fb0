import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// The part of a text that is seen in a smaller control.
@Suite("Text that is larger than its control")
struct TextScrollTests {
  private let stage = Stage()
  private let field: TextField
  private let view: TextView
  private let hebrew = String(repeating: "ש", count: 30)
  private let latin = "abcdefghijklmnopqrstuvwxyz0123"

  init() {
    field = stage.add(TextField(frame: Rect(x: 100, y: 0, width: 40, height: 40)), "f")
    view = stage.add(TextView(frame: Rect(x: 100, y: 100, width: 100, height: 60)), "v")
    field.text = "abcdefghij"
    view.text = (0..<10).map { "line\($0)" }.joined(separator: "\n")
    stage.pass(to: 1)
  }

  /// Lays out what is due, as the host's next call does.
  private func layOut() { stage.application.advance(to: stage.application.now) }

  private func resize(_ control: TextControl, _ width: Double, _ height: Double) {
    control.frame = Rect(x: control.frame.minX, y: control.frame.minY, width: width, height: height)
    layOut()
  }

  @Test("7.7 the beginning of editing shows the caret, by code, without a finger and by typing")
  func begin() {
    #expect(field.contentOffset == .zero && view.contentOffset == .zero)
    field.becomeFirstResponder()
    #expect(field.contentFrame(for: .caret).maxX == 40 && field.contentOffset.x == 42)
    field.resignFirstResponder()
    let focus = FocusEngine(stage.application)
    stage.application.unhandledKeys = focus
    focus.focus(on: view)
    #expect(stage.application.sendKey(KeyEvent("\r", timestamp: stage.application.now)) && view.isEditing)
    #expect(view.contentFrame(for: .caret).maxY == 60 && view.contentOffset.y == 140)
    view.resignFirstResponder()
    view.selectedRange = 5..<5
    view.contentOffset.y = 140
    view.insertText("\n")
    #expect(view.isEditing && view.contentOffset == .zero, "the caret is shown where it was, and then needs no more")
    field.text = ""
    field.becomeFirstResponder()
    #expect(field.contentFrame(for: .caret).minX == 0 && field.contentOffset == .zero)
    let other = stage.add(TextField(frame: Rect(x: 300, y: 0, width: 40, height: 40)), "o")
    other.text = hebrew
    other.selectedRange = 0..<0
    other.contentOffset = .zero
    other.becomeFirstResponder()
    #expect(other.contentFrame(for: .caret).maxX == 40)
  }

  @Test("7.7 a finger that begins editing puts the caret into the text as it was seen, which stays where it is")
  func beginByFinger() {
    stage.tap(1, 117, 20, at: 100)
    #expect(field.isEditing && field.selectedRange == 2..<2 && field.contentOffset == .zero)
    stage.tap(1, 125, 142, at: 1000)
    #expect(view.isEditing && view.selectedRange == 15..<15 && view.contentOffset == .zero, "the third line")
    field.selectedRange = 10..<10
    field.contentOffset = .zero
    stage.down(1, 109, 20, at: 2000)
    stage.pass(to: 3000)
    #expect(field.isEditing && field.selectedRange == 1..<1 && field.contentOffset == .zero, "a long press")
    stage.up(1, 109, 20, at: 3000)
    field.resignFirstResponder()
    field.selectedRange = 10..<10
    field.contentOffset = .zero
    stage.down(1, 109, 20, at: 4000)
    stage.move(1, 165, 20, at: 4020)
    stage.up(1, 165, 20, at: 4040)
    #expect(field.isEditing && field.selectedRange == 10..<10 && field.contentFrame(for: .caret).maxX == 40, "no tap")
  }

  @Test("7.7 a text that is edited shows its caret after a change of the control's size, and no more than the text")
  func resizing() {
    field.becomeFirstResponder()
    resize(field, 300, 40)
    #expect(field.contentOffset == .zero && field.contentFrame(for: .text).minX == 0)
    resize(field, 40, 40)
    #expect(field.contentFrame(for: .caret).maxX == 40)
    resize(field, 0, 0)
    resize(field, 60, 10)
    #expect(field.contentFrame(for: .caret).maxX == 60 && field.contentOffset == Point(x: 22, y: 0), "the top of the line")
    field.isHidden = true
    resize(field, 50, 40)
    #expect(field.contentOffset.x == 32)
    view.becomeFirstResponder()
    resize(view, 100, 300)
    #expect(view.contentOffset == .zero && view.contentSize.height == 200)
    resize(view, 100, 40)
    #expect(view.contentFrame(for: .caret).maxY == 40)
    resize(view, 30, 40)
    #expect(view.numberOfLines == 20 && view.contentFrame(for: .caret).maxY == 40, "each line wraps")
  }

  @Test("3.7, 7.7 another size of a text control counts from the next layout on, and not before")
  func layoutTime() {
    field.becomeFirstResponder()
    layOut()
    field.bounds.size.width = 60
    #expect(field.contentOffset.x == 42)
    layOut()
    #expect(field.contentOffset.x == 22)
    let apart = TextField(frame: .zero)
    apart.text = hebrew
    apart.frame = Rect(x: 0, y: 0, width: 100, height: 40)
    apart.layoutIfNeeded()
    #expect(apart.contentOffset.x == 142 && apart.caretFrame(for: 0).maxX == 100, "in no window")
  }

  @Test("7.7 a text that is not edited shows its beginning once it is set, and after a change of the control's size")
  func beginning() {
    field.text = hebrew
    #expect(field.contentOffset.x == 202)
    resize(field, 200, 40)
    #expect(field.caretFrame(for: 0).maxX == 200 && field.contentOffset.x == 42)
    field.text = latin
    #expect(field.contentOffset == .zero)
    field.text = hebrew
    field.isSecure = true
    #expect(field.contentOffset == .zero, "dots have no direction")
    field.isSecure = false
    field.writingDirection = .leftToRight
    #expect(field.contentOffset == .zero)
    field.writingDirection = .natural
    #expect(field.contentOffset.x == 42)
    resize(field, 300, 40)
    #expect(field.contentOffset == .zero && field.caretFrame(for: 0).maxX == 300)
    view.contentOffset.y = 120
    resize(view, 100, 120)
    #expect(view.contentOffset.y == 80, "lines above stay scrolled away, as far as there is text")
    view.text = "one line"
    #expect(view.contentOffset == .zero)
  }

  @Test("7.7 after any edits, movements and sizes a text shows its caret, or its beginning as a new one", arguments: ModelPrograms.seeds)
  func model(seed: UInt64) {
    let numbers = Numbers(seed)
    let (isView, isHebrew) = (seed % 4 == 3, seed % 4 == 1)
    let control: TextControl = isView ? view : field
    let letter = isHebrew ? "ש" : isView ? "a b\n" : "a"
    control.writingDirection = isHebrew ? .rightToLeft : .natural
    control.text = ""
    layOut()
    var offset = control.contentOffset
    for step in 0..<60 {
      let (wasEditing, before, revision) = (control.isEditing, control.selectedRange, control.text.count)
      var leadsBack = false
      // An edit may begin editing, which shows the caret where it was, before the text changes.
      let begun = shown(offset, in: control)
      switch numbers.next(8) {
      case 0:
        resize(control, Double(numbers.next(300)), Double(numbers.next(100)))
        leadsBack = true
      case 1:
        control.text = String(repeating: letter, count: numbers.next(50))
        leadsBack = control.text.count != revision
      case 2:
        control.isSecure.toggle()
        leadsBack = true
      case 3: control.becomeFirstResponder()
      case 4: control.resignFirstResponder()
      case 5: control.insertText(letter)
      case 6: control.deleteBackward()
      default:
        let place = numbers.next(control.text.count + 1)
        control.selectedRange = place..<place
      }
      if control.isEditing, !wasEditing { offset = begun }
      if control.isEditing || !leadsBack && before != control.selectedRange {
        offset = shown(offset, in: control)
      } else if leadsBack {
        offset = beginning(offset, of: control)
      }
      let about: Comment = "seed \(seed), step \(step), was editing \(wasEditing), \(control.frame), \(control.text.count) characters"
      guard control.contentOffset == offset else {
        Issue.record("\(about): \(control.contentOffset), not \(offset)")
        return
      }
      let (size, bounds) = (control.contentSize, control.bounds)
      #expect(offset.x >= 0 && offset.x <= max(0, size.width - bounds.width), about)
      #expect(offset.y >= 0 && offset.y <= max(0, size.height - bounds.height), about)
      let caret = control.contentFrame(for: .caret)
      if !caret.isNull, bounds.width >= 2, !isView { #expect(caret.minX >= 0 && caret.maxX <= bounds.width, about) }
      if !caret.isNull, bounds.height >= 20 { #expect(caret.minY >= 0 && caret.maxY <= bounds.height, about) }
    }
  }

  /// The offset nearest to another that shows the caret, within the limits.
  private func shown(_ offset: Point, in control: TextControl) -> Point {
    let (caret, size, bounds) = (control.caretFrame(for: control.selectedRange.upperBound), control.contentSize, control.bounds)
    func nearest(_ offset: Double, _ start: Double, _ caret: Double, _ length: Double, _ total: Double) -> Double {
      let low = length > 0 ? start + caret - max(length, caret) : 0
      return min(max(min(max(offset, low), start), 0), max(0, total - length))
    }
    // In a field a line is in the middle, and only lines of a view are above others.
    let top = control is TextView ? caret.minY + control.contentOffset.y : 0
    return Point(
      x: nearest(offset.x, caret.minX + control.contentOffset.x, caret.width, bounds.width, size.width),
      y: nearest(offset.y, top, caret.height, bounds.height, size.height))
  }

  /// The offset of a new control of the same size and text; in a view the lines above that are scrolled away stay so.
  private func beginning(_ offset: Point, of control: TextControl) -> Point {
    let fresh: TextControl = control is TextView ? TextView(frame: control.frame) : TextField(frame: control.frame)
    (fresh.writingDirection, fresh.isSecure, fresh.text) = (control.writingDirection, control.isSecure, control.text)
    return Point(x: fresh.contentOffset.x, y: min(offset.y, max(0, fresh.contentSize.height - control.bounds.height)))
  }
}
