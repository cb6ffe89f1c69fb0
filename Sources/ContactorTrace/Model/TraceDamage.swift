/// A part of a recording that could not be read.
public struct TraceDamage: Hashable, Sendable, CustomStringConvertible {
  /// What is wrong with it.
  public enum Kind: String, Hashable, Sendable {
    /// The file ends within a block: the power went, or the disk was full.
    case unfinished
    /// A checksum does not match, or what should be a block is none.
    case corrupt
    /// Blocks are missing whose place in the file is gone, too.
    case missing
    /// A block has more devices or contacts at once than a reader follows: 4,096 devices, 1,024 contacts in a frame.
    case excessive
  }

  /// What is wrong with it.
  public var kind: Kind
  /// Where it begins, in bytes from the start of the file.
  public var offset: Int64
  /// How many bytes are lost; 0 for blocks that are missing.
  public var length: Int64

  /// Creates a piece of damage.
  public init(_ kind: Kind, offset: Int64, length: Int64) {
    self.kind = kind
    self.offset = offset
    self.length = length
  }

  /// One sentence.
  public var description: String {
    switch kind {
    case .unfinished: "byte \(offset): the last block is not finished; \(length) bytes of it are lost"
    case .corrupt: "byte \(offset): \(length) bytes are damaged and were skipped"
    case .missing: "byte \(offset): blocks are missing here"
    case .excessive:
      "byte \(offset): a block of \(length) bytes has more than \(TraceFormat.deviceLimit) devices at once, or "
        + "\(TraceFormat.contactLimit) contacts in a frame; what follows in it was skipped"
    }
  }
}
