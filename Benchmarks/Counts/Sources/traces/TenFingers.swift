import ContactorCore
import ContactorEvdev
import ContactorTrace

/// Ten fingers, each on a button of its own, that tremble in every frame: what a log has to write most of.
struct TenFingers {
  private var frames = Frames(KioskDay.device.id, from: 1_000_000)

  /// Hands a number of frames to a sink.
  mutating func write(frames count: Int, into sink: inout some TraceSink) throws(TraceError) {
    try sink.take(.device(KioskDay.device, at: Timestamp(microseconds: frames.time)))
    for number in 0..<count {
      for finger in 0..<10 as Range<Int32> {
        frames.axis(EvdevCode.slot, finger)
        if number == 0 { frames.axis(EvdevCode.trackingID, 1 + finger) }
        let step = Int32(number % 7)
        frames.axis(EvdevCode.positionX, 205 + 410 * finger + step)
        frames.axis(EvdevCode.positionY, 2048 + 3 * step)
      }
      try frames.report(into: &sink)
      frames.time += 8_000
    }
    try frames.flush(into: &sink)
    try sink.finish()
  }

  /// The layout that is touched.
  static let layout: String = {
    var text = "contactor: 1\nscreen: {size: [1000, 500], mm: [204, 136]}\nviews:\n"
    for column in 0..<10 {
      text += "  - {id: key\(column), kind: button, frame: [\(column * 100 + 5), 205, 90, 90]}\n"
    }
    return text
  }()
}
