import Foundation
import Testing

@Suite("As a service: notify socket, last good layout, trust and the log's files, by the command itself")
struct ServiceCommandTests {
  private static let layout = "contactor: 1\nscreen: {size: [800, 480]}\nviews: [{id: ok, kind: button, frame: [0, 0, 100, 100]}]\n"
  private static let bad = layout.replacing("button", with: "buton")

  /// Listens to the service manager's socket, and writes each message as one line to a file; ends with the service's `STOPPING=1`.
  private static let manager = """
    import socket, sys
    s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    s.bind('notify'); s.settimeout(60)
    open('listening', 'w').close()
    while True:
        text = s.recv(65536).decode()
        with open('told', 'a') as out: out.write(text.strip().replace('\\n', '|') + '\\n')
        if 'STOPPING' in text: break

    """

  /// Runs a service under a manager; `$pid` is its number in `script`, and `await TEXT` waits for a message.
  private func service(_ command: String, _ script: String, files: [String: String]) throws -> CommandRunner.Outcome {
    try CommandRunner.shell(
      """
      python3 manager.py & manager=$!
      until [ -e listening ]; do kill -0 $manager || exit; sleep 0.05; done
      env NOTIFY_SOCKET=$PWD/notify WATCHDOG_USEC=200000 STATE_DIRECTORY=$PWD '\(CommandRunner.program.path)' \(command) 2>errors & pid=$!
      await() { until grep -q "$1" told 2>/dev/null; do kill -0 $pid 2>/dev/null || { cat errors; exit 1; }; sleep 0.05; done; }
      \(script)
      """, files: files.merging(["manager.py": Self.manager]) { first, _ in first })
  }

  @Test("The manager is told when the service is ready, that it lives, that it reloads, and that it ends; its children are not to tell")
  func phases() throws {
    let outcome = try service(
      "run l.yaml --source evdev",
      """
      await READY; await WATCHDOG
      kill -HUP $pid; await RELOADING; kill $pid; wait $pid; echo $?; wait $manager
      grep -v WATCHDOG told | sed 's/MONOTONIC_USEC=[0-9]*/MONOTONIC_USEC=N/'
      """, files: ["l.yaml": Self.layout])
    let lines = outcome.output.split(separator: "\n").map(String.init)
    #expect(lines.first == "0", "\(outcome)")
    #expect(lines.dropFirst().first?.hasPrefix("READY=1|STATUS=") == true, "\(outcome)")
    #expect(lines.contains { $0.hasPrefix("RELOADING=1|MONOTONIC_USEC=N|STATUS=") }, "\(outcome)")
    #expect(lines.last?.hasPrefix("STOPPING=1|") == true, "\(outcome)")
  }

  @Test("forward tells the manager, too, and a service that is stopped misses the watchdog")
  func stopped() throws {
    let outcome = try service(
      "forward --device /dev/input/event99",
      """
      await WATCHDOG
      kill -STOP $pid; sleep 0.3; before=$(wc -l <told); sleep 0.7; echo $(($(wc -l <told) - before))
      kill -CONT $pid; kill $pid; wait $pid; wait $manager; grep -c 'STATUS=no touchscreen yet' told
      """, files: [:])
    #expect(outcome.output.split(separator: "\n").first == "0" && outcome.output.split(separator: "\n").count == 2, "\(outcome)")
  }

  @Test("A service that starts with a layout with mistakes tells them and runs the last good one until the file is mended")
  func lastGood() throws {
    let outcome = try service(
      "run l.yaml --source evdev",
      """
      await READY; until [ -s last-good-layout ]; do kill -0 $pid || exit; sleep 0.05; done
      kill $pid; wait $pid; wait $manager; rm told listening notify; cp bad.yaml l.yaml
      python3 manager.py & manager=$!
      until [ -e listening ]; do sleep 0.05; done
      env NOTIFY_SOCKET=$PWD/notify STATE_DIRECTORY=$PWD '\(CommandRunner.program.path)' run l.yaml --source evdev 2>errors & pid=$!
      await 'runs the last good layout'; cp good.yaml new; mv new l.yaml; await RELOADING
      kill $pid; wait $pid; echo $?; stat -c %a last-good-layout
      grep -q 'l.yaml:3:' errors && grep -q 'the last good layout, of 2' errors && grep -q reloaded errors && echo told
      """, files: ["l.yaml": Self.layout, "good.yaml": Self.layout, "bad.yaml": Self.bad])
    #expect(outcome.output == "0\n600\ntold\n", "\(outcome)")
  }

  @Test("Without a last good layout mistakes end the start with status 1")
  func noLastGood() throws {
    let outcome = try CommandRunner.run("run", "l.yaml", "--last-good", "last", files: ["l.yaml": Self.bad])
    #expect(outcome.status == 1 && outcome.errors.hasSuffix("; nothing was started\n"), "\(outcome)")
  }

  @Test("A layout that others can write is refused with the command that mends it, and as a reload")
  func trust() throws {
    let outcome = try CommandRunner.shell(
      """
      chmod 666 l.yaml
      sh -c 'SYSTEMD_EXEC_PID=$$ exec "$0" run l.yaml --source evdev' '\(CommandRunner.program.path)' 2>errors; echo $?
      grep -c 'chmod go-w .*l.yaml, or start with --trust-anyone' errors
      chmod 644 l.yaml
      sh -c 'SYSTEMD_EXEC_PID=$$ exec "$0" run l.yaml --source evdev' '\(CommandRunner.program.path)' 2>errors & pid=$!
      until grep -q touchscreen errors; do kill -0 $pid || exit; sleep 0.05; done
      chmod 666 l.yaml; kill -HUP $pid
      until grep -q 'the layout from before stays' errors; do kill -0 $pid || exit; sleep 0.05; done
      kill $pid; wait $pid; echo $?
      # A file of its own: the shell empties one only when the command starts, and the line of the service before is in it until then.
      '\(CommandRunner.program.path)' run l.yaml --source evdev --trust-anyone 2>others & pid=$!
      until grep -qs touchscreen others; do kill -0 $pid || exit; sleep 0.05; done
      kill $pid; wait $pid; echo $?
      """, files: ["l.yaml": Self.layout])
    #expect(outcome.output == "1\n1\n0\n0\n", "\(outcome)")
  }

  @Test(
    "Options of the log that make no sense are wrong usage",
    arguments: [
      "--log-size 10M", "--log - --log-size 10M", "--log x --log-keep 3", "--log x --log-size 1K", "--log x --log-size 10M --log-keep 0",
      "--log x --log-size 10M --log-keep 1000", "--log x --log-size abc", "--log-group x",
    ])
  func logOptions(options: String) throws {
    for command in ["run l.yaml", "forward"] {
      let outcome = try CommandRunner.shell("contactor \(command) \(options)", files: ["l.yaml": Self.layout])
      #expect(outcome.status == 2 && outcome.errors.contains("--log"), "\(command) \(outcome)")
    }
  }
}
