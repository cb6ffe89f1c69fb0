import Foundation
import Testing

extension Conformance {
  @Suite("The cases' folder and the lists of what is left out")
  struct FolderTests {
    @Test("Every file can be read")
    func readable() throws {
      let files = try #require(
        try? Case.files(), "no folder \(Case.folder.path)")
      #expect(!files.isEmpty, "\(Case.folder.path) holds no cases")
      for file in files {
        let cases = try Case.load(file)
        #expect(!cases.isEmpty && cases.allSatisfy { $0.id.hasPrefix(file + "/") }, "\(file)")
      }
    }

    @Test("Every skip and departure names a case that is there, once")
    func listed() throws {
      let ids = Set(try Case.files().flatMap { try Case.load($0).map(\.id) })
      let listed = Skips.all.map(\.id) + Departures.all.map(\.id)
      #expect(Set(listed).subtracting(ids).isEmpty, "listed, but in no file")
      #expect(Set(listed).count == listed.count, "listed twice")
    }
  }
}
