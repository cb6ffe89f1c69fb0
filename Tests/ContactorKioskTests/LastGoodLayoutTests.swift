@testable import ContactorKiosk
@testable import ContactorLayout
@testable import ContactorSystem
import Glibc
import Testing

@Suite struct LastGoodLayoutTests {
  private let stage: RecordingStage

  init() throws { stage = try RecordingStage() }

  /// Writes a file with the usual permissions, whatever the umask is.
  private func write(_ text: String, to name: String) throws {
    try stage.write(text, to: name)
    chmod(stage.path(name), 0o644)
  }

  private static let good = "contactor: 1\nscreen: {size: [800, 480]}\nviews: [{id: a, kind: button, frame: [0, 0, 9, 9]}]\n"
  private static let bad = "contactor: 1\nscreen: {size: [800, 480]}\nviews: [{id: a, kind: buton, fram: [0, 0, 9, 9]}]\n"

  private func loader(_ name: String = "k.yaml") -> LayoutLoader {
    LayoutLoader(path: stage.path(name), trust: .refuses, lastGood: stage.path("last"))
  }

  /// Loads the layout as a start does.
  private func start(_ loader: LayoutLoader) -> (loaded: LayoutLoader.Loaded?, diagnostics: [String], complaints: [String]) {
    var (diagnostics, complaints) = ([String](), [String]())
    let loaded = try? loader.start(diagnose: { diagnostics.append($0) }, complain: { complaints.append($0) })
    return (loaded, diagnostics, complaints)
  }

  private func keepGood() throws {
    try write(Self.good, to: "k.yaml")
    let loaded = try #require(start(loader()).loaded)
    try #require(loaded.copy).save(to: stage.path("last"))
  }

  @Test func `a good layout is kept whole, for this user alone`() throws {
    try keepGood()
    #expect(stage.names() == ["k.yaml", "last"] && stage.mode(of: "last") == 0o600)
    let copy = try LayoutCopy.load(stage.path("last"), trust: .refuses)
    #expect(copy?.files.map(\.bytes) == [Array(Self.good.utf8)] && copy?.files[0].name == stage.path("k.yaml"))
  }

  @Test func `where the layout has mistakes all are told, and the last good one is run`() throws {
    try keepGood()
    try write(Self.bad, to: "k.yaml")
    let (loaded, diagnostics, complaints) = start(loader())
    #expect(diagnostics.count >= 2 && diagnostics.allSatisfy { $0.hasPrefix(stage.path("k.yaml") + ":3:") }, "\(diagnostics)")
    let expected = try Layout.parse(Array(Self.good.utf8), file: stage.path("k.yaml"))
    #expect(loaded?.layout == expected)
    let moment = try #require(loaded?.lastGood)
    #expect(moment.wholeMatch(of: /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/) != nil)
    #expect(
      complaints == ["\(stage.path("k.yaml")): cannot be used; the last good layout, of \(moment), is run until the file is mended"])
    #expect(loaded?.copy == nil, "what is run from the copy is not kept as a new one")
    try write(Self.good, to: "k.yaml")
    #expect(start(loader()).loaded?.lastGood == nil)
  }

  @Test func `a layout that is gone, or that others can write, is replaced by the last good one, too`() throws {
    try keepGood()
    chmod(stage.path("k.yaml"), 0o666)
    let untrusted = start(loader())
    #expect(untrusted.loaded?.lastGood != nil && untrusted.diagnostics[0].contains("chmod go-w"))
    unlink(stage.path("k.yaml"))
    let gone = start(loader())
    #expect(gone.loaded?.lastGood != nil && gone.diagnostics == ["\(stage.path("k.yaml")): error: No such file or directory"])
  }

  @Test func `without a last good one the mistakes are an error`() throws {
    try write(Self.bad, to: "k.yaml")
    let (loaded, diagnostics, complaints) = start(loader())
    #expect(loaded == nil && diagnostics.count >= 2 && complaints == [])
    #expect(start(LayoutLoader(path: stage.path("k.yaml"), trust: .warns)).loaded == nil)
  }

  @Test func `the last good one of another file is not run`() throws {
    try keepGood()
    try write(Self.bad, to: "other.yaml")
    let (loaded, _, complaints) = start(loader("other.yaml"))
    #expect(loaded == nil)
    #expect(complaints == ["\(stage.path("last")): is of another layout, \(stage.path("k.yaml")); there is no last good layout to run"])
  }

  @Test func `a copy that others can write is not run`() throws {
    try keepGood()
    try write(Self.bad, to: "k.yaml")
    chmod(stage.path("last"), 0o622)
    let (loaded, _, complaints) = start(loader())
    #expect(loaded == nil && complaints.count == 1 && complaints[0].contains("chmod go-w"), "\(complaints)")
  }

  @Test func `a copy that is cut off or damaged anywhere is no copy, and never a crash`() throws {
    let files = [
      TrustedLayoutFiles.File(name: "/a b.yaml", bytes: Array("x\nend\n".utf8)), TrustedLayoutFiles.File(name: "/c", bytes: []),
    ]
    let copy = try #require(LayoutCopy(files, seconds: 1_766_625_744))
    let bytes = copy.encoded
    #expect(LayoutCopy(decoding: bytes) == copy)
    for count in 0..<bytes.count { #expect(LayoutCopy(decoding: Array(bytes[..<count])) == nil) }
    for place in bytes.indices {
      for byte in [UInt8(0), 10, 32, 57, 255] {
        var damaged = bytes
        damaged[place] = byte
        _ = LayoutCopy(decoding: damaged)
      }
    }
    #expect(LayoutCopy(decoding: bytes + [10]) == nil)
    let head = "contactor last good layout 1\nsaved 1\n"
    for text in ["end\n", "file -1 x\n\nend\n", "file 9223372036854775807 x\n\nend\n", "file 99999999999999999999 x\n\nend\n", "file 1\n"] {
      #expect(LayoutCopy(decoding: Array((head + text).utf8)) == nil, "\(text)")
    }
    #expect(LayoutCopy([TrustedLayoutFiles.File(name: "a\nb", bytes: [])], seconds: 0) == nil && LayoutCopy([], seconds: 0) == nil)
    for seconds in [Int64.min, -1, 0, .max] { #expect(LayoutCopy(files, seconds: seconds)?.moment.isEmpty == false) }
  }

  @Test func `the same layout is not written again, and keeps its moment`() throws {
    let file = [TrustedLayoutFiles.File(name: "/k", bytes: [1])]
    try #require(LayoutCopy(file, seconds: 100)).save(to: stage.path("last"))
    try #require(LayoutCopy(file, seconds: 200)).save(to: stage.path("last"))
    #expect(try LayoutCopy.load(stage.path("last"), trust: .refuses)?.seconds == 100)
    try #require(LayoutCopy([TrustedLayoutFiles.File(name: "/k", bytes: [2])], seconds: 300)).save(to: stage.path("last"))
    #expect(try LayoutCopy.load(stage.path("last"), trust: .refuses)?.seconds == 300)
  }

  @Test func `a full disk leaves the older copy, and is told through the loop`() throws {
    let file = { (byte: UInt8) in [TrustedLayoutFiles.File(name: "/k", bytes: [byte])] }
    try #require(LayoutCopy(file(1), seconds: 100)).save(to: stage.path("last"))
    var calls = SystemCalls.kernel
    calls.write = { _, _ in -Int(ENOSPC) }
    let loop = try EventLoop()
    var complaints: [String] = []
    let keeper = try LayoutKeeper(path: stage.path("last"), loop: loop, calls: calls) { complaints.append($0) }
    keeper.keep(try #require(LayoutCopy(file(2), seconds: 200)))
    keeper.close()
    #expect(complaints == ["\(stage.path("last")): No space left on device; the layout is not kept for a later start"])
    #expect(try LayoutCopy.load(stage.path("last"), trust: .refuses)?.seconds == 100 && stage.names() == ["last"])
  }

  @Test func `a thread writes the newest of several copies`() throws {
    let loop = try EventLoop()
    let keeper = try LayoutKeeper(path: stage.path("last"), loop: loop) { Issue.record("\($0)") }
    for number in 1...50 {
      keeper.keep(try #require(LayoutCopy([TrustedLayoutFiles.File(name: "/k", bytes: [UInt8(number)])], seconds: Int64(number))))
    }
    keeper.close()
    #expect(try LayoutCopy.load(stage.path("last"), trust: .refuses)?.files[0].bytes == [50])
  }

  @Test func `a place that no file can be made in is told, and the service goes on`() throws {
    let loop = try EventLoop()
    var complaints: [String] = []
    let keeper = try LayoutKeeper(path: stage.path("none/last"), loop: loop) { complaints.append($0) }
    keeper.keep(try #require(LayoutCopy([TrustedLayoutFiles.File(name: "/k", bytes: [])], seconds: 0)))
    keeper.close()
    #expect(complaints == ["\(stage.path("none/last")): No such file or directory; the layout is not kept for a later start"])
  }

  @Test func `root and systemd refuse what others can write, a person is warned`() {
    #expect(LayoutLoader.trust(isManaged: false, user: 0) == .refuses)
    #expect(LayoutLoader.trust(isManaged: true, user: 1000) == .refuses)
    #expect(LayoutLoader.trust(isManaged: false, user: 1000) == .warns)
  }
}
