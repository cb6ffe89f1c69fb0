import Foundation
import Testing

@Suite("The command, run as a child process")
struct CommandTests {
  private let layout = """
    contactor: 1
    screen: {size: [800, 480]}
    views:
      - {id: ok, kind: button, frame: [0, 0, 100, 100], on: {touchUpInside: [{run: [touch, made]}, {emit: "at {x}"}]}}
      - {id: gone, kind: button, frame: [200, 0, 100, 100], on: {touchUpInside: {run: [/no/such/program]}}}
    """
  private let script = """
    {"t":1000,"kind":"touch","touch":1,"phase":"began","x":10,"y":10}
    {"t":2000,"kind":"touch","touch":1,"phase":"ended","x":10.1234,"y":10}

    """
  private let log = """
    {"t":1000,"kind":"touch","touch":1,"phase":"began","x":10,"y":10,"view":"ok","taps":1}
    {"t":1000,"kind":"control","control":"ok","events":["touchDown"],"touches":[1]}
    {"t":2000,"kind":"touch","touch":1,"phase":"ended","x":10.123,"y":10,"view":"ok","taps":1}
    {"t":2000,"kind":"control","control":"ok","events":["touchUpInside"],"touches":[1]}
    {"t":2000,"kind":"action","control":"ok","event":"touchUpInside","action":"run","target":"touch","handled":true}
    {"t":2000,"kind":"action","control":"ok","event":"touchUpInside","action":"emit","target":"at 10.123","handled":true}
    {"t":2000,"kind":"emit","emit":"at 10.123","control":"ok","event":"touchUpInside"}
    {"t":2000,"kind":"control","control":"ok","events":["primaryActionTriggered"],"touches":[1]}

    """

  @Test("A script replays to the log, and the log to itself")
  func replay() throws {
    let files = ["l.yaml": layout, "s": script, "log": log]
    #expect(
      try CommandRunner.run("replay", "s", "--layout", "l.yaml", "--log", "-", files: files)
        == .init(status: 0, output: log, errors: ""))
    #expect(
      try CommandRunner.run("replay", "log", "--layout", "l.yaml", "--expect", "log", files: files)
        == .init(status: 0, output: "", errors: ""))
  }

  @Test("A difference from what is expected ends with status 1 and shows both lines")
  func expectation() throws {
    let wrong = log.replacing(#""taps":1"#, with: #""taps":2"#, maxReplacements: 1)
    let outcome = try CommandRunner.run(
      "replay", "s", "--layout", "l.yaml", "--expect", "log", files: ["l.yaml": layout, "s": script, "log": wrong])
    #expect(outcome.status == 1)
    #expect(
      outcome.errors == """
        contactor: error: log:1: the log differs
        contactor: error:   expected {"t":1000,"kind":"touch","touch":1,"phase":"began","x":10,"y":10,"view":"ok","taps":2}
        contactor: error:   found    {"t":1000,"kind":"touch","touch":1,"phase":"began","x":10,"y":10,"view":"ok","taps":1}

        """)
  }

  @Test("Actions are executed only on demand, and a missing program is one line")
  func execution() throws {
    let gone = script.replacing(#""x":10"#, with: #""x":210"#)
    let quiet = try CommandRunner.run("replay", "s", "--layout", "l.yaml", files: ["l.yaml": layout, "s": gone])
    #expect(quiet == .init(status: 0, output: "", errors: ""))
    let loud = try CommandRunner.run(
      "replay", "s", "--layout", "l.yaml", "--execute", files: ["l.yaml": layout, "s": gone])
    #expect(
      loud
        == .init(
          status: 0, output: "",
          errors: "contactor: error: l.yaml:5:84: run: /no/such/program: No such file or directory\n"))
  }

  @Test("check finds every mistake, with its place, and ends with status 1")
  func check() throws {
    let bad = """
      contactor: 1
      screen: {size: [800, 480]}
      views:
        - {id: ok, kind: button, fram: [0, 0, 100, 100]}
        - {id: ok, kind: button, frame: [0, 0, -1, 100]}
      """
    let outcome = try CommandRunner.run("check", "l.yaml", files: ["l.yaml": bad])
    #expect(outcome.status == 1)
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.first == "l.yaml:4:28: error: unknown key 'fram'; did you mean 'frame'?")
    #expect(lines.count == 4 && lines.last == "contactor: error: l.yaml: 3 mistakes", "\(outcome.errors)")
    let good = try CommandRunner.run("check", "l.yaml", files: ["l.yaml": layout])
    #expect(good.status == 0 && good.output == "l.yaml: no mistakes, 1 warning\n", "\(good)")
  }

  @Test("The example layouts have no mistakes, and their scripts run actions", arguments: ["kiosk", "form"])
  func example(name: String) throws {
    let folder = CommandRunner.repository.appending(path: "Examples")
    let (layout, script) = (folder.appending(path: name + ".yaml").path, folder.appending(path: name + ".script").path)
    let check = try CommandRunner.run("check", layout)
    #expect(check.status == 0 && check.errors.isEmpty, "\(check)")
    let replay = try CommandRunner.run("replay", script, "--layout", layout, "--log", "-")
    #expect(replay.status == 0 && replay.output.contains(#""kind":"action""#), "\(replay)")
    #expect(!replay.output.contains(#""handled":false"#))
    let again = try CommandRunner.run("replay", "log", "--layout", layout, "--log", "-", files: ["log": replay.output])
    #expect(again == replay)
  }

  @Test(
    "Wrong usage ends with status 2",
    arguments: [["frob"], ["run"], ["replay", "s", "--speed", "0"], ["check", "a", "b"], ["run", "x", "--nope"]])
  func usage(arguments: [String]) throws {
    let process = Process()
    process.executableURL = CommandRunner.program
    process.arguments = arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 2)
  }

  @Test("Data that is missing or broken ends with status 1 and one clear line")
  func brokenData() throws {
    let missing = try CommandRunner.run("replay", "nowhere")
    #expect(missing == .init(status: 1, output: "", errors: "contactor: error: nowhere: cannot be opened: No such file or directory\n"))
    let broken = try CommandRunner.run("replay", "s", files: ["s": "hello\n"])
    #expect(broken.status == 1 && broken.errors.hasPrefix("contactor: error: s: this is no recording that is known here"), "\(broken)")
    let layout = try CommandRunner.run("run", "l.yaml", files: ["l.yaml": ""])
    #expect(layout.status == 1 && layout.errors.hasPrefix("l.yaml:1:1: error: the file is empty"))
    let log = try CommandRunner.run("replay", "s", "--log", "/nowhere/log", files: ["s": script])
    #expect(log.status == 1 && log.errors.contains("/nowhere/log: No such file or directory"))
  }

  @Test("A device that is missing or no touchscreen ends with status 3")
  func devices() throws {
    for (node, message) in [("/dev/input/event99", "/dev/input/event99: "), ("/dev/null", "/dev/null: this is not a touchscreen")] {
      let outcome = try CommandRunner.run("run", "l.yaml", "--device", node, files: ["l.yaml": layout])
      #expect(outcome.status == 3)
      #expect(outcome.errors.contains("contactor: error: " + message), "\(outcome)")
    }
  }

  @Test("A full disk ends the log with one line, and everything else goes on")
  func fullDisk() throws {
    let outcome = try CommandRunner.run(
      "replay", "s", "--layout", "l.yaml", "--log", "/dev/full", files: ["l.yaml": layout, "s": script])
    #expect(outcome.status == 0)
    #expect(
      outcome.errors
        == "contactor: error: /dev/full: No space left on device; the log ends here, everything else goes on\n")
  }

  @Test("Help teaches the four commands; the version is told")
  func help() throws {
    let help = try CommandRunner.run("--help")
    #expect(help.status == 0)
    for command in ["devices", "run", "replay", "check"] { #expect(help.output.contains("  " + command)) }
    #expect(try CommandRunner.run("--version").output == "0.1.0\n")
  }
}
