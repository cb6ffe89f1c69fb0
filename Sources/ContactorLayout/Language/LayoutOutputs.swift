/// Where a layout's events go besides the log, and who may ask and steer the running kiosk (contract 13.5, 13.6).
public struct LayoutOutputs: Hashable, Sendable {
  /// The event and control socket; `nil` if the layout has none.
  public var socket: LayoutSocket?
  /// The MQTT broker of the kiosk; `nil` if the layout has none.
  public var broker: LayoutBroker?
  /// The file of figures for Prometheus; `nil` if the layout has none.
  public var metrics: LayoutMetricsFile?

  /// Creates outputs that go nowhere.
  public init() {}
}

/// The event and control socket of a kiosk: a Unix socket that speaks JSON lines.
public struct LayoutSocket: Hashable, Sendable {
  /// A command of a peer.
  public enum Command: String, CaseIterable, Hashable, Sendable {
    /// A picture of the running kiosk.
    case status
    /// Figures in Prometheus' text format.
    case metrics
    /// Lines of the log as they come.
    case subscribe
    /// Another mode.
    case mode
    /// The layout file is read anew.
    case reload
    /// The display was turned off, so that the next touch wakes it.
    case screen
    /// Touches that no finger makes.
    case inject
    /// Alike panels are paired again.
    case pair
    /// The panels are turned with the screen.
    case rotate
  }

  /// The path of the socket.
  public var path: String
  /// The permissions of the path, from 0 to 0o777: who may write may connect.
  public var mode: UInt32 = 0o660
  /// The name or the number of the path's group; `nil` for the service's own.
  public var group: String?
  /// The commands that peers may use.
  public var allowed: Set<Command> = standard
  /// Where the socket stands in the file.
  public var mark: LayoutMark

  /// The commands that peers may use unless the layout says otherwise: all but touches.
  public static let standard = Set(Command.allCases).subtracting([.inject])

  /// Creates a socket with the standard permissions.
  public init(path: String, mark: LayoutMark = .file) {
    self.path = path
    self.mark = mark
  }
}

extension LayoutDecoder {
  /// The `outputs`.
  mutating func outputs(_ node: LayoutNode) -> LayoutOutputs {
    var outputs = LayoutOutputs()
    guard let fields = fields(of: node, "'outputs'", in: LayoutSchema.outputs) else { return outputs }
    outputs.socket = fields["socket"].flatMap { socket($0) }
    outputs.broker = fields["mqtt"].flatMap { broker($0) }
    outputs.metrics = fields["metrics"].flatMap { metricsFile($0) }
    return outputs
  }

  private mutating func socket(_ node: LayoutNode) -> LayoutSocket? {
    guard let fields = fields(of: node, "'socket'", in: LayoutSchema.socket) else { return nil }
    var socket = LayoutSocket(path: fields["path"].flatMap { socketPath($0) } ?? "", mark: node.mark)
    if let node = fields["mode"] { socket.mode = socketMode(node) ?? socket.mode }
    socket.group = fields["group"].flatMap { word($0, "'group'", expected: "a group's name") }
    if let node = fields["allow"] { socket.allowed = allowed(node) }
    return socket
  }

  private mutating func socketPath(_ node: LayoutNode) -> String? {
    guard let path = absolutePath(node, "'path'", example: "/run/contactor/events") else { return nil }
    guard path.utf8.count <= LayoutSocket.longestPath else {
      report(
        node.mark, "'path' has \(path.utf8.count) bytes",
        expected: "\(LayoutSocket.longestPath) at most, which is the kernel's limit for sockets")
      return nil
    }
    return path
  }

  /// The absolute path of a file; `nil` if there was a mistake.
  mutating func absolutePath(_ node: LayoutNode, _ key: String, example: String) -> String? {
    let expected = "an absolute path such as \(example)"
    guard let path = word(node, key, expected: expected) else { return nil }
    guard path.hasPrefix("/"), !path.hasSuffix("/") else {
      reject(node, key, expected: expected)
      return nil
    }
    return path
  }

  private mutating func socketMode(_ node: LayoutNode) -> UInt32? {
    let mode = fileMode(node, example: "0660")
    if let mode, mode & 0o002 != 0 {
      warn(node.mark, "every user of this machine may connect to the socket", expected: "a mode such as 0660, and a group")
    }
    return mode
  }

  /// Permissions in octal digits, with or without a zero in front.
  mutating func fileMode(_ node: LayoutNode, example: String) -> UInt32? {
    let expected = "octal digits such as \(example)"
    guard let text = word(node, "'mode'", expected: expected) else { return nil }
    let digits = text.hasPrefix("0o") ? text.dropFirst(2) : text[...]
    // Signs are no digits, though the standard library takes them.
    guard digits.utf8.allSatisfy({ (0x30...0x37).contains($0) }), let mode = UInt32(digits, radix: 8), mode <= 0o777 else {
      reject(node, "'mode'", expected: expected)
      return nil
    }
    return mode
  }

  private mutating func allowed(_ node: LayoutNode) -> Set<LayoutSocket.Command> {
    guard case .sequence(let nodes) = node.content else {
      reject(node, "'allow'", expected: "a list of \(LayoutSchema.socketCommands.joined(separator: ", "))")
      return []
    }
    return Set(nodes.compactMap { choice($0, "a word of 'allow'", of: LayoutSchema.socketCommands).flatMap(LayoutSocket.Command.init) })
  }
}

extension LayoutSocket {
  /// The longest path of a Unix socket in bytes: `sun_path` of unix(7) without its NUL.
  static let longestPath = 107
}
