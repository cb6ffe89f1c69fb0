/// A control into which text is typed: keyboards on the screen talk to the first responder through it (contract 7.7).
///
/// Ranges count characters (grapheme clusters) from the beginning of the text; ranges outside of it are clamped.
public protocol TextInput: KeyboardClient {
  /// Inserts text in place of the selection and puts the caret behind it, as a typed key does.
  func insertText(_ text: String)
  /// Deletes the selection, or the character before the caret.
  func deleteBackward()
  /// Whether there is any text.
  var hasText: Bool { get }
  /// The selected characters; an empty range is the caret.
  var selectedRange: Range<Int> { get set }
  /// The text of a range.
  func text(in range: Range<Int>) -> String
  /// The title of the return key, such as `Go`; `nil` for the keyboard's own word.
  var returnKeyTitle: String? { get }
}

extension TextInput {
  /// The last eight characters before the selection.
  public var textBeforeCaret: String? {
    let end = selectedRange.lowerBound
    return text(in: max(0, end - 8)..<end)
  }
}

/// The direction of a text.
public enum WritingDirection: String, Hashable, Sendable, CaseIterable {
  /// That of the text's first letter.
  case natural
  /// As Latin.
  case leftToRight
  /// As Arabic and Hebrew.
  case rightToLeft
}

/// Gives the widths of characters: a renderer implements it with its font.
///
/// Lengths that are negative, infinite or NaN count as 0, those above `TextMetrics.limit` as that. Every method may be called for any
/// edit, and may call the control back, which then answers with the layout that it had.
public protocol TextMeasuring: AnyObject {
  /// How far a character moves the pen, in points, behind the character before it on its line, if there is one.
  func advance(of character: Character, after previous: Character?) -> Double
  /// The distance of lines, in points.
  var lineHeight: Double { get }
  /// The places of the carets in a line that has parts from right to left, as the renderer draws it; `nil`, the default, for `TextLine`,
  /// which orders the line as Unicode says and takes the widths of the characters.
  ///
  /// Asked only for such lines, once after each change.
  /// - Parameters:
  ///   - paragraph: the paragraph, which decides the order; dots for a secure text.
  ///   - line: the characters of the paragraph that are the line. Positions of the shape count from its beginning.
  ///   - direction: `leftToRight` or `rightToLeft`: the paragraph's.
  func shape(of paragraph: String, line: Range<Int>, direction: WritingDirection) -> (any TextLineShape)?
}

extension TextMeasuring {
  /// `nil`: the widths alone are known.
  public func shape(of paragraph: String, line: Range<Int>, direction: WritingDirection) -> (any TextLineShape)? { nil }
}

/// Text measures without a font: each character is equally wide.
public enum TextMetrics {
  /// The width of each character, in points: 8, of UIKit's body font of 17 points about the mean.
  public static let advance = 8.0
  /// The distance of lines, in points: 20, for UIKit's body font of 17 points.
  public static let lineHeight = 20.0
  /// The width of a caret, in points: 2, as UIKit's.
  public static let caretWidth = 2.0
  /// The diameter of a handle of the selection, in points: 12, as UIKit's knob.
  public static let handleSize = 12.0
  /// How far outside of its frame a handle is hit, in points: 16, which makes a handle of 12 the 44 points that Apple asks for.
  public static let handleOutset = 16.0
  /// The greatest width of a character and distance of lines, in points: 10,000.
  public static let limit = 10_000.0

  /// A length between 0 and `limit`; 0 for NaN and −∞, and for +∞ too.
  static func sane(_ length: Double) -> Double { length > 0 && length < .infinity ? min(length, limit) : 0 }
}
