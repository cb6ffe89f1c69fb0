import Foundation
import Testing

/// The options of commands that read recordings as other programs print them.
@Suite("Recordings without ranges, and of devices that are no touchscreens")
struct PastedRecordingTests {
  /// A dump of the tests of the readers.
  private static func dump(_ name: String) throws -> String {
    try String(contentsOf: CommandRunner.repository.appending(path: "Tests/dumps/\(name).txt"), encoding: .utf8)
  }

  /// A tap at column 300 of 800 and row 240 of 480, without a word on the panel.
  private func files() throws -> [String: String] {
    try [
      "paste": Self.dump("evtest-events-only"), "panel": Self.dump("evtest-terminal"), "pad": Self.dump("evtest-touchpad"),
      "mouse": Self.dump("evtest-mouse-mode"), "log": "{\"t\":1,\"kind\":\"wait\"}\n",
    ]
  }

  @Test(
    "Ranges are guessed with a word on it, given by --range, or taken from a recording by --like",
    arguments: [
      ("", "(592.593, 474.074)", true), ("--range x=0..799,y=0..479", "(300, 240)", false), ("--like panel", "(300, 240)", false),
      ("--range x=0..799", "(300, 240)", true),
    ])
  func ranges(options: String, place: String, isGuessed: Bool) throws {
    let outcome = try CommandRunner.shell("contactor explain paste \(options)", files: files())
    #expect(outcome.status == 0 && outcome.output.contains("touch 1: down at \(place)"), "\(outcome)")
    #expect(outcome.errors.contains("guessed from the events") == isGuessed, "\(outcome)")
  }

  @Test("Every command that plays a recording takes the ranges")
  func commands() throws {
    let outcome = try CommandRunner.shell(
      """
      given='--range x=0..799,y=0..479'
      contactor monitor paste $given | grep began
      contactor replay paste $given --log - | grep began
      contactor trace convert paste -o converted.yml $given && contactor replay converted.yml --log - | grep began
      contactor trace stroke paste --name n $given --to 0.5 | grep points
      contactor report paste -o page.html $given && test -s page.html && echo page
      """, files: files())
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 8, "\(outcome)")
    #expect(lines.count { $0.contains("\"x\":37.5,\"y\":50,") } == 3, "37.5 % of the width, half of the height: \(outcome)")
  }

  @Test(
    "What is no touchscreen is left out with a word on it, and taken with --all-devices",
    arguments: [("pad", "'Touchpad T' is a touchpad"), ("mouse", "'Mouse panel' is an absolute pointer (a panel in mouse mode)")])
  func devices(file: String, finding: String) throws {
    let without = try CommandRunner.run("replay", file, "--log", "-", files: files())
    #expect(without.errors == "contactor: \(file): \(finding) and was left out; --all-devices takes it\n", "\(without)")
    #expect(!without.output.contains("began"), "\(without)")
    let with = try CommandRunner.run("replay", file, "--log", "-", "--all-devices", files: files())
    #expect(with.status == 0 && with.errors.isEmpty && with.output.contains("began"), "\(with)")
  }

  @Test(
    "Options that cannot be understood are refused with the way out",
    arguments: [
      ("--range x=5", 2, "is not like x=0..1619,y=0..2159"), ("--range x=0..0", 2, "is not like"),
      ("--range x=0..9,x=0..9", 2, "is not like"), ("--range z=0..9", 2, "is not like"), ("--range x=0..99999999999", 2, "is not like"),
      ("--range ''", 2, "is not like"), ("--like pad", 1, "pad: no description of a touchscreen in it"),
      ("--like paste", 1, "paste: no description of a touchscreen in it"), ("--like nothing", 1, "nothing: cannot be opened"),
      ("--like log", 1, "log: no description of a touchscreen in it"),
    ] as [(String, Int32, String)])
  func mistakes(options: String, status: Int32, reason: String) throws {
    let outcome = try CommandRunner.shell("contactor explain paste \(options)", files: files())
    #expect(outcome.status == status && outcome.errors.contains(reason) && outcome.output.isEmpty, "\(outcome)")
  }
}
