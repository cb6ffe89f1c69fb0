public import ContactorCore
public import ContactorEvdev

/// The rules of `contactor forward`, in measures of a hand, which become the measures of each panel.
///
/// A panel's points are millimetres if it states its size, else hundredths of its width and height.
public struct ForwardRules: Hashable, Sendable {
  /// A length on a panel.
  public enum Length: Hashable, Sendable {
    /// Millimetres; unknown on a panel that does not state its size.
    case millimetres(Double)
    /// Hundredths of the panel's width or height.
    case percent(Double)

    /// The length in points of a panel, along a side of so many points; `nil` if it is unknown.
    func points(along side: Double, _ unit: PanelUnit) -> Double? {
      switch self {
      case .millimetres(let value): unit.name == "mm" ? value : nil
      case .percent(let value): value / 100 * side
      }
    }
  }

  /// A rectangle that no contact may begin in.
  public struct Zone: Hashable, Sendable {
    /// The distances from the panel's left and top edge.
    public var x: Length, y: Length
    /// The lengths of the sides.
    public var width: Length, height: Length

    /// Creates a zone.
    public init(x: Length, y: Length, width: Length, height: Length) {
      (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }
  }

  /// Everything that is not a length.
  ///
  /// The sizes of `ghost` are in millimetres, its speed in millimetres a second.
  public var settings = ForwardSettings()
  /// The width of the edges that no contact may begin in; `nil` for none.
  public var edges: Length?
  /// The rectangles that no contact may begin in.
  public var zones: [Zone] = []
  /// The correction of positions 0 … 1, after udev's.
  public var calibration = AffineTransform.identity
  /// How far positions are turned.
  public var rotation = QuarterTurn.none
  /// The name of the copies; `nil` for that of each panel.
  public var name: String?
  /// Whether a copy stays while its panel is unplugged.
  public var keepsCopies = false

  /// Creates rules that keep nothing back.
  public init() {}

  /// The description of a panel's copy.
  func copy(of panel: EvdevDescription) -> EvdevDescription {
    Forwarder.copy(of: panel, name: name)
  }

  /// From 0 … 1 of a panel to its points.
  func pipeline(for panel: TouchDevice) -> PositionPipeline {
    PositionPipeline(window: PanelUnit(panel).size, calibration: calibration, rotation: rotation)
  }

  /// The rules in points of a panel; what needs the panel's size is left out where the panel does not state it.
  ///
  /// - Parameters:
  ///   - transform: the decoder's map from device units to points.
  ///   - complain: gets a line for each rule that is left out.
  func settings(
    for panel: TouchDevice, transform: AffineTransform, complain: (String) -> Void
  ) -> ForwardSettings {
    let unit = PanelUnit(panel)
    func leaveOut(_ rule: String) {
      complain("\(panel.node): the panel does not state its size, so \(rule) in millimetres is left out; give it in %")
    }
    var settings = settings
    if let edges {
      if let x = edges.points(along: unit.size.width, unit), let y = edges.points(along: unit.size.height, unit) {
        settings.inside = Rect(
          x: x, y: y, width: max(unit.size.width - 2 * x, 0), height: max(unit.size.height - 2 * y, 0))
      } else {
        leaveOut("--edges")
      }
    }
    for (index, zone) in zones.enumerated() {
      guard let frame = frame(of: zone, unit) else {
        leaveOut("--dead-zone")
        continue
      }
      settings.deadZones.append(ForwardSettings.DeadZone(id: "zone\(index + 1)", frame: frame))
    }
    if unit.name != "mm", settings.ghost.smallerThan != nil || settings.ghost.largerThan != nil || settings.ghost.fasterThan != nil {
      complain("\(panel.node): the panel does not state its size, so --ghost-smaller-than, -larger-than and -faster-than are left out")
      settings.ghost.smallerThan = nil
      settings.ghost.largerThan = nil
      settings.ghost.fasterThan = nil
    }
    settings.positions = positions(for: panel, transform: transform)
    return settings
  }

  private func frame(of zone: Zone, _ unit: PanelUnit) -> Rect? {
    guard let x = zone.x.points(along: unit.size.width, unit), let y = zone.y.points(along: unit.size.height, unit),
      let width = zone.width.points(along: unit.size.width, unit),
      let height = zone.height.points(along: unit.size.height, unit)
    else { return nil }
    return Rect(x: x, y: y, width: width, height: height)
  }

  /// The map from points to units of the copy, which makes the calibration and the rotation part of what is sent.
  ///
  /// udev's matrix is not part of it: a rule gives the copy the same matrix, and libinput applies it there.
  private func positions(for panel: TouchDevice, transform: AffineTransform) -> AffineTransform? {
    let pipeline = pipeline(for: panel)
    let plain = PanelUnit(panel).pipeline
    guard pipeline != plain, let toPanel = transform.inverse, let toUnit = plain.transform.inverse else { return nil }
    return toUnit.concatenating(pipeline.transform).concatenating(toPanel)
  }
}
