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

      --cancel-by says how a contact that is down is cancelled. slide moves it back to its first place, then aside, and ends it \
      after 60 ms: nothing clicks, zooms or scrolls, on any desktop. palm has libinput cancel it, for desktops that pass that to \
      applications: sway from 1.9, mutter, KWin, Wayfire; with others, such as weston, cage and labwc, the finger stays down until \
      the application is started again. lift ends it in place.

      --name gives the virtual touchscreens a name that desktops can map by. With --keep-copy one stays while its panel is \
      unplugged, for programs that do not bear its going.

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

  @Option(help: ArgumentHelp("Name the virtual touchscreens so, instead of like their panels: at most 79 bytes.", valueName: "name"))
  var name: String?

  @Flag(help: "Leave a virtual touchscreen where it is while its panel is unplugged.")
  var keepCopy = false

  @Option(
    help: ArgumentHelp("Write what was kept back as JSON lines; - for standard output.", valueName: "file"),
    completion: .file())
  var log: String?

  @OptionGroup var logFiles: LogArguments

  func validate() throws {
    _ = try rules.rules()
    if let name, !Forwarder.isCopyName(name) {
      throw ValidationError("--name takes 1 to 79 bytes without control characters")
    }
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
    (options.rules.name, options.rules.keepsCopies) = (name, keepCopy)
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
