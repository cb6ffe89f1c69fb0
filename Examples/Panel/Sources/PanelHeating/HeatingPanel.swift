internal import ContactorControls
public import ContactorCore
internal import PanelDrawing

/// The panel of a heating system: a rail of four buttons that lead to four pages, and a sheet to rename a room.
public final class HeatingPanel: View {
  /// The pages, from the top of the rail.
  public enum Place: Int, CaseIterable, Sendable {
    /// The rooms and their temperatures.
    case rooms
    /// The boiler.
    case boiler
    /// The boiler's log.
    case log
    /// What the installer sets.
    case installer

    var title: String {
      switch self {
      case .rooms: "Rooms"
      case .boiler: "Boiler"
      case .log: "Log"
      case .installer: "Installer"
      }
    }
  }

  /// The values that the panel shows and sets.
  public private(set) var heating = Heating()
  /// The page that is shown.
  public private(set) var place = Place.rooms
  private(set) var rooms: RoomsPage
  private(set) var boiler: BoilerPage
  private(set) var log = LogPage()
  private(set) var installer: InstallerPage
  let sheet = RenameSheet()
  private(set) var tabs: [PageButton] = []
  private let title = Label("Heating", size: 20)

  private static let railWidth = 132.0

  /// Creates the panel with the page of the rooms.
  override public init(frame: Rect) {
    let heating = Heating()
    weak var panel: HeatingPanel?
    rooms = RoomsPage(heating.rooms, set: { panel?.heating.rooms[$0].wanted = $1 }, rename: { panel?.rename($0) })
    boiler = BoilerPage(
      heating, power: { panel?.heating.isBoilerOn = $0 }, flow: { panel?.heating.flow = $0 }, program: { panel?.heating.program = $0 },
      sweep: { panel?.askToSweep() })
    installer = InstallerPage(
      heating, curve: { panel?.heating.curve = $0 }, protection: { panel?.heating.protectsWater = $0 }, reset: { panel?.askToReset() })
    super.init(frame: frame)
    panel = self
    for page in pages { addSubview(page) }
    addSubview(title)
    for place in Place.allCases { addTab(place) }
    addSubview(sheet)
    show(.rooms)
  }

  private var pages: [Page] { [rooms, boiler, log, installer] }

  private func addTab(_ place: Place) {
    let tab = PageButton(frame: .zero)
    tab.title = place.title
    tab.identifier = "tab.\(place)"
    tab.on(.touchUpInside) { [unowned self] _ in show(place) }
    tabs.append(tab)
    addSubview(tab)
  }

  /// Shows a page; the installer's is locked whenever it is left.
  public func show(_ place: Place) {
    self.place = place
    sheet.end(taking: false)
    for (index, page) in pages.enumerated() { page.isHidden = index != place.rawValue }
    for (index, tab) in tabs.enumerated() { tab.isSelected = index == place.rawValue }
    if place == .installer { installer.lockAgain() } else { installer.code.resignFirstResponder() }
  }

  // MARK: Questions

  private func rename(_ room: Int) {
    sheet.begin(heating.rooms[room].name) { [unowned self] name in
      heating.rename(room, to: name)
      rooms.cards[room].show(heating.rooms[room])
    }
  }

  private func askToSweep() {
    ask("Start the chimney sweep?", "The burner runs at full power for 20 minutes.", "Start", .standard) {}
  }

  private func askToReset() {
    ask("Reset everything?", "All temperatures and names are lost.", "Reset", .destructive) { [unowned self] in
      heating = Heating()
      for (card, room) in zip(rooms.cards, heating.rooms) {
        card.slider.value = room.wanted.degrees
        card.stepper.value = room.wanted.degrees
        card.show(room)
      }
      boiler.show(isOn: heating.isBoilerOn)
      boiler.knob.value = heating.flow.degrees
      boiler.knob.sendActions(for: .valueChanged)
      boiler.programs.selectedSegmentIndex = heating.program.rawValue
      installer.show(heating)
    }
  }

  private func ask(_ title: String, _ message: String, _ verb: String, _ style: Alert.Style, _ body: @escaping () -> Void) {
    guard let window else { return }
    let alert = Alert(title: title, message: message)
    alert.addButton("Cancel", style: .cancel)
    alert.addButton(verb, style: style)
    alert.begin(on: window) { answer in
      if case .button = answer { body() }
    }
  }

  // MARK: Layout

  override public func layoutSubviews() {
    var space = bounds
    let isWide = bounds.width >= bounds.height
    var rail = isWide ? space.takeLeft(Self.railWidth) : space.takeBottom(64)
    for page in pages { page.frame = space }
    sheet.frame = space
    rail = rail.inner(8)
    title.frame = isWide ? rail.takeTop(64).insetBy(dx: 18, dy: 0) : .zero
    let cells = isWide ? [] : rail.cells(columns: tabs.count, rows: 1, gap: 4)
    for (index, tab) in tabs.enumerated() { tab.frame = isWide ? rail.takeTop(56, gap: 8) : cells[index] }
  }
}
