import ContactorControls
import ContactorCore
import Foundation
import Testing

@testable import ContactorLayout

/// Documentation/Layout.md lists what the code has.
@Suite("The page of the layout file")
struct LayoutDocumentationTests {
  private static let page: String? = {
    let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return try? String(contentsOf: repository.appending(path: "Documentation/Layout.md"), encoding: .utf8)
  }()

  /// The words in code form of the page's part on actions.
  private func words() throws -> Set<String> {
    let page = try #require(Self.page)
    let part = try #require(page.split(separator: "## Actions\n").last?.split(separator: "\n## ").first)
    return Set(part.matches(of: /`([A-Za-z:]+)`/).map { String($0.1) })
  }

  @Test("Every action that can be sent to a view of a layout is on it", arguments: LayoutKind.allCases)
  func actions(_ kind: LayoutKind) throws {
    let words = try words()
    let known = kind.actionNames.filter { name in TextCommand.named[ActionName(name)] != .unsupported }
    #expect(known.filter { !words.contains($0) }.sorted() == [])
  }

  @Test("Every name of a standard action of text that it lists is one that a text view takes")
  func textActions() throws {
    let page = try #require(Self.page)
    let part = try #require(page.split(separator: "### Actions of texts\n").last?.split(separator: "\n## ").first)
    let listed = part.matches(of: /`([A-Za-z]+:[A-Za-z:]*)`/).map { String($0.1) }
    let names = Set(LayoutKind.textView.actionNames)
    #expect(listed.filter { !names.contains($0) } == [] && Set(listed).count > 90)
  }

  @Test("Every key of a layout, of a view and of a gesture is on it, and every kind")
  func keys() throws {
    let page = try #require(Self.page)
    let words = Set(page.matches(of: /`([A-Za-z]+)`/).map { String($0.1) })
    for table in [LayoutSchema.root, LayoutSchema.view, LayoutSchema.gesture, LayoutSchema.device] {
      #expect(table.keys.filter { $0.presence != .later && !words.contains($0.name) }.map(\.name) == [], "\(table.owner)")
    }
    for kind in LayoutKind.allCases { #expect(words.contains(kind.rawValue)) }
  }
}
