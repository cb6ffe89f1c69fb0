internal import ContactorControls
internal import ContactorCore
internal import PanelDrawing

/// A sheet over the page with a field and a keyboard.
final class RenameSheet: Page {
  let field = TextField(frame: .zero)
  let keyboard = Keyboard(frame: .zero)
  let cancel = Button(frame: .zero)
  let done = Button(frame: .zero)
  private let title = Label("Name of the room", size: 20)
  private var answer: ((String) -> Void)?

  /// The longest name that its button has room for.
  private static let maximumLength = 24

  /// Creates the sheet, which is not shown.
  init() {
    super.init(frame: .zero)
    isHidden = true
    for view in [title, field, cancel, done, keyboard] as [View] { addSubview(view) }
    (field.identifier, cancel.identifier, done.identifier, keyboard.identifier) = ("name", "cancel", "done", "keyboard")
    (cancel.title, done.title) = ("Cancel", "Done")
    keyboard.layouts = [.english, .german]
    done.isSelected = true
    field.placeholder = "Name"
    field.maximumLength = Self.maximumLength
    field.autocapitalization = .words
    field.on(.primaryActionTriggered) { [unowned self] _ in end(taking: true) }
    done.on(.touchUpInside) { [unowned self] _ in end(taking: true) }
    cancel.on(.touchUpInside) { [unowned self] _ in end(taking: false) }
  }

  /// Shows the sheet with a name; the closure gets the new one, unless it is cancelled.
  func begin(_ name: String, _ answer: @escaping (String) -> Void) {
    self.answer = answer
    isHidden = false
    field.text = name
    _ = field.becomeFirstResponder()
  }

  /// Hides the sheet; the name is taken or forgotten.
  func end(taking: Bool) {
    guard !isHidden else { return }
    let answer = self.answer
    self.answer = nil
    field.resignFirstResponder()
    isHidden = true
    if taking { answer?(field.text) }
  }

  override func layoutSubviews() {
    var space = bounds
    keyboard.frame = space.takeBottom(min(300, bounds.height * 0.62).rounded()).insetBy(dx: min(6, bounds.width / 2), dy: 4)
    var top = space.inner(16)
    var heading = top.takeTop(48, gap: 16)
    done.frame = heading.takeRight(110, gap: 12)
    cancel.frame = heading.takeRight(110, gap: 12)
    title.frame = heading
    // The field is drawn wider than its text by a margin on each side.
    field.frame = top.takeTop(52).insetBy(dx: min(12, top.width / 2), dy: 0)
  }
}
