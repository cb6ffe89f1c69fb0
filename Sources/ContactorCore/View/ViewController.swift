/// Manages a view: it is its root view's next responder (contract 3.2).
open class ViewController: Responder {
  /// The root view; `nil` before it is loaded.
  public private(set) var viewIfLoaded: View?
  /// The window that `present(_:)` uses to show another controller; retained while it is shown.
  private var presentedWindow: Window?
  /// The controller that presented this one last; it may have dismissed this one since.
  private weak var lastPresenter: ViewController?

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
      loadView()
      let view = viewIfLoaded ?? View()
      if viewIfLoaded == nil { setView(view) }
      viewDidLoad()
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
    withExtendedLifetime(old) {}
  }

  private func dropView() {
    let old = viewIfLoaded
    viewIfLoaded = nil
    withExtendedLifetime(old) {}
  }

  /// Creates the root view; override it and set `view`.
  open func loadView() {
    view = View()
  }

  /// Called once after the view was loaded.
  open func viewDidLoad() {}

  /// The superview of the root view.
  override open var next: Responder? { viewIfLoaded?.superview }

  // MARK: Presenting

  /// The controller that this one presents; `nil` if there is none, also after its window was closed in any way.
  public var presentedViewController: ViewController? { shownWindow?.rootViewController }

  /// The window of the presented controller, while it is in an application.
  private var shownWindow: Window? {
    guard let presentedWindow, !presentedWindow.ownerLink.isEmpty else { return nil }
    return presentedWindow
  }

  /// The controller that presents this one; `nil` if there is none.
  public var presentingViewController: ViewController? {
    guard let lastPresenter, lastPresenter.presentedViewController === self else { return nil }
    return lastPresenter
  }

  /// Shows a controller in a modal window over this controller's window (contract 3.6).
  ///
  /// The window may be closed in any way: by `dismiss()` of a controller or of the application, by `removeWindow(_:)`, by the window's
  /// `close()`, or because the window below it was closed. Both controllers can then present, and be presented, again.
  ///
  /// - Returns: false if this controller's view is in no application, if this controller presents another one already, or if the given
  ///   controller is shown already.
  @discardableResult
  public func present(_ controller: ViewController) -> Bool {
    // The window is set before the controller loads its view, which may present again.
    guard presentedWindow == nil, controller !== self, controller.presentingViewController == nil,
      controller.lastPresenter?.presentedWindow?.rootViewController !== controller,
      controller.viewIfLoaded?.window == nil, let window = viewIfLoaded?.window, let application = window.owner
    else { return false }
    let modal = Window(frame: window.frame)
    modal.beginPresentation(by: self)
    presentedWindow = modal
    controller.lastPresenter = self
    modal.rootViewController = controller
    // Loading the view may have removed the window below.
    guard application.present(modal, over: window) else {
      modal.endPresentation()
      return false
    }
    return true
  }

  /// Dismisses the controller that this one presents, or else this one.
  public func dismiss() {
    guard let modal = shownWindow else {
      presentingViewController?.dismiss()
      return
    }
    modal.owner?.dismiss(modal)
  }

  /// Lets go of the presented controller, whose window has left its application.
  final func presentedWindowLeft(_ window: Window) {
    if presentedWindow === window { presentedWindow = nil }
  }
}
