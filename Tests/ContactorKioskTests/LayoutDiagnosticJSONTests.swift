import Testing

@testable import ContactorLayout

/// Mistakes as lines of JSON.
@Suite struct LayoutDiagnosticJSONTests {
  @Test func `a mistake is a line of JSON with the other places`() throws {
    let reading = LayoutReading(
      LayoutFile(bytes: Array(withScreen("include: a.yaml\nviews: [{use: key}]\n").utf8), identity: "k.yaml"), path: "k.yaml",
      files: .memory(["a.yaml": "templates:\n  key: {id: a, kind: buton, height: 9}\n"]))
    #expect(
      reading.mistakes.map(\.json) == [
        #"{"file":"a.yaml","line":2,"column":22,"severity":"error","message":"unknown kind 'buton'","expected":"one of "#
          + LayoutSchema.kinds.joined(separator: ", ")
          + #"","suggestion":"button","uses":[{"kind":"include","file":"k.yaml","line":3,"column":10},{"kind":"use","name":"key","file":"k.yaml","line":4,"column":10}]}"#
      ])
    let plain = LayoutDiagnostic(file: "a \"b\"", mark: .file, severity: .warning, message: "x")
    #expect(plain.json == #"{"file":"a \"b\"","line":0,"column":0,"severity":"warning","message":"x"}"#)
  }
}
