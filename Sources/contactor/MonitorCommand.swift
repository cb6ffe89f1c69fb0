import ArgumentParser
import ContactorInput
import ContactorKiosk

/// `contactor monitor`.
struct MonitorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "monitor",
    abstract: "Shows what touches the touchscreens: a live picture in a terminal, JSON lines when piped.",
    discussion: """
      The picture has each panel's contacts with their numbers, trails and pressure, its rate in frames a second, and the
      last gesture that was recognized; q or Ctrl-C ends it.

      JSON lines are device, touch, gesture and anomaly lines as in a log, with what the panel reports in addition, and a
      rate line a second while it is touched. Gestures are the usual ones, on the whole panel, with the engine's
      thresholds: tap, doubleTap, longPress, pan, swipe, twoFingerTap, threeFingerSwipe, pinch, rotation, edgePan, hold. x and y are millimetres where the panel's size is known, else per cent of the
      panel; the device line's unit says which. slot is the kernel's, raw the position in the panel's own steps.
      """)

  @OptionGroup var input: SourceOptions

  @Flag(help: "JSON lines even in a terminal.")
  var json = false

  func run() throws {
    var options = MonitorService.Options()
    options.devices = input.devices
    options.source = input.source.kind
    options.isJSON = json
    do throws(InputError) {
      try MonitorService(options) { Console.error($0, waits: false) }.run()
    } catch {
      throw Failure(error)
    }
  }
}
