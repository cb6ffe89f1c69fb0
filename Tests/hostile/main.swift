import Glibc

let usage = """
  usage: hostile [--programs N] [--seed S] [--from N] [--failures N] [--jobs N] [--limit SECONDS]
                 [--without NAME,…] [--show N | --swift N]
         hostile --shrink FILE

    Plays programs against the engine: windows, views, controls, recognizers, delegates, observers, timers, and any call from
    within whatever the engine calls, ends of objects included. A program that makes the engine crash, trap, leak, take too long
    or break a promise to the verifier is shrunk and printed as Swift.

    --programs N     so many programs (100000)
    --seed S         of this seed (1)
    --from N         from this number on (0)
    --failures N     ends after so many different failures (1)
    --jobs N         so many at a time (as many as there are processors)
    --limit SECONDS  of the processor's time for one program (10)
    --without NAME,… leaves out the operations of these names, to get past failures that are known
    --show N         prints program N of the seed and plays nothing
    --swift N        prints it as Swift
    --shrink FILE    shrinks the program in a file, as --show prints them

  Exit status: 0 when nothing was wrong, 1 when something was, 2 for wrong usage.
  """

/// The number after an option; the fallback if the option was not given, `nil` if no number follows it.
func number(after option: String, else fallback: Int) -> Int? {
  guard let index = CommandLine.arguments.firstIndex(of: option) else { return fallback }
  guard index + 1 < CommandLine.arguments.count else { return nil }
  return Int(CommandLine.arguments[index + 1])
}

/// The names in a list.
func names(_ list: String) -> Set<String> { Set(list.split(separator: ",").map(String.init)) }

/// Shrinks a failing program and prints it.
func report(_ program: Program, _ failure: Failure, _ options: Search.Options) {
  let trial = Trial(executable: options.executable, limit: options.limit)
  guard trial.failure(of: program)?.kind == failure.kind else {
    put("It does not fail alone, only behind the programs before it:\n\(failure.report)\n", to: 1)
    return
  }
  let small = trial.shrink(program, like: failure)
  put("\n\(trial.swiftText(of: small))\nThe same for --shrink:\n\(small.text)\n", to: 1)
}

func search(_ options: Search.Options) -> Never {
  let isTerminal = isatty(2) == 1
  let start = time(nil)
  var last = time_t()
  var search = Search(options) { played, failures in
    guard isTerminal, time(nil) != last else { return }
    last = time(nil)
    let rate = played / max(1, last - start)
    put("\r\(played) of \(options.programs) programs, \(failures) failures, \(rate) a second ", to: 2)
  }
  let findings = search.run()
  if isTerminal { put("\r\u{1b}[K", to: 2) }
  guard !findings.isEmpty else {
    put("\(options.programs) programs, nothing\n", to: 1)
    exit(0)
  }
  for finding in findings {
    put("program \(finding.number) of seed \(options.seed): \(finding.failure.kind)\n", to: 1)
    report(Generator.program(finding.number, seed: options.seed).without(options.without), finding.failure, options)
  }
  exit(1)
}

func shrink(_ path: String, _ options: Search.Options) -> Never {
  guard let file = fopen(path, "r") else {
    put("hostile: \(path): \(String(cString: strerror(errno)))\n", to: 1)
    exit(2)
  }
  var bytes: [UInt8] = []
  while case let byte = getc(file), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
  let program = Program(text: String(decoding: bytes, as: UTF8.self))
  guard let failure = Trial(executable: options.executable, limit: options.limit).failure(of: program) else {
    put("nothing\n", to: 1)
    exit(0)
  }
  put("\(failure.kind)\n", to: 1)
  report(program, failure, options)
  exit(1)
}

func run() -> Never {
  let arguments = CommandLine.arguments
  if arguments.contains("-h") || arguments.contains("--help") {
    put(usage + "\n", to: 1)
    exit(0)
  }
  if arguments.count == 7, arguments[1] == "--child" {
    let numbers = arguments[2...5].compactMap { Int($0) }
    Child.playAll(
      numbers[0]..<numbers[1], seed: UInt64(truncatingIfNeeded: numbers[2]), limit: numbers[3], without: names(arguments[6]))
    exit(0)
  }
  if arguments.count == 3, arguments[1] == "--play" || arguments[1] == "--narrate" {
    Child.playInput(isNarrated: arguments[1] == "--narrate", limit: Int(arguments[2]) ?? 3)
    exit(0)
  }
  var options = Search.Options()
  guard let programs = number(after: "--programs", else: options.programs), let seed = number(after: "--seed", else: 1),
    let first = number(after: "--from", else: 0), let failures = number(after: "--failures", else: 1),
    let jobs = number(after: "--jobs", else: options.jobs), let limit = number(after: "--limit", else: options.limit),
    let shown = number(after: "--show", else: -1), let written = number(after: "--swift", else: -1)
  else {
    put(usage + "\n", to: 2)
    exit(2)
  }
  (options.programs, options.seed, options.first) = (programs, UInt64(truncatingIfNeeded: seed), first)
  (options.failures, options.jobs, options.limit) = (failures, max(1, jobs), limit)
  if let index = arguments.firstIndex(of: "--without"), index + 1 < arguments.count { options.without = names(arguments[index + 1]) }
  if shown >= 0 {
    put(Generator.program(shown, seed: options.seed).without(options.without).text, to: 1)
    exit(0)
  }
  if written >= 0 {
    let program = Generator.program(written, seed: options.seed).without(options.without)
    put(Trial(executable: options.executable, limit: options.limit).swiftText(of: program), to: 1)
    exit(0)
  }
  if let index = arguments.firstIndex(of: "--shrink"), index + 1 < arguments.count { shrink(arguments[index + 1], options) }
  search(options)
}

run()
