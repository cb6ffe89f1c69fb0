import ContactorCore

/// What happened in a scene: a state that a recognizer reached, or touches that a view saw.
struct Entry {
  /// The recognizer's name, or the view's.
  let name: String
  /// A recognizer's state, or `waits`; `down`, `move`, `up` or `cancel` of a view.
  let event: String
  /// The position in the case's list of touches that was played last.
  let index: Int
  /// Milliseconds of the case's clock.
  let time: Double
  let view: String
  var isDiscrete = false
  var location = Point.zero
  /// How many fingers: of a recognizer; of a view, those that are down.
  var touches = 0
  /// How many fingers a view's call was about.
  var changed = 0
  var translation = Point.zero
  var velocity = Point.zero
  /// A rotation in radians, or a scale.
  var value = 0.0
  /// How many touches in a row the last one is.
  var tapCount = 0
  /// Whether a finger is down.
  var isDown = false

  var isCall: Bool { event != "waits" && event != "failed" }
  var isBegin: Bool { event == "began" || isDiscrete && event == "ended" }
}

/// Recognizers under a case's touches, with everything that became of them.
///
/// Which recognizers there are is the case's affair; what a source sets without saying it in its cases, and its words, are in
/// its `Dialect`.
final class TouchScene {
  let item: Case
  let dialect: Dialect
  let rig: GestureRig
  /// The recognizers' names in the order in which they were added.
  private(set) var names: [String] = []
  private(set) var recognizers: [String: GestureRecognizer] = [:]
  private(set) var views: [String: View] = [:]
  private(set) var entries: [Entry] = []
  /// How many of them there were when the case's last touch had been played.
  private(set) var entriesAtEnd = 0
  /// What the recognizer had come to after each frame, with the frame's position in the case's list.
  private(set) var frames: [(index: Int, state: String, translation: Point, location: Point, calls: Int)] = []
  private let delegate = TestDelegate()
  private var waiting: Set<String> = []

  init(_ item: Case) throws {
    self.item = item
    dialect = Dialect.of(item)
    var size = Size(width: 1000, height: 1000)
    let whole = item.given["window"]["frame"].listIfAny == nil ? item.given["view"] : item.given["window"]["frame"]
    if whole.listIfAny != nil, try Rect(whole).origin == .zero { size = try Rect(whole).size }
    if item.given["window"].listIfAny != nil {
      size = try Size(width: item.given["window"][0].number(), height: item.given["window"][1].number())
    }
    rig = GestureRig(width: size.width, height: size.height)
    if item.params["timeUnit"].textIfAny?.contains("MICROSECONDS") == true { rig.unit = 1 }
    if try item.given["touches"].list().contains(where: { ($0["x"].numberIfAny ?? 0) < 0 || ($0["y"].numberIfAny ?? 0) < 0 }) {
      rig.offset = Point(x: 500, y: 500)
    }
    rig.onTransition = { [unowned self] recognizer, state in
      if state == .failed { note(recognizer.name, "failed") }
    }
    try addViews(size)
    for request in try RecognizerRequest.all(in: item, dialect) { try add(request) }
    try relate()
    try dialect.prepare(self)
  }

  /// The recognizer that a case is about: the first that was added.
  var it: String { names.first ?? "" }

  subscript<Recognizer: GestureRecognizer>(_ name: String, as type: Recognizer.Type) -> Recognizer {
    get throws {
      guard let recognizer = recognizers[name] as? Recognizer else { throw MalformedCase(.text(name), "a \(type) of the case") }
      return recognizer
    }
  }

  /// The only pan of the scene, which cases do not name.
  var pan: PanGestureRecognizer {
    get throws {
      guard let pan = recognizers.values.lazy.compactMap({ $0 as? PanGestureRecognizer }).first else {
        throw MalformedCase(item.given, "a pan")
      }
      return pan
    }
  }

  // MARK: Views

  private func addViews(_ size: Size) throws {
    addView("", Rect(origin: .zero, size: size), in: nil)
    guard case .object(let described) = item.given["views"] else {
      // A case without numbers: a child in a parent.
      if item.given["views"].textIfAny != nil { addView("child", Rect(x: 0, y: 0, width: 100, height: 100), in: views[""]) }
      for name in ["target", "view"] where item.given[name].listIfAny != nil {
        addView(name, try Rect(item.given[name]), in: views[""])
      }
      return
    }
    var pending = described
    while let (name, description) = pending.sorted(by: { $0.key < $1.key }).first(where: {
      $0.value["parent"].textIfAny.map { views[$0] != nil || described[$0] == nil } ?? true
    }) {
      pending[name] = nil
      let frame = description.listIfAny == nil ? description["frame"] : description
      addView(
        name, frame.isNull ? Rect(origin: .zero, size: size) : try Rect(frame),
        in: views[description["parent"].textIfAny ?? ""] ?? views[""])
    }
  }

  private func addView(_ name: String, _ frame: Rect, in parent: View?) {
    let view = WatchedView(frame: frame)
    view.identifier = name
    view.isMultipleTouchEnabled = true
    view.onTouches = { [unowned self] word, touches, event in
      entries.append(
        Entry(
          name: name, event: word, index: rig.index, time: rig.milliseconds, view: name,
          touches: event?.allTouches.count { $0.isAlive } ?? 0, changed: touches.count))
    }
    (parent ?? rig.window).addSubview(view)
    views[name] = view
  }

  // MARK: Recognizers

  private func add(_ request: RecognizerRequest) throws {
    let recognizer = try request.recognizer(item.params)
    dialect.tune(recognizer, request, item)
    var home = request.view.flatMap { views[$0] } ?? views["target"] ?? views["view"] ?? views[""]
    // Some sources' touches are a view's whatever their place.
    let places = try item.given["touches"].list().filter { $0["phase"] == "down" && !$0["x"].isNull }.map { try Point($0["x"], $0["y"]) }
    if let view = home, !places.contains(where: { view.convert(view.bounds, to: rig.window).contains($0 + rig.offset) }) {
      home = views[""]
    }
    let isContinuous = !(recognizer is TapGestureRecognizer || recognizer is SwipeGestureRecognizer)
    rig.add(recognizer, request.name, to: home)
    recognizer.addAction("entry") { [unowned self] in note(request.name, "\($0.state)", of: $0) }
    if dialect.isBeside(isContinuous) { recognizer.delegate = delegate }
    names.append(request.name)
    recognizers[request.name] = recognizer
  }

  private func note(_ name: String, _ event: String, of recognizer: GestureRecognizer? = nil) {
    var entry = Entry(
      name: name, event: event, index: rig.index, time: rig.milliseconds, view: recognizer?.view?.identifier ?? "")
    if let recognizer {
      entry.isDiscrete = recognizer.isDiscrete
      let place = recognizer.location(in: nil)
      entry.location = place - rig.offset
      entry.touches = recognizer.numberOfTouches
      entry.tapCount = rig.tapCounts.last ?? 0
      entry.isDown = rig.application.event.allTouches.contains { $0.isAlive }
    }
    if let pan = recognizer as? PanGestureRecognizer {
      entry.translation = pan.translation(in: nil)
      entry.velocity = pan.velocity(in: nil)
    }
    if let rotation = recognizer as? RotationGestureRecognizer { entry.value = rotation.rotation }
    if let pinch = recognizer as? PinchGestureRecognizer { entry.value = pinch.scale }
    entries.append(entry)
  }

  /// Who waits for whom, and who goes on beside whom.
  private func relate() throws {
    for request in try RecognizerRequest.all(in: item, dialect) {
      for name in request.requirements {
        guard let waiting = recognizers[request.name], let other = recognizers[name] else {
          throw MalformedCase(.text(name), "a recognizer of the case")
        }
        waiting.require(toFail: other)
      }
    }
    delegate.simultaneous = true
    let answers = item.given["delegate"]
    if !answers.isNull {
      delegate.simultaneous = false
      delegate.begins = answers["shouldBegin"].flagIfAny ?? true
      delegate.receives = answers["shouldReceiveTouch"].flagIfAny ?? true
      recognizers[it]?.delegate = delegate
    }
    // `pinch recognizeWith pan`
    if let relation = item.given["relation"].textIfAny, let name = relation.split(separator: " ").first {
      recognizers[String(name)]?.delegate = delegate
    }
  }

  // MARK: Playing

  func play() throws {
    if !item.given["handler"].isNull { try followFinger() }
    try rig.play(dialect.touches(item)) { index in
      noteWaiting()
      // Before the steps that follow, as the case's lists do.
      noteFrame(index)
      try step(after: index)
      noteWaiting()
    }
    if let translation = item.given["then"]["setTranslation"].listIfAny {
      try pan.setTranslation(Point(.list(translation)), in: nil)
    }
    entriesAtEnd = entries.count
    rig.settle()
  }

  private func noteWaiting() {
    for name in names {
      guard recognizers[name]?.isWaiting == true else {
        waiting.remove(name)
        continue
      }
      if waiting.insert(name).inserted { note(name, "waits") }
    }
  }

  private func noteFrame(_ index: Int) {
    let pan = try? pan
    let state = entries.last { $0.name == it && $0.isCall }?.event ?? "possible"
    frames.append(
      (
        index, state, pan?.translation(in: nil) ?? .zero, recognizers[it]?.location(in: nil) ?? .zero,
        entries.count { $0.name == it && $0.isBegin }
      ))
  }

  /// What the case does between its touches.
  private func step(after index: Int) throws {
    let (given, expect) = (item.given, item.expect)
    func isNow(_ step: JSON) -> Bool { step.numberIfAny == Double(index) }
    if isNow(given["disableDoubleTapAfterIndex"]) { recognizers["doubleTap"]?.isEnabled = false }
    if isNow(given["setTranslationZeroAfterIndex"]) { try pan.setTranslation(.zero, in: nil) }
    if isNow(expect["disableAllAfterIndex"]) { RecognizerRequest.enable([], of: recognizers) }
    if isNow(expect["enableAfterIndex"]) { try RecognizerRequest.enable(given["enabled"].texts(), of: recognizers) }
    if isNow(expect["enableTapAfterIndex"]) { RecognizerRequest.enable(["Tap"], of: recognizers) }
    if let off = given["disableRecognizerAtMs"].numberIfAny, let next = given["touches"][index + 1]["t"].numberIfAny, next > off {
      recognizers[it]?.isEnabled = false
    }
  }

  /// The view follows the finger with each action.
  private func followFinger() throws {
    guard let view = views["drag"], let text = item.given["handler"].textIfAny else {
      throw MalformedCase(item.given, "a view that is dragged")
    }
    let isInSuperview = text.contains("superview")
    let pan = try pan
    pan.addAction("drag") { [unowned pan, unowned view] _ in
      let space = isInSuperview ? view.superview : view
      let way = pan.translation(in: space)
      view.frame.origin = view.frame.origin + way
      pan.setTranslation(.zero, in: space)
    }
  }
}

/// A view that tells of its touches.
private final class WatchedView: View {
  var onTouches: (String, TouchSet, Event?) -> Void = { _, _, _ in }

  override func touchesBegan(_ touches: TouchSet, with event: Event?) { onTouches("down", touches, event) }
  override func touchesMoved(_ touches: TouchSet, with event: Event?) { onTouches("move", touches, event) }
  override func touchesEnded(_ touches: TouchSet, with event: Event?) { onTouches("up", touches, event) }
  override func touchesCancelled(_ touches: TouchSet, with event: Event?) { onTouches("cancel", touches, event) }
}
