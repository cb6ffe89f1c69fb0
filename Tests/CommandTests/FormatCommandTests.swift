import Foundation
import Testing

/// `contactor fmt`.
@Suite struct FormatCommandTests {
  private let bent = "a:   1   # one\nb: {c: 2 ,d: 3}\n"
  private let straight = "a: 1  # one\nb: {c: 2, d: 3}\n"

  @Test func `files are written in place, those that change are named`() throws {
    let outcome = try CommandRunner.shell(
      "chmod 640 a.yaml; contactor fmt a.yaml b.yaml; echo $?; stat -c %a a.yaml; cat a.yaml; contactor fmt a.yaml b.yaml",
      files: ["a.yaml": bent, "b.yaml": straight])
    #expect(outcome == .init(status: 0, output: "a.yaml\n0\n640\n" + straight, errors: ""))
  }

  @Test(arguments: ["fmt < a.yaml", "fmt - < a.yaml", "fmt a.yaml -o -", "fmt -o - - < a.yaml", "fmt -o - < a.yaml"])
  func `standard input goes to standard output`(_ words: String) throws {
    let outcome = try CommandRunner.shell("contactor \(words); cat a.yaml", files: ["a.yaml": bent])
    #expect(outcome == .init(status: 0, output: straight + bent, errors: ""))
  }

  @Test func `-o writes another file, for this user alone`() throws {
    let outcome = try CommandRunner.shell("contactor fmt a.yaml -o b.yaml; stat -c %a b.yaml; cat b.yaml a.yaml", files: ["a.yaml": bent])
    #expect(outcome == .init(status: 0, output: "b.yaml\n600\n" + straight + bent, errors: ""))
  }

  @Test func `--check names what has another form, and writes nothing`() throws {
    let files = ["a.yaml": bent, "b.yaml": straight]
    let outcome = try CommandRunner.shell("contactor fmt --check a.yaml b.yaml", files: files)
    let message = "has another form; 'contactor fmt' gives it that of layouts\n"
    #expect(outcome == .init(status: 1, output: "", errors: "contactor: error: a.yaml: \(message)"))
    let input = try CommandRunner.shell("contactor fmt --check < a.yaml; cat a.yaml", files: files)
    #expect(input.output == bent && input.errors == "contactor: error: standard input: \(message)")
    #expect(try CommandRunner.run("fmt", "--check", "b.yaml", files: files) == .init(status: 0, output: "", errors: ""))
  }

  @Test func `a mistake of YAML is told as check tells it, and the other files are formatted`() throws {
    let files = ["a.yaml": bent, "bad.yaml": "a: [1\nb: 2\n"]
    let outcome = try CommandRunner.shell(
      "contactor check bad.yaml; contactor fmt bad.yaml a.yaml; echo $?; cat bad.yaml a.yaml", files: files)
    #expect(outcome.output == "a.yaml\n1\n" + (files["bad.yaml"] ?? "") + straight)
    let lines = outcome.errors.split(separator: "\n")
    try #require(lines.count == 4, "\(outcome.errors)")
    #expect(lines[0] == lines[2] && lines[0].hasPrefix("bad.yaml:2:"))
    #expect(lines[3] == "contactor: error: bad.yaml: 1 mistake; it stays as it is")
  }

  @Test(arguments: [
    ("fmt none.yaml", 1, "none.yaml: error: No such file or directory"), ("fmt .", 1, ".: error: this is not a regular file"),
    ("fmt - -", 2, "standard input (-) can be read once only"), ("fmt --check a.yaml -o b", 2, "--check writes nothing"),
    ("fmt a.yaml a.yaml -o b", 2, "-o takes the result of one layout, and there are 2"),
    ("fmt a.yaml -o none/b", 1, "none/b: error: cannot be written: "), ("fmt a.yaml -o .", 1, ".: error: cannot be written: "),
    ("fmt l.yaml", 1, "l.yaml: error: this is a link; expected the file itself, a.yaml"), ("fmt --unknown", 2, "Unknown option"),
    ("fmt a.yaml -o - > /dev/full", 1, "standard output: cannot be written: No space left on device"),
  ])
  func `wrong usage and what cannot be written are told`(_ words: String, _ status: Int32, _ message: String) throws {
    let outcome = try CommandRunner.shell("ln -s a.yaml l.yaml; contactor \(words)", files: ["a.yaml": bent])
    #expect(outcome.status == status && outcome.errors.contains(message), "\(outcome)")
  }
}
