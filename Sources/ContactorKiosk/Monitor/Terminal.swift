import CSystem
import Glibc

/// A terminal that is drawn on as a whole: its other screen, without cursor and echo, until `leave()`.
///
/// Ctrl-C and its like still send their signals. The corresponding C functions are `tcgetattr()` and `tcsetattr()`.
final class Terminal {
  private let output: Int32
  private let input: Int32?
  private var saved = termios()
  private var isEntered = false
  /// What the terminal shows now.
  private var shown: [String] = []

  /// Uses a terminal for output and, where `input` is one too, its keys.
  init(output: Int32, input: Int32) {
    self.output = output
    self.input = isatty(input) == 1 ? input : nil
  }

  deinit { leave() }

  /// Whether a descriptor is a terminal that can be drawn on.
  static func isDrawable(_ descriptor: Int32) -> Bool {
    isatty(descriptor) == 1 && variable("TERM") != "dumb"
  }

  /// Whether only ASCII should be drawn: outside of UTF-8, and on the kernel's own console, whose font has little more.
  static var isPlain: Bool {
    if variable("TERM") == "linux" { return true }
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.map(variable).first { !$0.isEmpty } ?? ""
    let name = locale.uppercased()
    return !name.hasSuffix("UTF-8") && !name.hasSuffix("UTF8")
  }

  /// Columns and rows; 80 × 24 where the terminal does not know.
  var size: (columns: Int, rows: Int) {
    var (columns, rows): (UInt16, UInt16) = (0, 0)
    guard cct_terminal_size(output, &columns, &rows) == 0, columns > 0, rows > 0 else { return (80, 24) }
    return (Int(columns), Int(rows))
  }

  /// Where keys come from; `nil` where there are none.
  var keys: Int32? { input }

  /// Starts to draw.
  func enter() {
    guard !isEntered else { return }
    isEntered = true
    shown = []
    if let input, tcgetattr(input, &saved) == 0 {
      var quiet = saved
      quiet.c_lflag &= ~tcflag_t(ICANON | ECHO)
      tcsetattr(input, TCSANOW, &quiet)
    }
    // The other screen, no cursor, no line wrap, cleared.
    write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[2J")
  }

  /// Gives the terminal back as it was.
  func leave() {
    guard isEntered else { return }
    isEntered = false
    write("\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l")
    if let input { tcsetattr(input, TCSANOW, &saved) }
  }

  /// Has the next `show` draw everything, for the terminal has forgotten it.
  func invalidate() {
    shown = []
    write("\u{1B}[2J")
  }

  /// Shows lines from the top; only what is not there yet is sent.
  ///
  /// - Returns: whether the terminal is still there.
  @discardableResult
  func show(_ lines: [String]) -> Bool {
    var text = ""
    for row in 0..<max(lines.count, shown.count) {
      let line = row < lines.count ? lines[row] : ""
      guard row >= shown.count || shown[row] != line else { continue }
      // Cleared first: behind a full line the cursor still stands on its last column.
      text += "\u{1B}[\(row + 1);1H\u{1B}[K\(line)"
    }
    shown = lines
    return text.isEmpty || write(text)
  }

  /// Reads the keys that were pressed; `nil` if the keyboard is gone.
  func readKeys() -> [UInt8]? {
    guard let input else { return [] }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(input, &bytes, bytes.count)
    if count < 0 { return errno == EINTR || errno == EAGAIN ? [] : nil }
    return count == 0 ? nil : Array(bytes[..<count])
  }

  @discardableResult
  private func write(_ text: String) -> Bool {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(output, $0.baseAddress, $0.count) }
      if count < 0, errno == EAGAIN {
        var request = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
        poll(&request, 1, 1000)
      } else if count < 0, errno != EINTR {
        return false
      }
      rest = rest.dropFirst(max(0, count))
    }
    return true
  }

  private static func variable(_ name: String) -> String {
    getenv(name).map { String(cString: $0) } ?? ""
  }
}
