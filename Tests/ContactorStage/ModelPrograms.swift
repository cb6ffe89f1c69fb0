import Glibc

/// How many random programs are played against a plain model.
///
/// `CONTACTOR_MODEL_PROGRAMS` in the environment is the number of programs of each kind, 200 by default, and `CONTACTOR_MODEL_FIRST` the first
/// seed, 0 by default.
package enum ModelPrograms {
  /// The seeds, one for each program.
  package static let seeds: Range<UInt64> = {
    let first = number("CONTACTOR_MODEL_FIRST") ?? 0
    return first..<first + (number("CONTACTOR_MODEL_PROGRAMS") ?? 200)
  }()

  private static func number(_ name: String) -> UInt64? { getenv(name).flatMap { UInt64(String(cString: $0)) } }
}
