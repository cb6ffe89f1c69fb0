public import ContactorCore
public import ContactorEvdev

extension EvdevDescription {
  /// Describes a touchscreen on the USB bus as drivers in the kernel do.
  ///
  /// - Parameters:
  ///   - name: The device's name.
  ///   - panel: How it reports contacts; a single-touch panel has `ABS_X/Y` only.
  ///   - contacts: How many contacts it can report at once; 1 or more.
  ///   - range: How many steps an axis has; coordinates go from 0 to one less.
  ///   - millimetres: The panel's size, rounded by the kernel's whole units per millimetre; `nil` if it states none.
  ///   - reportsPressure: Whether contacts have a pressure, 0 … 255.
  ///   - reportsPalms: Whether contacts have a tool type.
  public static func touchscreen(
    name: String, panel: TouchDevice.ContactProtocol = .slots, contacts: Int32 = 10,
    range: (x: Int32, y: Int32) = (4096, 4096), millimetres: (width: Double, height: Double)? = nil,
    reportsPressure: Bool = false, reportsPalms: Bool = false
  ) -> EvdevDescription {
    let x = axis(steps: range.x, millimetres: millimetres?.width)
    let y = axis(steps: range.y, millimetres: millimetres?.height)
    let pressure = EvdevAxis(0, 255)

    var description = EvdevDescription(name: name)
    description.bus = 3
    description.version = 1
    description.properties = [EvdevCode.direct]
    description.codes[EvdevCode.key] = [EvdevCode.touch]
    description.axes = [EvdevCode.x: x, EvdevCode.y: y]
    if reportsPressure { description.axes[EvdevCode.pressure] = pressure }
    if panel == .single { return description }

    description.axes[EvdevCode.positionX] = x
    description.axes[EvdevCode.positionY] = y
    if reportsPressure { description.axes[EvdevCode.contactPressure] = pressure }
    if reportsPalms { description.axes[EvdevCode.toolType] = EvdevAxis(0, 2) }
    if panel == .slots {
      description.axes[EvdevCode.slot] = EvdevAxis(0, contacts - 1)
      description.axes[EvdevCode.trackingID] = EvdevAxis(0, 65535)
    }
    return description
  }

  private static func axis(steps: Int32, millimetres: Double?) -> EvdevAxis {
    let resolution = millimetres.map { EvdevAxis(0, .max).value(nearest: Double(steps - 1) / $0).value } ?? 0
    return EvdevAxis(0, steps - 1, resolution: resolution)
  }
}
