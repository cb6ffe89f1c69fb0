import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// A font whose "i" is narrow, and a label that it asks while it is asked itself.
private final class Font: TextMeasuring {
  let lineHeight = 10.0
  var asks: Label?
  var answers: [Size] = []

  func advance(of character: Character, after previous: Character?) -> Double {
    if let asks { answers.append(asks.sizeThatFits(.zero)) }
    return character == "i" ? 2 : 10
  }
}

/// Labels: how their text breaks into lines, how large they are, and what they leave to others.
@Suite("Labels")
struct LabelTests {
  private let stage = Stage()
  private let label: Label

  init() {
    label = stage.add(Label(frame: Rect(x: 0, y: 0, width: 80, height: 60)), "label")
  }

  private func shown() -> [String] { label.lines.map(\.text) }

  @Test("7.7 a label breaks its text into lines, and the last one says that there is more")
  func lines() {
    label.text = "one two three four five"
    #expect(shown() == ["one two t…"])
    label.numberOfLines = 2
    #expect(shown() == ["one two", "three fou…"])
    label.numberOfLines = 0
    #expect(shown() == ["one two", "three four", "five"])
    label.frame.size.height = 45
    #expect(shown() == ["one two", "three fou…"], "the label is two lines high")
    label.frame.size.height = 5
    #expect(shown() == ["one two t…"], "there is always one line")
    label.frame.size.height = 200
    label.text = "abcdefghijklm\n\nz"
    #expect(shown() == ["abcdefghij", "klm", "", "z"])
    label.numberOfLines = 1
    label.text = "ten letter"
    #expect(shown() == ["ten letter"], "it fits exactly")
    label.text = "one\ntwo"
    #expect(shown() == ["one…"])
    label.text = "one \n"
    #expect(shown() == ["one "], "only blanks are left out")
    label.text = ""
    #expect(shown().isEmpty && label.contentParts.isEmpty)
    label.text = "wide"
    label.frame.size.width = 4
    #expect(shown() == ["…"])
    (label.numberOfLines, label.frame.size.width) = (0, 0)
    #expect(shown() == ["wide"], "no width is no limit")
  }

  @Test("7.7 lines lie at the edge where their paragraph begins, or as the alignment says, in the middle of the height")
  func places() {
    label.numberOfLines = 0
    label.text = "abc\nשלום, ab"
    #expect(label.lines.map(\.frame) == [Rect(x: 0, y: 10, width: 24, height: 20), Rect(x: 16, y: 30, width: 64, height: 20)])
    #expect(label.lines.map(\.isRightToLeft) == [false, true])
    let edges = { label.lines.map(\.frame.minX) }
    label.alignment = .right
    #expect(edges() == [56, 16])
    label.alignment = .center
    #expect(edges() == [28, 8])
    label.alignment = .left
    #expect(edges() == [0, 0])
    (label.alignment, label.writingDirection) = (.natural, .rightToLeft)
    #expect(edges() == [56, 16])
    label.writingDirection = .leftToRight
    #expect(edges() == [0, 0])
    label.frame.size.width = 40
    label.writingDirection = .natural
    label.text = "שלום, abcd"
    #expect(label.lines.map(\.text) == ["שלום,", "abcd"] && label.lines.map(\.isRightToLeft) == [true, true], "of one paragraph")
  }

  @Test("7.7 a label's size is that of its text, within the room that there is")
  func size() {
    #expect(label.intrinsicContentSize == .zero && label.sizeThatFits(Size(width: 100, height: 100)) == .zero)
    label.text = "one two three"
    #expect(label.intrinsicContentSize == Size(width: 104, height: 20))
    #expect(label.sizeThatFits(Size(width: 80, height: 0)) == Size(width: 80, height: 20))
    label.numberOfLines = 0
    #expect(label.sizeThatFits(Size(width: 80, height: 0)) == Size(width: 56, height: 40))
    #expect(label.sizeThatFits(Size(width: 80, height: 30)) == Size(width: 80, height: 20))
    for width in [-1, .nan, .infinity] as [Double] {
      #expect(label.sizeThatFits(Size(width: width, height: width)) == Size(width: 104, height: 20))
    }
    label.frame = Rect(x: 7, y: 8, width: 80, height: 1)
    label.sizeToFit()
    #expect(label.frame == Rect(x: 7, y: 8, width: 56, height: 40) && shown() == ["one two", "three"])
    label.numberOfLines = 1
    label.sizeToFit()
    #expect(label.frame == Rect(x: 7, y: 8, width: 104, height: 20) && shown() == ["one two three"])
    label.text = String(repeating: "long text of many words ", count: 1000)
    for width in stride(from: 1.0, through: 200, by: 7.3) {
      label.numberOfLines = Int(width) % 4
      let size = label.sizeThatFits(Size(width: width, height: 90))
      label.frame.size = size
      let fitting = label.lines
      label.frame.size = Size(width: width, height: 90)
      #expect(size.width <= width && fitting.map(\.text) == shown(), "a label of the size that fits shows the same: \(width)")
    }
  }

  @Test("7.7 a renderer's font gives the widths, and may ask the label meanwhile")
  func measure() {
    let font = Font()
    label.text = "iiii mmm"
    label.measure = font
    #expect(label.intrinsicContentSize == Size(width: 48, height: 10))
    #expect(shown() == ["iiii mmm"] && label.lines.map(\.frame) == [Rect(x: 0, y: 25, width: 48, height: 10)])
    font.asks = label
    #expect(label.intrinsicContentSize == Size(width: 48, height: 10))
    #expect(!font.answers.isEmpty && font.answers.allSatisfy { $0 == Size(width: 64, height: 20) }, "as without a font")
  }

  @Test("7.7, 7.8 touches go to what is behind a label, which says its text and takes that of a control")
  func others() throws {
    label.removeFromSuperview()
    _ = stage.button("behind", 0, 0)
    stage.window.addSubview(label)
    stage.tap(1, 20, 5, at: 0)
    #expect(stage.taken().contains("behind touchUpInside"))
    #expect(label.accessibility == Accessibility() && !label.isUserInteractionEnabled)
    let field = stage.add(TextField(frame: Rect(x: 0, y: 100, width: 200, height: 50)), "field")
    try field.addTarget(label, action: "takeStringValueFrom:", for: .valueChanged)
    field.text = "Kitchen"
    field.sendActions(for: .valueChanged)
    #expect(label.text == "Kitchen" && label.stringValue == "Kitchen")
    #expect(label.accessibility == Accessibility(.staticText, label: "Kitchen"))
    #expect(label.contentParts == [ContentPart("line", frame: Rect(x: 0, y: 20, width: 56, height: 20), text: "Kitchen")])
    label.isEnabled = false
    #expect(label.accessibility == Accessibility(.staticText, label: "Kitchen", isEnabled: false))
    #expect(label.contentParts.map(\.state) == [.disabled])
  }

  @Test("3.9 a label reports each change once, and none that is none")
  func changes() {
    var changes: [View.Change] = []
    label.onChange = { _, change in changes.append(change) }
    label.text = "a"
    label.text = "a"
    label.alignment = .center
    label.numberOfLines = 3
    label.writingDirection = .rightToLeft
    label.isEnabled = false
    label.isEnabled = false
    #expect(changes == [.text, .text, .text, .text, .state])
  }
}
