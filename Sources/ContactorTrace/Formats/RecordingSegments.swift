internal import Glibc

/// The files of a flight recorder: `FILE.000001`, `FILE.000002` …, each a whole recording.
public struct RecordingSegments: Hashable, Sendable {
  /// The recorder's path, which the segments' names begin with.
  public let path: String
  /// The numbers of the existing segments, ascending.
  public let numbers: [Int]

  /// Lists the segments of a path, perhaps none.
  public init(of path: String) {
    self.path = path
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let prefix = (slash.map { String(path[path.index(after: $0)...]) } ?? path) + "."
    var found: [Int] = []
    if let stream = unsafe opendir(folder) {
      defer { unsafe closedir(stream) }
      while let entry = unsafe readdir(stream) {
        let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
          unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
        }
        if name.hasPrefix(prefix), let number = Self.number(name.dropFirst(prefix.count)) { found.append(number) }
      }
    }
    numbers = found.sorted()
  }

  /// The path of a segment.
  public func file(_ number: Int) -> String {
    let digits = String(number)
    return path + "." + String(repeating: "0", count: max(0, 6 - digits.count)) + digits
  }

  /// The files to read for a path: the file, or where it does not exist, the segments in order.
  public static func files(for path: String) -> [String] {
    guard path != "-", !isReadable(path) else { return [path] }
    let segments = RecordingSegments(of: path)
    return segments.numbers.isEmpty ? [path] : segments.numbers.map { segments.file($0) }
  }

  private static func number(_ text: Substring) -> Int? {
    text.utf8.count >= 6 && text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
  }
}
