/// A temperature in tenths of a degree Celsius; its text needs no memory of its own.
public struct Temperature: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The tenths of a degree.
  public var tenths: Int

  /// Creates a temperature from tenths of a degree.
  public init(tenths: Int) {
    self.tenths = tenths
  }

  /// Creates the temperature at the nearest half of a degree.
  public init(halfDegreesNear degrees: Double) {
    tenths = Int((degrees * 2).rounded()) * 5
  }

  /// The degrees.
  public var degrees: Double { Double(tenths) / 10 }

  /// The temperature such as `21.5 °C`, put together so that it stays within the 15 bytes that a string holds in place.
  public var description: String {
    let size = tenths.magnitude
    var text = tenths < 0 ? "−" : ""
    text += String(size / 10)
    text += "."
    text += String(size % 10)
    text += " °C"
    return text
  }

  /// Whether the left temperature is the lower one.
  public static func < (left: Temperature, right: Temperature) -> Bool { left.tenths < right.tenths }
}

/// A room that is heated.
public struct Room: Hashable, Sendable {
  /// The name, which can be changed.
  public var name: String
  /// What is measured.
  public var measured: Temperature
  /// What is wanted.
  public var wanted: Temperature
}

/// How much the boiler is to save.
public enum Program: Int, Hashable, Sendable, CaseIterable {
  /// As warm as the rooms want.
  case comfort
  /// Two degrees less.
  case eco
  /// No more than keeps the pipes from freezing.
  case frost

  /// The name on the panel.
  public var title: String {
    switch self {
    case .comfort: "Comfort"
    case .eco: "Eco"
    case .frost: "Frost"
    }
  }
}

/// A line of the boiler's log.
public struct LogEntry: Hashable, Sendable {
  /// What happened.
  public let text: String
  /// When, and at which temperature.
  public let detail: String
}

/// The heating system that the panel shows: values, and no hardware.
///
/// A real one would set them from its bus, and send what is changed here there.
public struct Heating: Sendable {
  /// The coldest and warmest temperature that a room can be set to.
  public static let roomRange = Temperature(tenths: 100)...Temperature(tenths: 280)
  /// The coldest and warmest temperature of the water that leaves the boiler.
  public static let flowRange = Temperature(tenths: 300)...Temperature(tenths: 750)
  /// The number of lines in the log.
  public static let logLength = 10_000
  /// The code of the installer's page; a product would keep a hash.
  public static let code = "2468"

  /// The rooms.
  public var rooms: [Room]
  /// Whether the boiler may burn.
  public var isBoilerOn = true
  /// The temperature of the water that leaves the boiler.
  public var flow = Temperature(tenths: 550)
  /// How much the boiler is to save.
  public var program = Program.comfort
  /// How much warmer the water becomes for a degree less outside, in tenths.
  public var curve = 14
  /// Whether the water is heated once a week so that no legionella grow.
  public var protectsWater = true

  /// Creates a house of four rooms.
  public init() {
    rooms = [
      Room(name: "Living room", measured: Temperature(tenths: 206), wanted: Temperature(tenths: 210)),
      Room(name: "Kitchen", measured: Temperature(tenths: 198), wanted: Temperature(tenths: 190)),
      Room(name: "Bedroom", measured: Temperature(tenths: 171), wanted: Temperature(tenths: 170)),
      Room(name: "Bathroom", measured: Temperature(tenths: 223), wanted: Temperature(tenths: 230)),
    ]
  }

  /// Gives a room a name without blanks at its ends; a name without a letter changes nothing.
  public mutating func rename(_ room: Int, to name: String) {
    let start = name.drop { $0 == " " }
    let end = start.lastIndex { $0 != " " }
    guard rooms.indices.contains(room), let end else { return }
    rooms[room].name = String(start[...end])
  }

  /// A line of the log, the newest first; made from its number, as a boiler's memory would be asked for it.
  public static func logEntry(_ index: Int) -> LogEntry {
    let events = [
      "Burner on", "Burner off", "Pump on", "Pump off", "Flow temperature reached", "Hot water wanted", "Hot water ready",
      "Pressure checked",
    ]
    // Seven minutes from one line to the next, backwards from noon.
    let minutes = ((12 * 60 - index * 7) % 1_440 + 1_440) % 1_440
    let day = (index * 7 + 12 * 60) / 1_440
    let pad = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
    let when = day == 0 ? "today" : day == 1 ? "yesterday" : "\(day) days ago"
    let flow = Temperature(tenths: 420 + (index * 37) % 250)
    return LogEntry(
      text: "\(logLength - index)  \(events[(index * 5 + index / 11) % events.count])",
      detail: "\(when), \(pad(minutes / 60)):\(pad(minutes % 60)), flow \(flow)")
  }
}
