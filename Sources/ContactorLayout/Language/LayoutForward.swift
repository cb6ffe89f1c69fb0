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

  /// Whether panels are forwarded: `false` for a window with `forward: false`.
  public var isOn = true
  /// How many contacts are let through at a time.
  public var fingers: Int?
  /// The edges at which no contact may begin.
  public var edges: Edges?
  /// The rectangles that block contacts beginning inside them.
  public var deadZones: [DeadZone]?
  /// The signs of contacts that no finger makes.
  public var ghost: Ghost?
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
    result.stuckAfter = stuckAfter ?? base.stuckAfter
    result.rate = rate ?? base.rate
    result.debounce = debounce ?? base.debounce
    result.filter = filter ?? base.filter
    result.cancelBy = cancelBy ?? base.cancelBy
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
    settings.ghost.shorterThan = ghost?.shorterThan
    settings.ghost.smallerThan = ghost?.smallerThan?.points(density)
    settings.ghost.largerThan = ghost?.largerThan?.points(density)
    settings.ghost.fasterThan = ghost?.fasterThan?.points(density)
    settings.stuckAfter = stuckAfter
    settings.rate = rate
    settings.filter = filter ?? .none
    settings.cancelBy = cancelBy ?? .palm
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

  /// Returns the settings for forwarding a window's panels in a mode; `nil` if the window is not forwarded.
  ///
  /// The mode's settings override the window's, and the window's override the layout's. Dead zones of other windows are left out.
  public func forward(inWindow id: String, mode: String?) -> LayoutForward? {
    let window = windows.first { $0.id == id }
    guard var result = window?.forward ?? forward, result.isOn else { return nil }
    if let forward, window?.forward != nil { result = result.over(forward) }
    // Zones without a window belong to the window that states them, else to the first.
    var owner = window?.forward?.deadZones != nil ? id : windows[0].id
    if let special = modes.first(where: { $0.id == mode })?.forward {
      result = special.over(result)
      if special.deadZones != nil { owner = windows[0].id }
    }
    result.deadZones?.removeAll { ($0.window ?? owner) != id }
    return result
  }
}
