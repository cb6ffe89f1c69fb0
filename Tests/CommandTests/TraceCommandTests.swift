import Foundation
import Testing

@Suite("contactor trace")
struct TraceCommandTests {
  private let evemu = PanelRecording.evemu

  /// A folder for files that several commands work on.
  private func inFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "contactor-trace-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try evemu.write(to: folder.appending(path: "a"), atomically: true, encoding: .utf8)
    try body(folder.path + "/")
  }

  @Test("info shows device, frames and times")
  func info() throws {
    #expect(
      try CommandRunner.run("trace", "info", "a", files: ["a": evemu])
        == .init(
          status: 0,
          output: """
            format    evemu
            time      from 5.000000 to 5.030000, 0.030000 s
            device    ACME panel, 0eef:0001, 154 × 86 mm
                      3 frames, 8 events, 1 contact, at most 1 at once, a frame every 10.0 ms

            """, errors: ""))
  }

  @Test("A file is replaced when all is written and not before; a link stays one, and so does a device")
  func replacing() throws {
    try inFolder { folder in
      let outcome = try CommandRunner.shell(
        """
        cd \(folder); echo precious >b; chmod 600 b; ln -s b link
        contactor trace convert nowhere -o b --format jsonl; contactor trace cut nowhere -o new
        echo nonsense >c; contactor trace fault c -o b; cat b
        contactor trace convert a -o link --format evemu; head -n 1 b; stat -c '%a %F' b link; contactor trace info b >info; echo $?
        contactor trace convert a -o /dev/null; stat -c %F /dev/null
        contactor trace convert a -o /dev/full; echo $?; ls -m
        """)
      #expect(
        outcome.output == """
          precious
          # EVEMU 1.3
          600 regular file
          777 symbolic link
          0
          character special file
          1
          a, b, c, info, link

          """, "\(outcome)")
      #expect(outcome.errors.contains("nowhere: cannot be opened") && outcome.errors.contains("No space left"), "\(outcome)")
    }
  }

  @Test("cat prints an event a line, or JSON lines")
  func cat() throws {
    let text = try CommandRunner.run("trace", "cat", "a", files: ["a": evemu])
    let lines = text.output.split(separator: "\n")
    #expect(text.status == 0 && lines.count == 9)
    #expect(lines.first == "5.000000 device1 added: ACME panel")
    #expect(lines[2] == "5.000000 device1   EV_ABS ABS_MT_POSITION_X 100" && lines[4] == "5.000000 device1 EV_SYN SYN_REPORT 0")
    let json = try CommandRunner.run("trace", "cat", "a", "--json", files: ["a": evemu])
    #expect(
      json.output.split(separator: "\n").last == #"{"t":5030000,"kind":"events","device":"device1","events":[[0,3,57,-1],[0,0,0,0]]}"#)
  }

  @Test("A panel that claims an impossible size is described all the same")
  func impossibleSize() throws {
    let log = #"{"t":1,"kind":"device","event":"added","device":"event1","name":"Wide","mm":[1e300,50]}"# + "\n"
    let outcome = try CommandRunner.run("trace", "info", "l", files: ["l": log])
    #expect(outcome.status == 0 && outcome.output.contains("Wide, "), "\(outcome)")
    #expect(outcome.output.contains(" × 50 mm"), "\(outcome)")
  }

  @Test("A recording goes through every format and stays the same; a part of it does not")
  func conversion() throws {
    try inFolder { folder in
      var last = folder + "a"
      for format in ["contactor", "libinput", "jsonl", "contactor", "evemu"] {
        let next = folder + format + "-of-" + (last.split(separator: "/").last ?? "")
        let outcome = try CommandRunner.run("trace", "convert", last, "-o", next, "--format", format)
        #expect(outcome == .init(status: 0, output: "", errors: ""))
        #expect(try CommandRunner.run("trace", "diff", folder + "a", next) == .init(status: 0, output: "", errors: ""))
        last = next
      }
      let cut = try CommandRunner.run("trace", "cut", folder + "a", "--to", "0.02", "-o", folder + "cut")
      #expect(cut == .init(status: 0, output: "", errors: ""))
      let difference = try CommandRunner.run("trace", "diff", folder + "a", folder + "cut")
      #expect(difference.status == 1)
      #expect(
        difference.errors == """
          contactor: error: the recordings differ after 7 entries
          contactor: error:   \(folder)a: 5.030000 device1   EV_ABS ABS_MT_TRACKING_ID -1
          contactor: error:   \(folder)cut: (ends)

          """)
    }
  }

  @Test("What is damaged is named with its place, the rest is read, and the status is 1")
  func damage() throws {
    try inFolder { folder in
      _ = try CommandRunner.run("trace", "convert", folder + "a", "-o", folder + "c")
      var bytes = try Data(contentsOf: URL(filePath: folder + "c"))
      bytes.append(contentsOf: [1, 2, 3])
      try bytes.write(to: URL(filePath: folder + "c"))
      let outcome = try CommandRunner.run("trace", "info", folder + "c")
      #expect(outcome.status == 1)
      #expect(
        outcome.errors == """
          contactor: error: \(folder)c: byte \(bytes.count - 3): 3 bytes are damaged and were skipped
          contactor: error: \(folder)c: 1 part could not be read

          """)
      #expect(
        outcome.output.contains("3 frames") && outcome.output.hasPrefix("format    contactor\n")
          && outcome.output.contains("lost      3 bytes in 1 place\n"))
    }
  }

  @Test("Of much damage the first twenty places are named, and it is said how many are not")
  func muchDamage() throws {
    let tap = ["began", "ended"].map { #"{"t":1000,"kind":"touch","touch":1,"phase":"\#($0)","x":1,"y":2}"# + "\n" }.joined()
    for (count, remark) in [(20, nil), (21, "and 1 further place, not named here"), (45, "and 25 further places, not named here")] {
      let outcome = try CommandRunner.shell(
        """
        contactor trace convert s -o c; cp c d; for i in $(seq \(count)); do printf xyz >>d; cat c >>d; done
        contactor trace info d 2>1; echo $? >&2; contactor report d -o r.html 2>2; echo $? >&2
        grep -c 'byte ' 1 2 >&2; tail -n 2 1 >&2; tail -n 2 2 >&2; grep -o 'and [0-9]* further [a-z]* of damage' r.html >&2
        """, files: ["s": tap])
      let lines = outcome.errors.split(separator: "\n").map(String.init)
      #expect(lines.prefix(4) == ["1", "1", "1:20", "2:20"], "\(outcome)")
      #expect(lines.count(where: { $0.hasPrefix("contactor: error: d: \(count) parts could not be read") }) == 2, "\(outcome)")
      #expect(lines.count(where: { $0 == "contactor: error: d: \(remark ?? "")" }) == (remark == nil ? 0 : 2), "\(outcome)")
      let page = remark.map { $0.replacing(", not named here", with: " of damage") }
      #expect(lines.last == page || page == nil, "\(outcome)")
      #expect(lines.contains { $0.hasSuffix("of damage") } == (page != nil), "\(outcome)")
    }
  }

  @Test("Faults are the seed's; redacted positions are gone")
  func changes() throws {
    try inFolder { folder in
      func fault(_ name: String, _ seed: String) throws -> String {
        let outcome = try CommandRunner.run(
          "trace", "fault", folder + "a", "--seed", seed, "--with", "jitter", "--format", "evemu", "-o", folder + name)
        #expect(outcome == .init(status: 0, output: "", errors: ""))
        return try String(contentsOfFile: folder + name, encoding: .utf8)
      }
      #expect(try fault("x", "4") == fault("y", "4"))
      #expect(try fault("x", "4") != fault("z", "5"))
      let layout = """
        contactor: 1
        screen: {size: [800, 480]}
        views: [{id: box, kind: view, frame: [20, 20, 400, 400]}]
        """
      try layout.write(toFile: folder + "l.yaml", atomically: true, encoding: .utf8)
      let redacted = try CommandRunner.run(
        "trace", "redact", folder + "a", "--layout", folder + "l.yaml", "--view", "box", "--format", "evemu", "-o", "-")
      #expect(redacted.status == 0 && redacted.output.contains("0039 0001") && !redacted.output.contains("0035 0100"))
      #expect(!redacted.output.contains("0036 0200"))
    }
  }

  @Test("The format follows the file's ending; an ending of no format is refused with the names of those that can be written")
  func endings() throws {
    let outcome = try CommandRunner.shell(
      """
      for name in x.yml x.YAML x.evemu x.jsonl x.json x.ctr x.trace x x.000001; do
        contactor trace convert a -o $name && contactor trace info $name | head -n 1
      done
      contactor trace convert a -o y.yml --format evemu && contactor trace info y.yml | head -n 1
      contactor trace convert a -o x.bin; echo $?; ls x.bin
      """, files: ["a": evemu])
    let formats = ["libinput", "libinput", "evemu", "jsonl", "jsonl", "contactor", "contactor", "contactor", "contactor", "evemu"]
    #expect(outcome.output == formats.map { "format    \($0)\n" }.joined() + "2\n", "\(outcome)")
    #expect(outcome.errors.contains("'x.bin': its ending is of no format") && outcome.errors.contains("--format contactor, libinput"))
  }

  @Test("The recording that is read is never written over, by whatever name")
  func sameFile() throws {
    let outcome = try CommandRunner.shell(
      """
      ln -s a link; ln a hard; cp a before; mkdir sub; contactor trace convert a -o seg.000001
      for name in ./a link hard sub/../a; do contactor trace convert a -o $name; echo $?; done
      contactor trace convert - -o a <a; echo $?; contactor trace convert seg -o seg.000001; echo $?
      cmp a before && echo same
      """, files: ["a": evemu])
    #expect(outcome.output == String(repeating: "2\n", count: 6) + "same\n", "\(outcome)")
  }

  @Test("A cut that keeps nothing and faults that change nothing say so and write no file")
  func nothingToDo() throws {
    let frames = #"{"t":1000,"kind":"frame","contacts":[{"id":1,"slot":0,"phase":"began","x":1,"y":2}]}"# + "\n"
    let single = """
      N: single
      B: 01 00 00 00 00 00 00 00 00
      A: 00 0 99 0 0 0
      A: 01 0 99 0 0 0
      E: 1.000000 0003 0000 0005
      E: 1.000000 0000 0000 0000

      """
    for (arguments, status, message) in [
      (["cut", "a", "--from", "9"], 1, "nothing to keep: nothing happened from 9.0 s to the end"),
      (["cut", "a", "--device", "event9"], 1, "nothing to keep: the recording has no device 'event9'"),
      (["cut", "a", "--from", "2", "--to", "1"], 2, "--to 1.0 s must be later than --from 2.0 s"),
      (["fault", "frames"], 1, "no fault was put in: the recording holds what the engine was given and no raw events"),
      (["fault", "single", "--with", "palm", "ids"], 1, "no fault was put in: its panel has no slots"),
      (["fault", "a", "--with", "dropped", "--seed", "1"], 1, "no fault was put in: the recording is too short"),
      (["fault", "a", "--with", "jitter", "dropped"], 0, "nothing to change was found for dropped: the recording is too short"),
    ] as [([String], Int, String)] {
      let outcome = try CommandRunner.shell(
        "contactor trace \(arguments.joined(separator: " ")) -o new; echo $?; ls", files: ["a": evemu, "frames": frames, "single": single])
      #expect(outcome.output.hasPrefix("\(status)\n") && outcome.output.contains("new") == (status == 0), "\(arguments) \(outcome)")
      #expect(outcome.errors.contains(message), "\(arguments) \(outcome.errors)")
    }
  }

  @Test("The text of libinput debug-events is named, replays, and converts")
  func debugEvents() throws {
    let text = """
       event4   TOUCH_DOWN              +0.000s       0 (0) 25.00/25.00 (50.00/25.00mm)
       event4   TOUCH_FRAME             +0.000s
       event4   TOUCH_UP                +0.079s       0 (0)
       event4   TOUCH_FRAME             +0.079s

      """
    let layout = """
      contactor: 1
      screen: {size: [800, 480]}
      views: [{id: ok, kind: button, frame: [100, 50, 200, 200]}]
      """
    let outcome = try CommandRunner.shell(
      """
      contactor trace info t; contactor replay t --layout l.yaml --log -
      contactor trace convert t -o t.yml && contactor trace diff t t.yml && echo same
      """, files: ["t": text, "l.yaml": layout])
    #expect(outcome.output.hasPrefix("format    debug-events\n") && outcome.output.contains("1 contact, at most 1"), "\(outcome)")
    #expect(outcome.output.contains(#""phase":"began","x":199.99,"y":119.988,"view":"ok""#) && outcome.output.contains("touchUpInside"))
    #expect(outcome.output.hasSuffix("same\n"), "\(outcome)")
  }

  @Test(
    "Wrong usage is status 2, what cannot be read is status 1, each with a sentence",
    arguments: [
      (["info"], 2, "Missing expected argument"), (["info", "missing"], 1, "missing: cannot be opened: No such file"),
      (["info", "text"], 1, "text: this is no recording that is known here"),
      (["convert", "a", "-o", "b", "--format", "evtest"], 2, "--format takes contactor, libinput, evemu or jsonl"),
      (["convert", "a", "-o", "a"], 2, "a: this is the recording that is read"),
      (["cut", "a", "-o", "b", "--from", "nan"], 2, "--from and --to take seconds from its beginning"),
      (["fault", "a", "-o", "b", "--with", "rain"], 2, "'rain' is no fault"),
      (["redact", "a", "-o", "b"], 2, "give --view or --rect"),
      (["redact", "a", "-o", "b", "--rect", "1,2,3"], 2, "'1,2,3' is no rectangle"),
    ] as [([String], Int32, String)])
  func mistakes(arguments: [String], status: Int32, message: String) throws {
    let all = ["trace"] + arguments
    let files = ["a": evemu, "text": "hello\n"]
    let outcome: CommandRunner.Outcome
    switch all.count {
    case 2: outcome = try CommandRunner.run(all[0], all[1], files: files)
    case 3: outcome = try CommandRunner.run(all[0], all[1], all[2], files: files)
    case 5: outcome = try CommandRunner.run(all[0], all[1], all[2], all[3], all[4], files: files)
    default: outcome = try CommandRunner.run(all[0], all[1], all[2], all[3], all[4], all[5], all[6], files: files)
    }
    #expect(outcome.status == status)
    #expect(outcome.errors.hasPrefix("contactor: error: ") && outcome.errors.contains(message), "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
  }
}
