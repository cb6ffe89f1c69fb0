import CSystem
import Glibc

/// Hands Swift's strings to `posix_spawnp`.
enum Spawner {
  /// Starts a program and returns its process id.
  static func start(
    _ argv: [String], directory: String?, environment: [String: String]
  ) throws(SpawnError) -> pid_t {
    guard let program = argv.first, !program.isEmpty else {
      throw SpawnError(code: EINVAL, message: "there is no program to start")
    }
    let texts = argv + environment.flatMap { [$0.key, $0.value] } + [directory ?? ""]
    guard !texts.contains(where: { $0.utf8.contains(0) }) else {
      throw SpawnError(code: EINVAL, message: "\(quoted(program)): an argument holds a NUL character")
    }
    var arguments = argv.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    let additions = environment.map { strdup("\($0.key)=\($0.value)") }
    defer { additions.forEach { free($0) } }
    var variables = inherited(without: environment) + additions + [nil]
    var pid: pid_t = 0
    let code = cct_spawn(&arguments, &variables, directory, &pid)
    guard code == 0 else {
      throw SpawnError(code: code, message: explanation(of: code, program, directory))
    }
    return pid
  }

  /// Our environment without the variables that are given anew; the pointers are the C library's.
  private static func inherited(without names: [String: String]) -> [UnsafeMutablePointer<CChar>?] {
    guard var entry = cct_environment() else { return [] }
    var result: [UnsafeMutablePointer<CChar>?] = []
    while let variable = entry.pointee {
      let name = String(cString: variable).prefix { $0 != "=" }
      if names[String(name)] == nil { result.append(variable) }
      entry += 1
    }
    return result
  }

  /// The kernel gives one number for everything that can go wrong between the fork and the program.
  private static func explanation(of code: Int32, _ program: String, _ directory: String?) -> String {
    if let directory, let problem = ProgramSearch.problem(withDirectory: directory) { return problem }
    if let problem = ProgramSearch.problem(with: program, directory: directory) { return problem }
    if code == ENOENT { return "\(program): the interpreter that its first line names does not exist" }
    return "\(program): \(ProgramSearch.message(code))"
  }
}

/// Puts text from a file in single quotes, short and on one line, whatever it holds.
package func quoted(_ text: String) -> String {
  var result = "'"
  for (index, scalar) in text.unicodeScalars.enumerated() {
    if index == 40 {
      result += "…"
      break
    }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator:
      result += scalar.escaped(asASCII: true)
    default:
      result.unicodeScalars.append(scalar)
    }
  }
  return result + "'"
}
