import ContactorEvdev
import ContactorLayout
import ContactorSystem

/// A program that shows windows and reads panels for them.
struct Compositor: Hashable, Sendable {
  /// Whether it hands a cancelled touch on to applications.
  enum Cancels: Hashable, Sendable {
    case yes
    case no
    /// From that version on.
    case since(String)
  }

  /// The name of its process; the kernel keeps 15 characters.
  let process: String
  let name: String
  let cancels: Cancels

  /// The known ones: as their sources had it by 2026-08, and as Debian 12 and 13 behave.
  static let known = [
    Compositor(process: "weston", name: "weston", cancels: .no), Compositor(process: "cage", name: "cage", cancels: .no),
    Compositor(process: "labwc", name: "labwc", cancels: .no), Compositor(process: "sway", name: "sway", cancels: .since("1.9")),
    Compositor(process: "gnome-shell", name: "mutter", cancels: .yes), Compositor(process: "kwin_wayland", name: "KWin", cancels: .yes),
    Compositor(process: "wayfire", name: "Wayfire", cancels: .yes), Compositor(process: "Xorg", name: "Xorg", cancels: .no),
  ]

  /// Those that run.
  static func running() -> [Compositor] {
    let names = Set(SystemFolder.names(in: "/proc").filter { Int32($0) != nil }.compactMap { SystemFolder.word(in: "/proc/\($0)/comm") })
    return known.filter { names.contains($0.process) }
  }
}

extension Doctor {
  /// A check for each running compositor: how it treats touches that are cancelled.
  var compositors: [DoctorCheck] {
    guard let layout = layoutFile, layout.isForwarding else { return [] }
    let usesPalm = layout.usesPalm
    return facts.compositors.map { compositor in
      if compositor.process == "cage" {
        return DoctorCheck(
          "forward", usesPalm ? .failed : .warning,
          "cage runs; before 0.2 browsers get no touch with it\(usesPalm ? ", and with 'cancelBy: palm' applications keep fingers until they are started again" : "")",
          advice: "cage -v says which it is\(usesPalm ? "; leave 'cancelBy' out" : "")")
      }
      guard usesPalm else { return DoctorCheck("forward", .ok, "\(compositor.name) runs; 'cancelBy: slide' works with it") }
      switch compositor.cancels {
      case .yes: return DoctorCheck("forward", .ok, "\(compositor.name) runs; 'cancelBy: palm' works with it")
      case .since(let version):
        return DoctorCheck(
          "forward", .warning, "\(compositor.name) runs; 'cancelBy: palm' needs version \(version)",
          advice: "\(compositor.process) --version says which it is; leave 'cancelBy' out for an older one")
      case .no where compositor.process == "Xorg":
        return DoctorCheck(
          "forward", .warning, "Xorg runs; with 'cancelBy: palm' the touches of a gesture may click", advice: "leave 'cancelBy' out")
      case .no:
        return DoctorCheck(
          "forward", .failed,
          "\(compositor.name) runs; with 'cancelBy: palm' applications keep the fingers of a gesture until they are started again",
          advice: "leave 'cancelBy' out")
      }
    }
  }
}

extension Layout {
  /// Whether touches are cancelled as palms, in any window or mode.
  fileprivate var usesPalm: Bool {
    let names: [String?] = [nil] + modes.map(\.id)
    return windows.contains { window in names.contains { forward(inWindow: window.id, mode: $0)?.cancelBy == .palm } }
  }
}
