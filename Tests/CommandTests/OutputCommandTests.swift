import Foundation
import Testing

@Suite("What becomes of the output, by the command itself")
struct OutputCommandTests {
  private let layout = "contactor: 1\nscreen: {size: [800, 480]}\nviews: [{id: ok, kind: button, frame: [0, 0, 100, 100]}]\n"

  /// A script of so many touches.
  private func script(_ count: Int) -> String {
    (0..<count).map { index in
      let t = index * 20_000
      return #"{"t":\#(t),"kind":"touch","touch":1,"phase":"began","x":10,"y":10}"# + "\n"
        + #"{"t":\#(t + 1000),"kind":"touch","touch":1,"phase":"ended","x":10,"y":10}"# + "\n"
    }.joined()
  }

  @Test("What cannot be printed is an error of every command that prints")
  func fullOutput() throws {
    let outcome = try CommandRunner.shell(
      """
      for command in "trace info s" "trace cat s" "trace cat --json s" "explain s" "check l.yaml" "replay s --log -" \\
        "trace convert s -o - --format jsonl" "report s -o -" --help
      do contactor $command >/dev/full 2>errors; echo "$? $(grep -c 'No space left on device' errors) $command"; done
      """, files: ["s": script(3), "l.yaml": layout])
    for line in outcome.output.split(separator: "\n") { #expect(line.hasPrefix("1 1 "), "\(line)") }
    #expect(outcome.output.split(separator: "\n").count == 9)
  }

  @Test("A reader that has seen enough ends the command in silence")
  func readerGone() throws {
    let outcome = try CommandRunner.shell(
      """
      for command in "trace cat s" "trace cat --json s" "explain s" "replay s --log -" "trace convert s -o - --format jsonl"
      do { contactor $command; echo $? >&2; } | head -n 1 | wc -l; done
      """, files: ["s": script(20_000)])
    #expect(outcome.output.split(separator: "\n").allSatisfy { $0.hasSuffix("1") })
    #expect(outcome.errors == String(repeating: "0\n", count: 5))
  }

  @Test("A slow reader gets the whole log of a replay")
  func slowReader() throws {
    let outcome = try CommandRunner.shell(
      "contactor replay s --log file; contactor replay s --log - | { sleep 0.3; cat >piped; }; cmp file piped && stat -c %a file",
      files: ["s": script(5_000)])
    #expect(outcome == .init(status: 0, output: "600\n", errors: ""))
  }

  @Test("A log that a limit on the size of files cuts off ends with a whole line and status 1")
  func limitedLog() throws {
    let outcome = try CommandRunner.shell(
      "(ulimit -f 8; contactor replay s --log log); echo $?; tail -c 1 log | od -An -c; contactor replay log; echo $?",
      files: ["s": script(5_000)])
    #expect(outcome.output.split(whereSeparator: \.isWhitespace) == ["1", "\\n", "0"])
    #expect(outcome.errors == "contactor: error: log: File too large; the log ends here, everything else goes on\n")
  }

  @Test("A convert that is ended half-way leaves nothing, and what was there stays")
  func endedConversion() throws {
    let outcome = try CommandRunner.shell(
      """
      echo old >out; mkfifo pipe
      for signal in TERM HUP KILL
      do
        "$CONTACTOR" trace convert pipe -o out 2>/dev/null & pid=$!
        exec 3>pipe; cat s >&3; sleep 0.2; kill -$signal $pid; exec 3>&-; wait $pid
        ls; cat out
      done
      """.replacing("\"$CONTACTOR\"", with: "'\(CommandRunner.program.path)'"), files: ["s": script(2_000)])
    #expect(outcome.output == String(repeating: "out\npipe\ns\nold\n", count: 3))
  }

  @Test("After the rotation of its log, SIGHUP has run make a new one")
  func rotation() throws {
    let outcome = try CommandRunner.shell(
      """
      '\(CommandRunner.program.path)' run l.yaml --source evdev --log log 2>errors & pid=$!
      until grep -q touchscreen errors || [ -s log ]; do kill -0 $pid || exit; sleep 0.05; done
      mv log log.1; kill -HUP $pid
      until [ -e log ]; do kill -0 $pid || exit; sleep 0.05; done
      kill $pid; wait $pid; echo $?; stat -c '%a' log
      """, files: ["l.yaml": layout])
    #expect(outcome.output == "0\n600\n")
  }

  @Test("A name that is not UTF-8 is an error that says the way out")
  func foreignName() throws {
    let outcome = try CommandRunner.shell(#"contactor trace info "$(printf 'caf\351.trace')""#)
    #expect(outcome.status == 2)
    #expect(
      outcome.errors
        == "contactor: error: caf\\xE9.trace: is not UTF-8; give the file another name, or a link with one, or - and the file "
        + "as standard input\n")
  }
}
