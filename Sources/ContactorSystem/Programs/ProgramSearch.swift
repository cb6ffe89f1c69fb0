import Glibc

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
