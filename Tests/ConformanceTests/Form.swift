import Testing

/// A form that cases have in common: one interpreter reads what is given and what is expected from the file.
///
/// A new case of a form runs without code. Its expected values are in its file and nowhere else.
struct Form: Sendable {
  let name: String
  /// Whether a case has this form, by what it gives and expects.
  let reads: @Sendable (Case) -> Bool
  /// Does what a case says and throws a `Mismatch` where we differ.
  let check: Conformance.Check

  /// The forms, the particular before the general.
  static let all: [Form] = [
    conversions, pointsInside, hits, touchLocations, samples, dispatchTables, controlTracking, buttons, values, dataViews,
    responderChains,
    responderDefaults, nilTargets, prevention, stateScenes, filters, phases, eventBinding, deadlines, propagation, touches,
  ]

  static func of(_ item: Case) -> Form? { all.first { $0.reads(item) } }
}

extension Form {
  /// Recognizers under a stream of touches.
  static let touches = Form(name: "touches", reads: { $0.given["touches"].listIfAny != nil }) { item in
    let scene = try TouchScene(item)
    try scene.play()
    try scene.judge()
  }
}
