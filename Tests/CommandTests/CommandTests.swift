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
    {"t":2000,"kind":"action","control":"ok","event":"touchUpInside","action":"run","target":"touch","handled":true,"argv":["touch","made"]}
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
    // A log of an older version has no arguments.
    let older = log.replacing(#","argv":["touch","made"]"#, with: "")
    #expect(
      try CommandRunner.run("replay", "s", "--layout", "l.yaml", "--expect", "log", files: ["l.yaml": layout, "s": script, "log": older])
        == .init(status: 0, output: "", errors: ""))
    let other = log.replacing("made", with: "mode")
    let outcome = try CommandRunner.run(
      "replay", "s", "--layout", "l.yaml", "--expect", "log", files: ["l.yaml": layout, "s": script, "log": other])
    #expect(outcome.status == 1 && outcome.errors.contains("log:5: the log differs"), "\(outcome)")
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

  @Test("check looks up the names of keys, and notes what forwarding costs")
  func checkKeysAndLatency() throws {
    let text = "contactor: 1\nscreen: {size: [800, 480]}\nforward: {ghost: {shorterThan: 20 ms}}\nviews:\n"
    let view = "  - {id: a, kind: button, frame: [0, 0, 9, 9], on: {touchDown: {key: Escape}}}\n"
    let good = try CommandRunner.run("check", "l.yaml", files: ["l.yaml": text + view])
    #expect(good.status == 0 && good.output == "l.yaml: no mistakes\n", "\(good)")
    #expect(
      good.errors == "l.yaml: note: applications get touches later: each touch is held back for 20 ms (ghost: shorterThan)\n", "\(good)")
    let bad = try CommandRunner.run("check", "l.yaml", files: ["l.yaml": text + view.replacing("Escape", with: "Escpae")])
    #expect(bad.status == 1, "\(bad)")
    #expect(bad.errors.contains("l.yaml:5:70: error: there is no key 'Escpae'; did you mean 'Escape'?\n"), "\(bad)")
    #expect(bad.errors.hasSuffix("contactor: error: l.yaml: 1 mistake\n"), "\(bad)")
  }

  @Test("check tells warnings beside mistakes, and reads standard input")
  func checkStandardInput() throws {
    let views = ["{id: a, kind: button, fram: [0, 0, 9, 9]}", "{id: b, kind: button, frame: [900, 0, 9, 9]}"]
    let bad = "contactor: 1\nscreen: {size: [800, 480]}\nviews:\n  - " + views.joined(separator: "\n  - ")
    let outcome = try CommandRunner.shell("contactor check - < l.yaml", files: ["l.yaml": bad])
    #expect(outcome.status == 1)
    #expect(
      outcome.errors == """
        standard input:4:27: error: unknown key 'fram'; did you mean 'frame'?
        standard input:5:5: warning: 'b' lies outside the screen and can never be touched
        contactor: error: standard input: 1 mistake, 1 warning

        """)
    let good = try CommandRunner.shell("contactor check - < l.yaml", files: ["l.yaml": layout])
    #expect(good.status == 0 && good.output == "standard input: no mistakes, 1 warning\n", "\(good)")
    let empty = try CommandRunner.run("check", "-")
    #expect(empty.status == 1 && empty.errors.hasPrefix("standard input:1:1: error: the file is empty"), "\(empty)")
    let endless = try CommandRunner.shell("contactor check - < /dev/zero")
    #expect(endless.status == 1 && endless.errors.contains("more than 4194304 bytes"), "\(endless)")
  }

  @Test("check takes several files, fails on warnings only with --strict, and prints JSON lines")
  func checkSeveral() throws {
    let good = "contactor: 1\nscreen: {size: [800, 480]}\ninclude: part.yaml\n"
    let doubtful = good + "views: [{id: b, kind: button, frame: [900, 0, 9, 9]}]\n"
    let files = [
      "good.yaml": good, "doubtful.yaml": doubtful, "bad.yaml": "contactor: 1\nscreen: {size: [800, 480]}\ninclude: wrong.yaml\n",
      "part.yaml": "views: [{id: a, kind: view, height: 50%}]\n", "wrong.yaml": "views: [{id: a, kind: veiw, height: 50%}]\n",
    ]
    let both = try CommandRunner.run("check", "good.yaml", "doubtful.yaml", files: files)
    #expect(both.status == 0 && both.output == "good.yaml: no mistakes\ndoubtful.yaml: no mistakes, 1 warning\n", "\(both)")
    let strict = try CommandRunner.run("check", "--strict", "good.yaml", "doubtful.yaml", "bad.yaml", files: files)
    #expect(strict.status == 1 && strict.output == "good.yaml: no mistakes\n", "\(strict)")
    #expect(
      strict.errors == """
        doubtful.yaml:4:9: warning: 'b' lies outside the screen and can never be touched
        wrong.yaml:1:23: error: unknown kind 'veiw'; did you mean 'view'? (included at bad.yaml:3:10)
        contactor: error: doubtful.yaml: no mistakes, 1 warning
        contactor: error: bad.yaml: 1 mistake

        """)
    let json = try CommandRunner.run("check", "--json", "good.yaml", "doubtful.yaml", "missing.yaml", files: files)
    #expect(json.status == 1 && json.errors.isEmpty, "\(json)")
    #expect(
      json.output == """
        {"file":"doubtful.yaml","line":4,"column":9,"severity":"warning","message":"'b' lies outside the screen and can never be touched"}
        {"file":"missing.yaml","line":0,"column":0,"severity":"error","message":"No such file or directory"}

        """)
    let input = try CommandRunner.shell("contactor check - < good.yaml", files: files)
    #expect(input.status == 0 && input.output == "standard input: no mistakes\n", "\(input)")
  }

  @Test("The example layouts have no mistakes, and their scripts run actions", arguments: ["kiosk", "form", "gestures"])
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
    arguments: [["frob"], ["run"], ["replay", "s", "--speed", "0"], ["check"], ["check", "-", "-"], ["run", "x", "--nope"]])
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

  @Test(
    "A size that is none, or too large, is wrong usage and said so",
    arguments: [
      ("99999999999G", "expected 1073741824G or less"), ("1e308G", "expected 1073741824G or less"),
      ("inf", "expected 1073741824G or less"), ("nan", "65536, 500K, 20M, 2G"), ("-1M", "65536, 500K, 20M, 2G"),
      ("12X", "65536, 500K, 20M, 2G"), ("", "65536, 500K, 20M, 2G"), ("10K", "64K or more"),
    ])
  func sizes(size: String, reason: String) throws {
    let outcome = try CommandRunner.run("record", "-o", "x", "--ring=\(size)")
    #expect(outcome.status == 2 && outcome.errors.contains(reason), "\(outcome)")
  }

  @Test("Completions know devices, sources, layouts and recordings")
  func completions() throws {
    let script = try CommandRunner.run("--generate-completion-script", "bash").output
    for text in ["/dev/input/by-path/", "'libinput'", "yaml", "100M"] {
      #expect(script.contains(text), "\(text)")
    }
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

  @Test("A path that is no touchscreen ends with status 3", arguments: ["/dev/null", "/tmp"], ["libinput", "evdev"])
  func noTouchscreen(node: String, source: String) throws {
    let outcome = try CommandRunner.run("run", "l.yaml", "--device", node, "--source", source, files: ["l.yaml": layout])
    #expect(outcome.status == 3 && outcome.output.isEmpty, "\(outcome)")
    #expect(outcome.errors.contains("contactor: error: \(node): this is not a touchscreen"), "\(outcome)")
  }

  @Test("A device that is not there yet is waited for")
  func missingDevice() throws {
    // Ended by a signal as soon as it says so; the limit is for a service that does not.
    let outcome = try CommandRunner.shell(
      """
      mkfifo errors
      timeout 60 "\(CommandRunner.program.path)" run l.yaml --device /dev/input/event99 --source evdev 2>errors &
      grep -m 1 waiting errors
      kill -TERM $!
      wait $!
      """, files: ["l.yaml": layout])
    #expect(outcome.output.contains("/dev/input/event99: not there yet; waiting for it"), "\(outcome)")
    #expect(outcome.status == 0, "\(outcome)")
  }

  @Test("A full disk ends the log with one line and status 1, and everything else goes on")
  func fullDisk() throws {
    let outcome = try CommandRunner.run(
      "replay", "s", "--layout", "l.yaml", "--log", "/dev/full", files: ["l.yaml": layout, "s": script])
    #expect(outcome.status == 1)
    #expect(
      outcome.errors
        == "contactor: error: /dev/full: No space left on device; the log ends here, everything else goes on\n")
  }

  @Test("explain says why, and without touches says so")
  func explain() throws {
    let files = ["l.yaml": layout, "s": script, "e": #"{"t":1,"kind":"wait"}"#]
    let told = try CommandRunner.run("explain", "s", "--layout", "l.yaml", files: files)
    #expect(
      told
        == .init(
          status: 0,
          output: """
            sequence 1 at 1000: 1 touch
              touch 1: down at (10, 10) in ok, moved 0.1 pt, lifted at +1 ms
              control ok: touchDown at +0 ms, touchUpInside at +1 ms, primaryActionTriggered at +1 ms

            """, errors: ""))
    let usual = try CommandRunner.run("explain", "s", files: files)
    #expect(
      usual.status == 0 && usual.output.contains("\n  gesture tap: recognized at +351 ms; waited for doubleTap, which failed at +351 ms\n"),
      "\(usual)")
    let nothing = try CommandRunner.run("explain", "e", files: files)
    #expect(nothing.status == 1 && nothing.errors.hasPrefix("contactor: error: e: no touch in it"), "\(nothing)")
    let help = try CommandRunner.run("explain", "--help")
    #expect(help.status == 0 && help.output.contains("--layout <file>") && help.output.contains("failed: moved 5.2 mm > 4.0 mm at +83 ms"))
  }

  @Test("trace stroke cuts a gesture that a layout takes, and says where nothing was drawn")
  func stroke() throws {
    let lines = [(1, "began", 0, 50), (2, "moved", 30, 80), (3, "moved", 100, 0), (4, "ended", 100, 0)].map {
      #"{"t":\#($0.0),"kind":"touch","touch":1,"phase":"\#($0.1)","x":\#($0.2),"y":\#($0.3)}"#
    }
    let drawing = lines.joined(separator: "\n")
    let cut = try CommandRunner.run("trace", "stroke", "d", "--name", "tick", files: ["d": drawing])
    #expect(cut.status == 0 && cut.output.hasPrefix("- id: \"tick\"\n  kind: stroke\n  points: \"0,50 "), "\(cut)")
    let text = "contactor: 1\nscreen: {size: [800, 480]}\ngestures:\n" + cut.output
    let replay = try CommandRunner.run("replay", "d", "--layout", "l", "--log", "-", files: ["d": drawing, "l": text])
    #expect(replay.output.contains(#""gesture":"tick","state":"recognized""#), "\(cut.output)\(replay)")
    let empty = try CommandRunner.run("trace", "stroke", "d", "--name", "x", "--from", "9", files: ["d": drawing])
    #expect(empty == .init(status: 1, output: "", errors: "contactor: error: d: no finger moved there\n"))
    #expect(try CommandRunner.run("trace", "stroke", "d", "--name", "x", "--from", "9", "--to", "1", files: ["d": drawing]).status == 2)
  }

  @Test("The man page and the completions come from the help and name every command")
  func manual() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "contactor-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let process = Process()
    process.executableURL = CommandRunner.repository.appending(path: "tools/man")
    process.arguments = ["--install", folder.path, CommandRunner.program.path]
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    for file in [
      "man/man1/contactor.1", "bash-completion/completions/contactor", "zsh/site-functions/_contactor",
      "fish/vendor_completions.d/contactor.fish",
    ] {
      let text = try String(contentsOf: folder.appending(path: "share/" + file), encoding: .utf8)
      for command in ["devices", "monitor", "run", "replay", "explain", "trace", "check"] {
        #expect(text.contains(command), "\(file): \(command)")
      }
    }
  }

  @Test("Help teaches the commands; the version is told")
  func help() throws {
    let help = try CommandRunner.run("--help")
    #expect(help.status == 0)
    for command in ["devices", "monitor", "run", "replay", "explain", "trace", "check"] { #expect(help.output.contains("  " + command)) }
    #expect(try CommandRunner.run("--version").output == "0.1.0\n")
  }
}
