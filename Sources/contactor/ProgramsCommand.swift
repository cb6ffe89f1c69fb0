import ArgumentParser
import ContactorSystem
import Glibc

/// `contactor programs`: the helper of a service that may not start programs itself.
struct ProgramsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "programs",
    abstract: "Starts programs for 'contactor run --programs'.",
    discussion: """
      Runs until SIGINT or SIGTERM, as contactor-programs.service does. It listens at the socket that systemd hands over \
      (ListenSequentialPacket=), or at --socket. Programs run as the user of this process, or as the user whom the layout names \
      where this process is root; their output goes to its standard error.

      Root, the user of this process and users given with --allow are served; they can start any program. Others are refused with a \
      line. When a service goes, the programs with a timeout that it started are ended, the others run on.
      """,
    shouldDisplay: false)

  @Option(
    help: ArgumentHelp("Listen at this path, where systemd hands over no socket.", valueName: "socket"), completion: .file())
  var socket: String?

  @Option(help: ArgumentHelp("Serve this user, too, by name or number; may be given several times.", valueName: "user"))
  var allow: [String] = []

  func run() throws {
    do throws(SystemError) {
      let loop = try EventLoop()
      let server = try server(loop)
      guard let server else {
        throw SystemError(errno: EINVAL, place: "", reason: "systemd has handed over no socket; give one with --socket PATH")
      }
      try server.run()
    } catch {
      throw Failure([error.description], .failed)
    }
  }

  private func server(_ loop: EventLoop) throws(SystemError) -> ProgramServer? {
    var allowed: Set<UInt32> = []
    for name in allow { allowed.insert(try ProgramUser(name).uid) }
    let complain = { Console.error($0, waits: false) }
    if let socket { return try ProgramServer.listening(at: socket, loop, allowed: allowed, complain: complain) }
    return try ProgramServer.inherited(loop, allowed: allowed, complain: complain)
  }
}
