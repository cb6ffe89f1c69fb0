import ArgumentParser
import ContactorKiosk
import ContactorSystem
import ContactorTrace
import Glibc

/// `contactor status`.
struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Shows what a running kiosk does: panels, mode, last touch, actions, losses.",
    discussion: """
      Asks the kiosk through its event and control socket, which outputs: {socket: {path: …}} in the layout, or \
      contactor run --socket PATH, makes. --json prints one line for programs; times in it are in seconds.
      """)

  @OptionGroup var socket: SocketOptions

  @Flag(help: "Print one JSON object.")
  var json = false

  func run() throws {
    let answer = try socket.request("status")
    if json {
      // The object stands in the answer's line as it is.
      Console.print(answer.object("status") + "\n")
    } else {
      Console.print(answer.text("picture") ?? "")
    }
  }
}

/// `contactor ctl`.
struct ControlCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ctl",
    abstract: "Asks and steers a running kiosk through its socket.",
    discussion: """
      The socket speaks JSON lines, so that any program can use it:

        $ printf '{"command":"subscribe"}\\n' | nc -N -U /run/contactor/events

      'allow' of the layout's socket says what peers may ask for; touches (inject) only where it names them.
      """,
    subcommands: [
      Status.self, Metrics.self, Subscribe.self, Mode.self, Reload.self, Screen.self, Pair.self, Rotate.self, Tap.self, Inject.self,
    ])

  /// `contactor ctl status`.
  struct Status: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "The same as contactor status.")
    @OptionGroup var command: StatusCommand

    func run() throws { try command.run() }
  }

  /// `contactor ctl metrics`.
  struct Metrics: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Prints figures in Prometheus' text format.")
    @OptionGroup var socket: SocketOptions

    func run() throws { Console.print(try socket.request("metrics").text("metrics") ?? "") }
  }

  /// `contactor ctl subscribe`.
  struct Subscribe: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Prints lines of the log as they come, until the kiosk ends.",
      discussion: """
        Without kinds, those of 'emit' actions. Kinds are those of the log: emit, mode, idle, action, outcome, touch, …; all for all.
        """)
    @OptionGroup var socket: SocketOptions

    @Argument(help: "The kinds of lines.")
    var kinds: [String] = []

    func run() throws {
      do throws(ControlClient.Failure) {
        var client = try socket.client()
        _ = try client.request("subscribe", kinds.isEmpty ? [] : [("kinds", .texts(kinds))])
        while let line = try client.nextLine(waits: true) { Console.print(String(decoding: line, as: UTF8.self) + "\n") }
      } catch {
        throw error.failure
      }
    }
  }

  /// `contactor ctl mode`.
  struct Mode: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Changes the mode.")
    @OptionGroup var socket: SocketOptions

    @Argument(help: "A mode of the layout.")
    var name: String

    func run() throws { _ = try socket.request("mode", [("mode", .text(name))]) }
  }

  /// `contactor ctl reload`.
  struct Reload: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Reads the layout anew; says the first mistake if it stays as it was.")
    @OptionGroup var socket: SocketOptions

    func run() throws { _ = try socket.request("reload") }
  }

  /// `contactor ctl screen`.
  struct Screen: ParsableCommand {
    enum State: String, ExpressibleByArgument, CaseIterable { case off, on }

    static let configuration = CommandConfiguration(
      abstract: "Tells that the display was turned off, so that the next touch only wakes it, or on again.")
    @OptionGroup var socket: SocketOptions

    @Argument(help: "off or on.")
    var state: State

    func run() throws { _ = try socket.request("screen", [("state", .text(state.rawValue))]) }
  }

  /// `contactor ctl pair`.
  struct Pair: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Forgets which of several alike panels is which, so that each is touched again as the kiosk asks for it.")
    @OptionGroup var socket: SocketOptions

    func run() throws { _ = try socket.request("pair") }
  }

  /// `contactor ctl rotate`.
  struct Rotate: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Turns the panels with the screen: degrees clockwise, beside the rotation in the layout; 0 as the layout has them.")
    @OptionGroup var socket: SocketOptions

    @Argument(help: "0, 90, 180 or 270.")
    var degrees: Int

    @Option(help: ArgumentHelp("The window whose panels are turned; all windows without it.", valueName: "name"))
    var window: String?

    func run() throws {
      _ = try socket.request("rotate", [("degrees", .number(Double(degrees)))] + (window.map { [("window", .text($0))] } ?? []))
    }
  }

  /// `contactor ctl tap`.
  struct Tap: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Taps at a place, where the layout allows inject.")
    @OptionGroup var socket: SocketOptions

    @Argument(help: "The place from the left, in points.")
    var x: Double

    @Argument(help: "The place from the top, in points.")
    var y: Double

    func run() throws {
      guard x.isFinite, y.isFinite else { throw ValidationError("x and y must be finite") }
      try socket.play([
        ScriptedTouch(time: 0, touch: 1, phase: "began", x: x, y: y), ScriptedTouch(time: 60_000, touch: 1, phase: "ended", x: x, y: y),
      ])
    }
  }

  /// `contactor ctl inject`.
  struct Inject: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Touches as a script or a log says, at its speed, where the layout allows inject.",
      discussion: "The touches have a panel of their own, 'contactor inject', and end with the connection.")
    @OptionGroup var socket: SocketOptions

    @Argument(help: "A file with touch lines; - for standard input.", completion: .recording)
    var script: String

    func run() throws {
      let touches: [ScriptedTouch]
      do throws(TraceError) {
        touches = try ScriptedTouch.touches(path: script)
      } catch {
        throw Failure([error.description], .failed)
      }
      try socket.play(touches)
    }
  }
}

/// The option that names the socket.
struct SocketOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The kiosk's socket. Otherwise CONTACTOR_SOCKET in the environment, /run/contactor/events, or contactor/events in XDG_RUNTIME_DIR.",
      valueName: "socket"),
    completion: .file())
  var socket: String?

  func client() throws(ControlClient.Failure) -> ControlClient { try ControlClient(paths: paths) }

  /// Where a kiosk is looked for.
  var paths: [String] { socket.map { [$0] } ?? ControlClient.standardPaths { Self.variable($0) } }

  /// A variable of the environment.
  static func variable(_ name: String) -> String? { unsafe getenv(name).map { unsafe String(cString: $0) } }

  /// Sends one request.
  func request(_ command: String, _ members: [(String, ControlClient.Value)] = []) throws -> ControlClient.Answer {
    do throws(ControlClient.Failure) {
      var client = try client()
      return try client.request(command, members)
    } catch {
      throw error.failure
    }
  }

  /// Touches at the speed of a script.
  func play(_ touches: [ScriptedTouch]) throws {
    do throws(ControlClient.Failure) {
      var client = try client()
      try ScriptedTouch.play(touches, to: &client)
    } catch {
      throw error.failure
    }
  }
}

extension ControlClient.Failure {
  /// The error with its exit status.
  fileprivate var failure: Failure { Failure([description], isPermission ? .noDevice : .failed) }
}
