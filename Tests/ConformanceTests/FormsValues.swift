import ContactorControls
import ContactorCore

extension Form {
  /// A slider, a stepper or segments, what is done to it, and its value after each.
  static let values = Form(name: "values", reads: { ["slider", "stepper", "segmented"].contains($0.area) }) { item in
    let subject: any Valued =
      switch item.area {
      case "slider": try SliderSubject(item.given)
      case "stepper": try StepperSubject(item.given)
      default: try SegmentSubject(item.given)
      }
    var ours = subject.now
    let operations = (item.given["ops"].listIfAny ?? []) + (item.given["set"].listIfAny ?? []) + [item.given["then"]]
    var values: [JSON] = []
    for operation in operations where !operation.isNull {
      let value = try subject.perform(operation)
      if operation.numberIfAny == nil && !item.given["set"].isNull { continue }
      values.append(value)
    }
    if item.given["ops"].listIfAny != nil || item.given["set"].listIfAny != nil { ours["value"] = .list(values) }
    ours["valueAfterEach"] = .list(values)
    ours["after"] = values.last ?? .null
    for (name, before) in ours { ours[name + "Before"] = before }
    ours.merge(subject.now) { $1 }
    ours.merge(try subject.click(item.given)) { $1 }
    try match(ours, item.expect.object())
  }
}

/// A control that cases set values of.
private protocol Valued: AnyObject {
  /// What there is to see of it.
  var now: [String: JSON] { get }
  /// Does `name=number`, `verb number` or, for a number, sets the value; tells the value then.
  func perform(_ operation: JSON) throws -> JSON
  /// Clicks where the case says, and tells what came of it.
  func click(_ given: JSON) throws -> [String: JSON]
}

extension Valued {
  /// Takes `name=number` or `verb number` apart.
  func parts(_ operation: JSON) throws -> (name: String, value: Double) {
    if let number = operation.numberIfAny { return ("value", number) }
    let parts = try operation.text().split { "= ".contains($0) }
    guard parts.count == 2, let value = Double(parts[1]) else { throw MalformedCase(operation, "name=number, or verb and number") }
    return (String(parts[0]), value)
  }

  /// The places to click in the window, for a control with this frame; AppKit's y may grow upward.
  func clicks(_ given: JSON, _ frame: Rect) throws -> [Point] {
    if let up = given["clicksInView(y up)"].listIfAny {
      return try up.map { try Point($0) }.map { Point(x: frame.minX + $0.x, y: frame.maxY - $0.y) }
    }
    return try (given["clicksInView"].listIfAny ?? []).map { try Point($0) + frame.origin }
  }

  func frame(_ given: JSON) throws -> Rect { try given["frame"].isNull ? .zero : Rect(given["frame"]) }

  /// Clicks on each place and counts the calls; tells what `value` gives after each.
  func click(_ control: Control, _ given: JSON, before: () -> Void, value: () -> Double) throws -> (values: [Double], calls: [Int]) {
    let rig = Rig()
    rig.add(control)
    let clerk = Clerk()
    try control.addTarget(clerk, action: "a", for: .valueChanged)
    var (values, calls): ([Double], [Int]) = ([], [])
    for (number, place) in try clicks(given, control.frame).enumerated() {
      before()
      try rig.tap(place, at: Int64(number) * 5000)
      values.append(value())
      calls.append(clerk.calls.count)
    }
    return (values, calls)
  }
}

private final class SliderSubject: Valued {
  private let slider: Slider

  init(_ given: JSON) throws {
    slider = Slider(frame: .zero)
    slider.frame = try frame(given)
    for name in ["min", "max", "value"] { if let number = given[name].numberIfAny { set(name, number) } }
  }

  private func set(_ name: String, _ number: Double) {
    switch name {
    case "min": slider.minimumValue = number
    case "max": slider.maximumValue = number
    default: slider.value = number
    }
  }

  var now: [String: JSON] { ["continuous": .flag(slider.isContinuous)] }

  func perform(_ operation: JSON) throws -> JSON {
    let (name, value) = try parts(operation)
    set(name, value)
    return .number(slider.value)
  }

  func click(_ given: JSON) throws -> [String: JSON] {
    let start = slider.value
    let isReset = given.allNames.contains { $0.hasPrefix("valueResetTo") }
    let (values, calls) = try click(slider, given) {
      if isReset { slider.value = start }
    } value: {
      slider.value
    }
    if values.isEmpty { return [:] }
    let range = slider.minimumValue...slider.maximumValue
    let each = zip(calls, [0] + calls).map { $0 - $1 }
    return [
      "relation": JSON(values.map { ($0 > start ? ">" : $0 < start ? "<" : "=") + "\(JSON.number(start))" }),
      "inRange": .flag(values.allSatisfy { range.contains($0) }), "calls": JSON(each.map(Double.init)),
    ]
  }
}

private final class StepperSubject: Valued {
  private let stepper: Stepper

  init(_ given: JSON) throws {
    stepper = Stepper(frame: .zero)
    stepper.frame = try frame(given)
    stepper.wraps = given["wraps"].flagIfAny ?? stepper.wraps
    for name in ["min", "max", "increment", "value"] { if let number = given[name].numberIfAny { set(name, number) } }
  }

  private func set(_ name: String, _ number: Double) {
    switch name {
    case "min": stepper.minimumValue = number
    case "max": stepper.maximumValue = number
    case "increment": stepper.stepValue = number
    default: stepper.value = number
    }
  }

  var now: [String: JSON] { [:] }

  func perform(_ operation: JSON) throws -> JSON {
    let (name, value) = try parts(operation)
    set(name, value)
    return .number(stepper.value)
  }

  func click(_ given: JSON) throws -> [String: JSON] {
    let (values, calls) = try click(stepper, given) {
    } value: {
      stepper.value
    }
    return values.isEmpty ? [:] : ["value": JSON(values), "calls": JSON(calls.map(Double.init))]
  }
}

private final class SegmentSubject: Valued {
  private let segments: SegmentedControl

  init(_ given: JSON) throws {
    let count = given["segments"].isNull ? given["count"] : given["segments"]
    segments = SegmentedControl(frame: .zero, numberOfSegments: try count.integer())
    let mode = segments.trackingMode
    if given["mode"] == "selectAny" { segments.trackingMode = .selectAny }
    defaultMode = "\(mode)"
    for segment in given["selected"].listIfAny ?? [given["selected"]] where !segment.isNull { select(try segment.integer()) }
  }

  private let defaultMode: String

  /// Selects as a finger does.
  private func select(_ segment: Int) {
    if segments.isEnabledForSegment(at: segment) { segments.setSelected(true, forSegment: segment) }
  }

  var now: [String: JSON] {
    [
      "defaultMode": .text(defaultMode), "selectedSegment": JSON(segments.selectedSegmentIndex),
      "selected": JSON((0..<segments.numberOfSegments).map { segments.isSelected(forSegment: $0) }),
    ]
  }

  func perform(_ operation: JSON) throws -> JSON {
    let (name, value) = try parts(operation)
    switch name {
    case "count": segments.numberOfSegments = Int(value)
    case "selectedSegment": segments.selectedSegmentIndex = Int(value)
    case "disable": segments.setEnabled(false, forSegmentAt: Int(value))
    case "select": select(Int(value))
    default: throw MalformedCase(operation, "count, selectedSegment, disable or select")
    }
    return JSON(segments.selectedSegmentIndex)
  }

  func click(_ given: JSON) throws -> [String: JSON] { [:] }
}

extension JSON {
  /// The names of an object's members.
  var allNames: [String] { if case .object(let members) = self { Array(members.keys) } else { [] } }
}
