import ContactorCore
import ContactorStage
import Testing

/// A controller that writes down the calls about its appearance, and does something in them.
final class AppearanceWitness: ViewController {
  enum Call: Int, CaseIterable {
    case willAppear, didAppear, willDisappear, didDisappear
  }

  var calls: [Call] = []
  /// Whether each call was the one after the one before.
  var isInOrder = true
  /// Whether the view was in a shown window at each call.
  var places: [Bool] = []
  var act: ((Call) -> Void)?

  /// Takes the calls that were made.
  func taken() -> [Call] {
    defer { calls = [] }
    return calls
  }

  /// The number of calls of all cycles, modulo 4: 2 while the view has appeared.
  private(set) var phase = 0

  private func note(_ call: Call) {
    if call.rawValue != phase { isInOrder = false }
    phase = (call.rawValue + 1) % 4
    calls.append(call)
    places.append(viewIfLoaded?.window?.application != nil)
    act?(call)
  }

  override func viewWillAppear() { note(.willAppear) }
  override func viewDidAppear() { note(.didAppear) }
  override func viewWillDisappear() { note(.willDisappear) }
  override func viewDidDisappear() { note(.didDisappear) }
}

private let coming: [AppearanceWitness.Call] = [.willAppear, .didAppear]
private let going: [AppearanceWitness.Call] = [.willDisappear, .didDisappear]

@Suite("The appearance of a controller's view (contract 3.6)")
struct AppearanceTests {
  private let application = Application()
  private let window = Window(frame: Rect(x: 0, y: 0, width: 400, height: 300))
  private let root = AppearanceWitness()

  init() { window.rootViewController = root }

  @Test("3.6 A root view appears with its window, in its size, and disappears with it, in whatever way")
  func windows() {
    #expect(root.calls.isEmpty)
    var size: Size?
    root.act = { [unowned root] call in if call == .willAppear { size = root.view.frame.size } }
    for leave in [{ application.removeWindow(window) }, { window.close() }, { _ = window.performClose() }] {
      application.addWindow(window)
      #expect(root.taken() == coming && size == window.frame.size)
      application.addWindow(window)
      #expect(root.taken().isEmpty)
      leave()
      #expect(root.taken() == going)
    }
    #expect(Array(root.places.prefix(4)) == [false, true, true, false])
    let other = Application()
    application.addWindow(window)
    other.addWindow(window)
    #expect(root.taken() == coming + going + coming && other.windows.count == 1)
    #expect(root.places.suffix(4) == [true, false, false, true], "it leaves the one application before it appears in the other")
  }

  @Test("3.6 A window that is hidden hides its controllers, and shows them again")
  func hidden() {
    application.addWindow(window)
    _ = root.taken()
    window.isHidden = true
    window.isHidden = true
    #expect(root.taken() == going)
    application.removeWindow(window)
    application.addWindow(window)
    #expect(root.taken().isEmpty)
    window.isHidden = false
    #expect(root.taken() == coming)
    root.view.isHidden = true
    #expect(root.taken().isEmpty, "as in UIKit, a hidden view has not disappeared")
  }

  @Test("3.6 Another root controller, and a view that comes and goes by itself, with the controllers inside")
  func views() {
    let (other, child) = (AppearanceWitness(), AppearanceWitness())
    application.addWindow(window)
    _ = root.taken()
    window.rootViewController = other
    #expect(root.taken() == going && other.taken() == coming && other.view.frame == window.bounds)
    other.view.addSubview(child.view)
    #expect(child.taken() == coming)
    window.addSubview(child.view)
    #expect(child.taken().isEmpty, "it stays in the window")
    other.view.addSubview(child.view)
    window.rootViewController = nil
    #expect(other.taken() == going && child.taken() == going)
    let second = Window(frame: window.frame)
    application.addWindow(second)
    window.rootViewController = other
    #expect(other.taken() == coming && child.taken() == coming)
    second.rootViewController = other
    #expect(other.taken() == going + coming && child.taken() == going + coming)
    other.view = View()
    #expect(other.taken() == going, "its view is another, in no window")
    second.addSubview(other.view)
    #expect(other.taken() == coming)
  }

  @Test("3.6 A sheet appears and disappears; the view below it stays", arguments: PresentationTests.Closing.allCases)
  func sheet(_ closing: PresentationTests.Closing) {
    application.addWindow(window)
    _ = root.taken()
    let (sheet, upper) = (AppearanceWitness(), AppearanceWitness())
    var keys: [Bool] = []
    sheet.act = { [unowned sheet, application] call in
      if call == .didAppear { keys.append(application.modalWindow === sheet.view.window && sheet.view.window?.isKeyWindow == true) }
    }
    for _ in 0..<2 {
      #expect(root.present(sheet) && sheet.present(upper))
      #expect(sheet.taken() == coming && upper.taken() == coming)
      closing.close(sheet)
      #expect(sheet.taken() == going && upper.taken() == going && root.taken().isEmpty)
    }
    #expect(keys == [true, true])
  }

  @Test("3.6 Views disappear with their application")
  func applications() {
    var other: Application? = Application()
    other?.addWindow(window)
    let sheet = AppearanceWitness()
    #expect(root.present(sheet))
    other = nil
    #expect(root.taken() == coming + going && sheet.taken() == coming + going)
    application.addWindow(window)
    #expect(root.taken() == coming && root.present(sheet) && sheet.taken() == coming)
  }

  @Test("3.6 A control follows no finger when views disappear with their application, and can be touched in another one")
  func touchedControl() {
    let control = Control(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    var states: [Bool] = []
    var other: Application? = Application()
    other?.addWindow(window)
    window.addSubview(control)
    let down = TouchFrame(
      device: DeviceID(rawValue: 1), timestamp: Timestamp(microseconds: 1000),
      contacts: [Contact(trackingID: 1, slot: 0, phase: .began, location: Point(x: 50, y: 50))])
    other?.handle(down)
    #expect(control.isTracking)
    root.act = { [application, unowned window, unowned control] call in
      guard call == .willDisappear else { return }
      states.append(control.isTracking)
      application.addWindow(window)
      application.handle(down)
      states.append(control.isTracking)
    }
    other = nil
    #expect(states == [false, true])
    root.act = nil
  }

  @Test("3.6 What a call undoes is undone with all four calls; a controller dismissed as it appears can be presented in its last call")
  func inside() {
    application.addWindow(window)
    let sheet = AppearanceWitness()
    sheet.act = { [unowned sheet] call in if call == .didAppear { sheet.dismiss() } }
    #expect(root.present(sheet) && sheet.taken() == coming + going && application.windows.count == 1)
    sheet.act = { [window, application] call in if call == .willAppear { application.removeWindow(window) } }
    #expect(!root.present(sheet) && sheet.taken() == coming + going && application.windows.isEmpty)
    application.addWindow(window)
    var rounds = 0
    sheet.act = { [unowned sheet, root] call in
      if call == .didAppear { sheet.dismiss() }
      rounds += 1
      if call == .didDisappear, rounds < 12 { #expect(root.present(sheet)) }
    }
    #expect(root.present(sheet) && sheet.taken() == coming + going + coming + going + coming + going)
    // One that undoes itself without end is left as it is.
    rounds = -100_000
    _ = root.present(sheet)
    #expect(rounds < -99_000 && sheet.isInOrder)
    sheet.act = nil
    root.act = { [unowned root, window] call in
      if call == .willDisappear { window.rootViewController = nil }
      if call == .didDisappear { window.rootViewController = root }
    }
    application.removeWindow(window)
    #expect(root.isInOrder && application.windows.isEmpty)
    root.act = nil
  }

  @Test(
    "3.6 A view that is taken elsewhere as it comes into a window or leaves it makes its controller's calls to their end", arguments: 0..<6)
  func takenElsewhere(_ way: Int) {
    application.addWindow(window)
    let (parent, attic) = (View(), View())
    let (first, second) = (AppearanceWitness(), AppearanceWitness())
    parent.addSubview(first.view)
    first.view.addSubview(second.view)
    let takes = { [unowned attic, unowned second] in
      way % 3 == 0 ? second.view.removeFromSuperview() : way % 3 == 1 ? attic.addSubview(second.view) : { second.view = View() }()
    }
    let isLeaving = way >= 3
    if isLeaving {
      root.view.addSubview(parent)
      _ = (first.taken(), second.taken())
    }
    // The second has been announced when the first call of a view beside it comes.
    let beside = AppearanceWitness()
    parent.addSubview(beside.view)
    _ = beside.taken()
    beside.act = { call in if call == (isLeaving ? .willDisappear : .willAppear) { takes() } }
    if isLeaving { parent.removeFromSuperview() } else { root.view.addSubview(parent) }
    #expect(second.phase == 0 && second.isInOrder && first.phase == (isLeaving ? 0 : 2) && beside.phase == first.phase)
    beside.act = nil
  }

  @Test("5.14 Controllers that present another one as they appear come to an end")
  func nested() {
    application.addWindow(window)
    var made = 0
    func present(over controller: ViewController) {
      let next = AppearanceWitness()
      made += 1
      next.act = { [unowned next] call in if call == .didAppear { present(over: next) } }
      controller.present(next)
    }
    present(over: root)
    #expect(made > 10 && made < 1000 && application.windows.count == made)
    root.dismiss()
    #expect(application.windows.count == 1)
  }

  @Test(
    "3.6 After random changes of sheets, windows and roots, also in the calls, each controller knows whether it is shown",
    arguments: ModelPrograms.seeds)
  func model(seed: UInt64) {
    var random = Dice(seed: seed)
    application.addWindow(window)
    let controllers = [root] + (0..<6).map { _ in AppearanceWitness() }
    let other = Window(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    var nesting = 0
    /// Makes a random change.
    func change() {
      let controller = controllers[Int.random(in: 0..<controllers.count, using: &random)]
      let further = controllers[Int.random(in: 0..<controllers.count, using: &random)]
      switch Int.random(in: 0..<10, using: &random) {
      case 0...2: controller.present(further)
      case 3: controller.dismiss()
      case 4: PresentationTests.Closing.allCases.randomElement(using: &random)?.close(controller)
      case 5: controller.viewIfLoaded?.window?.isHidden.toggle()
      case 6: (Bool.random(using: &random) ? window : other).rootViewController = controller
      case 7: if other.application == nil { application.addWindow(other) } else { other.close() }
      case 8: if window.application == nil { application.addWindow(window) } else { application.removeWindow(window) }
      default: controller.viewIfLoaded?.removeFromSuperview()
      }
    }
    let isNested = seed % 3 != 0
    // The closures hold the controllers that hold them.
    defer { for controller in controllers { controller.act = nil } }
    for controller in controllers {
      controller.act = { _ in
        guard isNested, nesting < 3, Int.random(in: 0..<4, using: &random) == 0 else { return }
        nesting += 1
        change()
        nesting -= 1
      }
    }
    for step in 0..<60 {
      change()
      for (index, controller) in controllers.enumerated() {
        let window = controller.viewIfLoaded?.window
        let isShown = window?.application != nil && window?.isHidden == false
        #expect(controller.isInOrder, "seed \(seed), step \(step), controller \(index)")
        #expect(controller.phase == (isShown ? 2 : 0), "seed \(seed), step \(step), controller \(index)")
        guard controller.isInOrder else { return }
      }
    }
  }
}
