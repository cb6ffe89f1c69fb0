import ContactorCore
public import ContactorSystem

/// Compares what was typed into a secure control with a hash of crypt(3), and does one list of actions or another (contract 12.4).
public struct VerifyAction: Hashable, Sendable {
  /// The id of the control.
  public var target: String
  /// Where the hash stands.
  public var hash: SecretVerifier.Source
  /// How many wrong secrets lock the control; 1 or more.
  public var attempts = 3
  /// How long the control is locked then.
  public var lockout = Duration.seconds(30)
  /// What is done where the secret is right.
  public var right: [ActionStep] = []
  /// What is done where it is wrong, or the hash cannot be used.
  public var wrong: [ActionStep] = []
  /// What is done where the control is locked, so that the secret is not looked at.
  public var locked: [ActionStep] = []
  /// Where the control's id stands in the file.
  public var mark: LayoutMark
  /// Where the hash stands in the file.
  public var hashMark: LayoutMark

  /// Creates an action that does nothing with the answer.
  public init(target: String, hash: SecretVerifier.Source, mark: LayoutMark = .file, hashMark: LayoutMark = .file) {
    (self.target, self.hash, self.mark, self.hashMark) = (target, hash, mark, hashMark)
  }
}

extension LayoutAction {
  /// The action, and those that follow from the answer of a `verify`.
  var withNested: [LayoutAction] {
    guard case .verify(let verify) = self else { return [self] }
    return [self] + (verify.right + verify.wrong + verify.locked).map(\.action)
  }
}

extension LayoutDecoder {
  /// A `verify`; `nil` if there was a mistake.
  ///
  /// Whether the control is a secure one is looked up when all views are known.
  mutating func verify(_ fields: LayoutFields) -> VerifyAction? {
    guard let node = fields["verify"], let target = word(node, "'verify'", expected: "the id of a secure control") else { return nil }
    let before = mistakes
    verifies.append((target, node.mark))
    let hash = hash(fields, node.mark)
    var action = VerifyAction(target: target, hash: hash ?? .hash(""), mark: node.mark)
    action.hashMark = (fields["hash"] ?? fields["hashFile"] ?? node).mark
    if let node = fields["attempts"] { action.attempts = integer(node, "'attempts'", in: 1...1000, "a whole number from 1 to 1000") }
    if let node = fields["lockout"] { action.lockout = time(node, "'lockout'", .seconds) }
    action.right = branch(fields, "right")
    action.wrong = branch(fields, "wrong")
    action.locked = branch(fields, "locked")
    if fields["right"] == nil, fields["wrong"] == nil {
      report(node.mark, "'verify' does nothing with the answer", expected: "'right', 'wrong' or both, with actions")
    }
    return mistakes == before && !isFull ? action : nil
  }

  private mutating func hash(_ fields: LayoutFields, _ mark: LayoutMark) -> SecretVerifier.Source? {
    if fields["hash"] != nil, let entry = fields.entries["hashFile"] {
      report(entry.mark, "a 'verify' has both 'hash' and 'hashFile'", expected: "one of them")
    }
    if let node = fields["hash"] {
      let expected = "a hash of crypt(3), which 'contactor hash' makes"
      guard case .scalar(let text, _) = node.content, !node.isNull else {
        reject(node, "'hash'", expected: expected)
        return nil
      }
      // The hash itself stays out of messages.
      if let problem = PasswordHash.problem(with: text) { report(node.mark, "'hash' cannot be used: \(problem)", expected: expected) }
      return .hash(text)
    }
    if let node = fields["hashFile"] {
      let expected = "a path from the root, such as /etc/contactor/admin.hash"
      guard let path = word(node, "'hashFile'", expected: expected) else { return nil }
      if !path.hasPrefix("/") { reject(node, "'hashFile'", expected: expected) }
      return .file(path)
    }
    report(mark, "'verify' has nothing to compare with", expected: "'hash: …' or 'hashFile: …', which 'contactor hash' makes")
    return nil
  }

  /// The actions of an answer; the value is no part of their texts, for it is the secret, or is gone.
  private mutating func branch(_ fields: LayoutFields, _ key: String) -> [ActionStep] {
    guard let entry = fields.entries[key] else { return [] }
    let steps = steps(entry, of: BindingOwner(name: "'\(key)'", events: []))
    checkHolds(LayoutBinding(event: key, steps: steps, mark: entry.mark))
    for case .verify(let verify) in steps.map(\.action) {
      report(verify.mark, "a 'verify' stands in the '\(key)' of another", expected: "other actions")
    }
    return steps
  }

  /// Reports controls of `verify` that there are not, or that show what is typed.
  mutating func checkVerifies(_ layout: Layout) {
    guard !verifies.isEmpty else { return }
    let (views, secure) = (Dictionary(layout.allViews.map { ($0.id, $0) }) { first, _ in first }, layout.secureScope)
    report(verifies.filter { views[$0.id] == nil }, of: "view", known: Set(views.keys))
    for (id, mark) in verifies {
      guard let view = views[id], !doubtful.contains(view.mark) else { continue }
      if !view.kind.holdsSecrets {
        report(mark, "a \(view.kind.noun) holds no secret", expected: "a pinField, or a textField, textView or dialPad with 'secure: true'")
      } else if !secure.contains(id) {
        report(
          mark, "\(quoted(id)) is not secure: what is typed would be logged and recorded",
          expected: "'secure: true' in the \(view.kind.noun)")
      }
    }
  }
}

extension LayoutKind {
  /// Whether a secret can be typed into views of this kind.
  var holdsSecrets: Bool { takesText || self == .dialPad }
}

extension LayoutCheck {
  /// Files of hashes that cannot be used on this machine.
  static func unusableHashes(in subject: CheckedLayout) -> [LayoutDiagnostic] {
    subject.sources.compactMap { source in
      guard case .verify(let verify) = source.action, case .file(let path) = verify.hash else { return nil }
      do throws(SystemError) {
        _ = try HashFile.hash(at: path)
        return nil
      } catch {
        return subject.warning(verify.hashMark, "\(error)")
      }
    }
  }
}
