extension LayoutSchema {
  static let gesture = LayoutTable(
    owner: "a gesture",
    keys: [
      .required("id", "a name"),
      .required("kind", LayoutGestureKind.allCases.map(\.rawValue).joined(separator: ", ")),
      .optional("view", "a view's or a window's id"),
      .optional("region", "[x, y, width, height] of the view"),
      .optional("touches", "a number, or {min: …, max: …}", in: [.tap, .longPress, .pan, .swipe, .hold]),
      .optional("taps", "a number", in: [.tap, .longPress]),
      .optional("hold", "seconds", in: [.tap, .longPress, .hold]),
      .optional("direction", directions.joined(separator: ", "), in: [.swipe]),
      .optional("edge", edges.joined(separator: ", "), in: [.edgePan]),
      .optional("corners", "[topLeft, bottomRight, …]", in: [.corners]),
      .optional("points", "'0,0 50,100 100,0'", in: [.stroke]),
      .optional("score", "a number from 0 to 1", in: [.stroke]),
      .optional("requireToFail", "[id, …]"),
      .optional("simultaneous", "[id, …] or true"),
      .optional("enabled", "true or false"),
      .optional("cancelsTouches", "true or false"),
      .optional("tuning", "{threshold: value}"),
      .optional("on", "{state: action}"),
    ])

  static let touches = LayoutTable(
    owner: "a number of touches", keys: [.optional("min", "a number"), .optional("max", "a number")])

  /// Keys that gestures of some kinds need.
  static let neededGestureKeys: [(kind: LayoutGestureKind, key: String, shape: String)] = [
    (.edgePan, "edge", edges.joined(separator: ", ")), (.stroke, "points", "'0,0 50,100 100,0'"),
  ]

  static let directions = ["left", "right", "up", "down"]
  static let edges = ["left", "right", "top", "bottom"]
  static let corners = ["topLeft", "topRight", "bottomLeft", "bottomRight"]
}
