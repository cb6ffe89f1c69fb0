import Foundation
import Testing

private let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
/// Python with DuckDB, which Debian has not; `tools/install-packages` makes it.
private let python = root.appending(path: ".build-python/bin/python3").path
private let hasDuckDB = FileManager.default.isExecutableFile(atPath: python)
private let hasBroker = FileManager.default.isExecutableFile(atPath: "/usr/sbin/mosquitto")

/// The command with a broker, mosquitto, and the documentation of fleets (contract 13.5).
@Suite("With a broker", .enabled(if: hasBroker, "there is no mosquitto"))
struct BrokerCommandTests {
  /// Starts a broker at `$port`, and offers shell functions.
  private static let stage = """
    port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
    printf 'user %s\\nlistener %s 127.0.0.1\\nallow_anonymous true\\n' "$(id -un)" $port >broker.conf
    # The test's thread has signals blocked, by one of which a broker ends; only for use in the background.
    unblocked() { exec python3 -c 'import os, signal, sys; signal.pthread_sigmask(signal.SIG_SETMASK, []); os.execvp(sys.argv[1], sys.argv[1:])' "$@"; }
    unblocked /usr/sbin/mosquitto -c broker.conf >broker.log 2>&1 & broker=$!
    trap 'kill -9 $broker $pid $sub 2>/dev/null' EXIT
    # Waits until a command succeeds, for a minute.
    await() { n=0; until "$@" >/dev/null 2>&1; do n=$((n + 1)); [ $n -lt 600 ] || { echo "timeout: $*"; cat errors *.log; exit 1; }; sleep 0.1; done; }
    collect() { mosquitto_sub -p $port -q 1 -v "$@" >collected 2>>errors & sub=$!; }
    send() { mosquitto_pub -p $port -q 1 "$@"; }
    await mosquitto_pub -p $port -t x -m x
    sed -i "s/PORT/$port/" *.yaml 2>/dev/null

    """

  private static let layout = """
    contactor: 1
    screen: {size: [800, 480]}
    modes:
      kiosk: {}
      admin: {}
    outputs:
      socket: {path: SOCKET, allow: [inject, mode]}
      mqtt: {host: 127.0.0.1, port: PORT, topic: k, allow: [mode, status], listen: [all/command]}
    views:
      - {id: ok, kind: button, frame: [0, 0, 100, 100], on: {touchUpInside: [{emit: "pressed"}, {mqtt: ~/ok, payload: "{event}", retain: true}]}}

    """

  /// Touches the button through the control socket.
  private static let touch = """
    import socket, os
    s = socket.socket(socket.AF_UNIX); s.connect(os.getcwd() + '/events'); f = s.makefile('rw')
    for phase in ('began', 'ended'):
        f.write('{"command":"inject","touch":1,"phase":"%s","x":50,"y":50}\\n' % phase); f.flush(); print(f.readline().strip())

    """

  private func run(_ script: String) throws -> CommandRunner.Outcome {
    try CommandRunner.shell(
      Self.stage + """
        sed -i "s|SOCKET|$PWD/events|" k.yaml
        '\(CommandRunner.program.path)' run k.yaml --source evdev --log log 2>errors & pid=$!
        \(script)
        """, files: ["k.yaml": Self.layout, "touch.py": Self.touch])
  }

  @Test("13.5 A touch is published as an event and as its own message; the log says that it was taken")
  func publishes() throws {
    let outcome = try run(
      """
      await grep -q connected errors; collect -t 'k/#'; await grep -q 'k/status' collected
      python3 touch.py; await grep -q 'k/ok ' collected; await grep -q 'k/emit ' collected
      kill $pid; wait $pid; echo $?; await grep -q 'k/state offline' collected
      grep -o 'k/ok .*' collected; grep -o 'k/emit .*' collected | sed 's/"t":[0-9]*/T/'; grep -c 'k/state online' collected
      grep -o '"action":"mqtt".*' log
      """)
    #expect(
      outcome.output == """
        {"ok":true,"command":"inject"}
        {"ok":true,"command":"inject"}
        0
        k/ok touchUpInside
        k/emit {T,"kind":"emit","emit":"pressed","control":"ok","event":"touchUpInside"}
        1
        "action":"mqtt","target":"~/ok","handled":true}

        """, "\(outcome)")
  }

  @Test("13.5 Commands are done where the layout allows them, on each topic that is listened to, and answered")
  func commands() throws {
    let outcome = try run(
      """
      await grep -q connected errors; collect -t 'k/answer' -t 'k/mode' -t k/status; await grep -q '"mode":"kiosk"' collected
      send -t k/command -m '{"command":"mode","mode":"admin","id":1}'; await grep -q '"id":1' collected
      send -t all/command -m '{"command":"mode","mode":"admn","id":2}'; await grep -q '"id":2' collected
      send -t k/command -m '{"command":"reload","id":3}'; await grep -q '"id":3' collected
      send -t k/command -m 'nonsense'; await grep -q 'no JSON\\|"ok":false,"error"' collected
      send -t k/command -m '{"command":"status","id":4}'; await grep -q '"id":4' collected
      send -t k/command -r -m '{"command":"mode","mode":"kiosk","id":5}'; await grep -q '"id":5' collected
      kill $pid; wait $pid
      '\(CommandRunner.program.path)' run k.yaml --source evdev 2>again & pid=$!
      await grep -q 'was ignored' again; kill $pid; wait $pid
      grep -o 'k/answer .*"id":[123].*' collected; grep -c '"mode":"admin"' collected; grep -o "mode admin, as .*" errors; cat again | grep -o 'k/command.*'
      """)
    let lines = outcome.output.split(separator: "\n").map(String.init)
    #expect(lines.count == 6, "\(outcome)")
    guard lines.count == 6 else { return }
    #expect(lines[0] == #"k/answer {"ok":true,"id":1,"command":"mode"}"#)
    #expect(
      lines[1].contains(#""ok":false,"id":2,"command":"mode","error":"no mode is named 'admn'; expected one of kiosk, admin, locked""#))
    #expect(lines[2].contains("the layout does not allow reload here; outputs: {mqtt: {allow: […]}} says what is allowed"))
    #expect(lines[4] == "mode admin, as the broker's k/command asked")
    #expect(lines[5] == "k/command: a command that the broker kept was ignored; publish commands without 'retain'")
  }

  @Test("13.4 A broker that is away delays nothing, and `contactor status` says so; what waited is there after the next start")
  func away() throws {
    let outcome = try CommandRunner.shell(
      Self.stage + """
        sed -i "s|SOCKET|$PWD/events|; s/inject, mode/inject, status/" k.yaml; kill $broker; wait $broker
        export STATE_DIRECTORY=$PWD
        '\(CommandRunner.program.path)' run k.yaml --source evdev --log log 2>errors & pid=$!
        await grep -q 'Connection refused' errors; python3 touch.py
        status() { '\(CommandRunner.program.path)' status --socket $PWD/events; }
        await sh -c "'\(CommandRunner.program.path)' status --socket $PWD/events | grep 'not connected.*waiting' | grep -v ' 0 waiting'"
        status | grep -o 'not connected (Connection refused), 0 sent'
        kill $pid; wait $pid; stat -c '%a %F' mqtt; ls mqtt/*.messages | wc -l
        unblocked /usr/sbin/mosquitto -c broker.conf >broker.log 2>&1 & broker=$!
        await send -t k/x -m x; collect -t 'k/+'
        listening() { send -t k/x -m x; grep -q 'k/x x' collected; }
        await listening
        '\(CommandRunner.program.path)' run k.yaml --source evdev --log log 2>errors & pid=$!
        await grep -q 'k/ok touchUpInside' collected; await grep -q 'k/emit .*pressed' collected; echo came
        kill $pid; wait $pid
        """, files: ["k.yaml": Self.layout, "touch.py": Self.touch])
    #expect(
      outcome.output == """
        {"ok":true,"command":"inject"}
        {"ok":true,"command":"inject"}
        not connected (Connection refused), 0 sent
        700 directory
        1
        came

        """, "\(outcome)")
  }

  @Test("`contactor doctor` tries the broker, and does not disturb a kiosk that is connected")
  func doctor() throws {
    let outcome = try run(
      """
      await grep -q connected errors; collect -t k/state; await grep -q online collected
      contactor doctor k.yaml --socket none --json | grep -o '"check":"broker".*'
      sed "s/port: $port/port: 1/" k.yaml >other.yaml; contactor doctor other.yaml --socket none | grep -A 1 'port\\|broker' | grep -c 'Connection refused'
      kill $pid; wait $pid; cat collected; grep -c lost errors
      """)
    let lines = outcome.output.split(separator: "\n").map(String.init)
    #expect(lines.first?.hasPrefix(#""check":"broker","verdict":"ok","found":"the broker 127.0.0.1:"#) == true, "\(outcome)")
    #expect(lines.dropFirst() == ["1", "k/state online", "k/state offline", "0"], "\(outcome)")
  }

  // MARK: The documentation

  private static var fleet: String {
    get throws {
      try String(contentsOf: root.appending(path: "Documentation/Fleet.md"), encoding: .utf8)
    }
  }

  /// The blocks of the article in a language.
  private static func blocks(_ language: String) throws -> [String] {
    try fleet.components(separatedBy: "```\(language)\n").dropFirst().compactMap { $0.components(separatedBy: "```").first }
  }

  @Test("The article's layout has no mistake, and its commands work with a kiosk and a broker")
  func article() throws {
    let commands = try Self.blocks("sh").map { $0.replacing("-h broker.example", with: "-h 127.0.0.1 -p $port") }
    try #require(commands.count == 6)
    let layout = try #require(try Self.blocks("yaml").first)
      .replacing("host: broker.example", with: "host: 127.0.0.1\n    port: PORT")
      .replacing("    tls: {ca: /etc/contactor/ca.pem}\n    user: kiosk\n    passwordFile: /etc/contactor/broker.password\n", with: "")
      .replacing("shop/{host}", with: "shop/kiosk7")
      .replacing("views:", with: "  socket: {path: SOCKET, allow: [inject]}\nmodes: {kiosk: {}, admin: {}}\nviews:")
    let files = ["k.yaml": layout, "touch.py": Self.touch, "article.yaml": try Self.blocks("yaml")[0]]
    func background(_ index: Int, _ name: String) -> String {
      commands[index].trimmingCharacters(in: .whitespacesAndNewlines).split(separator: " >")[0] + " >\(name) 2>>errors & sub=\"$sub $!\"\n"
    }
    let outcome = try CommandRunner.shell(
      Self.stage + """
        '\(CommandRunner.program.path)' check article.yaml
        sed -i "s|SOCKET|$PWD/events|" k.yaml; sub=
        \(background(0, "emits"))\(background(1, "states"))\(background(4, "answers"))\(background(5, "touches.jsonl"))
        '\(CommandRunner.program.path)' run k.yaml --source evdev 2>errors & pid=$!
        await grep -q 'state online' states; await grep -q 'status {' states
        python3 touch.py >/dev/null; await grep -q '"emit":"call"' emits; await grep -q ended touches.jsonl
        \(commands[2])await grep -q '"id":1' answers
        \(commands[3])await grep -q '"id":2' answers
        kill $pid; wait $pid
        cut -d : -f 1 emits; sort answers; python3 -m json.tool --json-lines touches.jsonl >/dev/null && echo JSON
        """, files: files)
    #expect(
      outcome.output == """
        article.yaml: no mistakes
        shop/kiosk7/emit {"t"
        shop/kiosk7/answer {"ok":true,"id":1,"command":"mode"}
        shop/kiosk7/answer {"ok":true,"id":2,"command":"reload"}
        JSON

        """, "\(outcome)")
  }

  @Test("The article's questions have answers", .enabled(if: hasDuckDB, "there is no DuckDB for Python"))
  func questions() throws {
    var lines: [String] = []
    for kiosk in 1...3 {
      for touch in 1...kiosk {
        for (phase, time) in [("began", 0), ("ended", 80_000 * kiosk)] {
          let view = phase == "began" && kiosk < 3 ? #","view":"ok""# : ""
          lines.append(
            #"{"topic":"shop/k\#(kiosk)/touch","line":{"t":\#(touch * 1_000_000 + time),"kind":"touch","touch":\#(touch),"phase":"\#(phase)","x":\#(100 * kiosk),"y":50\#(view)}}"#
          )
        }
      }
    }
    var files = ["touches.jsonl": lines.joined(separator: "\n") + "\n"]
    for (index, question) in try Self.blocks("sql").enumerated() { files["\(index).sql"] = question }
    let outcome = try CommandRunner.shell(
      """
      for i in 0 1 2; do '\(python)' -c "import duckdb; [print(*row) for row in duckdb.sql(open('$i.sql').read()).fetchall()]"; done
      """, files: files)
    #expect(
      outcome.output == """
        k3 None 3
        k2 ok 2
        k1 ok 1
        240.0 0.0 3
        160.0 0.0 2
        80.0 0.0 1
        k1 80.0 1
        k2 160.0 2
        k3 240.0 3

        """, "\(outcome)")
  }
}
