import Glibc

/// Runs programs by the thousand in children, and shrinks those at which a child dies.
struct Search {
  /// How the search goes.
  struct Options {
    var programs = 100_000
    var seed: UInt64 = 1
    /// The number of the first program.
    var first = 0
    /// After how many different failures the search ends.
    var failures = 1
    /// How many children are at work at a time.
    var jobs = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    /// How many seconds of the processor's time a program may take.
    ///
    /// With AddressSanitizer, four searches of a browser's 65,536 titles take two.
    var limit = 10
    /// Operations that programs leave out.
    var without: Set<String> = []
    /// The executable that plays programs.
    var executable = ChildProcess.ownPath
    /// How many programs a child plays.
    var batch = 1_000
  }

  /// A program that failed.
  struct Finding {
    let number: Int
    let failure: Failure
  }

  private let options: Options
  /// Told now and then how many programs were played and how many failures found.
  private let progress: (Int, Int) -> Void
  private var played = 0
  private var next: Int
  private var children: [Worker] = []
  private var findings: [Finding] = []

  private struct Worker {
    let process: ChildProcess
    let number: SharedNumber
    let first: Int
    let end: Int
  }

  init(_ options: Options, progress: @escaping (Int, Int) -> Void = { _, _ in }) {
    self.options = options
    self.progress = progress
    next = options.first
  }

  /// Plays all programs, or until enough different ones have failed.
  mutating func run() -> [Finding] {
    let end = options.first + options.programs
    while findings.count < options.failures, next < end || !children.isEmpty {
      while children.count < options.jobs, next < end {
        let last = min(next + options.batch, end)
        start(from: next, to: last)
        next = last
      }
      collect()
      progress(played + children.reduce(0) { $0 + max(0, $1.number.value - $1.first) }, findings.count)
      if !children.isEmpty { usleep(5_000) }
    }
    for child in children { child.process.end() }
    return findings.sorted { $0.number < $1.number }
  }

  private mutating func start(from first: Int, to end: Int) {
    let number = SharedNumber()
    number.value = first
    let names = options.without.sorted().joined(separator: ",")
    let arguments = ["--child", "\(first)", "\(end)", "\(options.seed)", "\(options.limit)", names]
    let process = ChildProcess(options.executable, arguments, number: number)
    children.append(Worker(process: process, number: number, first: first, end: end))
  }

  /// Takes the results of children that are done; one that died goes on behind the program at which it did.
  private mutating func collect() {
    for index in children.indices.reversed() {
      let child = children[index]
      guard let status = child.process.status(isWaiting: false) else { continue }
      children.remove(at: index)
      guard let failure = Failure(status: status, report: child.process.errors.text) else {
        played += child.end - child.first
        continue
      }
      let number = child.number.value
      played += number + 1 - child.first
      if !findings.contains(where: { $0.failure.isLike(failure) }) {
        findings.append(Finding(number: number, failure: failure))
      }
      if number + 1 < child.end { start(from: number + 1, to: child.end) }
    }
  }
}

extension Failure {
  /// Whether both are the same failure, by their reports.
  ///
  /// Where a program is when it has taken too long is chance.
  func isLike(_ other: Failure) -> Bool { kind == other.kind && (place == other.place || kind == "hang") }
}

/// One program in a child of its own.
struct Trial {
  let executable: String
  let limit: Int

  /// The failure of the program; `nil` if it does not fail.
  func failure(of program: Program, symbols: Bool = false) -> Failure? {
    let child = ChildProcess(executable, ["--play", "\(limit)"], input: program.text, symbols: symbols)
    return Failure(status: child.status(isWaiting: true) ?? 0, report: child.errors.text)
  }

  /// The calls of the program, up to its failure.
  func narration(of program: Program) -> String {
    let child = ChildProcess(executable, ["--narrate", "\(limit)"], input: program.text)
    _ = child.status(isWaiting: true)
    return child.output.text
  }

  /// The smallest program that fails in the same way.
  func shrink(_ program: Program, like failure: Failure) -> Program {
    // There are hundreds of tries. One second is enough to know a hang, as other programs take a few milliseconds.
    let trial = failure.kind == "hang" ? Trial(executable: executable, limit: 1) : self
    return Shrinker.shrink(program) { trial.failure(of: $0)?.kind == failure.kind }
  }

  /// The program as Swift, with how it fails on top.
  func swiftText(of program: Program) -> String {
    let failure = failure(of: program, symbols: true)
    var text = failure.map { $0.place.isEmpty ? $0.kind : "\($0.kind) in \($0.place)" } ?? "nothing goes wrong"
    for line in failure?.report.split(separator: "\n") ?? [] where line.hasPrefix("hostile: ") { text += "\n\(line.dropFirst(9))" }
    return SwiftText.text(of: narration(of: program), failure: text)
  }
}

/// How a program failed: what happened, and where.
struct Failure: Hashable, Sendable {
  /// The kind of failure: `trap`, `exclusivity`, `heap-use-after-free`, `hang`, `leak`, `violation: …`.
  let kind: String
  /// The place in the engine: a file and line, or an address in the executable; empty if it is unknown.
  let place: String
  /// The messages of the child.
  let report: String

  /// Creates the failure of a child; `nil` if it ended well.
  ///
  /// - Parameters:
  ///   - status: as `waitpid` gives it.
  ///   - report: what the child wrote about errors.
  init?(status: Int32, report: String) {
    guard status != 0 else { return nil }
    self.report = report
    let lines = report.split(separator: "\n")
    kind = Self.kind(status, report, lines)
    place = Self.place(lines)
  }

  private static func kind(_ status: Int32, _ report: String, _ lines: [Substring]) -> String {
    let own = lines.first { $0.hasPrefix("hostile: ") }?.dropFirst(9)
    if own == "too long" { return "hang" }
    if own?.hasPrefix("leak") == true { return "leak" }
    if let own { return String(own) }
    if report.contains("overlapping accesses") || report.contains("Simultaneous accesses") { return "exclusivity" }
    if let error = lines.first(where: { $0.contains("ERROR: AddressSanitizer: ") }) {
      let words = error.split(separator: " ")
      let index = words.firstIndex { $0 == "AddressSanitizer:" }.map { $0 + 1 }
      let word = index.flatMap { $0 < words.count ? String(words[$0]) : nil } ?? "unknown"
      return ["ILL", "TRAP", "ABRT", "Illegal", "Trap"].contains(word) ? "trap" : word
    }
    let signal = status & 0x7f
    if signal == SIGILL || signal == SIGTRAP || signal == SIGABRT { return "trap" }
    return signal == 0 ? "exit \(status >> 8)" : "signal \(signal)"
  }

  /// The innermost line of the engine in a sanitizer's report, or the innermost place in the executable.
  private static func place(_ lines: [Substring]) -> String {
    let frames = lines.filter { $0.drop { $0 == " " }.hasPrefix("#") }
    if let frame = frames.first(where: { $0.contains("/Sources/Contactor") }), let file = frame.split(separator: "/").last {
      return file.split(separator: ":").prefix(2).joined(separator: ":")
    }
    let message = lines.first { $0.contains("Fatal error") }.map(String.init) ?? ""
    // The executable's frames, which without symbols are places in it.
    let own = frames.filter { $0.contains("/hostile+0x") }.prefix(2)
    let places = own.compactMap { $0.split(separator: "+").last?.prefix { $0 != ")" } }
    return places.isEmpty ? message : places.joined(separator: " ")
  }
}
