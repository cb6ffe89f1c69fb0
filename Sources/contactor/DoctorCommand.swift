import ArgumentParser
import ContactorKiosk
import Glibc

/// `contactor doctor`.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Looks for what keeps touches away, and says what to do.",
    discussion: """
      A line for each check: ok, warning or failed, what was found, and what to do about it. It looks at the kernel's modules, the \
      permissions of touchscreens and /dev/uinput, udev's rules and what they set, seats, programs that hold a touchscreen for themselves, \
      displays, the service and its socket, and with LAYOUT at the layout: its mistakes, whether its devices are there, whether its \
      outputs can be written, and whether its broker takes it, which is tried.

      Nothing is changed. Whether a program holds a touchscreen is found out by grabbing it for a moment, which is not done where a \
      Contactor runs. Run it as the user of the kiosk to learn what that user may do: sudo -u contactor contactor doctor LAYOUT. As root it \
      also names the programs of other users that have a touchscreen open.

      Exit status 0 if nothing failed, 3 if a permission or a device is missing, 1 if something else failed. With --json each check is a \
      line of JSON with check, verdict, found and do.
      """)

  @Argument(help: "The layout file that the kiosk runs.", completion: .layout)
  var layout: String?

  @Flag(help: "Print JSON lines instead of text.")
  var json = false

  @OptionGroup var socket: SocketOptions

  func validate() throws {
    if layout == "-" { throw ValidationError("the layout must be a file, as the kiosk reads it") }
  }

  func run() throws {
    let facts = DoctorFacts.gather(layout: layout, sockets: socket.paths) { SocketOptions.variable($0) }
    let report = DoctorReport(Doctor(facts).checks)
    Console.print(json ? report.json : report.text)
    let (failed, warnings) = report.counts
    guard let code = Console.Code(rawValue: report.status) else { return }
    let more = warnings > 0 ? ", \(count(warnings, "warning"))" : ""
    throw Failure(json ? [] : ["\(count(failed, "check")) failed\(more)"], code)
  }
}
