import ContactorCore
import Testing

@Suite("Velocity")
struct VelocityTrackerTests {
  private typealias Sample = (time: Int64, x: Double, y: Double)

  private func tracker(_ samples: [Sample]) -> VelocityTracker {
    var tracker = VelocityTracker()
    for sample in samples {
      tracker.add(Point(x: sample.x, y: sample.y), at: Timestamp(microseconds: sample.time))
    }
    return tracker
  }

  private func velocity(_ samples: [Sample], after delay: Int64 = 0) -> Point {
    tracker(samples).velocity(at: Timestamp(microseconds: (samples.last?.time ?? 0) + delay))
  }

  /// A straight line at 1 point per millisecond, sampled every `step` milliseconds.
  private func line(_ range: ClosedRange<Int64>, step: Int64 = 8) -> [Sample] {
    stride(from: range.lowerBound, through: range.upperBound, by: Int(step)).map { ($0 * 1000, Double($0), 0) }
  }

  @Test("9.6 each velocity of AOSP's recorded flings is within 20 %", arguments: RecordedFling.all)
  func flings(_ fling: RecordedFling) throws {
    for (axis, share) in errors(of: fling) { #expect(share < 0.2, "\(axis): \(share * 100) %") }
  }

  @Test("9.6 nine in ten velocities of the recorded flings are within 1 %")
  func share() {
    let errors: [Double] = RecordedFling.all.flatMap { fling in self.errors(of: fling).map { $0.share } }
    let close = errors.count { $0 < 0.01 }
    let worst = (errors.max() ?? 0) * 100
    print("velocity: \(errors.count) of AOSP's flings, \(close) within 1 %, the worst off by \(worst) %")
    #expect(errors.count == 27)
    #expect(close * 10 >= errors.count * 9)
  }

  @Test("9.6 a pan that flings has the velocity of the recorded fling when it ends", arguments: RecordedFling.all)
  func pan(_ fling: RecordedFling) throws {
    let application = Application()
    let window = Window(frame: Rect(x: 0, y: 0, width: 2000, height: 2000))
    application.addWindow(window)
    let pan = PanGestureRecognizer()
    window.addGestureRecognizer(pan)
    var velocity: Point?
    pan.addAction("end") { [unowned pan] _ in velocity = pan.state == .ended ? pan.velocity(in: nil) : nil }
    func send(_ phase: TouchPhase, _ sample: Sample) {
      let contact = Contact(trackingID: 1, slot: 0, phase: phase, location: Point(x: sample.x, y: sample.y))
      application.handle(
        TouchFrame(
          device: DeviceID(rawValue: 1), timestamp: Timestamp(microseconds: 1_000_000 + sample.time), contacts: [contact]))
    }
    for (index, sample) in fling.samples.enumerated() { send(index == 0 ? .began : .moved, sample) }
    // The lift comes a frame later and carries no speed.
    let last = try #require(fling.samples.last)
    send(.ended, (last.time + 8000, last.x, last.y))
    let ended = try #require(velocity)
    for (got, expected) in [(ended.x, fling.x), (ended.y, fling.y)] {
      if let expected { #expect(abs(got - expected) < 0.01 * abs(expected), "\(got) for \(expected)") }
    }
  }

  private func errors(of fling: RecordedFling) -> [(axis: String, share: Double)] {
    let got = velocity(fling.samples)
    return [("x", got.x, fling.x), ("y", got.y, fling.y)].compactMap { axis, got, expected in
      expected.map { (axis, abs(got - $0) / abs($0)) }
    }
  }

  @Test("9.6 a line has its slope, a parabola its slope at the end")
  func shapes() {
    #expect(abs(velocity(line(0...96)).x - 1000) < 1e-6)
    let parabola: [Sample] = (0...8).map { (Int64($0) * 10_000, Double($0 * $0) * 100, 0) }
    #expect(abs(velocity(parabola).x - 160_000) < 1e-6)
    #expect(abs(velocity([(0, 0, 0), (10_000, 5, -5)]).x - 500) < 1e-6)
    #expect(abs(velocity([(0, 0, 0), (10_000, 5, -5)]).y + 500) < 1e-6)
  }

  @Test("9.6 one sample is at rest, none is unknown")
  func few() {
    #expect(velocity([(7, 100, 100)]) == .zero)
    #expect(VelocityTracker().estimate(at: Timestamp(microseconds: 0)) == nil)
    #expect(VelocityTracker().velocity(at: Timestamp(microseconds: 0)) == .zero)
  }

  @Test("9.6 samples older than 100 ms do not count")
  func horizon() {
    // It stands for 60 ms, then runs: only the run counts once the standing is 100 ms old.
    let standing: [Sample] = (0...6).map { (Int64($0) * 10_000, 0, 0) }
    let running: [Sample] = (7...17).map { (Int64($0) * 10_000, Double($0 - 7) * 10, 0) }
    #expect(abs(velocity(standing + running).x - 1000) < 1e-6)
  }

  @Test("9.6 of more samples than 20 the newest count")
  func capacity() {
    let turn: [Sample] = (0..<30).map { (Int64($0) * 1000, -Double($0), 0) }
    let run: [Sample] = (30..<50).map { (Int64($0) * 1000, Double($0), 0) }
    #expect(abs(velocity(turn + run).x - 1000) < 1e-6)
  }

  @Test("9.6 after 40 ms without a sample it has stopped, before it has not")
  func stop() {
    let moved = line(0...96)
    #expect(velocity(moved, after: 40_000).x > 900)
    #expect(velocity(moved, after: 40_001) == .zero)
  }

  @Test("9.6 a sample that comes 40 ms late starts anew")
  func lateSample() {
    #expect(velocity(line(0...96) + [(140_000, 5000, 0)]) == .zero)
    #expect(velocity(line(0...96) + [(136_000, 136, 0)]).x > 900)
  }

  @Test("9.6 what stops suddenly does not turn back")
  func suddenStop() {
    let run: [Sample] = (0..<50).map { (Int64($0) * 1000, 0, Double($0) * 10) }
    let rest: [Sample] = (50..<60).map { (Int64($0) * 1000, 0, 490) }
    #expect(velocity(run + rest) == .zero)
    // A movement that does turn back has the velocity of its way back.
    let back: [Sample] = (50..<60).map { index in
      (Int64(index) * 1000, 0, 980 - Double(index) * 10)
    }
    #expect(velocity(run + back).y < -1000)
  }

  @Test("9.6 a flick whose last one or two reports repeat the position keeps its velocity")
  func still() {
    var table: [String] = []
    for (hertz, step) in [(60, 16_667), (100, 10_000)] as [(Int, Int64)] {
      for moves in [2, 3, 5, 8] {
        for rest in 0...2 {
          for (x, y) in [(2000.0, 0.0), (-2000, 0), (0, 2000), (1200, -1600)] {
            let samples: [Sample] = (0...(moves + rest)).map { index in
              let time = Int64(min(index, moves)) * step
              return (Int64(index) * step, x * Double(time) / 1_000_000, y * Double(time) / 1_000_000)
            }
            let got = velocity(samples)
            #expect(abs(got.x - x) < 200 && abs(got.y - y) < 200, "\(hertz) Hz, \(moves) moves, \(rest) still: \(got)")
            if x == 2000 { table.append("\(hertz) Hz \(moves) moves \(rest) still: \(Int(got.x.rounded()))") }
          }
        }
      }
    }
    print(table.joined(separator: "\n"))
  }

  @Test("9.6 after three reports at one position a finger has stopped, and one that turned back goes back")
  func stopped() {
    let run: [Sample] = (0...5).map { (Int64($0) * 10_000, Double($0) * 20, 0) }
    #expect(velocity(run + (6...8).map { (Int64($0) * 10_000, 100, 0) }).x < 1000)
    let back: [Sample] = run + [(60_000, 70, 0), (70_000, 40, 0), (80_000, 40, 0)]
    #expect(velocity(back).x < -1000)
    #expect(velocity([(0, 5, 5), (10_000, 5, 5), (20_000, 5, 5)]) == .zero)
  }

  @Test("1.2 time that stands still or steps back moves the last sample")
  func standingTime() {
    let still = velocity([(10_000, 0, 0), (20_000, 4, 0), (20_000, 10, 0)])
    #expect(abs(still.x - 1000) < 1e-9)
    let back = tracker([(10_000, 0, 0), (20_000, 4, 0), (15_000, 10, 0)])
    #expect(abs(back.velocity(at: Timestamp(microseconds: 20_000)).x - 1000) < 1e-9)
  }

  @Test("A speed above the maximum keeps its direction")
  func maximum() {
    var tracker = tracker([(0, 0, 0), (10_000, 30, 40), (20_000, 60, 80)])
    tracker.maximumSpeed = 1000
    let velocity = tracker.velocity(at: Timestamp(microseconds: 20_000))
    #expect(abs(velocity.x - 600) < 1e-9 && abs(velocity.y - 800) < 1e-9)
  }

  @Test("How long samples count and when it has stopped can be set")
  func properties() {
    var tracker = VelocityTracker()
    tracker.horizon = .seconds(2)
    tracker.stopTime = .seconds(1)
    tracker.add(.zero, at: Timestamp(microseconds: 0))
    tracker.add(Point(x: 50, y: 0), at: Timestamp(microseconds: 1_000_000))
    #expect(abs(tracker.velocity(at: Timestamp(microseconds: 2_000_000)).x - 50) < 1e-9)
    #expect(tracker.velocity(at: Timestamp(microseconds: 2_000_001)) == .zero)
  }

  @Test("A reset tracker knows nothing")
  func reset() {
    var tracker = tracker(line(0...96))
    tracker.reset()
    #expect(tracker.estimate(at: Timestamp(microseconds: 96_000)) == nil)
  }
}
