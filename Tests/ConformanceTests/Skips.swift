/// Cases that are not run, each with the reason.
enum Skips {
  struct Skip: Sendable {
    let id: String
    let reason: String
  }

  static let all =
    skips("winobjc", because: "it looks into the books that the source keeps of taps", "coord-multi-tap-bookkeeping")
    + skips("alexa-apl", because: "what follows the finger and animates back is a view's affair", "swipe-cancels-touch")
    + skips("velocity", because: "no sample here is made up between two others", "aosp-resampled-ignored")

  static let byID = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0.reason) })

  /// The skips of a file that share a reason.
  static func skips(_ file: String, because reason: String, _ keys: String...) -> [Skip] {
    keys.map { Skip(id: file + "/" + $0, reason: reason) }
  }
}
