import CLibyaml
import ContactorSystem

/// Owns libyaml's parser and the bytes that it reads.
///
/// The corresponding C type is `yaml_parser_t`.
@safe struct YAMLParser: ~Copyable {
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let input: UnsafeMutableBufferPointer<UInt8>
  private let file: String

  /// Starts to read `bytes`, which are UTF-8.
  ///
  /// The corresponding C functions are `yaml_parser_initialize` and `yaml_parser_set_input_string`.
  init(_ bytes: some Collection<UInt8>, file: String) {
    let input = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
    _ = unsafe input.initialize(fromContentsOf: bytes)
    let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
    guard unsafe yaml_parser_initialize(parser) == 1 else { fatalError("libyaml found no memory for its parser") }
    unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    unsafe yaml_parser_set_input_string(parser, input.baseAddress, input.count)
    unsafe self.parser = unsafe parser
    unsafe self.input = unsafe input
    self.file = file
  }

  deinit {
    unsafe yaml_parser_delete(parser)
    unsafe parser.deallocate()
    unsafe input.deallocate()
  }

  /// The next event; after `streamEnd` there is none to ask for.
  ///
  /// The corresponding C function is `yaml_parser_parse`.
  mutating func next() throws(LayoutDiagnostic) -> YAMLEvent {
    var event = unsafe yaml_event_t()
    guard unsafe yaml_parser_parse(parser, &event) == 1 else { throw syntaxError() }
    defer { unsafe yaml_event_delete(&event) }
    var result = unsafe plainEvent(event)
    result.range = unsafe Int(event.start_mark.index)..<max(Int(event.start_mark.index), Int(event.end_mark.index))
    return result
  }

  private func plainEvent(_ event: yaml_event_t) -> YAMLEvent {
    let mark = unsafe LayoutMark(event.start_mark)
    switch unsafe event.type {
    case YAML_STREAM_START_EVENT: return YAMLEvent(kind: .streamStart, mark: mark)
    case YAML_DOCUMENT_START_EVENT: return YAMLEvent(kind: .documentStart, mark: mark)
    case YAML_DOCUMENT_END_EVENT: return YAMLEvent(kind: .documentEnd, mark: mark)
    case YAML_ALIAS_EVENT:
      return unsafe YAMLEvent(kind: .alias(name: Self.name(event.data.alias.anchor) ?? ""), mark: mark)
    case YAML_SCALAR_EVENT:
      let scalar = unsafe event.data.scalar
      let bytes = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
      let text = unsafe String(decoding: bytes, as: UTF8.self)
      let isPlain = unsafe scalar.style == YAML_PLAIN_SCALAR_STYLE
      return unsafe YAMLEvent(
        kind: .scalar(text: text, isPlain: isPlain), mark: mark, anchor: Self.name(scalar.anchor),
        hasTag: scalar.tag != nil)
    case YAML_SEQUENCE_START_EVENT:
      let start = unsafe event.data.sequence_start
      return unsafe YAMLEvent(
        kind: .sequenceStart, mark: mark, anchor: Self.name(start.anchor), hasTag: start.tag != nil,
        isFlow: start.style == YAML_FLOW_SEQUENCE_STYLE)
    case YAML_SEQUENCE_END_EVENT: return YAMLEvent(kind: .sequenceEnd, mark: mark)
    case YAML_MAPPING_START_EVENT:
      let start = unsafe event.data.mapping_start
      return unsafe YAMLEvent(
        kind: .mappingStart, mark: mark, anchor: Self.name(start.anchor), hasTag: start.tag != nil,
        isFlow: start.style == YAML_FLOW_MAPPING_STYLE)
    case YAML_MAPPING_END_EVENT: return YAMLEvent(kind: .mappingEnd, mark: mark)
    default: return YAMLEvent(kind: .streamEnd, mark: mark)
    }
  }

  /// The name of an anchor, which libyaml keeps to letters, digits, `-` and `_`.
  private static func name(_ text: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    guard let text = unsafe text else { return nil }
    return unsafe String(cString: text)
  }

  /// libyaml's error as a diagnostic.
  private func syntaxError() -> LayoutDiagnostic {
    let state = unsafe parser.pointee
    guard let problem = unsafe state.problem else {
      return LayoutDiagnostic(file: file, mark: .start, message: "libyaml found no memory to read this file")
    }
    let bytes = unsafe Array(input)[...]
    if unsafe state.error == YAML_READER_ERROR {
      // The reader knows bytes only, no lines.
      let mark = unsafe LayoutBytes.mark(of: min(state.problem_offset, bytes.count), in: bytes)
      return unsafe LayoutDiagnostic(file: file, mark: mark, message: String(cString: problem))
    }
    // libyaml's end of the file is the start of a line that is not there.
    let end = LayoutBytes.mark(of: bytes.count, in: bytes)
    let mark = unsafe min(LayoutMark(state.problem_mark), end)
    if let advice = unsafe Self.advice(String(cString: problem), character(at: Int(state.problem_mark.index))) {
      return LayoutDiagnostic(file: file, mark: mark, message: advice.message, expected: advice.expected)
    }
    var message = unsafe String(cString: problem)
    if let context = unsafe state.context { unsafe message += " " + String(cString: context) }
    if unsafe state.context != nil, unsafe state.context_mark.line != state.problem_mark.line {
      message += unsafe " that starts at \(min(LayoutMark(state.context_mark), end))"
    }
    return LayoutDiagnostic(file: file, mark: mark, message: message)
  }

  /// Plain words for libyaml's least helpful messages; `nil` for others.
  private static func advice(
    _ problem: String, _ character: UnicodeScalar?
  ) -> (message: String, expected: String)? {
    if problem.hasPrefix("found a tab character") { return ("a tab cannot indent in YAML", "spaces") }
    guard problem == "found character that cannot start any token", let character else { return nil }
    if character == "\t" { return ("a tab cannot indent in YAML", "spaces") }
    return ("unquoted text cannot start with \(quoted(String(character)))", "the text in quotes")
  }

  private func character(at index: Int) -> UnicodeScalar? {
    unsafe String(decoding: input, as: UTF8.self).unicodeScalars.dropFirst(index).first
  }
}

extension LayoutMark {
  /// libyaml counts from 0.
  fileprivate init(_ mark: yaml_mark_t) {
    self.init(line: Int(mark.line) + 1, column: Int(mark.column) + 1)
  }
}

/// An event of libyaml as a plain value.
struct YAMLEvent {
  /// The kinds of event that a layout is made of.
  enum Kind: Equatable {
    case streamStart, streamEnd, documentStart, documentEnd
    case alias(name: String)
    case scalar(text: String, isPlain: Bool)
    case sequenceStart, sequenceEnd, mappingStart, mappingEnd
  }

  /// The kind, with a scalar's text.
  var kind: Kind
  /// Where it starts.
  var mark: LayoutMark
  /// The name of the node, as in `&name`; `nil` for none.
  var anchor: String?
  /// Whether the node carries a tag, as in `!!str 5`.
  var hasTag = false
  /// Whether a list or mapping is written with brackets or braces.
  var isFlow = false
  /// The characters from which it was made, counted in Unicode scalars from 0; none for what only indentation tells.
  ///
  /// That of an anchored node begins with the anchor; that of a block scalar ends after its last line break.
  var range = 0..<0
}
