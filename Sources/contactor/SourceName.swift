import ArgumentParser
import ContactorInput

/// The values of `--source`.
enum SourceName: String, ExpressibleByArgument, CaseIterable {
  case libinput
  case evdev

  var kind: TouchSourceKind {
    switch self {
    case .libinput: .libinput
    case .evdev: .evdev
    }
  }
}
