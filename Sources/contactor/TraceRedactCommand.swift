import ArgumentParser
import ContactorCore
import ContactorKiosk
import ContactorLayout
import ContactorTrace

/// `contactor trace redact`.
struct TraceRedactCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "redact",
    abstract: "Takes the positions out of touches in given areas, such as PIN pads.",
    discussion: """
      A contact that comes into an area is said to stay in the middle of it until it is lifted; when and how long it \
      touched remains. Of a panel without slots, all contacts are hidden from then on until nothing touches. Areas are \
      views of a layout, or rectangles in points. Look at the result before you give it away.
      """)

  @Argument(help: "The recording; - for standard input.", completion: .recording)
  var trace: String

  @Option(help: ArgumentHelp("The layout that was touched.", valueName: "file"), completion: .layout)
  var layout: String?

  @Option(name: .customLong("view"), help: ArgumentHelp("A view of the layout; may be given several times.", valueName: "id"))
  var views: [String] = []

  @Option(
    name: .customLong("rect"),
    help: ArgumentHelp("A rectangle in points: x,y,width,height, both lengths above 0; may be given several times.", valueName: "rect"))
  var rectangles: [String] = []

  @OptionGroup var target: TraceOutput

  func validate() throws {
    guard !views.isEmpty || !rectangles.isEmpty else { throw ValidationError("give --view or --rect") }
    guard views.isEmpty || layout != nil else { throw ValidationError("--view needs --layout") }
    for text in rectangles where Self.rectangle(text) == nil {
      throw ValidationError("'\(text)' is no rectangle; expected x,y,width,height")
    }
  }

  func run() throws {
    var areas = rectangles.compactMap(Self.rectangle)
    let parsed = try layout.map(loadLayout)
    for id in views {
      guard let frame = parsed?.frame(ofView: id) else { throw Failure(["the layout has no view '\(id)'"], .failed) }
      areas.append(frame)
    }
    try pour(trace, into: target) { TraceRedaction($0, areas: areas, size: parsed?.screen.size) }
  }

  private static func rectangle(_ text: String) -> Rect? {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).compactMap { Double($0) }
    guard numbers.count == 4, numbers.allSatisfy(\.isFinite), numbers[2] > 0, numbers[3] > 0 else { return nil }
    return Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }
}
