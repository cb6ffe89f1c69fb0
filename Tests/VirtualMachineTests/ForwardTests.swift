import Foundation
import Testing

private let layout = """
  contactor: 1
  screen: {size: [1000, 500]}
  views: []
  """

private let machine: Comment? = VirtualMachine.problem.map { Comment(rawValue: $0) }

/// Helpers of these scripts: `forward OPTIONS` starts forwarding and waits for a copy, `listen NAME NODE SOURCE` starts another reader,
/// whose lines go to /tmp/NAME, `copy` is the copy's node, `raw NAME` prints the phases and the panel's own places of its touches.
private let helpers = """
  forward() { contactor forward "$@" --log /tmp/log 2>/tmp/forward & forwarder=$!; await /tmp/forward 'forwarded to'; await /tmp/log added; }
  copy() { sed -n 's/.*forwarded to \\([^ ]*\\) .*/\\1/p' /tmp/forward | tail -n 1; }
  listen() { contactor monitor --json --device $2 --source ${3:-evdev} >/tmp/$1 2>/tmp/$1.errors & await /tmp/$1 added; }
  raw() { sed -n 's/.*"phase":"\\([a-z]*\\)".*"slot":\\([0-9]*\\).*"raw":\\[\\([0-9,]*\\)\\].*/\\1 \\2 \\3/p' /tmp/$1 | grep -v moved | sed "s/^/$1 /"; }
  places() { sed -n 's/.*"phase":"\\([a-z]*\\)","x":\\([0-9.]*\\),"y":\\([0-9.]*\\).*/\\1 \\2,\\3/p' /tmp/$1 | grep -v moved | sed "s/^/$1 /"; }
  end() { kill -${1:-TERM} $forwarder; wait $forwarder; echo "end $?"; }

  """

@Suite(
  "Forwarding in the virtual machine", .serialized, .enabled(if: VirtualMachine.problem == nil, machine))
struct ForwardTests {
  private func run(_ script: String, programs: [String] = [], files: [String] = []) throws -> VirtualMachine.Outcome {
    try VirtualMachine.run(helpers + script, layout: layout, programs: programs, files: files)
  }

  @Test("11.1 A tap arrives on the copy and only there; rules keep touches back, and the log says which")
  func tap() throws {
    let outcome = try run(
      """
      panel create pad size=154x86mm phys=usb-1/input0
      listen others $(node); forward --edges 3mm
      listen copied $(copy); listen modern $(copy) libinput
      panel tap pad 0 0 50; panel tap pad 1 25 50; panel tap pad 0 50 50
      counted /tmp/copied '"ended"' 2; counted /tmp/modern '"ended"' 2
      end; raw others; raw copied; places modern; cat /tmp/forward /tmp/copied.errors /tmp/modern.errors; cat /tmp/log
      """)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(
      outcome.words.filter { !$0.hasPrefix("contactor:") } == [
        "end 0", "copied began 1 1024,2048", "copied ended 1 1024,2048", "copied began 0 2048,2048", "copied ended 0 2048,2048",
        "modern began 37.917,42.656", "modern ended 37.917,42.656", "modern began 75.833,42.656", "modern ended 75.833,42.656",
      ], "\(outcome)")
    #expect(outcome.words.contains("contactor: 2 contacts let through, 1 kept back (edge 1), 0 taken away"), "\(outcome)")
    #expect(
      outcome.log.contains(#"{"t":T,"kind":"forward","event":"kept","why":"edge","contact":1,"device":"eventN"}"#), "\(outcome)")
  }

  @Test("11.1 The copy describes itself as its panel does, is a touchscreen for udev, and no other Contactor opens it")
  func description() throws {
    let outcome = try run(
      """
      panel 'create pad name="Some panel" size=154x86mm phys=usb-1/input0 vendor=0x0eef product=0x7224 version=0x0110 palm pressure'
      forward
      contactor run /etc/layout.yaml --source evdev --log /tmp/second 2>/tmp/second.errors & second=$!
      contactor run /etc/layout.yaml --source libinput --log /tmp/third 2>/tmp/third.errors & third=$!
      await /tmp/second added; await /tmp/third added
      original=/sys/class/input/$(basename $(node))/device; copied=/sys/class/input/$(basename $(copy))/device
      for file in name phys id/bustype id/vendor id/product id/version properties capabilities/abs capabilities/key; do
        cmp $original/$file $copied/$file && echo "same $file"
      done
      echo "mark $(cat $copied/capabilities/msc)"
      udevadm info --query=property $(copy) | grep -E 'ID_INPUT_(TOUCHSCREEN|MOUSE|TABLET|TOUCHPAD)='
      contactor devices | sed -n 's/ *copy of */copy of /p'
      echo "listed $(contactor devices 2>&1 >/dev/null | wc -l)"
      contactor run /etc/layout.yaml --device $(copy) 2>&1; echo "named $?"
      contactor run /etc/layout.yaml --device $(copy) --source evdev 2>&1; echo "named $?"
      panel tap pad 0 25 50; sleep 1
      echo "opened $(cat /tmp/second /tmp/third | grep -c '"added"') $(cat /tmp/second /tmp/third | grep -c touch)"
      kill $second $third; end
      """)
    #expect(outcome.status == 0, "\(outcome)")
    let files = "name phys id/bustype id/vendor id/product id/version properties capabilities/abs capabilities/key"
    for file in files.split(separator: " ") {
      #expect(outcome.words.contains("same \(file)"), "\(file)\n\(outcome)")
    }
    for word in ["mark 80", "ID_INPUT_TOUCHSCREEN=1", "copy of event1", "listed 0", "opened 2 0", "end 0"] {
      #expect(outcome.words.contains(word), "\(word)\n\(outcome)")
    }
    #expect(!outcome.words.contains { $0.hasPrefix("ID_INPUT_MOUSE") || $0.hasPrefix("ID_INPUT_TABLET") })
    #expect(outcome.words.count { $0 == "named 3" } == 2, "\(outcome)")
    #expect(outcome.words.count { $0.contains("this is the copy of a touchscreen") } == 2, "\(outcome)")
  }

  @Test("11.7 Fingers that are down at the start are lifted for the others first")
  func fingersDown() throws {
    let outcome = try run(
      """
      panel create pad; listen others $(node); listen modern $(node) libinput
      panel down pad 0 5 10; panel down pad 1 50 50; panel sync pad; counted /tmp/others '"began"' 2; counted /tmp/modern '"began"' 2
      forward; listen copied $(copy)
      counted /tmp/others '"cancelled"' 2; counted /tmp/modern '"ended"\\|"cancelled"' 2
      panel up pad 0; panel up pad 1; panel sync pad
      panel tap pad 0 75 75; await /tmp/copied ended
      end; raw copied; cat /tmp/others.errors /tmp/modern.errors
      """)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.words == ["end 0", "copied began 0 3071,3071", "copied ended 0 3071,3071"], "\(outcome)")
  }

  @Test("11.7 Where the panel may not be written, it is taken over once the fingers are up")
  func readOnly() throws {
    let outcome = try run(
      """
      chmod 666 /dev/uinput
      panel create pad; listen others $(node)
      panel down pad 0 5 10; panel sync pad; await /tmp/others began
      as kiosk contactor forward --log /tmp/log 2>/tmp/forward & forwarder=$!
      held() { ls -l /proc/[0-9]*/fd 2>/dev/null | grep -c -- "-> $(node)"; }
      n=0; until [ $(held) -ge 2 ]; do n=$((n+1)); [ $n -lt 1800 ] || fail open; sleep 0.1; done
      sleep 1; grep -c 'forwarded to' /tmp/forward
      panel up pad 0; panel sync pad; await /tmp/others '"ended"'; await /tmp/log added
      listen copied $(copy); panel tap pad 0 75 75; await /tmp/copied ended
      killall -TERM contactor; raw others; raw copied
      """)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(
      outcome.words == [
        "0", "others began 0 205,410", "others ended 0 205,410", "copied began 0 3071,3071", "copied ended 0 3071,3071",
      ], "\(outcome)")
  }

  @Test("11.7 Ended amidst touches, contacts are lifted, the copy goes, and the panel has true places", arguments: ["TERM", "KILL"])
  func ended(signal: String) throws {
    let outcome = try run(
      """
      panel create pad size=154x86mm; listen others $(node); listen modern $(node) libinput
      panel tap pad 0 5 10; panel tap pad 1 10 10; counted /tmp/others '"ended"' 2
      forward; listen copied $(copy)
      panel down pad 0 50 60; panel down pad 2 70 80; panel sync pad; counted /tmp/copied '"began"' 2
      panel tap pad 1 30 40; counted /tmp/copied '"began"' 3
      end \(signal)
      counted /tmp/copied '"\(signal == "TERM" ? "ended" : "cancelled")"' \(signal == "TERM" ? 3 : 2); await /tmp/copied removed
      n=0; while pidof contactor-guard exe >/dev/null; do n=$((n+1)); [ $n -lt 1800 ] || fail "the guard stays"; sleep 0.1; done
      panel up pad 0; panel up pad 2; panel sync pad
      panel tap pad 2 70 80; panel tap pad 0 50 60; panel tap pad 1 30 40
      counted /tmp/others '"ended"' 5; counted /tmp/modern '"ended"' 5
      raw others; places modern; cat /tmp/others.errors /tmp/modern.errors
      """)
    #expect(outcome.status == 0, "\(outcome)")
    let places = [(0, "205,410"), (1, "410,410"), (2, "2867,3276"), (0, "2048,2457"), (1, "1229,1638")]
    let expected = places.flatMap { ["others began \($0.0) \($0.1)", "others ended \($0.0) \($0.1)"] }
    #expect(outcome.words.filter { $0.hasPrefix("others") } == expected, "\(outcome)")
    let millimetres = outcome.words.filter { $0.hasPrefix("modern began") }
    #expect(millimetres.count == 5 && Set(millimetres).count == 5, "\(outcome)")
    #expect(outcome.words.first == (signal == "TERM" ? "end 0" : "end 137"), "\(outcome)")
  }

  @Test("11.2 Unplugged in mid-touch, contacts on the copy end, the copy goes, and a panel that comes back is forwarded again")
  func unplug() throws {
    let outcome = try run(
      """
      panel create pad; forward; listen copied $(copy)
      panel down pad 0 50 60; panel sync pad; await /tmp/copied began
      panel destroy pad; await /tmp/copied removed; await /tmp/log removed
      panel create pad; counted /tmp/forward 'forwarded to' 2; again added 2; listen again $(copy)
      panel tap pad 0 25 25; await /tmp/again ended
      end; raw again; grep -o '"phase":"[a-z]*"' /tmp/copied | tail -n 1
      """)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.words.prefix(3) == ["end 0", "again began 0 1024,1024", "again ended 0 1024,1024"], "\(outcome)")
    #expect(outcome.words.last == #""phase":"ended""#, "\(outcome)")
  }

  @Test(
    "11.7 A reader that is busy as the copy goes gets the ends of its contacts all the same",
    arguments: ["kill -TERM $forwarder; sleep 0.2", "panel destroy pad; await /tmp/log removed"])
  func busyReader(end: String) throws {
    let outcome = try run(
      """
      panel create pad; forward; listen copied $(copy); reader=$!
      panel down pad 0 50 60; panel down pad 1 70 80; panel sync pad; counted /tmp/copied '"began"' 2
      kill -STOP $reader; \(end); kill -CONT $reader
      await /tmp/copied removed; grep -o '"phase":"[ec][a-z]*"' /tmp/copied
      """)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.words == [#""phase":"ended""#, #""phase":"ended""#], "\(outcome)")
  }

  @Test("11.1 A panel that comes while another sends without end is forwarded at once")
  func second() throws {
    let outcome = try run(
      """
      panel create pad size=154x86mm; forward
      mkfifo /tmp/others; touchpanel </tmp/others >/tmp/other 2>&1 & exec 4>/tmp/others
      echo "stream pad 5 8000 2000" >&3; sleep 0.5
      echo "create side" >&4; counted /tmp/forward 'forwarded to' 2; counted /tmp/log added 2
      listen copied $(copy); echo "down side 0 25 25" >&4; echo "sync side" >&4; await /tmp/copied began
      echo "streams over: $(grep -c '8000 frames' /tmp/panel)"; end; raw copied
      """)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.words == ["streams over: 0", "end 0", "copied began 0 1024,1024", "copied ended 0 4044,1024"], "\(outcome)")
  }

  @Test("11.7 A panel that another program holds is not copied, and is forwarded once it is free")
  func busy() throws {
    let outcome = try run(
      """
      panel create pad; inputtool grab $(node) >/tmp/grab & grabber=$!; await /tmp/grab grabbed
      contactor forward --log /tmp/log 2>/tmp/forward & forwarder=$!
      await /tmp/forward 'another program has grabbed this device'
      echo "copies $(grep -c 'forwarded to' /tmp/forward)"
      kill $grabber; await /tmp/forward 'forwarded to'; await /tmp/log added
      listen copied $(copy); panel tap pad 0 25 25; await /tmp/copied ended; end
      """, programs: [InputTool.build()])
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.words == ["copies 0", "end 0"], "\(outcome)")
  }

  @Test("11.7 Without uinput the panel stays everyone's, and one line says what to do")
  func noUinput() throws {
    let outcome = try run(
      """
      panel create pad; listen others $(node)
      chmod 600 /dev/uinput
      as kiosk contactor forward 2>/tmp/refused & await /tmp/refused 'not forwarded'; killall -TERM contactor; sleep 1
      mv /dev/uinput /dev/uinput.away
      listen others $(node)
      contactor forward --log /tmp/log 2>/tmp/forward & forwarder=$!
      await /tmp/forward 'not forwarded'; await /tmp/log added
      panel tap pad 0 25 25; await /tmp/others ended; end
      cat /tmp/refused /tmp/forward; raw others
      mv /dev/uinput.away /dev/uinput
      """)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.words.contains { $0.contains("this user may not make input devices") }, "\(outcome)")
    #expect(outcome.words.contains { $0.contains("run `modprobe uinput` as root") }, "\(outcome)")
    #expect(outcome.words.contains("others ended 0 1024,1024"), "\(outcome)")
  }

  @Test("11.1 By the udev rules the group may forward, and what rules give to the panel by its place its copy gets, too")
  func rules() throws {
    let outcome = try run(
      """
      cp /rules/71-contactor-forward.rules /etc/udev/rules.d/
      cat >/etc/udev/rules.d/99-kiosk.rules <<'END'
      SUBSYSTEM=="input", KERNEL=="event*", ATTRS{phys}=="usb-1/input0", ENV{WL_OUTPUT}="HDMI-A-1"
      SUBSYSTEM=="input", KERNEL=="event*", ATTRS{phys}=="usb-1/input0", ENV{LIBINPUT_CALIBRATION_MATRIX}="-1 0 1 0 1 0"
      END
      udevadm control --reload; udevadm trigger --action=add --subsystem-match=misc --settle
      stat -c '%G %a' /dev/uinput
      panel create pad size=154x86mm phys=usb-1/input0
      as kiosk contactor forward --log /tmp/log 2>/tmp/forward & await /tmp/forward 'forwarded to'; await /tmp/log added
      listen modern $(copy) libinput; listen raw $(copy)
      panel tap pad 0 25 50; await /tmp/modern '"ended"'; await /tmp/raw '"ended"'
      for one in $(node) $(copy); do
        stat -c '%G %a' $one
        udevadm info --query=property $one | grep -E '^(WL_OUTPUT|LIBINPUT_CALIBRATION_MATRIX|CONTACTOR_COPY)=' | sort
      done
      killall -TERM contactor; places modern; raw raw
      """, files: ["\(VirtualMachine.repository.path)/udev:/rules"])
    #expect(outcome.status == 0, "\(outcome)")
    let given = ["contactor 660", "LIBINPUT_CALIBRATION_MATRIX=-1 0 1 0 1 0", "WL_OUTPUT=HDMI-A-1"]
    let copied = [given[0], "CONTACTOR_COPY=1"] + given[1...]
    // libinput mirrors the copy's places, which are the panel's own: a quarter from the right edge of 154 mm at 27 units a millimetre.
    let touches = ["modern began 113.75,42.656", "modern ended 113.75,42.656", "raw began 0 1024,2048", "raw ended 0 1024,2048"]
    #expect(outcome.words == ["contactor 660"] + given + copied + touches, "\(outcome)")
  }

  @Test("11.1 A pen and a touch panel on one node is left alone, with one line that says so")
  func pen() throws {
    let outcome = try run(
      """
      cat >/tmp/pen.desc <<'END'
      N: Pen and touch
      I: 0003 056a 5000 0111
      P: 02 00 00 00 00 00 00 00
      B: 01 \(String(repeating: "00 ", count: 40))01 04 00 00 00 00 00 00
      A: 00 0 4095 0 0
      A: 01 0 4095 0 0
      A: 2f 0 9 0 0
      A: 35 0 4095 0 0
      A: 36 0 4095 0 0
      A: 39 0 65535 0 0
      END
      panel create tablet evemu=/tmp/pen.desc
      contactor forward 2>/tmp/forward & forwarder=$!
      await /tmp/forward 'a pen and a touch panel on one node'; sleep 1; end
      echo "copies $(grep -c 'forwarded to' /tmp/forward) lines $(grep -c 'a pen and' /tmp/forward)"
      """)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.words == ["end 0", "copies 0 lines 1"], "\(outcome)")
  }
}
