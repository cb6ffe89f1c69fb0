import CContactorSystem
import ContactorSystem
import Glibc

/// A terminal that is drawn on as a whole: its alternate screen, without cursor and echo, until `leave()`.
///
/// Ctrl-C and its like still send their signals. The corresponding C functions are `tcgetattr()` and `tcsetattr()`.
final class Terminal {
  private let output: OutputFile
  /// The keyboard; `nil` where the input is no terminal.
  private let input: FileDescriptor?
  /// The descriptor that is readable when keys were pressed; `nil` where the input is no terminal.
  var keys: Int32? {
    switch input {
    case .some(let descriptor): descriptor.rawValue
    case .none: nil
    }
  }
  /// The keyboard's settings from before `enter()`; `nil` where they were not changed.
  private var saved: termios?
  private var isEntered = false
  /// What the terminal shows now.
  private var shown: [String] = []

  /// Uses duplicates of a terminal's descriptors; those that are given stay open.
  ///
  /// - Parameter input: the descriptor to read keys from, if that is a terminal.
  /// - Throws: `SystemError` for an output that is not open.
  init(output: Int32, input: Int32, calls: SystemCalls = .kernel) throws(SystemError) {
    self.output = OutputFile(try FileDescriptor.duplicate(output), calls: calls)
    self.input = isatty(input) == 1 ? try FileDescriptor.duplicate(input) : nil
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
    guard unsafe cct_terminal_size(output.rawValue, &columns, &rows) == 0, columns > 0, rows > 0 else { return (80, 24) }
    return (Int(columns), Int(rows))
  }

  /// Starts to draw.
  func enter() {
    guard !isEntered else { return }
    isEntered = true
    shown = []
    silenceKeyboard()
    // The alternate screen, no cursor, no line wrap, cleared.
    write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[2J")
  }

  /// Gives the terminal back as it was.
  func leave() {
    guard isEntered else { return }
    isEntered = false
    write("\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l")
    if let keys, var saved { unsafe tcsetattr(keys, TCSANOW, &saved) }
    saved = nil
  }

  /// Has keys read at once and not shown.
  private func silenceKeyboard() {
    var settings = termios()
    guard let keys, unsafe tcgetattr(keys, &settings) == 0 else { return }
    saved = settings
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
    unsafe tcsetattr(keys, TCSANOW, &settings)
  }

  /// Has the next `show` draw everything: the terminal was resized or written to by another program.
  func invalidate() {
    shown = []
    write("\u{1B}[2J")
  }

  /// Shows lines from the top; only lines that differ from what is shown are sent.
  ///
  /// Waits while the terminal takes no bytes.
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

  /// Reads the keys that were pressed, at most 64; `nil` if the keyboard is gone.
  func readKeys() -> [UInt8]? {
    guard let keys else { return [] }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = unsafe read(keys, &bytes, bytes.count)
    if count < 0 { return errno == EINTR || errno == EAGAIN ? [] : nil }
    return count == 0 ? nil : Array(bytes[..<count])
  }

  @discardableResult
  private func write(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return unsafe bytes.withUnsafeBytes { bytes in
      do throws(OutputFile.WriteError) { try unsafe output.write(bytes) } catch { return false }
      return true
    }
  }

  private static func variable(_ name: String) -> String {
    unsafe getenv(name).map { unsafe String(cString: $0) } ?? ""
  }
}

/// Measures and cuts text by the columns that a terminal shows it in.
enum TerminalText {
  /// How many columns a text takes: two for East Asian letters and emoji, none for combining marks.
  static func width(of text: String) -> Int {
    text.unicodeScalars.reduce(0) { $0 + width(of: $1) }
  }

  /// The longest beginning of a text that fits; characters that could move the cursor become `?`.
  static func fitted(_ text: String, _ columns: Int, isPlain: Bool = false) -> String {
    var result = String.UnicodeScalarView()
    var used = 0
    for scalar in text.unicodeScalars {
      let shown = isShown(scalar) && (!isPlain || scalar.isASCII) ? scalar : "?"
      let width = width(of: shown)
      guard used + width <= columns else { break }
      used += width
      result.append(shown)
    }
    return String(result)
  }

  /// A text that is cut, or filled up with spaces, to a number of columns.
  static func padded(_ text: String, _ columns: Int) -> String {
    let fitted = fitted(text, columns)
    return fitted + String(repeating: " ", count: max(0, columns - width(of: fitted)))
  }

  /// A text broken between words into lines that fit.
  static func wrapped(_ text: String, _ columns: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      let longer = line.isEmpty ? String(word) : line + " " + word
      if width(of: longer) <= columns || line.isEmpty {
        line = longer
      } else {
        lines.append(line)
        line = String(word)
      }
    }
    if !line.isEmpty { lines.append(line) }
    return lines.map { fitted($0, columns) }
  }

  private static func isShown(_ scalar: UnicodeScalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: false
    default: true
    }
  }

  private static func width(of scalar: UnicodeScalar) -> Int {
    if scalar.isASCII { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return 0
    default: break
    }
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
      0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }
}
