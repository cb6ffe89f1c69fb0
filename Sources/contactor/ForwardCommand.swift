import ArgumentParser
import ContactorCore
import ContactorEvdev
import ContactorInput
import ContactorKiosk
import ContactorLayout
import ContactorSystem

/// `contactor forward`.
struct ForwardCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "forward",
    abstract: "Stands between the touchscreens and every other program, and keeps stray touches away from them.",
    discussion: """
      Each touchscreen is taken for this program alone, and a virtual touchscreen with the same name, axes and numbers \
      carries on what the rules let through: browsers, X11 and Wayland desktops see that one instead. Without a rule it carries everything.

        contactor forward --fingers 1                      a pinch cannot happen
        contactor forward --edges 3mm --dead-zone 90%,90%,10%,10%
        contactor forward --ghost-shorter-than 20ms --stuck-after 30s --rate 20 --log -
        contactor forward --calibration '1.02 0 -0.01 0 1 0' --rotation 90

      Runs until SIGINT or SIGTERM: contacts are lifted, the virtual touchscreens go, and the panels are everyone's again. \
      Touchscreens may come and go. It needs to write to /dev/uinput (modprobe uinput) and, so that other programs are told of fingers that are down \
      and of true places afterwards, to the panels: as root, or by udev/71-contactor-forward.rules. udev/README.md says how the \
      virtual touchscreen gets the screen, seat and calibration of its panel.

      A length is in millimetres (3mm) or in hundredths of the panel (2%). --ghost-shorter-than and --ghost-smaller-than hold \
      each contact back until it is known to be a finger's; the other rules cost no time.

      --cancel-by says how a contact that is down is taken away: palm tells libinput to cancel it, which applications of newer \
      desktops undo; slide moves it out of reach first, so that a button does not click where palms are not understood (X11, \
      weston 10, sway 1.7); lift ends it where it is.

      In a login session on a seat the panels are let go while another session is the active one of the seat (systemd-logind).

      \(ServiceArguments.help)
      """)

  @Option(
    name: .customLong("device"),
    help: ArgumentHelp("A device node to forward, and no other; may be given several times.", valueName: "node"),
    completion: .deviceNode)
  var devices: [String] = []

  @OptionGroup var rules: ForwardOptions
  @OptionGroup var login: LoginOptions

  @Option(
    help: ArgumentHelp("Write what was kept back as JSON lines; - for standard output.", valueName: "file"),
    completion: .file())
  var log: String?

  @OptionGroup var logFiles: LogArguments

  func validate() throws {
    _ = try rules.rules()
    try logFiles.check(log)
  }

  func run() throws {
    var options = ForwardService.Options()
    // Before the first thread is started.
    options.environment = ServiceEnvironment.take()
    options.devices = devices
    options.seat = login.seat
    options.login = try login.find()
    options.rules = try rules.rules()
    options.guardProgram = ContactorCommand.guardProgram
    let writer = try openLog(log, isLive: true, logFiles)
    do throws(InputError) {
      let service = try ForwardService(
        options, log: writer, complain: { Console.error($0, waits: false) }, note: { Console.note($0, waits: false) })
      let counts = try service.run()
      Console.note("\(counts)")
    } catch {
      throw Failure(error)
    }
  }
}
