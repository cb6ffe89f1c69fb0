internal import ContactorCore
internal import ContactorEvdev
internal import ContactorSystem
internal import Glibc

/// Gives panels back in place of a process that was killed: a process of its own, which sleeps until then (contract 11.7).
///
/// The kernel ends the grab of a process that is killed, but the panel's other readers keep values and a slot from before the grab. The
/// guard reads lines from its standard input: `+NODE` for a panel that was taken over, `-NODE` for one that was given back. At the end of
/// the input it brings the readers of the panels that are left up to date, and ends.
package enum PanelGuard {
  /// How often, with pauses of 10 ms, the guard tries to take a panel that the dying process still holds.
  private static let attempts = 200

  /// Works until the end of the input.
  ///
  /// SIGINT, SIGTERM and SIGHUP, which a terminal or a service manager sends to all processes of a service, have no effect; nor has SIGABRT,
  /// which systemd's watchdog sends to all of them where the service does not answer.
  package static func run(input: Int32) {
    for number in [SIGINT, SIGTERM, SIGHUP, SIGABRT] { signal(number, SIG_IGN) }
    setName("contactor-guard")
    var nodes: [String] = []
    var line: [UInt8] = []
    forEachByte(of: input) { byte in
      guard byte == UInt8(ascii: "\n") else { return line.append(byte) }
      take(String(decoding: line, as: UTF8.self), &nodes)
      line = []
    }
    for node in nodes { handBack(node) }
  }

  /// Gives the process the name that lists of processes show, at most 15 bytes; else it has that of the link it was started by.
  private static func setName(_ name: String) {
    guard let file = try? FileDescriptor(SystemCalls.kernel.open("/proc/self/comm", O_WRONLY | O_CLOEXEC, 0), place: "comm") else {
      return
    }
    _ = unsafe Array(name.utf8).withUnsafeBytes { unsafe SystemCalls.kernel.write(file.rawValue, $0) }
  }

  /// Takes a line of the input.
  static func take(_ line: String, _ nodes: inout [String]) {
    let node = String(line.dropFirst())
    nodes.removeAll { $0 == node }
    if line.hasPrefix("+") { nodes.append(node) }
  }

  private static func forEachByte(of input: Int32, _ body: (UInt8) -> Void) {
    var request = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
    unsafe withUnsafeTemporaryAllocation(byteCount: 512, alignment: 1) { buffer in
      while true {
        let count = unsafe SystemCalls.kernel.readSome(input, into: buffer)
        if count == -Int(EAGAIN) {
          _ = unsafe poll(&request, 1, -1)
          continue
        }
        guard count > 0 else { return }
        for index in 0..<count { body(unsafe buffer[index]) }
      }
    }
  }

  /// Gives a panel back; one that another process takes meanwhile is left to that one.
  private static func handBack(_ path: String) {
    guard let node = try? EvdevNode(path, writes: true), node.allowsWriting,
      let kernel = try? LibevdevDevice(node.rawValue, node: path)
    else { return }
    let description = kernel.description
    guard description.isUsable, !description.isForwardedCopy else { return }
    for _ in 0..<attempts {
      if (try? node.grab()) != nil { return node.handBack(description) }
      usleep(10_000)
    }
  }
}
