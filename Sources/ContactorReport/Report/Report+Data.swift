import ContactorCore
import ContactorLayout
import ContactorTrace

/// The report's data as JSON, for the page's script. Times are microseconds from the report's start.
extension Report {
  func writeData(to text: inout TextOutput<some ByteSink>) throws(TraceError) {
    let start = self.start
    text.add("{\"v\":1,\"name\":")
    text.add(json: name)
    text.add(",\"t0\":")
    text.add(start)
    text.add(",\"end\":")
    text.add(max(end - start, 1))
    text.add(",\"off\":")
    text.add(collector.tolerance * 2)
    writeFacts(to: &text)
    writeStage(to: &text)
    writeDevices(to: &text)
    text.add(",\n\"bits\":[")
    for (index, (event, name)) in Control.Events.named.enumerated() {
      if index > 0 { text.add(",") }
      text.add("[\(event.rawValue),")
      text.add(json: name)
      text.add("]")
    }
    text.add("],\n\"touches\":[")
    for (index, touch) in collector.touches.enumerated() {
      if index > 0 { text.add(",\n") }
      write(touch, from: start, to: &text)
      try text.drain()
    }
    text.add("],\n\"events\":[")
    // Those that follow each other within an event of the engine stay in its order.
    for (index, event) in collector.events.enumerated() {
      if index > 0 { text.add(",\n") }
      write(event, from: start, to: &text)
      try text.drain()
    }
    text.add("],\n\"pictures\":[")
    for (index, picture) in collector.pictures.enumerated() {
      if index > 0 { text.add(",\n") }
      write(picture, from: start, to: &text)
      try text.drain()
    }
    text.add("],\n\"names\":")
    write(collector.names.list, to: &text)
    text.add("}")
    try text.drain()
  }

  /// Time, view, place, what can be seen of it; then kind, text, state and place of each part.
  private func write(_ picture: ReportPicture, from start: Int64, to text: inout TextOutput<some ByteSink>) {
    text.add("[")
    text.add(max(picture.time - start, 0))
    text.add(",")
    text.add(picture.view)
    for frame in [picture.frame, picture.clip] {
      text.add(",")
      write(frame, to: &text)
    }
    for part in picture.parts {
      text.add(",[")
      text.add(part.kind)
      text.add(",")
      text.add(part.text)
      text.add(",")
      text.add(Int(part.state))
      text.add(",")
      write(part.frame, to: &text)
      text.add("]")
    }
    text.add("]")
  }

  private func write(_ list: [String], to text: inout TextOutput<some ByteSink>) {
    text.add("[")
    for (index, name) in list.enumerated() {
      if index > 0 { text.add(",") }
      text.add(json: name)
    }
    text.add("]")
  }

  private func writeFacts(to text: inout TextOutput<some ByteSink>) {
    text.add(",\"facts\":[")
    for (index, (key, value)) in facts.enumerated() {
      if index > 0 { text.add(",") }
      write([key, value], to: &text)
    }
    text.add("],\"remarks\":")
    let left = damageCount - 20
    let more = left > 0 ? ["and \(left) further \(left == 1 ? "place" : "places") of damage, not named here"] : []
    write(remarks + damage.prefix(20).map(\.description) + more, to: &text)
  }

  private func writeStage(to text: inout TextOutput<some ByteSink>) {
    let stage = self.stage
    text.add(",\n\"bounds\":")
    write(stage.bounds, to: &text)
    text.add(",\"windows\":[")
    for (index, window) in stage.windows.enumerated() {
      text.add(index > 0 ? ",{\"id\":" : "{\"id\":")
      text.add(json: window.id)
      text.add(",\"r\":")
      write(window.frame, to: &text)
      if window.isMeasured, let size = window.millimetres {
        text.add(",\"mm\":[")
        text.add(size.width)
        text.add(",")
        text.add(size.height)
        text.add("]")
      }
      text.add(window.isMeasured ? "}" : ",\"free\":1}")
    }
    text.add("],\"views\":[")
    for (index, view) in stage.views.enumerated() {
      text.add(index > 0 ? ",{\"id\":" : "{\"id\":")
      text.add(json: view.view.id)
      text.add(",\"kind\":")
      text.add(json: view.view.kind.rawValue)
      text.add(",\"r\":")
      write(view.frame, to: &text)
      if view.window > 0 {
        text.add(",\"w\":")
        text.add(view.window)
      }
      if view.isSecure { text.add(",\"secret\":1") }
      if !view.view.isEnabled { text.add(",\"off\":1") }
      if view.isHidden { text.add(",\"hidden\":1") }
      if view.depth > 0 {
        text.add(",\"depth\":")
        text.add(view.depth)
      }
      text.add("}")
    }
    text.add("]")
  }

  private func write(_ rect: Rect, to text: inout TextOutput<some ByteSink>) {
    text.add("[")
    for (index, number) in [rect.minX, rect.minY, rect.size.width, rect.size.height].enumerated() {
      if index > 0 { text.add(",") }
      text.add(number)
    }
    text.add("]")
  }

  private func writeDevices(to text: inout TextOutput<some ByteSink>) {
    text.add(",\n\"devices\":[")
    for (index, device) in collector.devices.enumerated() {
      text.add(index > 0 ? ",{\"name\":" : "{\"name\":")
      text.add(json: device.name)
      text.add(",\"node\":")
      text.add(json: device.device.shortName)
      if let turn = device.quarterTurn {
        text.add(",\"turn\":")
        text.add(Int64(turn))
      }
      text.add("}")
    }
    text.add("]")
  }

  // MARK: Touches

  private func write(_ touch: ReportTouch, from start: Int64, to text: inout TextOutput<some ByteSink>) {
    text.add("{\"n\":")
    text.add(touch.number)
    for (key, value) in [(",\"w\":", touch.window), (",\"d\":", touch.device), (",\"v\":", touch.view)] {
      text.add(key)
      text.add(value)
    }
    text.add(",\"t\":")
    text.add(touch.start - start)
    text.add(",\"e\":")
    text.add(touch.last - start)
    text.add(",\"p\":\"\(touch.end.rawValue)\"")
    if touch.tool != .finger { text.add(",\"k\":\"\(touch.tool == .palm ? "palm" : "pen")\"") }
    if touch.isSecure { text.add(",\"h\":1") }
    if let withheld = touch.withheld {
      text.add(",\"q\":[")
      text.add(withheld.since - start)
      text.add(",")
      text.add(withheld.reason)
      text.add("]")
    }
    // Time after the sample before, x, y.
    text.add(",\"s\":[")
    var before = touch.start
    for (index, sample) in touch.path.samples.enumerated() {
      if index > 0 { text.add(",") }
      text.add(sample.time - before)
      text.add(",")
      text.add(sample.place.x)
      text.add(",")
      text.add(sample.place.y)
      before = sample.time
    }
    text.add("]")
    for (index, key) in ["f", "a", "b", "o"].enumerated() { writeMeasures(index, key, touch.path.samples, to: &text) }
    text.add("}")
  }

  /// Adds what the panel said besides places, where it said it at all; −1 where it did not.
  private func writeMeasures(
    _ index: Int, _ key: String, _ samples: [ReportSample], to text: inout TextOutput<some ByteSink>
  ) {
    guard samples.contains(where: { !$0.measures[index].isNaN }) else { return }
    text.add(",\"\(key)\":[")
    for (place, sample) in samples.enumerated() {
      if place > 0 { text.add(",") }
      let value = sample.measures[index]
      if value.isNaN { text.add("null") } else { text.add(Double(value)) }
    }
    text.add("]")
  }

  // MARK: Events

  /// Time, kind, time of the last of a run, how many; then what the kind needs.
  private func write(_ event: ReportEvent, from start: Int64, to text: inout TextOutput<some ByteSink>) {
    let kind: Int
    let numbers: [Int]
    var touches: [Int]?
    switch event.what {
    case .control(let name, let events, let touch): (kind, numbers) = (0, [name, Int(events), touch])
    case .action(let sender, let event, let action, let target, let isHandled):
      (kind, numbers) = (1, [sender, event, action, target, isHandled ? 1 : 0])
    case .gesture(let name, let state, let ids, let values):
      (kind, numbers) = (2, [name, state.rawValue, values])
      touches = ids
    case .device(let index, let isAdded): (kind, numbers) = (3, [index, isAdded ? 1 : 0])
    case .anomaly(let name, let device): (kind, numbers) = (4, [name, device])
    case .damage(let name): (kind, numbers) = (5, [name])
    case .unhandled(let sender, let action, let asked): (kind, numbers) = (6, [sender, action, asked])
    case .violation(let name, let touch): (kind, numbers) = (7, [name, touch])
    case .note(let name): (kind, numbers) = (8, [name])
    case .visibility(let name, let isShown): (kind, numbers) = (9, [name, isShown ? 1 : 0])
    }
    text.add("[")
    text.add(max(event.time - start, 0))
    text.add(",\(kind),")
    text.add(max(event.until - start, 0))
    text.add(",")
    text.add(event.count)
    for number in numbers {
      text.add(",")
      text.add(number)
    }
    for (index, id) in (touches ?? []).enumerated() {
      text.add(index == 0 ? ",[" : ",")
      text.add(id)
    }
    if let value = event.value {
      text.add(",")
      text.add(json: value)
    }
    text.add(touches == nil ? "]" : touches == [] ? ",[]]" : "]]")
  }
}
