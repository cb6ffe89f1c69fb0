import ArgumentParser
import ContactorCore
import ContactorKiosk
import ContactorLayout
import ContactorTrace

/// `contactor trace fault`.
struct TraceFaultCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fault",
    abstract: "Puts faults into a recording, to see what a layout makes of them.",
    discussion: """
      dropped  the kernel loses frames (SYN_DROPPED)     jitter  positions tremble by a hundredth of the axis
      loss     the device goes in mid-touch              ghosts  contacts that nobody made
      palm     a contact turns out to be a palm          slots   slots are numbered otherwise
      ids      tracking ids come to their end and begin again
      The same seed gives the same faults. The recording must be one of raw events of a panel with slots. A fault for \
      which nothing was found in the recording is named; where that is all of them, it is an error and nothing is written.
      """)

  @Argument(help: "The recording; - for standard input.", completion: .recording)
  var trace: String

  @Option(
    name: .customLong("with"), parsing: .upToNextOption,
    help: ArgumentHelp("The faults; all but loss where none is named.", valueName: "fault"),
    completion: .list(Fault.allCases.map(\.rawValue)))
  var faults: [String] = []

  @Option(
    help: ArgumentHelp(
      "Decides where the faults are: a whole number from 0 to 18446744073709551615.", valueName: "number"))
  var seed: UInt64 = 1

  @OptionGroup var target: TraceOutput

  func validate() throws {
    for fault in faults where Fault(rawValue: fault) == nil {
      throw ValidationError("'\(fault)' is no fault; there are " + Fault.allCases.map(\.rawValue).joined(separator: ", "))
    }
  }

  func run() throws {
    let chosen = faults.isEmpty ? Fault.allCases.filter { $0 != .loss } : faults.compactMap(Fault.init)
    let tally = TraceTally()
    try pour(trace, into: target) {
      FaultInjector($0, faults: Set(chosen), seed: seed, tally: tally)
    } check: { () throws(TraceError) in
      let missing = chosen.filter { tally.faults[$0] == nil }
      if missing.count == chosen.count {
        throw TraceError(.unsupported, file: trace, message: "no fault was put in: \(reason(tally))")
      }
      if !missing.isEmpty {
        Console.note("nothing to change was found for \(missing.map(\.rawValue).joined(separator: ", ")): \(reason(tally))")
      }
    }
  }

  /// The reason why no fault could be put in.
  private func reason(_ tally: TraceTally) -> String {
    if tally.eventFrames == 0, tally.touchFrames > 0 {
      return "the recording holds what the engine was given and no raw events; record with --source evdev"
    }
    if tally.eventFrames == 0 { return "the recording holds no raw events" }
    if !tally.hasSlots { return "its panel has no slots" }
    return "the recording is too short, or another --seed puts them elsewhere"
  }
}

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
