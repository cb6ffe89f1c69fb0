import ContactorControls
import ContactorCore
import ContactorEvdev
import ContactorInput
import Foundation
import Testing

@testable import ContactorLayout

/// The text of the page.
private let layoutPage: String? = {
  let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  return try? String(contentsOf: repository.appending(path: "Documentation/Layout.md"), encoding: .utf8)
}()

/// The whole layouts that the page shows.
private let layoutExamples: [String] = (layoutPage ?? "").components(separatedBy: "```yaml\n").dropFirst()
  .compactMap { $0.components(separatedBy: "```").first }.filter { $0.hasPrefix("contactor: 1\n") }

/// Documentation/Layout.md lists what the code has.
@Suite("The page of the layout file")
struct LayoutDocumentationTests {
  private static let page: String? = layoutPage

  /// The words in code form of the page's part on actions.
  private func actionWords() throws -> Set<String> {
    let page = try #require(Self.page)
    let part = try #require(page.split(separator: "## Actions\n").last?.split(separator: "\n## ").first)
    return Set(part.matches(of: /`([A-Za-z:]+)`/).map { String($0.1) })
  }

  @Test("Every action that can be sent to a view of a layout is on it", arguments: LayoutKind.allCases)
  func actions(_ kind: LayoutKind) throws {
    let words = try actionWords()
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
    let tables = [
      LayoutSchema.root, LayoutSchema.view, LayoutSchema.gesture, LayoutSchema.device, LayoutSchema.forward, LayoutSchema.mode,
      LayoutSchema.idle, LayoutSchema.health, LayoutSchema.metricsFile,
    ]
    for table in tables {
      #expect(table.keys.filter { $0.presence != .later && !words.contains($0.name) }.map(\.name) == [], "\(table.owner)")
    }
    for kind in LayoutSchema.kinds { #expect(words.contains(kind)) }
  }

  @Test("Every word of forwarding's rules is on it")
  func words() throws {
    let page = try #require(Self.page)
    for table in [LayoutSchema.ghost, LayoutSchema.forwardEdges, LayoutSchema.deadZone, LayoutSchema.filter, LayoutSchema.oneEuro] {
      #expect(table.keys.map(\.name).filter { !page.contains($0) } == [], "\(table.owner)")
    }
    #expect(CancelMethod.allCases.filter { !page.contains("`\($0.rawValue)`") } == [])
  }

  @Test("Every name of a key on it is one that a keymap has")
  func keyNames() throws {
    let page = try #require(Self.page)
    let start = try #require(page.range(of: "Keys are named as xkbcommon names them"))
    let sentence = page[start.lowerBound...].prefix { $0 != "." }
    let parts = sentence.split(separator: "`", omittingEmptySubsequences: false).enumerated()
    let names = parts.filter { $0.offset % 2 == 1 }.map { String($0.element) }
    #expect(names.count > 20 && names.contains("altgr"))
    guard let keymap = try? Keymap(KeymapNames(layout: "de")) else { return }
    let table = try KeyTable(keymap)
    #expect(names.filter { (try? table.chord([$0])) == nil } == [])
  }

  @Test("Every layout that it shows is without a mistake or a doubt", arguments: layoutExamples)
  func example(_ text: String) {
    let found = LayoutCheck.diagnostics(of: Array(text.utf8), file: "page.yaml")
    #expect(found.map(\.description) == [])
  }

  @Test("It shows forwarding, modes and policies")
  func showsAll() {
    #expect(layoutExamples.count { $0.contains("\nforward:") || $0.contains("\nmodes:") || $0.contains("\npolicies:") } == 6)
  }
}
