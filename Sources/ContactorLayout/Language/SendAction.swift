public import ContactorCore

/// A named action to send.
public struct SendAction: Hashable, Sendable {
  /// The action's name: `go`, `go:` or `go:forEvent:`.
  public var action: ActionName
  /// The id of the view that gets it; `nil` for the responder chain.
  public var target: String?
  /// Where the name stands in the file.
  public var mark: LayoutMark

  /// Creates an action.
  public init(action: ActionName, target: String? = nil, mark: LayoutMark = .file) {
    self.action = action
    self.target = target
    self.mark = mark
  }
}
