import ContactorCore

extension Timestamp {
  /// The time in microseconds, within bounds that leave room to count with it, whatever a file may say.
  var inReport: Int64 { min(max(microseconds, -1 << 60), 1 << 60) }
}

/// What a panel said of a contact at one moment; numbers that it did not tell are none.
struct ReportSample {
  /// When, in microseconds of the recording's clock.
  let time: Int64
  /// Where, in points of the window.
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

  /// How far it is from where a finger would be that went evenly from one sample to another.
  func distance(from first: ReportSample, _ last: ReportSample) -> Double {
    let span = Double(last.time - first.time)
    let part = span > 0 ? Double(time - first.time) / span : 0
    let way = last.place - first.place
    let off = place - Point(x: first.place.x + way.x * part, y: first.place.y + way.y * part)
    return (off.x * off.x + off.y * off.y).squareRoot()
  }
}
