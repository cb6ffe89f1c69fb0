import ContactorLayout
import ContactorSystem
import Glibc

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

  /// The names in a folder, sorted; none where it cannot be read.
  ///
  /// The corresponding C functions are `opendir` and `readdir`.
  private func names(in folder: String) -> [String] {
    guard let stream = unsafe opendir("\(root)/\(folder)") else { return [] }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  /// The first word of a file; `nil` where it cannot be read, or is empty.
  ///
  /// The corresponding C functions are `open` and `read`.
  private func word(_ path: String) -> String? {
    // Without O_NONBLOCK opening a named pipe would wait for a writer.
    let number = unsafe open("\(root)/\(path)", O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard number >= 0 else { return nil }
    let descriptor = FileDescriptor(owning: number)
    var bytes = [UInt8](repeating: 0, count: 32)
    let count = unsafe bytes.withUnsafeMutableBytes { unsafe SystemCalls.kernel.readSome(descriptor.rawValue, into: $0) }
    guard count > 0 else { return nil }
    let word = bytes[..<count].prefix { $0 > UInt8(ascii: " ") }
    return word.isEmpty ? nil : String(decoding: word, as: UTF8.self)
  }
}

extension KioskService {
  /// Lets the session ask the display, where the layout says so.
  func followDisplay() {
    let display = session.layout.policies.idle?.display ?? .none
    session.displayIsOff = display == .none ? nil : { DisplayState(display: display).isOff }
  }
}
