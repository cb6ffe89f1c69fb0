import ContactorCore
@testable import ContactorLayout
import ContactorSystem
import Testing

/// The keys `user` and `limits` of programs in a layout (contract 13.5).
@Suite struct LayoutProgramTests {
  private static func text(_ action: String) -> String {
    """
    contactor: 1
    screen: {size: [100, 100]}
    views:
      - {id: b, kind: button, frame: [0, 0, 100, 100], on: {touchUpInside: \(action)}}
    """
  }

  private static func run(_ action: String) throws -> RunAction? {
    let layout = try Layout.parse(Array(text(action).utf8), file: "k.yaml")
    guard case .run(let run)? = layout.windows[0].views[0].bindings[0].actions.first else { return nil }
    return run
  }

  private static func problems(_ action: String) -> [String] {
    LayoutCheck.diagnostics(of: Array(text(action).utf8), file: "k.yaml").map(\.description)
  }

  @Test func `a program has a user and limits`() throws {
    let run = try #require(
      try Self.run(
        "{run: [\"true\"], user: kiosk, limits: {memory: 200M, cpu: 10 s, files: 64, processes: 20, fileSize: 1.5K, nice: 10}}"))
    var limits = ProgramLimits()
    (limits.memory, limits.cpu, limits.files, limits.processes) = (200 << 20, .seconds(10), 64, 20)
    (limits.fileSize, limits.nice) = (1536, 10)
    #expect(run.user == "kiosk" && run.limits == limits)
    let request = run.request(["true", "1"], ["A": "b"])
    #expect(request == ProgramRequest(argv: ["true", "1"], environment: ["A": "b"], user: "kiosk", limits: limits))
    #expect(try Self.run("{run: [\"true\"]}")?.limits.isEmpty == true)
    #expect(try Self.run("{run: [\"true\"], user: 1000}")?.user == "1000")
    #expect(try Self.run("{run: [\"true\"], limits: {memory: 4294967296, fileSize: 0}}")?.limits.memory == 1 << 32)
  }

  @Test func `rows take them, too, and all users of a layout are known`() throws {
    let text =
      Self.text("[{run: [\"true\"], user: a}, {run: [\"true\"], user: b}]") + """

          - {id: t, kind: table, frame: [0, 0, 10, 10], rows: {from: ["true"], user: c, limits: {files: 9}}}
        """
    let layout = try Layout.parse(Array(text.utf8), file: "k.yaml")
    #expect(layout.programUsers == ["a", "b", "c"])
  }

  @Test(
    "A wrong user or limit is told with what was expected",
    arguments: [
      ("user: []", "'user' is a list; expected a user's name or number"),
      ("user: \"\"", "'user' is empty; expected a user's name or number"),
      ("limits: 5", "'limits' is '5'; expected a mapping with memory, cpu, files, processes, fileSize, nice"),
      (
        "limits: {memroy: 5M}",
        "unknown key 'memroy'; did you mean 'memory'?"
      ),
      ("limits: {memory: 5}", "'memory' is '5'; expected bytes from 1M to 1048576G, such as 200M"),
      ("limits: {memory: -5M}", "'memory' is '-5M'; expected bytes from 1M to 1048576G, such as 200M"),
      ("limits: {memory: 1e300G}", "'memory' is '1e300G'; expected bytes from 1M to 1048576G, such as 200M"),
      ("limits: {memory: 5T}", "'memory' is '5T'; expected bytes from 1M to 1048576G, such as 200M"),
      ("limits: {fileSize: [1]}", "'fileSize' is a list; expected bytes from 0 to 1048576G, such as 200M"),
      ("limits: {cpu: 10 ms}", "'cpu' is '10 ms'; expected 1 second or more"),
      ("limits: {files: 3}", "'files' is '3'; expected a whole number from 4 to 1048576"),
      ("limits: {processes: 0}", "'processes' is '0'; expected a whole number from 1 to 4194304"),
      ("limits: {nice: 20}", "'nice' is '20'; expected a whole number from 0 to 19"),
      ("limits: {nice: -1}", "'nice' is '-1'; expected a whole number from 0 to 19"),
    ])
  func mistakes(_ key: String, _ expected: String) {
    let found = Self.problems("{run: [\"true\"], \(key)}")
    #expect(found.count == 1 && found.first?.contains(expected) == true, "\(found)")
  }

  @Test func `they go with run only`() {
    let found = Self.problems("{emit: x, user: root}")
    #expect(found.count == 1 && found.first?.contains("'user' goes with 'run' only, not with 'emit'") == true, "\(found)")
  }

  @Test func `a user who does not exist is a warning`() {
    let found = Self.problems("[{run: [\"true\"], user: no-such-user-1}, {run: [\"true\"], user: root}]")
    #expect(found.count == 1 && found.first?.hasSuffix("warning: there is no user 'no-such-user-1'") == true, "\(found)")
  }
}
