import ContactorCore

/// A recognizer that a case asks for: what kind, its name and settings, and where.
struct RecognizerRequest {
  /// As the case names it; `tap`, `pan` and so on where it does not.
  let name: String
  let kind: Kind
  var settings: JSON = .null
  /// The view it is added to; the case's only view, or the window, where `nil`.
  var view: String?
  /// Those that it requires to fail.
  var requirements: [String] = []

  enum Kind: String, CaseIterable {
    case tap, doubleTap, tripleTap, twoFingerTap, longPress, shortPress, pan, pinch, rotation, swipe, edgePan

    /// From a name that cases use; `nil` for what is no recognizer.
    init?(named name: String) {
      let kinds: [(String, Kind)] = [
        ("doubleTap", .doubleTap), ("double", .doubleTap), ("triple", .tripleTap), ("single", .tap), ("twoFingerTap", .twoFingerTap),
        ("tap", .tap), ("click", .tap), ("horizontalDrag", .pan), ("pan", .pan), ("press", .longPress), ("longPress", .longPress),
        ("shortPress", .shortPress), ("pinch", .pinch), ("rotation", .rotation), ("swipe", .swipe), ("edgePan", .edgePan),
        ("screenEdgePan", .edgePan),
      ]
      guard let kind = kinds.first(where: { name.hasPrefix($0.0) }) else { return nil }
      self = kind.1
    }
  }

  init(_ name: String, _ kind: Kind, _ settings: JSON = .null, in view: String? = nil, after requirements: [String] = []) {
    self.name = name
    self.kind = kind
    self.settings = settings
    self.view = view
    self.requirements = requirements
  }

  // MARK: Reading

  /// The recognizers of a case; the source's own where the case names none.
  static func all(in item: Case, _ dialect: Dialect) throws -> [RecognizerRequest] {
    let given = item.given
    if !given["recognizer"].isNull { return [try one(given["recognizer"])] }
    switch given["recognizers"] {
    case .text(let name): return [try RecognizerRequest(named: name, .null)]
    case .list(let names): return try names.map { try RecognizerRequest(named: String($0.text().prefix { $0 != " " }), .null) }
    case .object(let members):
      return try members.sorted { $0.key < $1.key }.filter { $0.value.numberIfAny == nil }.map {
        try RecognizerRequest(named: $0.key, $0.value)
      }
    default: return try dialect.requests(item)
    }
  }

  /// `"pan"`, `{"type": "swipe", "direction": "down"}` or `{"tap": [1, 1], "enabled": false}`.
  private static func one(_ given: JSON) throws -> RecognizerRequest {
    if let name = given.textIfAny ?? given["type"].textIfAny { return try RecognizerRequest(named: name, given) }
    let members = try given.object()
    guard let (name, value) = members.first(where: { Kind(rawValue: $0.key) != nil }) else {
      throw MalformedCase(given, "a recognizer")
    }
    var settings = members
    settings[name] = nil
    switch value {
    case .object(let inner): settings.merge(inner) { $1 }
    case .list(let counts): (settings["taps"], settings["touches"]) = (counts.first, counts.last)
    case .number: settings["taps"] = value
    default: settings["direction"] = value
    }
    return try RecognizerRequest(named: name, .object(settings))
  }

  private init(named name: String, _ settings: JSON) throws {
    guard let kind = Kind(named: name) else { throw MalformedCase(.text(name), "a recognizer") }
    self.init(name, kind, settings)
    if let text = settings.textIfAny, text != name {
      // `requires failure of triple and double`, `child (threshold 9)`, `parent threshold 5`
      let words = text.split { " ()".contains($0) }.map(String.init)
      if text.hasPrefix("requires failure of ") { requirements = words.dropFirst(3).filter { $0 != "and" } }
      if words.first == "child" { view = "child" }
      if let word = words.firstIndex(of: "threshold"), let threshold = words.dropFirst(word + 1).first.flatMap(Double.init) {
        self.settings = .object(["threshold": .number(threshold)])
      }
    }
    if let other = settings["requireFailureOf"].textIfAny ?? settings["requireFailure"].textIfAny { requirements = [other] }
    view = settings["on"].textIfAny ?? view
  }

  // MARK: Making

  private static let settingNames: Set<String> = [
    "type", "on", "enabled", "requireFailure", "requireFailureOf", "taps", "touches", "tapsRequired", "min", "max", "pointers",
    "minimumNumberOfTouches", "threshold", "allowableMovement", "minVelocity", "timeMs", "direction", "dir", "edges",
  ]

  /// The recognizer, with what the case sets, then with the constants of its source.
  ///
  /// A setting of another name than those that are known here is an error: it would decide nothing.
  func recognizer(_ params: JSON) throws -> GestureRecognizer {
    let unknown = Set(settings.allNames).subtracting(Self.settingNames)
    guard unknown.isEmpty else { throw MalformedCase(JSON(unknown.sorted()), "settings that a recognizer has") }
    let made: GestureRecognizer
    let start: JSON = params["start"]
    switch kind {
    case .tap, .doubleTap, .tripleTap, .twoFingerTap: made = tap(params)
    case .longPress, .shortPress: made = press(params)
    case .pan:
      let pan = PanGestureRecognizer()
      if let slop = length("threshold") ?? params.length("touchSlop", "tapJitterTolerance") ?? start.length("translate") {
        pan.hysteresis = slop
      }
      pan.minimumNumberOfTouches = count("min", "pointers", "minimumNumberOfTouches") ?? 1
      pan.maximumNumberOfTouches = count("max") ?? .max
      made = pan
    case .pinch:
      let pinch = PinchGestureRecognizer()
      if let slop = length("threshold") ?? start.length("expansion") { pinch.hysteresis = slop }
      if let span = params.length("minScalingSpan") { pinch.minimumSpan = span }
      made = pinch
    case .rotation: made = RotationGestureRecognizer()
    case .swipe:
      let swipe = SwipeGestureRecognizer()
      if let name = settings["direction"].textIfAny ?? settings["dir"].textIfAny { swipe.direction = try .init(name: name) }
      swipe.numberOfTouchesRequired = count("touches") ?? 1
      if let speed = length("minVelocity") ?? params.length("minSwipeVelocity") { swipe.minimumSpeed = speed }
      if let slop = params.length("slop") { swipe.minimumDistance = slop }
      made = swipe
    case .edgePan:
      let pan = ScreenEdgePanGestureRecognizer()
      pan.edges = try .init(name: (settings["edges"].isNull ? settings["direction"] : settings["edges"]).text())
      pan.maximumNumberOfTouches = count("max") ?? .max
      made = pan
    }
    made.isEnabled = settings["enabled"].flagIfAny ?? true
    return made
  }

  private func tap(_ params: JSON) -> TapGestureRecognizer {
    let tap = TapGestureRecognizer()
    tap.numberOfTapsRequired = count("taps") ?? [.doubleTap: 2, .tripleTap: 3][kind] ?? 1
    tap.numberOfTouchesRequired = count("touches") ?? (kind == .twoFingerTap ? 2 : 1)
    let slop = params.length("touchSlop", "tapMaxDelta") ?? (kind == .tap ? params.length("tapJitterTolerance") : nil)
    if let distance = length("threshold") ?? slop { tap.maximumMovement = distance }
    if let distance = params.length("doubleTapSlop", "tolerance", "tapJitterTolerance") { tap.maximumTapDistance = distance }
    if let time = params.duration("tapTimeout") { tap.maximumDuration = time }
    if let time = params.duration("doubleTapTimeout", "doubleTap", "doublePress", "multiTap") { tap.maximumInterval = time }
    if let time = params.duration("doubleTapMin") { tap.minimumInterval = time }
    if kind == .twoFingerTap {
      tap.maximumSeparation = params.length("twoFingerTapMaxSeparation")
      if let time = params.duration("twoFingerTapTimeout") { tap.maximumDuration = time }
    }
    return tap
  }

  private func press(_ params: JSON) -> LongPressGestureRecognizer {
    let press = LongPressGestureRecognizer()
    let time = settings.duration("time") ?? (kind == .shortPress ? params.duration("shortPress") : params.duration("longPress", "hold"))
    if let time { press.minimumPressDuration = time }
    if let slop = length("allowableMovement", "threshold") ?? params.length("touchSlop", "tapJitterTolerance") {
      press.allowableMovement = slop
    }
    if let distance = params.length("doubleTapSlop") { press.maximumTapDistance = distance }
    if let time = params.duration("tapTimeout") { press.maximumTapDuration = time }
    if let time = params.duration("doubleTapTimeout") { press.maximumInterval = time }
    // The source counts the press itself.
    press.numberOfTapsRequired = (count("tapsRequired") ?? 1) - 1
    press.numberOfTouchesRequired = count("touches") ?? 1
    return press
  }

  private func count(_ names: String...) -> Int? {
    names.lazy.compactMap { settings[$0].numberIfAny }.first.map { Int($0) }
  }

  private func length(_ names: String...) -> Distance? { names.lazy.compactMap { settings.length($0) }.first }

  // MARK: Turning on and off

  /// Turns on those recognizers whose gestures are named as XNA does, and all others off.
  static func enable(_ gestures: [String], of recognizers: [String: GestureRecognizer]) {
    let isAll = gestures == ["all"]
    for (name, recognizer) in recognizers {
      recognizer.isEnabled = isAll || gestures.contains { Self.recognizers[$0]?.rawValue == name }
    }
  }

  /// The kind of recognizer for a gesture as XNA names it.
  static let recognizers: [String: Kind] = [
    "Tap": .tap, "DoubleTap": .doubleTap, "Hold": .longPress, "FreeDrag": .pan, "HorizontalDrag": .pan, "VerticalDrag": .pan,
    "DragComplete": .pan, "Flick": .swipe,
  ]
}

extension JSON {
  /// The first of the members with such a name and `Ms` or `Us` behind it.
  func duration(_ names: String...) -> Duration? {
    for name in names {
      if let time = self[name + "Ms"].numberIfAny { return .microseconds(Int64(time * 1000)) }
      if let time = self[name + "Us"].numberIfAny { return .microseconds(Int64(time)) }
    }
    return nil
  }

  /// The first of the members with such a name, in points: a number, or a text that begins with one.
  func length(_ names: String...) -> Distance? {
    for name in names {
      if let length = self[name].numberIfAny { return .points(length) }
      if let length = self[name].textIfAny?.split(separator: " ").first.flatMap({ Double($0) }) { return .points(length) }
    }
    return nil
  }
}

extension SwipeGestureRecognizer.Direction {
  /// From the name that cases use.
  init(name: String) throws {
    switch name {
    case "left": self = .left
    case "right": self = .right
    case "up": self = .up
    case "down": self = .down
    default: throw MalformedCase(.text(name), "a direction")
    }
  }
}

extension ScreenEdgePanGestureRecognizer.Edges {
  /// From the name that cases use.
  init(name: String) throws {
    switch name {
    case "left": self = .left
    case "right": self = .right
    case "top": self = .top
    case "bottom": self = .bottom
    default: throw MalformedCase(.text(name), "an edge")
    }
  }
}
