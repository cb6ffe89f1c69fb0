import ArgumentParser
import ContactorInput
import ContactorKiosk

/// `contactor monitor`.
struct MonitorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "monitor",
    abstract: "Shows what touches the touchscreens, or a recording: a live picture in a terminal, JSON lines when piped.",
    discussion: """
      The picture has each panel's contacts with their numbers, trails and pressure, its rate in frames a second, and the
      last gesture that was recognized; q or Ctrl-C ends it.

      JSON lines are device, touch, gesture and anomaly lines as in a log, with what the panel reports in addition, and a
      rate line a second while it is touched. Gestures are the usual ones, on the whole panel, with the engine's
      thresholds: tap, doubleTap, longPress, pan, swipe, twoFingerTap, threeFingerSwipe, pinch, rotation, edgePan, hold. x and y are millimetres where the panel's size is known, else per cent of the
      panel; the device line's unit says which. slot is the kernel's, raw the position in the panel's own steps.

      A recording of any format that replay reads is played with its own times. Touches of a log or a script, which know
      no panel, are shown in per cent of the area that they cover. Lines end with the recording; a picture stays until q.

      A touchscreen that another Contactor forwards is silent, and its copy is shown below it: what is let through. So is
      the copy in a recording. --forward tries rules without taking a touchscreen or making a copy: below each panel is
      what the copy would get, and each contact that is kept back has a cross and the rule's word (edge, deadZone,
      fingers, tooShort, tooSmall, tooLarge, tooFast, stuck, rate); JSON has forward lines, as contactor forward --log.

        contactor monitor --forward --edges 3mm --fingers 2
        contactor monitor day.trace --forward --ghost-shorter-than 20ms
      """)

  @Argument(
    help: "The recording to play instead of reading touchscreens; - for standard input.", completion: .recording)
  var recording: String?

  @OptionGroup var input: SourceOptions

  @Option(
    help: ArgumentHelp(
      "How many times faster than recorded a recording is played: above 0, 1 for the recorded speed.", valueName: "factor"),
    completion: .list(["0.5", "1", "2", "10"]))
  var speed = 1.0

  @Flag(help: "JSON lines even in a terminal.")
  var json = false

  @Flag(help: "Try the rules of contactor forward: show what is kept back, and what a copy would get.")
  var forward = false

  @OptionGroup(title: "A recording") var played: PlayedRecording

  @OptionGroup(title: "Rules of --forward") var rules: ForwardOptions

  func validate() throws {
    _ = try rules.rules()
    if !forward, let given = rules.given { throw ValidationError("\(given) is a rule of --forward: give that, too") }
    guard speed.isFinite, speed > 0 else { throw ValidationError("--speed takes a number above 0") }
    guard recording != nil || speed == 1 else { throw ValidationError("--speed is for a recording: contactor monitor FILE") }
    guard recording == nil || input.devices.isEmpty else {
      throw ValidationError("a recording has its own devices: no --device with a recording")
    }
  }

  func run() throws {
    var options = MonitorService.Options()
    options.devices = input.devices
    options.source = input.source.kind
    options.isJSON = json
    options.recording = recording
    options.recordingOptions = try played.options()
    options.speed = speed
    options.forward = forward ? try rules.rules() : nil
    do throws(InputError) {
      try MonitorService(options) { Console.error($0, waits: false) }.run()
    } catch {
      throw Failure(error)
    }
  }
}

/// `contactor devices`.
struct DevicesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices",
    abstract: "Lists the touchscreens, and says why one cannot be opened and what to do.",
    discussion: """
      Exit status 3 if none can be opened. With a layout it also says which entry of its 'devices' each takes, and which others fit.
      """)

  @Option(help: "A layout file.", completion: .layout)
  var layout: String?

  @Flag(help: "One JSON object a line.")
  var json = false

  func run() throws {
    let layout = try layout.map { try loadLayout($0) }
    let report: DeviceReport
    do throws(InputError) {
      report = DeviceReport(try DeviceList.scan(includesPointers: true), layout: layout)
    } catch {
      throw Failure(error)
    }
    Console.print(json ? String(decoding: report.json, as: UTF8.self) : report.text)
    guard report.hasUsableDevice else { throw Failure(report.problems, .noDevice) }
    for problem in report.problems { Console.error(problem) }
  }
}
