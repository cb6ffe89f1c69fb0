import ContactorControls
import ContactorCore
import ContactorSystem

extension LayoutCheck {
  /// Sends that no view of the layout handles; an application that runs the layout may handle them.
  static func unhandledSends(in subject: CheckedLayout) -> [LayoutDiagnostic] {
    subject.sources.compactMap { source in
      guard case .send(let send) = source.action, let problem = problem(with: send, from: source.kind, subject) else { return nil }
      return subject.warning(send.mark, problem.message, suggestion: problem.nearest)
    }
  }

  private static func problem(
    with send: SendAction, from kind: LayoutKind?, _ subject: CheckedLayout
  ) -> (message: String, nearest: String?)? {
    let name = send.action.description
    if let target = send.target {
      // An unknown id is reported already; the actions of a view of unknown kind are not known.
      guard subject.sizes[target] != nil else { return nil }
      var known: [String] = []
      // A window lists no actions of its own.
      var owner = "a window"
      if let kind = subject.kinds[target] {
        guard let kind else { return nil }
        known = subject.actionNames[kind] ?? []
        owner = "a \(kind.noun)"
      }
      guard !known.contains(name) else { return nil }
      return ("\(owner) does not do \(quoted(name))", NameIndex.nearest(to: name, in: known))
    }
    guard let kind else { return nil }
    // Without a target the action goes to the field that is being edited, the sender, and the views around the sender.
    let known = [.textField, kind, .view].flatMap { subject.actionNames[$0] ?? [] }
    guard !known.contains(name) else { return nil }
    return ("nothing around the sender does \(quoted(name)), and no 'to' names a view that does", NameIndex.nearest(to: name, in: known))
  }

  /// Texts that are typed although no view takes text.
  static func unheardTexts(in subject: CheckedLayout) -> [LayoutDiagnostic] {
    let takesText = subject.kinds.values.contains { $0?.takesText ?? true }
    return subject.sources.compactMap { source in
      guard case .type(let type) = source.action else { return nil }
      guard let target = type.target else {
        return takesText
          ? nil : subject.warning(type.mark, "no view of the layout takes text", expected: "a text field that is being edited, or 'to'")
      }
      guard subject.sizes[target] != nil else { return nil }
      guard let kind = subject.kinds[target] else {
        return subject.warning(type.mark, "a window takes no text", expected: "the id of a text field")
      }
      guard let kind, !kind.takesText else { return nil }
      return subject.warning(
        type.mark, "\(quoted(target)) is a \(kind.noun), which takes no text", expected: "the id of a text field")
    }
  }
}

extension LayoutCheck {
  /// Secure keyboards in windows all of whose texts would show what they type, so that they type nothing.
  static func mutedKeyboards(in subject: CheckedLayout) -> [LayoutDiagnostic] {
    let secure = subject.layout.secureScope
    return subject.layout.windows.flatMap { window in
      let views = window.views.flatMap(\.withSubviews)
      let texts = views.filter(\.kind.takesText)
      guard !texts.isEmpty, !texts.contains(where: { secure.contains($0.id) || $0.kind == .pinField }) else { return [LayoutDiagnostic]() }
      return views.filter { $0.kind == .keyboard && secure.contains($0.id) }.map { keyboard in
        subject.warning(
          keyboard.mark, "\(quoted(keyboard.id)) is secure and types nothing into a text that is not",
          expected: "'secure: true' on a text of the window, or a pinField")
      }
    }
  }
}

extension LayoutView {
  /// The view and all views inside.
  package var withSubviews: [LayoutView] { [self] + subviews.flatMap(\.withSubviews) }
}

extension LayoutKind {
  /// The names of the actions that can be sent to a view of this kind.
  public var actionNames: [String] { viewClass.actions.map(\.name.description) }

  /// The class of views of this kind.
  var viewClass: View.Type {
    switch self {
    case .view: ContainerView.self
    case .button: Button.self
    case .switch: Switch.self
    case .slider: Slider.self
    case .stepper: Stepper.self
    case .segments: SegmentedControl.self
    case .pages: PageControl.self
    case .textField: TextField.self
    case .textView: TextView.self
    case .knob: Knob.self
    case .progress: ProgressView.self
    case .picker: PickerView.self
    case .popUp: PopUpButton.self
    case .matrix: Matrix.self
    case .scroll: ScrollView.self
    case .table: LayoutTableView.self
    case .keyboard: Keyboard.self
    case .dialPad: DialPad.self
    case .pinField: PINField.self
    }
  }
}
