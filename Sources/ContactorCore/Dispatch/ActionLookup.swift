/// Remembers which classes list which actions, so that a long chain is asked quickly.
///
/// A class's list is read once for each name: it must not change.
struct ActionLookup {
  private struct Answer {
    let type: ObjectIdentifier
    let name: ActionName
    let action: Action?
  }

  private static let size = 64
  private var answers: ContiguousArray<Answer?> = []

  /// The action that the class lists under the name.
  mutating func action(_ name: ActionName, of type: any ActionTarget.Type) -> Action? {
    let key = ObjectIdentifier(type)
    let place = (key.hashBits ^ name.description.utf8.count) & (Self.size - 1)
    if answers.isEmpty { answers = ContiguousArray(repeating: nil, count: Self.size) }
    if let answer = answers[place], answer.type == key, answer.name == name { return answer.action }
    let found = try? type.action(named: name)
    answers[place] = Answer(type: key, name: name, action: found)
    return found
  }
}

extension ObjectIdentifier {
  /// The bits of the address that differ between classes.
  fileprivate var hashBits: Int { Int(bitPattern: self) >> 4 ^ Int(bitPattern: self) >> 10 }
}
