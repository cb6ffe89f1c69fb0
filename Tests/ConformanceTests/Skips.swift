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

  private static let cells = "cells, their states and values, contract 7.1 and 7.5, are not built"
  private static let matrices = "matrices and forms, contract 7.2, are not built"
  private static let menus = "menus, contract 7.3, are not built"
  private static let keys = "key equivalents, contract 7.3, are not built"
  private static let ticks = "sliders' tick marks, contract 7.7, are not built"

  // MARK: Files

  private static let gnustep =
    skips(
      "gnustep", because: cells,
      "control-roundtrip", "actioncell-defaults", "cell-state-clamp-two-state", "cell-state-mixed",
      "cell-nextstate-two", "cell-nextstate-three", "buttoncell-value-coupling", "buttoncell-mixed-value",
      "buttoncell-object-value", "buttoncell-string-value", "button-toggle", "button-setNextState", "switch-values",
      "slidercell-nonsense-to-min")
    + skips(
      "gnustep", because: matrices,
      "matrix-sendAction-disabled-cell", "matrix-forAllCells", "matrix-double-action", "matrix-radio-moves",
      "matrix-radio-autoselects-first", "matrix-select-with-tag", "matrix-list-starts-empty", "matrix-list-selectAll",
      "matrix-defaults", "matrix-flags", "matrix-cellclass-prototype", "form-entries", "form-tab-default")
    + skips("gnustep", because: ticks, "slider-ticks", "slider-tick-halves-go-down")
    + skips("gnustep", because: menus, "menu-perform-disabled", "menu-submenu-title", "popup-select")

  private static let cappuccino =
    skips(
      "cappuccino", because: keys,
      "button-keyequiv", "button-keyequiv-mask", "button-keyequiv-shift", "menu-keyequiv-platform-key",
      "menu-keyequiv-shift")
    + skips("cappuccino", because: cells, "button-mixed")
    + skips("cappuccino", because: matrices, "radio-group-action")
    + skips("cappuccino", because: menus, "menu-highlight-reset")

  private static let gestures =
    skips("winobjc", because: "it looks into the books that the source keeps of taps", "coord-multi-tap-bookkeeping")
    + skips("alexa-apl", because: "what follows the finger and animates back is a view's affair", "swipe-cancels-touch")
    + skips("velocity", because: "no sample here is made up between two others", "aosp-resampled-ignored")
}
