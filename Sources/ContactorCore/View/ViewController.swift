/// Stands between a view and the rest of the chain: its root view's next responder is the controller (contract 3.2).
open class ViewController: Responder {
  /// The view, once it was made.
  public private(set) var viewIfLoaded: View?
  /// The window in which `present(_:)` shows another controller; kept while it is shown.
  private var presentedWindow: Window?
  /// The controller that presented this one, as long as its window has not been given another root.
  private weak var presenter: ViewController?

  /// Creates a controller whose view is made when it is first asked for.
  override public init() {}

  deinit {
    if let viewIfLoaded, viewIfLoaded.isRoot(of: self) { viewIfLoaded.viewController = nil }
  }

  /// The root view; made by `loadView()` when first asked for.
  ///
  /// A plain view where `loadView()` sets none.
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

  /// Makes the root view; override it and set `view`.
  open func loadView() {
    view = View()
  }

  /// Called once after the view was made.
  open func viewDidLoad() {}

  /// The view that the root view is in.
  override open var next: Responder? { viewIfLoaded?.superview }

  // MARK: Presenting

  /// The controller that this one presents; `nil` for none.
  public var presentedViewController: ViewController? { presentedWindow?.rootViewController }

  /// The controller that presents this one; `nil` for none.
  public var presentingViewController: ViewController? {
    guard let presenter, presenter.presentedViewController === self else { return nil }
    return presenter
  }

  /// Shows a controller in a modal window over this one's (contract 3.6).
  ///
  /// - Returns: false where this controller's view is in no application, where it presents already, or where the other is
  ///   shown somewhere.
  @discardableResult
  public func present(_ controller: ViewController) -> Bool {
    guard presentedWindow == nil, controller !== self, controller.presentingViewController == nil,
      controller.viewIfLoaded?.window == nil, let window = viewIfLoaded?.window, let application = window.owner
    else { return false }
    let modal = Window(frame: window.frame)
    modal.pointsPerMillimetre = window.pointsPerMillimetre
    presentedWindow = modal
    controller.presenter = self
    modal.rootViewController = controller
    application.present(modal)
    return true
  }

  /// Takes away what this controller presents, or else this one from the controller that presents it.
  public func dismiss() {
    guard let modal = presentedWindow else {
      presentingViewController?.dismiss()
      return
    }
    presentedWindow = nil
    if let application = modal.owner { application.dismiss(modal) }
    modal.rootViewController = nil
  }
}
