import ContactorControls
import ContactorStage
import Testing

@testable import ContactorCore

@Suite("The dispatch table, line by line (contract 5.1 to 5.5)")
struct TableLineTests {
  let stage = Stage()
  let panel = Panel()

  func button() -> Button { stage.button("ok", 0, 0) }

  @Test("5.1 any number of pairs for an event, called in the order in which they were added", arguments: [true, false])
  func manyPairs(watched: Bool) {
    stage.watch(watched)
    let button = button()
    let panels = (0..<20).map { _ in Panel() }
    var order: [Int] = []
    for (number, panel) in panels.enumerated() {
      panel.onGo = { order.append(number) }
      button.addTarget(panel, action: .go, for: .touchDown)
      button.addTarget(panel, action: .goSender, for: [.touchDown, .touchUpInside])
    }
    stage.down(1, 10, 10, at: 0)
    #expect(order == Array(0..<20))
    #expect(panels.allSatisfy { $0.calls == ["go", "go: ok"] })
    stage.up(1, 10, 10, at: 10)
    #expect(panels.allSatisfy { $0.calls == ["go", "go: ok", "go: ok"] })
  }

  @Test("5.2 a pair that is there already adds its events; another action or target is a pair of its own", arguments: [true, false])
  func pairsAreTold(watched: Bool) throws {
    stage.watch(watched)
    let button = button()
    let other = Panel()
    button.addTarget(panel, action: .go, for: .touchDown)
    button.addTarget(panel, action: .go, for: .touchUpInside)
    button.addTarget(panel, action: .goSender, for: .touchDown)
    button.addTarget(other, action: .go, for: .touchDown)
    try button.addTarget(nil, action: "go", for: .touchDown)
    try button.addTarget(nil, action: "go", for: .touchDown)
    #expect(button.actions(forTarget: panel, forControlEvent: .touchUpInside) == ["go"])
    #expect(button.actions(forTarget: panel, forControlEvent: .touchDown) == ["go", "go:"])
    #expect(button.duplicateRegistrations.map(\.events) == [.touchUpInside, .touchDown])
    #expect(button.duplicateRegistrations.map(\.target) == ["Panel", "nobody"])
    stage.down(1, 10, 10, at: 0)
    #expect(panel.calls == ["go", "go: ok"] && other.calls == ["go"])
  }

  @Test("5.2 a pair that was removed and comes again is no duplicate, and stands last", arguments: [true, false])
  func removedAndAdded(watched: Bool) {
    stage.watch(watched)
    let button = button()
    button.addTarget(panel, action: .go, for: .touchDown)
    button.addTarget(panel, action: .goSender, for: .touchDown)
    button.removeTarget(panel, action: "go", for: .touchDown)
    button.addTarget(panel, action: .go, for: .touchDown)
    stage.down(1, 10, 10, at: 0)
    #expect(panel.calls == ["go: ok", "go"] && button.duplicateRegistrations.isEmpty)
  }

  @Test("5.3 an entry with no events left goes; nil for both takes nil-targeted entries and closures, too")
  func removalOfAll() throws {
    let button = button()
    button.addTarget(panel, action: .go, for: [.touchDown, .touchUpInside])
    try button.addTarget(nil, action: "save:", for: [.touchDown, .touchUpInside])
    button.addAction("log", for: [.touchDown, .touchUpInside]) { _, _ in }
    button.removeTarget(nil, action: nil, for: .touchDown)
    #expect(button.allControlEvents == .touchUpInside && button.allTargets.count == 2)
    button.removeTarget(nil, action: nil, for: [.touchUpInside, .touchCancel])
    #expect(button.allControlEvents == [] && button.allTargets.isEmpty)
    var count = 0
    button.enumerateEventHandlers { _, _, _ in count += 1 }
    #expect(count == 0)
  }

  @Test("5.3 removal honours the action, and an action alone is removed from all targets")
  func removalByAction() {
    let button = button()
    let other = Panel()
    for target in [panel, other] {
      button.addTarget(target, action: .go, for: .touchDown)
      button.addTarget(target, action: .goSender, for: .touchDown)
    }
    button.removeTarget(panel, action: "go:", for: .allEvents)
    #expect(button.actions(forTarget: panel, forControlEvent: .touchDown) == ["go"])
    button.removeTarget(nil, action: "go", for: .touchDown)
    #expect(button.actions(forTarget: panel, forControlEvent: .touchDown) == nil)
    #expect(button.actions(forTarget: other, forControlEvent: .touchDown) == ["go:"])
  }

  @Test("5.3 adding with an empty mask changes nothing, removing with one neither")
  func emptyMask() throws {
    let button = button()
    button.addTarget(panel, action: .go, for: .touchDown)
    button.addTarget(panel, action: .go, for: [])
    try button.addTarget(panel, action: "go:", for: [])
    button.addAction("none", for: []) { _, _ in }
    button.removeTarget(panel, action: "go", for: [])
    #expect(button.allControlEvents == .touchDown && button.duplicateRegistrations.isEmpty)
    #expect(button.actions(forTarget: panel, forControlEvent: .allEvents) == ["go"])
  }

  @Test("5.4 targets are told once each, with a marker for nil targets, dead ones left out")
  func allTargets() throws {
    let button = button()
    do {
      let dying = Panel()
      button.addTarget(dying, action: .go, for: .touchDown)
    }
    try button.addTarget(nil, action: "save:", for: .touchDown)
    button.addTarget(panel, action: .go, for: .touchDown)
    button.addTarget(panel, action: .goSender, for: .touchUpInside)
    try button.addTarget(nil, action: "open:", for: .touchUpInside)
    let targets = button.allTargets.map { target in
      if case .object(let object) = target { return object === panel ? "panel" : "another" }
      return "chain"
    }
    #expect(targets == ["chain", "panel"])
    #expect(button.actions(forTarget: nil, forControlEvent: .allEvents) == nil)
    #expect(button.actions(forTarget: Panel(), forControlEvent: .touchDown) == nil)
  }

  @Test("5.5 a dead target's entry is swept, and its events with it", arguments: [true, false])
  func swept(watched: Bool) {
    stage.watch(watched)
    let button = button()
    do {
      let dying = Panel()
      button.addTarget(dying, action: .go, for: .touchUpInside)
    }
    #expect(button.allControlEvents == [] && button.allTargets.isEmpty)
    button.addTarget(panel, action: .go, for: .touchDown)
    stage.tap(1, 10, 10, at: 0)
    #expect(panel.calls == ["go"])
    var count = 0
    button.enumerateEventHandlers { _, _, _ in count += 1 }
    #expect(count == 1)
  }

  @Test("5.5 what is dead does not pile up: a delivery or a change sweeps it", arguments: [true, false])
  func noPile(watched: Bool) {
    stage.watch(watched)
    let button = button()
    for _ in 0..<300 {
      let dying = Panel()
      button.addTarget(dying, action: .go, for: .touchDown)
    }
    #expect(button.table.entries.count < 100)
    button.sendActions(for: .touchDown)
    #expect(button.table.entries.isEmpty && button.table.allEvents == [])
  }

  @Test("5.5 a new object in a dead target's place in memory is not called", arguments: [true, false])
  func sameAddress(watched: Bool) {
    stage.watch(watched)
    let button = button()
    var calls = 0
    for _ in 0..<200 {
      let dying = Panel()
      dying.onGo = { calls += 1 }
      button.addTarget(dying, action: .go, for: .touchDown)
    }
    let living = (0..<200).map { _ in Panel() }
    for panel in living { panel.onGo = { calls += 1 } }
    button.sendActions(for: .touchDown)
    #expect(calls == 0 && living.allSatisfy { $0.calls.isEmpty })
  }

  @Test("5.5 a target that dies during the delivery is skipped", arguments: [true, false])
  func diesMeanwhile(watched: Bool) {
    stage.watch(watched)
    let button = button()
    var second: Panel? = Panel()
    weak let weakSecond = second
    panel.onGo = { second = nil }
    button.addTarget(panel, action: .go, for: .touchDown)
    if let second { button.addTarget(second, action: .go, for: .touchDown) }
    button.sendActions(for: .touchDown)
    #expect(weakSecond == nil && panel.calls == ["go"])
    panel.onGo = {}
  }
}
