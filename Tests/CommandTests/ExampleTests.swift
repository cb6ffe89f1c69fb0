import Foundation
import Testing

/// The programs in Examples, as they are built.
@Suite struct ExampleTests {
  private func run(_ name: String, _ arguments: [String], in folder: URL? = nil) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = (folder ?? CommandRunner.program.deletingLastPathComponent()).appending(path: name)
    process.arguments = arguments
    let output = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }

  @Test("NilTarget's script taps a cell's button, and the controller up the chain changes its title")
  func nilTarget() throws {
    let outcome = try run("NilTarget", [])
    #expect(outcome.output == "title: Cheese\n")
    #expect(outcome.status == 0)
  }

  @Test("NilTarget says how it is used")
  func usage() throws {
    let outcome = try run("NilTarget", ["--nonsense"])
    #expect(outcome.output == "usage: NilTarget [--live]\n")
    #expect(outcome.status == 2)
  }

  /// What each small example prints.
  private static let outputs = [
    "Knob": "10 %|20 %|30 %|40 %|50 %|drawn again 180 times",
    "ColorWheel": "#FF0000|#80FF00|#BFFF51|#FFFFFF|Lamp, color well, #FFFFFF, adjustable|increase, #FFFFFF|#FF0000|"
      + "increase, #FF0000|#FF8000|increase, #FF8000",
    "Photo": "middle at 550.0, 240.0|scaled by 2.0, turned to 0.0, 1.0",
    "Cards": "card 0, card 1, card 2, card 3|card 1, card 2, card 3, card 0|card 2, card 3, card 0, card 1|card 2 at 160, 100|"
      + "card 3 at 220, 100|card 0 at 540, 200|card 1 at 100, 300|card 0 to the front|card 1 to the front",
    "Rows": "rows 0...10|row 2 tapped|rows 30...40|row 32 tapped|rows 9989...9999|row 9999 tapped",
    "Dialog": "erased|kept|dismissed|asked 3 times, 1 window left",
    "Keypad": "code editingChanged: emit code 1|one touchUpInside: insertText:forEvent: code|"
      + "code editingChanged: emit code 12|two touchUpInside: insertText:forEvent: code|"
      + "open touchUpInside: emit open at 250, 125|runs [\"unlock\", \"door\"]|open touchUpInside: run unlock",
    "Feed": "slider at 25 %|slider at 50 %|slider at 75 %|press began|press ended",
  ]

  @Test("Each small example does what its first line says", arguments: outputs.keys.sorted())
  func small(name: String) throws {
    let outcome = try run(name, [], in: Self.products)
    #expect(outcome.output.split(separator: "\n").joined(separator: "|") == Self.outputs[name])
    #expect(outcome.status == 0)
  }

  /// What the layouts with scripts of their own emit, each once if it comes several times in a row.
  private static let emitted = [
    "hotel": "scene Cinema|light 90|blinds 25|thermostat 25|wake 8 00 call",
    "hotel-short": "scene Cinema|ceiling 1|desk-level 75|street stop|dial *|ask Taxi",
    "directory": "call Tanaka, Wei",
    "pin": "wrong-pin|staff-came|restarted",
    "browser": "back|zoom-refused|home|unlocked|attract|awake|attract",
  ]

  @Test("A layout's script operates everything on it", arguments: emitted.keys.sorted())
  func scripted(name: String) throws {
    let examples = CommandRunner.repository.appending(path: "Examples").path
    let check = try CommandRunner.run("check", "\(examples)/\(name).yaml")
    #expect(check.status == 0 && check.output.contains("no mistakes"), "\(check)")
    let outcome = try CommandRunner.run(
      "replay", "\(examples)/\(name).script", "--layout", "\(examples)/\(name).yaml", "--log", "-")
    #expect(outcome.status == 0)
    let lines = outcome.output.split(separator: "\n").filter { $0.contains("\"kind\":\"emit\"") }
    var texts: [String] = []
    for line in lines {
      let text = line.split(separator: "\"")[9].description
      // A knob that is turned passes values; the last one counts.
      if let last = texts.last, last.split(separator: " ")[0] == text.split(separator: " ")[0] { texts.removeLast() }
      texts.append(text)
    }
    #expect(texts.joined(separator: "|") == Self.emitted[name])
    // The PIN's field and its keys are secure.
    #expect(!outcome.output.contains("\"control\":\"pin\"") && !outcome.output.contains("\"view\":\"keys\""))
  }

  /// The folder of the tests' own products; the command may be a release.
  private static let products = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()

  @Test("Keypad runs a layout from a file, and tells its mistakes")
  func keypad() throws {
    let examples = CommandRunner.repository.appending(path: "Examples")
    let outcome = try run("Keypad", [examples.appending(path: "kiosk.yaml").path], in: Self.products)
    #expect(
      outcome.output.hasPrefix(
        "hello touchDown: emit hello-pressed\nruns [\"echo\", \"hello from hello at 140, 100\"]\nhello touchUpInside: run echo\n"),
      "\(outcome)")
    #expect(outcome.output.contains("lamp valueChanged: emit lamp-1\n") && outcome.status == 0)
    let missing = try run("Keypad", ["/no/such/layout"], in: Self.products)
    #expect(missing.output == "/no/such/layout: error: No such file or directory\n")
  }

  @Test("A program that imports ContactorLayout needs none of the libraries for devices, which the command does")
  func linkedLibraries() throws {
    let devices = ["libinput", "libevdev", "libudev"]
    func needed(_ program: URL) throws -> [String] {
      let outcome = try CommandRunner.shell("readelf -d '\(program.path)' | grep NEEDED; ldd '\(program.path)'")
      #expect(outcome.output.contains("libyaml"), "\(outcome)")
      return devices.filter { outcome.output.contains($0) }
    }
    #expect(try needed(Self.products.appending(path: "Keypad")) == [])
    #expect(try needed(Self.products.appending(path: "contactor")) == devices)
  }

  @Test("Examples are one file each, of under 100 lines, the whole program of under 200")
  func isShort() throws {
    for name in Self.outputs.keys.sorted() + ["NilTarget"] {
      let file = CommandRunner.repository.appending(path: "Examples/\(name)/main.swift")
      let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.count < (name == "NilTarget" ? 200 : 100), "\(name)")
    }
  }
}
