internal import ContactorCore
public import ContactorEvdev

/// How to understand a recording if it does not say so itself.
///
/// ```swift
/// var options = ReadingOptions()
/// options.columns = 0...1619
/// options.rows = 0...2159
/// var reader = try RecordingReader(path: "paste.txt", options)
/// ```
public struct ReadingOptions: Hashable, Sendable {
  /// The range of columns, in device units, of panels whose range the recording does not have; `nil` to guess it.
  public var columns: ClosedRange<Int32>?
  /// The range of rows.
  public var rows: ClosedRange<Int32>?
  /// The description of panels that the recording does not describe; `nil` to guess it.
  public var like: EvdevDescription?
  /// The devices that are yielded.
  public var devices = Devices.all

  /// A choice of devices.
  public enum Devices: Hashable, Sendable {
    /// All, whatever they are.
    case all
    /// Those that are played: all but touchpads, pens and absolute pointers. Copies are played if their panel is not in the recording.
    case played
  }

  /// Creates options that yield every device and guess missing descriptions.
  public init() {}

  /// Creates options that yield the devices that are played.
  public static var playing: ReadingOptions {
    var options = ReadingOptions()
    options.devices = .played
    return options
  }
}

extension ReadingOptions {
  /// The reason why a text cannot be read as ranges.
  public struct RangeMistake: Error, Hashable, Sendable {
    /// One sentence.
    public let message: String
  }

  /// Reads ranges such as `x=0..1619,y=0..2159`; one of the two may be missing.
  ///
  /// ```swift
  /// let (x, y) = try ReadingOptions.ranges(parsing: "x=0..1619,y=0..2159")  // 0...1619, 0...2159
  /// ```
  public static func ranges(parsing text: String) throws(RangeMistake) -> (x: ClosedRange<Int32>?, y: ClosedRange<Int32>?) {
    var (x, y): (ClosedRange<Int32>?, ClosedRange<Int32>?)
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let sides = part.split(separator: "=", maxSplits: 1)
      guard sides.count == 2, let range = range(parsing: sides[1]) else { throw mistake(text) }
      switch sides[0].filter({ $0 != " " }) {
      case "x" where x == nil: x = range
      case "y" where y == nil: y = range
      default: throw mistake(text)
      }
    }
    return (x, y)
  }

  private static func range(parsing text: Substring) -> ClosedRange<Int32>? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[1].isEmpty, let low = Int32(parts[0].filter { $0 != " " }),
      let high = Int32(parts[2].filter { $0 != " " }), low < high
    else { return nil }
    return low...high
  }

  private static func mistake(_ text: String) -> RangeMistake {
    RangeMistake(message: "'\(text)' is not like x=0..1619,y=0..2159: the smallest and the largest value of each axis")
  }

  /// The description of the first touchscreen that a recording describes.
  ///
  /// - Throws: `TraceError`: `empty` for a recording that describes none.
  public static func description(in path: String) throws(TraceError) -> EvdevDescription {
    var reader = try TraceReader(path: RecordingSegments.files(for: path)[0])
    let descriptions = try DescriptionGuess.read(&reader) { $0.firstTouchscreen != nil }
    guard let found = descriptions.guess.firstTouchscreen else {
      throw TraceError(.empty, file: path, message: "no description of a touchscreen in it")
    }
    return found
  }
}
