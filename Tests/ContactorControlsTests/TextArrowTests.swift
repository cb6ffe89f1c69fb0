import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// The way of left and right arrows through lines that wrap.
@Suite("Arrows in text of two directions")
struct TextArrowTests {
  /// A place of the caret, as it is seen.
  private struct Stop: Equatable, CustomStringConvertible {
    var position: Int
    var caret: Rect
    var description: String { "\(position)@\(Int(caret.minX)),\(Int(caret.minY))" }
  }

  private let stage = Stage()
  private let view: TextView

  init() {
    view = stage.add(TextView(frame: Rect(x: 0, y: 0, width: 50, height: 4000)), "v")
    stage.window.makeKey()
    view.becomeFirstResponder()
  }

  private var stop: Stop { Stop(position: view.selectedRange.lowerBound, caret: view.contentFrame(for: .caret)) }

  /// The stops of a key that is pressed until it leads no further.
  private func stops(of key: String) -> [Stop] {
    var stops = [stop]
    for _ in 0..<1000 {
      stage.application.sendKey(KeyEvent(key, timestamp: stage.application.now))
      if stop == stops[stops.count - 1] { break }
      stops.append(stop)
    }
    return stops
  }

  @Test("7.7 where a line wraps inside a word of the other direction the arrows visit each of its letters, there and back")
  func wrap() {
    view.text = "שלום abcdefghi"
    view.selectedRange = 0..<0
    let left = stops(of: KeyEvent.leftArrow)
    #expect(left.map(\.position) == [0, 1, 2, 3, 4, 5, 5, 10, 9, 8, 7, 6, 11, 11, 13, 12, 14])
    #expect(stops(of: KeyEvent.rightArrow) == left.reversed())
  }

  @Test("7.7 down and up lead to the end of a line that wraps where that is nearest, whatever its direction")
  func vertical() {
    view.text = "שלום abcdefghi"
    view.selectedRange = 14..<14
    let caret = stop.caret
    view.doCommand(by: "moveUp:")
    #expect(stop.position == 8 && stop.caret.minX == caret.minX)
    view.frame.size.width = 40
    view.text = "שלום abcdefghij"
    view.selectedRange = 4..<4
    let leftEnds = ["5@0,0", "10@0,20", "15@0,40"]
    view.doCommand(by: "moveLeft:")
    #expect(stop.description == leftEnds[0])
    for end in leftEnds.dropFirst() {
      view.doCommand(by: "moveDown:")
      #expect(stop.description == end)
    }
    for end in leftEnds.reversed().dropFirst() {
      view.doCommand(by: "moveUp:")
      #expect(stop.description == end)
    }
  }

  @Test("7.7 arrows go through any text as it is seen, to each caret once, and back the same way", arguments: ModelPrograms.seeds)
  func model(seed: UInt64) {
    let pieces = ["a", "bcd", "efghijklmnop", " ", "12", "ש", "שלום", "مرحبا", "אבגדהוזחטיכ", "e\u{301}", "🇩🇪", "(", ")", ",", "\t", "\n"]
    let numbers = Numbers(seed)
    for _ in 0..<10 {
      let isRightToLeft = numbers.once(in: 2)
      view.writingDirection = isRightToLeft ? .rightToLeft : .leftToRight
      view.isSecure = numbers.once(in: 8)
      view.frame.size.width = Double(10 + numbers.next(110))
      view.text = (0..<numbers.next(12)).map { _ in pieces[numbers.next(pieces.count)] }.joined()
      view.selectedRange = 0..<0
      let (forth, back) = isRightToLeft ? (KeyEvent.leftArrow, KeyEvent.rightArrow) : (KeyEvent.rightArrow, KeyEvent.leftArrow)
      let way = stops(of: forth)
      let about: Comment = "seed \(seed): \(view.text.debugDescription) in \(view.frame.width), right to left \(isRightToLeft): \(way)"
      #expect(Set(way.map(\.position)) == Set(0...view.text.count), about)
      for (stop, next) in zip(way, way.dropFirst()) {
        let isLower = next.caret.minY > stop.caret.minY
        let goesOn = isRightToLeft ? next.caret.minX <= stop.caret.minX : next.caret.minX >= stop.caret.minX
        #expect(isLower || next.caret.minY == stop.caret.minY && goesOn && next.position != stop.position, about)
      }
      #expect(Set(way.map(\.description)).count == way.count, about)
      #expect(stops(of: back) == way.reversed(), about)
    }
  }
}
