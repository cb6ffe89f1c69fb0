import ContactorControls
import ContactorCore

extension Conformance.GNUstep {
  /// Buttons, sliders, steppers and segments.
  static let controls: [String: Conformance.Check] = [
    "button-momentary": { item in
      let rig = Rig()
      let button = rig.add(Button(frame: .zero))
      let clerk = Clerk()
      try button.addTarget(clerk, action: "doRecordedAction:", for: .primaryActionTriggered)
      button.performClick()
      try match(clerk.calls.count, item.expect["calls"].integer())
      try match(clerk.senders.first === button ? "the button" : "another", item.expect["sender"].text())
    },
    "button-disabled": { item in
      let rig = Rig()
      let button = rig.add(Button(frame: .zero))
      let clerk = Clerk()
      try button.addTarget(clerk, action: "a", for: .allEvents)
      button.isEnabled = try item.given["enabled"].flag()
      button.performClick()
      try match(clerk.calls.count, item.expect["calls"].integer())
    },
    "slidercell-continuous": { try match(Slider(frame: .zero).isContinuous, $0.expect["continuous"].flag()) },
    "slidercell-bounds-reclamp": { item in
      let slider = Slider(frame: .zero)
      let values = try item.given["ops"].texts().map { text in
        let (name, value) = try assignment(text)
        switch name {
        case "min": slider.minimumValue = value
        case "max": slider.maximumValue = value
        default: slider.value = value
        }
        return slider.value
      }
      try match(values, item.expect["valueAfterEach"].numbers())
    },
    "slider-click-direction": { item in
      let rig = Rig()
      let frame = try Rect(item.given["frame"])
      let slider = rig.add(Slider(frame: frame))
      slider.minimumValue = try item.given["min"].number()
      slider.maximumValue = try item.given["max"].number()
      let clerk = Clerk()
      try slider.addTarget(clerk, action: "a", for: .valueChanged)
      var relations: [String] = []
      for (number, click) in try item.given["clicksInView"].list().enumerated() {
        slider.value = 5
        let place = try Point(click)
        try rig.tap(Point(x: frame.minX + place.x, y: frame.minY + place.y), at: Int64(number) * 5000)
        relations.append(slider.value > 5 ? ">5" : slider.value < 5 ? "<5" : "=5")
        try match(clerk.calls.count > number, true, "at least one call each")
        try match((slider.minimumValue...slider.maximumValue).contains(slider.value), item.expect["inRange"].flag())
      }
      try match(relations, item.expect["relation"].texts())
    },
    "stepper-click-halves": { item in
      let rig = Rig()
      let frame = try Rect(item.given["frame"])
      let stepper = rig.add(Stepper(frame: frame))
      stepper.minimumValue = try item.given["min"].number()
      stepper.maximumValue = try item.given["max"].number()
      stepper.stepValue = try item.given["increment"].number()
      stepper.wraps = try item.given["wraps"].flag()
      stepper.value = try item.given["value"].number()
      let clerk = Clerk()
      try stepper.addTarget(clerk, action: "a", for: .valueChanged)
      var (values, calls): ([Double], [Int]) = ([], [])
      for (number, click) in try item.given["clicksInView(y up)"].list().enumerated() {
        let place = try Point(click)
        let point = Point(x: frame.minX + place.x, y: frame.maxY - place.y)
        try rig.tap(point, at: Int64(number) * 5000)
        values.append(stepper.value)
        calls.append(clerk.calls.count)
      }
      try match(values, item.expect["value"].numbers())
      try match(calls, item.expect["calls"].list().map { try $0.integer() })
    },
    "stepper-limits-reclamp": { item in
      let stepper = Stepper(frame: .zero)
      stepper.value = try item.given["value"].number()
      let values = try item.given["ops"].texts().map { text in
        stepper.maximumValue = try assignment(text).value
        return stepper.value
      }
      try match(values, item.expect["value"].numbers())
    },
    "stepper-min-gt-max": { item in
      let stepper = Stepper(frame: .zero)
      for text in try item.given["ops"].texts() {
        let (name, value) = try assignment(text)
        if name == "min" { stepper.minimumValue = value } else { stepper.maximumValue = value }
      }
      let values = try item.given["set"].numbers().map { number in
        stepper.value = number
        return stepper.value
      }
      try match(values, item.expect["value"].numbers())
    },
    "segmented-select-one": { item in
      let segments = SegmentedControl(frame: .zero, numberOfSegments: try item.given["segments"].integer())
      try match("\(segments.trackingMode)", item.expect["defaultMode"].text())
      try segments.perform(item.given["ops"])
      try match(segments.flags, item.expect["selected"].flags())
      try match(segments.selectedSegmentIndex, item.expect["selectedSegment"].integer())
    },
    "segmented-any-disabled": { item in
      let segments = SegmentedControl(frame: .zero, numberOfSegments: try item.given["segments"].integer())
      segments.trackingMode = .selectAny
      try segments.perform(item.given["ops"])
      try match(segments.flags, item.expect["selected"].flags())
    },
  ]

  /// Takes `name=number` apart.
  private static func assignment(_ text: String) throws -> (name: String, value: Double) {
    let parts = text.split(separator: "=")
    guard parts.count == 2, let value = Double(parts[1]) else { throw MalformedCase(.text(text), "name=number") }
    return (String(parts[0]), value)
  }
}

extension SegmentedControl {
  /// Whether each segment is selected.
  var flags: [Bool] { (0..<numberOfSegments).map { isSelected(forSegment: $0) } }

  /// Does `select 0`, `disable 2`.
  fileprivate func perform(_ operations: JSON) throws {
    for operation in try operations.texts() {
      let parts = operation.split(separator: " ")
      guard parts.count == 2, let segment = Int(parts[1]) else { throw MalformedCase(.text(operation), "verb and segment") }
      if parts[0] == "disable" { setEnabled(false, forSegmentAt: segment) } else { select(segment) }
    }
  }

  /// Selects as a finger does.
  func select(_ segment: Int) {
    if isEnabledForSegment(at: segment) { setSelected(true, forSegment: segment) }
  }
}
