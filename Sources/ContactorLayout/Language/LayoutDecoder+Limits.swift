import ContactorSystem

extension LayoutDecoder {
  /// The `limits` of a program.
  mutating func limits(_ node: LayoutNode) -> ProgramLimits {
    var limits = ProgramLimits()
    guard let fields = fields(of: node, "'limits'", in: LayoutSchema.limits) else { return limits }
    limits.memory = fields["memory"].map { bytes($0, "'memory'", from: 1 << 20) }
    limits.cpu = fields["cpu"].map { seconds($0, "'cpu'") }
    limits.files = fields["files"].map { Int64(integer($0, "'files'", in: 4...1_048_576, "a whole number from 4 to 1048576")) }
    limits.processes = fields["processes"].map { Int64(integer($0, "'processes'", in: 1...4_194_304, "a whole number from 1 to 4194304")) }
    limits.fileSize = fields["fileSize"].map { bytes($0, "'fileSize'", from: 0) }
    limits.nice = fields["nice"].map { Int32(integer($0, "'nice'", in: 0...19, "a whole number from 0 to 19")) }
    return limits
  }

  /// A time on processors, which the kernel counts in seconds.
  private mutating func seconds(_ node: LayoutNode, _ name: String) -> Duration {
    let before = mistakes
    let time = time(node, name, .seconds)
    if mistakes == before, time < .seconds(1) { reject(node, name, expected: "1 second or more") }
    return time
  }

  /// A number of bytes, perhaps with K, M or G behind it: 1024 bytes, 1024 K, 1024 M.
  mutating func bytes(_ node: LayoutNode, _ name: String, from least: Int64) -> Int64 {
    let units: [String: Double] = ["K": 0x1p10, "M": 0x1p20, "G": 0x1p30]
    let (number, unit) = quantity(node, units: units.keys.sorted()) ?? (YAMLNumber(node)?.real ?? -1, "")
    let size = (number * (units[unit] ?? 1)).rounded()
    guard size >= Double(least), size <= Double(Self.greatestSize) else {
      reject(node, name, expected: "bytes from \(least == 0 ? "0" : "1M") to 1048576G, such as 200M")
      return 0
    }
    return Int64(size)
  }

  /// The greatest size in bytes that a limit can have.
  private static let greatestSize: Int64 = 1 << 50
}

extension LayoutSchema {
  static let limits = LayoutTable(
    owner: "limits",
    keys: [
      .optional("memory", "bytes, such as 200M"), .optional("cpu", "seconds"), .optional("files", "a number"),
      .optional("processes", "a number"), .optional("fileSize", "bytes, such as 1M"), .optional("nice", "a number from 0 to 19"),
    ])
}
