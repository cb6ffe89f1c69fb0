import ContactorSystem

/// A text with placeholders that a program gets, as it stands in the file.
struct ProgramText {
  /// How the program gets it.
  enum Way {
    /// In its argument vector.
    case argument
    /// In its environment.
    case variable

    /// Why a secret must not go this way.
    var reason: String {
      switch self {
      case .argument: "every user of this machine can read the arguments of programs"
      case .variable: "a program's environment can be read, and goes on to the programs that it starts"
      }
    }
  }

  let text: PlaceholderTemplate
  let way: Way
  let mark: LayoutMark
}

/// What is typed, touched or drawn in secure views stays there (contract 14.1).
extension LayoutDecoder {
  /// Notes a text that a program gets, for `checkSecrets`.
  mutating func note(_ text: PlaceholderTemplate, _ way: ProgramText.Way, _ mark: LayoutMark, program: LayoutMark) {
    guard !text.placeholders.isEmpty else { return }
    programTexts[program, default: []].append(ProgramText(text: text, way: way, mark: mark))
  }

  /// Reports values and places of secure views that would show in views that are not secure, or that programs would get in their
  /// arguments or environment.
  mutating func checkSecrets(_ layout: Layout) {
    let secure = layout.secureScope
    guard !secure.isEmpty else { return }
    for view in layout.allViews where secure.contains(view.id) && !doubtful.contains(view.mark) {
      for action in view.bindings.flatMap(\.actions) {
        checkShown(action, view, secure)
        warnOfPublishing(action, of: view.id)
        if case .run(let run) = action { checkProgram(run, of: view.id, wayOut(for: view.kind)) }
      }
    }
    for gesture in layout.gestures where gesture.view.map(secure.contains) ?? false {
      for action in gesture.bindings.flatMap(\.actions) {
        warnOfPublishing(action, of: gesture.id)
        if case .run(let run) = action { checkProgram(run, of: gesture.id, nil) }
      }
    }
  }

  /// Warns of messages that never go to the broker: they would tell what was touched.
  private mutating func warnOfPublishing(_ action: LayoutAction, of id: String) {
    guard case .publish(let publish) = action else { return }
    warn(
      publish.mark, "\(quoted(id)) is secure, and publishes nothing",
      expected: "'verify', in whose 'right' and 'wrong' a message may stand")
  }

  private mutating func checkShown(_ action: LayoutAction, _ view: LayoutView, _ secure: Set<String>) {
    let (target, mark): (String, LayoutMark)
    switch action {
    case .set(let set) where set.placeholders.contains(.value): (target, mark) = (set.target, set.mark)
    case .type(let type) where type.text.placeholders.contains(.value) && type.target != nil:
      (target, mark) = (type.target ?? "", type.mark)
    default: return
    }
    guard !secure.contains(target) else { return }
    report(mark, "the value of \(quoted(view.id)) is secret, and \(quoted(target)) would show it", expected: "a secure view")
  }

  /// Reports texts in which a program would get what is secret.
  private mutating func checkProgram(_ run: RunAction, of id: String, _ wayOut: String?) {
    for text in programTexts[run.mark] ?? [] {
      let secrets = SecretPlaceholder.allCases.filter { text.text.placeholders.contains($0.placeholder) }
      guard let secret = secrets.first else { continue }
      let name = "{\(secret.placeholder.rawValue)}"
      let expected = secret == .value ? wayOut.map { "\($0), or a text without \(name)" } : nil
      report(
        text.mark, "\(name) tells \(secret.meaning) \(quoted(id)), which is secure, and \(text.way.reason)",
        expected: expected ?? "a text without \(name)")
    }
  }

  /// How a program can do its work for a control without getting the secret.
  private func wayOut(for kind: LayoutKind) -> String? {
    kind.holdsSecrets ? "'verify', which compares the secret with a hash and then runs a program" : nil
  }
}

/// The placeholders that tell what was typed, touched or drawn.
private enum SecretPlaceholder: CaseIterable {
  case value, x, y, shape

  var placeholder: PlaceholderTemplate.Placeholder {
    switch self {
    case .value: .value
    case .x: .x
    case .y: .y
    case .shape: .shape
    }
  }

  /// What it tells, before the id of the control or gesture.
  var meaning: String {
    switch self {
    case .value: "the value of"
    case .x, .y: "the place of a touch in"
    case .shape: "what was drawn for"
    }
  }
}
