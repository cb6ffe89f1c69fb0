import Foundation
import Testing

/// `contactor programs`, the helper that starts programs for a service.
@Suite struct ProgramsCommandTests {
  private static let files = [
    "l.yaml": """
    contactor: 1
    screen: {size: [100, 100]}
    views:
      - {id: a, kind: button, frame: [0, 0, 50, 100], on: {touchDown: {run: [sh, -c, "echo a $PPID > a.out"], cwd: FOLDER}}}
      - {id: b, kind: button, frame: [50, 0, 50, 100], on: {touchDown: {run: [sleep, 1000], timeout: 900}}}
    """,
    "s": """
    {"t":0,"kind":"touch","touch":1,"phase":"began","x":10,"y":10}
    {"t":1000,"kind":"touch","touch":1,"phase":"ended","x":10,"y":10}
    {"t":2000,"kind":"touch","touch":2,"phase":"began","x":60,"y":10}
    {"t":3000,"kind":"touch","touch":2,"phase":"ended","x":60,"y":10}

    """,
  ]

  @Test func `a helper starts the programs, and one that is killed is told in a line`() throws {
    let script = """
      sed -i "s|FOLDER|$PWD|" l.yaml
      children() { cat /proc/$helper/task/$helper/children; }
      "$PROGRAM" programs --socket "$PWD/p" & helper=$!
      until [ -S p ]; do sleep 0.01; done
      contactor replay s --layout l.yaml --execute --programs "$PWD/p" --log log & replay=$!
      until [ -s a.out ] && grep -qs sleep "/proc/$(children | cut -d ' ' -f 1)/comm"; do sleep 0.01; done
      read -r name parent < a.out
      [ "$parent" = $helper ] && echo "started by the helper"
      left=$(children); kill -9 $helper
      wait $replay
      kill $left
      grep -o '"error":.*' log
      contactor replay s --layout l.yaml --execute --programs "$PWD/none" --log - | grep -o '"handled":.*'
      """.replacing("\"$PROGRAM\"", with: "\"\(CommandRunner.program.path)\"")
    let outcome = try CommandRunner.shell(script, files: Self.files)
    #expect(outcome.output.hasPrefix("started by the helper\n"), "\(outcome)")
    #expect(outcome.errors.contains("is gone; how the program ended is not known"))
    #expect(outcome.errors.contains("none: No such file or directory"))
    #expect(outcome.output.hasSuffix(#""handled":false,"argv":["sleep","1000"]}"# + "\n"), "\(outcome)")
  }

  @Test func `without a socket it says what to do`() throws {
    let outcome = try CommandRunner.run("programs")
    #expect(outcome.status == 1 && outcome.errors == "contactor: error: systemd has handed over no socket; give one with --socket PATH\n")
    #expect(try CommandRunner.run("programs", "--socket", "p", "--allow", "no-such-user-1").errors.contains("there is no user"))
    #expect(try CommandRunner.run("replay", "s", "--programs", "p", files: Self.files).status == 2)
  }

  @Test func `it takes the socket that systemd hands over, and no other descriptor`() throws {
    let listen = """
      import os, socket, sys
      kind = getattr(socket, sys.argv[1])
      s = socket.socket(socket.AF_UNIX, kind)
      s.bind("p")
      s.listen()
      os.dup2(s.fileno(), 3)
      os.set_inheritable(3, True)
      open("ready", "w").close()
      os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS="1")
      os.execv(sys.argv[2], [sys.argv[2], "programs"])
      """
    let script = """
      python3 listen.py SOCK_SEQPACKET "\(CommandRunner.program.path)" & helper=$!
      until [ -e ready ] && grep -qs contactor "/proc/$helper/comm"; do kill -0 $helper || exit; sleep 0.01; done
      sed -i "s|FOLDER|$PWD|; /id: b/d" l.yaml
      contactor replay s --layout l.yaml --execute --programs "$PWD/p" --log - | grep -o '"status":0'
      kill $helper; wait $helper; echo $?
      [ -S p ] && echo "the socket stays"
      rm p; python3 listen.py SOCK_STREAM "\(CommandRunner.program.path)"; echo $?
      """
    let outcome = try CommandRunner.shell(script, files: Self.files.merging(["listen.py": listen]) { $1 })
    #expect(outcome.output == "\"status\":0\n0\nthe socket stays\n1\n", "\(outcome)")
    #expect(outcome.errors.contains("the descriptor 3 of LISTEN_FDS: is no listening socket"))
  }

  @Test(.enabled(if: geteuid() == 0, "giving up a capability needs root"))
  func `without the right to it, a program is not run as another user`() throws {
    let files = Self.files.merging([
      "l.yaml": """
      contactor: 1
      screen: {size: [100, 100]}
      views: [{id: a, kind: button, frame: [0, 0, 50, 100], on: {touchDown: {run: ["true"], user: nobody}}}]
      """
    ]) { $1 }
    let script = """
      setpriv --bounding-set=-setuid,-setgid "\(CommandRunner.program.path)" replay s --layout l.yaml --execute --log - \
        | grep -o '"handled":.*'
      """
    let outcome = try CommandRunner.shell(script, files: files)
    #expect(outcome.output == #""handled":false,"argv":["true"]}"# + "\n", "\(outcome)")
    #expect(outcome.errors.contains("true: may not run as the user 'nobody': that needs root, or CAP_SETUID and CAP_SETGID"))
  }
}
