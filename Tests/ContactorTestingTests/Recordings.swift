import ContactorCore
import ContactorEvdev
import ContactorTrace
import Glibc

/// The recordings of real panels that lie beside the repository, each with its description.
enum Recordings {
  struct Recording: CustomTestStringConvertibleName {
    let path: String
    let descriptionPath: String?
    var name: String { String(path.split(separator: "/").last ?? "") }
  }

  /// Where they are: `../shared/traces` from the package's root.
  static let folder: String = {
    let root = #filePath.split(separator: "/").dropLast(4)
    return "/" + (root + ["shared", "traces"]).joined(separator: "/")
  }()

  /// Whether there is nothing to test: no recording, or no description.
  static var areMissing: Bool { all.isEmpty || descriptions.isEmpty }

  static let all: [Recording] = ["aosp", "evemu-devices", "xorg-integration-tests"].flatMap { folder in
    let path = Recordings.folder + "/" + folder
    let names = list(path)
    return names.filter { $0.hasSuffix(".events") || $0.hasSuffix(".evemu") }.map { name in
      let description = names.filter { $0.hasSuffix(".desc") && name.hasPrefix($0.dropLast(5) + ".") }.first
      return Recording(path: path + "/" + name, descriptionPath: description.map { path + "/" + $0 })
    }
  }

  static let descriptions: [String] = ["evemu-devices", "xorg-integration-tests"].flatMap { folder in
    list(Recordings.folder + "/" + folder).filter { $0.hasSuffix(".desc") || $0.hasSuffix(".device") }
      .map { Recordings.folder + "/" + folder + "/" + $0 }
  }

  static func list(_ path: String) -> [String] {
    guard let directory = opendir(path) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { names.append(String(cString: $0)) }
      }
    }
    return names.sorted()
  }

  static func text(_ path: String) -> String {
    guard let file = fopen(path, "r") else { return "" }
    defer { fclose(file) }
    return text(file)
  }

  static func text(_ file: UnsafeMutablePointer<FILE>) -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += buffer[..<count]
    }
  }

  /// What a command prints.
  static func output(_ command: String) -> String? {
    guard let pipe = popen(command, "r") else { return nil }
    let text = text(pipe)
    return pclose(pipe) == 0 ? text : nil
  }

  /// The description and events of a recording.
  static func read(_ recording: Recording) throws -> (EvdevDescription, [EvdevEvent]) {
    let read = try EvemuReader.read(text(recording.path), file: recording.name)
    guard let path = recording.descriptionPath, read.description == nil else {
      return (read.impliedDescription, read.events)
    }
    let description = try EvemuReader.read(text(path), file: path).description
    return (description ?? read.impliedDescription, read.events)
  }
}

/// Names a recording in a test's output.
protocol CustomTestStringConvertibleName: Sendable, CustomStringConvertible {
  var name: String { get }
}

extension CustomTestStringConvertibleName {
  var description: String { name }
}
