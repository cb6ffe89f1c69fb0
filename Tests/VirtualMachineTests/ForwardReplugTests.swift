import Foundation
import Testing

private let machine: Comment? = VirtualMachine.problem.map { Comment(rawValue: $0) }

@Suite(
  "Forwarded panels that are plugged in again in the virtual machine", .serialized, .enabled(if: VirtualMachine.problem == nil, machine))
struct ForwardReplugTests {
  private static func layout(_ forward: String) -> String {
    "contactor: 1\nscreen: {size: [1000, 500], mm: [200, 100]}\nforward: \(forward)\n"
  }

  /// `copies` prints how many virtual panels there are; `gone` and `back` unplug the panel and plug it in, and wait until the kiosk knows.
  private let helpers = """
    copies() { grep -c '^N: Name="Test touchscreen"' /proc/bus/input/devices; }
    descriptors() { ls /proc/$kiosk/fd | wc -l; }
    back() { had=$(lines added); panel create pad size=200x100mm "$@"; again added $((had+1)); }
    gone() { had=$(lines removed); panel destroy pad; again removed $((had+1)); }
    kiosk() { contactor run /etc/layout.yaml --log /tmp/log 2>/tmp/errors & kiosk=$!; await /tmp/errors 'no touchscreen yet'; }

    """

  @Test("11.1 A hundred replugs with forwarding leave one copy, and no descriptor more")
  func hundred() throws {
    let outcome = try VirtualMachine.run(
      helpers + """
        kiosk; back; gone; back
        copies; before=$(descriptors)
        i=0; while [ $i -lt 100 ]; do gone; back; i=$((i+1)); done
        echo "copies $(copies)"; echo "more $(($(descriptors)-before))"
        ends=$(lines ended); panel tap pad 0 50 50; again ended $((ends+1)); echo "a tap works"
        gone; n=0; until [ $(copies) = 0 ] || [ $n = 20 ]; do n=$((n+1)); sleep 0.1; done; echo "left $(copies)"
        kill -TERM $kiosk; wait $kiosk; echo "end $?"; grep -c 'not forwarded' /tmp/errors
        """, layout: Self.layout("{}"))
    #expect(outcome.words == ["2", "copies 2", "more 0", "a tap works", "left 0", "end 0", "0"], "\(outcome)")
  }

  @Test("11.1 With keepCopy the copy stays while its panel is unplugged, its contacts ended, and is the panel's again")
  func kept() throws {
    let outcome = try VirtualMachine.run(
      helpers + """
        kiosk; back
        node() { sed -n 's/.*forwarded to \\([^ ]*\\) .*/\\1/p' /tmp/errors | tail -n 1; }
        before=$(node); contactor monitor --json --device $before --source evdev >/tmp/copied 2>/tmp/copied.errors & await /tmp/copied added
        panel down pad 0 20 20; panel sync pad; await /tmp/copied began
        gone; await /tmp/copied ended; echo "unplugged: $(copies)"
        back; [ "$(node)" = $before ] && echo "the same node"; panel tap pad 0 50 50; counted /tmp/copied '"ended"' 2
        grep -c '"removed"' /tmp/copied
        i=0; while [ $i -lt 10 ]; do gone; back; i=$((i+1)); done; echo "replugged: $(copies)"
        kill -TERM $kiosk; wait $kiosk; echo "end $?"; panel destroy pad; echo "at the end: $(copies)"
        """, layout: Self.layout("{keepCopy: true}"))
    #expect(
      outcome.words == ["unplugged: 1", "the same node", "0", "replugged: 2", "end 0", "at the end: 0"], "\(outcome)")
  }

  @Test("11.1 A copy has the name that the layout gives it")
  func named() throws {
    let outcome = try VirtualMachine.run(
      helpers + """
        kiosk; back; grep -c '^N: Name="left"' /proc/bus/input/devices; kill -TERM $kiosk; wait $kiosk
        """, layout: Self.layout("{name: left}"))
    #expect(outcome.words == ["1"], "\(outcome)")
  }

  @Test("11.7 Without descriptors enough, no driver is blamed: each limit has the panel used, or an error that names the limit")
  func descriptorLimit() throws {
    let outcome = try VirtualMachine.run(
      """
      panel create pad size=200x100mm
      limit=6
      while [ $limit -le 34 ]; do
        for way in 'run /etc/layout.yaml --source evdev' 'run /etc/layout.yaml --source libinput' forward; do
          : >/tmp/told
          (ulimit -n $limit; exec contactor $way --log /tmp/log) 2>/tmp/told & contactor=$!
          tries=0
          until grep -q 'Too many open files\\|forwarded to' /tmp/told || grep -q '"added"' /tmp/log 2>/dev/null; do
            tries=$((tries+1)); [ $tries -lt 600 ] || { cat /tmp/told; fail "$limit $way: no word"; }; sleep 0.1
          done
          kill -TERM $contactor 2>/dev/null; wait $contactor
          grep -q 'forwarded to' /tmp/told || grep -q '"added"' /tmp/log 2>/dev/null && echo "used at $limit: $way"
          cat /tmp/told; rm -f /tmp/log
        done
        limit=$((limit+2))
      done
      """, layout: "contactor: 1\nscreen: {size: [100, 100]}\n")
    #expect(outcome.status == 0 && !outcome.words.contains { $0.contains("modprobe") || $0.contains("FAILED") }, "\(outcome)")
    for way in ["evdev", "libinput", "forward"] {
      let used = outcome.words.filter { $0.hasPrefix("used at") && $0.hasSuffix(way) }
      #expect(used.contains { $0.hasPrefix("used at 34") } && !used.contains { $0.hasPrefix("used at 12") }, "\(outcome)")
    }
  }

  @Test("11.7 The guard is begun again after it was killed, and gives the panel back after kill -9")
  func guardian() throws {
    let outcome = try VirtualMachine.run(
      helpers + """
        guards() { for p in /proc/[0-9]*; do tr '\\0' ' ' <$p/cmdline 2>/dev/null | grep -q '/proc/self/exe guard' && echo ${p#/proc/}; done; }
        kiosk; back; first=$(guards)
        kill -9 $first; n=0; until [ -n "$(guards)" ] && [ "$(guards)" != "$first" ]; do n=$((n+1)); [ $n -lt 600 ] || fail "no guard"; sleep 0.1; done
        echo "another guard"
        contactor monitor --json --device $(sed -n 's/^pad //p' /tmp/panel | tail -n 1) --source evdev >/tmp/raw 2>/tmp/raw.errors & await /tmp/raw added
        panel down pad 0 20 20; panel sync pad; kill -9 $kiosk; sleep 2; panel up pad 0; panel sync pad; sleep 1
        panel tap pad 0 50 50; await /tmp/raw '"raw":\\[2048,2048'; echo "true places"
        """, layout: Self.layout("{}"))
    #expect(outcome.words == ["another guard", "true places"], "\(outcome)")
  }
}
