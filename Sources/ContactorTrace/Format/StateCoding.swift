internal import ContactorCore
import ContactorEvdev

/// Writes and reads what a device's axes and contacts were at a moment.
enum StateCoding {
  static func write(_ state: EvdevState, _ output: inout ByteBuffer) {
    output.append(signed: state.currentSlot)
    output.append(varint: UInt64(state.slots.count))
    for (code, values) in state.slots.sorted(by: { $0.key < $1.key }) {
      output.append(varint: UInt64(code))
      output.append(varint: UInt64(values.count))
      for value in values { output.append(signed: value) }
    }
    output.append(varint: UInt64(state.axes.count))
    for (code, value) in state.axes.sorted(by: { $0.key < $1.key }) {
      output.append(varint: UInt64(code))
      output.append(signed: value)
    }
    output.append(varint: UInt64(state.keys.count))
    for key in state.keys.sorted() { output.append(varint: UInt64(key)) }
  }

  static func read(_ cursor: inout ByteCursor) -> EvdevState {
    var state = EvdevState()
    state.currentSlot = cursor.number()
    repeated(&cursor) { cursor in
      let code = cursor.number(UInt16.self)
      var values: [Int32] = []
      repeated(&cursor) { values.append($0.number()) }
      state.slots[code] = values
    }
    repeated(&cursor) { cursor in
      let code = cursor.number(UInt16.self)
      state.axes[code] = cursor.number()
    }
    repeated(&cursor) { state.keys.insert($0.number()) }
    return state
  }

  /// Reads how many there are, and each; stops where the bytes do.
  private static func repeated(_ cursor: inout ByteCursor, _ read: (inout ByteCursor) -> Void) {
    var count = cursor.varint()
    while count > 0, cursor.isValid {
      read(&cursor)
      count -= 1
    }
  }
}
