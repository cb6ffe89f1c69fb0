import ContactorLayout
import ContactorSystem

/// Whether the display is off, as the kernel says it: the power state of connectors (`dpms`) and backlights (`bl_power`).
///
/// It is read when asked for, and never watched. What cannot be read counts as on, as the first touch would be lost otherwise.
struct DisplayState {
  /// Where to look.
  let display: LayoutDisplay
  /// The folder of device classes: `/sys/class` but in tests.
  var root = "/sys/class"

  /// Whether the display is off now.
  var isOff: Bool {
    switch display {
    case .none: return false
    case .dpms(let name):
      let connectors = names(in: "drm")
      // Without the card, the connector of any card is meant.
      let connector = connectors.first { $0 == name } ?? connectors.first { $0.hasPrefix("card") && $0.hasSuffix("-" + name) }
      return connector.map { isOff(connector: $0) } ?? false
    case .backlight(let name): return isOff(backlight: name)
    case .auto: return isWhollyOff
    }
  }

  /// Whether all connectors with a display, or all backlights, are off.
  private var isWhollyOff: Bool {
    let connectors = names(in: "drm").filter { word("drm/\($0)/status") == "connected" }
    if !connectors.isEmpty, connectors.allSatisfy({ isOff(connector: $0) }) { return true }
    let backlights = names(in: "backlight")
    // A display without a backlight of its own may still be on.
    return !backlights.isEmpty && connectors.count <= backlights.count && backlights.allSatisfy { isOff(backlight: $0) }
  }

  private func isOff(connector: String) -> Bool {
    // The others are Off, Standby and Suspend.
    word("drm/\(connector)/dpms").map { $0 != "On" } ?? false
  }

  private func isOff(backlight: String) -> Bool {
    // 0 is FB_BLANK_UNBLANK; the others are degrees of off.
    word("backlight/\(backlight)/bl_power").map { $0 != "0" } ?? false
  }

  private func names(in folder: String) -> [String] { SystemFolder.names(in: "\(root)/\(folder)") }

  private func word(_ path: String) -> String? { SystemFolder.word(in: "\(root)/\(path)") }
}

extension KioskService {
  /// Lets the session ask the display, where the layout says so.
  func followDisplay() {
    let display = session.layout.policies.idle?.display ?? .none
    session.displayIsOff = display == .none ? nil : { DisplayState(display: display).isOff }
  }
}
