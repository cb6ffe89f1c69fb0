import Testing

private let layout = """
  contactor: 1
  screen: {size: [1000, 500]}
  views: []
  """

private let machine: Comment? = VirtualMachine.problem.map { Comment(rawValue: $0) }

@Suite("Calibrating in the virtual machine", .serialized, .enabled(if: VirtualMachine.problem == nil, machine))
struct CalibrateTests {
  @Test("A panel that is turned and larger than the screen is right once its marks were touched and udev has the printed rule")
  func whole() throws {
    // x′ = 1.125 − 1.25·y, y′ = 1.25·x − 0.125. The old matrix must have no part in the touches.
    let outcome = try VirtualMachine.run(
      """
      echo 'KERNEL=="event*", ENV{LIBINPUT_CALIBRATION_MATRIX}="-1 0 1 0 1 0"' >/etc/udev/rules.d/65-old.rules
      udevadm control --reload
      panel 'create pad name="Pad, [A]* 100% | $x" phys=usb-test-1/input0 size=200x100'
      rule=/etc/udev/rules.d/71-touch-calibration.rules
      contactor calibrate --socket /tmp/marks --for udev -o $rule 2>/tmp/errors & calibrate=$!
      await /tmp/errors 'mark 1 of 4'; ls -l /tmp/marks | cut -c 1-10
      panel tap pad 0 18 82 20; await /tmp/errors 'too short'
      panel tap pad 0 18 82 200; await /tmp/errors 'mark 2 of 4'
      panel tap pad 0 18 18 200; await /tmp/errors 'mark 3 of 4'
      [ -e $rule ] && echo early
      panel tap pad 0 82 18 200; await /tmp/errors 'mark 4 of 4'
      panel tap pad 0 82 82 200
      wait $calibrate; echo "calibrate $?"; cat /tmp/errors; ls -l $rule | cut -c 1-10; cat $rule; ls /tmp/marks 2>/dev/null
      udevadm control --reload; udevadm trigger --subsystem-match=input --action=change; udevadm settle
      udevadm info --query=property --name=$(node) | grep CALIBRATION
      start; await /tmp/log added; panel tap pad 0 18 82; await /tmp/log ended; finish
      """, layout: layout)
    let words = outcome.words
    for word in ["srw-rw----", "calibrate 0", "-rw-r--r--"] { #expect(words.contains(word), "\(word): \(outcome)") }
    #expect(!words.contains("early") && !words.contains("/tmp/marks"), "\(outcome)")
    #expect(
      words.contains { $0.contains("the panel is turned by 90° clockwise") }
        && words.contains { $0.contains("mm off in the root mean square") })
    #expect(words.contains { $0.contains("udev's calibration was -1 0 1 0 1 0") }, "\(outcome)")
    let property = try #require(words.last { $0.hasPrefix("LIBINPUT_CALIBRATION_MATRIX=") }, "\(outcome)")
    let numbers = property.dropFirst("LIBINPUT_CALIBRATION_MATRIX=".count).split(separator: " ").compactMap { Double($0) }
    try #require(numbers.count == 6, "\(outcome)")
    for (number, expected) in zip(numbers, [0, -1.25, 1.125, 1.25, 0, -0.125]) { #expect(abs(number - expected) < 0.003, "\(numbers)") }
    let place = try #require(outcome.log.first { $0.contains("began") }?.firstMatch(of: /"x":([\d.]+),"y":([\d.]+)/), "\(outcome)")
    #expect(abs((Double(place.1) ?? 0) - 100) < 2 && abs((Double(place.2) ?? 0) - 50) < 2, "\(outcome)")
  }

  @Test("Ctrl-C, silence, wrong touches, several panels and a panel that is grabbed or goes leave everything as it was, and say why")
  func ends() throws {
    let outcome = try VirtualMachine.run(
      """
      contactor calibrate --socket /tmp/marks; echo "none $?"
      panel create pad
      begun() { rm -f /tmp/errors; contactor calibrate --socket /tmp/marks --for udev -o /tmp/rule "$@" 2>/tmp/errors & calibrate=$!; await /tmp/errors 'mark 1 of'; }
      ended() { wait $calibrate; echo "$1 $?"; tail -n 1 /tmp/errors; ls /tmp/rule /tmp/marks 2>/dev/null; }
      begun; kill -INT $calibrate; ended interrupt
      begun --timeout 2; ended silence
      begun; for place in '10 10' '90 10' '50 50' '10 90'; do panel tap pad 0 $place 200; done; ended wrong
      begun --force --marks 3; for place in '10 10' '90 10' '50 70'; do panel tap pad 0 $place 200; done; wait $calibrate; echo "forced $?"; rm /tmp/rule
      begun; panel destroy pad; ended gone
      panel create pad
      start --grab; await /tmp/log added
      contactor calibrate --socket /tmp/marks; echo "grabbed $?"; killall -TERM contactor; wait $contactor
      panel create other
      contactor calibrate --socket /tmp/marks 2>/tmp/errors; echo "several $?"; cat /tmp/errors
      as nobody contactor calibrate --device $(node) --socket /tmp/marks; echo "nobody $?"
      """, layout: layout)
    let words = outcome.words
    for word in ["none 3", "interrupt 1", "silence 1", "wrong 1", "forced 0", "gone 3", "grabbed 3", "several 2", "nobody 3"] {
      #expect(words.contains(word), "\(word): \(outcome)")
    }
    for text in ["ended by SIGINT", "no touch for 2 s", "do not fit together", "went away", "there are 2 touchscreens"] {
      #expect(words.contains { $0.contains(text) }, "\(text): \(outcome)")
    }
    #expect(outcome.errors.contains("systemctl stop contactor") && outcome.errors.contains("permission denied"), "\(outcome)")
    #expect(!words.contains("/tmp/rule") && !words.contains("/tmp/marks"), "\(outcome)")
  }

  @Test("Marks are drawn on the framebuffer, and what it showed is put back at the end and at a signal")
  func framebuffer() throws {
    let outcome = try VirtualMachine.run(
      """
      echo 0 >/sys/class/graphics/fbcon/cursor_blink
      head -c 100000 /dev/urandom >/dev/fb0 2>/dev/null; cat /dev/fb0 | md5sum >/tmp/before
      panel 'create pad size=200x100'
      same() { cat /dev/fb0 | md5sum >/tmp/now; cmp -s /tmp/before /tmp/now && echo "$1 same" || echo "$1 other"; }
      begun() { rm -f /tmp/errors; contactor calibrate --show framebuffer --for forward >/tmp/result 2>/tmp/errors & calibrate=$!; await /tmp/errors 'mark 1 of 4'; }
      begun; same drawn
      panel tap pad 0 10 10 200; await /tmp/errors 'mark 2 of 4'; panel tap pad 0 90 10 200; await /tmp/errors 'mark 3 of 4'
      panel tap pad 0 90 90 200; await /tmp/errors 'mark 4 of 4'; panel tap pad 0 10 90 200
      wait $calibrate; echo "calibrate $?"; cat /tmp/result; same done
      begun; same again; kill -TERM $calibrate; wait $calibrate; echo "term $?"; same ended
      as kiosk contactor calibrate --show framebuffer; echo "kiosk $?"
      """, layout: layout, extras: ["weston"])
    for word in ["drawn other", "calibrate 0", "done same", "again other", "term 1", "ended same", "kiosk 3"] {
      #expect(outcome.words.contains(word), "\(word): \(outcome)")
    }
    #expect(outcome.words.contains { $0.hasPrefix("contactor forward --device /dev/input/event") }, "\(outcome)")
    #expect(outcome.errors.contains("the group 'video'"), "\(outcome)")
  }
}
