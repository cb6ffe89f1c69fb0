import Foundation
import Testing

/// One fact about how another system behaves, read from a line of `Cases`.
struct Case: Sendable {
  /// The file without its extension.
  let file: String
  let id: String
  /// 1 decides, 2 informs, 3 checks mechanisms after its `params` were set.
  let tier: Int
  let area: String
  private(set) var given: JSON
  let expect: JSON
  private(set) var params: JSON
  let note: String

  init(_ file: String, _ json: JSON) throws {
    self.file = file
    id = try json["id"].text()
    tier = try json["tier"].integer()
    area = try json["area"].text()
    given = json["given"]
    expect = json["expect"]
    params = json["params"]
    note = json["note"].textIfAny ?? ""
  }
}

extension Case: CustomTestStringConvertible {
  var testDescription: String { id }
}

extension Case {
  /// The cases' folder, which lies beside this file.
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "Cases", directoryHint: .isDirectory)

  /// The names of the files in the folder, without `.jsonl`, sorted.
  static func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "jsonl" }
      .map { $0.deletingPathExtension().lastPathComponent }
      .sorted()
  }

  static func load(_ file: String) throws -> [Case] {
    let url = folder.appending(path: file + ".jsonl")
    let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
    return try lines.map { try Case(file, JSONDecoder().decode(JSON.self, from: Data($0.utf8))) }
  }

  /// The cases of every file, for a test's arguments; those that cannot be read are left out, which `FolderTests` reports.
  static let all: [Case] = ((try? files()) ?? []).flatMap { (try? load($0)) ?? [] }

  /// The id without the file's name.
  var key: String { String(id.dropFirst(file.count + 1)) }

  /// The case with other constants in place of its own, by name.
  func with(params changed: [String: JSON]) throws -> Case {
    var copy = self
    copy.params = try params.replacing(changed)
    return copy
  }

  /// The case with other things given in place of its own, by name.
  func with(given changed: [String: JSON]) throws -> Case {
    var copy = self
    copy.given = try given.replacing(changed)
    return copy
  }
}

extension JSON {
  fileprivate func replacing(_ changed: [String: JSON]) throws -> JSON {
    .object((isNull ? [:] : try object()).merging(changed) { $1 })
  }
}
