import Foundation
import Testing

@Suite("A burst of touches on a running service, by the command itself")
struct BurstCommandTests {
  /// Taps 1,000 times as fast as the service answers, each on a place of its own, while no program can end; then lets them end.
  ///
  /// It prints how many touches were told before the first program ended, and what the programs wrote.
  private static let user = """
    import json, os, socket, sys, time
    taps, width = 1000, int(sys.argv[1])
    def connect():
        for _ in range(1200):
            try:
                peer = socket.socket(socket.AF_UNIX); peer.settimeout(60); peer.connect(os.getcwd() + '/socket')
                return peer, peer.makefile('r')
            except OSError: time.sleep(0.05)
        sys.exit('the service did not start')
    def ask(**request):
        peer.sendall((json.dumps(request) + '\\n').encode())
        answer = json.loads(answers.readline())
        if not answer['ok']: sys.exit(str(answer))
    peer, told = connect()
    peer.sendall(b'{"command":"subscribe","kinds":["touch"]}\\n'); told.readline()
    peer, answers = connect()
    for tap in range(taps):
        ask(command='inject', touch=1, phase='began', x=tap + 0.25, y=20)
        ask(command='inject', touch=1, phase='ended')
    lines = [json.loads(told.readline()) for _ in range(2 * taps)]
    places = [line['x'] for line in lines if line['phase'] == 'began']
    print('touches', places == [tap + 0.25 for tap in range(taps)], os.path.exists('ran'))
    open('go', 'w').close()
    for _ in range(1200):
        ran = open('ran').read().split() if os.path.exists('ran') else []
        if len(ran) >= taps: break
        time.sleep(0.05)
    time.sleep(0.2)
    ran = [int(word) for word in open('ran').read().split()]
    columns = {column: [tap for tap in ran if tap // width == column] for column in range(taps // width)}
    print('ran', len(ran), sorted(ran) == list(range(taps)), all(order == sorted(order) for order in columns.values()))

    """

  @Test("1,000 actions in a burst: none is lost, none out of order, and no touch is late", arguments: [1000, 25])
  func burst(width: Int) throws {
    let run = #"{run: [sh, -c, 'while ! [ -e go ]; do sleep 0.05; done; echo "$1" >>ran', sh, "{x:0}"]}"#
    let views = (0..<1000 / width).map { column in
      "  - {id: k\(column), kind: button, frame: [\(column * width), 0, \(width), 40], on: {touchUpInside: \(run)}}\n"
    }
    let layout = """
      contactor: 1
      screen: {size: [1000, 200]}
      outputs: {socket: {path: PLACE/socket, allow: [subscribe, inject]}}
      views:
      \(views.joined())
      """
    let outcome = try CommandRunner.shell(
      """
      sed -i "s|PLACE|$PWD|" l.yaml
      '\(CommandRunner.program.path)' run l.yaml --source evdev 2>errors & pid=$!
      python3 user.py \(width) || cat errors
      kill $pid; wait $pid; echo $?; grep -v -e touchscreen -e 'touches through the socket' errors
      """, files: ["l.yaml": layout, "user.py": Self.user])
    #expect(outcome.output == "touches True False\nran 1000 True True\n0\n", "\(outcome)")
  }
}
