/// The tables that depend on the kind of a view, a gesture or an action.
extension SchemaTable {
  static let view = SchemaTable(
    name: "view", table: LayoutSchema.view, hasParameters: true,
    rows: [
      "id": (.text, "The name, unique in the layout"), "kind": (.choice(LayoutSchema.kinds), "The kind of view or control"),
      "frame": (
        .either([
          .tuple([.length(.coordinate), .length(.coordinate), .length(.length), .length(.length)]), .reference("frameEdges"),
        ]), "The place in what is around"
      ),
      "title": (.text, "The name for accessibility and reports"), "hint": (.text, "What happens when it is activated"),
      "enabled": (.bool, "Whether it takes touches"), "hidden": (.bool, "Whether it is left out"),
      "alpha": (.number(.share), "How visible it is; under 0.01 it takes no touches"),
      "multipleTouch": (.bool, "Whether it gets more than its first touch; keyboards and dial pads do unless stated"),
      "exclusiveTouch": (.bool, "Whether it keeps touches from all other views"),
      "secure": (.bool, "Whether nothing of its touches is logged or recorded but their times"),
      "forwards": (.bool, "Whether other applications get its touches, too"),
      "debounce": (.time(.debounce), "A touch that ends and begins again in it within so long is one"),
      "modes": (.oneOrMore(.text), "The modes in which it is there"),
      "value": (.anything, "The value at the start"), "continuous": (.bool, "Whether it sends valueChanged while it is touched"),
      "wraps": (.bool, "Whether it goes on at the other end"), "autorepeat": (.bool, "Whether it goes on stepping while a finger stays"),
      "momentary": (.bool, "Whether segments are selected only while they are touched"),
      "ticks": (.integer(0...1000), "The number of tick marks"),
      "vertical": (.bool, "Whether it goes from top to bottom"), "endless": (.bool, "Whether it goes on at the other end"),
      "content": (.size(.length), "The size of what is scrolled over"), "paging": (.bool, "Whether it comes to rest at whole pages"),
      "zoom": (.reference("zoom"), "The scales of two fingers"),
      "rows": (.either([.integer(1...1000), rows, .reference("rowSource")]), "The rows of a list, or the number of a grid's"),
      "rowHeight": (.number(.length), "The height of a row"), "selection": (.choice(LayoutSchema.selections), "How rows are selected"),
      "sections": (.choice(LayoutSchema.sections), "What the sections are"),
      "index": (.bool, "Whether a strip of letters leads to the sections"),
      "search": (.text, "The text field whose text the titles must contain"),
      "layouts": (.list(.text), "The languages, the first one shown"),
      "type": (.choice(LayoutSchema.keyboardTypes), "The kind of keys"), "digits": (.integer(1...64), "The number of digits"),
      "trackingOutset": (.distance, "How far its inside reaches beyond its bounds while it tracks"),
      "on": (.anything, "What is done at its events"), "tuning": (.reference("viewTuning"), "Thresholds in it"),
      "outlets": (.map(.text), "Its properties, and the ids to which they lead"),
      "views": (.reference("views"), "The views inside, back to front"),
      "columns": (.integer(1...100), "The number of columns"), "gap": (pair, "The distance between the views"),
      "padding": (pair, "The distance from the edges"),
      "span": (
        .either([.integer(1...100), .tuple([.integer(1...100), .integer(1...100)])]), "How many columns and rows of a grid it takes"
      ),
      "share": (.number(.weight), "Its share of what the others in a stack leave"), "use": useRow, "with": withRow, "repeat": repeatRow,
    ].merging(edgeRows) { own, _ in own })

  private static let rows = LayoutForm.list(.either([.text, .reference("row")]))
  private static let pair = LayoutForm.either([.length(.gap), .tuple([.length(.gap), .length(.gap)])])
  static let useRow: Row = (.text, "The name of the template that it is made from")
  static let withRow: Row = (.map(.anything), "Values for the template's parameters")
  private static let repeatRow: Row = (.reference("repetition"), "It stands once for each item")

  /// The forms that a kind of view has in place of those of all.
  static func rows(of kind: LayoutKind) -> [String: LayoutForm] {
    var forms: [String: LayoutForm] = ["on": .reference("events.\(kind.rawValue)")]
    if LayoutSchema.values[kind] != nil { forms["value"] = .reference("value.\(kind.rawValue)") }
    if kind == .table { forms["rows"] = .either([rows, .reference("rowSource")]) }
    return forms
  }

  /// The forms that a grid or stack has in place of those of all views.
  static func rows(of arrangement: LayoutArrangement) -> [String: LayoutForm] {
    switch arrangement {
    case .grid: ["rows": .integer(1...1000)]
    case .stack: ["gap": .length(.gap)]
    }
  }

  /// The values of the kinds that have one.
  static let values: [(kind: LayoutKind, table: SchemaTable)] = LayoutKind.allCases.compactMap { kind in
    guard let table = LayoutSchema.values[kind] else { return nil }
    var rows: [String: Row] = [:]
    for key in table.keys { rows[key.name] = valueRows[kind]?[key.name] ?? valueRow(key.name) }
    return (kind, SchemaTable(name: "value.\(kind.rawValue)", table: table, hasParameters: true, rows: rows))
  }

  /// The rows that several kinds share.
  private static func valueRow(_ key: String) -> Row? {
    switch key {
    case "min": (.number(.value), "The least value")
    case "max": (.number(.value), "The greatest value")
    case "step": (.number(.step), "How far a step goes")
    case "text": (.text, "The text")
    case "titles": (.filled(.text), "The titles")
    default: nil
    }
  }

  private static let valueRows: [LayoutKind: [String: Row]] = [
    .slider: ["at": (.number(.value), "The value")], .stepper: ["at": (.number(.value), "The value")],
    .knob: ["at": (.number(.value), "The value")], .switch: ["on": (.bool, "Whether it is on")],
    .segments: ["at": (.integer(0...9999), "The number of the selected title, from 0")],
    .popUp: ["at": (.integer(0...9999), "The number of the selected title, from 0")],
    .pages: ["count": (.integer(1...10_000), "How many pages there are"), "at": (.integer(0...9999), "The page that is shown, from 0")],
    .progress: ["at": (.number(.share), "How much is done")],
    .picker: [
      "wheels": (.filled(.filled(.text)), "The titles of each wheel"),
      "at": (.list(.integer(0...200_000)), "The row of each wheel, from 0"),
    ],
    .matrix: [
      "titles": (.filled(.filled(.text)), "The titles of each row"), "mode": (.choice(LayoutSchema.matrixModes), "How cells are selected"),
      "at": (.list(.integer(0...200_000), 2...2), "The row and the column of the selected cell, from 0"),
    ],
  ]

  static let gesture = SchemaTable(
    name: "gesture", table: LayoutSchema.gesture, hasParameters: true,
    rows: [
      "id": (.text, "The name, unique in the layout"), "kind": (.choice(LayoutGestureKind.allCases.map(\.rawValue)), "The kind of gesture"),
      "view": (.text, "The view or window on which it is made; the first window without it"),
      "region": (.rect, "The part of the view in which touches count"),
      "touches": (.either([.integer(1...60), .reference("touches")]), "The number of fingers"),
      "taps": (.integer(1...100), "The number of taps"),
      "hold": (.time(.duration), "How long the fingers must stay down"),
      "direction": (directions(of: nil), "The directions"),
      "maximumDistance": (.distance, "How far a swipe may go; it is recognized when a finger is lifted"),
      "maximumDuration": (.time(.duration), "How long a swipe may take"),
      "edge": (.either([.choice(LayoutSchema.edges), .filled(.choice(LayoutSchema.edges))]), "The edges from which it comes"),
      "corners": (.either([.choice(LayoutSchema.corners), .filled(.choice(LayoutSchema.corners))]), "The corners in their order"),
      "points": (.oneOrMore(.text), "The shapes, each a text of points"),
      "shapes": (.map(.oneOrMore(.text)), "The shapes by their names, each a text of points or several"),
      "score": (.number(.share), "The least similarity"),
      "requireToFail": (.oneOrMore(.text), "Gestures that must fail first"),
      "simultaneous": (.either([.bool, .oneOrMore(.text)]), "Gestures that may go on beside it; true for all"),
      "enabled": (.bool, "Whether it is recognized at all"),
      "cancelsTouches": (.bool, "Whether views lose its touches once it is recognized"),
      "delaysTouches": (.bool, "Whether views get its touches only once it has failed"),
      "modes": (.oneOrMore(.text), "The modes in which it counts"), "tuning": (.reference("tuning"), "Its thresholds"),
      "on": (.anything, "What is done in its states"), "use": useRow, "with": withRow, "repeat": repeatRow,
    ])

  /// The forms that a kind of gesture has in place of those of all.
  static func rows(of kind: LayoutGestureKind) -> [String: LayoutForm] {
    var forms: [String: LayoutForm] = ["on": .reference("states.\(kind.rawValue)"), "tuning": .reference("tuning.\(kind.rawValue)")]
    let least = LayoutSchema.leastTouches(of: kind)
    forms["touches"] =
      LayoutSchema.kindsWithSomeTouches.contains(kind) ? .either([.integer(least...60), .reference("touches")]) : .integer(1...60)
    forms["direction"] = directions(of: kind)
    return forms
  }

  private static func directions(of kind: LayoutGestureKind?) -> LayoutForm {
    let names = LayoutSchema.directions(of: kind)
    return .either([.choice(names), .filled(.choice(names))])
  }

  static let action = SchemaTable(
    name: "action", table: LayoutSchema.action, hasParameters: true,
    rows: [
      "run": (.filled(.text), "Starts a program: its name or path, and its arguments; no shell is between"),
      "emit": (.text, "Tells a name to the log and to every subscriber"),
      "send": (.pattern(#"^[^\s:]+(:(forEvent:)?)?$"#), "Sends an action, such as submit:, to a view or up the responder chain"),
      "to": (.text, "The id of the view or object that gets it"), "type": (.text, "Types a text into what is being edited"),
      "mode": (.text, "Changes to a mode"),
      "key": (.either([.text, .list(.text, 1...8), .reference("keyText")]), "Presses keys that every application hears"),
      "hold": (.bool, "Whether the keys stay down until the gesture is over"), "set": (.text, "Sets what the view with this id holds"),
      "value": (.either([.number(.value), .placeholder, .filled(.either([.number(.value), .placeholder]))]), "The value to set"),
      "text": (.text, "The text to set"), "state": (.either([.choice(["on", "off"]), .placeholder]), "Whether it is on"),
      "enabled": (.either([.bool, .placeholder]), "Whether it takes touches"),
      "hidden": (.either([.bool, .placeholder]), "Whether it is hidden"),
      "verify": (.text, "Compares what was typed into a secure control with a hash"),
      "hash": (.text, "The hash, which 'contactor hash' makes"),
      "hashFile": (.pattern("^/"), "A file with the hash"), "attempts": (.integer(1...1000), "How many wrong ones lock the control"),
      "lockout": (.time(.seconds), "How long it is locked then"), "right": (.reference("actions"), "What is done where it is right"),
      "wrong": (.reference("actions"), "What is done where it is wrong"),
      "locked": (.reference("actions"), "What is done where the control is locked"),
      "mqtt": (.pattern("^[^/+#]([^+#]*[^/+#])?$"), "Publishes a message on this topic; ~/ stands for the broker's own"),
      "payload": (.text, "What the message says"), "qos": (.integers([0, 1]), "0: sent once; 1: sent until it has arrived"),
      "retain": (.bool, "Whether the broker keeps it"),
      "rotate": (.integers([0, 90, 180, 270]), "Turns the panels, in degrees clockwise beside their rotation: the screen was turned"),
      "window": (.text, "The window whose panels are turned; all without it"),
      "every": (
        .either([.time(.duration), .measure(.distance, units: ["mm", "pt"])]),
        "The least time between two of them, or the length of a step of a pan for which it is done"
      ),
      "direction": (.choice(PanSteps.Direction.allCases.map(\.rawValue)), "The direction of the steps that count; all without it"),
      "after": (.time(.duration), "The time without another before it is done"),
      "overlap": (.choice(LayoutSchema.overlaps), "What is done with it while the one before still runs"),
      "if": (.reference("condition"), "When it is done"),
    ].merging(programRows) { own, _ in own })

  /// The groups of keys beside the key that names an action; the action needs one key of each group.
  static let neededOptions: [String: [[String]]] = [
    "set": [LayoutSchema.settable], "verify": [["hash", "hashFile"], ["right", "wrong"]], "mqtt": [["payload"]],
  ]
}
