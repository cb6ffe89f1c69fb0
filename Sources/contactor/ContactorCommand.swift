import ArgumentParser
import ContactorInput
import ContactorKiosk
import ContactorLayout
import ContactorTrace
import Glibc

/// The command `contactor`.
@main
struct ContactorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "contactor",
    abstract: "Turns touches on a touchscreen into actions.",
    discussion: """
      A layout file says where the controls are and what they do:

        contactor check kiosk.yaml            finds every mistake in it
        contactor fmt kiosk.yaml              writes it in one form
        contactor schema                      prints its JSON Schema, for editors
        contactor devices                     shows the touchscreens and what is wrong with them
        contactor doctor kiosk.yaml           says what keeps touches away, and what to do
        contactor monitor                     shows what touches them, live
        contactor calibrate                   makes a panel's touches land where the finger is
        contactor run kiosk.yaml --log -      does what is touched
        contactor forward --edges 3mm         keeps stray touches away from every application
        contactor status                      shows what a running kiosk does
        contactor ctl mode admin              asks and steers it: modes, reload, events
        contactor record -o touches.trace     records the touchscreens
        contactor replay touches.log --layout kiosk.yaml --log -   the same without a touchscreen
        contactor explain touches.log --layout kiosk.yaml   why a gesture or control did not do something
        contactor hash                        makes the hash of a PIN for the layout
        contactor report touches.log --layout kiosk.yaml -o touches.html    a page to scrub through it

      Exit status: 0 done; 1 a difference, a failed check or an error in the data; 2 wrong usage; 3 no permission or
      no device.
      """,
    version: "0.1.0",
    subcommands: [
      DevicesCommand.self, DoctorCommand.self, MonitorCommand.self, CalibrateCommand.self, RunCommand.self, StatusCommand.self,
      ControlCommand.self,
      ForwardCommand.self, RecordCommand.self, ReplayCommand.self,
      ExplainCommand.self, ReportCommand.self, TraceCommand.self, CheckCommand.self, FormatCommand.self, SchemaCommand.self,
      HashCommand.self, ProgramsCommand.self,
    ])

  /// This program as the guard of the panels that another process of it has taken over; no command for people.
  static let guardProgram = ["/proc/self/exe", "guard"]

  /// Parses and runs, with the exit codes and the form of errors that scripts rely on.
  static func main() {
    // Before anything is parsed, which would only cost the guard memory.
    if Array(CommandLine.arguments.dropFirst()) == Array(guardProgram.dropFirst()) { return PanelGuard.run(input: STDIN_FILENO) }
    // Instead of a signal, write() fails: EPIPE without a reader, EFBIG beyond the limit on file sizes (ulimit -f).
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    if let argument = CommandLine.firstUnreadableArgument {
      Console.error("\(argument): is not UTF-8; give the file another name, or a link with one, or - and the file as standard input")
      Glibc.exit(Console.Code.usage.rawValue)
    }
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch is ReaderGone {
      Glibc.exit(0)
    } catch let error as Failure {
      for line in error.lines { Console.error(line) }
      Glibc.exit(error.code.rawValue)
    } catch {
      end(with: error)
    }
  }

  private static func end(with error: any Error) -> Never {
    let status = exitCode(for: error)
    let message = fullMessage(for: error)
    if status.isSuccess {
      Console.print(message + "\n")
      Glibc.exit(0)
    }
    let prefix = "Error: "
    Console.line("contactor: error: " + (message.hasPrefix(prefix) ? String(message.dropFirst(prefix.count)) : message))
    Glibc.exit(status == .validationFailure ? Console.Code.usage.rawValue : Console.Code.failed.rawValue)
  }
}

/// Ends a command whose output has no reader any more, as after `| head -1`, with status 0.
struct ReaderGone: Error {}

extension CommandLine {
  /// An argument that is not UTF-8, with its foreign bytes as `\xE9`; Swift's strings would change it.
  fileprivate static var firstUnreadableArgument: String? {
    for index in 1..<max(1, Int(argc)) {
      guard let argument = unsafe unsafeArgv[index] else { continue }
      let bytes = unsafe Array(UnsafeRawBufferPointer(start: argument, count: strlen(argument)))
      guard String(validating: bytes, as: UTF8.self) == nil else { continue }
      return bytes.map { byte in
        guard byte < 0x20 || byte > 0x7e else { return String(UnicodeScalar(byte)) }
        return "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }.joined()
    }
    return nil
  }
}

/// An end with error lines and an exit code.
struct Failure: Error {
  let lines: [String]
  let code: Console.Code

  init(_ lines: [String], _ code: Console.Code) {
    self.lines = lines
    self.code = code
  }

  /// The error that ends a command when a recording cannot be read or written.
  static func from(_ error: TraceError) -> any Error {
    error.errno == EPIPE ? ReaderGone() : Failure([error.description], .failed)
  }

  init(_ error: InputError) {
    self.init([error.description], error.code == .system ? .failed : .noDevice)
  }
}

/// Reads the layout; every mistake in it becomes a line of the form FILE:LINE:COLUMN.
func loadLayout(_ path: String) throws -> Layout {
  do throws(LayoutError) {
    return try Layout.load(path: path)
  } catch {
    for diagnostic in error.diagnostics { Console.line(diagnostic.description) }
    throw Failure(["\(path): \(count(error.diagnostics.count, "mistake")); nothing was started"], .failed)
  }
}

/// Opens the log, if one is wanted.
///
/// - Parameter isLive: whether touches wait for it, so that it leaves lines out rather than wait for its reader.
/// - Parameter files: how the log's files are turned over, and who may read them.
func openLog(_ path: String?, isLive: Bool = false, _ files: LogArguments? = nil) throws -> LogWriter? {
  guard let path else { return nil }
  do throws(LogWriter.OpenError) {
    return try LogWriter(path: path, dropsLines: isLive, rotation: files?.rotation, group: files?.logGroup) {
      Console.error($0, waits: !isLive)
    }
  } catch {
    throw Failure([error.description], .failed)
  }
}

/// A number with its noun: `1 mistake`, `2 mistakes`.
func count(_ number: Int, _ noun: String) -> String {
  "\(number) \(noun)" + (number == 1 ? "" : "s")
}

/// Refuses to write into the recording that is being read, whatever its names are; `-` is standard input, or output.
///
/// Only files are compared: a terminal or a pipe may be both.
func refuseOverwriting(_ input: String, with output: String) throws {
  func identity(_ path: String, _ standard: Int32) -> (dev_t, ino_t)? {
    var status = stat()
    guard unsafe (path == "-" ? fstat(standard, &status) : stat(path, &status)) == 0 else { return nil }
    return status.st_mode & S_IFMT == S_IFREG ? (status.st_dev, status.st_ino) : nil
  }
  guard let written = identity(output, STDOUT_FILENO) else { return }
  for file in RecordingSegments.files(for: input) {
    guard let read = identity(file, STDIN_FILENO), read == written else { continue }
    let name = output == "-" ? "standard output" : output
    throw Failure(["\(name): this is the recording that is read; write to another file"], .usage)
  }
}
