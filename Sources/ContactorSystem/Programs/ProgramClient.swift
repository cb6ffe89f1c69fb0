internal import ContactorCore
internal import Glibc

/// Has programs started by a helper, a `ProgramServer` in another process, and tells how they ended.
///
/// It connects when it is first needed, and anew with the next request after the helper was gone. Nothing waits: a request that the helper
/// does not take at once waits in a bounded queue. Where the helper cannot be reached, a request is refused; where the helper goes, or
/// does not answer for `answerTime`, the outcome of what it was asked for is `unknown`. One thread uses the client: the loop's.
package final class ProgramClient: ProgramStarter {
  /// How long the helper may take to say that a program was started, and to tell an end that is due.
  package static let answerTime = Duration.seconds(10)

  private let path: String
  private let loop: EventLoop
  private let limit: Int
  private let answerTime: Duration
  private var channel: MessageChannel?
  private var users: Set<String> = []
  private var requests: [UInt64: Request] = [:]
  private var lastID: UInt64 = 0
  private var isShutDown = false

  /// What the helper was asked for and has not answered.
  private struct Request {
    let timeout: Duration?
    let completion: (ProcessOutcome) -> Void
    /// The moment at which the helper counts as silent.
    var deadline: TimerID?
  }

  /// Creates a client that is not connected yet.
  ///
  /// - Parameters:
  ///   - path: the helper's socket.
  ///   - limit: how many programs may run at once.
  package init(
    path: String, loop: EventLoop, limit: Int = ProcessRunner.defaultLimit, answerTime: Duration = ProgramClient.answerTime
  ) {
    self.path = path
    self.loop = loop
    self.limit = limit
    self.answerTime = answerTime
  }

  package var childCount: Int { requests.count }

  /// Has the helper look the users up, and so starts one that is started for its first connection.
  package func prepare(users: Set<String>) throws(SystemError) {
    self.users = users
    // A new connection begins with the users.
    if let channel = openChannel { sendUsers(channel) } else { _ = try connect() }
  }

  package func run(_ request: ProgramRequest, completion: @escaping (ProcessOutcome) -> Void) {
    start(request, nil, completion)
  }

  package func capture(_ request: ProgramRequest, completion: @escaping (ProcessOutcome, [UInt8]) -> Void) {
    let output: CapturedOutput
    do throws(SystemError) {
      output = try CapturedOutput(loop)
    } catch {
      return completion(.failedToStart(errno: error.errno, message: error.description), [])
    }
    start(request, output) { outcome in completion(outcome, output.finish()) }
  }

  /// Closes the connection, after which the helper ends the programs that have a timeout.
  package func shutdown() {
    isShutDown = true
    for request in requests.values {
      if let timer = request.deadline { loop.cancel(timer) }
    }
    requests = [:]
    channel?.close()
    channel = nil
  }

  deinit { shutdown() }

  // MARK: Requests

  private func start(_ request: ProgramRequest, _ output: CapturedOutput?, _ completion: @escaping (ProcessOutcome) -> Void) {
    guard !isShutDown else { return completion(.refused("no program is started any more")) }
    guard requests.count < limit else { return completion(.refused("\(limit) programs are running already")) }
    lastID &+= 1
    let id = lastID
    let bytes = ProgramMessage.start(id: id, request, hasOutput: output != nil).bytes
    guard bytes.count <= ProgramMessage.limit else {
      return completion(.failedToStart(errno: E2BIG, message: "\(request.argv.first ?? ""): its arguments are longer than 256 kB"))
    }
    requests[id] = Request(timeout: request.timeout, completion: completion)
    do throws(SystemError) {
      try send(bytes, output, of: id)
      expectAnswer(to: id, within: answerTime)
    } catch {
      requests[id] = nil
      completion(.refused("the programs' helper cannot be reached: \(error.description)"))
    }
  }

  /// Sends a request, over a new connection where the helper has left the old one.
  private func send(_ bytes: [UInt8], _ output: CapturedOutput?, of id: UInt64) throws(SystemError) {
    if let channel = openChannel {
      let code = channel.send(bytes, output: output)
      if code == 0 { return }
      guard code == EPIPE || code == ECONNRESET || code == ENOTCONN else { throw SystemError(errno: code, place: path) }
      leave(channel, for: id)
    }
    // A completion may have made a new connection meanwhile.
    let channel = if let openChannel { openChannel } else { try connect() }
    let code = channel.send(bytes, output: output)
    guard code == 0 else { throw SystemError(errno: code, place: path) }
  }

  private func expectAnswer(to id: UInt64, within time: Duration) {
    if let timer = requests[id]?.deadline { loop.cancel(timer) }
    requests[id]?.deadline = loop.schedule(at: loop.now + time) { [weak self] in self?.giveUp() }
  }

  /// Leaves a helper that does not answer.
  private func giveUp() {
    channel?.close()
    channel = nil
    loseAll("the programs' helper at \(path) does not answer; how the program ended is not known")
  }

  // MARK: The connection

  private var openChannel: MessageChannel? { channel.flatMap { $0.isOpen ? $0 : nil } }

  private func connect() throws(SystemError) -> MessageChannel {
    let channel = try MessageChannel(MessageSocket.connect(to: path), loop)
    channel.onMessage = { [weak self] bytes, _ in self?.take(bytes) }
    channel.onEnd = { [weak self] _ in self?.lose() }
    self.channel = channel
    sendUsers(channel)
    return channel
  }

  /// Takes what the helper has still said, and ends all requests but the one that is being sent.
  private func leave(_ channel: MessageChannel, for id: UInt64) {
    channel.onEnd = { _ in }
    channel.drain()
    channel.close()
    if self.channel === channel { self.channel = nil }
    loseAll(goneReason, except: id)
  }

  private func sendUsers(_ channel: MessageChannel) {
    guard !users.isEmpty else { return }
    let bytes = ProgramMessage.prepare(users: users.sorted()).bytes
    // Without it, the helper looks each user up with the first program.
    if bytes.count <= ProgramMessage.limit { _ = channel.send(bytes) }
  }

  private var goneReason: String { "the programs' helper at \(path) is gone; how the program ended is not known" }

  private func lose() {
    channel = nil
    loseAll(goneReason)
  }

  /// Ends all requests, perhaps but for one, in their order.
  private func loseAll(_ reason: String, except id: UInt64? = nil) {
    let lost = requests.filter { $0.key != id }.sorted { $0.key < $1.key }
    for (id, request) in lost {
      requests[id] = nil
      if let timer = request.deadline { loop.cancel(timer) }
    }
    for (_, request) in lost { request.completion(.unknown(reason)) }
  }

  private func take(_ bytes: [UInt8]) {
    switch ProgramMessage(bytes) {
    case .started(let id):
      guard let request = requests[id] else { return }
      if let timer = request.deadline { loop.cancel(timer) }
      requests[id]?.deadline = nil
      if let timeout = request.timeout { expectAnswer(to: id, within: timeout + ProcessRunner.killDelay + answerTime) }
    case .ended(let id, let outcome):
      guard let request = requests.removeValue(forKey: id) else { return }
      if let timer = request.deadline { loop.cancel(timer) }
      request.completion(outcome)
    default: channel?.end("what came is no answer")
    }
  }
}
