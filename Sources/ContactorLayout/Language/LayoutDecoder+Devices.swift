import ContactorCore
import ContactorSystem

extension LayoutDecoder {
  /// An entry of `devices`.
  mutating func device(_ node: LayoutNode) -> LayoutDevice {
    var device = LayoutDevice(mark: node.mark)
    guard let fields = fields(of: node, "a device", in: LayoutSchema.device) else { return device }
    if let node = fields["match"] { device.match = match(node) }
    device.window = fields["window"].flatMap { windowName($0) }
    if let node = fields["frame"] { device.frame = frame(node) }
    if let node = fields["calibration"] { device.calibration = calibration(node) }
    if let node = fields["rotation"] { device.rotation = rotation(node) }
    device.millimetres = fields["mm"].map { size($0, "'mm'", .glassLength) }
    if let node = fields["ignore"] { device.isIgnored = bool(node, "'ignore'") }
    return device
  }

  private mutating func windowName(_ node: LayoutNode) -> String? {
    guard let name = word(node, "'window'", expected: "a window's name") else { return nil }
    if !windowNames.isEmpty, !windowIDs.contains(name), !isFull {
      let nearest = NameIndex(windowNames).nearest(to: name, steps: &suggestionSteps)
      report(
        node.mark, "no window is named \(quoted(name))",
        expected: windowNames.count == 1 ? windowNames[0] : "one of \(shortList(windowNames))", suggestion: nearest)
    }
    return name
  }

  private mutating func match(_ node: LayoutNode) -> LayoutDeviceMatch {
    var match = LayoutDeviceMatch()
    guard let fields = fields(of: node, "'match'", in: LayoutSchema.match) else { return match }
    match.vendor = fields["vendor"].flatMap { busNumber($0, "'vendor'") }
    match.product = fields["product"].flatMap { busNumber($0, "'product'") }
    match.path = fields["path"].flatMap { pattern($0, "'path'") }
    match.name = fields["name"].flatMap { pattern($0, "'name'") }
    match.serial = fields["serial"].flatMap { pattern($0, "'serial'") }
    match.output = fields["output"].flatMap { pattern($0, "'output'") }
    return match
  }

  /// A vendor or product number; `"*"` fits all and is the same as none.
  private mutating func busNumber(_ node: LayoutNode, _ name: String) -> UInt16? {
    if case .scalar("*", _) = node.content { return nil }
    return UInt16(integer(node, name, in: 0...0xFFFF, "a number from 0 to 0xffff, such as 0x0eef"))
  }

  private mutating func pattern(_ node: LayoutNode, _ name: String) -> GlobPattern? {
    text(node, name, expected: "text, in which * stands for any characters", mayBeEmpty: true).map(
      GlobPattern.init)
  }

  private mutating func calibration(_ node: LayoutNode) -> [Double] {
    let names = ["a", "b", "c", "d", "e", "f"]
    let before = mistakes
    let matrix = numbers(node, "'calibration'", names, Array(repeating: .factor, count: 6))
    if mistakes == before, matrix[0] * matrix[4] == matrix[1] * matrix[3] {
      report(
        node.mark, "'calibration' puts all touches on one line",
        expected: "6 numbers with a×e different from b×d")
    }
    return matrix
  }

  private mutating func rotation(_ node: LayoutNode) -> Int {
    let expected = "0, 90, 180 or 270"
    if case .integer(let degrees) = YAMLNumber(node), [0, 90, 180, 270].contains(degrees) { return degrees }
    let turned: String? =
      if case .integer(let degrees) = YAMLNumber(node), degrees.isMultiple(of: 90) {
        String(((degrees % 360) + 360) % 360)
      } else {
        nil
      }
    reject(node, "'rotation'", expected: expected, suggestion: turned)
    return 0
  }
}
