import Testing

private let layout = """
  contactor: 1
  screen: {size: [1000, 500]}
  views: []
  """

private let machine: Comment? = VirtualMachine.problem.map { Comment(rawValue: $0) }

@Suite("Without udev in the virtual machine", .serialized, .enabled(if: VirtualMachine.problem == nil, machine))
struct EvdevTests {
  @Test("Panels that come are noticed, so are permissions that come later, and replugs")
  func withoutUdev() throws {
    let outcome = try VirtualMachine.run(
      """
      killall systemd-udevd; rm -rf /run/udev
      start --source evdev; await /tmp/errors 'no touchscreen yet'
      panel create pad; await /tmp/errors 'permission denied'
      chmod 644 /dev/input/event*; await /tmp/log added
      panel tap pad 0 5 10; await /tmp/log ended
      panel destroy pad; await /tmp/log removed
      panel create pad; sleep 1; chmod 644 /dev/input/event*
      again added 2
      finish; echo "end $?"; grep -c 'permission denied' /tmp/errors
      """, layout: layout)
    #expect(outcome.words.contains("end 0"), "\(outcome)")
    #expect(outcome.words.last == "1", "one word on a permission that comes within the grace: \(outcome)")
  }

  @Test("A panel has its own time to be prepared by udev, also where other devices have come shortly before it")
  func grace() throws {
    let outcome = try VirtualMachine.run(
      """
      echo 'KERNEL=="event*", ENV{LIBINPUT_CALIBRATION_MATRIX}="-1 0 1 0 1 0"' >/etc/udev/rules.d/99-test.rules
      udevadm control --reload
      contactor run /etc/layout.yaml --source evdev --log /tmp/log 2>/tmp/errors & await /tmp/errors 'no touchscreen yet'
      panel create keys keyboard; panel create mouse mouse; sleep 3
      udevadm control --stop-exec-queue
      echo 'create pad' >&3; sleep 3; grep -c added /tmp/log
      udevadm control --start-exec-queue
      await /tmp/log added; panel tap pad 0 20 10; await /tmp/log ended
      grep began /tmp/log; killall contactor
      """, layout: layout)
    #expect(outcome.words.first == "0", "opened before udev had calibrated it: \(outcome)")
    #expect(outcome.log.contains { $0.contains(#""x":800"#) || $0.contains(#""x":799"#) }, "\(outcome)")
  }

  @Test("udev's calibration moves both sources' touches to the same place")
  func calibration() throws {
    let outcome = try VirtualMachine.run(
      """
      echo 'KERNEL=="event*", ENV{LIBINPUT_CALIBRATION_MATRIX}="0 -1 1 1 0 0"' >/etc/udev/rules.d/99-test.rules
      udevadm control --reload
      contactor run /etc/layout.yaml --source evdev --log /tmp/evdev & contactor run /etc/layout.yaml --log /tmp/libinput &
      panel create pad; await /tmp/evdev added; await /tmp/libinput added
      panel tap pad 0 20 10; await /tmp/evdev ended; await /tmp/libinput ended
      grep began /tmp/evdev; grep began /tmp/libinput; killall contactor
      """, layout: layout)
    let places = outcome.log.compactMap { $0.firstMatch(of: /"x":([\d.]+),"y":([\d.]+)/) }
      .compactMap { match in Double(match.1).flatMap { x in Double(match.2).map { (x, $0) } } }
    try #require(places.count == 2, "\(outcome)")
    // libinput rounds calibrated positions to whole device units, here a quarter of a point.
    for place in places { #expect(abs(place.0 - 900) < 0.5 && abs(place.1 - 100) < 0.5, "\(places)") }
  }
}
