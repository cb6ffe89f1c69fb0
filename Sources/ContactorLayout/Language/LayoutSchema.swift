import ContactorCore

/// Every key of the layout file.
///
/// A new key starts with a row here.
enum LayoutSchema {
  static let root = LayoutTable(
    owner: "a layout",
    keys: [
      .required("contactor", "1"),
      // Required without windows; LayoutDecoder checks that.
      .optional("screen", screenShape),
      .optional("windows", "a list of windows"),
      .optional("devices", "a list of devices"),
      .optional("views", "a list of views"),
      .optional("gestures", "a list of gestures"),
      .optional("include", "[file, …]"),
      .optional("templates", "{name: view}"),
      .optional("objects", "a list of objects of the program"),
      .optional("keyboards", "true or false"),
      .optional("policies", "{idle: {after: 60, on: {idle: …, active: …}}, health: {silentAfter: 12 h}}"),
      .optional("forward", "true, or a mapping of rules"),
      .optional("debounce", "a time such as 40 ms"),
      .optional("modes", "{name: {timeout: …, views: […], gestures: […]}}"),
      .optional("log", "{touch: …, control: …, action: …, gesture: …}"),
      .optional("outputs", "{socket: {path: …}, mqtt: {host: …}, metrics: {file: …}}"),
      .optional("tuning", "{threshold: value}"),
    ])

  static let screen = LayoutTable(
    owner: "the screen",
    keys: [.required("size", "[width, height] in points"), .optional("mm", "[width, height] in millimetres")])

  /// The form of a screen, for messages.
  static let screenShape = "{size: [width, height]}"

  static let window = LayoutTable(
    owner: "a window",
    keys: [
      .required("id", "a name"),
      .required("size", "[width, height] in points"),
      .optional("mm", "[width, height] in millimetres"),
      .optional("views", "a list of views"),
      .optional("forward", "true, false, or a mapping of rules"),
    ])

  /// The kinds of devices that `as` takes a panel in mouse mode for.
  static let panelKinds = ["touchscreen"]

  static let device = LayoutTable(
    owner: "a device",
    keys: [
      .optional("match", "{vendor: …, product: …, path: …, name: …, serial: …, output: …, seat: …}"),
      .optional("window", "a window's name"),
      .optional("frame", "[x, y, width, height] of the window, in points"),
      .optional("calibration", "6 numbers, or 9 that end in 0, 0, 1"),
      .optional("rotation", "0, 90, 180 or 270"),
      .optional("mm", "[width, height] in millimetres"),
      .optional("ignore", "true or false"),
      .optional("as", panelKinds.joined(separator: ", ")),
      .optional("expect", "true or false"),
      .optional("pair", "a name, such as left"),
    ])

  static let object = LayoutTable(
    owner: "an object", keys: [.required("id", "a name"), .optional("outlets", "{name: id}")])

  static let match = LayoutTable(
    owner: "a match",
    keys: [
      .optional("vendor", "a number such as 0x0eef"),
      .optional("product", "a number such as 0x0001"),
      .optional("path", "text with * for any characters"),
      .optional("name", "text with * for any characters"),
      .optional("serial", "text with * for any characters"),
      .optional("output", "text with * for any characters"),
      .optional("seat", "text with * for any characters"),
    ])

  static let view = LayoutTable(owner: plainView.owner, keys: plainView.keys + frameEdges.keys + shortKeys)

  private static let plainView = LayoutTable(
    owner: "a view",
    keys: [
      .required("id", "a name"),
      .required("kind", kinds.joined(separator: ", ")),
      // Required unless the view states its edges, or a grid or stack places it; LayoutDecoder checks that.
      .optional("frame", "[x, y, width, height]"),
      .optional("title", "a text"),
      .optional("hint", "a text"),
      .optional("enabled", "true or false"),
      .optional("hidden", "true or false"),
      .optional("alpha", "a number from 0 to 1"),
      .optional("multipleTouch", "true or false"),
      .optional("exclusiveTouch", "true or false"),
      .optional("secure", "true or false"),
      .optional("forwards", "true or false"),
      .optional("debounce", "a time such as 40 ms"),
      .optional("modes", "[mode, …]"),
      .optional("value", "a mapping", in: LayoutKind.allCases.filter { LayoutValue(initialOf: $0) != nil }),
      .optional("continuous", "true or false", in: [.slider, .stepper, .knob]),
      .optional("wraps", "true or false", in: [.stepper]),
      .optional("autorepeat", "true or false", in: [.stepper]),
      .optional("momentary", "true or false", in: [.segments]),
      .optional("ticks", "a number", in: [.slider, .knob]),
      .optional("vertical", "true or false", in: [.slider], and: [.stack]),
      .optional("endless", "true or false", in: [.knob]),
      .optional("content", "[width, height] in points", in: [.scroll]),
      .optional("paging", "true or false", in: [.scroll]),
      .optional("zoom", "{min: 1, max: 4}", in: [.scroll]),
      .optional("rows", "[title, …], {file: path} or {from: [program, …]}", in: [.table], and: [.grid]),
      .optional("rowHeight", "points", in: [.table]),
      .optional("selection", selections.joined(separator: ", "), in: [.table]),
      .optional("sections", sections.joined(separator: ", "), in: [.table]),
      .optional("index", "true or false", in: [.table]),
      .optional("search", "the id of a text field", in: [.table]),
      .optional("layouts", "[en, de, …]", in: [.keyboard]),
      .optional("type", keyboardTypes.joined(separator: ", "), in: [.keyboard]),
      .optional("digits", "a number", in: [.pinField]),
      .optional("trackingOutset", "points or {mm: …}", in: LayoutKind.controls.filter { $0 != .table }),
      .optional("on", "{event: action}", in: LayoutKind.controls),
      .optional("tuning", "{threshold: value}"),
      .optional("outlets", "{name: id}"),
      .optional("views", "a list of views", in: LayoutKind.containers, and: LayoutArrangement.allCases),
      .optional("columns", "a number", in: [], and: [.grid]),
      .optional("gap", "points, 20 mm or 50%", in: [], and: LayoutArrangement.allCases),
      .optional("padding", "points, 20 mm or 50%", in: [], and: LayoutArrangement.allCases),
    ])

  /// The keys for views in grids and stacks, and for templates.
  private static let shortKeys: [LayoutTable.Key] = [
    .optional("span", "a number of columns, or [columns, rows]"),
    .optional("share", "a number"),
    .optional("use", "a template's name"),
    .optional("with", "{parameter: value}"),
    .optional("repeat", "{over: [item, …]}"),
  ]

  static let repetition = LayoutTable(owner: "a repetition", keys: [.required("over", "[item, …] or {from: 1, to: 12}")])

  static let range = LayoutTable(
    owner: "a range", keys: [.optional("from", "a whole number"), .required("to", "a whole number")])

  static let row = LayoutTable(
    owner: "a row",
    keys: [
      .required("title", "a text"), .optional("detail", "a text"), .optional("section", "a text"), .optional("id", "a text"),
    ])

  static let rowSource = LayoutTable(
    owner: "rows",
    keys: [
      .optional("file", "a path"), .optional("from", "[program, argument, …]"), .optional("timeout", "seconds"),
      .optional("cwd", "a directory"), .optional("env", "{NAME: text}"), .optional("user", "a user's name or number"),
      .optional("limits", "{memory: 200M, cpu: 10 s, …}"),
    ])

  /// The `value` of each kind that has one.
  static let values: [LayoutKind: LayoutTable] = [
    .slider: LayoutTable(owner: "a slider's value", keys: rangeKeys),
    .stepper: LayoutTable(owner: "a stepper's value", keys: rangeKeys + [.optional("step", "a number")]),
    .switch: LayoutTable(owner: "a switch's value", keys: [.required("on", "true or false")]),
    .segments: LayoutTable(
      owner: "the segments' value", keys: [.required("titles", "[title, …]"), .optional("at", "a number from 0")]),
    .pages: LayoutTable(
      owner: "the pages' value", keys: [.required("count", "a number"), .optional("at", "a number from 0")]),
    .textField: LayoutTable(owner: "a text field's value", keys: [.required("text", "a text")]),
    .textView: LayoutTable(owner: "a text view's value", keys: [.required("text", "a text")]),
    .knob: LayoutTable(owner: "a knob's value", keys: rangeKeys + [.optional("step", "a number")]),
    .progress: LayoutTable(owner: "a progress view's value", keys: [.required("at", "a number from 0 to 1")]),
    .popUp: LayoutTable(
      owner: "a pop-up button's value", keys: [.required("titles", "[title, …]"), .optional("at", "a number from 0")]),
    .picker: LayoutTable(
      owner: "a picker's value", keys: [.required("wheels", "[[title, …], …]"), .optional("at", "[row, …]")]),
    .matrix: LayoutTable(
      owner: "a matrix's value",
      keys: [
        .required("titles", "[[title, …], …]"), .optional("mode", matrixModes.joined(separator: ", ")),
        .optional("at", "[row, column]"),
      ]),
  ]

  private static let rangeKeys: [LayoutTable.Key] = [
    .optional("min", "a number"), .optional("max", "a number"), .optional("at", "a number"),
  ]

  static let log = LayoutTable(
    owner: "a log",
    keys: [
      .optional("touch", "true or false"), .optional("control", "true or false"), .optional("action", "true or false"),
      .optional("gesture", "true or false"), .optional("value", "true or false"),
    ])

  static let outputs = LayoutTable(
    owner: "the outputs",
    keys: [
      .optional("socket", "{path: …, mode: 0660, group: …, allow: […]}"),
      .optional("mqtt", "{host: …, tls: …, topic: …, allow: […]}"),
      .optional("metrics", "{file: …, every: 15 s, mode: 0644}"),
    ])

  static let socket = LayoutTable(
    owner: "a socket",
    keys: [
      .required("path", "an absolute path"),
      .optional("mode", "octal digits such as 0660"),
      .optional("group", "a group's name"),
      .optional("allow", "[\(socketCommands.joined(separator: ", "))]"),
    ])
  static let socketCommands = LayoutSocket.Command.allCases.map(\.rawValue)

  static let outset = LayoutTable(owner: "a distance", keys: [.required("mm", "millimetres")])

  /// All actions' keys in one table; `LayoutDecoder` sorts out which go together by `actionOptions`.
  static let action = LayoutTable(
    owner: "an action",
    keys: [
      .optional("run", "[program, argument, …]"),
      .optional("emit", "a name"),
      .optional("send", "an action such as 'submit:'"),
      .optional("timeout", "seconds"),
      .optional("cwd", "a directory"),
      .optional("env", "{NAME: text}"),
      .optional("user", "a user's name or number"),
      .optional("limits", "{memory: 200M, cpu: 10 s, …}"),
      .optional("type", "a text"),
      .optional("to", "a view's id"),
      .optional("mode", "a mode's name"),
      .optional("key", "[alt, left], \"ctrl+alt+t\" or {text: …}"),
      .optional("hold", "true or false"),
      .optional("set", "a view's id"),
      .optional("value", "a number"),
      .optional("text", "a text"),
      .optional("state", "on or off"),
      .optional("enabled", "true or false"),
      .optional("hidden", "true or false"),
      .optional("verify", "the id of a secure control"),
      .optional("hash", "a hash of crypt(3)"),
      .optional("hashFile", "a path"),
      .optional("attempts", "a number"),
      .optional("lockout", "seconds"),
      .optional("right", "an action, or a list of them"),
      .optional("wrong", "an action, or a list of them"),
      .optional("locked", "an action, or a list of them"),
      .optional("mqtt", "a topic"),
      .optional("payload", "a text"),
      .optional("qos", "0 or 1"),
      .optional("retain", "true or false"),
      .optional("rotate", "0, 90, 180 or 270"),
      .optional("window", "a window's name"),
      .optional("every", "seconds, or for a pan a length such as 5 mm"),
      .optional("direction", PanSteps.Direction.allCases.map(\.rawValue).joined(separator: ", ")),
      .optional("after", "seconds"),
      .optional("overlap", overlaps.joined(separator: ", ")),
      .optional("if", "{mode: name}"),
    ])

  /// The key of each action, and the options that go with it.
  static let actionOptions: [(verb: String, options: [String])] = [
    ("run", ["timeout", "cwd", "env", "user", "limits"]), ("emit", []), ("send", ["to"]), ("type", ["to"]), ("mode", []), ("key", ["hold"]),
    ("set", settable), ("verify", ["hash", "hashFile", "attempts", "lockout", "right", "wrong", "locked"]),
    ("mqtt", ["payload", "qos", "retain"]), ("rotate", ["window"]),
  ]

  /// The kinds of view that this version has.
  static let kinds = LayoutKind.allCases.map(\.rawValue) + LayoutArrangement.allCases.map(\.rawValue)

  static let sections = ["rows", "initials"]
  static let selections = ["single", "multiple", "none"]
  static let keyboardTypes = ["letters", "digits", "pin", "phone", "decimal", "email", "url"]
  static let matrixModes = ["radio", "highlight", "list", "track"]

  static let zoom = LayoutTable(owner: "a zoom", keys: [.optional("min", "a number"), .optional("max", "a number")])
}

extension LayoutSchema {
  static let gesture = LayoutTable(
    owner: "a gesture",
    keys: [
      .required("id", "a name"),
      .required("kind", LayoutGestureKind.allCases.map(\.rawValue).joined(separator: ", ")),
      .optional("view", "a view's or a window's id"),
      .optional("region", "[x, y, width, height] of the view"),
      .optional("touches", "a number, or {min: …, max: …}", in: [.tap, .longPress, .pan, .swipe, .pinch, .rotation, .edgePan, .hold]),
      .optional("taps", "a number", in: [.tap, .longPress]),
      .optional("hold", "seconds", in: [.tap, .longPress, .hold]),
      .optional(
        "direction", "up, or [left, right]; in or out; clockwise or counterclockwise; any or forward",
        in: [.swipe, .pinch, .rotation, .stroke]),
      .optional("maximumDistance", "points, or a length such as 40 mm", in: [.swipe]),
      .optional("maximumDuration", "seconds, or a time such as 300 ms", in: [.swipe]),
      .optional("edge", edges.joined(separator: ", "), in: [.edgePan]),
      .optional("corners", "[topLeft, bottomRight, …]", in: [.corners]),
      .optional("points", "'0,0 50,100 100,0'", in: [.stroke]),
      .optional("shapes", "{name: '0,0 50,100 100,0'}", in: [.stroke]),
      .optional("score", "a number from 0 to 1", in: [.stroke]),
      .optional("requireToFail", "[id, …]"),
      .optional("simultaneous", "[id, …] or true"),
      .optional("enabled", "true or false"),
      .optional("cancelsTouches", "true or false"),
      .optional("delaysTouches", "true or false"),
      .optional("modes", "[mode, …]"),
      .optional("tuning", "{threshold: value}"),
      .optional("on", "{state: action}"),
      .optional("use", "a template's name"),
      .optional("with", "{parameter: value}"),
      .optional("repeat", "{over: [item, …]}"),
    ])

  static let touches = LayoutTable(
    owner: "a number of touches", keys: [.optional("min", "a number"), .optional("max", "a number")])

  /// Keys for gestures of some kinds, which need one of them, and the form of the first.
  static let neededGestureKeys: [(kind: LayoutGestureKind, keys: [String], shape: String)] = [
    (.edgePan, ["edge"], edges.joined(separator: ", ")), (.stroke, ["points", "shapes"], "'0,0 50,100 100,0'"),
  ]

  /// The directions of a kind of gesture; those of all kinds for `nil`, and for a kind that has none.
  static func directions(of kind: LayoutGestureKind?) -> [String] {
    switch kind {
    case .swipe?: SwipeGestureRecognizer.Direction.names.map(\.name)
    case .pinch?: ["in", "out"]
    case .rotation?: ["clockwise", "counterclockwise"]
    case .stroke?: ["any", "forward"]
    default: [.swipe, .pinch, .rotation, .stroke].flatMap { directions(of: $0) }
    }
  }

  /// The kinds of gesture whose `touches` may be `{min: …, max: …}`.
  static let kindsWithSomeTouches: [LayoutGestureKind] = [.pan, .pinch, .rotation, .edgePan]

  /// The least number of touches of a kind of gesture.
  static func leastTouches(of kind: LayoutGestureKind?) -> Int { kind == .pinch || kind == .rotation ? 2 : 1 }

  static let edges = ["left", "right", "top", "bottom"]
  static let corners = ["topLeft", "topRight", "bottomLeft", "bottomRight"]
}
