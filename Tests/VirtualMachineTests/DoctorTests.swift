import Testing

private let layout = """
  contactor: 1
  screen: {size: [1000, 500]}
  devices: [{match: {name: "Virtual Touchscreen"}, expect: true}]
  views: [{id: ok, kind: button, frame: [0, 0, 100, 100], on: {touchUpInside: {emit: pressed}}}]
  """

private let machine: Comment? = VirtualMachine.problem.map { Comment(rawValue: $0) }

@Suite("contactor doctor in the virtual machine", .serialized, .enabled(if: VirtualMachine.problem == nil, machine))
struct DoctorTests {
  @Test("It finds a missing permission, a missing panel and a program that holds one, and nothing where all is well")
  func whole() throws {
    let outcome = try VirtualMachine.run(
      """
      contactor doctor /etc/layout.yaml >/tmp/none; echo "none $?"
      panel 'create pad name="Virtual Touchscreen"'
      as nobody contactor doctor /etc/layout.yaml >/tmp/nobody; echo "nobody $?"
      as kiosk contactor doctor /etc/layout.yaml >/tmp/well; echo "well $?"
      cp "$(command -v contactor)" /tmp/holder
      /tmp/holder run /etc/layout.yaml --grab --log /tmp/log 2>/tmp/errors & holder=$!
      await /tmp/log '"added"'
      contactor doctor /etc/layout.yaml >/tmp/held; echo "held $?"
      kill $holder; wait $holder
      contactor doctor /etc/layout.yaml >/tmp/free; echo "free $?"
      for name in none nobody well held free; do sed "s/^/$name: /" /tmp/$name; done
      """, layout: layout)
    #expect(outcome.status == 0, "\(outcome)")
    let words = outcome.words
    for word in ["none 3", "nobody 3", "well 0", "held 1", "free 0"] { #expect(words.contains(word), "\(word): \(outcome)") }
    func has(_ name: String, _ verdict: String, _ text: String) -> Bool {
      words.contains { $0.hasPrefix("\(name): \(verdict) ") && $0.contains(text) }
    }
    #expect(has("none", "failed", "the expected panel Virtual Touchscreen is not there"), "\(outcome)")
    #expect(has("nobody", "failed", "usermod -aG contactor nobody"), "\(outcome)")
    #expect(has("well", "ok", "can be read by 'kiosk'"), "\(outcome)")
    #expect(has("well", "ok", "the expected panel Virtual Touchscreen is there"), "\(outcome)")
    #expect(has("held", "failed", "is held by another program") && has("held", "failed", "holder ("), "\(outcome)")
    #expect(has("free", "ok", "is free") && !words.contains { $0.hasPrefix("free: failed") }, "\(outcome)")
  }
}
