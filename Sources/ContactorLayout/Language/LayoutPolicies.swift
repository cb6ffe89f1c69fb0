/// What a layout does by itself, without a control or a gesture: `policies`.
public struct LayoutPolicies: Hashable, Sendable {
  /// What happens when the screen is not touched; `nil` for nothing.
  public var idle: LayoutIdle?
  /// The troubles that are watched for; `nil` for none but panels that are expected and not there.
  public var health: LayoutHealth?

  /// Creates policies that do nothing.
  public init() {}
}

/// What happens when the screen is not touched for a while, and at the touch that wakes it (contract 12.1, 12.2).
public struct LayoutIdle: Hashable, Sendable {
  /// After how long without a touch the screen is idle; `nil` for never by itself.
  public var after: Duration?
  /// The actions of `idle` and `active`, in the order of the file.
  public var bindings: [LayoutBinding] = []
  /// Whether the touch that wakes the screen does nothing else.
  public var swallowsWakingTouch = true
  /// Where to read whether the display is off.
  public var display = LayoutDisplay.none

  /// The names of the states, as `on` writes them.
  public static let states = ["idle", "active"]

  /// Creates the settings of a screen that is never idle by itself.
  public init(after: Duration? = nil) {
    self.after = after
  }
}

/// Where to read whether the display is off, as the first finger lands.
public enum LayoutDisplay: Hashable, Sendable {
  /// Nowhere: the display counts as on.
  case none
  /// In all connectors and backlights of the machine.
  case auto
  /// In the power state of a connector, such as `card0-HDMI-A-1`, or `HDMI-A-1` of any card.
  case dpms(String)
  /// In the power state of a backlight, such as `10-0045`.
  case backlight(String)
}

/// A named mode of a layout (contract 12.3): the views and gestures that there are only in it, and what it changes.
public struct LayoutMode: Hashable, Sendable {
  /// The name.
  public var id: String
  /// How long it lasts before the first mode comes back; `nil` for any time.
  public var timeout: Duration?
  /// The ids of the views that belong to it.
  public var views: [String] = []
  /// The ids of the gestures that belong to it.
  public var gestures: [String] = []
  /// The rules of forwarding that it changes.
  public var forward: LayoutForward?
  /// The actions of `entered` and `left`, in the order of the file.
  public var bindings: [LayoutBinding] = []
  /// Where it stands in the file.
  public var mark: LayoutMark

  /// The names of the moments to which actions can be bound, as `on` writes them.
  public static let states = ["entered", "left"]
  /// The mode that every layout has, for cleaning: views and gestures that belong to no mode are not in it, and nothing is forwarded.
  public static let locked = "locked"
  /// The name of the mode in which a layout without modes of its own begins.
  public static let usual = "default"
  /// How long `locked` lasts where the layout does not say.
  public static let lockedTimeout = Duration.seconds(30)

  /// Creates a mode to which nothing belongs.
  public init(id: String, timeout: Duration? = nil, mark: LayoutMark = .file) {
    self.id = id
    self.timeout = timeout
    self.mark = mark
  }
}

extension Layout {
  /// The name of the mode in which the layout begins, and to which time limits lead back: the first that is not `locked`.
  public var firstMode: String { modes.first { $0.id != LayoutMode.locked }?.id ?? LayoutMode.usual }

  /// The names of all modes, in the order of the file; `locked` is always one of them.
  public var modeNames: [String] {
    let listed = modes.map(\.id)
    let first = listed.contains { $0 != LayoutMode.locked } ? [] : [LayoutMode.usual]
    return first + listed + (listed.contains(LayoutMode.locked) ? [] : [LayoutMode.locked])
  }

  /// How long a mode lasts; `nil` for any time, as the first one does.
  public func timeout(ofMode id: String) -> Duration? {
    if id == firstMode { return nil }
    return modes.first { $0.id == id }?.timeout ?? (id == LayoutMode.locked ? LayoutMode.lockedTimeout : nil)
  }

  /// The modes to which each view and gesture with an entry belongs, by its id; the others belong to all but `locked`.
  package var modesByID: [String: Set<String>] {
    var result: [String: Set<String>] = [:]
    for view in allViews where !view.modes.isEmpty { result[view.id, default: []].formUnion(view.modes) }
    for gesture in gestures where !gesture.modes.isEmpty { result[gesture.id, default: []].formUnion(gesture.modes) }
    for mode in modes {
      for id in mode.views + mode.gestures { result[id, default: []].insert(mode.id) }
    }
    return result
  }

  /// The actions of modes and policies.
  var policyBindings: [LayoutBinding] {
    modes.flatMap(\.bindings) + (policies.idle?.bindings ?? []) + (policies.health?.bindings ?? [])
  }
}
