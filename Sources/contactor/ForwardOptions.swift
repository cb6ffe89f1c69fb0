import ArgumentParser
import ContactorCore
import ContactorEvdev
import ContactorKiosk

/// The rules of forwarding, for `contactor forward` and for the dry run of `contactor monitor`.
struct ForwardOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Let through so many fingers at a time: 1 or more.", valueName: "count"))
  var fingers: String?

  @Option(help: ArgumentHelp("Keep contacts back that begin so near to an edge: 3mm or 2%.", valueName: "length"))
  var edges: String?

  @Option(
    name: .customLong("dead-zone"),
    help: ArgumentHelp(
      "Keep contacts back that begin in a rectangle: x,y,width,height with mm or % each; may be given several times.",
      valueName: "rectangle"))
  var deadZones: [String] = []

  @Option(help: ArgumentHelp("Keep contacts back that do not last so long: 20ms, 0.1s.", valueName: "time"))
  var ghostShorterThan: String?

  @Option(help: ArgumentHelp("Take contacts away that become so large: 30mm.", valueName: "length"))
  var ghostLargerThan: String?

  @Option(help: ArgumentHelp("Keep contacts back until they are so large: 2mm.", valueName: "length"))
  var ghostSmallerThan: String?

  @Option(help: ArgumentHelp("Take contacts away that move so fast: 5m/s, 800mm/s.", valueName: "speed"))
  var ghostFasterThan: String?

  @Option(help: ArgumentHelp("Take contacts away that rest so long: 30s, 500ms.", valueName: "time"))
  var stuckAfter: String?

  @Option(help: ArgumentHelp("Mute a panel on which more contacts begin within a second: 1 or more.", valueName: "count"))
  var rate: String?

  @Option(
    help: ArgumentHelp("Correct positions 0 to 1 by six numbers a b c d e f, as LIBINPUT_CALIBRATION_MATRIX.", valueName: "matrix"))
  var calibration: String?

  @Option(help: ArgumentHelp("Turn positions clockwise: 0, 90, 180 or 270.", valueName: "degrees"))
  var rotation: String?

  @Option(
    help: ArgumentHelp(
      "Smooth positions: none, median or median:5 (3, 5, 7 or 9 positions), one-euro or one-euro:1,0.007 (hertz at rest, "
        + "hertz for each mm/s).", valueName: "filter"))
  var filter: String?

  @Option(help: ArgumentHelp("Take contacts away by slide, palm or lift (default: slide).", valueName: "method"))
  var cancelBy: String?

  /// An option that was given; `nil` if none was.
  var given: String? {
    let values: [(String, String?)] = [
      ("--fingers", fingers), ("--edges", edges), ("--dead-zone", deadZones.first), ("--ghost-shorter-than", ghostShorterThan),
      ("--ghost-larger-than", ghostLargerThan), ("--ghost-smaller-than", ghostSmallerThan),
      ("--ghost-faster-than", ghostFasterThan), ("--stuck-after", stuckAfter), ("--rate", rate), ("--calibration", calibration),
      ("--rotation", rotation), ("--filter", filter), ("--cancel-by", cancelBy),
    ]
    return values.first { $0.1 != nil }?.0
  }

  /// The rules that were given.
  ///
  /// - Throws: `ValidationError` for a value that makes no sense.
  func rules() throws -> ForwardRules {
    var rules = ForwardRules()
    rules.edges = try edges.map { try ForwardValue.length($0, "--edges") }
    rules.zones = try deadZones.map(ForwardValue.zone)
    rules.calibration = try calibration.map(ForwardValue.matrix) ?? .identity
    rules.rotation = try rotation.map(ForwardValue.rotation) ?? .none
    rules.settings = try settings()
    return rules
  }

  private func settings() throws -> ForwardSettings {
    var settings = ForwardSettings()
    settings.fingers = try fingers.map { try ForwardValue.count($0, "--fingers") }
    settings.rate = try rate.map { try ForwardValue.count($0, "--rate") }
    settings.stuckAfter = try stuckAfter.map { try ForwardValue.time($0, "--stuck-after") }
    settings.ghost.shorterThan = try ghostShorterThan.map { try ForwardValue.time($0, "--ghost-shorter-than") }
    settings.ghost.largerThan = try ghostLargerThan.map { try ForwardValue.millimetres($0, "--ghost-larger-than") }
    settings.ghost.smallerThan = try ghostSmallerThan.map { try ForwardValue.millimetres($0, "--ghost-smaller-than") }
    settings.ghost.fasterThan = try ghostFasterThan.map(ForwardValue.speed)
    settings.filter = try filter.map(ForwardValue.filter) ?? .none
    settings.cancelBy = try cancelBy.map(ForwardValue.method) ?? .slide
    return settings
  }
}

/// The values of the options.
enum ForwardValue {
  /// A whole number from 1.
  static func count(_ text: String, _ option: String) throws -> Int {
    guard let number = Int(text), number >= 1, number <= 100_000 else {
      throw ValidationError("\(option) takes a whole number from 1 to 100000, not '\(text)'")
    }
    return number
  }

  /// `20ms`, `0.5s` or `30s`; above 0, below a day.
  static func time(_ text: String, _ option: String) throws -> Duration {
    guard let seconds = quantity(text, [("ms", 0.001), ("s", 1)]), seconds > 0, seconds <= 86_400 else {
      throw ValidationError("\(option) takes a time with its unit, such as 20ms or 30s, up to 86400s, not '\(text)'")
    }
    return .microseconds(Int64(max(seconds * 1e6, 1)))
  }

  /// `3mm`; above 0.
  static func millimetres(_ text: String, _ option: String) throws -> Double {
    guard let length = quantity(text, [("mm", 1)]), length > 0, length <= 100_000 else {
      throw ValidationError("\(option) takes a length such as 30mm, not '\(text)'")
    }
    return length
  }

  /// `5m/s`, in millimetres a second; above 0.
  static func speed(_ text: String) throws -> Double {
    guard let speed = quantity(text, [("mm/s", 1), ("m/s", 1000)]), speed > 0, speed <= 1e9 else {
      throw ValidationError("--ghost-faster-than takes a speed such as 5m/s or 800mm/s, not '\(text)'")
    }
    return speed
  }

  /// `3mm` or `2%`; 0 or more.
  static func length(_ text: String, _ option: String) throws -> ForwardRules.Length {
    if let length = quantity(text, [("mm", 1)]), length >= 0, length <= 100_000 { return .millimetres(length) }
    if let length = quantity(text, [("%", 1)]), length >= 0, length <= 100 { return .percent(length) }
    throw ValidationError("\(option) takes lengths such as 3mm, or 2% of the panel, not '\(text)'")
  }

  /// `x,y,width,height`, each with mm or %; a unit behind the last one alone is that of all.
  static func zone(_ text: String) throws -> ForwardRules.Zone {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { $0.filter { $0 != " " } }
    guard parts.count == 4 else {
      throw ValidationError("--dead-zone takes x,y,width,height, such as 90%,90%,10%,10% or 0,0,20,20mm, not '\(text)'")
    }
    let unit = parts[3].drop { $0 != "m" && $0 != "%" }
    let sides = try parts.map { try length(Double($0) == nil ? $0 : $0 + unit, "--dead-zone") }
    return ForwardRules.Zone(x: sides[0], y: sides[1], width: sides[2], height: sides[3])
  }

  /// Six numbers that have an inverse.
  static func matrix(_ text: String) throws -> AffineTransform {
    let words = text.split { $0 == " " || $0 == "," }
    let numbers = words.compactMap { Double($0) }.filter(\.isFinite)
    let wrong = ValidationError("--calibration takes six numbers such as '1 0 0 0 1 0', which can be undone, not '\(text)'")
    guard words.count == 6, numbers.count == 6 else { throw wrong }
    let matrix = AffineTransform(matrix: numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5])
    guard matrix.inverse != nil else { throw wrong }
    return matrix
  }

  /// Degrees in quarters of a circle.
  static func rotation(_ text: String) throws -> QuarterTurn {
    guard let turn = Int(text).flatMap(QuarterTurn.init) else {
      throw ValidationError("--rotation takes 0, 90, 180 or 270, not '\(text)'")
    }
    return turn
  }

  /// `none`, `median[:N]` or `one-euro[:HERTZ,BETA]`.
  static func filter(_ text: String) throws -> ForwardSettings.Filter {
    let name = text.prefix { $0 != ":" }
    let list = text.dropFirst(name.count + 1).split(separator: ",", omittingEmptySubsequences: false)
    let values = name == text ? [] : list.map { Double($0) ?? .nan }
    switch (name, values.count) {
    case ("none", 0): return .none
    case ("median", 0): return .median(5)
    case ("median", 1) where [3, 5, 7, 9].contains(values[0]): return .median(Int(values[0]))
    case ("one-euro", 0): return .oneEuro(minimumCutoff: 1, beta: 0.007)
    case ("one-euro", 2) where values[0] > 0 && values[0] <= 1000 && values[1] >= 0 && values[1] <= 1000:
      return .oneEuro(minimumCutoff: values[0], beta: values[1])
    default:
      throw ValidationError("--filter takes none, median, median:3 to median:9 (odd), one-euro or one-euro:1,0.007, not '\(text)'")
    }
  }

  /// A way to take contacts away.
  static func method(_ text: String) throws -> CancelMethod {
    guard let method = CancelMethod(rawValue: text) else {
      throw ValidationError("--cancel-by takes slide, palm or lift, not '\(text)'")
    }
    return method
  }

  /// A number with one of the units behind it, in the unit of the factors.
  private static func quantity(_ text: String, _ units: [(name: String, factor: Double)]) -> Double? {
    for unit in units where text.hasSuffix(unit.name) {
      guard let number = Double(text.dropLast(unit.name.count)), number.isFinite else { continue }
      return number * unit.factor
    }
    return nil
  }
}
