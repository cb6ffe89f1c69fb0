public import ContactorCore
public import ContactorEvdev

/// The settings for forwarding touches to other applications: `forward` of the whole layout, of a window or of a mode.
///
/// A member that is `nil` is not stated.
public struct LayoutForward: Hashable, Sendable {
  /// A rectangle that blocks contacts beginning inside it.
  public struct DeadZone: Hashable, Sendable {
    /// The name, for messages and the log.
    public var id: String
    /// The rectangle, in points of the window.
    public var frame: Rect
    /// The name of the window; `nil` for the window whose `forward` has the zone, and for the first window in that of the layout and of
    /// modes.
    public var window: String?

    /// Creates a dead zone.
    public init(id: String, frame: Rect, window: String? = nil) {
      self.id = id
      self.frame = frame
      self.window = window
    }
  }

  /// A part of the window with rules of its own, for the contacts that begin in it; see `ForwardSettings.Region`.
  public struct Region: Hashable, Sendable {
    /// The rectangle, in points of the window.
    public var frame: Rect
    /// The name of the window, as that of a dead zone.
    public var window: String?
    /// How many contacts that began in it are let through at a time.
    public var fingers: Int?
    /// The edges at which none of them may begin.
    public var edges: Edges?
    /// The signs of contacts that no finger makes.
    public var ghost: Ghost?

    /// Creates a region with the rules around it.
    public init(frame: Rect, window: String? = nil) {
      self.frame = frame
      self.window = window
    }
  }

  /// How wide the edges are at which no contact may begin.
  public struct Edges: Hashable, Sendable {
    /// The width at the left.
    public var left: LayoutDistance
    /// The height at the top.
    public var top: LayoutDistance
    /// The width at the right.
    public var right: LayoutDistance
    /// The height at the bottom.
    public var bottom: LayoutDistance

    /// Creates edges of one width.
    public init(_ width: LayoutDistance = .points(0)) {
      (left, top, right, bottom) = (width, width, width, width)
    }
  }

  /// The signs of contacts that no finger makes; see `ForwardSettings.Ghost`.
  public struct Ghost: Hashable, Sendable {
    /// A contact must last so long; `nil` for any time.
    public var shorterThan: Duration?
    /// A contact must reach this size; `nil` for any size.
    public var smallerThan: LayoutDistance?
    /// A contact must stay below this size; `nil` for any size.
    public var largerThan: LayoutDistance?
    /// A contact must not move so far in a second; `nil` for any speed.
    public var fasterThan: LayoutDistance?

    /// Creates a rule that every contact passes.
    public init() {}
  }

  /// How the owner of the display learns of touches that the application does not get.
  public enum Wake: String, Hashable, Sendable, CaseIterable {
    /// By a key that does nothing else: `KEY_WAKEUP`.
    case key
    /// By the shift key, for those who do not count keys that they do not know.
    case shift
    /// Not at all.
    case none
  }

  /// Whether panels are forwarded: `false` for a window with `forward: false`; in a mode with that applications get no touch.
  public var isOn = true
  /// How many contacts are let through at a time.
  public var fingers: Int?
  /// The edges at which no contact may begin.
  public var edges: Edges?
  /// The rectangles that block contacts beginning inside them.
  public var deadZones: [DeadZone]?
  /// The signs of contacts that no finger makes.
  public var ghost: Ghost?
  /// Parts of the window with rules of their own.
  public var regions: [Region]?
  /// The time after which a resting contact is cancelled.
  public var stuckAfter: Duration?
  /// How many contacts may begin within a second.
  public var rate: Int?
  /// The time within which a contact of the application that ends and begins again is one; `nil` for the layout's.
  public var debounce: Duration?
  /// How positions are smoothed.
  public var filter: ForwardSettings.Filter?
  /// How a contact is cancelled.
  public var cancelBy: CancelMethod?
  /// How the owner of the display learns of touches that the application does not get; `nil` for by a key.
  public var wake: Wake?
  /// The name of the copies; `nil` for that of each panel.
  public var name: String?
  /// Whether a copy stays while its panel is unplugged; `nil` for no.
  public var keepsCopy: Bool?
  /// Whether positions are calibrated and turned as in the layout, rather than the panel's own (contract 11.6).
  public var isCalibrated: Bool?

  /// Creates forwarding without rules.
  public init() {}

  /// These settings, and those of more general ones that are not stated here; each key counts as a whole.
  public func over(_ base: LayoutForward) -> LayoutForward {
    var result = self
    result.fingers = fingers ?? base.fingers
    result.edges = edges ?? base.edges
    result.deadZones = deadZones ?? base.deadZones
    result.ghost = ghost ?? base.ghost
    result.regions = regions ?? base.regions
    result.stuckAfter = stuckAfter ?? base.stuckAfter
    result.rate = rate ?? base.rate
    result.debounce = debounce ?? base.debounce
    result.filter = filter ?? base.filter
    result.cancelBy = cancelBy ?? base.cancelBy
    result.wake = wake ?? base.wake
    result.name = name ?? base.name
    result.keepsCopy = keepsCopy ?? base.keepsCopy
    result.isCalibrated = isCalibrated ?? base.isCalibrated
    return result
  }

  /// The settings of a forwarder whose panel is mapped to a rectangle.
  ///
  /// All dead zones count, so take what `Layout.forward(inWindow:mode:)` gives. `positions` stays `nil`, as it depends on the panel.
  ///
  /// - Parameters:
  ///   - target: the rectangle of the window that the panel covers, in points.
  ///   - density: points in a millimetre on the glass (contract 1.9).
  public func settings(target: Rect, pointsPerMillimetre density: Double) -> ForwardSettings {
    var settings = ForwardSettings()
    settings.fingers = fingers
    settings.inside = edges.flatMap { $0.inside(target, density) }
    settings.deadZones = (deadZones ?? []).map { .init(id: $0.id, frame: $0.frame) }
    settings.ghost = ghost?.settings(density) ?? settings.ghost
    settings.regions = (regions ?? []).map { region in
      var result = ForwardSettings.Region(frame: region.frame)
      result.fingers = region.fingers
      result.inside = region.edges.map { $0.inside(target, density) }
      result.ghost = region.ghost?.settings(density)
      return result
    }
    settings.stuckAfter = stuckAfter
    settings.rate = rate
    settings.filter = filter ?? .none
    settings.cancelBy = cancelBy ?? ForwardSettings().cancelBy
    return settings
  }
}

extension LayoutForward.Ghost {
  fileprivate func settings(_ density: Double) -> ForwardSettings.Ghost {
    var settings = ForwardSettings.Ghost()
    settings.shorterThan = shorterThan
    settings.smallerThan = smallerThan?.points(density)
    settings.largerThan = largerThan?.points(density)
    settings.fasterThan = fasterThan?.points(density)
    return settings
  }
}

extension LayoutForward.Edges {
  /// Returns the rectangle without its edges, empty if they meet; `nil` if all edges are 0.
  fileprivate func inside(_ target: Rect, _ density: Double) -> Rect? {
    let (left, top) = (left.points(density), top.points(density))
    let (right, bottom) = (right.points(density), bottom.points(density))
    guard max(left, top, right, bottom) > 0 else { return nil }
    return Rect(
      x: target.minX + left, y: target.minY + top, width: max(0, target.width - left - right),
      height: max(0, target.height - top - bottom))
  }
}

extension LayoutDistance {
  /// The distance in points.
  func points(_ pointsPerMillimetre: Double) -> Double {
    switch self {
    case .points(let points): points
    case .millimetres(let length): length * pointsPerMillimetre
    }
  }
}

extension Layout {
  /// Whether the panels of any window are forwarded to other applications.
  public var isForwarding: Bool { windows.contains { forward(inWindow: $0.id, mode: nil) != nil } }

  /// Whether the owner of the display is to learn of touches that applications do not get, in any mode.
  public var wakesDisplay: Bool {
    let modes: [String?] = [nil] + modes.map(\.id)
    return windows.contains { window in
      modes.contains { mode in forward(inWindow: window.id, mode: mode).map { $0.wake != LayoutForward.Wake.none } ?? false }
    }
  }

  /// Whether applications get no touch in a mode: it has `forward: false`.
  public func blocksForwarding(inMode mode: String) -> Bool { modes.first { $0.id == mode }?.forward?.isOn == false }

  /// Returns the settings for forwarding a window's panels in a mode; `nil` if the window is not forwarded.
  ///
  /// The mode's settings override the window's, and the window's override the layout's. Dead zones and regions of other windows are left
  /// out.
  public func forward(inWindow id: String, mode: String?) -> LayoutForward? {
    let window = windows.first { $0.id == id }
    guard var result = window?.forward ?? forward, result.isOn else { return nil }
    if let forward, window?.forward != nil { result = result.over(forward) }
    let special = modes.first { $0.id == mode }?.forward
    if let special, special.isOn { result = special.over(result) }
    // Zones and regions without a window belong to the window that states them, else to the first.
    func owner(_ states: (LayoutForward) -> Bool) -> String {
      let isOwn = window?.forward.map(states) == true && special.map(states) != true
      return isOwn ? id : windows[0].id
    }
    let (zones, parts) = (owner { $0.deadZones != nil }, owner { $0.regions != nil })
    result.deadZones?.removeAll { ($0.window ?? zones) != id }
    result.regions?.removeAll { ($0.window ?? parts) != id }
    return result
  }
}
