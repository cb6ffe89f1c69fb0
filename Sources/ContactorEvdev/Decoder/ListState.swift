internal import ContactorCore

/// What a decoder knows of the contacts that a panel without slots has listed in this frame.
struct ListState {
  /// How many contacts of a frame are looked at.
  static let limit = 64

  /// The contacts' axes, 16 numbers each as in the slot table.
  var listed: [Int32] = []
  /// The slots that are open and not yet matched to a listed contact.
  var openSlots: [Int] = []
  /// Whether the frame has had a `SYN_MT_REPORT`.
  var hasReport = false
  /// Whether the panel repeats values that did not change: then a `SYN_MT_REPORT` without any means that nothing is
  /// there, and otherwise that nothing changed.
  var repeatsValues = false
  /// Whether ids tell contacts apart; some panels give each contact the same one.
  var trustsIDs = true
  /// Whether the panel ever gave contacts a size, so that the size 0 means a lift.
  var hasSize = false
  /// Whether the panel ever gave contacts a pressure, so that the pressure 0 means a lift.
  var hasPressure = false

  /// How many contacts are listed.
  var count: Int { listed.count / 16 }

  /// Starts a new frame.
  mutating func reset() {
    listed.removeAll(keepingCapacity: true)
    hasReport = false
  }

  /// A value of a listed contact.
  func value(_ axis: Int, of index: Int) -> Int32 { listed[index * 16 + axis] }
}
