import ArgumentParser
import ContactorSystem

/// The options for the files of a log that is written for years.
struct LogArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Go on in a new file where the log has become so large: bytes, or a number with K, M or G (65536, 500K, 20M, 2G), "
        + "from 4K to 1073741824G.", valueName: "bytes"),
    completion: .list(["1M", "10M", "100M"]), transform: ByteSize.init(parsing:))
  var logSize: ByteSize?

  @Option(help: ArgumentHelp("Keep so many older logs, FILE.1 the youngest: 1 or more (default: 5).", valueName: "count"))
  var logKeep: Int?

  @Option(help: ArgumentHelp("Let a group read the log: mode 0640 instead of 0600.", valueName: "name"))
  var logGroup: String?

  /// When the log goes on in a new file; `nil` for never.
  var rotation: LogRotation? { logSize.map { LogRotation(size: $0.bytes, keep: logKeep ?? 5) } }

  /// Refuses what makes no sense together with the option `--log`.
  func check(_ log: String?) throws {
    if log == nil || log == "-", logSize != nil || logKeep != nil || logGroup != nil {
      throw ValidationError("--log-size, --log-keep and --log-group are for --log FILE")
    }
    if logKeep != nil, logSize == nil { throw ValidationError("--log-keep needs --log-size") }
    if let logSize, logSize.bytes < LogRotation.smallestSize { throw ValidationError("--log-size takes 4K or more") }
    if let logKeep, !(1...LogRotation.largestCount).contains(logKeep) {
      throw ValidationError("--log-keep takes a whole number from 1 to \(LogRotation.largestCount), not '\(logKeep)'")
    }
  }
}

/// What `run` and `forward` have in common as services.
enum ServiceArguments {
  /// The part of the help that is about a service's log and its manager.
  static let help = """
    --log-size 10M --log-keep 5 bounds the log: FILE becomes FILE.1, that one FILE.2 and so on, between two touches and without losing a \
    line. Each file can be read by itself.

    As a systemd service (Type=notify) it says when it is ready, reloads and ends, and what it does now (systemctl status). With WatchdogSec \
    it is started anew where its event loop stands still. Messages go to the journal with their priority and the fields CONTACTOR_DEVICE \
    and CONTACTOR_LAYOUT: journalctl -p err CONTACTOR_DEVICE=/dev/input/event3.
    """
}
