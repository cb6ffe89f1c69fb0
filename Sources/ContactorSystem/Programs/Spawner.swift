import CSystem
import Glibc

/// Hands Swift's strings to `posix_spawnp`.
package enum Spawner {
  /// Starts a program and returns its process id.
  ///
  /// - Parameters:
  ///   - input: the descriptor of its standard input; −1 for `/dev/null`.
  ///   - output: the descriptor of its standard output; −1 for our standard error.
  package static func start(
    _ argv: [String], directory: String?, environment: [String: String], input: Int32 = -1, output: Int32 = -1
  ) throws(SystemError) -> Int32 {
    guard let program = argv.first, !program.isEmpty else {
      throw SystemError(errno: EINVAL, place: "", reason: "there is no program to start")
    }
    let texts = argv + environment.flatMap { [$0.key, $0.value] } + [directory ?? ""]
    guard !texts.contains(where: { $0.utf8.contains(0) }) else {
      throw SystemError(errno: EINVAL, place: quoted(program), reason: "an argument holds a NUL character")
    }
    var arguments = unsafe argv.map { unsafe strdup($0) } + [nil]
    defer { unsafe arguments.forEach { unsafe free($0) } }
    let additions = unsafe environment.map { unsafe strdup("\($0.key)=\($0.value)") }
    defer { unsafe additions.forEach { unsafe free($0) } }
    var variables = unsafe inherited(without: environment) + additions + [nil]
    var pid: pid_t = 0
    let code = unsafe cct_spawn(&arguments, &variables, directory, input, output, &pid)
    guard code == 0 else {
      throw SystemError(errno: code, place: "", reason: explanation(of: code, program, directory))
    }
    return pid
  }

  /// Our environment without the variables that are given anew; the pointers are the C library's.
  private static func inherited(without names: [String: String]) -> [UnsafeMutablePointer<CChar>?] {
    guard var entry = unsafe cct_environment() else { return unsafe [] }
    var result: [UnsafeMutablePointer<CChar>?] = unsafe []
    while let variable = unsafe entry.pointee {
      let name = unsafe String(cString: variable).prefix { $0 != "=" }
      if names[String(name)] == nil { unsafe result.append(variable) }
      unsafe entry += 1
    }
    return unsafe result
  }

  /// The kernel gives one number for everything that can go wrong between the fork and the program.
  private static func explanation(of code: Int32, _ program: String, _ directory: String?) -> String {
    if let directory, let problem = ProgramSearch.problem(withDirectory: directory) { return problem }
    if let problem = ProgramSearch.problem(with: program, directory: directory) { return problem }
    if code == ENOENT { return "\(program): the interpreter that its first line names does not exist" }
    return "\(program): \(SystemError.text(of: code))"
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

/// Looks for programs as `execvp` does.
package enum ProgramSearch {
  /// Why a program cannot be started, in one sentence; `nil` if it probably can.
  ///
  /// A path without a leading slash counts from `directory`, in which the program would be started.
  package static func problem(with program: String, directory: String?) -> String? {
    guard !program.utf8.contains(UInt8(ascii: "/")) else {
      let path = program.hasPrefix("/") || directory == nil ? program : "\(directory ?? "")/\(program)"
      return fileError(path).map { "\(program): \(SystemError.text(of: $0))" }
    }
    var result = ENOENT
    for folder in searchPath.split(separator: ":", omittingEmptySubsequences: false) {
      switch fileError(folder.isEmpty ? program : "\(folder)/\(program)") {
      case nil: return nil
      case EACCES: result = EACCES
      default: break
      }
    }
    return result == ENOENT
      ? "\(program): not found in PATH (\(searchPath))" : "\(program): \(SystemError.text(of: result))"
  }

  /// How others than root and this user can change a program that can be started; `nil` for one that is safe, or not found.
  package static func weakness(of program: String, directory: String?) -> FileWeakness? {
    guard let path = path(of: program, directory: directory) else { return nil }
    guard let file = try? TrustedFile(path) else { return nil }
    return file.weaknesses.first
  }

  /// The file that is started by a program's name; `nil` where there is none.
  private static func path(of program: String, directory: String?) -> String? {
    guard !program.utf8.contains(UInt8(ascii: "/")) else {
      let path = program.hasPrefix("/") || directory == nil ? program : "\(directory ?? "")/\(program)"
      return fileError(path) == nil ? path : nil
    }
    for folder in searchPath.split(separator: ":", omittingEmptySubsequences: false) {
      let path = folder.isEmpty ? program : "\(folder)/\(program)"
      if fileError(path) == nil { return path }
    }
    return nil
  }

  /// Why a directory cannot be entered, in one sentence; `nil` if it can.
  package static func problem(withDirectory path: String) -> String? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return "\(path): \(SystemError.text(of: errno))" }
    guard status.st_mode & S_IFMT == S_IFDIR else { return "\(path): \(SystemError.text(of: ENOTDIR))" }
    return unsafe access(path, X_OK) == 0 ? nil : "\(path): \(SystemError.text(of: errno))"
  }

  /// The search path of this process, or the one that the C library uses where there is none.
  private static var searchPath: String {
    unsafe getenv("PATH").map { unsafe String(cString: $0) } ?? "/bin:/usr/bin"
  }

  private static func fileError(_ path: String) -> Int32? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return errno }
    guard status.st_mode & S_IFMT == S_IFREG else { return EACCES }
    return unsafe access(path, X_OK) == 0 ? nil : errno
  }
}
