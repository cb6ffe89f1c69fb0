internal import ContactorControls
internal import ContactorCore
internal import PanelDrawing

/// The page of the boiler's log: ten thousand rows, of which those on the screen have cells.
final class LogPage: Page, TableViewDataSource {
  let table = TableView(frame: .zero)
  private let title = Label("Boiler log", size: 20)
  private let count = Label("\(Heating.logLength) lines", size: 13, tone: .dim, alignment: .right)
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
