import ContactorCore
import ContactorEvdev
import ContactorTesting

/// Events in short hand: `"id=5 x=10 y=20 touch=1 |"`, where `|` is SYN_REPORT and `,` SYN_MT_REPORT.
///
/// Frames are 10 ms apart, from 1 s; `@N` sets the time to N ms, `dropped` is SYN_DROPPED.
func script(_ text: String) -> [EvdevEvent] {
  let codes: [Substring: (UInt16, UInt16)] = [
    "slot": (3, EvdevCode.slot), "id": (3, EvdevCode.trackingID), "x": (3, EvdevCode.positionX),
    "y": (3, EvdevCode.positionY), "touch": (1, EvdevCode.touch), "major": (3, EvdevCode.touchMajor),
    "width": (3, EvdevCode.widthMajor), "pressure": (3, EvdevCode.contactPressure),
    "distance": (3, EvdevCode.distance), "tool": (3, EvdevCode.toolType), "X": (3, EvdevCode.x),
    "Y": (3, EvdevCode.y), "P": (3, EvdevCode.pressure), "clock": (4, EvdevCode.deviceClock),
    "left": (1, EvdevCode.leftButton), "orientation": (3, EvdevCode.orientation),
  ]
  var time: Int64 = 1_000_000
  var events: [EvdevEvent] = []
  func add(_ type: UInt16, _ code: UInt16, _ value: Int32 = 0) {
    events.append(EvdevEvent(at: Timestamp(microseconds: time), type: type, code: code, value: value))
  }
  for word in text.split(separator: " ") {
    if word == "|" {
      add(0, EvdevCode.report)
      time += 10_000
    } else if word == "," {
      add(0, EvdevCode.contactReport)
    } else if word == "dropped" {
      add(0, EvdevCode.dropped)
    } else if word.first == "@", let moment = Int64(word.dropFirst()) {
      time = moment * 1000
    } else {
      let parts = word.split(separator: "=")
      guard parts.count == 2, let code = codes[parts[0]], let value = Int32(parts[1]) else {
        preconditionFailure("what is '\(word)'?")
      }
      add(code.0, code.1, value)
    }
  }
  return events
}

extension PanelPlayer {
  /// A player whose points are the panel's units, with a script played.
  static func playing(
    _ text: String, on panel: EvdevDescription, state: EvdevState? = nil,
    lossPolicy: EvdevDecoder.LossPolicy = .askForState
  ) -> PanelPlayer {
    let player = PanelPlayer(panel.withUnitPoints, state: state, lossPolicy: lossPolicy)
    player.play(script(text))
    return player
  }

  /// The frames in short hand: `"+5@10,20 -3@1,2"`; + began, ~ moved, - ended, x cancelled.
  var shorthand: [String] {
    frames.map { frame in
      frame.contacts.map { contact in
        let sign = [TouchPhase.began: "+", .moved: "~", .ended: "-", .cancelled: "x"][contact.phase] ?? "?"
        let place = contact.devicePosition ?? Point(x: .nan, y: .nan)
        return "\(sign)\(contact.trackingID)@\(Int(place.x)),\(Int(place.y))"
      }.joined(separator: " ")
    }
  }
}

extension EvdevDescription {
  /// The panel without ranges, so that it is mapped one unit to one point.
  var withUnitPoints: EvdevDescription {
    var panel = self
    for code in [EvdevCode.x, EvdevCode.y, EvdevCode.positionX, EvdevCode.positionY] where axes[code] != nil {
      panel.axes[code] = EvdevAxis(0, 0)
    }
    return panel
  }
}
