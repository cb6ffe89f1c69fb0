internal import ContactorCore
internal import Glibc
internal import PanelDrawing
internal import PanelScreens

/// Runs the panel in a window until it is closed; returns what was counted.
func runWindow(_ screen: WindowScreen, _ options: Options) throws -> Statistics {
  let session = try Session(screen, options)
  session.clock = { screen.now }
  while true {
    let next = session.turn(at: screen.now)
    if let problem = session.failure { throw problem }
    switch screen.wait(until: next) {
    case .frame(let frame): session.handle(frame)
    case .exposed: session.showAll()
    case .quit: return session.statistics
    case .nothing: break
    }
  }
}

/// A screen that shows nothing, of a size, for a picture in a file.
final class NoScreen: Screen {
  let width: Int
  let height: Int
  let millihertz = 60_000

  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
  }

  func show(_ canvas: Canvas, _ damage: borrowing Damage) throws(ScreenError) -> Bool { true }

  func close() {}
}

/// Runs what the command line asks for; returns what was counted, `nil` if nothing was.
func run(_ options: Options) throws -> Statistics? {
  switch options.mode {
  case .help:
    print(Options.help)
    return nil
  case .screenshot(let path):
    let session = try Session(NoScreen(width: options.size.width, height: options.size.height), options)
    _ = session.turn(at: Timestamp(microseconds: 0))
    try session.writePicture(to: path)
    return nil
  case .window:
    let screen = try WindowScreen(title: "Heating", width: options.size.width, height: options.size.height)
    defer { screen.close() }
    return try runWindow(screen, options)
  case .screen:
    let screen = try KMSScreen(card: options.card)
    defer { screen.close() }
    return try ScreenLoop(screen, options).run()
  }
}

do throws(Options.Mistake) {
  let options = try Options(Array(CommandLine.arguments.dropFirst()))
  do {
    if let statistics = try run(options), options.showsStatistics { print(statistics.json) }
  } catch {
    report("\(error)")
    exit(1)
  }
} catch {
  report("\(error)")
  exit(2)
}
