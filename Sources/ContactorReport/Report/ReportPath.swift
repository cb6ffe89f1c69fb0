import ContactorCore

/// The samples of one touch, which can be thinned out.
struct ReportPath {
  private(set) var samples: [ReportSample] = []
  /// The last sample up to which the path is thinned out, and the tolerance of that in points.
  private var thinned = (index: 0, tolerance: 0.0)

  /// Adds a sample; one of the same time as the last replaces it.
  ///
  /// - Returns: whether the path has one more sample than before.
  mutating func append(_ sample: ReportSample) -> Bool {
    if let last = samples.last, last.time == sample.time, samples.count > 1 {
      samples[samples.count - 1] = sample
      return false
    }
    samples.append(sample)
    return true
  }

  /// The last sample that is no later than a time; the first where none is.
  func lastIndex(at time: Int64) -> Int { max((samples.firstIndex { $0.time > time } ?? samples.count) - 1, 0) }

  /// Removes samples that an even movement between their neighbours passes within a tolerance in points.
  ///
  /// The first and the last sample stay. The part that was thinned out to this tolerance before is left alone, so that a path
  /// is off by the sum of its tolerances at most. The algorithm is Douglas and Peucker's with time as a third axis, in pieces,
  /// which keeps it linear in the number of samples.
  mutating func thin(to tolerance: Double) {
    guard samples.count > 2 else { return }
    var start = tolerance > thinned.tolerance ? 0 : thinned.index
    var isKept = [Bool](repeating: false, count: samples.count)
    for index in 0...start { isKept[index] = true }
    while start < samples.count - 1 {
      let end = min(start + Self.piece, samples.count - 1)
      mark(start, end, tolerance, &isKept)
      start = end
    }
    var index = -1
    samples.removeAll { _ in
      index += 1
      return !isKept[index]
    }
    thinned = (samples.count - 1, tolerance)
  }

  private static let piece = 512

  private func mark(_ first: Int, _ last: Int, _ tolerance: Double, _ isKept: inout [Bool]) {
    var rest = [(first, last)]
    while let (first, last) = rest.popLast() {
      isKept[first] = true
      isKept[last] = true
      var farthest = (index: 0, distance: tolerance)
      for index in first + 1..<max(last, first + 1) {
        let distance = samples[index].distance(from: samples[first], samples[last])
        if distance > farthest.distance { farthest = (index, distance) }
      }
      guard farthest.index > 0 else { continue }
      rest.append((first, farthest.index))
      rest.append((farthest.index, last))
    }
  }
}

extension Timestamp {
  /// The time in microseconds, clamped so that differences and sums of two times do not overflow.
  var inReport: Int64 { min(max(microseconds, -1 << 60), 1 << 60) }
}

/// A contact's place and measures at one moment; measures that the panel does not report are NaN.
struct ReportSample {
  /// The time in microseconds of the recording's clock.
  let time: Int64
  /// The place in points of the window.
  let place: Point
  /// Pressure 0 … 1, longer and shorter axis in points, orientation in the device's unit.
  let measures: SIMD4<Float>

  init(_ contact: Contact, at time: Timestamp) {
    self.time = time.inReport
    place = contact.location
    func known(_ number: Double?) -> Float { number.map { Float($0) } ?? .nan }
    measures = SIMD4(
      known(contact.pressure), known(contact.touchMajor), known(contact.touchMinor), known(contact.orientation))
  }

  /// The distance, in points, from the place that an even movement between two samples has at this time.
  func distance(from first: ReportSample, _ last: ReportSample) -> Double {
    let span = Double(last.time - first.time)
    let part = span > 0 ? Double(time - first.time) / span : 0
    let way = last.place - first.place
    let off = place - Point(x: first.place.x + way.x * part, y: first.place.y + way.y * part)
    return (off.x * off.x + off.y * off.y).squareRoot()
  }
}
