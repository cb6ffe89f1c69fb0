/// Compares secrets with hashes on threads of their own, as that takes 10 to 100 ms, and tells the answers in the event loop.
public final class SecretVerifier {
  /// Where a hash stands.
  public enum Source: Hashable, Sendable {
    /// A hash of crypt(3).
    case hash(String)
    /// A file with one, see `HashFile`; it is read anew for each secret.
    case file(String)
  }

  /// An answer; the problem says why the hash cannot be used, which counts as wrong.
  private struct Answer: Sendable {
    let number: Int
    let isRight: Bool
    let problem: String?
  }

  /// What the threads and the loop share.
  private final class Mailbox: Sendable {
    let pipe: WakePipe
    let answers = Guarded<[Answer]>([])

    init() throws(SystemError) { pipe = try WakePipe() }

    func put(_ answer: Answer) {
      answers.withLock { $0.append(answer) }
      pipe.signal()
    }
  }

  private let loop: EventLoop
  private let mailbox: Mailbox
  private var completions: [Int: (Bool, String?) -> Void] = [:]
  private var numbers = 0

  /// Creates a verifier whose answers come in through `loop`.
  public init(loop: EventLoop) throws(SystemError) {
    self.loop = loop
    mailbox = try Mailbox()
    try loop.watch(mailbox.pipe.reading) { [weak self] in self?.hear() }
  }

  deinit { loop.unwatch(mailbox.pipe.reading) }

  /// Compares a secret; returns at once.
  ///
  /// - Parameter completion: gets whether the secret is right, and a sentence where the hash cannot be used; called from the loop, or
  ///   before this method returns where no thread can be started. After the verifier's end it is not called.
  public func verify(_ secret: Secret, against source: Source, completion: @escaping (_ isRight: Bool, _ problem: String?) -> Void) {
    numbers += 1
    let number = numbers
    completions[number] = completion
    do throws(SystemError) {
      try WorkerThread { [mailbox] in mailbox.put(Self.answer(number, secret, source)) }.detach()
    } catch {
      completions[number] = nil
      completion(false, error.description)
    }
  }

  private static func answer(_ number: Int, _ secret: Secret, _ source: Source) -> Answer {
    do throws(SystemError) {
      var hash = ""
      switch source {
      case .hash(let text): hash = text
      case .file(let path): hash = try HashFile.hash(at: path)
      }
      return Answer(number: number, isRight: PasswordHash.matches(secret, hash), problem: nil)
    } catch {
      return Answer(number: number, isRight: false, problem: error.description)
    }
  }

  private func hear() {
    mailbox.pipe.empty()
    for answer in mailbox.answers.withLock({ answers in
      defer { answers = [] }
      return answers
    }) {
      completions.removeValue(forKey: answer.number)?(answer.isRight, answer.problem)
    }
  }
}
