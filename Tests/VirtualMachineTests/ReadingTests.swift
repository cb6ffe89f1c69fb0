import Testing

private let layout = "contactor: 1\nscreen: {size: [1000, 500]}\nviews: []\n"
private let machine: Comment? = VirtualMachine.problem.map { Comment(rawValue: $0) }

@Suite("Reading in the virtual machine", .serialized, .enabled(if: VirtualMachine.problem == nil, machine))
struct ReadingTests {
  /// Counts the system calls of 100 frames of 33 events: two waits, one read, one write of the log for each.
  ///
  /// libinput reads until nothing comes. The log is written by a thread: to hand a frame's lines over costs three futex
  /// calls, one of which the touches' thread makes. There is nothing else, but for a few more at the first and the last frame.
  @Test(
    "A frame of ten contacts is read whole, and costs no more system calls than the wait, the read and the log",
    arguments: [("libinput", 2), ("evdev", 1)])
  func calls(source: String, reads: Int) throws {
    let outcome = try VirtualMachine.run(
      "source=\(source)\n" + """
        panel create pad; begin; await /tmp/log added; tapWorks first
        traced
        e=$(lines ended); panel stream pad 10 100 20000; again ended $((e+10))
        untraced
        for call in epoll_wait read write futex; do echo "$call $(grep -c " $call(" /tmp/trace)"; done
        echo "others $(grep -vc ' \\(epoll_wait\\|read\\|write\\|futex\\)(\\|<\\.\\.\\. [a-z_]* resumed' /tmp/trace)"
        finish | tail -n 1
        """, layout: layout, programs: ["/usr/bin/strace"])
    // 102 frames: down, 100 moves, up.
    let wait = try #require(outcome.number("epoll_wait"), "\(outcome)")
    #expect(wait >= 100 && wait <= 2 * 102 + 10, "\(outcome)")
    let read = try #require(outcome.number("read"), "\(outcome)")
    #expect(read >= 100 * reads && read <= 102 * reads + 8, "\(outcome)")
    let write = try #require(outcome.number("write"), "\(outcome)")
    #expect(write >= 100 && write <= 102 + 4, "\(outcome)")
    #expect(try #require(outcome.number("others")) <= 10, "\(outcome)")
    let handing = try #require(outcome.number("futex"), "\(outcome)")
    #expect(handing <= 3 * 102 + 10, "\(outcome)")
  }
}
