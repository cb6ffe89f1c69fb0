import ContactorCore

/// The MQTT broker to which a kiosk publishes, and from which commands come (contract 13.5).
public struct LayoutBroker: Hashable, Sendable {
  /// What the broker's clients may ask for.
  public enum Command: String, CaseIterable, Hashable, Sendable {
    /// A picture of the running kiosk.
    case status
    /// Figures in Prometheus' text format.
    case metrics
    /// Another mode.
    case mode
    /// The layout file is read anew.
    case reload
    /// The display was turned off, so that the next touch wakes it.
    case screen
  }

  /// How the connection is encrypted; paths of files in PEM format.
  public struct Encryption: Hashable, Sendable {
    /// The certificates that the broker's must come from; `nil` for those of the system.
    public var ca: String?
    /// The kiosk's own certificate; `nil` for none.
    public var certificate: String?
    /// The key of `certificate`.
    public var key: String?

    /// Creates an encryption that trusts the system's certificates.
    public init() {}
  }

  /// The host's name or address.
  public var host: String
  /// The TCP port, from 1.
  public var port: UInt16
  /// `nil` for a connection that anyone on the way can read.
  public var encryption: Encryption?
  /// The user as whom the kiosk connects; `nil` for none.
  public var user: String?
  /// The file with the user's password.
  public var passwordFile: String?
  /// The client's id; `{host}` stands for the machine's name.
  public var id = "contactor-{host}"
  /// The topic under which everything is published; `{host}` stands for the machine's name.
  public var topic = "contactor/{host}"
  /// How long the connection may be silent before it counts as broken, about; whole seconds.
  public var keepalive = Duration.seconds(30)
  /// The kinds of the log's lines that are published; `all` for all.
  public var kinds = standardKinds
  /// What may be asked for; nothing unless the layout says so.
  public var allowed: Set<Command> = []
  /// More topics on which commands come, such as one of a whole fleet.
  public var listens: [String] = []
  /// How many bytes of messages wait for the broker at most.
  public var queueLimit: Int64 = 64 << 20
  /// Where the broker stands in the file.
  public var mark: LayoutMark

  /// The kinds of lines that are published unless the layout says otherwise.
  public static let standardKinds = ["emit", "mode", "idle", "device", "health"]

  /// Creates a broker without encryption.
  public init(host: String, port: UInt16 = 1883, mark: LayoutMark = .file) {
    (self.host, self.port, self.mark) = (host, port, mark)
  }

  /// A topic or an id with the machine's name in it; what a topic's level cannot hold becomes `-`.
  public static func filled(_ text: String, host: String) -> String {
    let level = host.unicodeScalars.map { "+#/$".unicodeScalars.contains($0) || $0.value < 0x20 ? "-" : String($0) }.joined()
    return text.replacing(text: "{host}", with: level.isEmpty ? "localhost" : level)
  }
}

/// The rules for topics of MQTT 3.1.1, sections 1.5.3 and 4.7.
public enum MQTTTopic {
  /// The longest topic in bytes.
  static let limit = 65_535

  /// Whether something can be published on a topic: it is not empty, not too long, and has neither wildcards nor NUL.
  public static func isValid(_ topic: String) -> Bool {
    !topic.isEmpty && topic.utf8.count <= limit && !topic.utf8.contains { $0 == 0 || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "#") }
  }
}

extension LayoutDecoder {
  /// The `mqtt` of the outputs; `nil` if it is no mapping.
  mutating func broker(_ node: LayoutNode) -> LayoutBroker? {
    guard let fields = fields(of: node, "'mqtt'", in: LayoutSchema.broker, ignoring: ["password"]) else { return nil }
    rejectPassword(node)
    var broker = LayoutBroker(host: fields["host"].flatMap { hostName($0) } ?? "", mark: node.mark)
    if let node = fields["tls"] { broker.encryption = encryption(node) }
    broker.port = broker.encryption == nil ? 1883 : 8883
    if let node = fields["port"] { broker.port = UInt16(integer(node, "'port'", in: 1...65_535, "a whole number from 1 to 65535")) }
    logIn(fields, &broker)
    if let node = fields["id"] { broker.id = word(node, "'id'", expected: "a name such as kiosk-{host}") ?? broker.id }
    if let node = fields["topic"] { broker.topic = topic(node, "'topic'", expected: "a topic such as kiosk/{host}") ?? broker.topic }
    if let node = fields["keepalive"] { broker.keepalive = keepalive(node) }
    if let node = fields["publish"] { broker.kinds = publishedKinds(node) }
    if let node = fields["allow"] { broker.allowed = allowedCommands(node) }
    let listens = list(fields["listen"], "listen")
    broker.listens = listens.compactMap { topic($0, "a topic of 'listen'", expected: "a topic such as fleet/command") }
    if let node = fields["queue"] { broker.queueLimit = bytes(node, "'queue'", from: 1 << 20) }
    checkTrust(broker, fields)
    return broker
  }

  private mutating func hostName(_ node: LayoutNode) -> String? {
    let expected = "a host's name or address, such as broker.example"
    guard let host = word(node, "'host'", expected: expected) else { return nil }
    // A name with its port, or an address of the web.
    if host.contains("/") || host.contains(" ") || host.count(where: { $0 == ":" }) == 1 {
      reject(node, "'host'", expected: "\(expected), and 'port' beside it")
    }
    return host
  }

  private mutating func encryption(_ node: LayoutNode) -> LayoutBroker.Encryption? {
    guard case .mapping = node.content else { return bool(node, "'tls'") ? LayoutBroker.Encryption() : nil }
    var encryption = LayoutBroker.Encryption()
    guard let fields = fields(of: node, "'tls'", in: LayoutSchema.encryption) else { return encryption }
    encryption.ca = fields["ca"].flatMap { absolutePath($0, "'ca'", example: "/etc/contactor/ca.pem") }
    encryption.certificate = fields["certificate"].flatMap { absolutePath($0, "'certificate'", example: "/etc/contactor/kiosk.pem") }
    encryption.key = fields["key"].flatMap { absolutePath($0, "'key'", example: "/etc/contactor/kiosk.key") }
    if let entry = fields.entries["certificate"], fields["key"] == nil {
      report(entry.mark, "a certificate without its key", expected: "'key' beside 'certificate'")
    } else if let entry = fields.entries["key"], fields["certificate"] == nil {
      report(entry.mark, "a key without its certificate", expected: "'certificate' beside 'key'")
    }
    return encryption
  }

  private mutating func logIn(_ fields: LayoutFields, _ broker: inout LayoutBroker) {
    broker.user = fields["user"].flatMap { word($0, "'user'", expected: "a user of the broker") }
    broker.passwordFile = fields["passwordFile"].flatMap { absolutePath($0, "'passwordFile'", example: "/etc/contactor/broker.password") }
    if let entry = fields.entries["passwordFile"], fields["user"] == nil {
      report(entry.mark, "a password without a user", expected: "'user' beside 'passwordFile'")
    }
  }

  private mutating func rejectPassword(_ node: LayoutNode) {
    guard case .mapping(let entries) = node.content, let entry = entries.first(where: { $0.key == "password" }) else { return }
    report(
      entry.mark, "a password does not belong in a layout, which others may read",
      expected: "'passwordFile: /etc/contactor/broker.password', a file of mode 0600 with the password in one line")
  }

  /// A topic on which something can be published.
  private mutating func topic(_ node: LayoutNode, _ name: String, expected: String) -> String? {
    guard let topic = word(node, name, expected: expected) else { return nil }
    if !MQTTTopic.isValid(topic) { reject(node, name, expected: "\(expected), without the wildcards + and #") }
    if topic.hasPrefix("/") || topic.hasSuffix("/") { reject(node, name, expected: "\(expected), without / at its ends") }
    if topic.hasPrefix("$") { reject(node, name, expected: "\(expected); what begins with $ is the broker's own") }
    checkBraces(topic, node, name)
    return topic
  }

  /// Reports placeholders that are not filled in here.
  private mutating func checkBraces(_ text: String, _ node: LayoutNode, _ name: String) {
    let rest = text.replacing(text: "{host}", with: "")
    guard rest.contains("{") || rest.contains("}") else { return }
    reject(node, name, expected: "no other placeholder than {host}")
  }

  private mutating func keepalive(_ node: LayoutNode) -> Duration {
    let before = mistakes
    let time = time(node, "'keepalive'", .seconds)
    guard mistakes == before, !(5...3600).contains(time.components.seconds) else { return time }
    reject(node, "'keepalive'", expected: "5 s to 3600 s")
    return .seconds(30)
  }

  private mutating func publishedKinds(_ node: LayoutNode) -> [String] {
    if case .scalar("all", _) = node.content { return ["all"] }
    guard case .sequence(let nodes) = node.content else {
      reject(node, "'publish'", expected: "all, or a list of \(LogLineKinds.names.joined(separator: ", "))")
      return []
    }
    return nodes.compactMap { choice($0, "a kind of 'publish'", of: LogLineKinds.names) }
  }

  private mutating func allowedCommands(_ node: LayoutNode) -> Set<LayoutBroker.Command> {
    guard case .sequence(let nodes) = node.content else {
      reject(node, "'allow'", expected: "a list of \(LayoutSchema.brokerCommands.joined(separator: ", "))")
      return []
    }
    return Set(nodes.compactMap { choice($0, "a word of 'allow'", of: LayoutSchema.brokerCommands).flatMap(LayoutBroker.Command.init) })
  }

  /// Warns of what goes over the network in the clear, and of topics to which nobody listens.
  private mutating func checkTrust(_ broker: LayoutBroker, _ fields: LayoutFields) {
    if let entry = fields.entries["listen"], broker.allowed.isEmpty {
      warn(entry.mark, "commands come there, and none is allowed", expected: "'allow' with what may be asked for")
    }
    guard broker.encryption == nil, !["localhost", "127.0.0.1", "::1"].contains(broker.host) else { return }
    if let entry = fields.entries["passwordFile"] {
      warn(entry.mark, "the password goes over the network for everyone on the way to read", expected: "'tls'")
    } else if !broker.allowed.isEmpty, let entry = fields.entries["allow"] {
      warn(entry.mark, "commands come over a connection that others can change on the way", expected: "'tls'")
    }
  }
}

extension LayoutSchema {
  static let broker = LayoutTable(
    owner: "a broker",
    keys: [
      .required("host", "a host's name or address"),
      .optional("port", "a number from 1 to 65535"),
      .optional("tls", "true, false, or {ca: …, certificate: …, key: …}"),
      .optional("user", "a user of the broker"),
      .optional("passwordFile", "a path"),
      .optional("id", "a name such as kiosk-{host}"),
      .optional("topic", "a topic such as kiosk/{host}"),
      .optional("keepalive", "seconds"),
      .optional("publish", "all, or [emit, mode, …]"),
      .optional("allow", "[\(brokerCommands.joined(separator: ", "))]"),
      .optional("listen", "[topic, …]"),
      .optional("queue", "bytes, such as 64M"),
    ])
  static let brokerCommands = LayoutBroker.Command.allCases.map(\.rawValue)

  static let encryption = LayoutTable(
    owner: "'tls'", keys: [.optional("ca", "a path"), .optional("certificate", "a path"), .optional("key", "a path")])
}
