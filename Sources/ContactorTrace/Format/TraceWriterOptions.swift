import ContactorCore

/// How a recording is divided into blocks.
public struct TraceWriterOptions: Hashable, Sendable {
  /// The size from which a block ends with its frame, in bytes.
  ///
  /// A block is what is lost when a byte is damaged. Smaller blocks make a slightly larger file.
  public var blockSize: Int
  /// The time after which a block ends with its frame: what is lost when the program is killed.
  ///
  /// Rounded down to whole microseconds; a second by default.
  public var blockSpan: Duration {
    get { .microseconds(span) }
    set { span = newValue.clampedMicroseconds }
  }
  private(set) var span: Microseconds
  /// Whether each block is brought to the disk at once (`fdatasync`), so that it survives a power cut.
  public var synchronizesBlocks: Bool

  /// The usual size of a block, in bytes.
  public static let usualBlockSize = 16384

  /// Creates options; the defaults are for files that are made in one go.
  public init(
    blockSize: Int = Self.usualBlockSize, blockSpan: Duration = .seconds(1), synchronizesBlocks: Bool = false
  ) {
    self.blockSize = min(max(blockSize, 1), 1 << 20)
    span = blockSpan.clampedMicroseconds
    self.synchronizesBlocks = synchronizesBlocks
  }

  /// For recording: a block a second, brought to the disk at once.
  public static let live = TraceWriterOptions(synchronizesBlocks: true)
}
