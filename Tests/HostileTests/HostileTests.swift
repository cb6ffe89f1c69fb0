import Glibc
import Testing

@testable import hostile

/// A short run of the search in `tools/hostile`, and checks that it finds and shrinks failures.
@Suite struct HostileTests {
  /// The divisor of the number of programs, for slow runs under sanitizers: `CONTACTOR_WALK_PART` of 10 runs a tenth.
  private static let part = getenv("CONTACTOR_WALK_PART").flatMap { Int(String(cString: $0)) } ?? 1

  /// The executable beside the tests.
  private static let executable: String = {
    let path = CommandLine.arguments[0].split(separator: "/", omittingEmptySubsequences: false).dropLast()
    return (path + ["hostile"]).joined(separator: "/")
  }()

  private static let trial = Trial(executable: executable, limit: 5)

  @Test("10.2, 5.14: 2,000 programs break nothing, whatever they call from callouts and ends of objects", arguments: 1...4)
  func programs(seed: UInt64) {
    var options = Search.Options()
    (options.programs, options.seed, options.batch, options.limit) = (500 / Self.part, seed, 125, 10)
    options.executable = Self.executable
    var search = Search(options)
    for finding in search.run() {
      let program = Generator.program(finding.number, seed: seed)
      let small = Self.trial.shrink(program, like: finding.failure)
      Issue.record("program \(finding.number) of seed \(seed), \(finding.failure.kind):\n\(Self.trial.swiftText(of: small))\n\(small.text)")
    }
  }

  @Test("A program is the same for the same seed and number, and another for others")
  func repeats() {
    #expect(Generator.program(7, seed: 1) == Generator.program(7, seed: 1))
    #expect(Generator.program(7, seed: 1) != Generator.program(8, seed: 1))
    #expect(Generator.program(7, seed: 1) != Generator.program(7, seed: 2))
  }

  @Test("5,000 programs use every operation, most of them in callouts, too")
  func coverage() {
    var main: Set<Int> = []
    var inside: Set<Int> = []
    for number in 0..<5_000 {
      for step in Generator.program(number, seed: 1).steps {
        if step.place == .main { main.insert(step.call.operation) } else { inside.insert(step.call.operation) }
      }
    }
    let missing = Operation.all.indices.filter { !main.contains($0) && !inside.contains($0) }.map { Operation.all[$0].name }
    #expect(missing == ["trap"])
    #expect(inside.count > Operation.all.count * 9 / 10)
  }

  @Test("A program can be written as text and read again")
  func text() {
    for number in 0..<200 {
      let program = Generator.program(number, seed: 3)
      #expect(Program(text: program.text) == program)
    }
    #expect(Program(text: "main nonsense view1\nview99.hitTest 1 drop view1\nmain drop\nmain drop view1\n").steps.count == 1)
  }

  @Test("Any part of a program leaves the others as they are: the shrinker finds the two steps that fail together")
  func shrinking() throws {
    let program = try #require((0..<100).map { Generator.program($0, seed: 5) }.first(where: Self.failsTogether))
    let small = Shrinker.shrink(program, fails: Self.failsTogether)
    #expect(small.steps.map { Operation.all[$0.call.operation].name }.sorted() == ["drop", "handle"])
    #expect(small.steps.allSatisfy { $0.place == .main })
    #expect(small.steps.map(\.call.operands.count).max() == 8, "one contact is left of the frame")
  }

  /// Stands for an engine that fails where something was dropped and a frame with contacts was sent.
  private static func failsTogether(_ program: Program) -> Bool {
    let names = program.steps.map { (Operation.all[$0.call.operation].name, $0.call.operands.count) }
    return names.contains { $0.0 == "drop" } && names.contains { $0.0 == "handle" && $0.1 > 3 }
  }

  @Test("A trap in the end of an object is found in a child, shrunk to two steps, and printed as Swift")
  func planted() throws {
    var program = Generator.program(3, seed: 1)
    program.steps.removeAll { $0.place != .main }
    let planted = Program(text: "main makeApplication application0 1\napplication0.ended 1 trap\n")
    program.steps = [planted.steps[0]] + program.steps.filter { !$0.call.description.hasPrefix("makeApplication") } + [planted.steps[1]]
    let failure = try #require(Self.trial.failure(of: program))
    #expect(failure.kind == "trap")
    let small = Self.trial.shrink(program, like: failure)
    #expect(small.text == "main makeApplication application0 1\napplication0.ended 1 trap\nending 0\n")
    let text = Self.trial.swiftText(of: small)
    #expect(text.contains("final class Application0: Application {"))
    #expect(text.contains("  on(\"application0.ended\", 1) {\n    fatalError(\"planted\")\n  }\n  application0 = Application0()\n"))
    #expect(text.contains("  application0 = nil\n}"))
  }

  @Test("Children that hang or complain are told from those that crash")
  func failures() {
    #expect(Failure(status: 0, report: "") == nil)
    #expect(Failure(status: SIGILL, report: "")?.kind == "trap")
    #expect(Failure(status: SIGSEGV, report: "")?.kind == "signal 11")
    #expect(Failure(status: SIGABRT, report: "hostile: too long\n")?.kind == "hang")
    #expect(Failure(status: 3 << 8, report: "hostile: leak: view3\n")?.kind == "leak")
    #expect(Failure(status: 3 << 8, report: "hostile: violation: vanished\n")?.kind == "violation: vanished")
    let report =
      "==1==ERROR: AddressSanitizer: heap-use-after-free on address 0x1\n    #0 0x1 in f /x/Sources/ContactorCore/View/View.swift:9:1\n"
    #expect(Failure(status: 23 << 8, report: report)?.kind == "heap-use-after-free")
    #expect(Failure(status: 23 << 8, report: report)?.place == "View.swift:9")
  }
}
