/// Cases that are not run, each with the reason.
enum Skips {
  struct Skip: Sendable {
    let id: String
    let reason: String
  }

  static let all = gestures + gnustep + cappuccino

  static let byID = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0.reason) })

  /// The skips of a file that share a reason.
  static func skips(_ file: String, because reason: String, _ keys: String...) -> [Skip] {
    keys.map { Skip(id: file + "/" + $0, reason: reason) }
  }

  // MARK: Reasons

  private static let menus = "menus, contract 7.3, are not built"
  private static let keys = "key equivalents, contract 7.3, are not built"
  private static let ticks = "sliders' tick marks, contract 7.7, are not built"
  private static let tables = "tables and their kin, contract 8.4, are not built"

  // MARK: Files

  private static let gnustep =
    skips("gnustep", because: ticks, "slider-ticks", "slider-tick-halves-go-down")
    + skips("gnustep", because: menus, "menu-perform-disabled", "menu-submenu-title", "popup-select")
    + skips(
      "gnustep", because: tables,
      "table-selection-notification", "outline-expand-notification", "browser-selection-delegate",
      "browser-type-select")

  private static let cappuccino =
    skips(
      "cappuccino", because: keys,
      "menu-keyequiv-platform-key", "menu-keyequiv-shift")
    + skips("cappuccino", because: menus, "menu-highlight-reset")

  private static let gestures =
    skips("winobjc", because: "it looks into the books that the source keeps of taps", "coord-multi-tap-bookkeeping")
    + skips("alexa-apl", because: "what follows the finger and animates back is a view's affair", "swipe-cancels-touch")
    + skips("velocity", because: "no sample here is made up between two others", "aosp-resampled-ignored")
}
