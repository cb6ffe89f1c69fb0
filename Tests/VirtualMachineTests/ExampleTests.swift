import Foundation
import Testing

private let program = ProcessInfo.processInfo.environment["CONTACTOR_EXAMPLE"] ?? ""

private var problem: String? {
  if let problem = VirtualMachine.problem { return problem }
  let isThere = FileManager.default.isExecutableFile(atPath: program)
  return isThere ? nil : "CONTACTOR_EXAMPLE names no program; run the tests with tools/test"
}

@Suite(
  "An example in the virtual machine", .serialized,
  .enabled(if: problem == nil, problem.map { Comment(rawValue: $0) }))
struct ExampleTests {
  @Test("NilTarget changes its title when a cell's button is tapped on a touchscreen")
  func nilTarget() throws {
    let outcome = try VirtualMachine.run(
      """
      as kiosk NilTarget --live >/tmp/log 2>/tmp/errors & example=$!
      await /tmp/log ready
      panel 'create pad name="Virtual Touchscreen"'
      await /tmp/log "touchscreen: Virtual Touchscreen"
      panel tap pad 0 92 25
      await /tmp/log "title: Cheese"
      panel tap pad 1 10 25
      panel tap pad 1 92 42
      await /tmp/log "title: Olives"
      killall -TERM NilTarget; wait $example; status=$?
      cat /tmp/log; exit $status
      """, programs: [program])
    #expect(outcome.status == 0, "\(outcome)")
    // The tap beside the button changed nothing.
    #expect(
      outcome.words == ["ready", "touchscreen: Virtual Touchscreen", "title: Cheese", "title: Olives"], "\(outcome)")
  }
}
