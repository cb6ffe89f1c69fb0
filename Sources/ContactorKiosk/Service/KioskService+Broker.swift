import ContactorCore
import ContactorLayout
import ContactorSystem
import ContactorTrace
import Glibc

/// The MQTT broker of a running kiosk (contract 13.5): lines of the log and messages of `mqtt` actions go out, commands come in.
///
/// | topic, below that of the layout | what |
/// | --- | --- |
/// | `emit`, `mode` … | the log's lines of that kind, as the layout publishes them |
/// | `state` | `online` or `offline`, retained |
/// | `status` | the kiosk's status, retained; told anew when the mode, the panels, the layout or the screen change |
/// | `command` | requests as the socket takes them, where the layout allows one |
/// | `answer` | the answers to them |
final class KioskBroker {
  /// The broker as the layout has it.
  let layout: LayoutBroker
  let client: BrokerClient
  private let topic: String
  /// The lines of the log that are published.
  let kinds: LogLineKinds
  /// What the status that the broker keeps is about.
  var shown: ShownState?

  /// What makes the status be told anew.
  struct ShownState: Equatable {
    var mode: String
    var isIdle: Bool
    var screenIsOff: Bool
    var reloads: Int
    var panelChanges: Int
  }

  /// Begins to connect.
  ///
  /// - Parameter folder: where messages wait for the broker; `nil` for in memory.
  init(
    _ layout: LayoutBroker, folder: String?, loop: EventLoop, complain: @escaping (String) -> Void, note: @escaping (String) -> Void
  ) throws(SystemError) {
    self.layout = layout
    let settings = BrokerSettings(layout)
    topic = settings.topic
    kinds = layout.kinds.reduce(into: []) { $0.formUnion(LogLineKinds(name: $1) ?? []) }
    client = try BrokerClient(
      settings, folder: folder, limit: Int(clamping: layout.queueLimit), loop: loop, complain: complain, note: note)
  }

  /// Publishes those of some lines that the layout asks for, each under its kind.
  ///
  /// It calls nothing but the client: the log, from which the lines come, must not be written to meanwhile.
  func publish(_ lines: borrowing RawSpan) {
    guard !kinds.isEmpty else { return }
    unsafe lines.withUnsafeBytes { lines in
      unsafe LogLineKinds.forEachLine(of: lines) { line, kind in
        guard !kind.isDisjoint(with: kinds) else { return }
        let payload = unsafe Array(UnsafeRawBufferPointer(rebasing: line.dropLast()))
        _ = client.publish(BrokerMessage(topic: topic + "/" + (kind.name ?? "other"), payload: payload))
      }
    }
  }

  /// Publishes the message of an action; whether it was taken.
  func publish(_ message: PublishAction.Message) -> Bool {
    let topic = message.topic.hasPrefix("~/") ? self.topic + message.topic.dropFirst() : message.topic
    let payload = Array(message.payload.utf8)
    guard payload.count <= BrokerMessage.payloadLimit, topic.utf8.count <= Int(UInt16.max) else { return false }
    return client.publish(
      BrokerMessage(topic: topic, payload: payload, isConfirmed: message.isConfirmed, isRetained: message.isRetained))
  }

  /// Has the broker keep the status.
  func show(_ status: KioskStatus) { client.retain(Array(status.json.utf8), on: topic + "/status") }

  /// Answers a command.
  func answer(_ reply: ControlReply) {
    client.answer(BrokerMessage(topic: topic + "/answer", payload: reply.line().dropLast()))
  }
}

extension KioskService {
  /// Connects to the broker that the layout asks for, in place of another; without one the kiosk goes on.
  func followBroker() {
    let wanted = session.layout.outputs.broker
    guard wanted != broker?.layout else { return }
    // Its thread says good-bye by itself; the loop does not wait for a broker.
    broker = nil
    session.onPublish = { _ in false }
    guard let wanted else { return }
    do throws(SystemError) {
      let broker = try KioskBroker(wanted, folder: options.brokerFolder, loop: loop, complain: complain, note: note)
      self.broker = broker
      broker.client.command = { [unowned self] in perform($0) }
      session.onPublish = { [unowned broker] in broker.publish($0) }
      showState()
    } catch {
      complain("\(error); the kiosk runs without its broker")
    }
  }

  /// Tells the broker the status where it has changed in more than figures; asked after each frame, so that it allocates nothing.
  func showState() {
    guard let broker else { return }
    let state = KioskBroker.ShownState(
      mode: session.mode, isIdle: session.isIdle, screenIsOff: session.screenIsOff, reloads: reloads, panelChanges: panelChanges)
    guard state != broker.shown else { return }
    broker.shown = state
    broker.show(status)
  }

  /// Does what a client of the broker asks for, and answers.
  private func perform(_ message: BrokerConnection.Incoming) {
    guard let broker else { return }
    // The broker would tell it to every kiosk that comes, again and again.
    guard !message.isRetained else {
      return complain("\(message.topic): a command that the broker kept was ignored; publish commands without 'retain'")
    }
    let allowed = Set(broker.layout.allowed.map(\.rawValue))
    let reply = ControlReply(to: message.payload, at: "mqtt", allows: { allowed.contains($0.rawValue) }) { command, reply in
      // What only a peer of the socket can ask for, no layout allows here.
      _ = perform(command, as: "the broker's \(message.topic)", &reply)
    }
    broker.answer(reply)
    showState()
  }
}
