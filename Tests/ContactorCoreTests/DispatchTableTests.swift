import Testing

@testable import ContactorCore

/// The dispatch table against a list that does what contract 5 says in the plainest way.
@Suite("Dispatch tables against the contract's words")
struct DispatchTableTests {
  @Test("5.1 … 5.5, 5.9 a table does what a plain list would, whatever is added, removed, sent and dies", arguments: 1...20)
  func likeAList(seed: Int) {
    let play = Play(seed: UInt64(seed))
    for step in 0..<400 {
      play.step()
      #expect(play.calls == play.expected, "step \(step)")
      play.calls = []
      play.expected = []
    }
    #expect(play.sent > 50)
  }

  @Test("5.9 an action that adds, removes and sends again changes the next deliveries, not its own")
  func nested() {
    let control = Control(frame: .zero)
    var calls: [String] = []
    let late = Panel()
    late.onGo = { calls.append("late") }
    let targets = (0..<20).map { _ in Panel() }
    for (index, target) in targets.enumerated() {
      target.onGo = { calls.append("\(index)") }
      control.addTarget(target, action: .go, for: .valueChanged)
    }
    targets[0].onGo = { [unowned control] in
      calls.append("0")
      guard calls.count == 1 else { return }
      control.removeTarget(targets[1], action: nil, for: .allEvents)
      control.addTarget(late, action: .go, for: .valueChanged)
      control.sendActions(for: .valueChanged)
      calls.append("outer")
    }
    control.sendActions(for: .valueChanged)
    let inner = ["0"] + (2..<20).map(String.init) + ["late", "outer"]
    #expect(calls == ["0"] + inner + (1..<20).map(String.init))
    for target in targets { target.onGo = {} }
  }

  @Test("5.9 a target removed during a delivery is still called in it, even after a delivery in between")
  func removedAndSent() {
    let control = Control(frame: .zero)
    let (first, second) = (Panel(), Panel())
    control.addTarget(first, action: .go, for: .valueChanged)
    control.addTarget(second, action: .go, for: .valueChanged)
    first.onGo = { [unowned control, unowned first, unowned second] in
      first.onGo = {}
      control.removeTarget(second, action: nil, for: .allEvents)
      control.sendActions(for: .valueChanged)
    }
    control.sendActions(for: .valueChanged)
    #expect(first.calls == ["go", "go"])
    #expect(second.calls == ["go"])
  }

  @Test("5.5 a target that dies while its turn has not come is not called, and its entry goes")
  func diesInDelivery() {
    let control = Control(frame: .zero)
    let first = Panel()
    var second: Panel? = Panel()
    weak let watched = second
    control.addTarget(first, action: .go, for: .valueChanged)
    if let second { control.addTarget(second, action: .go, for: .valueChanged) }
    first.onGo = { second = nil }
    control.sendActions(for: .valueChanged)
    #expect(watched == nil)
    #expect(first.calls == ["go"])
    #expect(control.allTargets.count == 1)
    first.onGo = {}
  }

  @Test("5.1 three thousand targets are added and removed in order, and those left are called in order")
  func many() {
    let control = Control(frame: .zero)
    var calls: [Int] = []
    let targets = (0..<3000).map { index in
      let target = Panel()
      target.onGo = { calls.append(index) }
      control.addTarget(target, action: .go, for: .valueChanged)
      return target
    }
    for index in stride(from: 0, to: 3000, by: 3) { control.removeTarget(targets[index], action: nil, for: .allEvents) }
    control.sendActions(for: .valueChanged)
    #expect(calls == (0..<3000).filter { $0 % 3 != 0 })
  }
}

/// Random calls on a control and on a plain list of the same.
private final class Play {
  private struct Line {
    var target: Int
    var name: String
    var events: Control.Events
  }

  let control = Control(frame: .zero)
  var calls: [String] = []
  var expected: [String] = []
  var sent = 0
  private var targets: [Panel?] = []
  private var lines: [Line] = []
  private var state: UInt64
  private static let events: [Control.Events] = [.touchDown, .valueChanged, .touchUpInside, [.touchDown, .valueChanged]]

  init(seed: UInt64) {
    state = seed &* 0x9E37_79B9_7F4A_7C15
    for _ in 0..<40 { targets.append(nil) }
  }

  func step() {
    let events = Self.events[next(4)]
    let target = next(targets.count)
    switch next(8) {
    case 0...3: add(target, events)
    case 4: remove(next(3) == 0 ? nil : target, next(2) == 0 ? nil : "go", next(2) == 0 ? .allEvents : events)
    case 5: if next(3) == 0 { die(target) }
    default: send(events)
    }
  }

  private func next(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % limit
  }

  private func add(_ index: Int, _ events: Control.Events) {
    let target = targets[index] ?? Panel()
    targets[index] = target
    target.onGo = { [unowned self] in calls.append("\(index) go") }
    let name = next(2) == 0 ? "go" : "go:"
    if name == "go" {
      control.addTarget(target, action: .go, for: events)
    } else {
      control.addTarget(target, action: .goSender, for: events)
    }
    if let known = lines.firstIndex(where: { $0.target == index && $0.name == name }) {
      lines[known].events.formUnion(events)
    } else {
      lines.append(Line(target: index, name: name, events: events))
    }
  }

  private func remove(_ index: Int?, _ name: String?, _ events: Control.Events) {
    if let index, targets[index] == nil { return }
    control.removeTarget(index.flatMap { targets[$0] }, action: name.map { ActionName($0) }, for: events)
    for line in lines.indices where (index == nil || lines[line].target == index) && (name == nil || lines[line].name == name) {
      lines[line].events.subtract(events)
    }
    lines.removeAll { $0.events.isEmpty }
  }

  private func die(_ index: Int) {
    targets[index] = nil
    lines.removeAll { $0.target == index }
  }

  private func send(_ events: Control.Events) {
    for case let target? in targets { target.calls = [] }
    control.sendActions(for: events)
    sent += 1
    let due = lines.filter { !$0.events.isDisjoint(with: events) }
    expected = due.filter { $0.name == "go" }.map { "\($0.target) go" }
    for (index, target) in targets.enumerated() {
      let names = due.filter { $0.target == index }.map { $0.name == "go" ? "go" : "go: " }
      if let target, target.calls != names { expected.append("\(index) was called \(target.calls), not \(names)") }
    }
  }
}
