import ContactorInput
public import ContactorLayout

/// The keys of a layout's `key` actions, found in a keymap before the first one is pressed.
struct KeyPlan {
  /// The chords of the actions by their names; without those whose names are mistaken.
  private(set) var chords: [[String]: KeyChord] = [:]
  /// The names and texts that the keymap has no keys for, in the order of the actions.
  private(set) var warnings: [LayoutDiagnostic] = []

  /// Looks up the keys of a layout.
  ///
  /// A text with placeholders is looked up when it is typed.
  ///
  /// - Parameter unknown: how bad a name is that no keymap has.
  init(_ layout: Layout, _ table: KeyTable, unknown: LayoutDiagnostic.Severity = .warning) {
    for action in layout.keyActions {
      do throws(KeyError) {
        if let text = action.text {
          guard text.placeholders.isEmpty else { continue }
          _ = try table.chords(typing: text.filled(with: PlaceholderValues(control: "", event: "")))
        } else {
          chords[action.keys] = try table.chord(action.keys)
        }
      } catch {
        warnings.append(Self.warning(error, action, layout.file, table, unknown))
      }
    }
  }

  private static func warning(
    _ error: KeyError, _ action: KeyAction, _ file: String, _ table: KeyTable, _ unknown: LayoutDiagnostic.Severity
  ) -> LayoutDiagnostic {
    var warning = LayoutDiagnostic(file: file, mark: action.mark, severity: .warning, message: error.description)
    if error.reason == .unknown {
      warning.severity = unknown
      warning.message = "there is no key '\(error.name)'"
      warning.expected = "a name of XKB such as Return, F5 or XF86AudioMute, or one character"
      warning.suggestion = NameIndex.nearest(to: error.name, in: table.names)
    }
    return warning
  }
}

/// The lookup of keys for `LayoutCheck`.
public enum KeyCheck {
  /// What is wrong with the keys of a layout: an error for a name that no keymap has, a warning for a key that the keymap of the
  /// environment (`XKB_DEFAULT_LAYOUT`) lacks; in the order of the actions.
  ///
  /// Without XKB's files there is one warning, that the keys were not looked up.
  public static func diagnostics(of layout: Layout) -> [LayoutDiagnostic] {
    guard let first = layout.keyActions.first else { return [] }
    do throws(InputError) {
      return KeyPlan(layout, try KeyTable(Keymap()), unknown: .error).warnings
    } catch {
      let message = "the names of keys were not looked up: \(error)"
      return [LayoutDiagnostic(file: layout.file, mark: first.mark, severity: .warning, message: message)]
    }
  }
}
