import Foundation
import Testing

private let machine: Comment? = VirtualMachine.problem.map { Comment(rawValue: $0) }

@Suite("Faults of a forwarded panel in the virtual machine", .serialized, .enabled(if: VirtualMachine.problem == nil, machine))
struct ForwardFaultsTests {
  @Test("11.2 what is lost, unplugged, turned off or suspended leaves no finger down on the copy, and the next tap comes through")
  func faults() throws {
    let outcome = try VirtualMachine.run(
      SleepTests.sleeping + """
        : >/tmp/libinput; inputtool touches >>/tmp/libinput 2>&1 &
        contactor forward 2>/tmp/errors & forward=$!; await /tmp/errors 'no touchscreen yet'
        settled() { panel rest /tmp/libinput 1000; }
        panel create pad; settled; panel append /tmp/libinput == lost
        panel down pad 0 5 10; panel down pad 1 15 10; panel sync pad; settled
        kill -STOP $forward
        panel up pad 1; panel sync pad; panel down pad 2 25 10; panel sync pad
        i=0; while [ $i -lt 400 ]; do echo "move pad 0 $((10+i%50)) $((20+i%40))"; echo "sync pad"; i=$((i+1)); done >&3
        panel move pad 0 40 60; panel sync pad
        kill -CONT $forward; settled
        panel up pad 0; panel up pad 2; panel sync pad; settled; panel tap pad 0 50 50; settled
        panel append /tmp/libinput == unplugged
        panel down pad 0 5 10; panel sync pad; settled; panel destroy pad; settled
        panel create pad; settled; panel tap pad 0 50 50; settled
        panel append /tmp/libinput == off
        panel down pad 0 5 10; panel sync pad; settled; inhibit 1; settled
        panel up pad 0; panel sync pad; inhibit 0; settled; panel tap pad 0 50 50; settled
        for state in freeze mem; do
          panel append /tmp/libinput == $state
          panel down pad 0 5 10; panel down pad 1 15 10; panel sync pad; settled; asleep $state; settled
          panel append /tmp/libinput awake
          panel move pad 0 7 10; panel sync pad; panel up pad 0; panel sync pad; panel up pad 1; panel sync pad; settled
          panel tap pad 0 60 40; settled
        done
        kill -TERM $forward; wait $forward || fail "forward $?"
        cat /tmp/libinput
        """, programs: [InputTool.build()])
    try #require(outcome.status == 0, "\(outcome)")
    let sections = outcome.output.split(separator: "== ", omittingEmptySubsequences: false).dropFirst().map { section in
      let touches = LibinputTouches(section)
      return touches.events.sorted { $0.key < $1.key }.flatMap(\.value)
    }
    try #require(sections.count == 5, "\(outcome)")
    for events in sections {
      #expect(events.count { $0.phase == "down" } == events.count { $0.phase == "up" || $0.phase == "cancel" }, "\(outcome)")
      #expect(events.suffix(2).map(\.phase) == ["down", "up"], "the tap: \(outcome)")
    }
    #expect(sections.map { $0.count { $0.phase == "down" } } == [4, 2, 2, 3, 3], "\(outcome)")
    // The place after the loss is the last one: 40 % and 60 % of the panel.
    let last = sections[0].last { $0.contact == 1 && $0.phase == "motion" }
    #expect(last.map { [$0.x, $0.y] } == [1638, 2457], "\(outcome)")
    // Suspended: both fingers have ended before one of them moves on, which is not seen; the tap's place is its own.
    for section in outcome.output.split(separator: "== ").suffix(2) {
      let asleep = LibinputTouches(Substring(section.components(separatedBy: "awake\n")[0]))
      #expect(asleep.events.values.flatMap { $0.map(\.phase) }.filter { $0 != "motion" } == ["down", "down", "up", "up"], "\(outcome)")
    }
    for events in sections.suffix(2) {
      #expect(events.map(\.phase).filter { $0 != "motion" } == ["down", "down", "up", "up", "down", "up"], "\(outcome)")
      #expect(events.dropLast().last.map { [$0.x, $0.y] } == [2457, 1638], "\(outcome)")
    }
  }
}
