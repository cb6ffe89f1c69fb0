import Glibc
import Testing

/// The recordings of real panels that lie beside the repository.
enum ReferenceTraces {
  static let folder: String = {
    let root = #filePath.split(separator: "/").dropLast(4)
    return "/" + (root + ["shared", "traces"]).joined(separator: "/")
  }()

  static var areMissing: Bool { recordings.isEmpty }

  /// Why a test is skipped where they are missing.
  static let reason: Comment = "there are no recordings in ../shared/traces"

  static let recordings: [String] = ["aosp", "evemu-devices", "xorg-integration-tests"].flatMap { name in
    files(folder + "/" + name).filter { $0.hasSuffix(".events") || $0.hasSuffix(".evemu") }
  }

  private static func files(_ path: String) -> [String] {
    guard let directory = opendir(path) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { names.append(path + "/" + String(cString: $0)) }
      }
    }
    return names.sorted()
  }
}
