import ContactorCore

/// How a recording is divided into blocks.
public struct TraceWriterOptions: Hashable, Sendable {
  /// The size from which a block ends with its frame, in bytes.
  ///
  /// Larger blocks are a little smaller in sum; a block is what is lost when a byte is damaged.
  public var blockSize: Int
  /// The time after which a block ends with its frame: what is lost when the program is killed.
  ///
  /// Rounded down to whole microseconds; the longest one by default, so that blocks end by their size.
  public var blockSpan: Duration {
    get { .microseconds(span) }
    set { span = newValue.clampedMicroseconds }
  }
  private(set) var span: Microseconds
  /// Whether each block is brought to the disk at once (`fdatasync`), so that it survives a power cut.
  public var synchronizesBlocks: Bool

  /// Creates options; those that nobody names are for files that are made in one go.
  public init(
    blockSize: Int = 65536, blockSpan: Duration = .microseconds(Int64.max), synchronizesBlocks: Bool = false
  ) {
    self.blockSize = min(max(blockSize, 1), 1 << 20)
    span = blockSpan.clampedMicroseconds
    self.synchronizesBlocks = synchronizesBlocks
  }

  /// For recording: a block a second, brought to the disk at once.
  public static let live = TraceWriterOptions(blockSpan: .seconds(1), synchronizesBlocks: true)
}
