import ContactorCore
import ContactorEvdev
import ContactorLayout

/// A gesture that a monitor shows: what was recognized on a panel, and its numbers in the panel's unit.
struct MonitorGesture {
  let time: Timestamp
  let name: String
  let state: String
  let panel: TouchDevice
  /// The contacts by the numbers that the monitor gives them.
  let touches: [Int]
  let values: [(name: PlaceholderTemplate.Placeholder, value: PlaceholderValues.Value)]

  /// The gesture for a person, on one line: `pan ended  dx 12.5  dy 3  vx 80  vy 4  mm`.
  var text: String {
    let numbers = values.map { name, value in
      switch value {
      case .number(let number): "\(name.rawValue) \(DecimalText.of((number * 100).rounded() / 100))"
      case .text(let text): text
      }
    }
    let hasUnit = values.contains { [.x, .dx].contains($0.name) }
    return (["\(name) \(state)"] + numbers + (hasUnit ? [PanelUnit(panel).name] : [])).joined(separator: "  ")
  }
}
