import ContactorInput
import Glibc

/// Runs commands, one a line.
struct Interpreter {
  private var devices: [String: any Device] = [:]

  /// Runs one line; empty lines and comments do nothing.
  mutating func run(_ line: String) throws(Mistake) {
    var words = try Words(of: line)
    guard !words.remaining.isEmpty else { return }
    let command = try words.next("command")
    switch command {
    case "create": try create(&words)
    case "destroy": try destroy(words.next("ID"))
    case "report": try report(&words)
    case "down", "move", "up", "palm", "tap", "raw", "sync": try touch(command, &words)
    case "play": try play(&words)
    case "stream": try stream(&words)
    case "garbage": try garbage(&words)
    case "sleep": try sleep(words.number("milliseconds"))
    case "print":
      say(words.remaining.joined(separator: " "))
      return
    case "wait-file": try waitForFile(words.next("PATH"), seconds: words.number("SECONDS"))
    case "rest": try waitForRest(words.next("PATH"), milliseconds: words.remaining.isEmpty ? 500 : words.number("MS"))
    case "append":
      try append(words.next("PATH"), words.remaining.joined(separator: " "))
      return
    case "sent":
      let device = try device(words.next("ID"))
      try append(words.next("PATH"), "sent " + device.sent.map(String.init).joined(separator: " "))
    case "wait-text":
      try waitForText(words.next("PATH"), words.next("TEXT"), seconds: words.number("SECONDS"))
    default: throw Mistake("there is no command '\(command)'; see touchpanel --help")
    }
    try words.end()
  }

  private mutating func create(_ words: inout Words) throws(Mistake) {
    let id = try words.next("ID")
    guard devices[id] == nil else { throw Mistake("\(id) is there already; destroy it first") }
    let device = try makeDevice(CreateOptions(&words))
    devices[id] = device
    guard device.waitUntilReady() else { throw Mistake("udev did not take up \(device.node)") }
    say("\(id) \(device.node)")
  }

  private func makeDevice(_ options: CreateOptions) throws(Mistake) -> any Device {
    if let description = try options.hidDescription { return try HIDDevice(description) }
    let description = try options.description
    do {
      return try Panel(description, physicalPath: options.physicalPath)
    } catch {
      throw Mistake("\(error)")
    }
  }

  private mutating func destroy(_ id: String) throws(Mistake) {
    try device(id).destroy()
    devices[id] = nil
  }

  /// `report ID HEX`.
  private func report(_ words: inout Words) throws(Mistake) {
    let id = try words.next("ID")
    guard let device = try device(id) as? HIDDevice else { throw Mistake("\(id) takes no reports; create it with hid=PATH") }
    try device.send(Words.bytes(words.next("HEX"), "HEX"))
  }

  private func touch(_ command: String, _ words: inout Words) throws(Mistake) {
    let panel = try panel(words.next("ID"))
    switch command {
    case "down":
      try panel.frame.down(words.number("SLOT"), x: words.percent("X"), y: words.percent("Y"))
    case "move":
      try panel.frame.move(words.number("SLOT"), x: words.percent("X"), y: words.percent("Y"))
    case "up": try panel.frame.up(words.number("SLOT"))
    case "palm": try panel.frame.palm(words.number("SLOT"))
    case "tap": try tap(panel, &words)
    case "raw":
      panel.frame.raw(
        UinputEvent(
          type: try words.number("TYPE"), code: try words.number("CODE"), value: try words.number("VALUE")))
    default: try sync(panel)
    }
  }

  private func tap(_ panel: Panel, _ words: inout Words) throws(Mistake) {
    let slot: Int32 = try words.number("SLOT")
    let x = try words.percent("X")
    let y = try words.percent("Y")
    let milliseconds: UInt32 = words.remaining.isEmpty ? 80 : try words.number("MILLISECONDS")
    try panel.frame.down(slot, x: x, y: y)
    try sync(panel)
    sleep(milliseconds)
    try panel.frame.up(slot)
    try sync(panel)
  }

  private func sync(_ panel: Panel) throws(Mistake) {
    do {
      try panel.sync()
    } catch {
      throw Mistake("\(error)")
    }
  }

  func panel(_ id: String) throws(Mistake) -> Panel {
    guard let panel = try device(id) as? Panel else { throw Mistake("\(id) takes reports, not touches") }
    return panel
  }

  private func device(_ id: String) throws(Mistake) -> any Device {
    guard let device = devices[id] else { throw Mistake("there is no device \(id)") }
    return device
  }

  func sleep(_ milliseconds: UInt32) {
    var time = timespec(tv_sec: Int(milliseconds / 1000), tv_nsec: Int(milliseconds % 1000) * 1_000_000)
    var left = timespec()
    while nanosleep(&time, &left) != 0 && errno == EINTR { time = left }
  }

  private func waitForFile(_ path: String, seconds: Int) throws(Mistake) {
    try wait(seconds, or: "\(path) did not appear") { access(path, F_OK) == 0 }
  }

  private func waitForText(_ path: String, _ text: String, seconds: Int) throws(Mistake) {
    try wait(seconds, or: "'\(text)' did not appear in \(path)") {
      TextFile.read(path)?.contains(text) ?? false
    }
  }

  private func wait(_ seconds: Int, or failure: String, for condition: () -> Bool) throws(Mistake) {
    for _ in 0...max(0, seconds) * 50 {
      if condition() { return }
      sleep(20)
    }
    throw Mistake("\(failure) within \(seconds) s")
  }

  private func waitForRest(_ path: String, milliseconds: Int) throws(Mistake) {
    let step: UInt32 = 20
    var last: off_t = -1
    var quiet = 0
    while quiet < milliseconds {
      var status = stat()
      guard stat(path, &status) == 0 else { throw Mistake("cannot read \(path)") }
      quiet = status.st_size == last ? quiet + Int(step) : 0
      last = status.st_size
      sleep(step)
    }
  }

  func append(_ path: String, _ text: String) throws(Mistake) {
    let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw Mistake("cannot write \(path)") }
    defer { close(descriptor) }
    let line = Array((text + "\n").utf8)
    guard write(descriptor, line, line.count) == line.count else { throw Mistake("cannot write \(path)") }
  }

  func say(_ text: String) {
    print(text)
    fflush(nil)
  }
}
