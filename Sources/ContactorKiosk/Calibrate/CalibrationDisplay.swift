import ContactorCore
import ContactorSystem
import ContactorTrace
import CContactorSystem
import Glibc

/// Shows the marks of a calibration.
protocol CalibrationDisplay: AnyObject {
  /// Shows a mark.
  ///
  /// - Parameters:
  ///   - index: the mark, from 0.
  ///   - count: how many there are.
  ///   - place: where it is to stand, as fractions of the screen.
  ///   - note: a word to the person who touches; empty for none.
  /// - Returns: where it stands: the middle of its cell or pixel.
  func show(_ index: Int, of count: Int, at place: Point, note: String) -> Point

  /// Puts back what was there.
  func close()

  /// Whether lines on standard error would spoil what is shown.
  var hidesErrors: Bool { get }
}

/// Marks on a terminal that fills the screen of the panel: its alternate screen.
final class TerminalMarks: CalibrationDisplay {
  let terminal: Terminal

  init(_ terminal: Terminal) {
    self.terminal = terminal
    terminal.enter()
  }

  func show(_ index: Int, of count: Int, at place: Point, note: String) -> Point {
    let (lines, shown) = Self.picture(
      terminal.size, place, ["Touch mark \(index + 1) of \(count), and hold it for a moment; q ends.", note])
    terminal.show(lines)
    return shown
  }

  func close() { terminal.leave() }

  var hidesErrors: Bool { isatty(STDERR_FILENO) == 1 }

  /// The lines with a mark, and the middle of its cell.
  static func picture(_ size: (columns: Int, rows: Int), _ place: Point, _ words: [String]) -> (lines: [String], shown: Point) {
    let (columns, rows) = (max(size.columns, 1), max(size.rows, 1))
    let column = min(max(Int(place.x * Double(columns)), 0), columns - 1)
    let row = min(max(Int(place.y * Double(rows)), 0), rows - 1)
    var cells = Array(repeating: Array(repeating: Character(" "), count: columns), count: rows)
    // The words stand clear of the mark, in the other half of the screen.
    let top = rows / 2 + (place.y < 0.5 ? 1 : -words.count - 1)
    for (index, word) in words.enumerated() where (0..<rows).contains(top + index) {
      let text = Array(TerminalText.fitted(word, columns, isPlain: true))
      let start = (columns - text.count) / 2
      for (offset, character) in text.enumerated() { cells[top + index][start + offset] = character }
    }
    for (dx, dy, character) in [(-2, 0, "-"), (-1, 0, "-"), (1, 0, "-"), (2, 0, "-"), (0, -1, "|"), (0, 1, "|"), (0, 0, "+")]
      as [(Int, Int, Character)]
    where (0..<columns).contains(column + dx) && (0..<rows).contains(row + dy) {
      cells[row + dy][column + dx] = character
    }
    let shown = Point(x: (Double(column) + 0.5) / Double(columns), y: (Double(row) + 0.5) / Double(rows))
    return (cells.map { String($0) }, shown)
  }
}

/// Marks on a framebuffer, which is put back as it was.
@safe final class FramebufferMarks: CalibrationDisplay {
  /// The first framebuffer.
  static let standardNode = "/dev/fb0"

  private let canvas: FramebufferCanvas
  private let memory: UnsafeMutableRawBufferPointer
  private let saved: [UInt8]
  private var isOpen = true
  /// The console's descriptor, whose cursor would blink in the picture; `nil` where standard error is none.
  private let console: Int32?

  /// Opens a framebuffer and keeps what it shows.
  ///
  /// - Throws: `SystemError`: `EACCES` where this user may not write to it, `ENOENT` where there is none.
  init(_ node: String) throws(SystemError) {
    let number = SystemCalls.kernel.open(node, O_RDWR | O_CLOEXEC, 0)
    if number == -EACCES || number == -EPERM {
      throw SystemError(
        errno: -number, place: node, reason: "permission denied; run it as root or as a member of the group 'video', or give --show socket")
    }
    guard number != -ENOENT else {
      throw SystemError(
        errno: ENOENT, place: node, reason: "there is no such framebuffer; give --show terminal or --show socket, or another --framebuffer")
    }
    let descriptor = try FileDescriptor(number, place: node)
    var kernel = cct_framebuffer()
    let failure = unsafe cct_framebuffer_geometry(descriptor.rawValue, &kernel)
    guard failure == 0 else {
      throw SystemError(errno: failure, place: node, reason: failure == ENOTTY || failure == EINVAL ? "is no framebuffer" : nil)
    }
    let geometry: FramebufferGeometry
    do throws(FramebufferGeometry.Unfit) { geometry = try FramebufferGeometry(kernel) } catch {
      throw SystemError(errno: EINVAL, place: node, reason: "cannot be drawn on: \(error.reason); give --show terminal or --show socket")
    }
    // The mapping outlives the descriptor.
    let address = unsafe mmap(nil, geometry.size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor.rawValue, 0)
    guard let address = unsafe address, unsafe address != MAP_FAILED else { throw SystemError(errno: errno, place: node) }
    unsafe memory = UnsafeMutableRawBufferPointer(start: address, count: geometry.size)
    canvas = unsafe FramebufferCanvas(geometry, on: memory)
    saved = canvas.visible()
    console = cct_is_console(STDERR_FILENO) ? STDERR_FILENO : nil
    tellConsole("\u{1B}[?25l")
  }

  deinit { close() }

  func show(_ index: Int, of count: Int, at place: Point, note: String) -> Point {
    guard isOpen else { return place }
    return Self.draw(canvas, index, of: count, at: place, isRefused: !note.isEmpty)
  }

  func close() {
    guard isOpen else { return }
    isOpen = false
    canvas.restore(saved)
    unsafe munmap(memory.baseAddress, memory.count)
    tellConsole("\u{1B}[?25h")
  }

  var hidesErrors: Bool { console != nil }

  private func tellConsole(_ text: String) {
    guard let console else { return }
    let bytes = Array(text.utf8)
    _ = unsafe write(console, bytes, bytes.count)
  }

  /// Draws the mark, red after a touch that was not taken, and in the middle a square for each mark: green where it was touched.
  static func draw(_ canvas: FramebufferCanvas, _ index: Int, of count: Int, at place: Point, isRefused: Bool) -> Point {
    let (width, height) = (canvas.geometry.width, canvas.geometry.height)
    let x = min(max(Int(place.x * Double(width)), 0), width - 1)
    let y = min(max(Int(place.y * Double(height)), 0), height - 1)
    canvas.clear(.black)
    let unit = max(min(width, height) / 40, 2)
    // Clear of a mark in the centre.
    let (left, top) = (width / 2 - count * unit, height / 4)
    for square in 0..<count {
      canvas.fill(x: left + square * 2 * unit, y: top, width: unit, height: unit, square < index ? .green : .grey)
    }
    canvas.mark(x: x, y: y, radius: max(min(width, height) / 16, 4), isRefused ? .red : .white)
    return Point(x: (Double(x) + 0.5) / Double(width), y: (Double(y) + 0.5) / Double(height))
  }
}

/// Has other programs show the marks: lines of JSON for each that connects to a socket.
final class SocketMarks: CalibrationDisplay {
  /// How many programs are connected at once, at most.
  static let connectionLimit = 16

  private let loop: EventLoop
  private let listening: ListeningSocket
  private let path: String
  private let complain: (String) -> Void
  private var connections: [UInt32: ControlConnection] = [:]
  private var lastNumber: UInt32 = 0
  /// The line of the present mark, for programs that connect late.
  private var present: [UInt8] = []

  /// Listens at a path, with the permissions of a kiosk's socket and the group `contactor`, where this user may give it.
  init(path: String, _ loop: EventLoop, complain: @escaping (String) -> Void) throws(SystemError) {
    (self.path, self.loop, self.complain) = (path, loop, complain)
    let group = groupNumber(of: "contactor")
    var listening: ListeningSocket
    do throws(SystemError) {
      listening = try ListeningSocket(path: path, mode: 0o660, group: group)
    } catch {
      // Only members may give a socket to a group.
      guard error.errno == EPERM, group != nil else { throw error }
      listening = try ListeningSocket(path: path, mode: 0o660, group: nil)
    }
    self.listening = listening
    try loop.watch(self.listening.fileDescriptor) { [unowned self] in accept() }
  }

  func show(_ index: Int, of count: Int, at place: Point, note: String) -> Point {
    var line = JSONLine()
    line.add("kind", word: "calibrate")
    line.add("mark", Int64(index + 1))
    line.add("of", Int64(count))
    line.add("x", place.x)
    line.add("y", place.y)
    present = line.finished()
    send(present)
    return place
  }

  /// Sends a line to all.
  func send(_ line: [UInt8]) {
    for connection in connections.values { send(line, to: connection) }
  }

  func close() {
    loop.unwatch(listening.fileDescriptor)
    for connection in connections.values {
      connection.finish(.left)
      remove(connection)
    }
  }

  var hidesErrors: Bool { false }

  private func accept() {
    do throws(SystemError) {
      guard let descriptor = try listening.accept() else { return }
      guard connections.count < Self.connectionLimit else {
        return complain("\(path): a program was refused, as \(Self.connectionLimit) are connected")
      }
      lastNumber += 1
      let connection = try ControlConnection(descriptor, number: lastNumber)
      try loop.watch(connection.fileDescriptor) { [unowned self] in serve(connection) }
      connections[connection.number] = connection
      send(present, to: connection)
    } catch {
      complain("\(path): \(error.message); no other program can connect")
      loop.unwatch(listening.fileDescriptor)
    }
  }

  private func serve(_ connection: ControlConnection) {
    connection.sendWaiting()
    // There is nothing to ask for; what comes is read and left.
    connection.read { _ in }
    follow(connection)
  }

  private func send(_ line: [UInt8], to connection: ControlConnection) {
    unsafe line.withUnsafeBytes { unsafe connection.send($0) }
    follow(connection)
  }

  private func follow(_ connection: ControlConnection) {
    guard connection.end == nil else { return remove(connection) }
    try? loop.setWaitsForRoom(connection.waitsForRoom, on: connection.fileDescriptor)
  }

  private func remove(_ connection: ControlConnection) {
    guard connections.removeValue(forKey: connection.number) != nil else { return }
    loop.unwatch(connection.fileDescriptor)
  }
}
