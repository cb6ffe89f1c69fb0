/// Something whose cost is measured: prepared once, then done any number of times.
public struct Measure {
  /// The name, as `thresholds.txt` has it.
  public let name: String
  /// How often it is done for a time, so that a round takes some milliseconds.
  public let operations: Int
  /// How often it is done for a count of instructions, under an emulator fifty times slower.
  public let countedOperations: Int
  /// How many units one operation is, for example the targets of one delivery; costs are given for one unit.
  public let units: Int
  /// Builds what is measured and gives a function that does it a number of times.
  public let prepare: () -> (Int) -> Void

  init(
    _ name: String, operations: Int, counted: Int? = nil, units: Int = 1,
    prepare: @escaping () -> (Int) -> Void
  ) {
    self.name = name
    self.operations = operations
    countedOperations = counted ?? max(1, operations / 20)
    self.units = units
    self.prepare = prepare
  }

  /// Every measure, in the order of the table.
  public static var all: [Measure] {
    frames + taps + matrices + scrolling + tables + texts + sends + nilTargets + registrations + decoding + forwarding + kiosk + gestures
      + strokes
  }
}
