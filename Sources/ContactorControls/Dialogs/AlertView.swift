public import ContactorCore

/// The modal window of a dialog: it covers the window below, and keeps the dialog while it is shown.
final class AlertWindow: Window, FocusLeading {
  let alert: Alert
  let panel: AlertView
  /// Whether the focus has yet to come into the dialog.
  private var wantsFocus = true
  /// Whether the window was in an application.
  private var wasShown = false

  init(_ alert: Alert) {
    self.alert = alert
    panel = AlertView(alert)
    super.init(frame: .zero)
    identifier = "alert"
    panel.identifier = "panel"
    addSubview(panel)
    panel.contentsChanged()
  }

  deinit {
    // The application was deallocated with the dialog on the screen.
    if wasShown { alert.finish(.aborted, in: nil) }
  }

  override class var actions: [Action] {
    super.actions + [
      Action("cancelOperation:", AlertWindow.cancelOperation(_:)), Action("insertNewline:", AlertWindow.insertNewline(_:)),
    ]
  }

  /// The dialog gets its answer when the window leaves the application, whoever removed it.
  override func didMoveToApplication() {
    super.didMoveToApplication()
    if application != nil {
      wasShown = true
      // The panel makes room for a keyboard while its text is edited.
      layOutWithFirstResponder(self)
    } else if wasShown {
      wasShown = false
      alert.finish(.aborted, in: self)
    }
  }

  override func layoutSubviews() { panel.layOut(in: space) }

  /// The part of the bounds above the keyboard that serves the dialog, or below it if there is more room; all of them without one, and
  /// if the keyboard leaves less than the height of a row.
  private var space: Rect {
    var space = bounds
    for keys in application?.framesOfServingViews(for: self) ?? [] where keys.intersects(space) {
      let (above, below) = (keys.minY - space.minY, space.maxY - keys.maxY)
      guard max(above, below) >= AlertView.rowHeight else { return bounds }
      space = Rect(x: space.minX, y: above >= below ? space.minY : keys.maxY, width: space.width, height: max(above, below))
    }
    return space
  }

  /// The first item of the dialog, once.
  func takeFocusLead() -> FocusStop? {
    defer { wantsFocus = false }
    return wantsFocus ? FocusStop(view: panel, element: nil) : nil
  }

  func endEditing() { firstResponder.resignFirstResponder() }

  override func keyDown(with event: KeyEvent) -> Bool { answers(event) || super.keyDown(with: event) }

  /// Chooses the button that has the focus, or else the default button, for return, and the cancel button for escape; returns whether
  /// the key is one of them.
  ///
  /// Return is left to a focus that stands on something else, such as the text: it then begins editing.
  func answers(_ event: KeyEvent) -> Bool {
    switch event.charactersIgnoringModifiers {
    // A key that was held when the dialog appeared does not answer it.
    case KeyEvent.carriageReturn, KeyEvent.enter:
      if event.isRepeat { return true }
      guard focusedButton != nil || focusedView == nil || alert.textField?.isEditing == true else { return false }
      insertNewline(self)
    case KeyEvent.escape: if !event.isRepeat { cancelOperation(self) }
    default: return false
    }
    return true
  }

  func cancelOperation(_ sender: AnyObject) { choose(alert.cancelButton) }

  func insertNewline(_ sender: AnyObject) { choose(focusedButton ?? alert.defaultButton) }

  /// Chooses a button, unless it is hidden.
  private func choose(_ button: AlertButton?) {
    guard let button, !button.isHidden else { return }
    button.performClick()
  }

  /// Takes the focus from a button of the dialog to the text.
  func takeFocus(to field: View) {
    guard focusedButton != nil, let focus = application?.unhandledKeys as? FocusEngine else { return }
    focus.focus(on: field)
  }

  /// The button of the dialog on which the focus stands; `nil` without a focus engine, and if the focus is elsewhere.
  var focusedButton: AlertButton? { focusedView as? AlertButton }

  /// The view of the dialog on which the focus stands, likewise.
  private var focusedView: View? {
    guard let focus = application?.unhandledKeys as? FocusEngine, focus.window === self, let view = focus.focusedView, view.window === self
    else { return nil }
    return view
  }
}

/// The line of text of a dialog: return and escape answer the dialog, and do not only end editing.
final class AlertTextField: TextField {
  override func keyDown(with event: KeyEvent) -> Bool {
    guard let dialog = window as? AlertWindow else { return super.keyDown(with: event) }
    let isReturn = [KeyEvent.carriageReturn, KeyEvent.enter].contains(event.charactersIgnoringModifiers)
    if isReturn, isEditing, !event.isRepeat, dialog.focusedButton == nil {
      askForReturn { dialog.insertNewline(self) }
      return true
    }
    return dialog.answers(event) || super.keyDown(with: event)
  }
}

/// A dialog's panel: it lays out title, message, field and buttons within its window.
///
/// Two buttons with short titles stand side by side, the cancel button on the left; others below one another, the cancel button last.
/// Nothing here draws, so widths of texts are estimated from the number of letters. Where the window is too low the texts give way
/// first, then the buttons.
public final class AlertView: View {
  /// The greatest width of the panel: 270 pt, as in UIKit.
  public static let maximumWidth = 270.0
  /// The distance of the panel from the edges of its window, and of its texts from its own edges: 16 pt, ours.
  public static let margin = 16.0
  /// The height of a line of text: 22 pt, ours.
  public static let lineHeight = 22.0
  /// The width of a letter: 9 pt, ours; half of a letter's height of 18 pt.
  public static let letterWidth = 9.0
  /// The height of a button and of the field: 44 pt, the least size of something touched in Apple's Human Interface Guidelines.
  public static let rowHeight = 44.0

  /// A part of the panel.
  public enum Part: Hashable, Sendable {
    /// The title.
    case title
    /// The message.
    case message
    /// The line of text.
    case textField
    /// A button, by its index.
    case button(Int)
  }

  private weak var alert: Alert?
  private var title = Rect.null
  private var message = Rect.null
  private var field = Rect.null
  private var frames: ContiguousArray<Rect> = []

  init(_ alert: Alert) {
    self.alert = alert
    super.init(frame: .zero)
  }

  /// The rectangle of a part in the panel's own space; `Rect.null` for a part that there is not.
  public func contentFrame(for part: Part) -> Rect {
    switch part {
    case .title: title
    case .message: message
    case .textField: field
    case .button(let index): frames.indices.contains(index) ? frames[index] : .null
    }
  }

  /// The panel and its texts; the field and the buttons are views with parts of their own.
  override public var contentParts: [ContentPart] {
    var parts = [ContentPart("alert", frame: bounds)]
    if let alert, !title.isNull { parts.append(ContentPart("title", frame: title, text: alert.title)) }
    if let alert, !message.isNull { parts.append(ContentPart("message", frame: message, text: alert.message)) }
    return parts
  }

  override public var standardAccessibility: Accessibility {
    Accessibility(.alert, label: alert?.title, value: alert?.message.isEmpty == false ? alert?.message : nil)
  }

  /// Chooses the cancel button for `escape`.
  override public func performAccessibility(_ action: AccessibilityAction, at index: Int? = nil) -> Bool {
    guard action == .escape, let button = alert?.cancelButton, button.isEnabled else {
      return super.performAccessibility(action, at: index)
    }
    button.performClick()
    return true
  }

  func textChanged() {
    superview?.setNeedsLayout()
    changed(.text)
  }

  /// Adds the dialog's field and buttons.
  func contentsChanged() {
    guard let alert else { return }
    if let field = alert.textField, field.superview !== self { addSubview(field) }
    for button in alert.buttons where button.superview !== self { addSubview(button) }
    superview?.setNeedsLayout()
  }

  /// Gives the field and the buttons back, which may be shown again by another window.
  func removeContents() {
    for view in subviews { view.removeFromSuperview() }
  }

  // MARK: Layout

  /// Lays the panel out in the middle of its window's bounds.
  func layOut(in bounds: Rect) {
    guard let alert else { return }
    let space = bounds.isFinite ? bounds.insetBy(dx: Self.margin, dy: Self.margin) : .zero
    let width = max(0, min(Self.maximumWidth, space.size.width))
    let available = max(0, space.size.height)
    let buttons = alert.buttons
    let stands = buttons.count == 2 && buttons.allSatisfy { Self.width(of: $0.label) + Self.margin <= width / 2 }
    let rows = Double(stands ? 1 : buttons.count)
    let fieldHeight = alert.textField == nil ? 0 : Self.rowHeight
    var texts = (Self.height(of: alert.title, width), Self.height(of: alert.message, width))
    let rowHeight = rows > 0 ? min(Self.rowHeight, max(0, available - fieldHeight) / rows) : 0
    let rest = max(0, available - min(fieldHeight, available) - rowHeight * rows)
    texts.0 = min(texts.0, rest)
    texts.1 = min(texts.1, rest - texts.0)
    let padding = min(Self.margin, (rest - texts.0 - texts.1) / 2)
    let top = padding + texts.0 + texts.1 + padding
    let height = top + min(fieldHeight, available) + rowHeight * rows
    frame = Rect(x: bounds.midX - width / 2, y: bounds.midY - height / 2, width: width, height: height)
    let inner = max(0, width - 2 * Self.margin)
    title = Rect(x: min(Self.margin, width / 2), y: padding, width: inner, height: texts.0)
    message = Rect(x: title.minX, y: title.maxY, width: inner, height: texts.1)
    field = .null
    if let view = alert.textField {
      field = Rect(x: title.minX, y: top, width: inner, height: min(fieldHeight, available))
      view.frame = field
    }
    place(buttons, sideBySide: stands, Rect(x: 0, y: height - rowHeight * rows, width: width, height: rowHeight))
  }

  /// Gives each button its frame, in the first row or from it on downwards.
  private func place(_ buttons: ContiguousArray<AlertButton>, sideBySide: Bool, _ row: Rect) {
    var frames = ContiguousArray(repeating: row, count: buttons.count)
    var place = 0
    for isCancel in sideBySide ? [true, false] : [false, true] {
      for button in buttons where (button.style == .cancel) == isCancel && frames.indices.contains(button.number) {
        frames[button.number] =
          sideBySide
          ? Rect(x: row.width / 2 * Double(place), y: row.minY, width: row.width / 2, height: row.height)
          : row.offsetBy(dx: 0, dy: row.height * Double(place))
        place += 1
      }
    }
    self.frames = frames
    for button in buttons where frames.indices.contains(button.number) { button.frame = frames[button.number] }
    changed(.frame)
  }

  private static func width(of text: String) -> Double { Double(text.count) * letterWidth }

  /// The height of a text in lines that fill a panel's width; 0 for an empty text.
  private static func height(of text: String, _ width: Double) -> Double {
    let line = max(letterWidth, width - 2 * margin)
    var lines = 0.0
    for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) where !text.isEmpty {
      lines += max(1, (Self.width(of: String(paragraph)) / line).rounded(.up))
    }
    return lines * lineHeight
  }
}
