public import ContactorCore
public import ContactorEvdev
import ContactorLayout
import ContactorTrace

/// A calibration that was made, and the lines that keep it.
public struct CalibrationResult {
  /// What keeps a calibration.
  public enum Keeper: String, Hashable, Sendable, CaseIterable {
    /// A udev rule, for libinput and with it for all programs.
    case udev
    /// An entry of `devices` in a layout.
    case layout
    /// `contactor forward`, for all programs that see its copy of the panel.
    case forward
  }

  /// Why a calibration is not to be used.
  public enum Doubt: Error, Hashable, Sendable, CustomStringConvertible {
    /// A touch lies too far from where its mark should be.
    case far(mark: Int, distance: Double, unit: String, limit: Double)
    /// The map slants, as after marks that were touched in a wrong order.
    case slanted

    /// What is wrong, and the way out.
    public var description: String {
      switch self {
      case .far(let mark, let distance, let unit, let limit):
        "the touches do not fit together: that of mark \(mark) is \(CalibrationNumber.short(distance)) \(unit) off, and more than "
          + "\(CalibrationNumber.short(limit)) \(unit) means that a wrong place was touched, for this mark or another; do it again, or take it as it is with --force"
      case .slanted:
        "the touches would slant the screen, as where the marks were touched in a wrong order; do it again, or take it as it is with --force"
      }
    }
  }

  /// The greatest distance that a touch may have from its mark, in millimetres or per cent of the panel.
  static let greatestResidual = 10.0

  /// The panel.
  public let device: TouchDevice
  /// The panel's size in millimetres, its own or a given one; `nil` if unknown.
  public let size: Size?
  /// Whether the size is given, as the panel does not state one.
  let isSizeGiven: Bool
  /// The map from touches to marks.
  public let fit: CalibrationFit
  /// `LIBINPUT_CALIBRATION_MATRIX` as udev has it now; `nil` where it has none.
  public let old: String?

  /// Creates a result.
  ///
  /// - Parameter given: the panel's size in millimetres, for a panel that does not state it.
  public init(device: TouchDevice, given: Size?, fit: CalibrationFit, old: String?) {
    self.device = device
    let own = device.size.flatMap { $0.width > 0 && $0.height > 0 ? $0 : nil }
    size = own ?? given
    isSizeGiven = own == nil && given != nil
    self.fit = fit
    self.old = old
  }

  /// The unit of `residuals`: `mm`, or `%` of the panel.
  public var unit: String { size == nil ? "%" : "mm" }

  /// How far each touch lies from its mark, in `unit`.
  public var residuals: [Double] { fit.residuals(on: size) }

  /// A reason not to use the calibration; `nil` if there is none.
  public var doubt: Doubt? {
    if let (mark, distance) = residuals.enumerated().max(by: { $0.element < $1.element }), distance > Self.greatestResidual {
      return .far(mark: mark + 1, distance: distance, unit: unit, limit: Self.greatestResidual)
    }
    return PanelOrientation(fit.matrix) == nil ? .slanted : nil
  }

  /// The map that comes after what udev has now, for a layout and for forwarding; `nil` where udev's puts all positions on one line.
  public var afterUdev: AffineTransform? {
    guard old != nil else { return fit.matrix }
    return AffineTransform(property: old).inverse?.concatenating(fit.matrix)
  }

  // MARK: Text

  /// Lines for people about how good the calibration is.
  public var summary: [String] {
    var lines = residuals.enumerated().map { "mark \($0.offset + 1): \(CalibrationNumber.short($0.element)) \(unit) off" }
    let mean = "\(CalibrationNumber.short(CalibrationFit.rootMeanSquare(residuals))) \(unit) off in the root mean square"
    lines.append(residuals.count == 3 ? mean + ": three marks always fit; more marks would show how good it is" : mean)
    if size == nil {
      lines.append("the panel does not state its size, so distances are in per cent of it; --mm WIDTHxHEIGHT gives millimetres")
    }
    lines.append(orientation)
    if let old { lines.append("udev's calibration was \(Self.shown(old)), and no part of the touches") }
    return lines
  }

  /// The orientation in a sentence.
  private var orientation: String {
    guard let orientation = PanelOrientation(fit.matrix) else { return "the panel slants" }
    let pure = orientation.isNear(fit.matrix) ? ", and that alone, \(CalibrationNumber.words(orientation.matrix)), would do" : ""
    return "the panel is \(orientation.words)\(pure)"
  }

  /// The lines for one keeper, or for all, each under a comment line.
  ///
  /// - Throws: `Failure` where a layout or forwarding cannot undo what udev does.
  public func text(for keeper: Keeper?) throws(Failure) -> String {
    if let keeper { return try text(of: keeper) }
    var parts: [String] = []
    for keeper in Keeper.allCases {
      do throws(Failure) {
        parts.append("# \(keeper.rawValue): one of the three is enough, and two would calibrate twice.\n" + (try text(of: keeper)))
      } catch {
        parts.append("# \(keeper.rawValue): \(error)\n")
      }
    }
    return parts.joined(separator: "\n")
  }

  /// Why a keeper cannot keep the calibration.
  public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, and the way out.
    public let description: String
  }

  private func text(of keeper: Keeper) throws(Failure) -> String {
    switch keeper {
    case .udev: udevText
    case .layout: layoutText(try matrixAfterUdev())
    case .forward: forwardText(try matrixAfterUdev())
    }
  }

  private func matrixAfterUdev() throws(Failure) -> AffineTransform {
    guard let matrix = afterUdev else {
      throw Failure(
        description: "udev's calibration, \(Self.shown(old ?? "")), puts all touches on one line, which nothing after it can undo: "
          + "take it out of the udev rule first, or use --for udev")
    }
    return matrix
  }

  /// The udev rule.
  var rule: String {
    (["SUBSYSTEM==\"input\"", "KERNEL==\"event*\""] + UdevMatch.terms(of: device)
      + ["ENV{LIBINPUT_CALIBRATION_MATRIX}=\"\(CalibrationNumber.words(fit.matrix))\""]).joined(separator: ", ")
  }

  private var udevText: String {
    """
    # The calibration of \(Self.shown(device.name)) (\(Self.shown(device.node)) when it was made): \(orientation).
    # Put it into /etc/udev/rules.d/71-touch-calibration.rules, in place of an earlier line for this panel. Then:
    #   sudo udevadm control --reload
    #   sudo udevadm trigger --subsystem-match=input --action=change
    # and start the programs that read the panel anew, or unplug it and plug it in again: libinput reads the matrix as it opens the panel.
    # It holds for the panel in this socket. Without the term ATTRS{phys} it holds for every panel of this model.
    \(rule)

    """
  }

  private func layoutText(_ matrix: AffineTransform) -> String {
    var terms = [
      "vendor: " + CalibrationNumber.hexadecimal(device.vendor, prefix: "0x"),
      "product: " + CalibrationNumber.hexadecimal(device.product, prefix: "0x"), "name: " + YAMLText.quoted(device.name),
    ]
    if !device.physicalPath.isEmpty { terms.append("path: " + YAMLText.quoted(device.physicalPath)) }
    if !device.serial.isEmpty { terms.append("serial: " + YAMLText.quoted(device.serial)) }
    let numbers = CalibrationNumber.list(matrix).joined(separator: ", ")
    var text = """
      # In the layout, in place of the panel's entry; \(orientation).
      # A 'rotation' in that entry turns positions once more: leave it out.\(after)
      devices:
        - match: {\(terms.joined(separator: ", "))}
          calibration: [\(numbers)]

      """
    if isSizeGiven, let size {
      text += "    mm: [\(CalibrationNumber.short(size.width)), \(CalibrationNumber.short(size.height))]\n"
    }
    return text
  }

  private func forwardText(_ matrix: AffineTransform) -> String {
    """
    # For every program, without a udev rule; \(orientation).\(after)
    # A layout that forwards takes the entry of 'devices', with forward: {calibrated: true}, instead.
    contactor forward --device \(ShellText.quoted(device.node)) --calibration '\(CalibrationNumber.words(matrix))'

    """
  }

  /// A comment line where udev has a calibration, which goes before.
  private var after: String {
    guard let old else { return "" }
    return "\n# It comes after udev's present \(Self.shown(old)), which must stay as it is."
  }

  // MARK: JSON

  /// The result as a JSON object in one line.
  public var json: [UInt8] {
    var line = JSONLine()
    add(to: &line)
    line.add("device", device.node)
    line.add("name", device.name)
    if let old { line.add("old", old) }
    if let orientation = PanelOrientation(fit.matrix) { line.add("orientation", orientation.rawValue) }
    line.add("udev", rule)
    if let matrix = afterUdev {
      line.add("layout", layoutText(matrix))
      line.add("forward", CalibrationNumber.words(matrix))
    }
    return line.finished()
  }

  /// Adds what the end of a calibration is for programs: the matrix, and how far the touches are off.
  func add(to line: inout JSONLine) {
    line.add("kind", word: "calibrate")
    line.add("done", true)
    line.add("matrix", json: "[" + CalibrationNumber.list(fit.matrix).joined(separator: ",") + "]")
    line.add("residuals", residuals)
    line.add("rms", CalibrationFit.rootMeanSquare(residuals))
    line.add("unit", unit)
  }

  /// A text for a comment: characters that could end it, or that are not shown, become `?`.
  static func shown(_ text: String) -> String { TerminalText.fitted(text, 200) }
}

/// Numbers as calibrations have them.
enum CalibrationNumber {
  /// The six numbers in the order of `LIBINPUT_CALIBRATION_MATRIX`, with up to 6 decimals.
  static func list(_ map: AffineTransform) -> [String] { [map.a, map.c, map.tx, map.b, map.d, map.ty].map(exact) }

  /// The six numbers with blanks between them.
  static func words(_ map: AffineTransform) -> String { list(map).joined(separator: " ") }

  /// A number with up to 6 decimals and no exponent.
  static func exact(_ number: Double) -> String { trimmed(number, decimals: 6) }

  /// A number with up to 1 decimal.
  static func short(_ number: Double) -> String { trimmed(number, decimals: 1) }

  /// Four hexadecimal digits or more.
  static func hexadecimal(_ number: UInt16, prefix: String = "") -> String {
    let digits = String(number, radix: 16)
    return prefix + String(repeating: "0", count: 4 - digits.count) + digits
  }

  private static func trimmed(_ number: Double, decimals: Int) -> String {
    var text = DecimalText.of(number, decimals: decimals)
    guard text.contains(".") else { return text }
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text == "-0" ? "0" : text
  }
}
