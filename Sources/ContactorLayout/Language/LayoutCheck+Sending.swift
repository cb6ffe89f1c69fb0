import ContactorControls
import ContactorCore
import ContactorSystem

extension LayoutCheck {
  /// Sends that nobody in the layout handles; an application in Swift that runs the layout may.
  static func unhandledSends(in layout: Layout) -> [LayoutDiagnostic] {
    var kinds: [String: LayoutKind] = [:]
    let views = layout.windows.flatMap { $0.views.flatMap(\.withSubviews) }
    for view in views { kinds[view.id] = view.kind }
    var sent = views.flatMap { view in view.bindings.flatMap(\.actions).map { (view.kind, $0) } }
    // A gesture's search starts at its view; a window lists no actions, as a plain view does not beyond its own.
    for gesture in layout.gestures {
      let kind = gesture.view.flatMap { kinds[$0] } ?? .view
      sent += gesture.bindings.flatMap(\.actions).map { (kind, $0) }
    }
    return sent.compactMap { kind, action in
      guard case .send(let send) = action, let problem = problem(with: send, from: kind, kinds) else { return nil }
      return LayoutDiagnostic(
        file: layout.file, mark: send.mark, severity: .warning, message: problem.message, suggestion: problem.nearest)
    }
  }

  private static func problem(
    with send: SendAction, from kind: LayoutKind, _ kinds: [String: LayoutKind]
  ) -> (message: String, nearest: String?)? {
    let name = send.action.description
    if let target = send.target {
      // A window's id: windows list no actions of their own.
      let known = kinds[target]?.actionNames ?? []
      guard !known.contains(name) else { return nil }
      let owner = kinds[target].map { "a \($0.noun)" } ?? "a window"
      return ("\(owner) does not do \(quoted(name))", NameIndex.nearest(to: name, in: known))
    }
    // Without a target it is asked: the field that is being edited, the sender, and the views around it.
    let known = LayoutKind.textField.actionNames + kind.actionNames + LayoutKind.view.actionNames
    guard !known.contains(name) else { return nil }
    return ("nothing around the sender does \(quoted(name)), and no 'to' names a view that does", NameIndex.nearest(to: name, in: known))
  }
}

extension LayoutView {
  /// The view and all views inside.
  package var withSubviews: [LayoutView] { [self] + subviews.flatMap(\.withSubviews) }
}

extension LayoutKind {
  /// The names of the actions that can be sent to a view of this kind.
  public var actionNames: [String] {
    let type: Responder.Type =
      switch self {
      case .view: ContainerView.self
      case .button: Button.self
      case .switch: Switch.self
      case .slider: Slider.self
      case .stepper: Stepper.self
      case .segments: SegmentedControl.self
      case .pages: PageControl.self
      case .textField: TextField.self
      }
    return type.actions.map(\.name.description)
  }
}
