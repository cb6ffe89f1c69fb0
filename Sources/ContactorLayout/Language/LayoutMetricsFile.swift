/// A file with the kiosk's figures in Prometheus' text format, for the textfile collector of node_exporter.
public struct LayoutMetricsFile: Hashable, Sendable {
  /// The path of the file.
  public var path: String
  /// The time from one writing to the next, from 1 s to a day.
  public var every = Duration.seconds(15)
  /// The permissions of the file, from 0 to 0o777: the collector is another user.
  public var mode: UInt32 = 0o644

  /// Creates a file that is written every 15 s and that everyone may read.
  public init(path: String) { self.path = path }

  /// The end of the name without which node_exporter does not read the file.
  public static let suffix = ".prom"
}

extension LayoutDecoder {
  /// The `metrics` of the outputs.
  mutating func metricsFile(_ node: LayoutNode) -> LayoutMetricsFile? {
    guard let fields = fields(of: node, "'metrics'", in: LayoutSchema.metricsFile) else { return nil }
    var file = LayoutMetricsFile(path: fields["file"].flatMap { metricsPath($0) } ?? "")
    if let node = fields["every"] { file.every = time(node, "'every'", .writingPause) }
    if let node = fields["mode"] { file.mode = metricsMode(node) ?? file.mode }
    return file
  }

  private mutating func metricsPath(_ node: LayoutNode) -> String? {
    let example = "/var/lib/node_exporter/textfile/contactor.prom"
    guard let path = absolutePath(node, "'file'", example: example) else { return nil }
    if !path.hasSuffix(LayoutMetricsFile.suffix) {
      warn(
        node.mark, "the textfile collector reads only files whose names end in \(LayoutMetricsFile.suffix)",
        suggestion: path + LayoutMetricsFile.suffix)
    }
    return path
  }

  private mutating func metricsMode(_ node: LayoutNode) -> UInt32? {
    let mode = fileMode(node, example: "0644")
    if let mode, mode & 0o022 != 0 {
      warn(node.mark, "other users may change the figures", expected: "a mode such as 0644")
    }
    return mode
  }
}

extension NumberRule {
  /// The time from one writing of a file to the next.
  static let writingPause = NumberRule(
    range: 1...86_400, isOpen: false, words: "seconds from 1 to 86400, or a time such as 15 s")
}

extension LayoutSchema {
  static let metricsFile = LayoutTable(
    owner: "the metrics",
    keys: [
      .required("file", "an absolute path"), .optional("every", "seconds"), .optional("mode", "octal digits such as 0644"),
    ])
}
