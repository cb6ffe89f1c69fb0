import Glibc

/// Looks for programs as `execvp` does.
package enum ProgramSearch {
  /// Why a program cannot be started, in one sentence; `nil` if it probably can.
  ///
  /// A path without a leading slash counts from `directory`, in which the program would be started.
  package static func problem(with program: String, directory: String?) -> String? {
    guard !program.utf8.contains(UInt8(ascii: "/")) else {
      let path = program.hasPrefix("/") || directory == nil ? program : "\(directory ?? "")/\(program)"
      return fileError(path).map { "\(program): \(message($0))" }
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
      ? "\(program): not found in PATH (\(searchPath))" : "\(program): \(message(result))"
  }

  /// Why a directory cannot be entered, in one sentence; `nil` if it can.
  package static func problem(withDirectory path: String) -> String? {
    var status = stat()
    guard stat(path, &status) == 0 else { return "\(path): \(message(errno))" }
    guard status.st_mode & S_IFMT == S_IFDIR else { return "\(path): \(message(ENOTDIR))" }
    return access(path, X_OK) == 0 ? nil : "\(path): \(message(errno))"
  }

  /// The system's words for an error number.
  ///
  /// The corresponding C function is `strerror_r`.
  package static func message(_ code: Int32) -> String {
    String(cString: strerror(code))
  }

  /// The search path of this process, or the one that the C library uses where there is none.
  private static var searchPath: String {
    getenv("PATH").map { String(cString: $0) } ?? "/bin:/usr/bin"
  }

  private static func fileError(_ path: String) -> Int32? {
    var status = stat()
    guard stat(path, &status) == 0 else { return errno }
    guard status.st_mode & S_IFMT == S_IFREG else { return EACCES }
    return access(path, X_OK) == 0 ? nil : errno
  }
}
