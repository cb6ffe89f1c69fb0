/// The numbers of Contactor's own format, version 1; `Documentation/TraceFormat.md` describes it.
enum TraceFormat {
  /// What a file begins with: a byte that is no text, and line ends that show a transfer that changed them.
  static let magic: [UInt8] = [0x89, 0x43, 0x54, 0x52, 0x0d, 0x0a, 0x1a, 0x0a]
  /// What a block begins with.
  static let blockMagic: [UInt8] = [0xb1, 0x43, 0x54, 0x42, 0x6c, 0x6f, 0x63, 0x6b]
  /// The version: readers refuse another major one.
  static let major: UInt16 = 1
  static let minor: UInt16 = 0
  /// Magic, major and minor version, checksum of those.
  static let fileHeaderSize = 16
  static let blockHeaderSize = 48
  /// The largest payload that a reader takes.
  static let payloadLimit = 1 << 24
  /// The largest number of events in a group.
  static let groupLimit = 32
  /// More bytes than the longest group has, 650: what a decoder may read without looking.
  static let padding = 1024
  /// The most devices that may be in use at once: each costs memory as long as it is not removed.
  static let deviceLimit = 4096
  /// The most contacts that a frame may have.
  static let contactLimit = 1024
  /// The number of devices with which a writer ends a block; each holds memory up to the block's end.
  static let devicesInBlock = 64
  /// A repeated description of each device stands in every block whose number divides by this.
  static let keyInterval: UInt32 = 16

  /// What a record begins with; from `firstGroup` on, a group of raw events by the number of its shape.
  enum Tag {
    static let device: UInt64 = 1
    static let select: UInt64 = 2
    static let anomaly: UInt64 = 3
    static let removed: UInt64 = 4
    static let frame: UInt64 = 5
    static let state: UInt64 = 6
    static let wait: UInt64 = 7
    static let note: UInt64 = 8
    static let shape: UInt64 = 9
    static let damage: UInt64 = 10
    static let firstGroup: UInt64 = 16
  }

  /// The flag of a block after which the recorder closed the file.
  static let isLast: UInt16 = 1

  /// Whether some bytes, which may be fewer than a magic has, begin as a block does, or as a file.
  static func startsBlock(_ bytes: UnsafeRawBufferPointer) -> Bool {
    [blockMagic, magic].contains { unsafe zip($0, bytes).allSatisfy { $0 == $1 } }
  }
}
