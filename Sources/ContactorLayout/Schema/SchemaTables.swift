import ContactorEvdev

/// A table of the layout file's keys with the form and the meaning of each value, for the JSON Schema.
///
/// The keys themselves stand in `LayoutSchema`; a test fails where a key has no row here, or a row no key.
struct SchemaTable: Sendable {
  /// A value's form, and its meaning in a sentence.
  typealias Row = (form: LayoutForm, meaning: String)

  /// The name of the definition.
  let name: String
  let table: LayoutTable
  /// Whether it can be in a template or a repetition.
  var hasParameters = false
  let rows: [String: Row]
  /// The alternative keys: exactly one of them must be present; empty for no such rule.
  var one: [String] = []

  /// Permissions of a file, in octal digits.
  private static let fileMode = LayoutForm.either([.integer(0...777), .pattern("^(0o)?[0-7]+$")])
  /// A topic of MQTT on which something can be published.
  private static let topic = LayoutForm.pattern("^[^/$+#]([^+#]*[^/+#])?$")

  /// All tables but those of views, values, gestures and actions, which depend on their kind.
  static let plain: [SchemaTable] = [
    SchemaTable(
      name: "screen", table: LayoutSchema.screen,
      rows: [
        "size": (.size(.length), "Width and height in points"), "mm": (.size(.glassLength), "Width and height of the glass in millimetres"),
      ]),
    SchemaTable(
      name: "window", table: LayoutSchema.window,
      rows: [
        "id": (.text, "The name, unique in the layout"), "size": (.size(.length), "Width and height in points"),
        "mm": (.size(.glassLength), "Width and height of the glass in millimetres"),
        "views": (.reference("views"), "The views, back to front"),
        "forward": (.either([.bool, .reference("forward")]), "How the window's panels are forwarded to other applications"),
      ]),
    SchemaTable(
      name: "device", table: LayoutSchema.device,
      rows: [
        "match": (.reference("match"), "The panels that are meant; all without it"), "window": (.text, "The window that they feed"),
        "frame": (.rect, "The part of the window that they cover"),
        "calibration": (
          .either([.list(.number(.factor), 6...6), .list(.number(.factor), 9...9)]),
          "As LIBINPUT_CALIBRATION_MATRIX, or the 9 numbers of X11's matrix"
        ),
        "rotation": (.integers([0, 90, 180, 270]), "Degrees clockwise"),
        "mm": (.size(.glassLength), "The panel's size in millimetres, not rotated"),
        "ignore": (.bool, "Whether the panel is not used at all"),
        "as": (.choice(LayoutSchema.panelKinds), "Uses a panel in mouse mode, a pointer with absolute places, as a touchscreen"),
        "expect": (.bool, "Whether it is a trouble where the panel is not there"),
        "pair": (.text, "The name by which one of several alike panels is paired with the entry, by a touch"),
      ]),
    SchemaTable(
      name: "match", table: LayoutSchema.match,
      rows: [
        "vendor": (.either([.integer(0...0xFFFF), .choice(["*"])]), "The bus's vendor number"),
        "product": (.either([.integer(0...0xFFFF), .choice(["*"])]), "The bus's product number"),
        "path": (.text, "Where the panel is plugged in"), "name": (.text, "The name that the kernel gives"),
        "serial": (.text, "The serial number"), "output": (.text, "The output that udev assigns"),
        "seat": (.text, "The seat that udev assigns"),
      ]),
    SchemaTable(
      name: "object", table: LayoutSchema.object,
      rows: [
        "id": (.text, "The name by which actions reach the program's object"),
        "outlets": (.map(.text), "Properties of the object, and the ids to which they lead"),
      ]),
    SchemaTable(
      name: "log", table: LayoutSchema.log,
      rows: [
        "touch": (.bool, "Whether touches are logged"), "control": (.bool, "Whether control events are logged"),
        "action": (.bool, "Whether actions are logged"), "gesture": (.bool, "Whether gestures are logged"),
        "value": (.bool, "Whether values and selections are logged"),
      ]),
    SchemaTable(
      name: "outputs", table: LayoutSchema.outputs,
      rows: [
        "socket": (.reference("socket"), "The socket for events and control"),
        "mqtt": (.reference("broker"), "The MQTT broker for events and control"),
        "metrics": (.reference("metricsFile"), "The file of figures for Prometheus"),
      ]),
    SchemaTable(
      name: "socket", table: LayoutSchema.socket,
      rows: [
        "path": (.pattern("^/.*[^/]$"), "The path of the socket"),
        "mode": (fileMode, "The permissions of the path"),
        "group": (.text, "The group of the path"), "allow": (.list(.choice(LayoutSchema.socketCommands)), "What peers may ask for"),
      ]),
    SchemaTable(
      name: "broker", table: LayoutSchema.broker,
      rows: [
        "host": (.text, "The host's name or address"), "port": (.integer(1...65_535), "The TCP port; 1883 without it, 8883 with TLS"),
        "tls": (.either([.bool, .reference("encryption")]), "How the connection is encrypted"),
        "user": (.text, "The user of the broker"), "passwordFile": (.pattern("^/"), "A file with the user's password, of mode 0600"),
        "id": (.text, "The client's id; {host} is the machine's name"), "topic": (topic, "The topic below which everything is published"),
        "keepalive": (.time(.seconds), "How long the connection may be silent"),
        "publish": (.either([.choice(["all"]), .list(.choice(LogLineKinds.names))]), "The kinds of the log's lines that are published"),
        "allow": (.list(.choice(LayoutSchema.brokerCommands)), "The commands that may come"),
        "listen": (.list(topic), "More topics on which commands come"), "queue": (.bytes, "How much waits while the broker is away"),
      ]),
    SchemaTable(
      name: "encryption", table: LayoutSchema.encryption,
      rows: [
        "ca": (.pattern("^/"), "The certificates that the broker's must come from; the system's without it"),
        "certificate": (.pattern("^/"), "The kiosk's own certificate"), "key": (.pattern("^/"), "Its key"),
      ]),
    SchemaTable(
      name: "metricsFile", table: LayoutSchema.metricsFile,
      rows: [
        "file": (.pattern("^/.*[^/]$"), "The file, which node_exporter reads"), "every": (.time(.writingPause), "How often it is written"),
        "mode": (fileMode, "The permissions of the file"),
      ]),
    SchemaTable(
      name: "mode", table: LayoutSchema.mode,
      rows: [
        "timeout": (.time(.seconds), "The time without a touch after which the first mode comes back"),
        "views": (.oneOrMore(.text), "Views that are there in this mode"),
        "gestures": (.oneOrMore(.text), "Gestures that count in this mode"),
        "forward": (.either([.bool, .reference("forward")]), "What the mode changes in forwarding"),
        "on": (.reference("modeEvents"), "What is done as the mode is entered and left"),
      ]),
    SchemaTable(
      name: "policies", table: LayoutSchema.policies,
      rows: [
        "idle": (.reference("idle"), "What is done where nothing is touched"),
        "health": (.reference("health"), "What is done where something is wrong"),
      ]),
    SchemaTable(
      name: "health", table: LayoutSchema.health,
      rows: [
        "silentAfter": (.time(.seconds), "A panel that nobody touches for so long is silent"),
        "stuckAfter": (.time(.seconds), "A contact that rests for so long is stuck"),
        "grabbedAfter": (.time(.seconds), "A panel that sends nothing for so long is looked at: does another program hold it?"),
        "irregularities": (.integer(2...1000), "So many faults of a panel, and times that it came back, within ten minutes make it ill"),
        "failures": (.integer(1...1000), "So many failures of a program in a row are a trouble"),
        "on": (.reference("healthEvents"), "What is done as a trouble begins, and as it ends"),
      ]),
    SchemaTable(
      name: "idle", table: LayoutSchema.idle,
      rows: [
        "after": (.time(.seconds), "The time without a touch"),
        "on": (.reference("idleEvents"), "What is done then, and at the next touch"),
        "swallowWakingTouch": (.bool, "Whether the touch that wakes the screen does nothing else"),
        "display": (.either([.choice(["auto", "none"]), .reference("display")]), "The display whose own state counts"),
      ]),
    SchemaTable(
      name: "display", table: LayoutSchema.display,
      rows: [
        "dpms": (.pattern("^[^/.][^/]*$"), "A connector in /sys/class/drm"),
        "backlight": (.pattern("^[^/.][^/]*$"), "A name in /sys/class/backlight"),
      ], one: ["dpms", "backlight"]),
    SchemaTable(
      name: "forward", table: LayoutSchema.forward,
      rows: [
        "fingers": (.integer(1...60), "How many fingers other applications get at a time"),
        "edges": (.either([.distance, .reference("forwardEdges")]), "The edges at which no touch may begin"),
        "deadZones": (.list(.reference("deadZone")), "Rectangles in which no touch may begin"),
        "ghost": (.reference("ghost"), "What no finger does"),
        "regions": (.list(.reference("forwardRegion")), "Parts of the window with rules of their own"),
        "stuckAfter": (.time(.seconds), "After resting so long a touch is taken away"),
        "rate": (.integer(1...10_000), "How many touches may begin within a second"),
        "debounce": (.time(.debounce), "A touch of other applications that ends and begins again within so long is one"),
        "filter": (.either([.choice(["none"]), .reference("filter")]), "How positions are smoothed"),
        "cancelBy": (.choice(CancelMethod.allCases.map(\.rawValue)), "How a touch is taken away"),
        "wake": (.choice(LayoutForward.Wake.allCases.map(\.rawValue)), "How the display's owner learns of touches that are kept back"),
        "name": (.text, "The name of the virtual touchscreens"),
        "keepCopy": (.bool, "Whether a virtual touchscreen stays while its panel is unplugged"),
        "calibrated": (.bool, "Whether positions are calibrated and turned as in the layout"),
      ]),
    SchemaTable(
      name: "forwardEdges", table: LayoutSchema.forwardEdges,
      rows: [
        "left": (.distance, "The width at the left"), "top": (.distance, "The height at the top"),
        "right": (.distance, "The width at the right"), "bottom": (.distance, "The height at the bottom"),
      ]),
    SchemaTable(
      name: "deadZone", table: LayoutSchema.deadZone,
      rows: ["id": (.text, "The name"), "frame": (.rect, "The rectangle in the window"), "window": (.text, "The window")]),
    SchemaTable(
      name: "forwardRegion", table: LayoutSchema.forwardRegion,
      rows: [
        "frame": (.rect, "The rectangle in the window"), "window": (.text, "The window"),
        "fingers": (.integer(1...60), "How many fingers that touch down in it other applications get at a time"),
        "edges": (.either([.distance, .reference("forwardEdges")]), "The edges of the panel at which none of them may begin"),
        "ghost": (.reference("ghost"), "What no finger does there"),
      ]),
    SchemaTable(
      name: "ghost", table: LayoutSchema.ghost,
      rows: [
        "shorterThan": (.time(.duration), "A touch must last so long"), "smallerThan": (.distance, "A touch must reach this size"),
        "largerThan": (.distance, "A touch must stay below this size"),
        "fasterThan": (
          .either([.distance, .measure(.distance, units: ["/s", "mm/s", "pt/s", "mm */s", "pt */s"])]),
          "A touch must not move so far in a second"
        ),
      ]),
    SchemaTable(
      name: "filter", table: LayoutSchema.filter,
      rows: [
        "median": (.integers([3, 5, 7, 9]), "The median of so many positions"), "oneEuro": (.reference("oneEuro"), "A one-euro filter"),
      ], one: ["median", "oneEuro"]),
    SchemaTable(
      name: "oneEuro", table: LayoutSchema.oneEuro,
      rows: [
        "minimumCutoff": (.number(.frequency), "The cutoff at rest"), "beta": (.number(.ratio), "How the cutoff grows with the speed"),
      ]),
    SchemaTable(
      name: "distance", table: LayoutSchema.outset, hasParameters: true,
      rows: ["mm": (.number(.glassDistance), "The distance in millimetres")]),
    SchemaTable(
      name: "row", table: LayoutSchema.row, hasParameters: true,
      rows: [
        "title": (.text, "The first text"), "detail": (.text, "The second text"), "section": (.text, "The title of the row's section"),
        "id": (.text, "What {value} stands for"),
      ]),
    SchemaTable(
      name: "rowSource", table: LayoutSchema.rowSource, hasParameters: true,
      rows: [
        "file": (.text, "A file of rows"), "from": (.filled(.text), "A program that prints the rows, and its arguments"),
        "timeout": programRows["timeout"]!, "cwd": programRows["cwd"]!, "env": programRows["env"]!, "user": programRows["user"]!,
        "limits": programRows["limits"]!,
      ], one: ["file", "from"]),
    SchemaTable(
      name: "limits", table: LayoutSchema.limits, hasParameters: true,
      rows: [
        "memory": (.bytes, "The memory"), "cpu": (.time(.seconds), "The time on processors"),
        "files": (.integer(4...1_048_576), "The number of open files"),
        "processes": (.integer(1...4_194_304), "The number of the user's processes"),
        "fileSize": (.bytes, "The size of a file that is written"), "nice": (.integer(0...19), "How much it gives way to others"),
      ]),
    SchemaTable(
      name: "zoom", table: LayoutSchema.zoom, hasParameters: true,
      rows: ["min": (.number(.step), "The least scale"), "max": (.number(.step), "The greatest scale")]),
    SchemaTable(
      name: "frameEdges", table: LayoutSchema.frameEdges, hasParameters: true, rows: edgeRows),
    SchemaTable(
      name: "touches", table: LayoutSchema.touches, hasParameters: true,
      rows: ["min": (.integer(1...60), "The least number of fingers"), "max": (.integer(1...60), "The greatest number of fingers")]),
    SchemaTable(
      name: "keyText", table: LayoutSchema.keyText, hasParameters: true, rows: ["text": (.text, "The text to type")]),
    SchemaTable(
      name: "condition", table: LayoutSchema.condition, hasParameters: true,
      rows: ["mode": (.oneOrMore(.text), "The modes in which the action is done")]),
    SchemaTable(
      name: "repetition", table: LayoutSchema.repetition, hasParameters: true,
      rows: ["over": (.either([.filled(.anything), .reference("range")]), "The items, each with $(item), $(index) and $(number)")]),
    SchemaTable(
      name: "range", table: LayoutSchema.range, hasParameters: true,
      rows: [
        "from": (.integer(-1_000_000_000...1_000_000_000), "The first number; 1 without it"),
        "to": (.integer(-1_000_000_000...1_000_000_000), "The last number"),
      ]),
  ]

  /// The keys of programs in actions and lists.
  static let programRows: [String: Row] = [
    "timeout": (.time(.seconds), "The time after which the program is ended"), "cwd": (.text, "The working directory"),
    "env": (.map(.text), "Variables of its environment"), "user": (.text, "The user as whom it runs"),
    "limits": (.reference("limits"), "What it may use up"),
  ]

  static let edgeRows: [String: Row] = [
    "left": (.length(.coordinate), "The distance from the left edge of what is around"),
    "top": (.length(.coordinate), "The distance from the upper edge"), "right": (.length(.coordinate), "The distance from the right edge"),
    "bottom": (.length(.coordinate), "The distance from the lower edge"), "width": (.length(.length), "The width"),
    "height": (.length(.length), "The height"),
  ]

  static let root = SchemaTable(
    name: "layout", table: LayoutSchema.root,
    rows: [
      "contactor": (.integers([1]), "The version of the format"), "screen": (.reference("screen"), "The screen, which is the window main"),
      "windows": (.filled(.reference("window")), "Further windows"),
      "devices": (.list(.reference("device")), "Touch panels and what they feed"),
      "views": (.reference("views"), "The views on the screen, back to front"), "gestures": (.reference("gestures"), "The gestures"),
      "include": (.oneOrMore(.text), "Files that are read as if they stood before this one"),
      "templates": (.map(.reference("template")), "Views, gestures, actions or lists of them, for use"),
      "objects": (.list(.reference("object")), "Objects of the program"),
      "keyboards": (.bool, "Whether keyboards that are plugged in are read"),
      "policies": (.reference("policies"), "What is done where nothing is touched"),
      "forward": (.either([.bool, .reference("forward")]), "How touches reach other applications"),
      "debounce": (.time(.debounce), "A touch that ends and begins again within so long is one"),
      "modes": (.map(.reference("mode")), "The modes, the first one at first"), "log": (.reference("log"), "The kinds of lines in the log"),
      "outputs": (.reference("outputs"), "Where events go besides the log"), "tuning": (.reference("tuning"), "Thresholds of the engine"),
    ])
}
