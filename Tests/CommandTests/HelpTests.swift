import Foundation
import Testing

/// `--help` and the completions, by what the command says of all of its arguments.
@Suite struct HelpTests {
  /// A command as `--experimental-dump-help` describes it.
  private struct Command: Decodable {
    let commandName: String
    let arguments: [Argument]?
    let subcommands: [Command]?
  }

  private struct Argument: Decodable {
    struct Name: Decodable { let name: String }
    struct Completion: Decodable {
      struct Files: Decodable { let extensions: [String] }
      struct List: Decodable { let values: [String] }
      let file: Files?
      let list: List?
    }

    let kind: String
    let preferredName: Name?
    let valueName: String?
    let abstract: String?
    let completionKind: Completion?

    /// `--speed`, or `<trace>` for an argument without a name.
    var label: String { preferredName.map { "--" + $0.name } ?? "<\(valueName ?? "")>" }
  }

  private struct Dump: Decodable { let command: Command }

  /// The words of every command, with its arguments that have a value.
  private static func commands() throws -> [(words: [String], arguments: [Argument])] {
    let outcome = try CommandRunner.run("--experimental-dump-help")
    let dump = try JSONDecoder().decode(Dump.self, from: Data(outcome.output.utf8))
    func all(_ command: Command, _ words: [String]) -> [(words: [String], arguments: [Argument])] {
      let values = (command.arguments ?? []).filter { $0.kind != "flag" }
      return [(words, values)] + (command.subcommands ?? []).flatMap { all($0, words + [$0.commandName]) }
    }
    return all(dump.command, []).filter { $0.words != ["help"] }
  }

  /// The text that the help of an option must have, by the name of its value: the unit and the range of a number; nothing of a text.
  private static let units: [String: [String]] = [
    "seconds": ["seconds"], "moment": ["seconds", "t=microseconds"], "factor": ["times faster", "above 0"],
    "bytes": ["bytes", "to 1073741824G"], "number": ["from 0 to 18446744073709551615"],
    "rect": ["in points", "above 0"], "count": ["1 or more"], "length": ["mm"], "rectangle": ["mm or %"], "time": ["ms", "s"],
    "speed": ["m/s", "mm/s"], "degrees": ["90", "clockwise"], "matrix": ["six numbers"], "filter": ["hertz"], "method": [],
    "file": [], "layout": [], "schema": [], "node": [], "source": [], "sink": [], "format": [], "fault": [], "id": [], "name": [],
    "socket": [], "user": [], "marks": ["3, 4", "5"], "display": [], "keeper": [], "size": ["mm", "154x86"], "seat": [],
    "ranges": ["x=0..1619,y=0..2159"],
  ]

  @Test func `every option that takes a number says its unit and its range`() throws {
    var numbers: Set<String> = []
    for (words, arguments) in try Self.commands() {
      for option in arguments where option.kind == "option" {
        let place = (words + [option.label]).joined(separator: " ")
        let value = option.valueName ?? ""
        guard let unit = Self.units[value] else {
          Issue.record("\(place) takes a <\(value)>: add what its help must say")
          continue
        }
        if !unit.isEmpty { numbers.insert(place) }
        for text in unit { #expect(option.abstract?.contains(text) == true, "\(place): \(option.abstract ?? "")") }
      }
    }
    #expect(
      numbers == [
        "calibrate --marks", "calibrate --mm", "calibrate --timeout", "forward --calibration", "forward --dead-zone", "forward --edges",
        "forward --filter", "forward --fingers",
        "forward --ghost-faster-than", "forward --ghost-larger-than", "forward --ghost-shorter-than", "forward --ghost-smaller-than",
        "forward --log-keep", "forward --log-size", "forward --rate", "forward --rotation", "forward --stuck-after",
        "explain --range", "monitor --calibration", "monitor --dead-zone", "monitor --edges", "monitor --filter", "monitor --fingers",
        "monitor --ghost-faster-than", "monitor --ghost-larger-than", "monitor --ghost-shorter-than", "monitor --ghost-smaller-than",
        "monitor --range", "monitor --rate", "monitor --rotation", "monitor --speed", "monitor --stuck-after", "record --duration",
        "record --ring",
        "replay --range", "replay --speed", "report --range", "run --log-keep", "run --log-size", "run --ring", "trace convert --range",
        "trace cut --from", "trace cut --to", "trace fault --seed", "trace redact --rect", "trace stroke --from", "trace stroke --range",
        "trace stroke --to",
      ])
    let ranges = try Self.commands().flatMap(\.arguments)
    #expect(ranges.contains { $0.label == "--duration" && $0.abstract?.contains("above 0 and below 1e9") == true })
    #expect(ranges.contains { $0.label == "--from" && $0.abstract?.contains("between -1e12 and 1e12") == true })
  }

  @Test func `the help of each command is printed with all of that`() throws {
    for (words, arguments) in try Self.commands() {
      let outcome = try CommandRunner.shell("contactor \(words.joined(separator: " ")) --help")
      #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(words) \(outcome)")
      let help = outcome.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      for argument in arguments {
        #expect(help.contains(argument.abstract ?? "?"), "\(words) \(argument.label)")
        if argument.kind == "option" { #expect(help.contains("<\(argument.valueName ?? "?")>"), "\(words) \(argument.label)") }
      }
    }
  }

  @Test(
    "Numbers out of their range are wrong usage, and the range is said",
    arguments: [
      ("record --duration 0", "above 0"), ("record --duration=-1", "above 0"), ("record --duration nan", "above 0"),
      ("record --duration 1e9", "above 0"), ("record --ring 10K", "64K or more"), ("replay s --speed 0", "above 0"),
      ("replay s --speed inf", "above 0"), ("monitor s --speed nan", "above 0"), ("monitor s --speed=-1", "above 0"),
      ("trace cut s -o x --from 1e12", "seconds"), ("trace cut s -o x --to inf", "seconds"),
      ("trace fault s -o x --seed=-1", "seed"), ("trace fault s -o x --seed 18446744073709551616", "seed"),
      ("trace redact s -o x --rect 0,0,0,1", "x,y,width,height"), ("trace stroke s --name n --from t=1.5", "seconds"),
      ("trace stroke s --name n --from 2 --to 1", "--from is after --to"),
    ])
  func ranges(words: String, reason: String) throws {
    let outcome = try CommandRunner.shell("contactor \(words)")
    #expect(outcome.status == 2 && outcome.errors.contains(reason), "\(outcome)")
  }

  @Test("The least speed that there is neither crashes nor stops a monitor whose touches all have one time")
  func leastSpeed() throws {
    let tap = ["began", "ended"].map { #"{"t":1000,"kind":"touch","touch":1,"phase":"\#($0)","x":1,"y":2}"# + "\n" }.joined()
    let outcome = try CommandRunner.shell("timeout 60 '\(CommandRunner.program.path)' monitor s --speed 1e-310", files: ["s": tap])
    #expect(outcome.status == 0 && outcome.output.contains(#""phase":"ended""#), "\(outcome)")
  }

  // MARK: Completions

  private static let layouts = ["yaml", "yml", "json"]

  @Test func `each argument that is a file completes to files of its kind, and each name to the names that there are`() throws {
    for (words, arguments) in try Self.commands() {
      for argument in arguments {
        let place = (words + [argument.label]).joined(separator: " ")
        let extensions = argument.completionKind?.file?.extensions
        switch argument.label {
        case "<trace>", "<recording>", "<first>", "<second>", "--log", "--expect", "--last-good", "--pairing", "--like":
          #expect(extensions == [], "\(place)")
        case "<layout>", "--layout": #expect(extensions == Self.layouts, "\(place)")
        case "--output" where words == ["report"]: #expect(extensions == ["html", "svg"], "\(place)")
        case "--output" where words == ["calibrate"]: #expect(extensions == ["rules", "yaml", "json"], "\(place)")
        case "--marks": #expect(argument.completionKind?.list?.values == ["3", "4", "5"], "\(place)")
        case "--output" where words == ["fmt"]: #expect(extensions == Self.layouts, "\(place)")
        case "--output" where words == ["schema"]: #expect(extensions == ["json"], "\(place)")
        case "--output", "--record", "--forwarded": #expect(extensions?.contains("trace") == true, "\(place)")
        case "--metrics": #expect(extensions == ["prom"], "\(place)")
        case "--format": #expect(argument.completionKind?.list?.values == ["contactor", "libinput", "evemu", "jsonl"], "\(place)")
        case "--with": #expect(argument.completionKind?.list?.values.contains("ghosts") == true, "\(place)")
        case "--speed": #expect(argument.completionKind?.list?.values.contains("1") == true, "\(place)")
        default: #expect(argument.valueName != "file", "\(place) completes to nothing")
        }
      }
    }
  }

  /// A shell with what its script has for a layout, for a page, and for a recording of any name.
  private static let shells = [
    ("bash", "'!*.@(yaml|yml|json)'", "'!*.@(html|svg)'", "completions -f\n"),
    ("zsh", "*.yaml *.yml *.json", "*.html *.svg", ":_files'\n"),
    ("fish", #"'yaml\' \'yml\' \'json\'"#, #"'html\' \'svg\'"#, " -F\n"),
  ]

  @Test(arguments: shells)
  func `the script of a shell is whole and names files of the right kind`(
    shell: String, layouts: String, pages: String, recordings: String
  ) throws {
    let outcome = try CommandRunner.run("--generate-completion-script", shell)
    try #require(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
    let check = shell == "fish" ? "fish --no-execute" : shell + " -n"
    let parsed = try CommandRunner.shell("! command -v \(shell) >/dev/null || \(check) script", files: ["script": outcome.output])
    #expect(parsed == .init(status: 0, output: "", errors: ""))
    for (words, arguments) in try Self.commands() where !arguments.isEmpty {
      let part = Self.part(of: outcome.output, for: words, in: shell)
      let labels = Set(arguments.map(\.label))
      let isLayout = labels.contains("<layout>") || labels.contains("--layout")
      #expect(part.contains(layouts) == isLayout, "\(shell) \(words): \(part)")
      #expect(part.contains(pages) == (words == ["report"]), "\(shell) \(words): \(part)")
      if !labels.isDisjoint(with: ["<trace>", "<recording>", "<first>"]) {
        #expect(part.contains(recordings), "\(shell) \(words): \(part)")
      }
    }
  }

  /// The part of a completion script for one command.
  private static func part(of script: String, for words: [String], in shell: String) -> String {
    if shell == "fish" {
      let name = (["contactor"] + words).joined(separator: " ")
      let lines = script.split(separator: "\n").filter { $0.contains("\"\(name)\"") }
      return lines.map { $0 + "\n" }.joined()
    }
    let start = "\n" + (["_contactor"] + words).joined(separator: "_") + "() {\n"
    guard let range = script.range(of: start) else { return "" }
    return String(script[range.upperBound...].prefix(upTo: script[range.upperBound...].range(of: "\n}\n")?.lowerBound ?? script.endIndex))
  }
}
