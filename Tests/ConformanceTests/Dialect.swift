import ContactorCore

/// What a source means without saying it in its cases: its usual recognizers, what it fixes, and its words.
///
/// A file without an entry in `all` has none of its own: a new file of cases that say all they need runs without one.
struct Dialect: Sendable {
  /// The recognizers where a case names none.
  var requests: @Sendable (Case) throws -> [RecognizerRequest] = { try byArea($0) }
  /// What the source fixes, after the case's own settings.
  var tune: @Sendable (GestureRecognizer, RecognizerRequest, Case) -> Void = { _, _, _ in }
  /// The last thing before the touches.
  var prepare: @Sendable (TouchScene) throws -> Void = { _ in }
  /// What the source calls a thing that happened; empty for what it does not tell.
  var words: @Sendable (Entry, TouchScene) -> [String] = { _, _ in [] }
  /// Words of the source that only its views say, which are left out of a comparison.
  var silent: Set<String> = []
  /// What a case may expect, where this source means something else by the name than others do.
  var measures: [String: TouchScene.Measure] = [:]
  var beside = Beside.none
  /// A lift has no place of its own in the kernel's protocol: where the source gives one, it is left out.
  var liftsHavePlaces = true
  /// The source's list of what happened ends with its last touch, unless it waits then.
  var endsWithLastTouch = false

  /// Which recognizers the source lets go on beside one another.
  enum Beside { case none, continuous, all }

  func isBeside(_ isContinuous: Bool) -> Bool { beside == .all || beside == .continuous && isContinuous }

  static func of(_ item: Case) -> Dialect { all[item.file] ?? Dialect() }

  /// One recognizer of the kind that the case is about.
  static func byArea(_ item: Case) throws -> [RecognizerRequest] {
    switch item.area {
    case "tap", "slop", "cancellation": [RecognizerRequest("tap", .tap)]
    case "multi-tap": [RecognizerRequest("tap", .tap), RecognizerRequest("doubleTap", .doubleTap)]
    case "long-press": [RecognizerRequest("longPress", .longPress)]
    case "pan", "pan-velocity": [RecognizerRequest("pan", .pan)]
    case "swipe": [RecognizerRequest("swipe", .swipe, .object(["direction": item.given["direction"]]))]
    case "pinch": [RecognizerRequest("pinch", .pinch)]
    case "rotation": [RecognizerRequest("rotation", .rotation)]
    case "multi-touch": [RecognizerRequest("pan", .pan), RecognizerRequest("pinch", .pinch), RecognizerRequest("rotation", .rotation)]
    default: throw MalformedCase(item.given, "recognizers, or an area that tells them")
    }
  }

  /// The case's touches, as this source means them.
  func touches(_ item: Case) throws -> JSON {
    if liftsHavePlaces { return item.given["touches"] }
    var places: [JSON: (JSON, JSON)] = [:]
    return .list(
      try item.given["touches"].list().map { touch in
        var members = try touch.object()
        if touch["phase"] == "up", let place = places[touch["id"]] { (members["x"], members["y"]) = place }
        places[touch["id"]] = (touch["x"], touch["y"])
        return .object(members)
      })
  }

  // MARK: Sources

  static let all: [String: Dialect] = [
    "alexa-apl": alexa, "avalonia": avalonia, "chromium": chromium, "compose": compose, "flowkey": flowkey, "flutter": flutter,
    "gecko-apz": gecko, "hammer": hammer, "monogame": monogame, "uno": uno,
  ]

  /// Taps that may last as long as they like.
  private static let forever = Duration.seconds(1_000_000)

  /// A double press, which is recognized with the second touch, and a single one that waits for it, of each view.
  private static let alexa = Dialect(
    requests: { item in
      if item.area == "swipe" { return try byArea(item) }
      var views: [String?] = [nil]
      if case .object(let named) = item.given["views"] { views = named.keys.sorted().filter { !$0.contains("not touchable") } }
      return views.flatMap { view in
        let suffix = view.map { "(\($0))" } ?? ""
        return [
          RecognizerRequest("onDoublePress" + suffix, .doubleTap, in: view),
          RecognizerRequest("onSinglePress" + suffix, .tap, in: view, after: ["onDoublePress" + suffix]),
        ]
      }
    },
    tune: { recognizer, request, item in
      guard let tap = recognizer as? TapGestureRecognizer else { return }
      if request.kind == .doubleTap {
        tap.hold = .zero
        tap.maximumDuration = tap.maximumInterval
      } else if let time = item.params.duration("longPress") {
        tap.maximumDuration = time
      }
    },
    words: { entry, scene in
      guard entry.isBegin, entry.name.hasPrefix("on") else { return [] }
      return [entry.name.hasSuffix(")") ? entry.name : entry.name + "(x=\(Int(entry.location.x)))"]
    },
    // The view's affair, as is the order between them.
    silent: ["onDown", "onUp", "onPress", "onMove", "onCancel"],
    measures: ["doublePress": { scene, _ in JSON(scene.entries.count { $0.name.hasPrefix("onDoublePress") && $0.isBegin }) }])

  private static let avalonia = Dialect(
    tune: { recognizer, _, _ in
      // The source has no slop.
      (recognizer as? PinchGestureRecognizer)?.hysteresis = .points(0)
    },
    words: { entry, _ in
      guard entry.name == "longPress", entry.isCall else { return [] }
      return [["began": "Started", "cancelled": "Cancelled"][entry.event] ?? entry.event]
    })

  private static let compose = Dialect(
    requests: { _ in
      [
        RecognizerRequest("doubleTap", .doubleTap), RecognizerRequest("longPress", .longPress),
        RecognizerRequest("tap", .tap, after: ["doubleTap", "longPress"]),
      ]
    },
    tune: { recognizer, request, item in
      let width = item.given["target"][2].numberIfAny ?? 0
      // The source's finger leaves the target where ours moves too far: half of its diagonal.
      (recognizer as? TapGestureRecognizer)?.maximumMovement = .points(width / 2 * 2.0.squareRoot())
      if request.kind == .doubleTap { recognizer.isEnabled = item.params["doubleTapListener"].flagIfAny ?? false }
      if request.kind == .longPress { recognizer.isEnabled = item.params["longPressListener"].flagIfAny ?? false }
    },
    words: { entry, _ in
      switch (entry.name, entry.event) {
      case ("target", "down"): ["press"]
      case ("target", "up"): ["release"]
      case ("target", "cancel"): ["cancel"]
      case ("tap", "ended"): ["tap"]
      default: []
      }
    },
    measures: [
      // A press whose finger left.
      "cancel": { scene, _ in
        JSON(
          scene.recognizers.values.count { if case .moved = $0.lastReason?.cause { $0.isEnabled && $0.name == "doubleTap" } else { false } }
        )
      }
    ])

  private static let flowkey = Dialect(
    tune: { recognizer, _, _ in
      guard let pan = recognizer as? PanGestureRecognizer else { return }
      // The source begins with the touch, and mixes no more than two samples, however old.
      pan.hysteresis = .points(0)
      pan.velocityHorizon = .seconds(10)
      pan.velocityStopTime = .seconds(10)
    })

  private static let flutter = Dialect(
    tune: { recognizer, request, item in
      (recognizer as? TapGestureRecognizer)?.maximumDuration = forever
      // However close together the fingers are.
      (recognizer as? RotationGestureRecognizer)?.minimumMovement = .points(0)
      // A recognizer without competitors has no slop in the source.
      if item.given["recognizers"].listIfAny?.count == 1 { (recognizer as? PanGestureRecognizer)?.hysteresis = .points(0) }
    },
    words: { entry, scene in
      switch (entry.name, entry.event) {
      case ("", "down"): entry.touches == 1 && scene.recognizers["tap"] != nil ? ["tapDown"] : []
      case ("tap", "ended"): ["tap"]
      case ("tap", "failed"): ["tapCancel"]
      case ("longPress", "began"): ["start"]
      case ("longPress", "changed"): ["moveUpdate(\(Int(entry.location.x)),\(Int(entry.location.y)))"]
      case ("longPress", "ended"): ["end"]
      default: []
      }
    },
    measures: [
      // The source tells which finger made the tap.
      "onlyPointer": { scene, _ in scene.entries.first { $0.name == scene.it && $0.isBegin } == nil ? .null : 0 }
    ])

  /// Single tap, which waits for a double tap where pages can be zoomed, and long press.
  private static let gecko = Dialect(
    requests: { _ in
      [
        RecognizerRequest("doubleTap", .doubleTap), RecognizerRequest("tap", .tap, after: ["doubleTap"]),
        RecognizerRequest("longPress", .longPress),
      ]
    },
    tune: { recognizer, request, item in
      if request.kind == .doubleTap { recognizer.isEnabled = item.params["zoomable"].flagIfAny ?? true }
    },
    words: { entry, _ in
      switch (entry.name, entry.event) {
      case ("tap", "ended"): entry.tapCount == 1 ? [entry.isDown ? "SingleTap" : "SingleTap (after up)"] : ["SecondTap"]
      case ("doubleTap", "ended"): ["DoubleTap"]
      case ("longPress", "began"): [entry.isDown ? "LongTap (while down)" : "LongTap"]
      case ("longPress", "ended"): [entry.isDown ? "LongTapUp" : "LongTapUp (on up)"]
      default: []
      }
    },
    measures: [
      "SingleTap": { scene, _ in JSON(scene.words.count { $0.hasPrefix("SingleTap") }) },
      "DoubleTap": { scene, _ in JSON(scene.words.count { $0 == "DoubleTap" }) },
    ])

  private static let hammer = Dialect(
    tune: { recognizer, _, item in
      if let time = item.given["recognizers"].duration("interval") { (recognizer as? TapGestureRecognizer)?.maximumInterval = time }
    },
    words: { entry, _ in
      guard entry.name == "pan", entry.isCall else { return [] }
      let way = entry.velocity
      let direction = abs(way.x) < abs(way.y) ? way.y < 0 ? "up" : "down" : way.x < 0 ? "left" : "right"
      return [["began": "start", "ended": "end", "changed": direction][entry.event] ?? entry.event]
    })

  /// The source's recognizers go on beside one another.
  private static let monogame = Dialect(
    requests: { item in
      let flick = item.given["enabled"].listIfAny?.contains("Flick") == true ? [RecognizerRequest("swipe", .swipe)] : []
      return [
        RecognizerRequest("tap", .tap), RecognizerRequest("doubleTap", .doubleTap), RecognizerRequest("longPress", .longPress),
        RecognizerRequest("pan", .pan),
      ] + flick
    },
    tune: { recognizer, request, item in
      // The source fires with the second touch, not when it is lifted.
      if request.kind == .doubleTap { (recognizer as? TapGestureRecognizer)?.hold = .zero }
      if let swipe = recognizer as? SwipeGestureRecognizer {
        swipe.direction = [.left, .right, .up, .down]
        // A flick is longer than the tolerance, not as long: by a pixel.
        swipe.minimumDistance = .points((item.params["tapJitterTolerance"].numberIfAny ?? 0) + 1)
      }
    },
    prepare: { RecognizerRequest.enable(try $0.item.given["enabled"].texts(), of: $0.recognizers) },
    words: { entry, scene in
      switch (entry.name, entry.event) {
      case ("tap", "ended"): return ["Tap"]
      case ("doubleTap", "ended"): return ["DoubleTap"]
      case ("longPress", "began"): return ["Hold"]
      case ("swipe", "ended"): return [scene.item.given["touches"][entry.index]["phase"] == "up" ? "Flick on release" : "Flick"]
      case ("pan", "began"), ("pan", "changed"):
        // Along an axis where the case wants such drags, else freely.
        let name = entry.translation.x.magnitude >= entry.translation.y.magnitude ? "HorizontalDrag" : "VerticalDrag"
        return [scene.item.given["enabled"].listIfAny?.contains(.text(name)) == true ? name : "FreeDrag"]
      case ("pan", "ended"): return ["DragComplete"]
      default: return []
      }
    },
    beside: .all)

  private static let uno = Dialect(
    tune: { recognizer, request, item in
      if let tap = recognizer as? TapGestureRecognizer {
        tap.maximumDuration = forever
        // The source recognizes the second tap with the touch.
        if request.kind == .doubleTap { tap.hold = .zero }
      }
      (recognizer as? PanGestureRecognizer)?.minimumNumberOfTouches = item.fingers
    },
    words: { entry, scene in
      switch (entry.name, entry.event) {
      case ("", "down"): entry.touches == entry.changed ? ["starting"] : []
      case ("pan", "began"), ("pinch", "began"), ("rotation", "began"): ["started"]
      default: []
      }
    })
}

extension Case {
  /// How many fingers its touches are of.
  var fingers: Int { Set((given["touches"].listIfAny ?? []).map { $0["id"] }).subtracting([.null]).count }
}
