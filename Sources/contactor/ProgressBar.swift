import ContactorCore
import ContactorInput
import ContactorSystem
import Glibc

/// Shows how far a long work has come: on a terminal, after its first second.
final class ProgressBar {
  private let isTerminal = isatty(STDERR_FILENO) == 1
  private let start = MonotonicClock.now.microseconds
  private var shown = -1

  /// Shows how many bytes of how many have been read; nothing where the number is not known.
  func show(_ done: Int64, of all: Int64?) {
    guard isTerminal, let all, all > 0 else { return }
    let percent = Int(min(done, all) * 100 / all)
    guard percent != shown, MonotonicClock.now.microseconds - start > 1_000_000 else { return }
    shown = percent
    let filled = percent * 40 / 100
    let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: 40 - filled)
    Console.part("\r[\(bar)] \(percent) %")
  }

  /// Takes the bar away.
  func clear() {
    if shown >= 0 { Console.part("\r\u{1b}[K") }
    shown = -1
  }
}
