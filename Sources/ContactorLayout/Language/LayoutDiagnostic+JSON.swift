import ContactorTrace

extension LayoutDiagnostic {
  /// One line of JSON without its end: `{"file":…,"line":…,"column":…,"severity":…,"message":…}`, then `expected`, `suggestion` and
  /// `uses`, each only where there is one.
  ///
  /// The `uses` are the places that brought what is at the place to where it stands, each with `kind`, `name`, `file`, `line` and
  /// `column`. Line and column are 0 where the file as a whole is meant.
  public var json: String {
    var text = TextBuffer(capacity: 256)
    text.append(literal: "{")
    Self.append(file, mark, to: &text)
    Self.append(",\"severity\":", severity.rawValue, to: &text)
    Self.append(",\"message\":", message, to: &text)
    if let expected { Self.append(",\"expected\":", expected, to: &text) }
    if let suggestion { Self.append(",\"suggestion\":", suggestion, to: &text) }
    for (index, use) in uses.enumerated() {
      Self.append(index == 0 ? ",\"uses\":[{\"kind\":" : ",{\"kind\":", use.kind.rawValue, to: &text)
      if let name = use.name { Self.append(",\"name\":", name, to: &text) }
      text.append(literal: ",")
      Self.append(use.file, use.mark, to: &text)
      text.append(literal: "}")
    }
    text.append(uses.isEmpty ? "}" : "]}")
    return text.string
  }

  private static func append(_ file: String, _ mark: LayoutMark, to text: inout TextBuffer) {
    append("\"file\":", file, to: &text)
    text.append(literal: ",\"line\":")
    text.append(Int64(mark.line))
    text.append(literal: ",\"column\":")
    text.append(Int64(mark.column))
  }

  private static func append(_ key: StaticString, _ value: String, to text: inout TextBuffer) {
    text.append(literal: key)
    text.append(quoted: value)
  }
}
