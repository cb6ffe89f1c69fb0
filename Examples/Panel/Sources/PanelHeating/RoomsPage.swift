internal import ContactorControls
internal import ContactorCore
internal import PanelDrawing

/// A room: its name, what is measured, and what is wanted, by a slider and by steps.
final class RoomCard: View {
  let name = Button(frame: .zero)
  let wanted = Caption(size: 34, alignment: .left)
  let measured = Caption(size: 13, tone: .dim)
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
    slider.hitOutset = .points(14)
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
    // As far from the edges as the knob stands out, and touched there, too.
    slider.frame = space.takeBottom(44, gap: 4).insetBy(dx: min(14, space.width / 2), dy: 0)
    stepper.frame = space.takeRight(min(132, max(96, space.width - 146)), gap: 8).centered(width: 132, height: 48)
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
    let columns = bounds.width > bounds.height ? 2 : 1
    let rows = (cards.count + columns - 1) / columns
    for (card, frame) in zip(cards, bounds.inner(16).cells(columns: columns, rows: rows, gap: 16)) { card.frame = frame }
  }
}

/// A sheet over the page with a field and a keyboard.
final class RenameSheet: Page {
  let field = TextField(frame: .zero)
  let keyboard = Keyboard(frame: .zero)
  let cancel = Button(frame: .zero)
  let done = Button(frame: .zero)
  private let title = Caption("Name of the room", size: 20)
  private var answer: ((String) -> Void)?

  /// The longest name that its button has room for.
  private static let maximumLength = 24

  /// Creates the sheet, which is not shown.
  init() {
    super.init(frame: .zero)
    isHidden = true
    for view in [title, field, cancel, done, keyboard] as [View] { addSubview(view) }
    (field.identifier, cancel.identifier, done.identifier, keyboard.identifier) = ("name", "cancel", "done", "keyboard")
    (cancel.title, done.title) = ("Cancel", "Done")
    keyboard.layouts = [.english, .german]
    done.isSelected = true
    field.placeholder = "Name"
    field.maximumLength = Self.maximumLength
    field.autocapitalization = .words
    field.on(.primaryActionTriggered) { [unowned self] _ in end(taking: true) }
    done.on(.touchUpInside) { [unowned self] _ in end(taking: true) }
    cancel.on(.touchUpInside) { [unowned self] _ in end(taking: false) }
  }

  /// Shows the sheet with a name; the closure gets the new one, unless it is cancelled.
  func begin(_ name: String, _ answer: @escaping (String) -> Void) {
    self.answer = answer
    isHidden = false
    field.text = name
    _ = field.becomeFirstResponder()
  }

  /// Hides the sheet; the name is taken or forgotten.
  func end(taking: Bool) {
    guard !isHidden else { return }
    let answer = self.answer
    self.answer = nil
    field.resignFirstResponder()
    isHidden = true
    if taking { answer?(field.text) }
  }

  override func layoutSubviews() {
    var space = bounds
    keyboard.frame = space.takeBottom(min(300, bounds.height * 0.62).rounded()).insetBy(dx: min(6, bounds.width / 2), dy: 4)
    var top = space.inner(16)
    var heading = top.takeTop(48, gap: 16)
    done.frame = heading.takeRight(110, gap: 12)
    cancel.frame = heading.takeRight(110, gap: 12)
    title.frame = heading
    // The field is drawn wider than its text by a margin on each side.
    field.frame = top.takeTop(52).insetBy(dx: min(12, top.width / 2), dy: 0)
  }
}
