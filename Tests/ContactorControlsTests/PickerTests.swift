import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// Pickers: wheels that turn, go on turning, and come to rest at a row.
@Suite("Pickers")
struct PickerTests {
  /// Knows 100,000 rows in two wheels, and writes down what it is told.
  private final class Owner: PickerViewDataSource, PickerViewDelegate {
    var counts = [100_000, 24]
    var told: [String] = []
    var whileTelling: (PickerView) -> Void = { _ in }
    var whileAsked: (PickerView) -> Void = { _ in }

    func numberOfComponents(in pickerView: PickerView) -> Int { counts.count }

    func pickerView(_ pickerView: PickerView, numberOfRowsInComponent component: Int) -> Int {
      whileAsked(pickerView)
      return counts.indices.contains(component) ? counts[component] : 7
    }

    func pickerView(_ pickerView: PickerView, titleForRow row: Int, forComponent component: Int) -> String? { "\(component): \(row)" }

    func pickerView(_ pickerView: PickerView, didSelectRow row: Int, inComponent component: Int) {
      told.append("\(component): \(row)")
      whileTelling(pickerView)
    }
  }

  private let stage = Stage()
  private let owner = Owner()
  private let picker: PickerView

  /// Two wheels of 100 points each with five rows of 40 points to be seen; the middle is at y = 200.
  init() {
    picker = stage.add(PickerView(frame: Rect(x: 100, y: 100, width: 200, height: 200)), "p")
    picker.rowHeight = 40
    picker.delegate = owner
    picker.dataSource = owner
  }

  private func wheel(_ component: Int = 0) -> Double { picker.position(ofComponent: component) }

  private func changes() -> Int { stage.taken().count { $0 == "p valueChanged" } }

  /// Drags over a wheel from a height to another in steps of 10 ms, and lifts the finger.
  private func drag(_ x: Double = 150, from start: Double, by way: Double, in steps: Int, at time: Int64, isLifted: Bool = true) {
    stage.down(1, x, start, at: time)
    for step in 1...steps { stage.move(1, x, start + way * Double(step) / Double(steps), at: time + Int64(step) * 10) }
    if isLifted { stage.up(1, x, start + way, at: time + Int64(steps) * 10 + 1) }
  }

  @Test("7.7 a wheel follows the finger, and comes to rest at a row, told and sent once")
  func drags() {
    drag(from: 200, by: -90, in: 10, at: 0, isLifted: false)
    #expect(wheel() == 2.25 && wheel(1) == 0 && picker.isMoving(inComponent: 0))
    #expect(picker.selectedRow(inComponent: 0) == 0 && changes() == 0 && owner.told.isEmpty)
    stage.pass(to: 500)
    stage.up(1, 150, 110, at: 510)
    stage.pass(to: 3000)
    #expect(wheel() == 2 && picker.selectedRow(inComponent: 0) == 2 && !picker.isMoving(inComponent: 0))
    #expect(owner.told == ["0: 2"] && changes() == 1)
    #expect(stage.application.nextDeadline == nil)
  }

  @Test("7.7 a flung wheel goes on by UIKit's rate, in whatever steps time passes")
  func flings() {
    var positions: [[Double]] = []
    for step in [1, 7, 100] as [Int64] {
      picker.selectRow(50_000, inComponent: 0)
      let start = stage.application.now.microseconds / 1000 + 1000
      drag(from: 250, by: -100, in: 10, at: start)
      var seen: [Double] = []
      for time in stride(from: start + 200, to: start + 6000, by: Int(step)) {
        stage.application.advance(to: Timestamp(microseconds: time * 1000))
        if (time - start) % 700 == 200 { seen.append(wheel()) }
      }
      positions.append(seen)
      #expect(picker.selectedRow(inComponent: 0) == 50_015, "2.5 rows by hand, and 25 rows a second · 0.4995 s")
    }
    #expect(positions[0] == positions[1] && positions[1] == positions[2] && positions[0].count > 5)
    #expect(positions[0] == positions[0].sorted())
    #expect(owner.told == ["0: 50015", "0: 50015", "0: 50015"])
  }

  @Test("7.7 a tap on a row turns the wheel to it; a finger that stops a wheel taps nothing")
  func taps() {
    picker.selectRow(10, inComponent: 1)
    stage.tap(1, 250, 280, at: 0)
    stage.pass(to: 2000)
    #expect(owner.told == ["1: 12"])
    drag(250, from: 150, by: 100, in: 10, at: 3000)
    #expect(picker.isMoving(inComponent: 1))
    stage.down(1, 250, 290, at: 3150)
    let caught = wheel(1)
    stage.pass(to: 3500)
    #expect(wheel(1) == caught)
    stage.up(1, 250, 290, at: 3600)
    stage.pass(to: 6000)
    #expect(wheel(1) == caught.rounded() && owner.told.count == 2)
  }

  @Test("7.7 beyond its ends a wheel follows less and springs back; nothing is told for the same row")
  func ends() {
    drag(from: 150, by: 120, in: 5, at: 0, isLifted: false)
    #expect(wheel() < 0 && wheel() > -1.5, "3 rows of the finger")
    stage.move(1, 150, 1e15, at: 100)
    #expect(wheel() >= -5, "no farther than what is to be seen")
    stage.pass(to: 500)
    stage.up(1, 150, 1e15, at: 510)
    stage.pass(to: 5000)
    #expect(wheel() == 0 && owner.told.isEmpty && changes() == 0)
    stage.tap(1, 150, 110, at: 6000)
    stage.pass(to: 8000)
    #expect(wheel() == 0 && owner.told.isEmpty, "no row there")
  }

  @Test("7.7 an endless wheel goes from the last row on to the first, by the shorter way")
  func endless() {
    picker.isEndless = true
    drag(250, from: 200, by: 80, in: 10, at: 0, isLifted: false)
    stage.pass(to: 500)
    stage.up(1, 250, 280, at: 510)
    stage.pass(to: 3000)
    #expect(picker.selectedRow(inComponent: 1) == 22 && owner.told == ["1: 22"])
    picker.selectRow(1, inComponent: 1, animated: true)
    stage.pass(to: 3100)
    #expect(wheel(1) > 22 && wheel(1) < 25)
    stage.pass(to: 6000)
    #expect(wheel(1) == 1 && owner.told.count == 1)
  }

  @Test("7.7 code selects without telling, at once or turning")
  func inCode() {
    picker.selectRow(99_999, inComponent: 0)
    #expect(wheel() == 99_999)
    picker.selectRow(.max, inComponent: 0, animated: true)
    picker.selectRow(50, inComponent: 0, animated: true)
    #expect(picker.selectedRow(inComponent: 0) == 99_999 && picker.isMoving(inComponent: 0))
    stage.pass(to: 60_000)
    #expect(picker.selectedRow(inComponent: 0) == 50 && owner.told.isEmpty && changes() == 0)
    picker.selectRow(1, inComponent: 7)
    picker.selectRow(-4, inComponent: 1)
    #expect(picker.selectedRow(inComponent: 7) == -1 && picker.selectedRow(inComponent: 1) == 0)
    picker.intValue = 3
    #expect(picker.objectValue == .integer(3))
  }

  @Test("7.7 a palm turns the wheel back")
  func palm() {
    drag(from: 250, by: -100, in: 10, at: 0, isLifted: false)
    stage.cancel(1, at: 200)
    stage.pass(to: 4000)
    #expect(wheel() == 0 && owner.told.isEmpty && stage.application.nextDeadline == nil)
  }

  @Test("7.7 only the rows that are to be seen are listed, in a wheel of 100,000")
  func parts() {
    picker.selectRow(500, inComponent: 0)
    let rows = picker.contentParts.filter { $0.kind == "row" && $0.frame.minX == 0 }
    #expect(rows.map(\.text) == (497...503).map { "0: \($0)" })
    #expect(rows.filter { $0.state == .selected }.map(\.frame) == [Rect(x: 0, y: 80, width: 100, height: 40)])
    #expect(picker.contentFrame(for: .row(501, component: 0)) == Rect(x: 0, y: 120, width: 100, height: 40))
    #expect(picker.contentFrame(for: .row(100_000, component: 0)).isNull)
    #expect(picker.contentFrame(for: .selection) == Rect(x: 0, y: 80, width: 200, height: 40))
    picker.frame = Rect(x: 0, y: 0, width: 10, height: 1e300)
    #expect(picker.contentParts.count < 250)
  }

  @Test("5.14 a data source that lies: negative, endless, changing, or asking back")
  func lies() {
    let numbers = [-1, .min, .max, 0, 3]
    owner.whileAsked = { picker in
      picker.reloadAllComponents()
      picker.reloadComponent(0)
      picker.selectRow(5, inComponent: 0, animated: true)
    }
    for number in numbers {
      drag(from: 250, by: -100, in: 3, at: stage.application.now.microseconds / 1000 + 100)
      owner.counts = Array(repeating: number, count: number == 3 ? 5000 : 2)
      picker.reloadAllComponents()
      stage.pass(to: stage.application.now.microseconds / 1000 + 5000)
      #expect(picker.numberOfComponents <= PickerView.maximumNumberOfComponents)
      #expect((0...PickerView.maximumNumberOfRows).contains(picker.numberOfRows(inComponent: 0)))
      #expect(picker.selectedRow(inComponent: 0) < picker.numberOfRows(inComponent: 0))
    }
    owner.whileAsked = { $0.dataSource = nil }
    picker.reloadAllComponents()
    picker.titles = [["a", "b"]]
    #expect(picker.title(forRow: 9, inComponent: 0) == "0: 9" && picker.numberOfRows(inComponent: 0) == 2)
  }

  @Test("5.14 a delegate that takes rows, wheels or the picker away when it is told")
  func takesAway() {
    let acts: [(PickerView) -> Void] = [
      { [owner] in
        owner.counts = [1]
        $0.reloadAllComponents()
      },
      { $0.dataSource = nil }, { $0.delegate = nil }, { $0.removeFromSuperview() },
      { $0.selectRow(0, inComponent: 0, animated: true) }, { _ = $0.performAccessibility(.increment, at: 0) },
    ]
    for (number, act) in acts.enumerated() {
      owner.counts = [100, 100]
      (picker.delegate, picker.dataSource) = (owner, owner)
      if picker.window == nil { stage.window.addSubview(picker) }
      picker.selectRow(0, inComponent: 0)
      var isFirst = true
      owner.whileTelling = { picker in
        if isFirst { act(picker) }
        isFirst = false
      }
      drag(from: 250, by: -120, in: 20, at: Int64(number + 1) * 10_000)
      stage.pass(to: Int64(number + 1) * 10_000 + 9000)
      #expect(!isFirst && stage.violations.isEmpty && stage.application.nextDeadline == nil, "act \(number)")
    }
  }

  @Test("5.14 a picker that leaves its window while it turns comes to rest and tells; one that is freed leaves no timer")
  func leaves() {
    drag(from: 250, by: -100, in: 10, at: 0)
    #expect(picker.isMoving(inComponent: 0))
    picker.removeFromSuperview()
    #expect(!picker.isMoving(inComponent: 0) && owner.told.count == 1)
    stage.pass(to: 9000)
    #expect(stage.application.nextDeadline == nil && owner.told.count == 1)
    var other: PickerView? = PickerView(frame: Rect(x: 400, y: 0, width: 100, height: 200))
    other?.titles = [["a", "b", "c"]]
    other.map { stage.window.addSubview($0) }
    other?.selectRow(2, inComponent: 0, animated: true)
    other?.removeFromSuperview()
    other = nil
    stage.pass(to: 20_000)
    #expect(stage.application.nextDeadline == nil)
  }

  @Test("5.14 heights and touches of any number")
  func extremes() {
    for height in [0, -1, .nan, .infinity, .leastNonzeroMagnitude, 1e300] as [Double] {
      picker.rowHeight = height
      drag(from: 150, by: 1e300, in: 3, at: stage.application.now.microseconds / 1000 + 100)
      stage.pass(to: stage.application.now.microseconds / 1000 + 9000)
      #expect(wheel().isFinite && picker.rowHeight >= 1)
    }
  }
}
