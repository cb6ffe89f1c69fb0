internal import ContactorControls
internal import ContactorCore
internal import PanelDrawing

/// A room: its name, what is measured, and what is wanted, by a slider and by steps.
final class RoomCard: View {
  let name = Button(frame: .zero)
  let wanted = Label(size: 34, alignment: .left)
  let measured = Label(size: 13, tone: .dim)
  let slider = Slider(frame: .zero)
  let stepper = Stepper(frame: .zero)
  private let card = Card(frame: .zero)
  private let body: (Temperature) -> Void

  /// Creates the card of a room; the closure gets each temperature that is set.
  init(_ room: Room, _ identifier: String, set body: @escaping (Temperature) -> Void) {
    self.body = body
    super.init(frame: .zero)
    let (low, high) = (Heating.roomRange.lowerBound.degrees, Heating.roomRange.upperBound.degrees)
    slider.identifier = "\(identifier).slider"
    (slider.minimumValue, slider.maximumValue, slider.value) = (low, high, room.wanted.degrees)
    stepper.identifier = "\(identifier).stepper"
    (stepper.minimumValue, stepper.maximumValue, stepper.stepValue, stepper.value) = (low, high, 0.5, room.wanted.degrees)
    name.identifier = "\(identifier).name"
    addSubview(card)
    for view in [name, wanted, measured, slider, stepper] as [View] { addSubview(view) }
    slider.on(.valueChanged) { [unowned self] slider in set(slider.value) }
    stepper.on(.valueChanged) { [unowned self] stepper in set(stepper.value) }
    show(room)
  }

  func show(_ room: Room) {
    name.title = room.name
    measured.text = "now \(room.measured)"
    show(room.wanted)
  }

  private func set(_ degrees: Double) {
    let temperature = Temperature(halfDegreesNear: degrees)
    // The other control follows; the one under the finger stays there.
    if slider.isTracking { stepper.value = temperature.degrees } else { slider.value = temperature.degrees }
    show(temperature)
    body(temperature)
  }

  private func show(_ temperature: Temperature) { wanted.text = temperature.description }

  override func layoutSubviews() {
    card.frame = bounds
    var space = bounds.inner(16)
    name.frame = space.takeTop(40, gap: 8)
    slider.frame = space.takeBottom(44, gap: 4)
    stepper.frame = space.takeRight(min(132, space.width / 2), gap: 8).centered(width: 132, height: 48)
    let top = ((space.height - 62) / 2).rounded()
    space = Rect(x: space.minX, y: space.minY + max(0, top), width: space.width, height: max(0, space.height - top))
    wanted.frame = space.takeTop(42)
    measured.frame = space.takeTop(20)
  }
}

/// The page of the rooms: a card each.
final class RoomsPage: Page {
  private(set) var cards: [RoomCard] = []

  /// Creates the page; `set` gets each temperature, `rename` the number of a room whose name was tapped.
  init(_ rooms: [Room], set: @escaping (Int, Temperature) -> Void, rename: @escaping (Int) -> Void) {
    super.init(frame: .zero)
    for (index, room) in rooms.enumerated() {
      let card = RoomCard(room, "room\(index)") { temperature in set(index, temperature) }
      card.name.on(.touchUpInside) { _ in rename(index) }
      cards.append(card)
      addSubview(card)
    }
  }

  override func layoutSubviews() {
    // One below the other on a screen that is higher than wide.
    let columns = bounds.width >= 520 ? 2 : 1
    let rows = (cards.count + columns - 1) / columns
    for (card, frame) in zip(cards, bounds.inner(16).cells(columns: columns, rows: rows, gap: 16)) { card.frame = frame }
  }
}
