/// What libyaml reports next, as a plain value.
struct YAMLEvent {
  /// The kinds of event that a layout is made of.
  enum Kind {
    case streamStart, streamEnd, documentStart, documentEnd
    case alias
    case scalar(text: String, isPlain: Bool)
    case sequenceStart, sequenceEnd, mappingStart, mappingEnd
  }

  /// What was read.
  var kind: Kind
  /// Where it starts.
  var mark: LayoutMark
  /// Whether the node is named with `&name`.
  var hasAnchor = false
  /// Whether the node carries a tag, as in `!!str 5`.
  var hasTag = false
}
