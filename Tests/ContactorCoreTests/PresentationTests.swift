import ContactorCore
import ContactorStage
import Testing

/// Controllers and their sheets, closed in every way.
@Suite("Presented controllers: a stack of sheets is a stack (contract 3.6)")
struct PresentationTests {
  /// The ways to close a sheet.
  enum Closing: CaseIterable, Sendable {
    case controller, presenter, application, removal, close, performClose

    func close(_ controller: ViewController) {
      guard let window = controller.view.window, let application = window.application else { return }
      switch self {
      case .controller where controller.presentedViewController == nil: controller.dismiss()
      case .controller, .removal: application.removeWindow(window)
      case .presenter: controller.presentingViewController?.dismiss()
      case .application: application.dismiss(window)
      case .close: window.close()
      case .performClose: window.performClose()
      }
    }
  }

  private let application = Application()
  private let root = AppearanceWitness()

  init() {
    let window = Window(frame: Rect(x: 0, y: 0, width: 400, height: 400))
    application.addWindow(window)
    window.rootViewController = root
  }

  @Test("3.6 After a sheet was closed in any way both controllers can present and be presented again", arguments: Closing.allCases)
  func again(_ closing: Closing) {
    let sheet = ViewController()
    for _ in 0..<3 {
      #expect(root.present(sheet))
      #expect(root.presentedViewController === sheet && sheet.presentingViewController === root)
      closing.close(sheet)
      #expect(root.presentedViewController == nil && sheet.presentingViewController == nil)
      #expect(application.windows.count == 1 && application.modalWindow == nil && sheet.view.window == nil)
    }
  }

  @Test("3.6 Closing a sheet closes those above it, whose controllers can present again", arguments: Closing.allCases)
  func stack(_ closing: Closing) {
    let sheets = (0..<12).map { _ in ViewController() }
    for _ in 0..<2 {
      var top: ViewController = root
      for sheet in sheets {
        #expect(top.present(sheet))
        top = sheet
      }
      closing.close(sheets[3])
      #expect(application.windows.count == 4)
      #expect(sheets[2].presentedViewController == nil && sheets[4].presentingViewController == nil)
      #expect(sheets[2].present(sheets[5]) && sheets[5].present(sheets[4]))
      closing.close(sheets[0])
      #expect(application.windows.count == 1 && root.presentedViewController == nil)
    }
  }

  @Test("3.6 Controllers know who presents them as they appear, and no more once they have disappeared")
  func links() {
    let sheet = AppearanceWitness()
    var known: [Bool] = []
    sheet.act = { [unowned sheet, root] call in
      let (isPresented, isPresenting) = (sheet.presentingViewController === root, root.presentedViewController === sheet)
      #expect(isPresented == isPresenting)
      known.append(isPresented)
      if call == .willAppear { sheet.dismiss() }
    }
    #expect(root.present(sheet) && application.windows.count == 2)
    sheet.dismiss()
    #expect(known == [true, true, true, false] && application.windows.count == 1)
    sheet.act = nil
  }

  @Test("3.6 A controller that becomes the root of a sheet's window is presented in the former one's place")
  func otherRoot() {
    let (sheet, other) = (ViewController(), ViewController())
    #expect(root.present(sheet))
    sheet.view.window?.rootViewController = other
    #expect(root.presentedViewController === other && other.presentingViewController === root && sheet.presentingViewController == nil)
    other.dismiss()
    #expect(application.windows.count == 1 && root.presentedViewController == nil && other.presentingViewController == nil)
    #expect(root.present(sheet) && sheet.present(other))
  }

  @Test("3.6 A sheet ends with the window or the application below it")
  func below() {
    let sheet = ViewController()
    #expect(root.present(sheet))
    root.view.window?.close()
    #expect(root.presentedViewController == nil && sheet.view.window == nil)
    var other: Application? = Application()
    let window = Window(frame: Rect(x: 0, y: 0, width: 10, height: 10))
    window.rootViewController = root
    other?.addWindow(window)
    #expect(root.present(sheet))
    other = nil
    #expect(root.presentedViewController == nil && sheet.presentingViewController == nil && sheet.view.window == nil)
    application.addWindow(window)
    #expect(root.present(sheet))
  }

  @Test("3.6 Random programs of sheets and windows agree with a plain stack", arguments: ModelPrograms.seeds)
  func model(seed: UInt64) {
    var random = Dice(seed: seed)
    let controllers = [root] + (0..<6).map { _ in AppearanceWitness() }
    /// The presented windows from the bottom up, each with the controller that it shows, if it shows one.
    var model: [(window: Window, controller: ViewController?)] = []
    func check(_ step: String) {
      #expect(application.windows.dropFirst().elementsEqual(model.map(\.window), by: ===), "seed \(seed): \(step)")
      #expect(application.modalWindow === model.last?.window, "seed \(seed): \(step)")
      for controller in controllers {
        let place = model.firstIndex { $0.controller === controller }
        let isShown = place != nil || controller === root
        #expect((controller.viewIfLoaded?.window != nil) == isShown, "seed \(seed): \(step)")
        #expect((controller.presentingViewController != nil) == (place != nil), "seed \(seed): \(step)")
        #expect(controller.isInOrder && controller.phase == (isShown ? 2 : 0), "seed \(seed): \(step)")
      }
    }
    for number in 0..<30 {
      let step = "step \(number)"
      let top = model.last { $0.controller != nil }?.controller ?? root
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        let controller = controllers[Int.random(in: 0..<controllers.count, using: &random)]
        let isShown = controller === root || model.contains { $0.controller === controller }
        // A controller covers its own window, so that it presents only while that is the front one.
        guard model.isEmpty || model.last?.controller === top else { continue }
        #expect(top.present(controller) == !isShown, "seed \(seed): \(step)")
        if !isShown, let window = controller.view.window { model.append((window, controller)) }
      case 1:
        guard let covered = model.last?.window ?? root.view.window else { continue }
        let window = Window(frame: .zero)
        #expect(application.present(window, over: covered))
        model.append((window, nil))
      default:
        guard !model.isEmpty else { continue }
        let index = Int.random(in: 0..<model.count, using: &random)
        if let controller = model[index].controller {
          Closing.allCases[Int.random(in: 0..<Closing.allCases.count, using: &random)].close(controller)
        } else if Int.random(in: 0..<2, using: &random) == 0 {
          application.dismiss(model[index].window)
        } else {
          model[index].window.close()
        }
        model.removeSubrange(index...)
      }
      check(step)
    }
  }
}

@Suite("Presenting while a view loads (contract 3.6)")
struct NestedPresentationTests {
  private final class Loading: ViewController {
    var whenLoaded: (() -> Void)?
    override func viewDidLoad() { whenLoaded?() }
  }

  private let application = Application()
  private let window = Window(frame: Rect(x: 0, y: 0, width: 400, height: 600))
  private let root = ViewController()

  init() {
    application.addWindow(window)
    window.rootViewController = root
  }

  @Test("3.6 A controller that loads is not presented a second time, nor another one in its place")
  func nested() {
    let (sheet, other) = (Loading(), ViewController())
    var answers: [Bool] = []
    sheet.whenLoaded = { [unowned sheet, root] in answers = [root.present(sheet), root.present(other), other.present(sheet)] }
    #expect(root.present(sheet) && answers == [false, false, false])
    #expect(application.windows.count == 2 && sheet.presentingViewController === root)
    sheet.whenLoaded = nil
    sheet.dismiss()
    #expect(application.windows.count == 1 && application.modalWindow == nil && root.present(other))
  }

  @Test("3.6 A controller whose presenter goes as it loads is not shown, and can be presented again")
  func gone() {
    let sheet = Loading()
    sheet.whenLoaded = { [unowned application, unowned window] in application.removeWindow(window) }
    #expect(!root.present(sheet) && root.presentedViewController == nil && application.windows.isEmpty)
    application.addWindow(window)
    #expect(root.present(sheet) && sheet.presentingViewController === root)
  }
}
