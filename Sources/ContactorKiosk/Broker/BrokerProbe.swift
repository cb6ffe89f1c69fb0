import ContactorCore
import ContactorLayout
import ContactorSystem

/// Tries whether a broker takes a kiosk, without disturbing one that is connected.
enum BrokerProbe {
  /// How long a broker may take to answer, in milliseconds: a host that is not there answers never.
  static let patience: Int64 = 10_000

  /// Waits, ten seconds at most, and says why the broker does not take the kiosk; `nil` where it does.
  static func problem(with layout: LayoutBroker) -> String? {
    if let problem = BrokerConnection.libraryProblem() { return problem }
    var settings = BrokerSettings(layout)
    // The kiosk's own id would end its connection, and its will say that it is offline.
    settings.id += "-doctor"
    settings.topic += "/doctor"
    settings.commandTopics = []
    let answer = Guarded<String?>(nil)
    do throws(SystemError) {
      // It outlives this call where the network does not answer.
      try WorkerThread { [settings] in
        let problem = attempt(settings)
        answer.update { $0 = problem }
      }.detach()
    } catch {
      return "\(error)"
    }
    let problem = answer.wait(milliseconds: patience) { $0 } ?? "no answer within \(patience / 1000) seconds"
    return problem.isEmpty ? nil : problem
  }

  /// Connects and leaves; the problem, empty for none.
  private static func attempt(_ settings: BrokerSettings) -> String {
    do throws(SystemError) {
      let connection = try BrokerConnection(settings, password: try settings.password())
      let end = MonotonicClock.now + .milliseconds(Int(patience))
      while !connection.isConnected, connection.problem == nil, MonotonicClock.now < end { connection.turn(waking: -1, milliseconds: 100) }
      if let problem = connection.problem { return problem }
      guard connection.isConnected else { return "no answer" }
      connection.leave()
      connection.turn(waking: -1, milliseconds: 0)
      return ""
    } catch {
      return "\(error)"
    }
  }
}

extension BrokerSettings {
  /// What a layout says, with the machine's name filled in.
  init(_ layout: LayoutBroker) {
    let host = hostName()
    self.init(
      host: layout.host, port: layout.port, user: layout.user, passwordFile: layout.passwordFile,
      id: LayoutBroker.filled(layout.id, host: host), topic: LayoutBroker.filled(layout.topic, host: host))
    encryption = layout.encryption.map { Encryption(ca: $0.ca, certificate: $0.certificate, key: $0.key) }
    keepalive = UInt16(clamping: layout.keepalive.components.seconds)
    guard !layout.allowed.isEmpty else { return }
    commandTopics = [topic + "/command"] + layout.listens.map { LayoutBroker.filled($0, host: host) }
  }

  /// The password from its file, read anew; `nil` where there is none.
  func password() throws(SystemError) -> Secret? {
    guard let passwordFile else { return nil }
    return try SecretFile.secret(at: passwordFile)
  }
}
