internal import ContactorCore
import ContactorEvdev

extension TraceReader where Source == FileSource {
  /// Opens a file, `-` for standard input.
  ///
  /// An evemu file that holds only events gets the description that lies beside it: `panel.desc` or `panel.prop` for
  /// `panel.events`, `panel.tap.events` and the like.
  ///
  /// - Throws: `TraceError`.
  public init(path: String) throws(TraceError) {
    try self.init(FileSource(path: path), description: Self.description(beside: path))
  }

  private static func description(beside path: String) throws(TraceError) -> EvdevDescription? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard path != "-", var name = parts.last else { return nil }
    let folder = parts.dropLast().map { $0 + "/" }.joined()
    while let dot = name.lastIndex(of: ".") {
      name = name[..<dot]
      for ending in ["desc", "prop", "device"] {
        let candidate = folder + name + "." + ending
        guard candidate != path, isReadable(candidate) else { continue }
        var reader = try TraceReader(FileSource(path: candidate))
        guard reader.format == .evemu else { continue }
        var collector = TraceCollector()
        try reader.readAll(into: &collector)
        if let description = collector.devices.last?.description { return description }
      }
    }
    return nil
  }
}
