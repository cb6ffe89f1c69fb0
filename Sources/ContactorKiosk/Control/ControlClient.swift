import ContactorSystem
import ContactorTrace
import Glibc

/// Asks a running kiosk through its event and control socket; its calls wait.
public struct ControlClient: ~Copyable {
  /// Why a kiosk could not be asked, or did not do what it was asked for.
  public struct Failure: Error, CustomStringConvertible {
    /// One sentence with the way out.
    public let description: String
    /// Whether this user may not connect.
    public let isPermission: Bool

    init(_ description: String, isPermission: Bool = false) {
      (self.description, self.isPermission) = (description, isPermission)
    }
  }

  /// What a kiosk answered.
  public struct Answer: Sendable {
    /// The line as it came, without its line feed.
    public let line: String
    private let members: [(key: String, value: JSONMembers.Value)]

    init(_ line: [UInt8]) throws(Failure) {
      self.line = String(decoding: line, as: UTF8.self)
      do throws(TraceError) {
        members = try JSONMembers(line).members
      } catch {
        throw Failure("what listens there is no kiosk: it answered '\(self.line.prefix(80))'")
      }
    }

    /// A text of the answer; `nil` where it has none of that key.
    public func text(_ key: String) -> String? {
      if case .text(let text) = members.first(where: { $0.key == key })?.value { text } else { nil }
    }

    /// An object of the answer as it stands in the line; `{}` where it has none of that key.
    public func object(_ key: String) -> String {
      let mark = "\"\(key)\":{"
      guard let start = line.firstRange(of: mark).map({ line.index(before: $0.upperBound) }) else { return "{}" }
      var depth = 0
      var isText = false
      var isEscaped = false
      for index in line[start...].indices {
        let character = line[index]
        if isText {
          if isEscaped { isEscaped = false } else if character == "\\" { isEscaped = true } else if character == "\"" { isText = false }
          continue
        }
        if character == "\"" { isText = true }
        if character == "{" { depth += 1 }
        if character == "}" { depth -= 1 }
        if depth == 0 { return String(line[start...index]) }
      }
      return "{}"
    }

    var isDone: Bool { members.first { $0.key == "ok" }?.value == .bool(true) }
  }

  /// How long an answer may take, in milliseconds.
  static let patience: Int32 = 10_000
  /// The longest answer in bytes.
  private static let limit = 16 << 20

  private let socket: ConnectedSocket
  private let path: String
  private var input: [UInt8] = []

  /// The sockets at which a kiosk is looked for, in this order, unless one is named: `CONTACTOR_SOCKET`, the packaged service's, and one in
  /// the user's runtime folder.
  ///
  /// - Parameter variable: gives a variable of the environment.
  public static func standardPaths(_ variable: (String) -> String?) -> [String] {
    if let path = variable("CONTACTOR_SOCKET"), !path.isEmpty { return [path] }
    let own = variable("XDG_RUNTIME_DIR").map { [$0 + "/contactor/events"] } ?? []
    return ["/run/contactor/events"] + own
  }

  /// Connects to the first socket at which a kiosk listens.
  public init(paths: [String]) throws(Failure) {
    var first: SystemError?
    for path in paths {
      do throws(SystemError) {
        socket = try ConnectedSocket(path: path, milliseconds: Self.patience)
        self.path = path
        return
      } catch {
        // A socket that this user may not use says more than one that is not there.
        if first == nil || (first?.errno == ENOENT && error.errno != ENOENT) { first = error }
      }
    }
    let error = first ?? SystemError(errno: ENOENT, place: "")
    switch error.errno {
    case ENOENT, ECONNREFUSED:
      throw Failure(
        "\(error.place): no kiosk listens there; 'contactor run LAYOUT --socket PATH', or outputs: {socket: {path: …}} in its layout, makes the "
          + "socket, and --socket PATH names it here")
    case EACCES, EPERM:
      throw Failure(
        "\(error.place): this user may not connect; the socket's group may: 'ls -l \(error.place)' names it", isPermission: true)
    default: throw Failure(error.description)
    }
  }

  /// Sends a request and waits for its answer; lines of a subscription that come before it are passed over.
  ///
  /// - Parameter members: adds what the command needs.
  /// - Throws: `Failure`, also where the kiosk refuses.
  public mutating func request(_ command: String, _ members: [(String, Value)] = []) throws(Failure) -> Answer {
    try send(Self.line(command, members))
    while true {
      guard let line = try nextLine() else { throw Failure("\(path): the kiosk closed the connection") }
      guard line.starts(with: #"{"ok":"#.utf8) else { continue }
      let answer = try Answer(line)
      if !answer.isDone { throw Failure(answer.text("error") ?? "the kiosk refused") }
      return answer
    }
  }

  /// A value of a request.
  public enum Value: Sendable {
    case text(String)
    case number(Double)
    case texts([String])
  }

  static func line(_ command: String, _ members: [(String, Value)]) -> [UInt8] {
    var text = "{\"command\":\(quotedJSON(command))"
    for (key, value) in members {
      text += ",\(quotedJSON(key)):"
      switch value {
      case .text(let string): text += quotedJSON(string)
      case .number(let number): text += "\(number)"
      case .texts(let strings): text += "[" + strings.map(quotedJSON).joined(separator: ",") + "]"
      }
    }
    return Array((text + "}\n").utf8)
  }

  private static func quotedJSON(_ text: String) -> String {
    var buffer = TextBuffer(capacity: 64)
    buffer.append(quoted: text)
    return unsafe String(decoding: buffer.bytes, as: UTF8.self)
  }

  private mutating func send(_ bytes: [UInt8]) throws(Failure) {
    do throws(SystemError) { try socket.send(bytes) } catch { throw Failure("\(path): \(error.message)") }
  }

  /// The next line that comes; `nil` at the end of the connection.
  ///
  /// - Parameter waits: whether to wait without a limit.
  public mutating func nextLine(waits: Bool = false) throws(Failure) -> [UInt8]? {
    var searched = 0
    while true {
      if let feed = input[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(input[..<feed])
        input.removeSubrange(...feed)
        return line
      }
      searched = input.count
      guard searched < Self.limit else { throw Failure("\(path): an answer of more than \(Self.limit) bytes") }
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let count = unsafe buffer.withUnsafeMutableBytes { unsafe SystemCalls.kernel.readSome(socket.fileDescriptor, into: $0) }
      if count == 0 || count == -Int(ECONNRESET) { return nil }
      if count == -Int(EAGAIN) {
        if waits { continue }
        throw Failure("\(path): the kiosk does not answer; it is stopped, or very busy")
      }
      guard count > 0 else { throw Failure("\(path): \(SystemError.text(of: Int32(-count)))") }
      input += buffer[..<count]
    }
  }
}
