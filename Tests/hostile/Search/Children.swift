import Glibc

/// Writes a text to a descriptor, at once.
func put(_ text: String, to descriptor: Int32) {
  var bytes = Array(text.utf8)[...]
  while !bytes.isEmpty {
    let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    guard count > 0 else { return }
    bytes = bytes.dropFirst(count)
  }
}

/// A file without a name, which a child reads or writes and its parent afterwards.
final class ScratchFile {
  let descriptor: Int32

  /// Creates a file with a text, to be read from its beginning.
  init(_ text: String = "") {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var path = Array("\(folder)/hostile-XXXXXX".utf8CString)
    descriptor = mkstemp(&path)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    unlink(path)
    put(text, to: descriptor)
    lseek(descriptor, 0, SEEK_SET)
  }

  deinit { close(descriptor) }

  /// What is in the file; at most 16 MB.
  var text: String {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count < 16 << 20 {
      let count = pread(descriptor, &part, part.count, off_t(bytes.count))
      guard count > 0 else { break }
      bytes += part[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// The number of the program that a child is at, in memory that its parent sees, too.
final class SharedNumber {
  let descriptor: Int32
  private let memory: UnsafeMutablePointer<Int>

  /// Creates a number, or maps the one that another process made.
  init(descriptor: Int32? = nil) {
    let file = descriptor == nil ? ScratchFile(String(repeating: "\0", count: MemoryLayout<Int>.size)) : nil
    let own = descriptor ?? fcntl(file?.descriptor ?? -1, F_DUPFD_CLOEXEC, 10)
    let size = MemoryLayout<Int>.size
    guard let mapped = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, own, 0), mapped != MAP_FAILED else {
      fatalError("hostile: no memory to share")
    }
    self.descriptor = own
    memory = mapped.bindMemory(to: Int.self, capacity: 1)
  }

  deinit {
    munmap(memory, MemoryLayout<Int>.size)
    close(descriptor)
  }

  var value: Int {
    get { memory.pointee }
    set { memory.pointee = newValue }
  }
}

/// This program at work as a child: for programs that may crash.
struct ChildProcess {
  let identifier: pid_t
  /// What it says of a failure.
  let errors = ScratchFile()
  let output = ScratchFile()

  /// Starts a child.
  ///
  /// - Parameters:
  ///   - program: the path of the executable.
  ///   - input: the text that it reads.
  ///   - number: where it says at which program it is.
  ///   - symbols: whether a sanitizer's report names functions, which takes a second.
  init(_ program: String, _ arguments: [String], input: String = "", number: SharedNumber? = nil, symbols: Bool = false) {
    let source = ScratchFile(input)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, source.descriptor, 0)
    posix_spawn_file_actions_adddup2(&actions, output.descriptor, 1)
    posix_spawn_file_actions_adddup2(&actions, errors.descriptor, 2)
    if let number { posix_spawn_file_actions_adddup2(&actions, number.descriptor, 3) }
    let sanitizer =
      "symbolize=\(symbols ? 1 : 0):handle_abort=1:handle_sigill=1:handle_sigtrap=1:detect_leaks=0:exitcode=23"
      + ":detect_stack_use_after_return=0:quarantine_size_mb=8:max_allocation_size_mb=2048:allocator_may_return_null=0"
    let environment: [String] = Self.inherited + ["SWIFT_BACKTRACE=enable=no", "ASAN_OPTIONS=\(sanitizer)"]
    var words = Self.copies([program] + arguments)
    var variables = Self.copies(environment)
    var identifier = pid_t()
    let result = posix_spawn(&identifier, program, &actions, nil, &words, &variables)
    for text in words + variables { free(text) }
    posix_spawn_file_actions_destroy(&actions)
    guard result == 0 else { fatalError("hostile: \(program) does not start: \(String(cString: strerror(result)))") }
    self.identifier = identifier
  }

  private static func copies(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
    texts.map { text -> UnsafeMutablePointer<CChar>? in strdup(text) } + [nil]
  }

  private static var inherited: [String] {
    let names: [String] = ["PATH", "LD_LIBRARY_PATH", "TMPDIR", "ASAN_SYMBOLIZER_PATH"]
    return names.compactMap { name -> String? in getenv(name).map { "\(name)=" + String(cString: $0) } }
  }

  /// Waits for the end, or looks whether it has come.
  ///
  /// - Returns: the status as `waitpid` gives it; `nil` while the child is at work.
  func status(isWaiting: Bool) -> Int32? {
    var status: Int32 = 0
    while true {
      let result = waitpid(identifier, &status, isWaiting ? 0 : WNOHANG)
      if result == identifier { return status }
      if result == 0 || errno != EINTR { return nil }
    }
  }

  /// Ends the child.
  func end() {
    kill(identifier, SIGKILL)
    _ = status(isWaiting: true)
  }

  /// The path of this executable.
  static var ownPath: String {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    return String(decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// What a child does: plays programs, and dies of the one that breaks the engine.
enum Child {
  /// The exit status after a complaint of the program itself: a leak, a broken promise.
  static let complaintStatus: Int32 = 3

  /// Plays the programs of a seed from one number to another and says in descriptor 3 at which it is.
  static func playAll(_ numbers: Range<Int>, seed: UInt64, limit: Int, without names: Set<String>) {
    let number = SharedNumber(descriptor: 3)
    for program in numbers {
      number.value = program
      play(Generator.program(program, seed: seed).without(names), limit: limit)
    }
  }

  /// Plays the program whose text comes in; narrates it to the output, if wanted.
  static func playInput(isNarrated: Bool, limit: Int) {
    var text = ""
    while let line = readLine(strippingNewline: false) { text += line }
    let narrator = Narrator { put($0, to: 1) }
    play(Program(text: text), narrator: isNarrated ? narrator : nil, limit: limit)
  }

  /// Plays a program; ends the process where something is wrong.
  ///
  /// - Parameter limit: how many seconds of the processor's time it may take.
  private static func play(_ program: Program, narrator: Narrator? = nil, limit: Int) {
    let setUp: Void = setUpLimit
    _ = setUp
    var timer = itimerval(it_interval: timeval(), it_value: timeval(tv_sec: limit, tv_usec: 0))
    setitimer(__itimer_which_t(ITIMER_PROF.rawValue), &timer, nil)
    let complaints = World.run(program, narrator: narrator)
    timer.it_value.tv_sec = 0
    setitimer(__itimer_which_t(ITIMER_PROF.rawValue), &timer, nil)
    guard !complaints.isEmpty else { return }
    for complaint in complaints { put("hostile: \(complaint)\n", to: 2) }
    exit(complaintStatus)
  }

  private static let setUpLimit: Void = {
    signal(SIGPROF) { _ in
      put("hostile: too long\n", to: 2)
      abort()
    }
  }()
}
