import ContactorCore
import Foundation

extension Form {
  /// Views in one another, recognizers and handlers on each: the order in which they hear of a press.
  static let propagation = Form(
    name: "propagation",
    reads: { !$0.given["tree"].isNull || $0.area == "propagation" || !$0.given["legend"].isNull && !$0.expect["order"].isNull }
  ) { item in
    let scene = try Propagation(item)
    var ours: [String: JSON] = [:]
    if item.given["touches"].isNull {
      scene.rig.send(.began, 150, 150, at: 0)
      ours["order"] = JSON(scene.heard)
      ours["orderOnPress"] = JSON(scene.heard)
      for (index, step) in try steps(item).enumerated() {
        scene.heard = []
        try scene.perform(step, at: Double(index + 1) * 10)
        for (name, word) in [("orderOnDeny", "denied"), ("orderOnGrab", "grab"), ("orderOnMotion", "motion")] where step.contains(word) {
          ours[name] = JSON(scene.heard)
        }
      }
    } else {
      try scene.rig.play(item.given["touches"])
      // A tap that is held for no time at all is recognized as time passes.
      if scene.rig.application.nextDeadline != nil { scene.rig.settle() }
      ours["order"] = JSON(scene.heard)
    }
    try match(ours, item.expect.object())
  }

  private static func steps(_ item: Case) throws -> [String] {
    switch item.given["then"] {
    case .null: []
    case .text(let step): [step]
    default: try item.given["then"].texts()
    }
  }
}

/// The views of a case in one another, each with what the case puts on it.
private final class Propagation {
  let rig = GestureRig()
  /// What was told, in the order of telling.
  var heard: [String] = []
  private var views: [String: ListeningView] = [:]
  private var recognizers: [String: ListeningRecognizer] = [:]

  init(_ item: Case) throws {
    // `A(window) > B(box) > C(image)`, `decorator > border`
    let tree = try (item.given["tree"].isNull ? item.given["views"] : item.given["tree"]).text()
    let hasPlainWords = !item.given["tree"].isNull
    var parent: View?
    for name in tree.components(separatedBy: " > ") {
      let letter = String(name.prefix(1))
      let view = ListeningView(frame: Rect(x: 0, y: 0, width: 300, height: 300))
      // Avalonia's cases name a press and a release of each view, GTK's the handler only.
      view.words = hasPlainWords ? ["down": "plain \(letter)"] : ["down": "\(letter)p", "up": "\(letter)r"]
      view.onTouches = { [unowned self] in heard.append($0) }
      (parent ?? rig.window).addSubview(view)
      views[letter] = view
      parent = view
      if !hasPlainWords { addTaps(letter, to: view) }
    }
    // `A propagate`, `B STOP`
    for text in item.given["plainHandlers"].listIfAny?.compactMap(\.textIfAny) ?? [] where text.hasSuffix("STOP") {
      views[String(text.prefix(1))]?.stops = true
    }
    for text in item.given["gestures"].listIfAny?.compactMap(\.textIfAny) ?? [] {
      let name = String(text.prefix { $0 != " " })
      guard let view = views[name.prefix(1).uppercased()] else { throw MalformedCase(.text(text), "a gesture of a view") }
      let recognizer = ListeningRecognizer()
      recognizer.name = name
      recognizer.claims = text.contains("(claims")
      recognizer.onWord = { [unowned self] in heard.append($0) }
      view.addGestureRecognizer(recognizer)
      recognizers[name] = recognizer
    }
    if hasPlainWords, item.given["plainHandlers"].isNull { for view in views.values { view.words = [:] } }
  }

  private func addTaps(_ letter: String, to view: View) {
    let taps = [rig.add(TapGestureRecognizer(), letter + "t", to: view), rig.add(TapGestureRecognizer(), letter + "dt", to: view)]
    taps[1].numberOfTapsRequired = 2
    // The second tap is recognized with the touch, and nothing is delayed or taken from the views.
    taps[1].hold = .zero
    for tap in taps {
      tap.cancelsTouchesInView = false
      tap.delaysTouchesEnded = false
      tap.addAction("hear") { [unowned self] in heard.append($0.name) }
    }
  }

  /// `b1 denied`, `motion`; there is nothing like `grab on B` here.
  func perform(_ step: String, at time: Double) throws {
    if step == "motion" {
      rig.send(.moved, 151, 151, at: time)
    } else if step.hasSuffix(" denied"), let recognizer = recognizers[String(step.prefix { $0 != " " })] {
      recognizer.state = recognizer.state.isUnderWay ? .cancelled : .failed
      heard.append("\(recognizer.name)=denied")
    } else if !step.hasPrefix("grab on") {
      throw MalformedCase(.text(step), "a step")
    }
  }
}

private final class ListeningView: View {
  var words: [String: String] = [:]
  var stops = false
  var onTouches: (String) -> Void = { _ in }

  override func touchesBegan(_ touches: TouchSet, with event: Event?) {
    if let word = words["down"] { onTouches(word) }
    if !stops { super.touchesBegan(touches, with: event) }
  }

  override func touchesEnded(_ touches: TouchSet, with event: Event?) {
    if let word = words["up"] { onTouches(word) }
    if !stops { super.touchesEnded(touches, with: event) }
  }
}

/// A recognizer that tells what it hears, and begins with the press where it is to claim it.
private final class ListeningRecognizer: GestureRecognizer {
  var claims = false
  var onWord: (String) -> Void = { _ in }

  override func touchesBegan(_ touches: TouchSet, with event: Event) {
    onWord(name)
    if claims, state == .possible {
      onWord("\(name)=claimed")
      state = .began
    }
  }

  override func touchesMoved(_ touches: TouchSet, with event: Event) { onWord("\(name) updated") }
  override func touchesEnded(_ touches: TouchSet, with event: Event) { state = state.isUnderWay ? .ended : .failed }
  override func touchesCancelled(_ touches: TouchSet, with event: Event) {
    onWord("\(name) cancelled")
    state = .cancelled
  }
}
