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
    /// The installer's settings.
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
  private let title = Caption("Heating", size: 20)

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

// MARK: - Layout

// Frames of whole points, so that every edge falls on a pixel.

extension Rect {
  /// The rectangle without a margin on each side; of size 0 if the margins leave nothing.
  func inner(_ margin: Double) -> Rect {
    Rect(x: minX + margin, y: minY + margin, width: max(0, width - 2 * margin), height: max(0, height - 2 * margin))
  }

  /// The cells of a grid with gaps between them, row by row.
  func cells(columns: Int, rows: Int, gap: Double) -> [Rect] {
    guard columns > 0, rows > 0 else { return [] }
    let width = max(0, ((self.width - gap * Double(columns - 1)) / Double(columns)).rounded(.down))
    let height = max(0, ((self.height - gap * Double(rows - 1)) / Double(rows)).rounded(.down))
    return (0..<columns * rows).map { index in
      let (row, column) = (index / columns, index % columns)
      return Rect(x: minX + Double(column) * (width + gap), y: minY + Double(row) * (height + gap), width: width, height: height)
    }
  }

  /// A strip at the top, and takes it, with a gap below, off this rectangle.
  mutating func takeTop(_ wanted: Double, gap: Double = 0) -> Rect {
    let height = min(wanted, self.height)
    let strip = Rect(x: minX, y: minY, width: width, height: height)
    let rest = min(height + gap, self.height)
    self = Rect(x: minX, y: minY + rest, width: width, height: self.height - rest)
    return strip
  }

  /// A strip at the bottom, and takes it, with a gap above, off this rectangle.
  mutating func takeBottom(_ wanted: Double, gap: Double = 0) -> Rect {
    let height = min(wanted, self.height)
    let strip = Rect(x: minX, y: maxY - height, width: width, height: height)
    self = Rect(x: minX, y: minY, width: width, height: max(0, self.height - height - gap))
    return strip
  }

  /// A strip at the left, and takes it, with a gap beside it, off this rectangle.
  mutating func takeLeft(_ wanted: Double, gap: Double = 0) -> Rect {
    let width = min(wanted, self.width)
    let strip = Rect(x: minX, y: minY, width: width, height: height)
    let rest = min(width + gap, self.width)
    self = Rect(x: minX + rest, y: minY, width: self.width - rest, height: height)
    return strip
  }

  /// A strip at the right, and takes it, with a gap beside it, off this rectangle.
  mutating func takeRight(_ wanted: Double, gap: Double = 0) -> Rect {
    let width = min(wanted, self.width)
    let strip = Rect(x: maxX - width, y: minY, width: width, height: height)
    self = Rect(x: minX, y: minY, width: max(0, self.width - width - gap), height: height)
    return strip
  }

  /// A rectangle of at most a size in the middle of this one.
  func centered(width wanted: Double, height tall: Double) -> Rect {
    let (width, height) = (min(wanted, self.width), min(tall, self.height))
    return Rect(
      x: (minX + (self.width - width) / 2).rounded(), y: (minY + (self.height - height) / 2).rounded(), width: width, height: height)
  }
}
