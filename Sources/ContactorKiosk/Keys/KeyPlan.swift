import ContactorInput
import ContactorLayout

/// The keys of a layout's `key` actions, found in a keymap before the first one is pressed.
struct KeyPlan {
  /// The chords of the actions by their names; without those whose names are mistaken.
  private(set) var chords: [[String]: KeyChord] = [:]
  /// The names and texts that the keymap has no keys for, in the order of the actions.
  private(set) var warnings: [LayoutDiagnostic] = []

  /// Looks up the keys of a layout.
  ///
  /// A text with placeholders is looked up when it is typed.
  init(_ layout: Layout, _ table: KeyTable) {
    for action in layout.keyActions {
      do throws(KeyError) {
        if let text = action.text {
          guard text.placeholders.isEmpty else { continue }
          _ = try table.chords(typing: text.filled(with: PlaceholderValues(control: "", event: "")))
        } else {
          chords[action.keys] = try table.chord(action.keys)
        }
      } catch {
        warnings.append(Self.warning(error, action, layout.file, table))
      }
    }
  }

  private static func warning(_ error: KeyError, _ action: KeyAction, _ file: String, _ table: KeyTable) -> LayoutDiagnostic {
    var warning = LayoutDiagnostic(file: file, mark: action.mark, severity: .warning, message: error.description)
    if error.reason == .unknown {
      warning.message = "there is no key '\(error.name)'"
      warning.expected = "a name of XKB such as Return, F5 or XF86AudioMute, or one character"
      warning.suggestion = NameIndex.nearest(to: error.name, in: table.names)
    }
    return warning
  }
}
