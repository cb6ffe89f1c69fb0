/// Stands between a view and the rest of the chain: its root view's next responder is the controller (contract 3.2).
open class ViewController: Responder {
  /// The view, once it was made.
  public private(set) var viewIfLoaded: View?

  deinit {
    viewIfLoaded?.viewController = nil
  }

  /// The root view; made by `loadView()` when first asked for.
  public var view: View {
    get {
      if let viewIfLoaded { return viewIfLoaded }
      loadView()
      guard let view = viewIfLoaded else {
        preconditionFailure("\(type(of: self)).loadView() must set the view")
      }
      viewDidLoad()
      return view
    }
    set {
      viewIfLoaded?.viewController = nil
      viewIfLoaded = newValue
      newValue.viewController = self
    }
  }

  /// Makes the root view; override it and set `view`.
  open func loadView() {
    view = View(frame: .zero)
  }

  /// Called once after the view was made.
  open func viewDidLoad() {}

  /// The view that the root view is in.
  override open var next: Responder? { viewIfLoaded?.superview }
}
