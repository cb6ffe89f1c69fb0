import Testing

private let machine: Comment? = VirtualMachine.problem.map { Comment(rawValue: $0) }

@Suite("The monitor in the virtual machine", .serialized, .enabled(if: VirtualMachine.problem == nil, machine))
struct MonitorMachineTests {
  @Test("Piped, it prints JSON lines with what the panel reports", arguments: ["libinput", "evdev"])
  func lines(source: String) throws {
    let outcome = try VirtualMachine.run(
      """
      panel 'create pad name="Pad" size=100x50mm pressure'
      contactor monitor --source \(source) >/tmp/log 2>/tmp/errors & monitor=$!
      await /tmp/log '"added"'
      panel down pad 0 50 50; panel sync pad
      await /tmp/log '"kind":"rate"'
      panel up pad 0; panel sync pad
      await /tmp/log '"ended"'
      kill -TERM $monitor; wait $monitor; echo "status $?"
      cat /tmp/log /tmp/errors
      """)
    #expect(outcome.words == ["status 0"], "\(outcome)")
    let log = outcome.log
    #expect(log.count >= 4, "\(outcome)")
    #expect(log.first?.contains(#""mm":[99.878,49.939],"unit":"mm""#) == true, "\(outcome)")
    let began = try #require(log.first { $0.contains(#""began""#) }, "\(outcome)")
    // The made-up panel's steps are no whole part of its millimetres.
    #expect(began.contains(#""x":49.9"#) && began.contains(#","y":24.9"#), "\(began)")
    #expect(began.contains(#""device":"eventN","slot":0"#), "\(began)")
  }

  @Test("At rest nothing wakes it up")
  func atRest() throws {
    let outcome = try VirtualMachine.run(
      """
      panel create pad
      contactor monitor >/tmp/log 2>/tmp/errors & monitor=$!
      await /tmp/log '"added"'
      panel tap pad 0 5 10
      await /tmp/log '"ended"'
      sleep 2
      traced; sleep 5; untraced
      echo "calls $(grep -vE '(epoll_wait|futex)\\(.*(unfinished|resumed|detached)|detached' /tmp/trace | wc -l)"; cat /tmp/trace
      kill $monitor
      """, programs: ["/usr/bin/strace"])
    #expect(outcome.words.contains("calls 0"), "\(outcome)")
  }
}
