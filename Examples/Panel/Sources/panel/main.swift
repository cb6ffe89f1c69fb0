internal import Glibc
internal import PanelDrawing
internal import PanelScreens

internal import ContactorCore

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
