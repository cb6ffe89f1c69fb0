import Foundation
import Testing

/// What an application or libinput was told of a finger.
struct DesktopTouch: Hashable, CustomStringConvertible {
  /// `down`, `motion`, `up` or `cancel`.
  var phase: String
  /// Fingers are counted from 1, in the order in which they begin; 0 for a cancel of all.
  var finger = 0
  /// The place of a `down` or `motion`, in whole points of the screen, or units of the panel; 0 for others.
  var x = 0
  var y = 0

  var description: String { phase == "motion" ? "motion \(finger) \(x),\(y)" : finger > 0 ? "\(phase) \(finger)" : phase }
}

/// A desktop that `tools/vm --with` adds, before which panels are forwarded.
enum ForwardedDesktop: String {
  case weston, xorg

  /// The width and height of the machine's screen, in points.
  static let screen = (1280, 800)

  /// What was seen of a play.
  struct Seen {
    /// What the application of the desktop was told, and what libinput made of the same panels.
    let application: [DesktopTouch]
    let libinput: [DesktopTouch]
    /// All that was printed, with the log of the program that forwarded.
    let text: String
  }

  /// A program that forwards, and what is played on the panel meanwhile, as commands of touchpanel; the panel is `pad`.
  struct Round {
    let command: String
    let play: String
  }

  /// Starts the desktop, and an application that prints its touches into /tmp/touches.
  private var start: String {
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

  /// Runs rounds in one boot; what each of them showed.
  ///
  /// `prepare` comes first, in the machine's shell.
  func run(_ rounds: [Round], prepare: String = "", layout: String = "") throws -> [Seen] {
    let one = """
      one() {
        rm -f /tmp/log; : >/tmp/errors; wc -c </tmp/touches >/tmp/before; wc -c </tmp/libinput >/tmp/before2
        "$@" 2>/tmp/errors & forward=$!; await /tmp/errors 'no touchscreen yet'
        panel create pad size=300x200mm; panel rest /tmp/libinput 1000; panel rest /tmp/desktop 1000
        while read -r command; do echo "$command" >&3; done </tmp/play
        panel rest /tmp/libinput 1000; panel rest /tmp/touches 1000
        kill -TERM $forward; wait $forward || fail "forward $?"
        panel destroy pad; panel rest /tmp/libinput; panel rest /tmp/touches
        echo "== $*"; tail -c +$(($(cat /tmp/before)+1)) /tmp/touches; echo "-- libinput"; tail -c +$(($(cat /tmp/before2)+1)) /tmp/libinput
        echo "-- log"; grep -v '"kind":"touch"' /tmp/log 2>/dev/null
      }
      : >/tmp/libinput; inputtool touches >>/tmp/libinput 2>&1 &

      """
    let all = rounds.map { "cat >/tmp/play <<'PLAY'\n\($0.play.trimmingCharacters(in: .newlines))\nPLAY\none \($0.command)\n" }
    let outcome = try VirtualMachine.run(
      start + prepare + one + all.joined(), layout: layout, programs: [InputTool.build()], extras: [rawValue])
    try #require(outcome.status == 0, "\(outcome)")
    let sections = outcome.output.split(separator: "== ", omittingEmptySubsequences: false).dropFirst()
    try #require(sections.count == rounds.count, "\(outcome)")
    return sections.map { section in
      let parts = section.split(separator: "-- ", omittingEmptySubsequences: false)
      return Seen(
        application: touches(in: parts.first ?? ""), libinput: parts.count > 1 ? Self.libinput(parts[1]) : [], text: String(section))
    }
  }

  private static func libinput(_ text: Substring) -> [DesktopTouch] {
    let touches = LibinputTouches(text)
    return touches.devices.flatMap { touches.events[$0] ?? [] }.map { event in
      let hasPlace = event.phase == "down" || event.phase == "motion"
      return DesktopTouch(
        phase: event.phase, finger: event.contact, x: hasPlace ? Int(event.x) : 0, y: hasPlace ? Int(event.y) : 0)
    }
  }

  /// What the application printed.
  private func touches(in text: Substring) -> [DesktopTouch] {
    var first: Int?
    func finger(_ number: Int) -> Int {
      first = first ?? number
      return number - (first ?? 0) + 1
    }
    switch self {
    case .weston:
      return text.split(separator: "\n").compactMap { line in
        let words = line.split(separator: " ")
        guard let kind = words.first, ["down", "motion", "up", "cancel"].contains(kind) else { return nil }
        // A cancel is for all contacts.
        guard words.count >= 2, let number = Int(words[1]) else { return DesktopTouch(phase: String(kind)) }
        var touch = DesktopTouch(phase: String(kind), finger: finger(number))
        if words.count >= 4 { (touch.x, touch.y) = (Int(words[2]) ?? -1, Int(words[3]) ?? -1) }
        return touch
      }
    case .xorg:
      let pattern = /\((TouchBegin|TouchUpdate|TouchEnd)\)\s+device: 2 \(\d+\)\s+detail: (\d+)\s+flags:[^\n]*\s+root: (\d+)\.\d+\/(\d+)/
      let phases: [Substring: String] = ["TouchBegin": "down", "TouchUpdate": "motion", "TouchEnd": "up"]
      return text.matches(of: pattern).map { match in
        var touch = DesktopTouch(phase: phases[match.1] ?? "", finger: finger(Int(match.2) ?? 0))
        if touch.phase != "up" { (touch.x, touch.y) = (Int(match.3) ?? -1, Int(match.4) ?? -1) }
        return touch
      }
    }
  }
}
