import CContactorSystem
import Glibc

/// Hands a request to `cct_start`, which is `clone` and `execve` with what is between.
package enum Spawner {
  /// Starts a program and returns its process id; the request's timeout is the caller's.
  ///
  /// - Parameters:
  ///   - user: the user that the request names, looked up; `nil` for this process's.
  ///   - input: the descriptor of its standard input; −1 for `/dev/null`.
  ///   - output: the descriptor of its standard output; −1 for our standard error.
  package static func start(
    _ request: ProgramRequest, as user: ProgramUser? = nil, input: Int32 = -1, output: Int32 = -1
  ) throws(SystemError) -> Int32 {
    guard let program = request.argv.first, !program.isEmpty else {
      throw SystemError(errno: EINVAL, place: "", reason: "there is no program to start")
    }
    let environment = (user?.variables ?? [:]).merging(request.environment) { $1 }
    let texts = request.argv + environment.flatMap { [$0.key, $0.value] } + [request.directory ?? ""]
    guard !texts.contains(where: { $0.utf8.contains(0) }) else {
      throw SystemError(errno: EINVAL, place: quoted(program), reason: "an argument holds a NUL character")
    }
    var arguments = unsafe request.argv.map { unsafe strdup($0) } + [nil]
    defer { unsafe arguments.forEach { unsafe free($0) } }
    let additions = unsafe environment.map { unsafe strdup("\($0.key)=\($0.value)") }
    defer { unsafe additions.forEach { unsafe free($0) } }
    var variables = unsafe inherited(without: environment) + additions + [nil]
    let directory = unsafe request.directory.map { unsafe strdup($0) }
    defer { unsafe free(directory ?? nil) }
    var start = unsafe cct_program()
    unsafe start.input = input
    unsafe start.output = output
    unsafe start.directory = unsafe UnsafePointer(directory ?? nil)
    unsafe start.limits = cct_limits(request.limits)
    var pid: pid_t = -1
    let failure = unsafe arguments.withUnsafeMutableBufferPointer { arguments in
      unsafe variables.withUnsafeMutableBufferPointer { variables in
        unsafe start.argv = unsafe UnsafePointer(arguments.baseAddress)
        unsafe start.environment = unsafe UnsafePointer(variables.baseAddress)
        return unsafe Self.start(&start, user, &pid)
      }
    }
    guard failure.code == 0 else { throw error(failure, request, user) }
    return pid
  }

  private static func start(_ program: inout cct_program, _ user: ProgramUser?, _ pid: inout pid_t) -> cct_failure {
    guard let user, !user.isOwn else { return unsafe cct_start(&program, &pid) }
    return unsafe user.groups.withUnsafeBufferPointer { groups in
      var identity = unsafe cct_user(uid: user.uid, gid: user.gid, groups: groups.baseAddress, group_count: groups.count)
      return unsafe withUnsafePointer(to: &identity) { identity in
        unsafe program.user = unsafe identity
        return unsafe cct_start(&program, &pid)
      }
    }
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

  private static func error(_ failure: cct_failure, _ request: ProgramRequest, _ user: ProgramUser?) -> SystemError {
    SystemError(errno: failure.code, place: "", reason: explanation(of: failure, request, user))
  }

  /// The kernel gives one number for everything that can go wrong between the fork and the program.
  private static func explanation(of failure: cct_failure, _ request: ProgramRequest, _ user: ProgramUser?) -> String {
    let (code, program) = (failure.code, request.argv[0])
    switch Int(failure.stage) {
    case CCT_STAGE_USER where code == EPERM:
      let name = user?.name ?? ""
      return "\(program): may not run as the user \(quoted(name)): that needs root, or CAP_SETUID and CAP_SETGID"
    case CCT_STAGE_USER: return "\(program): cannot run as the user \(quoted(user?.name ?? "")): \(SystemError.text(of: code))"
    case CCT_STAGE_LIMITS: return "\(program): the limits cannot be set: \(SystemError.text(of: code))"
    case CCT_STAGE_DIRECTORY: return "\(request.directory ?? ""): \(SystemError.text(of: code))"
    default: break
    }
    if let problem = ProgramSearch.problem(with: program, directory: request.directory) { return problem }
    if code == ENOENT { return "\(program): the interpreter that its first line names does not exist" }
    return "\(program): \(SystemError.text(of: code))"
  }
}

extension cct_limits {
  /// The limits as the child sets them: −1 for none.
  fileprivate init(_ limits: ProgramLimits) {
    func bound(_ value: Int64?) -> Int64 { value.map { max(0, $0) } ?? -1 }
    self.init(
      memory: bound(limits.memory), cpu_seconds: bound(limits.cpu?.wholeSeconds), files: bound(limits.files),
      processes: bound(limits.processes), file_size: bound(limits.fileSize), nice: min(max(0, limits.nice ?? 0), 19))
  }
}

extension Duration {
  /// The seconds, a part of one counted as a whole.
  fileprivate var wholeSeconds: Int64 {
    let (seconds, rest) = components
    return rest > 0 && seconds < .max ? seconds + 1 : seconds
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
