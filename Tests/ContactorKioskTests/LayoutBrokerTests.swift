import ContactorCore
import Testing

@testable import ContactorLayout

/// The `mqtt` of a layout's outputs, and the action of that name.
@Suite("Brokers in layouts")
struct LayoutBrokerTests {
  private func text(_ outputs: String, _ action: String) -> String {
    """
    contactor: 1
    screen: {size: [800, 480]}
    outputs: \(outputs)
    views:
      - {id: s, kind: slider, frame: [0, 0, 100, 100], on: {valueChanged: \(action)}}

    """
  }

  private func diagnostics(_ outputs: String, _ action: String = "{emit: x}") -> [String] {
    LayoutCheck.diagnostics(of: Array(text(outputs, action).utf8), file: "k.yaml").map(\.description)
  }

  private func broker(_ mqtt: String) throws -> LayoutBroker {
    try #require(try Layout.parse(Array(text("{mqtt: \(mqtt)}", "{emit: x}").utf8), file: "k.yaml").outputs.broker)
  }

  @Test("A broker has all that a connection needs")
  func whole() throws {
    let broker = try broker(
      """
      {host: b.example, port: 8884, tls: {ca: /c.pem, certificate: /k.pem, key: /k.key}, user: me, passwordFile: /p, id: "k-{host}", \
      topic: "shop/{host}", keepalive: 20 s, publish: [emit, touch], allow: [mode, reload], listen: [shop/all], queue: 8M}
      """)
    #expect(broker.host == "b.example" && broker.port == 8884 && broker.user == "me" && broker.passwordFile == "/p")
    #expect(broker.encryption?.ca == "/c.pem" && broker.encryption?.certificate == "/k.pem" && broker.encryption?.key == "/k.key")
    #expect(broker.id == "k-{host}" && broker.topic == "shop/{host}" && broker.keepalive == .seconds(20))
    #expect(broker.kinds == ["emit", "touch"] && broker.allowed == [.mode, .reload] && broker.listens == ["shop/all"])
    #expect(broker.queueLimit == 8 << 20)
  }

  @Test("A host alone is enough: the kiosk publishes what is emitted and takes no command")
  func standard() throws {
    let broker = try broker("{host: b}")
    #expect(broker.port == 1883 && broker.encryption == nil && broker.allowed.isEmpty && broker.listens.isEmpty)
    #expect(broker.topic == "contactor/{host}" && broker.kinds == ["emit", "mode", "idle", "device", "health"])
    #expect(try self.broker("{host: b, tls: true}").port == 8883)
    #expect(try self.broker("{host: b, tls: false}").port == 1883)
    #expect(try self.broker("{host: b, publish: all}").kinds == ["all"])
    #expect(try self.broker("{host: b, publish: []}").kinds.isEmpty)
  }

  @Test(
    "The machine's name fits in one level of a topic", arguments: [("a", "k/a"), ("a/b+#", "k/a-b--"), ("", "k/localhost"), ("$x", "k/-x")])
  func names(_ host: String, _ topic: String) {
    #expect(LayoutBroker.filled("k/{host}", host: host) == topic)
  }

  @Test(
    "Mistakes have their place and the way out",
    arguments: [
      ("{mqtt: b}", "k.yaml:3:17: error: 'mqtt' is 'b'; expected a mapping with host, port"),
      ("{mqtt: {port: 1}}", "k.yaml:3:17: error: a broker needs the key 'host'; expected 'host: a host's name or address'"),
      ("{mqtt: {host: [b]}}", "k.yaml:3:24: error: 'host' is a list"),
      (
        "{mqtt: {host: \"mqtt://b\"}}",
        "k.yaml:3:24: error: 'host' is the text 'mqtt://b'; expected a host's name or address, such as broker.example, and"
      ),
      ("{mqtt: {host: \"b:1883\"}}", "k.yaml:3:24: error: 'host' is the text 'b:1883'"),
      ("{mqtt: {host: b, port: 0}}", "k.yaml:3:33: error: 'port' is '0'; expected a whole number from 1 to 65535"),
      ("{mqtt: {host: b, port: 70000}}", "k.yaml:3:33: error: 'port'"),
      ("{mqtt: {host: b, prot: 1}}", "k.yaml:3:27: error: unknown key 'prot'"),
      ("{mqtt: {host: b, tls: on}}", "k.yaml:3:32: error: 'tls' is 'on'; did you mean 'true'?"),
      ("{mqtt: {host: b, tls: {ca: ca.pem}}}", "k.yaml:3:37: error: 'ca' is 'ca.pem'; expected an absolute path"),
      ("{mqtt: {host: b, tls: {certificate: /a}}}", "k.yaml:3:33: error: a certificate without its key"),
      ("{mqtt: {host: b, tls: {key: /a}}}", "k.yaml:3:33: error: a key without its certificate"),
      ("{mqtt: {host: b, tls: {insecure: true}}}", "k.yaml:3:33: error: unknown key 'insecure'"),
      ("{mqtt: {host: b, user: u, password: p}}", "k.yaml:3:36: error: a password does not belong in a layout"),
      ("{mqtt: {host: b, tls: true, passwordFile: /p}}", "k.yaml:3:38: error: a password without a user"),
      ("{mqtt: {host: b, tls: true, user: u, passwordFile: p}}", "k.yaml:3:61: error: 'passwordFile' is 'p'; expected an absolute path"),
      (
        "{mqtt: {host: b, topic: a/#}}",
        "k.yaml:3:34: error: 'topic' is 'a/#'; expected a topic such as kiosk/{host}, without the wildcards"
      ),
      ("{mqtt: {host: b, topic: /a}}", "k.yaml:3:34: error: 'topic' is '/a'"),
      ("{mqtt: {host: b, topic: a/}}", "k.yaml:3:34: error: 'topic' is 'a/'"),
      ("{mqtt: {host: b, topic: $SYS/a}}", "k.yaml:3:34: error: 'topic' is '$SYS/a'"),
      (
        "{mqtt: {host: b, topic: \"a/{hots}\"}}",
        "k.yaml:3:34: error: 'topic' is the text 'a/{hots}'; expected no other placeholder than {host}"
      ),
      ("{mqtt: {host: b, topic: \"\"}}", "k.yaml:3:34: error: 'topic' is empty"),
      ("{mqtt: {host: b, keepalive: 1 s}}", "k.yaml:3:38: error: 'keepalive' is '1 s'; expected 5 s to 3600 s"),
      ("{mqtt: {host: b, keepalive: 2 h}}", "k.yaml:3:38: error: 'keepalive'"),
      ("{mqtt: {host: b, publish: emit}}", "k.yaml:3:36: error: 'publish' is 'emit'; expected all, or a list of emit, mode"),
      ("{mqtt: {host: b, publish: [emti]}}", "k.yaml:3:37: error: a kind of 'publish' is 'emti'"),
      ("{mqtt: {host: b, tls: true, allow: all}}", "k.yaml:3:45: error: 'allow'"),
      ("{mqtt: {host: b, tls: true, allow: [inject]}}", "k.yaml:3:46: error: a word of 'allow' is 'inject'"),
      ("{mqtt: {host: b, tls: true, allow: [mode], listen: [a/+]}}", "k.yaml:3:62: error: a topic of 'listen' is 'a/+'"),
      ("{mqtt: {host: b, queue: 1K}}", "k.yaml:3:34: error: 'queue'"),
      ("{mqtt: {host: b, tls: true, listen: [a]}}", "k.yaml:3:38: warning: commands come there, and none is allowed"),
      ("{mqtt: {host: b, allow: [mode]}}", "k.yaml:3:27: warning: commands come over a connection that others can change"),
      ("{mqtt: {host: b, user: u, passwordFile: /p}}", "k.yaml:3:36: warning: the password goes over the network"),
    ])
  func mistakes(_ outputs: String, _ line: String) {
    let found = diagnostics(outputs)
    #expect(found.count == 1 && found[0].hasPrefix(line), "\(found)")
  }

  @Test("On the same machine nothing need be encrypted")
  func local() {
    #expect(diagnostics("{mqtt: {host: localhost, user: u, passwordFile: /p, allow: [mode]}}").isEmpty)
  }

  @Test(
    "Mistakes in messages have their place and the way out",
    arguments: [
      ("{mqtt: ~/a}", "error: 'mqtt' has nothing to say; expected 'payload' beside it"),
      ("{mqtt: ~, payload: a}", "error: 'mqtt' is empty; expected a topic such as '~/light' or building/light"),
      ("{mqtt: a/#, payload: a}", "error: 'mqtt' is 'a/#'; expected a topic such as '~/light' or building/light, without the wildcards"),
      ("{mqtt: /a, payload: a}", "error: 'mqtt' is '/a'"),
      ("{mqtt: \"a/{vlaue}\", payload: a}", "error: unknown placeholder '{vlaue}'"),
      ("{mqtt: a, payload: \"{x\"}", "error: a '{' in 'payload' has no '}'"),
      ("{mqtt: a, payload: a, qos: 2}", "error: 'qos' is '2'; expected 0 (sent once) or 1 (until it has arrived)"),
      ("{mqtt: a, payload: a, retain: 1}", "error: 'retain' is '1'; did you mean 'true'?"),
      ("{emit: a, qos: 1}", "error: 'qos' goes with 'mqtt' only, not with 'emit'"),
      ("{mqtt: a, payload: a, emit: b}", "error: an action has both 'emit' and 'mqtt'; expected a list of two actions"),
      ("{payload: a}", "error: an action does nothing; expected one of run, emit, send, type, mode, key, set, verify, mqtt, rotate"),
    ])
  func messageMistakes(_ action: String, _ line: String) {
    let found = diagnostics("{mqtt: {host: b}}", action)
    #expect(found.count == 1 && found[0].contains(line), "\(found)")
  }

  @Test("A message needs a broker")
  func noBroker() {
    let found = diagnostics("{}", "{mqtt: a, payload: b}")
    #expect(
      found == ["k.yaml:5:78: error: there is no broker to publish to; expected outputs: {mqtt: {host: …}} in the layout"], "\(found)")
  }

  private static let published = """
    screen: {size: [800, 480]}
    outputs: {mqtt: {host: b}}
    views:
      - {id: ok, kind: button, frame: [0, 0, 100, 100], on: {touchUpInside: {mqtt: "~/{control}", payload: "on, {event}", qos: 0, retain: true}}}
      - id: pad
        kind: view
        frame: [200, 0, 100, 100]
        secure: true
        views: [{id: one, kind: button, frame: [0, 0, 100, 100], on: {touchUpInside: {mqtt: a, payload: one}}}]
    """

  @Test("A secure control that would publish is warned of, with the way out")
  func secure() {
    let text = "contactor: 1\n" + Self.published
    let found = LayoutCheck.diagnostics(of: Array(text.utf8), file: "k.yaml").map(\.description)
    #expect(found.count == 1 && found[0].contains("warning: 'one' is secure, and publishes nothing; expected 'verify'"), "\(found)")
  }

  @Test("13.5 A message has its placeholders filled in; nothing of a secure control is published (14.1)")
  func publishes() throws {
    let stage = try SessionStage(Self.published)
    var messages: [PublishAction.Message] = []
    stage.session.onPublish = {
      messages.append($0)
      return true
    }
    stage.plug(1)
    stage.tap(50, 50)
    stage.tap(250, 50)
    #expect(messages.map(\.topic) == ["~/ok"] && messages.map(\.payload) == ["on, touchUpInside"])
    #expect(messages.first?.isConfirmed == false && messages.first?.isRetained == true)
    #expect(stage.lines.contains { $0.contains(#""action":"mqtt","target":"~/ok","handled":true"#) }, "\(stage.lines)")
  }
}
