import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// A random program: fingers on a list, and changes of its rows from outside and from within frames.
///
/// A list's own part is in `change`, which is called outside of frames, in timers and in what the list calls, and in `differences`.
final class ListProgram {
  let stage = Stage(width: 300, height: 480)
  let numbers: Numbers
  /// Changes the rows.
  var change: () -> Void = {}
  /// Does something else with the list.
  var use: () -> Void = {}
  /// Writes a step down, for a failure's message.
  var note: (String) -> Void = { _ in }
  /// How the list differs from its model when it has been laid out.
  var differences: () -> [String] = { [] }
  private(set) var time: Int64 = 1000
  private var fingers: [Int32: Point] = [:]
  private var last: Int32 = 0
  /// How many more changes are made within what the list calls.
  private var nested = 0

  init(_ numbers: Numbers) { self.numbers = numbers }

  /// Called for what the list calls: changes the rows now and then.
  func called() {
    guard nested > 0, numbers.once(in: 20) else { return }
    nested -= 1
    change()
  }

  /// Plays the program; returns the first differences.
  func play(steps: Int) -> [String] {
    for _ in 0..<steps {
      step()
      var found = differences()
      if !stage.violations.isEmpty { found.append("\(stage.violations)") }
      if !found.isEmpty { return found }
    }
    for finger in fingers.keys.sorted() { up(finger) }
    stage.pass(to: time + 20_000)
    return differences()
  }

  private func step() {
    nested = numbers.once(in: 3) ? 2 : 0
    time += Int64(numbers.next(80))
    switch numbers.next(12) {
    case 0...1: down()
    case 2...4: move()
    case 5: if let finger = finger { up(finger) }
    case 6: pass(numbers.once(in: 2) ? 700 : Int64(numbers.next(200)))
    case 7...8:
      change()
      if numbers.once(in: 2) { stage.window.layoutIfNeeded() } else { pass(1) }
    case 9:
      stage.application.schedule(after: .milliseconds(numbers.next(50))) { [weak self] in self?.change() }
      pass(60)
    case 10: tap()
    default:
      note("use at \(time)")
      use()
      pass(1)
    }
  }

  private var finger: Int32? {
    let down = fingers.keys.sorted()
    return down.isEmpty ? nil : down[numbers.next(down.count)]
  }

  private func pass(_ milliseconds: Int64) {
    time += milliseconds
    stage.pass(to: time)
  }

  private func point() -> Point { Point(x: Double(numbers.next(300)), y: Double(numbers.next(480))) }

  private func down() {
    guard fingers.count < 2 else { return }
    last += 1
    let point = point()
    fingers[last] = point
    note("down \(last) \(point.x) \(point.y) at \(time)")
    stage.down(last, point.x, point.y, at: time)
    // Some fingers rest until a row is lifted, or its touch has reached it.
    if numbers.once(in: 2) { pass(numbers.once(in: 2) ? 300 : 800) }
  }

  private func move() {
    guard let finger, var point = fingers[finger] else { return }
    let isFast = numbers.once(in: 3)
    for _ in 0...numbers.next(5) {
      point.y = min(max(point.y + Double(numbers.next(isFast ? 121 : 41) - (isFast ? 60 : 20)), 0), 479)
      point.x = min(max(point.x + Double(numbers.next(21) - 10), 0), 299)
      time += 10
      stage.move(finger, point.x, point.y, at: time)
    }
    fingers[finger] = point
    note("moved \(finger) to \(point.x) \(point.y) at \(time)")
  }

  private func up(_ finger: Int32) {
    guard let point = fingers.removeValue(forKey: finger) else { return }
    time += 5
    note("up \(finger) at \(time)")
    stage.up(finger, point.x, point.y, at: time)
  }

  private func tap() {
    let point = point()
    last += 1
    note("tap \(point.x) \(point.y) at \(time)")
    stage.tap(last, point.x, point.y, at: time)
    time += 60
    pass(1)
  }
}
