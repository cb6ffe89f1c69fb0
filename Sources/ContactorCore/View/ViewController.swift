/// Manages a view: it is its root view's next responder (contract 3.2).
///
/// The view appears when it comes into a window that is shown: one that is in an application and not hidden. It disappears when it
/// leaves that window, or the window is hidden or leaves its application, in whatever way. A sheet leaves the view below it in its
/// window, so that this one does not disappear.
///
/// | call                  | when                                                                    |
/// | --------------------- | ----------------------------------------------------------------------- |
/// | `viewWillAppear()`    | before the view comes into a shown window, or its window is shown       |
/// | `viewDidAppear()`     | after that; a presented window is the key window                        |
/// | `viewWillDisappear()` | before the view leaves the shown window, or the window leaves           |
/// | `viewDidDisappear()`  | after that; a controller whose sheet was closed can present again       |
///
/// Each controller gets these calls in this order, over and over: none is left out, and none comes twice. If the
/// view leaves during one of them, the calls that follow still come, without a window.
open class ViewController: Responder {
  /// The root view; `nil` before it is loaded.
  public private(set) var viewIfLoaded: View?
  /// The window that `present(_:)` uses to show another controller; retained until it has left its application.
  private var presentedWindow: Window?
  /// The controller that presented this one last; it may have dismissed this one since.
  private weak var lastPresenter: ViewController?
  private var appearance = Appearance.disappeared
  /// Whether one of the four calls about the appearance is running, or the view is being loaded; `settleAppearance()` then waits for its end.
  private var isCalling = false
  /// Whether `settleAppearance()` was called meanwhile.
  private var isUnsettled = false

  /// Creates a controller whose view is loaded when it is first read.
  override public init() {}

  deinit {
    if let viewIfLoaded, viewIfLoaded.isRoot(of: self) { viewIfLoaded.viewController = nil }
  }

  /// The root view; the first read loads it with `loadView()`.
  ///
  /// A plain view if `loadView()` sets none.
  public var view: View {
    get {
      if let viewIfLoaded { return viewIfLoaded }
      // A view that is shown already appears once it is loaded.
      let wasCalling = isCalling
      isCalling = true
      loadView()
      let view = viewIfLoaded ?? View()
      if viewIfLoaded == nil { setView(view) }
      viewDidLoad()
      isCalling = wasCalling
      settleAppearance()
      return viewIfLoaded ?? view
    }
    set { setView(newValue) }
  }

  private func setView(_ view: View) {
    let old = viewIfLoaded
    guard old !== view else { return }
    old?.viewController = nil
    // A view has one controller.
    view.viewController?.dropView()
    viewIfLoaded = view
    view.viewController = self
    view.window?.note(self)
    withExtendedLifetime(old) {}
    settleAppearance()
  }

  private func dropView() {
    let old = viewIfLoaded
    viewIfLoaded = nil
    withExtendedLifetime(old) {}
    settleAppearance()
  }

  /// Creates the root view; override it and set `view`.
  open func loadView() {
    view = View()
  }

  /// Called once after the view was loaded.
  open func viewDidLoad() {}

  /// The superview of the root view.
  override open var next: Responder? { viewIfLoaded?.superview }

  // MARK: Appearing

  /// Called before the view comes into a window that is shown; does nothing unless overridden.
  ///
  /// The view has the size that it will have as a window's root view.
  open func viewWillAppear() {}

  /// Called after the view came into a window that is shown; does nothing unless overridden.
  open func viewDidAppear() {}

  /// Called before the view leaves the window that shows it; does nothing unless overridden.
  open func viewWillDisappear() {}

  /// Called after the view left the window that showed it; does nothing unless overridden.
  open func viewDidDisappear() {}

  /// The last of the four calls.
  private enum Appearance {
    case disappeared, appearing, appeared, disappearing
  }

  /// The greatest number of the four calls at a time to a controller that undoes each in the next: 64.
  ///
  /// The others come with the next change.
  private static let callLimit = 64

  /// Whether the view is in a window that is in an application and not hidden.
  private var isShown: Bool { viewIfLoaded?.window?.isShown ?? false }

  /// Calls `viewWillAppear()` or `viewWillDisappear()` before a change, unless it was called for the same already.
  final func announceAppearance(_ isComing: Bool) {
    guard appearance == (isComing ? .disappeared : .appeared) else { return }
    isUnsettled = false
    call(isComing ? .appearing : .disappearing)
    // The call may have made the change itself.
    if !isCalling, isUnsettled { settleAppearance() }
  }

  /// Makes the calls that are due after a change, until they agree with the view's place.
  final func settleAppearance() {
    isUnsettled = isCalling
    if isCalling { return }
    for _ in 0..<Self.callLimit {
      switch appearance {
      case .disappeared: if isShown { call(.appearing) } else { return }
      case .appearing: call(.appeared)
      case .appeared: if isShown { return } else { call(.disappearing) }
      case .disappearing: call(.disappeared)
      }
    }
  }

  private func call(_ next: Appearance) {
    let wasCalling = isCalling
    (appearance, isCalling) = (next, true)
    switch next {
    case .appearing: viewWillAppear()
    case .appeared: viewDidAppear()
    case .disappearing: viewWillDisappear()
    case .disappeared: viewDidDisappear()
    }
    isCalling = wasCalling
  }

  // MARK: Presenting

  /// How deep presentations nest: 64.
  private static let presentationLimit = 64

  /// The controller that this one presents; `nil` if there is none, also after its window was closed in any way.
  ///
  /// It is set before the controller's view is loaded and appears, and `nil` again before `viewDidDisappear()`.
  public var presentedViewController: ViewController? { presentedWindow?.rootViewController }

  /// The controller that presents this one; `nil` if there is none; set and cleared together with `presentedViewController`.
  ///
  /// A controller that is made the root of a presented window takes the former one's place.
  public var presentingViewController: ViewController? {
    guard let lastPresenter, lastPresenter.presentedViewController === self else { return nil }
    return lastPresenter
  }

  /// Shows a controller in a modal window over this controller's window (contract 3.6).
  ///
  /// The window may be closed in any way: by `dismiss()` of a controller or of the application, by `removeWindow(_:)`, by the window's
  /// `close()`, or because the window below it was closed. Both controllers can then present, and be presented, again.
  ///
  /// - Returns: false if this controller's view is in no application, if this controller presents another one already, if the given
  ///   controller is shown already, or if 64 calls are nested, as by controllers that present in `viewDidAppear()`.
  @discardableResult
  public func present(_ controller: ViewController) -> Bool {
    // The window is set before the controller loads its view, which may present again.
    guard presentedWindow == nil, controller !== self, controller.presentingViewController == nil,
      controller.viewIfLoaded?.window == nil, let window = viewIfLoaded?.window, let application = window.owner,
      application.presentationDepth < Self.presentationLimit
    else { return false }
    application.presentationDepth += 1
    defer { application.presentationDepth -= 1 }
    let modal = Window(frame: window.frame)
    modal.beginPresentation(by: self)
    presentedWindow = modal
    modal.rootViewController = controller
    // Loading the view may have removed the window below.
    guard application.present(modal, over: window) else {
      modal.endPresentation()
      return false
    }
    return true
  }

  /// Dismisses the controller that this one presents, or else this one.
  ///
  /// Does nothing while that is about to appear, as in `viewWillAppear()`.
  public func dismiss() {
    guard let modal = presentedWindow else {
      presentingViewController?.dismiss()
      return
    }
    modal.owner?.dismiss(modal)
  }

  /// Notes the controller that presents this one, as its view is about to come into the presented window.
  final func notePresenter(_ presenter: ViewController) { lastPresenter = presenter }

  /// Lets go of the presented controller, whose window has left its application.
  final func presentedWindowLeft(_ window: Window) {
    if presentedWindow === window { presentedWindow = nil }
  }
}
