import ContactorCore
import ContactorSystem
import Glibc

/// What the service's loop and the broker's thread hand each other.
struct BrokerMailbox: Sendable {
  /// Messages for the queue, which the thread has not taken yet.
  var messages: [BrokerMessage] = []
  /// How many bytes they have.
  var size = 0
  /// What the broker keeps of the kiosk, by topic; the newest counts.
  var retained: [String: [UInt8]] = [:]
  /// The topics in `retained` that changed.
  var changed: Set<String> = []
  /// Answers to commands, which are worth nothing after the connection.
  var answers: [BrokerMessage] = []
  /// Whether the thread is to say good-bye and end.
  var ends = false

  /// What came from the broker.
  var incoming: [BrokerConnection.Incoming] = []
  /// Lines for people, each with whether it is a complaint.
  var notes: [(text: String, isComplaint: Bool)] = []
  var figures = BrokerFigures()
  /// Whether the thread has ended.
  var hasEnded = false
}

/// Figures of a connection to a broker.
struct BrokerFigures: Hashable, Sendable {
  var isConnected = false
  /// Messages that the broker confirmed, and others that were sent.
  var sent = 0
  /// Messages that wait for the broker.
  var waiting = 0
  /// Messages that were lost because too many waited.
  var lost = 0
  /// How often a connection was made.
  var connections = 0
  /// Why there is no connection; empty where there is one.
  var problem = ""
}

/// The thread that talks to a broker: it alone waits for the network and for the queue's disk.
struct BrokerWorker: ~Copyable {
  /// How many messages are sent and not confirmed, at most.
  static let flightLimit = 20
  /// How many commands wait for the service, at most and about.
  static let commandLimit = 256
  /// How long the end waits for confirmations, in milliseconds.
  static let farewell: Int64 = 1000
  /// A turn without anything to do, in milliseconds: what is written is synchronized then.
  private static let turn: Int32 = 1000

  private let settings: BrokerSettings
  private let mailbox: Guarded<BrokerMailbox>
  private let wake: SharedWakePipe
  private let notice: SharedWakePipe
  private let queue: MessageQueue
  private var connection: BrokerConnection?
  /// What a thread that connects hands over; `nil` where none is at work.
  private var opening: Guarded<Opening>?
  private var pause = BrokerPause()
  /// The messages that are sent and not confirmed, oldest first.
  private var flight: [(number: Int32, record: UInt64, isConfirmed: Bool)] = []
  private var hasSubscribed = false
  private var lastProblem = ""
  private var tellsDisk = true
  private var end: Timestamp?

  /// The result of a thread that connects.
  private struct Opening: Sendable {
    var connection: BrokerConnection?
    var problem: String?
  }

  init(
    _ settings: BrokerSettings, _ queue: MessageQueue, _ mailbox: Guarded<BrokerMailbox>, wake: SharedWakePipe,
    notice: SharedWakePipe
  ) {
    (self.settings, self.queue, self.mailbox, self.wake, self.notice) = (settings, queue, mailbox, wake, notice)
  }

  /// Works until the mailbox says that it ends.
  mutating func run() {
    if queue.damaged > 0 { tell("the broker's queue was damaged, as by a power cut; what could be read of it is sent", true) }
    while takeMail() {
      if connection == nil { connect() }
      if connection != nil {
        send()
        let milliseconds = Self.turn
        connection?.turn(waking: wake.reading, milliseconds: milliseconds)
        wake.empty()
        receive()
      } else {
        queue.synchronize()
        let rest = opening == nil ? pause.remaining(at: MonotonicClock.now) : Int64(Self.turn)
        wake.wait(milliseconds: Int32(clamping: min(Int64(Self.turn), max(1, rest))))
      }
      report()
    }
    queue.flush()
    queue.synchronize()
    if queue.isInMemory { tell("\(queue.count) messages for the broker are lost, as they waited in memory", true) }
    connection = nil
    report()
    mailbox.update { $0.hasEnded = true }
    notice.signal()
  }

  // MARK: Mail

  /// Takes what the loop left; `false` when it is time to end.
  private mutating func takeMail() -> Bool {
    let (messages, ends) = mailbox.withLock { mailbox in
      defer { (mailbox.messages, mailbox.size) = ([], 0) }
      return (mailbox.messages, mailbox.ends)
    }
    if messages.isEmpty { queue.flush() } else { queue.append(messages) }
    tellDisk()
    guard ends else { return true }
    return leave()
  }

  /// Has the connection end in order: what can be sent within a second is sent, then the kiosk is offline.
  private mutating func leave() -> Bool {
    let now = MonotonicClock.now
    guard connection?.isConnected == true else { return false }
    let end = self.end ?? now + .milliseconds(Int(Self.farewell))
    self.end = end
    let hasMail = mailbox.withLock { !$0.answers.isEmpty || !$0.changed.isEmpty }
    if now < end, !flight.isEmpty || queue.count > 0 || hasMail { return true }
    if flight.count < Self.flightLimit {
      let message = BrokerMessage(topic: settings.presenceTopic, payload: Array(BrokerSettings.offline.utf8), isRetained: true)
      _ = connection?.publish(message)
    }
    connection?.leave()
    connection?.turn(waking: -1, milliseconds: 0)
    return false
  }

  private mutating func tellDisk() {
    if let failure = queue.failure, tellsDisk {
      tellsDisk = false
      let limit = "\(MessageQueue.memoryLimit >> 20) MiB"
      tell("\(failure); messages for the broker wait in memory, the newest \(limit) of them", true)
    } else if queue.failure == nil, !tellsDisk {
      tellsDisk = true
      tell("messages for the broker wait on disk again", false)
    }
  }

  // MARK: Connecting

  /// Begins a connection where it is time, or takes one that was made.
  private mutating func connect() {
    if let opening {
      guard let result = opening.withLock({ $0.connection == nil && $0.problem == nil ? nil : $0 }) else { return }
      self.opening = nil
      connection = result.connection
      if let problem = result.problem { fail(problem) } else { endIfBroken() }
    } else if MonotonicClock.now >= pause.end {
      beginConnection()
    }
  }

  /// Connects in a thread of its own: a name server, or a host that does not answer, takes minutes, and messages come meanwhile.
  private mutating func beginConnection() {
    hasSubscribed = false
    let opening = Guarded(Opening())
    do throws(SystemError) {
      try WorkerThread { [settings, wake] in
        let result = Self.open(settings)
        opening.withLock { $0 = result }
        wake.signal()
      }.detach()
      self.opening = opening
    } catch {
      fail("\(error)")
    }
  }

  private static func open(_ settings: BrokerSettings) -> Opening {
    do throws(SystemError) {
      return Opening(connection: try BrokerConnection(settings, password: try settings.password()))
    } catch {
      return Opening(problem: "\(error)")
    }
  }

  private mutating func endIfBroken() {
    if let problem = connection?.problem { fail(problem) }
  }

  private mutating func fail(_ problem: String) {
    let wasConnected = hasSubscribed
    connection = nil
    flight = []
    queue.rewind()
    if wasConnected { pause = BrokerPause() }
    pause.begin(at: MonotonicClock.now)
    let text = "broker \(settings.host):\(settings.port): \(problem)"
    // The same problem again and again is told once.
    if text != lastProblem || wasConnected { tell("\(text); messages wait until it is back", true) }
    lastProblem = text
    mailbox.withLock { mailbox in
      mailbox.figures.isConnected = false
      mailbox.figures.problem = problem
      // Answers are worth nothing to whoever asked over a connection that is gone.
      mailbox.answers = []
    }
  }

  /// Does what is due at the beginning of a connection.
  private mutating func greet() {
    hasSubscribed = true
    lastProblem = ""
    pause = BrokerPause()
    for topic in settings.commandTopics { connection?.subscribe(to: topic) }
    let online = BrokerMessage(topic: settings.presenceTopic, payload: Array(BrokerSettings.online.utf8), isRetained: true)
    _ = connection?.publish(online)
    mailbox.withLock { mailbox in
      mailbox.figures.isConnected = true
      mailbox.figures.connections += 1
      mailbox.figures.problem = ""
      mailbox.changed = Set(mailbox.retained.keys)
    }
    tell("broker \(settings.host):\(settings.port): connected", false)
  }

  // MARK: Messages

  private mutating func send() {
    guard connection?.isConnected == true else { return }
    if !hasSubscribed { greet() }
    let urgent = mailbox.withLock { mailbox in
      defer { (mailbox.answers, mailbox.changed) = ([], []) }
      let retained = mailbox.changed.sorted().map { BrokerMessage(topic: $0, payload: mailbox.retained[$0] ?? [], isRetained: true) }
      return mailbox.answers + retained
    }
    for message in urgent where connection?.publish(message) == .broken { return endIfBroken() }
    while flight.count < Self.flightLimit, let record = queue.next() {
      switch connection?.publish(record.message) {
      case .sent(let number): flight.append((number, record.number, !record.message.isConfirmed))
      case .refused:
        flight.append((0, record.number, true))
        tell("the broker's library refuses a message on \(record.message.topic); it is left out", true)
      case .broken, nil: return endIfBroken()
      }
    }
    forgetConfirmed()
  }

  private mutating func receive() {
    while let number = connection?.nextConfirmed() {
      if let index = flight.firstIndex(where: { $0.number == number }) { flight[index].isConfirmed = true }
    }
    forgetConfirmed()
    var incoming: [BrokerConnection.Incoming] = []
    while let message = connection?.nextMessage() { incoming.append(message) }
    tellTroubles()
    if !incoming.isEmpty {
      mailbox.withLock { mailbox in
        if mailbox.incoming.count < Self.commandLimit { mailbox.incoming += incoming }
      }
      notice.signal()
    }
    endIfBroken()
  }

  /// Forgets the oldest messages that are confirmed; one that is not keeps those behind it.
  private mutating func forgetConfirmed() {
    let count = flight.prefix { $0.isConfirmed }.count
    guard count > 0 else { return }
    queue.confirm(upTo: flight[count - 1].record)
    flight.removeFirst(count)
    mailbox.withLock { $0.figures.sent += count }
  }

  // MARK: Telling

  /// Tells what is wrong with commands.
  private func tellTroubles() {
    if let dropped = connection?.takeDropped(), dropped > 0 {
      tell("\(dropped) commands of the broker were dropped: too many, or too long", true)
    }
    if connection?.takeRefusal() == true {
      tell("the broker refuses the subscription to \(settings.commandTopics.joined(separator: ", "))", true)
    }
  }

  private func tell(_ text: String, _ isComplaint: Bool) {
    mailbox.withLock { $0.notes.append((text, isComplaint)) }
    notice.signal()
  }

  private func report() {
    let (waiting, lost) = (queue.count, queue.lost)
    mailbox.withLock { mailbox in
      mailbox.figures.waiting = waiting
      mailbox.figures.lost = lost
    }
  }
}

/// The time until the next attempt to connect: 1 s, doubled each time up to a minute, and a part of it by chance, so that a fleet does not
/// come back in one moment.
struct BrokerPause {
  private var seconds = 1.0
  /// When it is over.
  private(set) var end = Timestamp(microseconds: 0)

  private static let greatest = 60.0

  /// Begins a pause.
  mutating func begin(at now: Timestamp) {
    end = now + .microseconds(Int(seconds * Double.random(in: 0.5...1) * 1e6))
    seconds = min(seconds * 2, Self.greatest)
  }

  /// How many milliseconds it still takes.
  func remaining(at now: Timestamp) -> Int64 { max(0, end.microseconds(since: now) + 999) / 1000 }
}
