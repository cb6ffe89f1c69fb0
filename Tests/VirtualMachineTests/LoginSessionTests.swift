import Foundation
import Testing

/// A screen of 1000 × 500 points, so that per cent of the panel are easily points.
private let layout = """
  contactor: 1
  screen: {size: [1000, 500]}
  outputs: {socket: {path: /tmp/socket, mode: 0666}}
  devices: [{match: {name: "*"}, expect: true}]
  views:
    - {id: ok, kind: button, frame: [0, 0, 200, 200], on: {touchUpInside: {emit: done}, touchCancel: {emit: gone}}}
  """

/// libsystemd with the libraries that it needs.
private let library: [String] = {
  let process = Process()
  process.executableURL = URL(filePath: "/bin/sh")
  process.arguments = ["-c", "l=$(ldconfig -p | sed -n 's|.*libsystemd.so.0 .*=> ||p' | head -n 1); echo $l; ldd $l | grep -o '/[^ ]*'"]
  process.environment = ["PATH": "/usr/bin:/bin:/usr/sbin:/sbin"]
  let output = Pipe()
  process.standardOutput = output
  guard (try? process.run()) != nil else { return [] }
  let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  process.waitUntilExit()
  return text.split(whereSeparator: \.isWhitespace).filter { !$0.contains("ld-linux") }.map(String.init)
}()

private let problem: String? = VirtualMachine.problem ?? (library.isEmpty ? "this machine has no libsystemd.so.0" : nil)

/// The machine has no systemd-logind: the scripts write the files in which logind tells libsystemd of its sessions.
@Suite(
  "Login sessions in the virtual machine", .serialized, .enabled(if: problem == nil, problem.map { Comment(rawValue: $0) }))
struct LoginSessionTests {
  /// `session ID ACTIVE` writes a session's file as logind does: whole, and in place of the former one.
  private static let helpers = """
    mkdir -p /run/systemd/seats /run/systemd/sessions /run/systemd/users /run/systemd/machines
    session() { printf 'UID=0\\nUSER=root\\nACTIVE=%s\\nSTATE=online\\nSEAT=seat0\\n' $2 >/run/systemd/.new; mv /run/systemd/.new /run/systemd/sessions/$1; }

    """

  private func run(_ source: String, _ script: String, programs: [String] = []) throws -> VirtualMachine.Outcome {
    let files = library.map { "\($0):/usr/lib/\(URL(filePath: $0).lastPathComponent)" }
    return try VirtualMachine.run(
      "source=\(source)\n" + Self.helpers + script, layout: layout, programs: programs, files: files)
  }

  @Test("While another session has the seat, touches are cancelled and left to it", arguments: ["libinput", "evdev"])
  func away(source: String) throws {
    let outcome = try run(
      source,
      """
      session 3 1; panel create pad
      begin --session 3 --record /tmp/record; await /tmp/log added; tapWorks "active"
      panel down pad 0 5 10; panel sync pad; again began 2
      session 3 0; again cancelled 1; again removed 1; await /tmp/errors 'not active on seat0'
      contactor status --socket /tmp/socket | grep '^session'
      panel up pad 0; panel sync pad; panel tap pad 0 5 10; sleep 20; echo "told $(lines began)"
      ls -l /proc/$(process)/fd | grep -c "$(node)\\$" | xargs echo open
      panel down pad 0 5 10; panel sync pad
      session 3 1; sleep 1; panel move pad 0 6 10; panel sync pad; echo "waits $(lines began)"
      panel up pad 0; panel sync pad; again added 2; tapWorks "back"; contactor status --socket /tmp/socket | grep '^session'
      rm /run/systemd/sessions/3; again removed 2; echo "over"
      killall -TERM contactor; wait $contactor; echo "end $?"; grep '"kind":"session"' /tmp/log | wc -l; grep -c absent /tmp/log
      contactor replay /tmp/record --layout /etc/layout.yaml --expect /tmp/log; echo "replay $?"
      contactor replay /tmp/log --layout /etc/layout.yaml --expect /tmp/log; echo "log $?"
      """)
    let expected = [
      "works: active", "session    3 on seat0, not active: touches are left to the session that is", "told 2", "open 0", "waits 2",
      "works: back", "session    3 on seat0", "over", "end 0", "3", "0", "replay 0", "log 0",
    ]
    for line in expected {
      #expect(outcome.words.contains { $0.replacing(/[ ]+/, with: " ") == line.replacing(/[ ]+/, with: " ") }, "\(line)\n\(outcome)")
    }
  }

  @Test("Started while another session has the seat, it waits; an unknown session is an error, and 'none' is none")
  func start() throws {
    let outcome = try run(
      "evdev",
      """
      session 3 0; session 4 1; panel create pad
      begin --session 3; await /tmp/errors 'not active'; again removed 1; panel tap pad 0 5 10; sleep 5; echo "told $(lines began)"
      session 3 1; again added 2; tapWorks "active"; killall -TERM contactor; wait $contactor; echo "end $?"
      contactor run /etc/layout.yaml --session 9 2>&1; echo "unknown $?"
      begin --session none; await /tmp/log added; session 4 0; tapWorks "none"; killall -TERM contactor; wait $contactor; echo "last $?"
      export XDG_SESSION_ID=3
      begin; await /tmp/log added; session 3 0; again removed 1; echo "by its variable"; killall -TERM contactor; wait $contactor
      """)
    for line in ["told 0", "works: active", "end 0", "unknown 1", "works: none", "last 0", "by its variable"] {
      #expect(outcome.words.contains(line), "\(line)\n\(outcome)")
    }
    #expect(outcome.words.contains { $0.contains("no such login session; 'loginctl' lists them") }, "\(outcome)")
  }

  @Test("A forwarded panel is let go with the seat, so that the other session has it, and taken again")
  func forwarded() throws {
    let outcome = try run(
      "evdev",
      """
      printf '\\nforward: {}\\n' >>/etc/layout.yaml
      session 3 1; panel create pad
      contactor run /etc/layout.yaml --session 3 --log /tmp/log 2>/tmp/errors & contactor=$!; await /tmp/errors 'forwarded to'
      inputtool grab $(node); echo "held $?"
      session 3 0; again removed 1
      inputtool grab $(node) >/tmp/grab & holder=$!; await /tmp/grab grabbed; echo "free"; kill $holder; wait $holder
      session 3 1; counted /tmp/errors 'forwarded to' 2; inputtool grab $(node); echo "again $?"
      killall -TERM contactor; wait $contactor; echo "end $?"
      contactor forward --session 3 --log /tmp/log2 2>/tmp/errors2 & contactor=$!; await /tmp/errors2 'forwarded to'
      session 3 0; await /tmp/log2 '"active":false'
      inputtool grab $(node) >/tmp/grab2 & holder=$!; await /tmp/grab2 grabbed; echo "forward let go"; kill $holder; wait $holder
      session 3 1; counted /tmp/errors2 'forwarded to' 2; inputtool grab $(node); echo "forwards again $?"
      killall -TERM contactor; wait $contactor; echo "last $?"
      """, programs: [InputTool.build()])
    for line in ["held 1", "free", "again 1", "end 0", "forward let go", "forwards again 1", "last 0"] {
      #expect(outcome.words.contains(line), "\(line)\n\(outcome)")
    }
  }
}
