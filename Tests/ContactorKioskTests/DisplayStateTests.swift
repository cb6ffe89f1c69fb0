import ContactorLayout
import Foundation
import Testing

@testable import ContactorKiosk

@Suite("The state of the display") struct DisplayStateTests {
  /// A folder with these files, which is removed at the end.
  private static func withFolder(_ files: [String: String], _ body: (String) throws -> Void) throws {
    let root = FileManager.default.temporaryDirectory.appending(path: "display-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: root) }
    for (path, text) in files {
      let file = root.appending(path: path)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: false, encoding: .utf8)
    }
    try body(root.path)
  }

  private static let machine = [
    "drm/card0-HDMI-A-1/status": "connected\n", "drm/card0-HDMI-A-1/dpms": "Off\n", "drm/card0-DP-1/status": "disconnected\n",
    "drm/card0-DP-1/dpms": "On\n", "drm/version": "drm 1.1.0\n", "backlight/10-0045/bl_power": "0\n",
  ]

  @Test(
    "12.2 Connectors and backlights say whether the display is off, and what cannot be read counts as on",
    arguments: [
      (LayoutDisplay.none, false), (.dpms("card0-HDMI-A-1"), true), (.dpms("HDMI-A-1"), true), (.dpms("DP-1"), false),
      (.dpms("VGA-1"), false), (.backlight("10-0045"), false), (.backlight("none"), false), (.auto, true),
    ])
  func state(_ display: LayoutDisplay, _ isOff: Bool) throws {
    try Self.withFolder(Self.machine) { #expect(DisplayState(display: display, root: $0).isOff == isOff) }
  }

  @Test(
    "With 'auto' all connected displays, or all backlights unless there are more displays, must be off",
    arguments: [
      (["drm/card0-HDMI-A-1/dpms": "On\n"], false), (["drm/card0-HDMI-A-1/dpms": "Standby\n"], true),
      (["drm/card0-DP-1/status": "connected\n"], false),
      (["drm/card0-HDMI-A-1/dpms": "On\n", "backlight/10-0045/bl_power": "4\n"], true),
      (["drm/card0-DP-1/status": "connected\n", "backlight/10-0045/bl_power": "4\n"], false),
      (["drm/card0-HDMI-A-1/dpms": ""], false),
    ])
  func auto(_ changes: [String: String], _ isOff: Bool) throws {
    try Self.withFolder(Self.machine.merging(changes) { $1 }) { #expect(DisplayState(display: .auto, root: $0).isOff == isOff) }
  }

  @Test("A machine without displays counts as on")
  func nothing() throws {
    try Self.withFolder([:]) { #expect(!DisplayState(display: .auto, root: $0).isOff) }
  }
}
