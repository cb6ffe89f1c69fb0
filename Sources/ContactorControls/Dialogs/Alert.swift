public import ContactorCore

/// A modal dialog: a title, a message, buttons, and a line of text if wanted.
///
/// It is answered once (contract 3.6, 8.4).
///
/// `begin` shows it over a window, which gets no touches and no keys until the dialog is answered. Each `begin` has one answer, whatever
/// happens: two fingers on two buttons, an answer from a callback, a window that is closed from outside, an application that is
/// deallocated. The answer goes to the closure or the target of `begin`, then to the delegate, after the dialog has left the screen; both
/// may begin it again. While it is shown the application retains it.
public final class Alert {
  /// How a button is meant.
  public enum Style: Hashable, Sendable {
    /// A plain choice. The first one answers the return key, unless `defaultButtonIndex` says otherwise.
    case standard
    /// The choice to leave things as they are, which the escape key chooses; its answer is `Answer.cancel`.
    case cancel
    /// A choice that destroys something.
    case destructive
  }

  /// The outcome of a dialog.
  public enum Answer: Hashable, Sendable {
    /// The button at an index was chosen; indices follow the order of addition.
    case button(Int)
    /// The cancel button was chosen.
    case cancel
    /// Nothing was chosen: the dialog could not be shown, its window was closed, or its application is gone.
    case aborted
  }

  /// The greatest number of buttons: 32; a screen of 480 points shows nine of them in full height.
  public static let maximumNumberOfButtons = 32

  /// The text at the top.
  public var title: String { didSet { window?.panel.textChanged() } }
  /// The text below the title.
  public var message: String { didSet { window?.panel.textChanged() } }
  /// The buttons, in the order of addition.
  ///
  /// They are controls: `isEnabled` and further actions are theirs.
  public private(set) var buttons: ContiguousArray<AlertButton> = []
  /// The line of text between message and buttons; `nil` if there is none.
  public private(set) var textField: TextField?
  /// The button that the return key chooses; `nil` for the first `standard` one, or the only one.
  public var defaultButtonIndex: Int?
  /// The object that receives the answer; held weakly.
  public weak var delegate: (any AlertDelegate)?
  /// The last answer; `nil` before the first one, and while the dialog is shown.
  public private(set) var answer: Answer?
  /// The window of the dialog; `nil` while it is not shown.
  private(set) weak var window: AlertWindow?
  private var receiver: Receiver?

  /// The receiver of the answer of one `begin`.
  private struct Receiver {
    var body: ((Answer) -> Void)?
    weak var target: AnyObject?
    var action: Action?

    func deliver(_ answer: Answer, of alert: Alert, _ application: Application?) {
      body?(answer)
      guard let action, let target else { return }
      guard let application else {
        action.perform(on: target, sender: alert, event: nil)
        return
      }
      application.sendAction(action, to: target, from: alert, for: nil)
    }
  }

  /// Creates a dialog without buttons; a dialog that begins without buttons gets one with the title `OK`.
  public init(title: String = "", message: String = "") {
    self.title = title
    self.message = message
  }

  // MARK: Contents

  /// Adds a button and returns it; beyond `maximumNumberOfButtons` the button is returned but not shown.
  @discardableResult
  public func addButton(_ title: String, style: Style = .standard) -> AlertButton {
    let button = AlertButton(title, style, number: buttons.count)
    guard buttons.count < Self.maximumNumberOfButtons else { return button }
    button.on(.primaryActionTriggered) { [weak self] button in self?.choose(button) }
    buttons.append(button)
    window?.panel.contentsChanged()
    return button
  }

  /// Adds a line of text, which is edited as soon as the dialog is shown, and returns it; there is one at most.
  @discardableResult
  public func addTextField(text: String = "") -> TextField {
    if let textField { return textField }
    let field = AlertTextField(frame: .zero)
    field.identifier = "text"
    field.text = text
    field.on(.editingDidEndOnExit) { [weak self] field in self?.window?.insertNewline(field) }
    // After a touch of the text, or typing, return is meant for the text, and not for the button that has the focus.
    field.on([.touchDown, .editingChanged]) { [weak self] field in self?.window?.takeFocus(to: field) }
    textField = field
    window?.panel.contentsChanged()
    return field
  }

  /// The button that the return key chooses; `nil` if there is none.
  public var defaultButton: AlertButton? {
    if let defaultButtonIndex { return buttons.indices.contains(defaultButtonIndex) ? buttons[defaultButtonIndex] : nil }
    return buttons.first { $0.style == .standard } ?? (buttons.count == 1 ? buttons[0] : nil)
  }

  /// The button that the escape key chooses: the first one of style `cancel`, or the only one; `nil` if there is none.
  public var cancelButton: AlertButton? {
    buttons.first { $0.style == .cancel } ?? (buttons.count == 1 ? buttons[0] : nil)
  }

  // MARK: Begin and end

  /// Whether the dialog has begun and was not answered.
  public var isShown: Bool { receiver != nil }

  /// Shows the dialog over a window; the closure gets the one answer.
  ///
  /// - Returns: false if the dialog is shown already, or the window is in no application: the closure then got `aborted`; and if the
  ///   dialog was answered while it appeared.
  @discardableResult
  public func begin(on window: Window, completion: @escaping (Answer) -> Void) -> Bool {
    begin(on: window, Receiver(body: completion))
  }

  /// Shows the dialog over the application's key window, or without one over its front window; without any the answer is `aborted`.
  @discardableResult
  public func begin(on application: Application, completion: @escaping (Answer) -> Void) -> Bool {
    begin(on: application.keyWindow ?? application.windows.last, Receiver(body: completion))
  }

  /// Shows the dialog over a window; the target gets the one answer by an action whose sender is the dialog, as a modal delegate in AppKit.
  ///
  /// The target is held weakly. `answer` says what became of the dialog.
  ///
  /// - Throws: an error, and nothing is shown, if the target's class does not list the action, or the action wants another sender.
  /// - Returns: false as for `begin(on:completion:)`.
  @discardableResult
  public func begin(on window: Window, modalDelegate target: any ActionTarget, didEnd name: ActionName) throws(ActionError) -> Bool {
    let action = try Action.listed(name, by: target, for: self)
    return begin(on: window, Receiver(target: target, action: action))
  }

  private func begin(on host: Window?, _ receiver: Receiver) -> Bool {
    guard self.receiver == nil, let host, let application = host.application else {
      receiver.deliver(.aborted, of: self, host?.application)
      return false
    }
    if buttons.isEmpty { addButton("OK") }
    self.receiver = receiver
    answer = nil
    let window = AlertWindow(self)
    self.window = window
    guard application.present(window, over: host) else {
      finish(.aborted, in: window)
      return false
    }
    guard isShown, self.window === window else { return true }
    window.layoutIfNeeded()
    textField?.becomeFirstResponder()
    application.refreshFocus()
    return true
  }

  /// Ends the dialog with an answer; does nothing for one that is not shown.
  public func end(_ answer: Answer = .aborted) {
    if let window { finish(answer, in: window) }
  }

  private func choose(_ button: AlertButton) {
    guard buttons.indices.contains(button.number), buttons[button.number] === button else { return }
    end(button.style == .cancel ? .cancel : .button(button.number))
  }

  /// Takes the window away and delivers the answer, if that window was not answered before.
  func finish(_ answer: Answer, in finished: AlertWindow?) {
    // In the window's `deinit` the reference to it is empty already.
    guard let receiver, finished == nil || window === finished else { return }
    self.receiver = nil
    window = nil
    self.answer = answer
    let application = finished?.application
    let delegate = delegate
    finished?.endEditing()
    if let finished { application?.dismiss(finished) }
    finished?.panel.removeContents()
    receiver.deliver(answer, of: self, application)
    delegate?.alertDidEnd(self, answer: answer)
    application?.refreshFocus()
  }
}

/// An object that receives the answer of a dialog (contract 8.4).
public protocol AlertDelegate: AnyObject {
  /// The dialog has left the screen; called once for each `begin` that showed it.
  func alertDidEnd(_ alert: Alert, answer: Alert.Answer)
}

extension AlertDelegate {
  /// Does nothing.
  public func alertDidEnd(_ alert: Alert, answer: Alert.Answer) {}
}

/// A button of a dialog.
public final class AlertButton: Button {
  /// The text on the button.
  public let label: String
  /// How the button is meant.
  public let style: Alert.Style
  /// The index in the dialog.
  let number: Int

  init(_ label: String, _ style: Alert.Style, number: Int) {
    self.label = label
    self.style = style
    self.number = number
    super.init(frame: .zero)
    identifier = label
  }

  override public var contentParts: [ContentPart] {
    let kind =
      switch style {
      case .standard: "button"
      case .cancel: "cancelButton"
      case .destructive: "destructiveButton"
      }
    return [ContentPart(kind, frame: bounds, text: label, state: state)]
  }

  override public var standardAccessibility: Accessibility { Accessibility(.button, label: label, isEnabled: isEnabled) }

  override public func performAccessibility(_ action: AccessibilityAction, at index: Int? = nil) -> Bool {
    guard action == .activate, isEnabled, !isHidden else { return super.performAccessibility(action, at: index) }
    performClick()
    return true
  }
}
