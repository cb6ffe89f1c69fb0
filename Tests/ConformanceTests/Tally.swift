import Synchronization
import Testing

/// Counts what became of the cases; tests add from many threads.
final class Tally: Sendable {
  enum Verdict { case passed, departed, skipped, failed }

  struct Counts {
    var passed = 0
    var departed = 0
    var skipped = 0
    var failed = 0

    mutating func add(_ verdict: Verdict) {
      switch verdict {
      case .passed: passed += 1
      case .departed: departed += 1
      case .skipped: skipped += 1
      case .failed: failed += 1
      }
    }

    static func += (left: inout Counts, right: Counts) {
      left.passed += right.passed
      left.departed += right.departed
      left.skipped += right.skipped
      left.failed += right.failed
    }
  }

  static let shared = Tally()

  private let counts = Mutex<[String: Counts]>([:])
  /// How many were skipped for each reason.
  private let reasons = Mutex<[String: Int]>([:])

  func add(_ verdict: Verdict, in file: String) {
    counts.withLock { $0[file, default: Counts()].add(verdict) }
  }

  func skip(_ count: Int = 1, in file: String, because reason: String) {
    for _ in 0..<count { add(.skipped, in: file) }
    reasons.withLock { $0[reason, default: 0] += count }
  }

  /// One line for each file and for each reason to skip, then one for all; empty where nothing was counted.
  func report() -> String {
    let files = counts.withLock { $0 }
    guard !files.isEmpty else { return "" }
    var total = Counts()
    for counts in files.values { total += counts }
    let skips = reasons.withLock { $0 }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    return files.sorted { $0.key < $1.key }.map { Self.line($0.key, $0.value) }.joined()
      + skips.map { "conformance: skipped \($0.value): \($0.key)\n" }.joined() + Self.line("total", total)
  }

  private static func line(_ name: String, _ counts: Counts) -> String {
    let failed = counts.failed == 0 ? "" : " failed \(counts.failed)"
    return "conformance: \(name) passed \(counts.passed) departed \(counts.departed) skipped \(counts.skipped)\(failed)\n"
  }
}

/// Prints the tally once, when every test of the suite that it is given to is done.
struct TallyTrait: SuiteTrait, TestScoping {
  var isRecursive: Bool { false }

  @concurrent
  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await function()
    // In one piece, so that no other test's line comes between. The line before may be unfinished.
    print("\n" + Tally.shared.report(), terminator: "")
  }
}

extension Trait where Self == TallyTrait {
  static var tally: Self { Self() }
}
