internal import CMosquitto
import ContactorSystem
import Glibc

/// How a broker is reached, with everything filled in.
struct BrokerSettings: Hashable, Sendable {
  /// The host's name or address.
  var host: String
  var port: UInt16
  /// Files for TLS; `nil` for a connection that anyone on the way can read.
  var encryption: Encryption?
  var user: String?
  /// The file with the user's password, of the user's own.
  var passwordFile: String?
  /// The client's id: a broker ends the connection of a client when another comes with its id.
  var id: String
  /// The topic under which the kiosk publishes.
  var topic: String
  /// The topics on which commands come; empty for none.
  var commandTopics: [String] = []
  /// After so many seconds of silence the connection counts as broken, in about one and a half of them.
  var keepalive: UInt16 = 30

  /// Files of certificates in PEM format.
  struct Encryption: Hashable, Sendable {
    /// Those that the broker's must come from; `nil` for the system's.
    var ca: String?
    /// The client's own with its key; `nil` for none.
    var certificate: String?
    var key: String?
  }

  /// The topic of the kiosk's presence, which the broker changes to `offline` itself when the connection breaks.
  var presenceTopic: String { topic + "/state" }
  /// What it holds while the kiosk is connected, and while it is not.
  static let (online, offline) = ("online", "offline")
}

/// A connection to a broker by libmosquitto; see `cmosquitto.h`.
///
/// One thread uses it at a time: one that connects, and then the one to which that hands it over.
@safe final class BrokerConnection: @unchecked Sendable {
  /// A message from the broker.
  struct Incoming: Hashable, Sendable {
    var topic: String
    var payload: [UInt8]
    /// Whether the broker kept it from before.
    var isRetained: Bool
  }

  private let broker: OpaquePointer

  /// Loads the library; says why it cannot be used, `nil` where it can.
  static func libraryProblem() -> String? {
    guard let problem = unsafe cct_broker_load() else { return nil }
    return unsafe "\(String(cString: problem)); install libmosquitto1"
  }

  /// Connects, and waits for the network; `problem` says whether it worked.
  ///
  /// The corresponding C functions are `mosquitto_new()` and `mosquitto_connect()`.
  ///
  /// - Parameter password: is copied by the library.
  init(_ settings: BrokerSettings, password: Secret?) throws(SystemError) {
    var opened: OpaquePointer?
    func open(_ password: UnsafePointer<CChar>?) {
      var texts = CTexts()
      var broker = unsafe cct_broker_settings()
      unsafe broker.host = texts.add(settings.host)
      unsafe broker.port = settings.port
      unsafe broker.keepalive = settings.keepalive
      unsafe broker.id = texts.add(settings.id)
      unsafe broker.user = texts.add(settings.user)
      unsafe broker.password = password
      unsafe broker.tls = settings.encryption != nil
      unsafe broker.ca = texts.add(settings.encryption?.ca)
      unsafe broker.certificate = texts.add(settings.encryption?.certificate)
      unsafe broker.key = texts.add(settings.encryption?.key)
      unsafe broker.will_topic = texts.add(settings.presenceTopic)
      unsafe broker.will = texts.add(BrokerSettings.offline)
      unsafe opened = cct_broker_open(&broker)
      texts.release()
    }
    if let password { _ = unsafe password.withCString { unsafe open($0) } } else { open(nil) }
    guard let opened = unsafe opened else { throw SystemError(errno: ENOMEM, place: settings.host) }
    unsafe broker = opened
  }

  deinit { unsafe cct_broker_close(broker) }

  /// Whether the broker took the connection.
  var isConnected: Bool { unsafe cct_broker_state(broker) == CCT_BROKER_CONNECTED }

  /// Why the connection has ended; `nil` while it has not.
  var problem: String? {
    guard unsafe cct_broker_state(broker) == CCT_BROKER_ENDED else { return nil }
    return unsafe String(cString: cct_broker_problem(broker))
  }

  /// Waits for the broker, a descriptor or the time, and does what there is to do.
  func turn(waking descriptor: Int32, milliseconds: Int32) { unsafe cct_broker_turn(broker, descriptor, milliseconds) }

  /// Asks for the messages of a topic, with QoS 1.
  func subscribe(to topic: String) { _ = unsafe cct_broker_subscribe(broker, topic) }

  /// Whether the broker refused a subscription since this was asked before.
  func takeRefusal() -> Bool { unsafe cct_broker_refuses(broker) }

  /// What became of a message that is to be sent.
  enum Sending: Hashable {
    /// It has this number, with which the broker confirms it.
    case sent(Int32)
    /// It cannot be sent over any connection.
    case refused
    /// The connection has ended.
    case broken
  }

  /// Sends a message.
  func publish(_ message: BrokerMessage) -> Sending {
    let number = unsafe message.payload.withUnsafeBytes { payload in
      unsafe cct_broker_publish(
        broker, message.topic, payload.baseAddress, payload.count, message.isConfirmed ? 1 : 0, message.isRetained)
    }
    return number > 0 ? .sent(number) : number < 0 ? .refused : .broken
  }

  /// The number of the next message that the broker confirmed; `nil` where there is none.
  func nextConfirmed() -> Int32? {
    let number = unsafe cct_broker_next_confirmed(broker)
    return number > 0 ? number : nil
  }

  /// The next message of the broker; `nil` where there is none.
  func nextMessage() -> Incoming? {
    var message = unsafe cct_broker_message()
    guard unsafe cct_broker_next_message(broker, &message), let topic = unsafe message.topic else { return nil }
    let payload = unsafe Array(UnsafeRawBufferPointer(start: message.payload, count: message.length))
    return unsafe Incoming(topic: String(cString: topic), payload: payload, isRetained: message.retained)
  }

  /// How many messages of the broker were dropped since this was asked before.
  func takeDropped() -> Int { unsafe Int(cct_broker_dropped(broker)) }

  /// Says good-bye; the next turns send it.
  func leave() { unsafe cct_broker_leave(broker) }
}

/// Copies of texts for C.
@safe private struct CTexts {
  private var texts: [UnsafeMutablePointer<CChar>] = unsafe []

  mutating func add(_ text: String?) -> UnsafePointer<CChar>? {
    guard let text else { return nil }
    let bytes = text.utf8CString
    let copy = UnsafeMutableBufferPointer<CChar>.allocate(capacity: bytes.count)
    _ = unsafe copy.initialize(from: bytes)
    guard let start = copy.baseAddress else { return nil }
    unsafe texts.append(start)
    return unsafe UnsafePointer(start)
  }

  func release() {
    for index in unsafe texts.indices { unsafe texts[index].deallocate() }
  }
}
