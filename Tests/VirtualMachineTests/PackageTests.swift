import Foundation
import Testing

/// A screen of 1000 × 500 points, so that per cent of the panel are easily points.
///
/// Touches that no control takes are for other programs.
private let layout = """
  contactor: 1
  screen: {size: [1000, 500], mm: [200, 100]}
  forward: true
  modes: {open: {}, closed: {forward: false}}
  outputs: {mqtt: {host: 127.0.0.1, topic: k, allow: [mode]}}
  views:
    - {id: ok, kind: button, frame: [0, 0, 100, 100], on: {touchUpInside: [{emit: done}, {run: [touch, /var/lib/contactor/done]}]}}
  """

/// The package that `tools/test` made.
private let package = ProcessInfo.processInfo.environment["CONTACTOR_PACKAGE"] ?? ""

private let problem: String? =
  VirtualMachine.problem
  ?? (FileManager.default.fileExists(atPath: package) ? nil : "CONTACTOR_PACKAGE names no package; run the tests with tools/test")

@Suite("The Debian package in a machine with systemd", .enabled(if: problem == nil, problem.map { Comment(rawValue: $0) }))
struct PackageTests {
  /// The same package as a later version, whose example layout is another.
  private func laterPackage() throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: "package-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let maker = Process()
    maker.executableURL = URL(filePath: "/bin/sh")
    maker.arguments = [
      "-ec",
      """
      dpkg-deb -R "$1" "$2/root"
      sed -i 's/^Version: .*/Version: 99.0/' "$2/root/DEBIAN/control"
      echo '# a later example' >>"$2/root/etc/contactor/kiosk.yaml"
      dpkg-deb --root-owner-group -Zgzip -z1 -b "$2/root" "$2/later.deb"
      rm -r "$2/root"
      """, "sh", package, folder.path,
    ]
    maker.standardOutput = FileHandle.nullDevice
    try maker.run()
    maker.waitUntilExit()
    try #require(maker.terminationStatus == 0)
    return folder.appending(path: "later.deb").path
  }

  /// Waits for lines of the service in the journal and for its state, and follows the panel with libinput as an application does.
  private let helpers = """
    said() { n=0; until journalctl -qu contactor | grep -q -- "$1"; do n=$((n+1)); [ $n -lt 90 ] || { journalctl -qu contactor; fail "'$1' is not in the journal"; }; sleep 1; done; }
    is() { n=0; until [ "$(systemctl is-active contactor)" = $1 ]; do n=$((n+1)); [ $n -lt 90 ] || { journalctl -qu contactor; fail "not $1"; }; sleep 1; done; echo "$2 $1"; }
    main() { systemctl show -P MainPID contactor; }
    owners() { stat -c '%U:%G %a' $(node) /dev/uinput | xargs echo "$1"; }

    """

  @Test("Installed it does what is touched; its watchdog gives a panel back; upgraded it keeps the layout; purged it leaves nothing")
  func life() throws {
    let later = try laterPackage()
    defer { try? FileManager.default.removeItem(at: URL(filePath: later).deletingLastPathComponent()) }
    let outcome = try VirtualMachine.run(
      helpers + """
        find / -xdev ! -path '/tmp/*' ! -path '/var/log/*' ! -path '/var/lib/dpkg/*' | sort >/tmp/before
        dpkg -i /vm/contactor.deb >/tmp/dpkg 2>&1 || { cat /tmp/dpkg; fail "dpkg -i"; }
        contactor schema | cmp - /usr/share/contactor/layout.schema.json && echo "schema installed"
        is active installed; echo "enabled $(systemctl is-enabled contactor)"
        panel create pad name=Panel size=200x100mm
        said '"added"'; owners plugged
        panel tap pad 0 50 50; said '"emit":"hello"'; echo "example hello"

        mkdir -p /etc/systemd/system/contactor.service.d
        printf '[Service]\\nRestartSec=10\\n' >/etc/systemd/system/contactor.service.d/slow.conf
        systemctl daemon-reload
        cp /etc/layout.yaml /etc/contactor/kiosk.yaml; systemctl restart contactor
        said 'forwarded to'
        systemctl start mosquitto; mosquitto_sub -h 127.0.0.1 -C 1 -W 90 -t k/state | sed 's/^/broker /'
        mosquitto_sub -h 127.0.0.1 -C 1 -W 90 -t k/emit >/tmp/emitted & collector=$!
        inputtool touches >/tmp/touches 2>&1 & await /tmp/touches 'added 2'
        panel tap pad 0 5 10; exists /var/lib/contactor/done; echo "tap done"
        wait $collector; grep -q '"emit":"done"' /tmp/emitted && echo "broker event"
        turn() { mosquitto_pub -h 127.0.0.1 -t k/command -m "{\\"command\\":\\"mode\\",\\"mode\\":\\"$1\\"}"; said "\\"mode\\":\\"$1\\",\\"from\\""; }
        panel tap pad 0 50 50; counted /tmp/touches ' up ' 1
        turn closed; panel tap pad 0 60 60; turn open; panel tap pad 0 70 70; counted /tmp/touches ' up ' 2
        echo "let through $(grep -c ' down ' /tmp/touches)"
        echo "helper $(systemctl is-active contactor-programs.service)"
        security=$(systemd-analyze security contactor.service | awk '/Overall exposure/ {print $(NF-2)}'); echo "security $security"

        panel down pad 0 50 50; panel down pad 1 70 70; panel sync pad; counted /tmp/touches ' down ' 4
        before=$(main); kill -STOP $before
        said 'Watchdog timeout'
        counted /tmp/touches '^removed' 1; panel up pad 0; panel up pad 1; panel sync pad
        panel tap pad 0 30 40; counted /tmp/touches ' down ' 5; counted /tmp/touches ' up ' 3
        awk '$3 == "down" && $1 == 1 {print "panel", $5, $6}' /tmp/touches
        is active bitten; [ "$(main)" != "$before" ] && echo "another process"
        counted /tmp/touches '^added' 3
        rm /var/lib/contactor/done; panel tap pad 0 5 10; exists /var/lib/contactor/done; echo "tap again"
        rm -r /etc/systemd/system/contactor.service.d; systemctl daemon-reload

        before=$(main)
        dpkg -i --force-confold /vm/later.deb >/tmp/dpkg 2>&1 || { cat /tmp/dpkg; fail "upgrade"; }
        is active upgraded; cmp /etc/layout.yaml /etc/contactor/kiosk.yaml && echo "layout kept"
        [ "$(main)" != "$before" ] && echo "restarted"
        echo "version $(dpkg-query -W -f '${Version}' contactor)"

        dpkg -r contactor >/tmp/dpkg 2>&1 || { cat /tmp/dpkg; fail "remove"; }
        is inactive removed; udevadm settle; owners removed
        cmp /etc/layout.yaml /etc/contactor/kiosk.yaml && echo "layout left"
        dpkg -P contactor >/tmp/dpkg 2>&1 || { cat /tmp/dpkg; fail "purge"; }
        find / -xdev ! -path '/tmp/*' ! -path '/var/log/*' ! -path '/var/lib/dpkg/*' | sort >/tmp/after
        comm -13 /tmp/before /tmp/after | sed 's/^/left /'
        ls -d /run/contactor* /var/log/contactor /var/lib/contactor 2>/dev/null | sed 's/^/left /'
        systemctl list-units --all --no-legend 'contactor*' | grep -v contactor-vm | sed 's/^/left /'
        getent passwd contactor | cut -d : -f 1,7; getent group contactor | cut -d : -f 1
        """, layout: layout, programs: [InputTool.build()], files: ["\(package):/vm/contactor.deb", "\(later):/vm/later.deb"],
      isDebian: true)
    #expect(outcome.status == 0, "\(outcome)")
    let expected = [
      "schema installed", "installed active", "enabled enabled", "plugged root:contactor 660 root:contactor 660", "example hello",
      "broker online", "tap done", "broker event", "let through 2", "helper active",
      "bitten active", "another process", "tap again", "upgraded active", "layout kept", "restarted", "version 99.0",
      "removed inactive", "removed root:input 660 root:root 600", "layout left", "contactor:/usr/sbin/nologin", "contactor",
    ]
    for line in expected { #expect(outcome.words.contains(line), "\(line): \(outcome)") }
    let security = outcome.words.first { $0.hasPrefix("security ") }.flatMap { Double($0.dropFirst("security ".count)) }
    #expect(try #require(security, "\(outcome)") <= 2)
    // 30 and 40 per cent of 4095 units: the panel's own contact, read by another program.
    #expect(outcome.words.filter { $0.hasPrefix("panel ") } == ["panel 1229.00 1638.00"], "\(outcome)")
    #expect(outcome.words.filter { $0.hasPrefix("left ") } == [], "\(outcome)")
  }
}
