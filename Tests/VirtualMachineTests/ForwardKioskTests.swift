import Foundation
import Testing

/// A screen of 1000 × 500 points, so that per cent of the panel are easily points.
private let layout = """
  contactor: 1
  screen: {size: [1000, 500], mm: [200, 100]}
  forward: {fingers: 3, deadZones: [{id: crack, frame: [900, 400, 100, 100]}]}
  views:
    - {id: ok, kind: button, frame: [0, 0, 100, 100], on: {touchUpInside: {emit: ok}}}
  gestures:
    - {id: away, kind: swipe, direction: right, touches: 3, on: {recognized: {emit: away}}}
  policies: {idle: {after: 600, swallowWakingTouch: true}}
  """

private let machine: Comment? = VirtualMachine.problem.map { Comment(rawValue: $0) }

@Suite(
  "A kiosk before an application in the virtual machine", .serialized, .enabled(if: VirtualMachine.problem == nil, machine))
struct ForwardKioskTests {
  /// Starts the kiosk and a program with libinput, which stands for the application: `seen` prints the phases of its touches, without moves.
  private let start = """
    panel create pad size=200x100mm
    contactor run /etc/layout.yaml --log /tmp/log --record /tmp/run.trace 2>/tmp/errors & kiosk=$!
    await /tmp/errors 'forwarded to'; await /tmp/log '"added"'
    inputtool touches >/tmp/touches 2>&1 & await /tmp/touches 'added 2'
    seen() { echo $(awk '$3 ~ /^(down|up|cancel)$/ {print $3}' /tmp/touches); }

    """

  @Test("11.3, 11.4, 11.5, 12.2 The application gets what no control, gesture, rule or waking touch keeps back")
  func application() throws {
    let outcome = try VirtualMachine.run(
      start + """
        panel tap pad 0 5 10; await /tmp/log '"emit":"ok"'
        panel tap pad 0 95 95; await /tmp/log '"name":"crack"'
        panel tap pad 0 50 50; counted /tmp/touches ' up ' 1
        for finger in 0 1 2; do panel down pad $finger 20 $((20+finger*20)); done; panel sync pad
        for step in 1 2 3 4 5 6 7 8; do
          for finger in 0 1 2; do panel move pad $finger $((20+step*6)) $((20+finger*20)); done; panel sync pad
        done
        await /tmp/log '"emit":"away"'; for finger in 0 1 2; do panel up pad $finger; done; panel sync pad
        counted /tmp/touches ' up ' 4
        sleep 700; await /tmp/log '"state":"idle"'
        panel tap pad 0 50 50; await /tmp/log '"state":"active"'
        panel tap pad 0 50 50; counted /tmp/touches ' up ' 5
        kill -TERM $kiosk; wait $kiosk; echo "ended $?"
        echo "seen $(seen)"
        contactor replay /tmp/run.trace --layout /etc/layout.yaml --expect /tmp/log --forwarded /tmp/again.trace 2>&1; echo "replay $?"
        contactor trace info /tmp/run.trace | grep -c 'the copy that the application read'
        cat /tmp/errors
        """, layout: layout, programs: [InputTool.build()])
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.words.contains("ended 0"), "\(outcome)")
    #expect(outcome.words.contains("seen down up down down down up up up down up"), "\(outcome)")
    #expect(outcome.words.contains("replay 0"), "\(outcome)")
    #expect(outcome.words.contains("1"), "\(outcome)")
    #expect(!outcome.words.contains { $0.contains("kernel bug") }, "\(outcome)")
  }

  /// How often the kiosk is killed; `CONTACTOR_KILLS` for more.
  private static let kills = ProcessInfo.processInfo.environment["CONTACTOR_KILLS"].flatMap { Int($0) } ?? 5

  @Test("11.7 Killed with fingers down, at any moment, the kiosk leaves the application no contact, and the panel works at once")
  func killed() throws {
    let outcome = try VirtualMachine.run(
      start + """
        restart() {
          rm -f /tmp/log; contactor run /etc/layout.yaml --log /tmp/log 2>/tmp/errors & kiosk=$!
          await /tmp/errors 'forwarded to'; await /tmp/log '"added"'; counted /tmp/touches '^added' $(($1+2))
        }
        for round in 1 2; do
          panel down pad 0 50 50; panel down pad 1 70 70; panel sync pad; counted /tmp/touches ' down ' $((round*4-2))
          kill -9 $kiosk; wait $kiosk
          counted /tmp/touches '^removed' $round
          panel up pad 0; panel up pad 1; panel sync pad
          panel tap pad 0 30 40; panel tap pad 1 40 30; counted /tmp/touches ' down ' $((round*4))
          restart $round
        done
        echo "downs $(grep -c ' down ' /tmp/touches) ends $(grep -cE ' (up|cancel)' /tmp/touches)"
        awk '$3 == "down" && $1 == 1 {print "panel", $5, $6}' /tmp/touches
        cp /tmp/touches /tmp/before
        while [ $round -lt \(Self.kills + 2) ]; do
          round=$((round+1))
          echo "stream pad 5 40 5000" >&3; sleep 0.$(printf %03d $((round*7919%400)))
          kill -9 $kiosk; wait $kiosk
          panel sync pad; counted /tmp/touches '^removed' $round
          panel tap pad 9 30 40; counted /tmp/touches '^1 .* down 9 1229.00 1638.00' $((round-2))
          restart $round
        done
        kill -TERM $kiosk; wait $kiosk
        echo "kills $((round-2))"
        tail -n +$(($(wc -l </tmp/before)+1)) /tmp/touches | awk '
          $3 == "down" { if (($1, $4) in down) print "twice", $0; down[$1, $4] = 1; begun++ }
          $3 == "up" || $3 == "cancel" { if (!(($1, $4) in down)) print "never down", $0; delete down[$1, $4] }
          END { for (one in down) print "left", one; print "begun", (begun > 0) }'
        """, layout: layout, programs: [InputTool.build()], timeout: 600 + 10 * Self.kills)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.words.contains("downs 8 ends 8"), "\(outcome)")
    // 30 and 40 per cent of 4095 units.
    let places = outcome.words.filter { $0.hasPrefix("panel ") }
    #expect(places == Array(repeating: ["panel 1229.00 1638.00", "panel 1638.00 1229.00"], count: 2).flatMap { $0 }, "\(outcome)")
    #expect(outcome.words.contains("kills \(Self.kills)"), "\(outcome)")
    #expect(outcome.words.contains("begun 1"), "\(outcome)")
    #expect(!outcome.words.contains { $0.hasPrefix("twice") || $0.hasPrefix("never") || $0.hasPrefix("left") }, "\(outcome)")
  }
}
