import ContactorCore
@testable import ContactorSystem
import Glibc
import Testing

/// Hashes of crypt(3), the files that they stand in, and the threads that compare them.
@Suite struct PasswordHashTests {
  private static let hashes = [
    "$y$j75$contactorexample$Az1jnk.b5ySsmKDjJ.93xgHie77gyNxlNzq9ci1dyc9",
    "$5$rounds=1000$contactor$2O4GyT9VQKzAYxv4NNnIG2qScxI2UQqTUNjKvUFSWJD",
    "$6$rounds=1000$contactor$V3vCNZlZyE2exY94QEPWpuRJjdUSKgU.2h0j8GwuI2GU4GNMi1isXdbdK3yA0BlFazmTIzXhRIncaCPjeo2980",
    "$2b$04$abcdefghijklmnopqrstuuT57TjTndrTHcYzjV4dkjroNKHaFmIUq",
    "$gy$j75$contactorexample$ZeFJL1bTfqB/SDmOJP2z.gk2Dkt0R0hh7XxlV8rbdN1",
  ]

  @Test(arguments: hashes)
  func `the secret of a hash matches it, and no other does`(hash: String) {
    #expect(PasswordHash.problem(with: hash) == nil)
    #expect(PasswordHash.matches(Secret("4711".utf8), hash))
    for wrong in ["4712", "471", "47111", "", "4711\u{0}", "4711\u{0}x", hash, String(repeating: "4", count: 600)] {
      #expect(!PasswordHash.matches(Secret(wrong.utf8), hash), "\(wrong)")
    }
  }

  @Test(arguments: [
    "", "!", "*", "x", "*0", "$y$", "$y$j9T$...", "$y$j9T$salt", "$y$j9T$salt$", "$6$salt$short", "$9$unknown$abcdefghijklm", "{value}",
    "$y$j9T$a b$c",
    "$y$j9T$\u{0}$", "ä", String(repeating: "$", count: 100), String(repeating: "$y$", count: 1000),
  ])
  func `what is no hash is told, and matches nothing`(text: String) {
    #expect(PasswordHash.problem(with: text) != nil)
    #expect(!PasswordHash.matches(Secret("4711".utf8), text))
  }

  @Test func `a new hash is yescrypt, matches, and is another each time`() throws {
    let (one, two) = (try PasswordHash.make(Secret("geheim ä".utf8)), try PasswordHash.make(Secret("geheim ä".utf8)))
    #expect(one.hasPrefix("$y$") && two.hasPrefix("$y$") && one != two)
    #expect(PasswordHash.matches(Secret("geheim ä".utf8), one) && !PasswordHash.matches(Secret("geheim".utf8), two))
    for text in ["", "a\u{0}", String(repeating: "a", count: 512)] {
      #expect(throws: SystemError.self) { try PasswordHash.make(Secret(text.utf8)) }
    }
    #expect("\(Secret("geheim".utf8))" == "a secret")
  }

  @Test func `a file of a hash is read where its owner alone may, and otherwise refused with the way out`() throws {
    let files = try RecordingStage()
    let (path, hash) = (files.path("pin.hash"), Self.hashes[1])
    func problem(_ name: String = "pin.hash") -> String {
      do throws(SystemError) { return try HashFile.hash(at: files.path(name)) == hash ? "" : "another" } catch { return error.message }
    }
    try files.write(hash + "\n\n", to: "pin.hash")
    for (mode, words) in [(0o600, ""), (0o400, ""), (0o640, "chmod 600"), (0o604, "chmod 600"), (0o620, "chmod 600"), (0o666, "chmod 600")]
    {
      #expect(unsafe chmod(path, mode_t(mode)) == 0)
      #expect(words.isEmpty ? problem() == "" : problem().contains(words), "\(String(mode, radix: 8)): \(problem())")
    }
    #expect(unsafe chmod(path, 0o600) == 0)
    #expect(
      unsafe symlink(path, files.path("link")) == 0 && mkfifo(files.path("pipe"), 0o600) == 0 && mkdir(files.path("folder"), 0o700) == 0)
    #expect(problem("link").contains("link") && problem("pipe").contains("regular") && problem("folder").contains("regular"))
    #expect(problem("missing") == SystemError.text(of: ENOENT))
    for (text, words) in [
      ("", "one line"), (hash + "\nx\n", "one line"), ("nonsense\n", "not a whole hash"), (String(repeating: "a", count: 5000), "4096"),
      ("\u{7}\n", "characters of no hash"),
    ] {
      try files.write(text, to: "pin.hash")
      #expect(unsafe chmod(path, 0o600) == 0)
      #expect(problem().contains(words), "\(text.prefix(20)): \(problem())")
    }
    var status = stat()
    status.st_mode = S_IFREG | 0o600
    status.st_uid = geteuid() == 1234 ? 1235 : 1234
    #expect(SecretFile.refusal(of: status)?.contains("another user") == true)
    status.st_uid = 0
    #expect(SecretFile.refusal(of: status) == nil)
  }

  @Test func `secrets are compared while the loop goes on, and each gets its answer`() throws {
    let loop = try EventLoop()
    var verifier: SecretVerifier? = try SecretVerifier(loop: loop)
    var answers: [String] = []
    for (index, word) in ["4711", "4712", ""].enumerated() {
      verifier?.verify(Secret(word.utf8), against: .hash(Self.hashes[1])) { answers.append("\(index) \($0) \($1 ?? "-")") }
    }
    verifier?.verify(Secret("a".utf8), against: .file("/no/such/file")) { answers.append("3 \($0) \($1 ?? "-")") }
    #expect(answers.isEmpty)
    while answers.count < 4 { try loop.runOnce(timeout: .seconds(10)) }
    #expect(answers.sorted() == ["0 true -", "1 false -", "2 false -", "3 false /no/such/file: No such file or directory"])
    // The answer of a thread that outlives the verifier goes nowhere.
    verifier?.verify(Secret("4711".utf8), against: .hash(Self.hashes[1])) { _, _ in answers.append("late") }
    verifier = nil
    try loop.runOnce(timeout: .zero)
    #expect(answers.count == 4)
  }

  @Test func `a secret is read from a pipe as one line`() throws {
    func read(_ text: String) throws -> Secret {
      var ends: InlineArray<2, Int32> = [-1, -1]
      var span = ends.mutableSpan
      #expect(unsafe span.withUnsafeMutableBufferPointer { unsafe pipe($0.baseAddress) } == 0)
      defer { close(ends[0]) }
      _ = unsafe text.withCString { unsafe write(ends[1], $0, text.utf8.count) }
      close(ends[1])
      return try SecretInput(ends[0]) { _ in Issue.record("asked") }.read()
    }
    for text in ["4711", "4711\n", "4711\r\n"] { #expect(PasswordHash.matches(try read(text), Self.hashes[1])) }
    for text in ["", "\n", "a\nb\n", String(repeating: "a", count: 600)] { #expect(throws: SystemError.self) { try read(text) } }
  }
}
