import ContactorCore
import ContactorEvdev

/// One panel that a session forwards: its forwarder, and the numbers of its touches.
final class PanelForwarding {
  /// The panel.
  let device: TouchDevice
  /// The panel's axes.
  let description: EvdevDescription
  /// udev's matrix (`LIBINPUT_CALIBRATION_MATRIX`), from 0 … 1 to 0 … 1 of the panel; the identity if it has none.
  let calibration: AffineTransform
  /// The state machine between the panel and its copy.
  var forwarder: Forwarder
  /// The touches that the forwarder may still speak of, the latest last.
  private var touches: [(trackingID: Int32, touch: TouchID)] = []
  /// How many touches are remembered: more than a panel has contacts, with those that are held back after their end.
  private static let memory = 128

  /// - Parameters:
  ///   - transform: the map from units of the panel to points, including udev's matrix.
  ///   - mapping: the layout's part of it.
  init(
    _ device: TouchDevice, _ description: EvdevDescription, transform: AffineTransform, mapping: PositionPipeline,
    _ settings: ForwardSettings
  ) {
    self.device = device
    self.description = description
    calibration = Self.calibration(in: transform, description, mapping)
    forwarder = Forwarder(description, device: device.id, transform: transform, settings: settings)
    touches.reserveCapacity(Self.memory + 1)
  }

  private static func calibration(
    in transform: AffineTransform, _ description: EvdevDescription, _ mapping: PositionPipeline
  ) -> AffineTransform {
    guard let toUnits = description.normalization?.inverse, let fromPoints = mapping.transform.inverse else { return .identity }
    let found = toUnits.concatenating(transform).concatenating(fromPoints)
    // The divisions' rounding would move places that lie between two units.
    let parts = [found.a - 1, found.b, found.c, found.d - 1, found.tx, found.ty]
    return parts.allSatisfy { abs($0) < 1e-9 } || found.inverse == nil ? .identity : found
  }

  /// Remembers which touch a contact is.
  func remember(_ touch: Touch) {
    if touches.count >= Self.memory { touches.removeFirst() }
    touches.append((touch.trackingID, touch.id))
  }

  /// The contact of a touch; `nil` for a touch of another panel.
  func contact(of touch: TouchID) -> Int32? {
    touches.last { $0.touch == touch }?.trackingID
  }

  /// The touch of a contact; `nil` if the engine has none.
  func touch(of trackingID: Int32) -> TouchID? {
    touches.last { $0.trackingID == trackingID }?.touch
  }
}

/// The views of a layout that take touches from the application (contract 11.3).
///
/// Views and windows are known as objects: an id that is also a name in the log, such as `root` or `menu`, is an ordinary id.
struct TouchTakers {
  private var views: [ObjectIdentifier: LayoutView] = [:]
  private var windows: Set<ObjectIdentifier> = []

  init() {}

  /// - Parameters:
  ///   - layout: the layout that is shown.
  ///   - shown: its views by their ids.
  ///   - windows: its windows.
  init(_ layout: Layout, shown: [String: Responder], windows: [Window]) {
    for view in layout.allViews {
      if let object = shown[view.id] { views[ObjectIdentifier(object)] = view }
    }
    self.windows = Set(windows.map(ObjectIdentifier.init))
  }

  /// The id of what takes a touch that begins in the view; `nil` where the application gets it.
  ///
  /// A control takes its touches unless it says `forwards: true`; so do its parts, such as the rows of a table. A plain view takes none.
  /// A window that the layout does not have, such as that of an open menu, is above all of its views.
  func taker(of view: View?) -> String? {
    var next = view
    while let current = next {
      if let described = views[ObjectIdentifier(current)] {
        if described.forwards { return nil }
        if described.kind != .view { return described.id }
      } else if current is Window {
        return windows.contains(ObjectIdentifier(current)) ? nil : "menu"
      }
      next = current.superview
    }
    return nil
  }
}
