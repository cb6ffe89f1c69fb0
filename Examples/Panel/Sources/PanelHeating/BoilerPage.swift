internal import ContactorControls
internal import ContactorCore
internal import PanelDrawing

/// The page of the boiler: on and off, the temperature of its water, its program.
final class BoilerPage: Page {
  let power = Switch(frame: .zero)
  let knob = Knob(frame: .zero)
  let programs = SegmentedControl(frame: .zero, numberOfSegments: Program.allCases.count)
  let sweep = DangerButton(frame: .zero)
  private let card = Card(frame: .zero)
  private let side = Card(frame: .zero)
  private let flow = Caption(size: 34, alignment: .center)
  private let flowTitle = Caption("Flow temperature", size: 16, tone: .dim, alignment: .center)
  private let powerTitle = Caption("Boiler", size: 20)
  private let powerState = Caption(size: 13, tone: .dim)
  private let programTitle = Caption("Program", size: 16, tone: .dim)
  private let note = Caption("Sweeping runs the burner at full power.", size: 13, tone: .dim)

  /// Creates the page; the closures get what is set, and `sweep` a tap on the button of the chimney sweep.
  init(
    _ heating: Heating, power isOn: @escaping (Bool) -> Void, flow set: @escaping (Temperature) -> Void,
    program: @escaping (Program) -> Void, sweep ask: @escaping () -> Void
  ) {
    super.init(frame: .zero)
    for view in [card, side, flowTitle, flow, knob, powerTitle, powerState, power, programTitle, programs, note, sweep] as [View] {
      addSubview(view)
    }
    (knob.minimumValue, knob.maximumValue) = (Heating.flowRange.lowerBound.degrees, Heating.flowRange.upperBound.degrees)
    knob.value = heating.flow.degrees
    knob.identifier = "flow"
    (power.identifier, programs.identifier) = ("power", "program")
    for program in Program.allCases { programs.setTitle(program.title, forSegmentAt: program.rawValue) }
    programs.selectedSegmentIndex = heating.program.rawValue
    power.isOn = heating.isBoilerOn
    sweep.title = "Chimney sweep"
    sweep.identifier = "sweep"
    show(isOn: heating.isBoilerOn)
    show(heating.flow)
    power.on(.valueChanged) { [unowned self] power in
      show(isOn: power.isOn)
      isOn(power.isOn)
    }
    knob.on(.valueChanged) { [unowned self] knob in
      let temperature = Temperature(halfDegreesNear: knob.value)
      show(temperature)
      set(temperature)
    }
    programs.on(.valueChanged) { programs in Program(rawValue: programs.selectedSegmentIndex).map(program) }
    sweep.on(.touchUpInside) { _ in ask() }
  }

  /// Disables the settings that a boiler ignores while it is off.
  func show(isOn: Bool) {
    power.isOn = isOn
    powerState.text = isOn ? "heating" : "off, protected from frost"
    for control in [knob, programs, sweep] as [Control] { control.isEnabled = isOn }
    flow.tone = isOn ? .plain : .dim
  }

  private func show(_ temperature: Temperature) { flow.text = temperature.description }

  override func layoutSubviews() {
    var space = bounds.inner(16)
    let isWide = space.width > space.height
    let left = isWide ? space.takeLeft(((space.width - 16) / 2).rounded(.down), gap: 16) : space.takeTop(space.height / 2, gap: 16)
    layOutKnob(in: left)
    side.frame = space
    var rest = space.inner(16)
    var top = rest.takeTop(56, gap: 20)
    power.frame = top.takeRight(72, gap: 8)
    powerTitle.frame = top.takeTop(30)
    powerState.frame = top.takeTop(22)
    programTitle.frame = rest.takeTop(22, gap: 6)
    programs.frame = rest.takeTop(52)
    sweep.frame = rest.takeBottom(52, gap: 8)
    note.frame = rest.takeBottom(22)
  }

  private func layOutKnob(in frame: Rect) {
    card.frame = frame
    var space = frame.inner(16)
    flowTitle.frame = space.takeTop(24)
    flow.frame = space.takeBottom(44)
    knob.frame = space.centered(width: min(space.width, space.height), height: min(space.width, space.height)).inner(4)
  }
}

/// The page of the boiler's log: ten thousand rows; those on the screen have cells.
final class LogPage: Page, TableViewDataSource {
  let table = TableView(frame: .zero)
  private let title = Caption("Boiler log", size: 20)
  private let count = Caption("\(Heating.logLength) lines", size: 13, tone: .dim, alignment: .right)
  private static let cellIdentifier = "line"

  /// Creates the page.
  init() {
    super.init(frame: .zero)
    table.identifier = "log"
    table.rowHeight = 56
    table.register(TableViewCell.self, forReuse: Self.cellIdentifier)
    table.dataSource = self
    for view in [table, title, count] as [View] { addSubview(view) }
    table.reloadData()
  }

  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { Heating.logLength }

  func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell? {
    let cell = tableView.dequeueReusableCell(withIdentifier: Self.cellIdentifier)
    let entry = Heating.logEntry(indexPath.row)
    cell.text = entry.text
    cell.detail = entry.detail
    return cell
  }

  override func layoutSubviews() {
    var space = bounds
    var top = space.takeTop(56).inner(16)
    count.frame = top.takeRight(min(140, top.width / 2), gap: 8)
    title.frame = top
    table.frame = space
  }
}
