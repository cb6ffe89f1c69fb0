import Testing

private let layout = """
  contactor: 1
  windows:
    - {id: left, size: [1000, 500], views: [{id: a, kind: button, frame: [0, 0, 100, 100]}]}
    - {id: right, size: [500, 1000], views: [{id: b, kind: button, frame: [400, 0, 100, 100]}]}
  devices:
    - {match: {name: "Twin", path: "usb-0000:01:00.0-1.1"}, window: left}
    - {match: {name: "Twin", path: "usb-0000:01:00.0-1.2"}, window: right, rotation: 90}
    - {match: {name: "Twin"}, ignore: true}
  """

private let machine: Comment? = VirtualMachine.problem.map { Comment(rawValue: $0) }

@Suite(
  "Which panel is which, in the virtual machine", .serialized, .enabled(if: VirtualMachine.problem == nil, machine))
struct IdentityTests {
  @Test("Two identical panels are told apart by their path, each reaches its window", arguments: ["libinput", "evdev"])
  func twins(source: String) throws {
    let outcome = try VirtualMachine.run(
      """
      panel 'create two name="Twin" vendor=0x0eef product=1 phys=usb-0000:01:00.0-1.2/input0'
      panel 'create one name="Twin" vendor=0x0eef product=1 phys=usb-0000:01:00.0-1.1/input0'
      panel 'create three name="Twin" vendor=0x0eef product=1 phys=usb-0000:01:00.0-1.3/input0'
      start --source \(source)
      await /tmp/log '"ignored":true'
      panel tap three 0 5 10
      panel tap one 0 5 10
      await /tmp/log '"control":"a","events":."primaryActionTriggered"'
      panel tap two 0 5 10
      await /tmp/log '"control":"b","events":."primaryActionTriggered"'
      panel destroy one
      await /tmp/log '"removed"'
      panel 'create one name="Twin" vendor=0x0eef product=1 phys=usb-0000:01:00.0-1.1/input0'
      again left 2
      panel tap one 0 5 10
      again 'control":"a","events":."primaryActionTriggered' 2
      finish
      """, layout: layout)
    #expect(outcome.status == 0, "\(outcome)")
    let log = outcome.log
    #expect(log.count { $0.contains(#""window":"right""#) } == 1, "\(outcome)")
    #expect(log.count { $0.contains(#""kind":"touch""#) && $0.contains(#""began""#) } == 3, "\(outcome)")
    #expect(!log.contains { $0.contains("anomaly") }, "\(outcome)")
  }
}
