import Foundation
import Testing

private let machine: Comment? = VirtualMachine.problem.map { Comment(rawValue: $0) }

/// What applications of a Wayland compositor and of X are told while a panel is forwarded.
///
/// A finger is taken away while another one moves on; how it is taken away is `cancelBy`.
@Suite("Forwarding to real desktops in the virtual machine", .serialized, .enabled(if: VirtualMachine.problem == nil, machine))
struct ForwardClientTests {
  /// A desktop that `tools/vm --with` adds.
  private enum Desktop: String {
    case weston, xorg

    /// Starts the desktop, and an application that prints its touches into /tmp/touches.
    var start: String {
      switch self {
      case .weston:
        """
        export XDG_RUNTIME_DIR=/run/user WAYLAND_DISPLAY=w; mkdir -p $XDG_RUNTIME_DIR; chmod 700 $XDG_RUNTIME_DIR
        weston --backend=drm-backend.so --use-pixman --tty=1 --shell=kiosk-shell.so --idle-time=0 --log=/tmp/desktop --socket=w 2>/tmp/errors &
        await /tmp/desktop kiosk-shell.so; exists $XDG_RUNTIME_DIR/w
        touchlog >/tmp/touches 2>&1 & await /tmp/touches ready

        """
      case .xorg:
        """
        export DISPLAY=:0; ln -s /var/log/Xorg.0.log /tmp/desktop
        Xorg :0 vt1 -noreset -nolisten tcp 2>/tmp/errors & exists /tmp/.X11-unix/X0
        _STDBUF_O=L LD_PRELOAD=/usr/libexec/coreutils/libstdbuf.so xinput test-xi2 --root >/tmp/touches 2>&1 & await /tmp/touches keyboard

        """
      }
    }

    /// What the application was told, without the moves of the finger that stays: `down 1`, `motion 2 0,0`, `up 2`.
    func touches(in text: Substring) -> [String] {
      switch self {
      case .weston:
        var first: Int?
        return text.split(separator: "\n").compactMap { line in
          let words = line.split(separator: " ")
          guard let kind = words.first, ["down", "motion", "up", "cancel"].contains(kind) else { return nil }
          // A cancel is for all contacts.
          guard words.count >= 2, let number = Int(words[1]) else { return String(kind) }
          first = first ?? number
          let finger = number - (first ?? 0) + 1
          guard kind == "motion" else { return "\(kind) \(finger)" }
          return finger == 2 ? "motion 2 \(words[2]),\(words[3])" : nil
        }
      case .xorg:
        let pattern = /\((TouchBegin|TouchUpdate|TouchEnd)\)\s+device: 2 \(\d+\)\s+detail: (\d+)\s+flags:[^\n]*\s+root: (\d+)\.\d+\/(\d+)/
        var first: Int?
        return text.matches(of: pattern).compactMap { match in
          let detail = Int(match.2) ?? 0
          first = first ?? detail
          let finger = detail - (first ?? 0) + 1
          switch match.1 {
          case "TouchBegin": return "down \(finger)"
          case "TouchEnd": return "up \(finger)"
          default: return finger == 2 ? "motion 2 \(match.3),\(match.4)" : nil
          }
        }
      }
    }
  }

  /// Plays the same on a panel under each of the commands that forward it, in one boot; returns for each what the application and what
  /// libinput were told.
  private func run(
    _ desktop: Desktop, commands: [String], play: String
  ) throws -> [(application: [String], libinput: [String], text: String)] {
    let one = """
      one() {
        : >/tmp/errors; : >/tmp/before; wc -c </tmp/touches >/tmp/before; wc -c </tmp/libinput >/tmp/before2
        "$@" 2>/tmp/errors & forward=$!; await /tmp/errors 'no touchscreen yet'
        panel create pad size=300x200mm; panel rest /tmp/libinput 1000; panel rest /tmp/desktop 1000
        while read -r command; do echo "$command" >&3; done </tmp/play
        panel rest /tmp/libinput 1000; panel rest /tmp/touches 1000
        kill -TERM $forward; wait $forward || fail "forward $?"
        panel destroy pad; panel rest /tmp/libinput; panel rest /tmp/touches
        echo "== $*"; tail -c +$(($(cat /tmp/before)+1)) /tmp/touches; echo "-- libinput"; tail -c +$(($(cat /tmp/before2)+1)) /tmp/libinput
      }
      cat >/tmp/play <<'PLAY'
      \(play.split(separator: "\n").joined(separator: "\n"))
      PLAY
      : >/tmp/libinput; inputtool touches >>/tmp/libinput 2>&1 &

      """
    let outcome = try VirtualMachine.run(
      desktop.start + one + commands.map { "one \($0)\n" }.joined(), programs: [InputTool.build()], extras: [desktop.rawValue])
    try #require(outcome.status == 0, "\(outcome)")
    let sections = outcome.output.split(separator: "== ", omittingEmptySubsequences: false).dropFirst()
    try #require(sections.count == commands.count, "\(outcome)")
    return sections.map { section in
      let parts = section.split(separator: "-- libinput")
      let touches = LibinputTouches(parts.last ?? "")
      let events = touches.devices.flatMap { touches.events[$0] ?? [] }
      return (
        desktop.touches(in: parts.first ?? ""),
        events.filter { $0.phase != "motion" || $0.contact == 2 }.map {
          $0.phase == "motion" ? "motion 2 \(Int($0.x)),\(Int($0.y))" : "\($0.phase) \($0.contact)"
        }, String(section)
      )
    }
  }

  /// A finger moves for a second; another one rests, is stuck after 300 ms, and is lifted after 600; then there is a tap.
  private static let stuck: String = {
    func moves(_ range: Range<Int>) -> String {
      range.map { "move pad 0 \(30 + Double($0) / 2) 30\nsync pad\nsleep 20\n" }.joined()
    }
    return "down pad 0 30 30\nsync pad\nsleep 20\ndown pad 1 60 70\nsync pad\nsleep 20\n" + moves(0..<30) + "up pad 1\nsync pad\n"
      + moves(30..<40) + "up pad 0\nsync pad\nsleep 20\ntap pad 2 50 50\n"
  }()

  private static let commands = ["palm", "lift", "slide"].map { "contactor forward --stuck-after 300ms --cancel-by \($0)" }

  @Test("11.4 weston's application and libinput see a finger that is taken away as cancelBy says")
  func weston() throws {
    let seen = try run(.weston, commands: Self.commands, play: Self.stuck)
    // weston 10 drops the cancel, which libinput reports.
    #expect(seen[0].application == ["down 1", "down 2", "up 1", "down 3", "up 3"], "\(seen[0].text)")
    #expect(seen[0].libinput == ["down 1", "down 2", "cancel 2", "up 1", "down 3", "up 3"], "\(seen[0].text)")
    #expect(seen[1].application == ["down 1", "down 2", "up 2", "up 1", "down 3", "up 3"], "\(seen[1].text)")
    #expect(seen[1].libinput == seen[1].application, "\(seen[1].text)")
    #expect(seen[2].application == ["down 1", "down 2", "motion 2 0,0", "up 2", "up 1", "down 3", "up 3"], "\(seen[2].text)")
    #expect(seen[2].libinput == seen[2].application, "\(seen[2].text)")
  }

  @Test("11.4 an X application sees the end of a finger that is taken away; slide moves it out of reach first")
  func xorg() throws {
    let seen = try run(.xorg, commands: Self.commands, play: Self.stuck)
    #expect(seen[0].application == ["down 1", "down 2", "up 2", "up 1", "down 3", "up 3"], "\(seen[0].text)")
    #expect(seen[0].libinput == ["down 1", "down 2", "cancel 2", "up 1", "down 3", "up 3"], "\(seen[0].text)")
    #expect(seen[1].application == ["down 1", "down 2", "up 2", "up 1", "down 3", "up 3"], "\(seen[1].text)")
    #expect(seen[2].application == ["down 1", "down 2", "motion 2 0,0", "up 2", "up 1", "down 3", "up 3"], "\(seen[2].text)")
  }
}
