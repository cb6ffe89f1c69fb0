extension SwiftText {
  /// The functions that the classes and the program call.
  var helpers: String {
    let plays =
      mentions("Witness(") || mentions("closureItem(") || calls.contains { $0.place != "main 1" }
      || classes.split(separator: "(").contains { $0.hasSuffix("play") }
    var parts = plays ? [Self.playing] : []
    if mentions("Witness(") || mentions("closureItem(") { parts.append(Self.witness) }
    if mentions("closureItem(") { parts.append(Self.closureItem) }
    parts += numbered
    if mentions("strictList(") { parts.append("// Lists with strict data sources are those of Tests/hostile/World/StrictLists.swift.") }
    if mentions("contact(") || mentions("frame(") { parts.append(Self.frames) }
    if mentions("touchesNow") { parts.append(Self.keeping) }
    if mentions("keyNow") {
      parts.append("// The key of the callout that goes on.\nnonisolated(unsafe) var keyNow: KeyEvent?")
    }
    if mentions("changing(") { parts.append(Self.changing) }
    if mentions("Ping") { parts.append("struct Ping: TypedNotification { let sender: Window }") }
    return parts.joined(separator: "\n\n")
  }

  private static let playing = """
    // The calls in a callout, by its name and the time.
    nonisolated(unsafe) var scripts: [String: () -> Void] = [:]
    nonisolated(unsafe) var times: [String: Int] = [:]

    func on(_ callout: String, _ time: Int, _ body: @escaping () -> Void) { scripts["\\(callout) \\(time)"] = body }

    func play(_ callout: String) {
      times[callout, default: 0] += 1
      let body = scripts["\\(callout) \\(times[callout] ?? 0)"]
      body?()
    }
    """

  private static let witness = """
    // An object that a closure captures.
    final class Witness {
      let name: String
      init(_ name: String) { self.name = name }
      func call() { play("\\(name).called") }
      deinit { play("\\(name).ended") }
    }
    """

  private static let closureItem = """
    func closureItem(_ name: String, _ title: String, _ key: String) -> MenuItem {
      let witness = Witness(name)
      return MenuItem(title, keyEquivalent: key) { _ in witness.call() }
    }
    """

  /// Functions that find an object by the number that a delegate answers with.
  private var numbered: [String] {
    let classes = classes
    var parts: [String] = []
    if classes.contains("iewNumbered(") { parts.append(numbered("view", .view, "View")) }
    if classes.contains("subviewNumbered(") {
      parts.append(
        """
        func subviewNumbered(_ number: Int, _ view: View) -> View? {
          view.subviews.indices.contains(number) ? view.subviews[number] : viewNumbered(number)
        }
        """)
    }
    if classes.contains("rowNumbered(") {
      parts.append(numbered("otherRow", .row, "TableViewCell"))
      for type in ["TableView", "CollectionView"] {
        parts.append(
          """
          func rowNumbered(_ number: Int, _ view: \(type)) -> TableViewCell? {
            number == 0 ? view.dequeueReusableCell(withIdentifier: "cell") : otherRowNumbered(number)
          }
          """)
      }
    }
    if classes.contains("cellNumbered(") { parts.append(numbered("cell", .cell, "Cell")) }
    if classes.contains("countNumbered(") { parts.append("func countNumbered(_ number: Int) -> Int { max(0, min(number, 1_000)) }") }
    if classes.contains("anyNumbered(") { parts.append("func anyNumbered(_ number: Int) -> Int { number }") }
    if classes.contains("itemNumbered(") {
      parts.append("func itemNumbered(_ number: Int) -> AnyHashable? { number < 0 ? nil : AnyHashable(TreeItem(number)) }")
    }
    if classes.contains("rowsNumbered(") {
      parts.append(
        """
        func rowsNumbered(_ row: Int) -> RangeSet<Int>? {
          row == -1 ? nil : row == 0 ? RangeSet() : RangeSet(row == .min ? .min ..< .max : row - 1..<row)
        }
        """)
    }
    if classes.contains("matchNumbered(") { parts.append("func matchNumbered(_ row: Int) -> Int? { row == -2 ? nil : row }") }
    if classes.contains("itemNumbered(") || classes.contains("childNumber(") || mentions("TreeItem(") { parts.append(treeItem) }
    if classes.contains("actionsNumbered(") { parts.append(Self.actions) }
    return parts
  }

  private var treeItem: String {
    let name = "type\(Kind.type.count - 1)"
    let called = callouts.contains("\(name).called") ? "play(\"\(name).called\"); " : ""
    return """
      // An item of a tree.
      final class TreeItem: Hashable {
        let number: Int
        init(_ number: Int) { self.number = number }
      \(callouts.contains("\(name).ended") ? "  deinit { play(\"\(name).ended\") }\n" : "")\
        static func == (left: TreeItem, right: TreeItem) -> Bool { \(called)return left.number == right.number }
        func hash(into hasher: inout Hasher) { \(called)hasher.combine(number) }
      }

      func childNumber(_ index: Int, _ item: AnyHashable?) -> Int { (((item as? TreeItem)?.number ?? -1) &* 3 &+ index &+ 3) & .max }
      """
  }

  private static let actions = """
    func actionsNumbered(_ number: Int) -> SwipeActions? {
      number < 0 ? nil : SwipeActions((0..<min(number, 50)).map { _ in SwipeAction("Act") { _, _ in } })
    }
    """

  private func numbered(_ prefix: String, _ kind: Kind, _ type: String) -> String {
    let entries = objects.filter { $0.name.kind == kind }.map { "\($0.name.number): \($0.name) as \(type)?" }
    return """
      func \(prefix)Numbered(_ number: Int) -> \(type)? {
        let all: [Int: \(type)?] = [\(entries.isEmpty ? ":" : entries.joined(separator: ", "))]
        return number < 0 ? nil : all[number % \(kind.count)] ?? nil
      }
      """
  }

  private static let changing = """
    // Answers that change from one time to the next, in turns.
    func changing<Value>(_ values: Value...) -> () -> Value {
      var time = 0
      return {
        time += 1
        return values[time % values.count]
      }
    }
    """

  private static let frames = """
    func contact(_ id: Int32, _ phase: TouchPhase, _ x: Double, _ y: Double, _ tool: ContactTool = .finger) -> Contact {
      var contact = Contact(trackingID: id, slot: id % 10, phase: phase, location: Point(x: x, y: y))
      contact.tool = tool
      return contact
    }

    func frame(_ device: UInt32, _ time: Timestamp, _ contacts: Contact...) -> TouchFrame {
      TouchFrame(device: DeviceID(rawValue: device), timestamp: time, contacts: contacts)
    }

    func frame(_ device: UInt32, _ time: Timestamp, _ contacts: [Contact]) -> TouchFrame {
      TouchFrame(device: DeviceID(rawValue: device), timestamp: time, contacts: contacts)
    }
    """

  private static let keeping = """
    // Touches of the callout that goes on, and touches that were kept.
    nonisolated(unsafe) var touchesNow: TouchSet?
    nonisolated(unsafe) var eventNow: Event?
    final class KeptTouches {
      let touches: TouchSet
      let event: Event?
      init(_ touches: TouchSet, _ event: Event?) { (self.touches, self.event) = (touches, event) }
    }
    """
}
