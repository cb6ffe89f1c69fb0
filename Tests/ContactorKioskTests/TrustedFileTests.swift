@testable import ContactorLayout
@testable import ContactorSystem
import Glibc
import Testing

@Suite struct TrustedFileTests {
  private let stage: RecordingStage

  init() throws { stage = try RecordingStage() }

  /// Writes a file with the usual permissions, whatever the umask is.
  private func write(_ text: String, to name: String) throws {
    try stage.write(text, to: name)
    chmod(stage.path(name), 0o644)
  }

  private func weaknesses(_ path: String, user: UInt32 = geteuid()) throws -> [String] {
    let file = try TrustedFile(path, user: user)
    return file.weaknesses.map { "\($0); \($0.remedy)" }
  }

  private func folder(_ name: String, mode: UInt32) {
    mkdir(stage.path(name), 0o700)
    chmod(stage.path(name), mode)
  }

  /// Folders go with the stage where they are empty.
  private func remove(_ names: String...) {
    for name in names where unlink(stage.path(name)) != 0 { rmdir(stage.path(name)) }
  }

  @Test func `a file of one's own in a folder such as /tmp is trusted, and read through its descriptor`() throws {
    try write("text", to: "f")
    chmod(stage.path("f"), 0o644)
    let file = try TrustedFile(stage.path("f"))
    #expect(file.weaknesses == [])
    // Another file in its place is not what was looked at.
    unlink(stage.path("f"))
    try write("other", to: "f")
    var bytes = [UInt8](repeating: 0, count: 10)
    #expect(read(file.descriptor.rawValue, &bytes, 10) == 4)
  }

  @Test(arguments: [UInt32(0o664), 0o646, 0o666, 0o620])
  func `a file that others can write is not trusted`(mode: UInt32) throws {
    try write("text", to: "f")
    chmod(stage.path("f"), mode)
    let digits = String(mode, radix: 8)
    #expect(
      try weaknesses(stage.path("f")) == ["others can write to \(stage.path("f")) (mode 0\(digits)); chmod go-w \(stage.path("f"))"])
  }

  @Test func `each folder on the way counts, but for those with the sticky bit`() throws {
    folder("a", mode: 0o777)
    folder("a/b c", mode: 0o775)
    folder("a/b c/d", mode: 0o1777)
    let path = stage.path("a/b c/d/f")
    try write("x", to: "a/b c/d/f")
    defer { remove("a/b c/d/f", "a/b c/d", "a/b c", "a") }
    #expect(
      try weaknesses(path) == [
        "others can write to the folder \(stage.path("a")) (mode 0777); chmod go-w \(stage.path("a"))",
        "others can write to the folder \(stage.path("a/b c")) (mode 0775); chmod go-w '\(stage.path("a/b c"))'",
      ])
    #expect(try weaknesses(stage.path("a/./b c//../b c/d/f")).count == 2)
  }

  @Test func `a link counts with the folder that it lies in, and is followed to what it names`() throws {
    folder("open", mode: 0o777)
    folder("safe", mode: 0o755)
    try write("x", to: "safe/f")
    symlink("../safe/f", stage.path("open/link"))
    symlink(stage.path("open/link"), stage.path("far"))
    symlink("round", stage.path("round"))
    defer { remove("open/link", "safe/f", "open", "safe", "far", "round") }
    #expect(try weaknesses(stage.path("safe/f")) == [])
    let expected = ["others can write to the folder \(stage.path("open")) (mode 0777); chmod go-w \(stage.path("open"))"]
    #expect(try weaknesses(stage.path("open/link")) == expected)
    #expect(try weaknesses(stage.path("far")) == expected)
    #expect(throws: SystemError(errno: ELOOP, place: stage.path("round"))) { _ = try TrustedFile(stage.path("round")) }
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
  func `what belongs to another user is not trusted, and root's is by everyone`() throws {
    folder("theirs", mode: 0o755)
    try write("x", to: "theirs/f")
    chown(stage.path("theirs"), 4711, 4711)
    defer { remove("theirs/f", "theirs") }
    let found = "the folder \(stage.path("theirs")) belongs to another user (4711); chown \(geteuid()) \(stage.path("theirs"))"
    #expect(try weaknesses(stage.path("theirs/f")) == [found])
    #expect(try TrustedFile(stage.path("theirs/f"), user: 4711).weaknesses.map(\.path) == [])
    symlink("theirs/f", stage.path("link"))
    lchown(stage.path("link"), 4711, 4711)
    #expect(try weaknesses(stage.path("link")).count == 2)
  }

  @Test func `what is no file is an error as for open`() throws {
    try write("x", to: "f")
    for (path, number) in [
      ("", ENOENT), ("/", EISDIR), (stage.folder, EISDIR), (stage.path("none"), ENOENT), (stage.path("f/x"), ENOTDIR),
      (stage.path("none/x"), ENOENT), (stage.path(String(repeating: "x", count: 300)), ENAMETOOLONG),
    ] {
      #expect(throws: SystemError(errno: number, place: path)) { _ = try TrustedFile(path) }
    }
    mkfifo(stage.path("pipe"), 0o600)
    #expect(try weaknesses(stage.path("pipe")) == [], "opening a pipe without a writer does not wait")
  }

  @Test func `a relative path counts from this folder`() throws {
    #expect(throws: SystemError(errno: ENOENT, place: "no-such-file-here")) { _ = try TrustedFile("no-such-file-here") }
    let up = String(repeating: "../", count: 60) + stage.path("f").dropFirst()
    try write("x", to: "f")
    #expect(try TrustedFile(up).weaknesses.allSatisfy { !$0.path.contains("contactor-") })
  }

  // MARK: Layouts

  private static let text = "contactor: 1\nscreen: {size: [800, 480]}\n"

  @Test func `a layout that others can write is refused, warned of, or taken`() throws {
    try write(Self.text, to: "k.yaml")
    chmod(stage.path("k.yaml"), 0o666)
    let path = stage.path("k.yaml")
    let told = "this layout is not trusted: others can write to \(path) (mode 0666); chmod go-w \(path)"
    let refusing = TrustedLayoutFiles(trust: .refuses)
    let error = #expect(throws: LayoutError.self) { try Layout.load(path: path, files: refusing) }
    #expect(error?.description == "\(path): error: \(told), or start with --trust-anyone" && refusing.files.isEmpty)
    let warning = TrustedLayoutFiles(trust: .warns)
    _ = try Layout.load(path: path, files: warning)
    #expect(warning.warnings.map(\.description) == ["\(path): warning: \(told)"])
    let trusting = TrustedLayoutFiles(trust: .trustsAnyone)
    _ = try Layout.load(path: path, files: trusting)
    #expect(trusting.warnings == [] && trusting.files.map(\.bytes) == [Array(Self.text.utf8)])
  }

  @Test func `every weakness of a layout is told at once, and after mending it is taken`() throws {
    folder("a", mode: 0o777)
    try write(Self.text, to: "a/k.yaml")
    chmod(stage.path("a/k.yaml"), 0o666)
    defer { remove("a/k.yaml", "a") }
    let files = TrustedLayoutFiles(trust: .refuses)
    let error = #expect(throws: LayoutError.self) { try Layout.load(path: stage.path("a/k.yaml"), files: files) }
    #expect(error?.diagnostics.count == 2)
    chmod(stage.path("a"), 0o755)
    chmod(stage.path("a/k.yaml"), 0o644)
    _ = try Layout.load(path: stage.path("a/k.yaml"), files: files)
    let missing = #expect(throws: LayoutError.self) { try Layout.load(path: stage.path("a/none"), files: files) }
    #expect(missing?.description == "\(stage.path("a/none")): error: No such file or directory")
  }

  @Test func `check warns of a program that others can change`() throws {
    try write("#!/bin/sh\n", to: "program")
    chmod(stage.path("program"), 0o777)
    let view = "  - {id: b, kind: button, frame: [0, 0, 9, 9], on: {touchDown: {run: [\(stage.path("program"))]}}}\n"
    let layout = try Layout.parse(Array((Self.text + "views:\n" + view).utf8), file: "k.yaml")
    let path = stage.path("program")
    #expect(
      LayoutCheck.warnings(in: layout).map(\.message) == [
        "the program \(path) is not safe: others can write to \(path) (mode 0777); chmod go-w \(path)"
      ])
    chmod(path, 0o755)
    #expect(LayoutCheck.warnings(in: layout) == [])
  }
}
