import Foundation
import Testing

/// `contactor replay` of recordings, and what other programs say of our exports.
@Suite struct ReplayCommandTests {
  private let layout = """
    contactor: 1
    screen: {size: [800, 480]}
    views:
      - {id: ok, kind: button, frame: [0, 0, 100, 100], on: {touchUpInside: {emit: "at {x}"}}}
    """
  private let script = """
    {"t":1000,"kind":"touch","touch":1,"phase":"began","x":10,"y":10}
    {"t":2000,"kind":"touch","touch":1,"phase":"moved","x":11,"y":10}
    {"t":9000,"kind":"touch","touch":1,"phase":"ended","x":10.1234,"y":10}

    """

  private func shell(_ script: String) throws -> CommandRunner.Outcome {
    try CommandRunner.shell(script, files: ["l.yaml": layout, "s": self.script])
  }

  @Test func `as fast as possible, 1, 50 and step by step: byte for byte the same`() throws {
    let outcome = try shell(
      """
      contactor replay s --layout l.yaml --log max
      contactor replay s --layout l.yaml --speed 1 --log one
      contactor replay s --layout l.yaml --speed 50 --log fifty
      printf '\\n\\n\\n\\n' | contactor replay s --layout l.yaml --step --log steps
      contactor replay s --layout l.yaml --step --log none
      contactor trace convert s -o r.trace && contactor replay r.trace --layout l.yaml --log own
      contactor replay - --layout l.yaml --log piped <r.trace
      for log in one fifty steps none own piped; do cmp max $log || echo differs $log; done; wc -l <max
      """)
    #expect(outcome == .init(status: 0, output: "9\n", errors: ""), "\(outcome)")
  }

  @Test func `the first line that differs is shown, and one that is missing`() throws {
    let outcome = try shell(
      """
      contactor replay s --layout l.yaml --log log; sed '2s/ok/no/' log >wrong; head -n 3 log >short
      contactor replay s --layout l.yaml --expect log && contactor replay s --layout l.yaml --expect wrong; echo $?
      contactor replay s --layout l.yaml --expect short; echo $?
      contactor replay s --layout l.yaml --expect nowhere; echo $?
      """)
    #expect(outcome.output == "1\n1\n1\n")
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count == 7 && lines[0] == "contactor: error: wrong:2: the log differs", "\(outcome.errors)")
    #expect(lines[3] == "contactor: error: short:4: the log differs" && lines[4] == "contactor: error:   expected ")
    #expect(lines[6] == "contactor: error: nowhere: No such file or directory")
  }

  @Test(
    "Wrong usage ends with status 2",
    arguments: [
      "replay s --to uinput --log x", "replay s --step --speed 2", "replay - --step", "replay s --to nowhere",
      "record --ring 1K", "record --ring many", "record --duration 0", "record -o - --ring 1M", "run l.yaml --ring 1M",
      "run l.yaml --record - --log -",
    ])
  func usage(words: String) throws {
    let outcome = try shell("contactor \(words)")
    #expect(outcome.status == 2 && outcome.errors.hasPrefix("contactor: error: "), "\(outcome)")
  }

  @Test func `a recording that cannot be made is an error before anything starts`() throws {
    let outcome = try shell(
      """
      touch there; contactor record -o there --duration 1; echo $?; contactor run l.yaml --record there; echo $?
      contactor record -o /nowhere/r; echo $?
      contactor record -o new --device /dev/input/event99; echo $?; ls new
      """)
    #expect(outcome.output == "1\n1\n1\n3\n", "\(outcome)")
    #expect(outcome.errors.contains("contactor: error: there: is there already and is not overwritten; give another name, or --force"))
    #expect(outcome.errors.contains("/nowhere/r: cannot be made: No such file or directory"))
  }

  @Test func `libinput replay takes an exported recording`() throws {
    let tool = "/usr/libexec/libinput/libinput-replay"
    guard FileManager.default.fileExists(atPath: tool) else {
      print("skipped: \(tool) is not installed")
      return
    }
    let script = CommandRunner.repository.appending(path: "Tests/CommandTests/libinput_replay.py").path
    let outcome = try shell(
      """
      contactor trace convert s -o r.yml --format libinput && /usr/bin/python3 '\(script)' \(tool) r.yml
      contactor trace cat r.yml | grep -c EV_
      """)
    #expect(outcome.status == 0 && outcome.output.hasSuffix(" 14 4104\n14\n"), "\(outcome)")
  }
}

/// Recordings that are read from several files, and those that would be written over.
@Suite struct RecordingFileTests {
  private let layout = """
    contactor: 1
    screen: {size: [800, 480]}
    views:
      - {id: ok, kind: button, frame: [0, 0, 100, 100], on: {touchUpInside: {emit: x}}}
    """

  private func script(_ time: Int, _ touch: Int) -> String {
    [("began", 10), ("moved", 300), ("moved", 600), ("ended", 600)].enumerated().map { index, step in
      #"{"t":\#(time + index * 1000),"kind":"touch","touch":\#(touch),"phase":"\#(step.0)","x":\#(step.1),"y":\#(step.1 / 2)}"# + "\n"
    }.joined()
  }

  @Test func `explain, stroke, report and replay read a ring's segments as one recording`() throws {
    let outcome = try CommandRunner.shell(
      """
      contactor trace convert a -o r.000001; contactor trace convert b -o r.000002
      cat a b | contactor explain - --layout l.yaml >whole; contactor explain r --layout l.yaml | diff whole - && grep -c sequence whole
      contactor trace stroke r --name tick | grep -c points
      contactor replay r --layout l.yaml --log - | grep -c '"phase":"ended"'; contactor report r -o r.html; ls r.html
      """, files: ["l.yaml": layout, "a": script(1000, 1), "b": script(2_000_000, 2)])
    #expect(outcome == .init(status: 0, output: "2\n1\n2\nr.html\n", errors: ""), "\(outcome)")
  }

  @Test func `no command writes into the recording that it reads, whatever name it has`() throws {
    let outcome = try CommandRunner.shell(
      """
      cp a before; ln a hard; ln -s a soft.html; contactor trace convert a -o t.000001
      refused() { "$@"; [ $? = 2 ] || echo "not refused: $*"; }
      refused contactor replay a --log a; refused contactor replay a --log hard; refused contactor replay - --log hard <a
      refused contactor report a -o soft.html; refused contactor trace convert hard -o a; refused contactor trace convert - -o hard <a
      refused contactor replay t --log t.000001
      (contactor explain a >>hard); echo $?; (contactor replay a --log - >>a); echo $?
      cmp a before && ls; contactor explain a >/dev/null; contactor replay a --log /dev/null </dev/null; echo $?
      """, files: ["a": script(1000, 1)])
    #expect(outcome.output == "2\n2\na\nbefore\nhard\nsoft.html\nt.000001\n0\n", "\(outcome)")
    #expect(outcome.errors.contains("hard: this is the recording that is read; write to another file"))
    #expect(outcome.errors.contains("standard output: this is the recording that is read"))
  }
}
