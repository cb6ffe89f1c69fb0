import ContactorCore
@testable import ContactorKiosk
@testable import ContactorReport
import Testing

/// The parts that reports are made with.
@Suite struct ReportPathTests {
  private func sample(_ time: Int64, _ x: Double, _ y: Double) -> ReportSample {
    let contact = Contact(trackingID: 1, slot: 0, phase: .moved, location: Point(x: x, y: y))
    return ReportSample(contact, at: Timestamp(microseconds: time))
  }

  private func path(_ samples: [ReportSample]) -> ReportPath {
    var path = ReportPath()
    for sample in samples { _ = path.append(sample) }
    return path
  }

  @Test func `an even movement needs its two ends only`() {
    var even = path((0..<300).map { sample(Int64($0) * 1000, Double($0) * 2, 7) })
    even.thin(to: 0.01)
    #expect(even.samples.map(\.time) == [0, 299_000])
  }

  @Test func `a finger that stops on its way is somewhere else in between`() {
    var stopped = path([sample(0, 0, 0), sample(10, 100, 0), sample(90, 100, 0), sample(100, 200, 0)])
    stopped.thin(to: 5)
    #expect(stopped.samples.map(\.time) == [0, 10, 90, 100])
  }

  @Test(arguments: [0.25, 1, 4]) func `what is left out was within the tolerance`(tolerance: Double) {
    var state: UInt64 = 7
    func random() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 40) / Double(1 << 24) - 0.5
    }
    var (x, y) = (0.0, 0.0)
    let all = (0..<3000).map { index in
      x += random() * 6
      y += random() * 6
      return sample(Int64(index) * 1000 + Int64(random() * 400), x, y)
    }
    var thinned = path(all)
    thinned.thin(to: tolerance)
    #expect(thinned.samples.count < all.count)
    var next = 1
    var worst = 0.0
    for sample in all {
      while thinned.samples[next].time < sample.time { next += 1 }
      worst = max(worst, sample.distance(from: thinned.samples[next - 1], thinned.samples[next]))
    }
    #expect(worst <= tolerance && worst > 0)
  }

  @Test func `what is thinned out already is not thinned out again to the same tolerance`() {
    // Each time, the last sample but one would be within the tolerance.
    var path = ReportPath()
    for index in 0..<40 {
      _ = path.append(sample(Int64(index) * 1000, Double(index * index) * 0.2, 0))
      path.thin(to: 1)
    }
    let once = path.samples.count
    path.thin(to: 1)
    #expect(path.samples.count == once && once > 10)
    path.thin(to: 2)
    #expect(path.samples.count < once)
  }

  @Test func `of one moment the last sample counts, but the first of all stays`() {
    var path = ReportPath()
    #expect(path.append(sample(1, 0, 0)) && path.append(sample(1, 5, 0)) && !path.append(sample(1, 6, 0)))
    #expect(path.samples.map(\.place.x) == [0, 6])
  }

  @Test func `pauses are folded, everything else is to scale`() {
    let fold = ReportFold([0...500_000, 100_000...600_000, 9_000_000...9_100_000], from: 0, to: 9_100_000)
    #expect(fold.gaps == [800_000...8_800_000])
    #expect(fold.length == 1_300_000)
    #expect(
      [0, 600_000, 800_000, 8_800_000, 9_000_000, 9_100_000].map { fold.place(of: $0) } == [
        0, 600_000, 800_000, 1_000_000, 1_200_000, 1_300_000,
      ])
    #expect(fold.place(of: 4_800_000) == 900_000)
  }

  @Test func `labels that would cover each other make room`() {
    var labels = ReportLabels()
    let places = (0..<3).map { _ in labels.room(at: Point(x: 10, y: 10), within: 500) }
    #expect(places.map(\.y) == [10, 23, 36])
    #expect(labels.room(at: Point(x: 900, y: 10), within: 500) == Point(x: 500, y: 10))
  }

  @Test func `the kind of a report is told by its file's ending`() {
    #expect(Report.Kind(path: "a/b.html") == .page && Report.Kind(path: "B.HTM") == .page && Report.Kind(path: "x.svg") == .still)
    #expect(Report.Kind(path: "x.png") == nil && Report.Kind(path: "html") == nil)
  }
}
