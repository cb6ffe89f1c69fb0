/// What the command line says.
struct Options: Hashable {
  /// What the program is asked for.
  enum Mode: Hashable {
    case screen, window, screenshot(String), help
  }

  /// What is wrong with a command line, and what is right.
  struct Mistake: Error, Hashable, CustomStringConvertible {
    let description: String
  }

  var mode = Mode.screen
  var card: String?
  var devices: [String] = []
  var font = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
  var size = (width: 800, height: 480)
  var page: String?
  var showsStatistics = false

  /// An option: its name, the name of its value if it has one, what it does, and how it is noted.
  private struct Option {
    let name: String
    let value: String?
    let help: String
    let note: (inout Options, String) throws(Mistake) -> Void
  }

  private static var table: [Option] {
    [
      Option(
        name: "--window", value: nil, help: "show the panel in a window of a Wayland or X11 desktop, by SDL 2; the mouse is a finger"
      ) {
        options, _ in options.mode = .window
      },
      Option(name: "--screenshot", value: "FILE", help: "draw the panel once, write FILE as PNG, or .ppm, and end: needs no screen") {
        options, value in options.mode = .screenshot(value)
      },
      Option(name: "--card", value: "PATH", help: "the graphics card; the first in /dev/dri with a screen unless given") {
        options, value in options.card = value
      },
      Option(name: "--device", value: "PATH", help: "a touchscreen such as /dev/input/event3, may be repeated; all of them unless given") {
        options, value in options.devices.append(value)
      },
      Option(name: "--font", value: "FILE", help: "a TrueType or OpenType font; DejaVu Sans of fonts-dejavu-core unless given") {
        options, value in options.font = value
      },
      Option(name: "--size", value: "WxH", help: "the size of the window or the screenshot in pixels; 800x480 unless given") {
        (options, value) throws(Mistake) in options.size = try size(value)
      },
      Option(name: "--page", value: "NAME", help: "the page that is shown first: \(pages.joined(separator: ", "))") {
        (options, value) throws(Mistake) in
        guard pages.contains(value) else {
          throw Mistake(description: "there is no page '\(value)'; there are \(pages.joined(separator: ", "))")
        }
        options.page = value
      },
      Option(name: "--statistics", value: nil, help: "print what was drawn and how soon after its touch, as a line of JSON at the end") {
        options, _ in options.showsStatistics = true
      },
      Option(name: "--help", value: nil, help: "this text") { options, _ in options.mode = .help },
    ]
  }

  static let pages = ["rooms", "boiler", "log", "installer"]

  /// Reads the words after the program's name.
  init(_ words: [String]) throws(Mistake) {
    var rest = words[...]
    while let word = rest.popFirst() {
      guard let option = Self.table.first(where: { $0.name == word || (word == "-h" && $0.name == "--help") }) else {
        throw Mistake(description: Self.hint(for: word))
      }
      guard let name = option.value else {
        try option.note(&self, "")
        continue
      }
      guard let value = rest.popFirst(), !value.isEmpty else {
        throw Mistake(description: "\(option.name) needs a value: \(option.name) \(name)")
      }
      try option.note(&self, value)
    }
  }

  private static func hint(for word: String) -> String {
    guard word.hasPrefix("-") else { return "'\(word)' is no option, and the panel takes no files; see panel --help" }
    let near = table.map(\.name).filter { $0.hasPrefix(word.prefix(4)) || distance($0, word) <= 2 }
    let hint = near.first.map { "; did you mean \($0)?" } ?? "."
    return "there is no option \(word)\(hint) See panel --help"
  }

  /// The number of letters that differ, beside those that the longer word has more.
  private static func distance(_ one: String, _ other: String) -> Int {
    zip(one, other).reduce(max(one.count, other.count) - min(one.count, other.count)) { $0 + ($1.0 == $1.1 ? 0 : 1) }
  }

  private static func size(_ text: String) throws(Mistake) -> (width: Int, height: Int) {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]), 100...8_000 ~= width, 100...8_000 ~= height else {
      throw Mistake(description: "--size is two numbers of pixels from 100 to 8000 such as 800x480, not '\(text)'")
    }
    return (width, height)
  }

  static func == (left: Options, right: Options) -> Bool {
    left.mode == right.mode && left.card == right.card && left.devices == right.devices && left.font == right.font
      && left.size == right.size && left.page == right.page && left.showsStatistics == right.showsStatistics
  }

  func hash(into hasher: inout Hasher) { hasher.combine(mode) }

  /// The text of `--help`.
  static var help: String {
    let names = table.map { option in option.value.map { "\(option.name) \($0)" } ?? option.name }
    let width = (names.map(\.count).max() ?? 0) + 2
    let lines = zip(names, table).map { name, option in "  \(name)\(String(repeating: " ", count: width - name.count))\(option.help)" }
    return """
      usage: panel [OPTION]...

      The control panel of a heating system, drawn without a window system: on the screen that the kernel's mode setting
      (KMS) gives, with the touchscreens of the machine. Ctrl-C ends it, and what was on the screen comes back.

      \(lines.joined(separator: "\n"))

      A user needs no root: the group video opens the screen, the group contactor the touchscreens (udev/README.md).
      Exit status: 0 ended by Ctrl-C or SIGTERM; 1 no screen or no touchscreen can be used, with the reason; 2 wrong usage.

      Examples
        panel                                 on this machine's screen, from a text console
        panel --window                        on a desktop
        panel --screenshot panel.png --page log
      """
  }
}
