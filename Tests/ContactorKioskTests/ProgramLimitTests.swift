import ContactorCore
@testable import ContactorSystem
import Glibc
import Testing

/// Programs that run as other users and within limits (contract 13.5), started by this process.
@Suite(.serialized) struct ProgramLimitTests {
  private let stage: ProgramStage
  private let runner: ProcessRunner

  init() throws {
    stage = try ProgramStage()
    runner = ProcessRunner(loop: stage.loop)
  }

  private static let isRoot = geteuid() == 0

  private func limits(_ set: (inout ProgramLimits) -> Void) -> ProgramLimits {
    var limits = ProgramLimits()
    set(&limits)
    return limits
  }

  // MARK: Users

  @Test func `a user who does not exist is told, and nothing is started`() throws {
    for name in ["no-such-user-1", "4294967295", "-1", "", "a\0b", "../root"] {
      let request = ProgramRequest(argv: ["touch", stage.folder + "/started"], user: name)
      guard case .failedToStart(_, let message) = try stage.outcome(of: request, by: runner) else {
        Issue.record("\(name) was found")
        continue
      }
      #expect(message.contains("user"), "\(message)")
    }
    #expect(access(stage.folder + "/started", F_OK) != 0 && runner.childCount == 0)
    let error = SystemError(errno: ENOENT, place: "", reason: "there is no user 'no-such-user-1'")
    #expect(throws: error) { try ProgramUser("no-such-user-1") }
  }

  @Test(.enabled(if: isRoot, "running programs as another user needs root"))
  func `a program runs as the user with the user's groups and surroundings`() throws {
    let nobody = try ProgramUser("nobody")
    let script = "id -u; id -g; id -G; echo $HOME; echo $USER $LOGNAME; echo $SHELL; grep -c . /proc/self/fd/0; umask"
    let told = try stage.output(of: ProgramRequest(argv: ["sh", "-c", script], user: "nobody"), by: runner).split(separator: "\n")
    let groups = nobody.groups.map(String.init).joined(separator: " ")
    #expect(told.prefix(6) == ["\(nobody.uid)", "\(nobody.gid)", groups[...], nobody.home[...], "nobody nobody", nobody.shell[...]])
    // By the number, with a variable of its own.
    let request = ProgramRequest(
      argv: ["sh", "-c", "id -un; echo $HOME"], environment: ["HOME": "/elsewhere"], user: "\(nobody.uid)")
    #expect(try stage.output(of: request, by: runner) == "nobody\n/elsewhere\n")
  }

  @Test(.enabled(if: isRoot, "running programs as another user needs root"))
  func `a program that runs as another user keeps no rights of this process`() throws {
    let script = "grep -E '^Cap(Inh|Prm|Eff|Amb)' /proc/self/status; cat /etc/shadow >/dev/null 2>&1 || echo barred; ls /proc/self/fd"
    let told = try stage.output(of: ProgramRequest(argv: ["sh", "-c", script], user: "nobody"), by: runner).split(separator: "\n")
    #expect(told.prefix(4).allSatisfy { $0.hasSuffix("0000000000000000") } && told.prefix(5).last == "barred")
    // The descriptor of the failure is gone, too: 3 is that of the folder which ls reads.
    #expect(told.suffix(4) == ["0", "1", "2", "3"])
  }

  @Test(.enabled(if: isRoot, "running programs as another user needs root"))
  func `what another user may not start or enter is told`() throws {
    chmod(stage.folder, 0o700)
    let cases: [(argv: [String], directory: String?)] = [(["true"], stage.folder), ([stage.folder + "/x"], nil)]
    for (argv, directory) in cases {
      let request = ProgramRequest(argv: argv, directory: directory, user: "nobody")
      guard case .failedToStart(EACCES, let message) = try stage.outcome(of: request, by: runner) else {
        Issue.record("it was started")
        continue
      }
      #expect(message.hasPrefix(stage.folder))
    }
    #expect(runner.childCount == 0)
  }

  @Test(.enabled(if: !isRoot, "root may run programs as any user"))
  func `without the right to it, a program is not run as another user`() throws {
    guard case .failedToStart(EPERM, let message) = try stage.outcome(of: ProgramRequest(argv: ["true"], user: "root"), by: runner) else {
      Issue.record("it was started")
      return
    }
    #expect(message == "true: may not run as the user 'root': that needs root, or CAP_SETUID and CAP_SETGID")
  }

  @Test func `the own user needs no right`() throws {
    #expect(try stage.output(of: ProgramRequest(argv: ["id", "-u"], user: "\(geteuid())"), by: runner) == "\(geteuid())\n")
  }

  // MARK: Limits

  @Test func `a program that opens too many files fails`() throws {
    let script = "exec 3</dev/null 4</dev/null 5</dev/null 6</dev/null"
    #expect(try stage.outcome(of: .script(script), by: runner) == .exited(0))
    let files = limits { $0.files = 6 }
    #expect(try stage.outcome(of: .script(script + " 2>&-", limits: files), by: runner) != .exited(0))
  }

  @Test func `a program that takes too much memory fails`() throws {
    let script = "head -c 200000000 /dev/zero | tail -c 150000000 2>&- >/dev/null"
    #expect(try stage.outcome(of: .script(script), by: runner) == .exited(0))
    let memory = limits { $0.memory = 60 << 20 }
    #expect(try stage.outcome(of: .script(script, limits: memory), by: runner) == .exited(1))
  }

  @Test func `a program that computes too long is ended`() throws {
    let cpu = limits { $0.cpu = .milliseconds(1) }
    #expect(try stage.outcome(of: .script("while :; do :; done", limits: cpu), by: runner) == .signalled(SIGXCPU))
  }

  @Test func `a program that writes too large a file is ended`() throws {
    let request = ProgramRequest(
      argv: ["dd", "if=/dev/zero", "of=file", "bs=4096", "count=10", "status=none"], directory: stage.folder,
      limits: limits { $0.fileSize = 10_000 })
    #expect(try stage.outcome(of: request, by: runner) == .signalled(SIGXFSZ))
    #expect(stage.text(of: "file").utf8.count == 10_000)
  }

  @Test(.enabled(if: isRoot, "root has no limit of processes, and only root becomes another user"))
  func `a program that starts too many others fails`() throws {
    var request = ProgramRequest.script("true & true & true & true & wait")
    request.user = "nobody"
    #expect(try stage.outcome(of: request, by: runner) == .exited(0))
    request.limits.processes = 1
    #expect(try stage.outcome(of: request, by: runner) != .exited(0))
  }

  @Test func `a program gives way to others`() throws {
    let request = ProgramRequest(argv: ["nice"], limits: limits { $0.nice = 19 })
    #expect(try stage.output(of: request, by: runner) == "19\n")
  }

  @Test func `limits stay with the program, and a lower one of this process holds`() throws {
    let before = try stage.output(of: ProgramRequest(argv: ["cat", "/proc/self/limits"]), by: runner)
    let most = limits {
      ($0.memory, $0.cpu, $0.files, $0.processes, $0.fileSize) = (.max, .seconds(Int64.max), .max, .max, .max)
    }
    #expect(try stage.output(of: ProgramRequest(argv: ["cat", "/proc/self/limits"], limits: most), by: runner).contains("Max cpu time"))
    #expect(try stage.output(of: ProgramRequest(argv: ["cat", "/proc/self/limits"]), by: runner) == before)
    // Nonsense of a program counts as the least.
    let least = limits { ($0.cpu, $0.fileSize, $0.processes, $0.nice) = (.seconds(Int64.min), .min, .min, .min) }
    _ = try stage.outcome(of: ProgramRequest(argv: ["true"], timeout: .seconds(Int64.max), limits: least), by: runner)
    #expect(runner.childCount == 0)
  }
}
