/// Why a program could not be started.
struct SpawnError: Error {
  /// The system's error number.
  var code: Int32
  /// One sentence that names the program or the directory.
  var message: String
}
