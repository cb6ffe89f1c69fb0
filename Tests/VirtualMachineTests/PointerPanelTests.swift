import Foundation
import Testing

private let machine: Comment? = VirtualMachine.problem.map { Comment(rawValue: $0) }

/// A panel in mouse mode: ABS_X, ABS_Y and BTN_LEFT.
private let description = """
  # EVEMU 1.3
  N: PenMount USB
  I: 0003 14e1 6000 0110
  P: 00 00 00 00 00 00 00 00
  B: 00 0b 00 00 00 00 00 00 00
  B: 01 00 00 00 00 00 00 00 00
  B: 01 00 00 00 00 00 00 00 00
  B: 01 00 00 00 00 00 00 00 00
  B: 01 00 00 00 00 00 00 00 00
  B: 01 00 00 07 00 00 00 00 00
  B: 03 03 00 00 00 00 00 00 00
  A: 00 0 4095 0 0 20
  A: 01 0 4095 0 0 30

  """

@Suite("Panels in mouse mode in the virtual machine", .serialized, .enabled(if: VirtualMachine.problem == nil, machine))
struct PointerPanelTests {
  /// `press` touches at 1000, 2000, moves to 1100, 2000 and lifts.
  private let helpers = """
    cat >/tmp/panel.evemu <<'EVEMU'
    \(description)EVEMU
    panel create pad evemu=/tmp/panel.evemu
    press() {
      panel raw pad 3 0 1000; panel raw pad 3 1 2000; panel raw pad 1 272 1; panel sync pad; panel sleep 50
      panel raw pad 3 0 1100; panel sync pad; panel sleep 50; panel raw pad 1 272 0; panel sync pad
    }

    """
  private static func layout(_ rest: String) -> String {
    "contactor: 1\nscreen: {size: [4095, 4095]}\ndevices: [{match: {name: PenMount*}, as: touchscreen}]\n" + rest
  }

  @Test(
    "11.1 A panel in mouse mode is named as a pointer, and used as a touchscreen if the layout says so", arguments: ["libinput", "evdev"])
  func source(_ source: String) throws {
    let outcome = try VirtualMachine.run(
      helpers + """
        contactor devices | grep -c 'as: touchscreen'
        contactor run /etc/layout.yaml --source \(source) --log /tmp/log 2>/tmp/errors & kiosk=$!; await /tmp/log added
        press; again ended 1; press; again ended 2; kill -TERM $kiosk; wait $kiosk; echo "end $?"; cat /tmp/log
        """, layout: Self.layout(""))
    #expect(outcome.words == ["1", "end 0"], "\(outcome)")
    #expect(outcome.phases == ["1 began", "1 moved", "1 ended", "2 began", "2 moved", "2 ended"], "\(outcome)")
    let places = outcome.log.compactMap { $0.firstMatch(of: /"x":([\d.]+),"y":([\d.]+)/).map { "\($0.1.prefix(4)),\($0.2.prefix(4))" } }
    #expect(places.count == 6 && places[0] == places[3] && places[1] == places[2], "\(outcome)")
  }

  @Test("11.1 The copy of a panel in mouse mode is a touchscreen")
  func copy() throws {
    let outcome = try VirtualMachine.run(
      helpers + """
        contactor run /etc/layout.yaml --log /tmp/log 2>/tmp/errors & kiosk=$!; await /tmp/errors 'forwarded to'
        inputtool touches >/tmp/touches 2>&1 & await /tmp/touches added
        press; counted /tmp/touches ' up ' 1; press; counted /tmp/touches ' up ' 2; kill -TERM $kiosk; wait $kiosk
        awk '$3 ~ /^(down|motion|up)$/ {print $3}' /tmp/touches | tr '\\n' ' '; echo
        """, layout: Self.layout("forward: {}\n"), programs: [InputTool.build()])
    #expect(outcome.words == ["down motion up down motion up "], "\(outcome)")
  }
}
