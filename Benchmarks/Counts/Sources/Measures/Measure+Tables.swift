import ContactorControls
import ContactorCore

extension Measure {
  /// Frames in which a finger scrolls a table of 1,000,000 rows of varying height with 20 on the screen, and jumps to its middle.
  static var tables: [Measure] {
    [
      Measure("table-scroll", operations: 5_000) {
        let scene = TableScene(height: { Double(20 + $0 & 7) })
        return { count in
          for _ in 0..<count { scene.step() }
        }
      },
      Measure("table-jump", operations: 5_000) {
        let scene = TableScene(height: { Double(20 + $0 & 7) })
        return { count in
          for index in 0..<count { scene.jump(index) }
        }
      },
    ]
  }
}

/// A table of 1,000,000 rows, and a finger that drags it to and fro.
final class TableScene: TableViewDataSource, TableViewDelegate {
  /// The number of rows.
  static let rows = 1_000_000

  private let application = Application()
  private let window = Window(frame: Rect(x: 0, y: 0, width: 320, height: 480))
  let table = TableView(frame: Rect(x: 0, y: 0, width: 320, height: 480))
  private let texts = (0..<64).map { "Row number \($0) of the table" }
  private var frame: TouchFrame
  private var time: Int64 = 8_000
  private var place = 240.0
  private var way = -16.0
  private let height: ((Int) -> Double)?

  /// Creates a table whose rows have heights of their own, or all the same.
  init(height: ((Int) -> Double)?) {
    self.height = height
    frame = Self.frame(.began, 240)
    application.addWindow(window)
    window.addSubview(table)
    table.register(TableViewCell.self, forReuse: "row")
    table.rowHeight = 24
    table.delegate = self
    table.dataSource = self
    table.scrollToRow(at: IndexPath(row: Self.rows / 2), at: .top, animated: false)
    application.advance(to: Timestamp(microseconds: 1_000))
    application.handle(frame)
    frame = Self.frame(.moved, 240)
    // The rows that the finger goes over are shown once, and have their heights and cells.
    for _ in 0..<200 { step() }
  }

  /// Moves the finger by 16 points, so that a row comes and one goes in two frames of three.
  func step() {
    time += 16_000
    if place + way < 40 || place + way > 440 { way = -way }
    place += way
    frame.contacts[0].location.y = place
    frame.timestamp = Timestamp(microseconds: time)
    application.handle(frame)
  }

  /// Goes to the middle of the table, and from there to its beginning, in turn.
  func jump(_ index: Int) {
    table.scrollToRow(at: IndexPath(row: index.isMultiple(of: 2) ? 0 : Self.rows / 2), at: .top, animated: false)
  }

  /// Shows every row once, so that the table knows all heights.
  func showAll() {
    var row = 0
    while row < Self.rows {
      table.scrollToRow(at: IndexPath(row: row), at: .top, animated: false)
      row += 15
    }
  }

  private static func frame(_ phase: TouchPhase, _ y: Double) -> TouchFrame {
    TouchFrame(
      device: DeviceID(rawValue: 1), timestamp: Timestamp(microseconds: 1_000),
      contacts: [Contact(trackingID: 1, slot: 0, phase: phase, location: Point(x: 160, y: y))])
  }

  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { Self.rows }

  func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell? {
    let cell = tableView.dequeueReusableCell(withIdentifier: "row")
    cell.text = texts[indexPath.row & 63]
    return cell
  }

  func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Double? {
    height?(indexPath.row)
  }
}
