import Testing

private let twins = """
  contactor: 1
  windows:
    - {id: one, size: [1000, 1000], views: [{id: a, kind: button, frame: [0, 0, 1000, 1000]}]}
    - {id: two, size: [1000, 1000], views: [{id: b, kind: button, frame: [0, 0, 1000, 1000]}]}
  devices:
  """

private let machine: Comment? = VirtualMachine.problem.map { Comment(rawValue: $0) }

@Suite("Panels of one model, in the virtual machine", .serialized, .enabled(if: VirtualMachine.problem == nil, machine))
struct PairingTests {
  private static let plug = """
    panel 'create one name="Twin" vendor=0x0eef product=1 phys=usb-0000:01:00.0-1.1/input0'
    panel 'create two name="Twin" vendor=0x0eef product=1 phys=usb-0000:01:00.0-1.2/input0'
    """

  @Test("Two panels that feed one window are told of once, also after a replug")
  func warning() throws {
    let outcome = try VirtualMachine.run(
      """
      \(Self.plug)
      start
      await /tmp/errors 'feed the same window'
      panel destroy two
      await /tmp/log '"removed"'
      panel 'create two name="Twin" vendor=0x0eef product=1 phys=usb-0000:01:00.0-1.2/input0'
      again added 3
      contactor devices --layout /etc/layout.yaml | grep entry
      finish
      echo "told $(grep -c 'feed the same window' /tmp/errors)"
      grep 'feed the same window' /tmp/errors
      """, layout: twins + "\n    - {match: {name: Twin}, window: one}\n")
    #expect(outcome.number("told") == 1, "\(outcome)")
    #expect(outcome.output.contains("'usb-0000:01:00.0-1.1/input0'} and match: {path: 'usb-0000:01:00.0-1.2/input0'}"), "\(outcome)")
    #expect(outcome.words.count { $0.hasPrefix("  entry     devices[0] at /etc/layout.yaml:") } == 2, "\(outcome)")
  }

  @Test(
    "The panel that is touched first takes the first entry, both are known after a restart, and both runs replay",
    arguments: ["libinput", "evdev"])
  func pairing(source: String) throws {
    let outcome = try VirtualMachine.run(
      """
      \(Self.plug)
      replayed() { for input in /tmp/$1.trace /tmp/log; do rm -f /tmp/again; contactor replay $input --layout /etc/layout.yaml --log /tmp/again; cmp /tmp/log /tmp/again && echo "$1 replays"; done; }
      start --source \(source) --pairing /tmp/pairing --record /tmp/touched.trace
      await /tmp/errors "touch the panel that shows 'left'"
      again added 2
      panel tap two 0 5 10
      await /tmp/log '"device":"event[0-9]*","by":"rest"'
      panel tap two 0 5 10
      await /tmp/log '"control":"a","events":."primaryActionTriggered"'
      panel tap one 0 5 10
      await /tmp/log '"control":"b","events":."primaryActionTriggered"'
      finish
      replayed touched
      echo "file $(wc -l </tmp/pairing) $(stat -c %a /tmp/pairing)"
      rm /tmp/log
      start --source \(source) --pairing /tmp/pairing --record /tmp/known.trace
      await /tmp/log '"control"\\|"added"'
      again known 2
      panel tap one 0 5 10
      await /tmp/log '"control":"b","events":."primaryActionTriggered"'
      finish || exit
      replayed known
      """,
      layout: twins + "\n    - {match: {name: Twin}, window: one, pair: left}\n    - {match: {name: Twin}, window: two, pair: right}\n")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.words.contains("file 2 600"), "\(outcome)")
    // From the recording and from the log.
    for run in ["touched", "known"] { #expect(outcome.words.count { $0 == "\(run) replays" } == 2, "\(outcome)") }
    #expect(!outcome.log.contains { $0.contains("anomaly") }, "\(outcome)")
  }
}
