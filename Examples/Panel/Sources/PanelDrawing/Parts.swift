public import ContactorControls
public import ContactorCore

// The views that show something and take no touches, and the controls that need a look of their own.

/// A line of text.
public final class Caption: View {
  /// The meaning of the text, which decides its colour.
  public enum Tone: Hashable, Sendable {
    /// The subject of a page.
    case plain
    /// An explanation.
    case dim
    /// A change, or a value to look at.
    case accent
    /// A failure.
    case warning
  }

  /// The text; a text of at most 15 bytes needs no memory of its own.
  public var text = "" {
    didSet { if text != oldValue { changed(.text) } }
  }
  /// The meaning of the text.
  public var tone = Tone.plain {
    didSet { if tone != oldValue { changed(.state) } }
  }
  /// The height of the font in points.
  public let size: Int
  /// How the line lies in the view.
  public let alignment: Font.Alignment

  /// Creates a label without a frame, which a layout gives.
  public init(_ text: String = "", size: Int = 16, tone: Tone = .plain, alignment: Font.Alignment = .left) {
    (self.size, self.alignment) = (size, alignment)
    super.init(frame: .zero)
    self.text = text
    self.tone = tone
    isUserInteractionEnabled = false
  }

  override public var standardAccessibility: Accessibility { Accessibility(.staticText, label: text) }
}

/// A surface that holds what belongs together.
public final class Card: ContainerView {}

/// A view that hides what is below it: a page, a sheet.
open class Page: ContainerView {}

/// A button for what cannot be taken back.
public final class DangerButton: Button {}

/// A button that leads to a page, and is selected while that page is shown.
public final class PageButton: Button {}

/// The field of a code; it says when it becomes the first responder, so that the mark of the focus is drawn.
public final class CodeField: PINField {
  @discardableResult
  override public func becomeFirstResponder() -> Bool {
    defer { changed(.state) }
    return super.becomeFirstResponder()
  }

  @discardableResult
  override public func resignFirstResponder() -> Bool {
    defer { changed(.state) }
    return super.resignFirstResponder()
  }
}

/// The colours: a dark surface that does not dazzle at night, with one warm accent.
enum Palette {
  static let background = Color(0x11161D)
  static let rail = Color(0x0B0F14)
  static let card = Color(0x1B232D)
  static let raised = Color(0x2B3644)
  static let pressed = Color(0x43546A)
  static let line = Color(0x2F3B49)
  static let text = Color(0xEDF2F7)
  static let dim = Color(0x93A1B0)
  static let disabled = Color(0x566270)
  static let accent = Color(0xF2994A)
  static let accentPressed = Color(0xFFB877)
  static let onAccent = Color(0x1A1206)
  static let focus = Color(0x5AB0FF)
  static let danger = Color(0xC9463D)
  static let dangerPressed = Color(0xE96A60)
}

/// The sizes that several controls share, in points.
enum Metrics {
  static let radius = 10.0
  static let textSize = 16
  static let smallSize = 13
  static let keySize = 20
  /// Half of a slider's knob, which stands out of the slider at its ends: its middle is under the finger.
  static let knobRadius = 14.0
  /// The margin beside the text of a field that is edited.
  static let fieldMargin = 12.0
}
