/// Text to type into the field that is being edited, or into one that is named.
public struct TypeAction: Hashable, Sendable {
  /// The text, perhaps with placeholders; a line feed is the return key.
  public var text: PlaceholderTemplate
  /// The id of the text field; `nil` for the one that is being edited.
  public var target: String?
  /// Where the text stands in the file.
  public var mark: LayoutMark

  /// Creates an action.
  public init(text: PlaceholderTemplate, target: String? = nil, mark: LayoutMark = .file) {
    self.text = text
    self.target = target
    self.mark = mark
  }
}
