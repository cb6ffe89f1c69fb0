import ContactorSystem
import Glibc

/// A kiosk's connection to a broker: messages go out and commands come in, and the loop never waits.
///
/// A thread of its own talks to the broker; it reconnects by itself.
final class BrokerClient {
  let settings: BrokerSettings
  /// Gets the commands that come from the broker.
  var command: (BrokerConnection.Incoming) -> Void = { _ in }

  private let loop: EventLoop
  private let complain: (String) -> Void
  private let note: (String) -> Void
  private let mailbox = Guarded(BrokerMailbox())
  private let wake: SharedWakePipe
  private let notice: SharedWakePipe
  /// Messages that were refused because too many waited for the thread.
  private var refused = 0
  private var isRefusing = false

  /// How many bytes of messages wait for the thread, at most.
  static let mailLimit = 4 << 20
  /// How many answers wait for the thread, at most.
  static let answerLimit = 256
  /// How long the end waits for the thread, in milliseconds; longer than the thread's own farewell.
  private static let closeTime: Int64 = BrokerWorker.farewell + 500

  /// Starts the thread, which connects.
  ///
  /// - Parameters:
  ///   - folder: where messages wait; `nil` for in memory.
  ///   - limit: how many bytes of messages wait there at most.
  ///   - complain: gets each problem as one line.
  ///   - note: gets each line that is no problem.
  init(
    _ settings: BrokerSettings, folder: String?, limit: Int, loop: EventLoop, complain: @escaping (String) -> Void,
    note: @escaping (String) -> Void
  ) throws(SystemError) {
    (self.settings, self.loop, self.complain, self.note) = (settings, loop, complain, note)
    (wake, notice) = (try SharedWakePipe(), try SharedWakePipe())
    try loop.watch(notice.reading) { [unowned self] in hear() }
    do throws(SystemError) {
      try WorkerThread { [mailbox, wake, notice] in
        Self.work(settings, folder, limit, mailbox, wake, notice)
      }.detach()
    } catch {
      loop.unwatch(notice.reading)
      throw error
    }
  }

  deinit {
    loop.unwatch(notice.reading)
    mailbox.withLock { $0.ends = true }
    wake.signal()
  }

  /// What the thread does.
  private static func work(
    _ settings: BrokerSettings, _ folder: String?, _ limit: Int, _ mailbox: Guarded<BrokerMailbox>, _ wake: SharedWakePipe,
    _ notice: SharedWakePipe
  ) {
    func complain(_ text: String) {
      mailbox.withLock { $0.notes.append((text, true)) }
      notice.signal()
    }
    if let problem = BrokerConnection.libraryProblem() {
      complain("no message reaches the broker: \(problem)")
      return mailbox.update { $0.hasEnded = true }
    }
    do throws(SystemError) {
      let queue: MessageQueue
      do throws(SystemError) {
        queue = try openQueue(folder, limit)
      } catch {
        complain("\(error); messages for the broker wait in memory, and are lost with the service")
        queue = try MessageQueue(folder: nil, limit: limit)
      }
      var worker = BrokerWorker(settings, queue, mailbox, wake: wake, notice: notice)
      worker.run()
    } catch {
      complain("no message reaches the broker: \(error)")
      mailbox.update { $0.hasEnded = true }
    }
  }

  /// Opens the queue, which the thread of the connection before may hold until it has said good-bye.
  private static func openQueue(_ folder: String?, _ limit: Int) throws(SystemError) -> MessageQueue {
    for _ in 0..<30 {
      do throws(SystemError) { return try MessageQueue(folder: folder, limit: limit) } catch {
        guard error.errno == EWOULDBLOCK else { throw error }
        usleep(100_000)
      }
    }
    return try MessageQueue(folder: folder, limit: limit)
  }

  /// Figures of the connection.
  var figures: BrokerFigures {
    var figures = mailbox.withLock { mailbox in
      var figures = mailbox.figures
      figures.waiting += mailbox.messages.count
      return figures
    }
    figures.lost += refused
    return figures
  }

  // MARK: Sending

  /// Has a message sent, now or when the broker is back; returns at once.
  ///
  /// - Returns: `false` where it is lost: too many wait for the thread, or there is none.
  func publish(_ message: BrokerMessage) -> Bool {
    let (isTaken, isFirst) = mailbox.withLock { mailbox in
      guard !mailbox.hasEnded, mailbox.size + message.size <= Self.mailLimit else { return (false, false) }
      mailbox.size += message.size
      mailbox.messages.append(message)
      return (true, mailbox.messages.count == 1)
    }
    if isFirst { wake.signal() }
    if !isTaken {
      refused += 1
      if !isRefusing { complain("the disk does not take messages for the broker fast enough; some are lost, and counted") }
    }
    isRefusing = !isTaken
    return isTaken
  }

  /// Has the broker keep something of the kiosk, in place of what it kept on that topic before.
  func retain(_ payload: [UInt8], on topic: String) {
    mailbox.withLock { mailbox in
      guard mailbox.retained[topic] != payload else { return }
      mailbox.retained[topic] = payload
      mailbox.changed.insert(topic)
    }
    wake.signal()
  }

  /// Sends an answer to a command, if the connection still stands.
  func answer(_ message: BrokerMessage) {
    mailbox.withLock { if $0.answers.count < Self.answerLimit { $0.answers.append(message) } }
    wake.signal()
  }

  // MARK: The thread

  private func hear() {
    notice.empty()
    let (incoming, notes) = mailbox.withLock { mailbox in
      defer { (mailbox.incoming, mailbox.notes) = ([], []) }
      return (mailbox.incoming, mailbox.notes)
    }
    for (text, isComplaint) in notes { if isComplaint { complain(text) } else { note(text) } }
    for message in incoming { command(message) }
  }

  /// Says good-bye to the broker, and waits for that a second and a half at most; what was not sent waits on disk for the next start.
  func close() {
    mailbox.withLock { $0.ends = true }
    wake.signal()
    _ = mailbox.wait(milliseconds: Self.closeTime) { $0.hasEnded ? () : nil }
    command = { _ in }
    hear()
  }
}
