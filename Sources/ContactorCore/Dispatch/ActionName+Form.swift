extension ActionName.Form {
  /// The colons and the label that end a name of this form.
  var ending: String {
    switch self {
    case .plain: ""
    case .sender: ":"
    case .senderForEvent: ":forEvent:"
    }
  }
}

extension ActionName {
  /// Creates the name that a method of a form has: the text up to a parenthesis or colon, then the form's colons.
  ///
  /// `ActionName("submit(_:)", .sender)` is `submit:`.
  public init(_ text: String, _ form: Form) {
    let stem = text.prefix { $0 != "(" && $0 != ":" }
    let isWhole = ActionName(text).form == form && !text.contains("(")
    self.init(isWhole ? text : stem + form.ending)
  }
}
