/// Every key of the layout file.
///
/// What a later version adds starts with a row here.
enum LayoutSchema {
  static let root = LayoutTable(
    owner: "a layout",
    keys: [
      .required("contactor", "1"),
      // Needed unless there are windows, which LayoutDecoder sees to.
      .optional("screen", screenShape),
      .optional("windows", "a list of windows"),
      .optional("devices", "a list of devices"),
      .optional("views", "a list of views"),
      .optional("gestures", "a list of gestures"),
      .later("policies"),
      .optional("log", "{touch: …, control: …, action: …, gesture: …}"),
      .optional("tuning", "{threshold: value}"),
    ])

  static let screen = LayoutTable(
    owner: "the screen",
    keys: [.required("size", "[width, height] in points"), .optional("mm", "[width, height] in millimetres")])

  /// How a screen is written, for messages.
  static let screenShape = "{size: [width, height]}"

  static let window = LayoutTable(
    owner: "a window",
    keys: [
      .required("id", "a name"),
      .required("size", "[width, height] in points"),
      .optional("mm", "[width, height] in millimetres"),
      .optional("views", "a list of views"),
    ])

  static let device = LayoutTable(
    owner: "a device",
    keys: [
      .optional("match", "{vendor: …, product: …, path: …, name: …, serial: …, output: …}"),
      .optional("window", "a window's name"),
      .optional("frame", "[x, y, width, height] of the window, in points"),
      .optional("calibration", "6 numbers"),
      .optional("rotation", "0, 90, 180 or 270"),
      .optional("mm", "[width, height] in millimetres"),
      .optional("ignore", "true or false"),
    ])

  static let match = LayoutTable(
    owner: "a match",
    keys: [
      .optional("vendor", "a number such as 0x0eef"),
      .optional("product", "a number such as 0x0001"),
      .optional("path", "text with * for any characters"),
      .optional("name", "text with * for any characters"),
      .optional("serial", "text with * for any characters"),
      .optional("output", "text with * for any characters"),
    ])

  static let view = LayoutTable(
    owner: "a view",
    keys: [
      .required("id", "a name"),
      .required("kind", kinds.joined(separator: ", ")),
      .required("frame", "[x, y, width, height]"),
      .optional("enabled", "true or false"),
      .optional("hidden", "true or false"),
      .optional("alpha", "a number from 0 to 1"),
      .optional("multipleTouch", "true or false"),
      .optional("exclusiveTouch", "true or false"),
      .optional("secure", "true or false"),
      .optional("value", "a mapping", in: LayoutKind.controls.filter(\.hasValue)),
      .optional("continuous", "true or false", in: [.slider, .stepper]),
      .optional("wraps", "true or false", in: [.stepper]),
      .optional("autorepeat", "true or false", in: [.stepper]),
      .optional("momentary", "true or false", in: [.segments]),
      .optional("trackingOutset", "points or {mm: …}", in: LayoutKind.controls),
      .optional("on", "{event: action}", in: LayoutKind.controls),
      .optional("tuning", "{threshold: value}"),
      .optional("views", "a list of views", in: [.view]),
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
  ]

  private static let rangeKeys: [LayoutTable.Key] = [
    .optional("min", "a number"), .optional("max", "a number"), .optional("at", "a number"),
  ]

  static let log = LayoutTable(
    owner: "a log",
    keys: [
      .optional("touch", "true or false"), .optional("control", "true or false"), .optional("action", "true or false"),
      .optional("gesture", "true or false"),
    ])

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
      .optional("type", "a text"),
      .optional("to", "a view's id"),
      .later("key"),
    ])

  /// What can be done, and the further keys that go with it.
  static let actionOptions: [(verb: String, options: [String])] = [
    ("run", ["timeout", "cwd", "env"]), ("emit", []), ("send", ["to"]), ("type", ["to"]),
  ]

  /// The kinds of view that this version has.
  static let kinds = LayoutKind.allCases.map(\.rawValue)

  /// The kinds of view that a later version will have.
  static let laterKinds = ["scroll", "table"]
}
