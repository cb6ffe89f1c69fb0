import Foundation
import Testing

@testable import ContactorLayout

/// The example of a layout that is made short.
@Suite struct ShortExampleTests {
  @Test func `the short hotel layout has over 40 controls in under 60 lines, its templates included`() throws {
    let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let files = ["hotel-short.yaml", "hotel-parts.yaml"].map { repository.appending(path: "Examples/\($0)") }
    let lines = try files.map { try String(contentsOf: $0, encoding: .utf8).split(separator: "\n").count }
    #expect(lines.reduce(0, +) < 60, "\(lines)")
    let layout = try Layout.load(path: files[0].path)
    #expect(layout.allViews.count { $0.kind != .view } > 40)
    #expect(LayoutCheck.warnings(in: layout) == [])
  }
}
