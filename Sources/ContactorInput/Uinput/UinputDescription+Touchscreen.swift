extension UinputDescription {
  /// Describes a touchscreen as drivers in the kernel do.
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
    name: String, panel: UinputPanel = .slots, contacts: Int32 = 10,
    range: (x: Int32, y: Int32) = (4096, 4096), millimetres: (width: Double, height: Double)? = nil,
    reportsPressure: Bool = false, reportsPalms: Bool = false
  ) -> UinputDescription {
    let x = axis(steps: range.x, millimetres: millimetres?.width)
    let y = axis(steps: range.y, millimetres: millimetres?.height)
    let pressure = UinputAxis(0, 255)

    var description = UinputDescription(name: name)
    description.properties = [UinputCode.direct]
    description.codes[UinputCode.key] = [UinputCode.touch]
    description.axes = [UinputCode.x: x, UinputCode.y: y]
    if reportsPressure { description.axes[UinputCode.pressure] = pressure }
    if panel == .single { return description }

    description.axes[UinputCode.positionX] = x
    description.axes[UinputCode.positionY] = y
    if reportsPressure { description.axes[UinputCode.contactPressure] = pressure }
    if reportsPalms { description.axes[UinputCode.toolType] = UinputAxis(0, 2) }
    if panel == .slots {
      description.axes[UinputCode.slot] = UinputAxis(0, contacts - 1)
      description.axes[UinputCode.trackingID] = UinputAxis(0, 65535)
    }
    return description
  }

  /// How the device described reports contacts, read off its axes.
  public var panel: UinputPanel {
    if axes[UinputCode.slot] != nil { return .slots }
    return axes[UinputCode.positionX] != nil ? .lists : .single
  }

  private static func axis(steps: Int32, millimetres: Double?) -> UinputAxis {
    let resolution = millimetres.map { (Double(steps - 1) / $0).rounded() } ?? 0
    return UinputAxis(0, steps - 1, resolution: Int32(resolution))
  }
}
