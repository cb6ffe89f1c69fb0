internal import ContactorCore
import ContactorEvdev

/// Reads the raw events of one device within a block.
final class DeviceStreamDecoder {
  /// How the groups of a shape are read: those of the common kinds without a look at each event's mode.
  struct Shape {
    /// What a group of the shape consists of.
    enum Kind: UInt8 {
      /// Axes of the contact in the present slot, all at one time, perhaps after a change of the slot.
      case contact
      /// The same, at the start of a frame.
      case firstContact
      /// One event with the shape's value and the time of the event before: the end of a frame.
      case constant
      /// Anything else, read event by event.
      case other
    }

    /// The eighth bits of as many bytes as the contact has axes: all are 0 where each change has one byte.
    var mask: UInt64 = 0
    /// The index of the first element.
    var start: Int32
    var count: Int32
    /// The index of the contact's first axis.
    var firstAxis: Int32 = 0
    /// The number of the contact's axes.
    var axisCount: Int32 = 0
    /// The step of the slot, or the value of the constant.
    var constant: Int32 = 0
    /// The type and code of the constant.
    var head: UInt32 = 0
    var kind: Kind
    /// Whether the group begins with a change of the slot.
    var hasSlot = false
  }

  /// An axis of a contact, in a shape whose axes are read all at once.
  struct Axis {
    /// The column of the last value in the slot's row.
    var column: Int
    /// The type, and the code in the upper half.
    var head: UInt64
  }

  /// The number of axes that are read at once.
  ///
  /// Each such shape has as many; those that its contact lacks change the column `ValueTable.nowhere`.
  static let axisLimit = 8

  private let table = ValueTable()
  @safe @exclusivity(unchecked) private var elements: [ShapeElement] = []
  @safe @exclusivity(unchecked) private var shapes: [Shape] = []
  @safe @exclusivity(unchecked) private var axes: [Axis] = []
  @safe @exclusivity(unchecked) private var state = GroupReader.State()
  private var lazyContacts = LazyContactCoder()

  /// Starts a block.
  func reset(base: Int64) {
    table.reset()
    elements.removeAll(keepingCapacity: true)
    shapes.removeAll(keepingCapacity: true)
    axes.removeAll(keepingCapacity: true)
    state = GroupReader.State(base: base)
    lazyContacts.reset()
  }

  /// The coder of the contacts in the device's frames.
  var contacts: ContactCoder { lazyContacts.coder }

  /// Adds a shape; `false` for a definition that breaks the format.
  func define(_ definition: ByteCursor) -> Bool {
    var cursor = definition
    let start = elements.count
    while !cursor.isAtEnd {
      let flags = cursor.byte()
      let type = cursor.number(UInt16.self)
      let code = cursor.number(UInt16.self)
      guard let mode = ShapeElement.Mode(rawValue: flags & 15), let clock = ShapeElement.Clock(rawValue: flags >> 4) else {
        return false
      }
      var element = ShapeElement(head: UInt32(type) | UInt32(code) << 16, mode: mode, clock: clock)
      switch mode {
      case .constant, .slot: element.constant = cursor.number()
      case .contact: element.column = Int32(code & 15)
      case .global:
        guard let place = table.place(of: element.head) else { return false }
        element.column = place
      case .absolute: break
      }
      elements.append(element)
    }
    let count = elements.count - start
    guard cursor.isValid, count > 0, count <= TraceFormat.groupLimit else { return false }
    addShape(start, count)
    return true
  }

  /// Adds the shape of the last elements.
  private func addShape(_ start: Int, _ count: Int) {
    var shape = Shape(start: Int32(start), count: Int32(count), kind: .other)
    let first = elements[start]
    defer { shapes.append(shape) }
    if count == 1, first.mode == .constant, first.clock == .same {
      shape.kind = .constant
      (shape.head, shape.constant) = (first.head, first.constant)
      return
    }
    shape.hasSlot = first.mode == .slot
    // Blocks are short and define their shapes anew: by indexes, for slices count references.
    let firstContact = start + (shape.hasSlot ? 1 : 0)
    let contactCount = start + count - firstContact
    guard contactCount <= Self.axisLimit, first.clock != .event, shape.hasSlot || first.mode == .contact else { return }
    for index in start + 1..<start + count where elements[index].clock != .same { return }
    for index in firstContact..<start + count where elements[index].mode != .contact { return }
    shape.kind = first.clock == .frame ? .firstContact : .contact
    shape.constant = first.constant
    (shape.firstAxis, shape.axisCount) = (Int32(axes.count), Int32(contactCount))
    shape.mask = contactCount == 0 ? 0 : 0x8080_8080_8080_8080 >> UInt64(64 - 8 * contactCount)
    axes.append(contentsOf: repeatElement(Axis(column: ValueTable.nowhere, head: 0), count: Self.axisLimit))
    for index in 0..<contactCount {
      let element = elements[firstContact + index]
      axes[Int(shape.firstAxis) + index] = Axis(column: Int(element.column), head: UInt64(element.head))
    }
  }

  /// Reads groups as long as groups follow and the output has room; returns the offset behind them, or `nil` for a
  /// group that breaks the format.
  ///
  /// - Parameter bytes: the payload and `TraceFormat.padding` bytes behind it: a group that goes on behind the end is
  ///   noticed after it was read.
  func decode(
    _ bytes: Span<UInt8>, from start: Int, upTo end: Int, into events: inout MutableRawSpan, _ filled: inout Int
  ) -> Int? {
    var reader = GroupReader(state: state, next: start, filled: filled)
    // Taken out of the table, so that a span can reach them without another look at the table.
    var values: [Int32] = []
    swap(&values, &table.values)
    defer { swap(&values, &table.values) }
    var lastValues = values.mutableSpan
    let isValid = reader.read(
      bytes, upTo: end, shapes: shapes.span, elements: elements.span, axes: axes.span, values: &lastValues, into: &events)
    state = reader.state
    filled = reader.filled
    return isValid && reader.next <= end ? reader.next : nil
  }
}
