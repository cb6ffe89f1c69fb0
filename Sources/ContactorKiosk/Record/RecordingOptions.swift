internal import ContactorTrace

/// Where a recording goes.
public struct RecordingOptions: Hashable, Sendable {
  /// The file, `-` for standard output; with a ring, what the segments' names begin with.
  public var path: String
  /// How many bytes a flight recorder keeps; `nil` to keep everything in one file.
  public var ringSize: Int64?
  /// Whether a file that is there may be overwritten.
  public var replaces: Bool

  /// The smallest ring, in bytes.
  public static let smallestRing: Int64 = 1 << 16

  /// Creates options.
  public init(path: String, ringSize: Int64? = nil, replaces: Bool = false) {
    self.path = path
    self.ringSize = ringSize.map { max($0, Self.smallestRing) }
    self.replaces = replaces
  }

  /// The size of a block: small beside a ring, so that little more than what is asked for is thrown away.
  var blockSize: Int {
    let usual = TraceWriterOptions.usualBlockSize
    return ringSize.map { Int(min(Int64(usual), max(512, $0 / 256))) } ?? usual
  }

  /// The size from which a segment ends.
  var segmentSize: Int64 {
    ringSize.map { $0 / 10 } ?? .max
  }
}
