import Foundation
import Testing

private let program = ProcessInfo.processInfo.environment["CONTACTOR_PANEL"] ?? ""
private let font = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"

private var problem: String? {
  if let problem = VirtualMachine.problem { return problem }
  guard FileManager.default.isExecutableFile(atPath: program) else {
    return "CONTACTOR_PANEL names no program; run the tests with tools/test"
  }
  return FileManager.default.isReadableFile(atPath: font) ? nil : "\(font) is not there; install fonts-dejavu-core"
}

/// The panel of Examples/Panel on the kernel's screen: a virtio-gpu shows nothing but what the panel names as damaged.
@Suite(
  "The example panel on a screen in the virtual machine", .serialized,
  .enabled(if: problem == nil, problem.map { Comment(rawValue: $0) }))
struct PanelScreenTests {
  /// Colours of the panel's palette.
  private enum Palette {
    static let background: UInt32 = 0x11161D
    static let card: UInt32 = 0x1B232D
    static let raised: UInt32 = 0x2B3644
    static let pressed: UInt32 = 0x43546A
    static let accent: UInt32 = 0xF2994A
    static let text: UInt32 = 0xEDF2F7
    static let danger: UInt32 = 0xC9463D
  }

  /// The results of a script, and the pictures that it took.
  private struct Outcome {
    let machine: VirtualMachine.Outcome
    let pictures: [String: ScreenPicture]

    func picture(_ name: String) throws -> ScreenPicture {
      try #require(pictures[name], "no picture \(name): \(machine)")
    }

    /// A number of the line that `--statistics` prints.
    func statistic(_ name: String) throws -> Int {
      let line = try #require(machine.output.split(separator: "\n").last { $0.hasPrefix("{\"frames\"") }, "\(machine)")
      let number = line.split(separator: "\"\(name)\":").dropFirst().first?.prefix { $0.isNumber }
      return try #require(number.flatMap { Int($0) }, "no \(name) in \(line)")
    }
  }

  /// `begin ARGUMENT...` starts the panel as an ordinary user in the groups video and contactor, with a touchscreen of the screen's size;
  /// `shot NAME` takes a picture once nothing moves; `click X Y` taps; `end SIGNAL` ends the panel and prints what it printed.
  private static let prelude = """
    sed -i 's/^video:x:\\([0-9]*\\):/video:x:\\1:kiosk/' /etc/group
    head -c 8 /dev/random >/dev/null
    shot() { sleep 0.5; screenshot $1.ppm || fail "no screenshot $1"; }
    click() { panel tap pad 0 $1 $2; sleep 0.5; }
    hold() { panel down pad 0 $1 $2; panel sync pad; }
    lift() { panel up pad 0; panel sync pad; }
    begin() {
      panel 'create pad name="Virtual Touchscreen" range=800x480'
      as kiosk "$@" panel --statistics >/tmp/out 2>/tmp/errors & running=$!
      await /tmp/errors "touchscreen: Virtual Touchscreen"
      shot start
    }
    end() { killall -$1 panel; wait $running; status=$?; cat /tmp/out; cat /tmp/errors >&2; return $status; }

    """

  private func run(_ script: String, programs: [String] = [], files: [String] = []) throws -> Outcome {
    let folder = FileManager.default.temporaryDirectory.appending(path: "contactor-shots-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let machine = try VirtualMachine.run(
      Self.prelude + script, programs: [program] + programs, files: ["\(font):\(font)"] + files, shots: folder)
    var pictures: [String: ScreenPicture] = [:]
    for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) where file.pathExtension == "ppm" {
      pictures[file.deletingPathExtension().lastPathComponent] = try ScreenPicture(file)
    }
    return Outcome(machine: machine, pictures: pictures)
  }

  /// The panel's picture as this machine draws it.
  private func nativePicture(of page: String) throws -> ScreenPicture {
    let file = FileManager.default.temporaryDirectory.appending(path: "contactor-native-\(UUID()).ppm")
    defer { try? FileManager.default.removeItem(at: file) }
    let process = try Process.run(URL(filePath: program), arguments: ["--screenshot", file.path, "--page", page])
    process.waitUntilExit()
    return try ScreenPicture(file)
  }

  @Test("every page is shown as this machine draws it; what goes away leaves what was there before")
  func pages() throws {
    let outcome = try run(
      """
      begin
      click 7.5 33; shot boiler
      click 80 88; shot alert
      hold 66 62; shot pressed; panel move pad 0 20 20; panel sync pad; lift; shot slid
      click 40 62; shot answered
      click 91 12.5; shot off; click 91 12.5; shot on
      click 7.5 47; shot log
      click 7.5 60; shot installer
      for key in "58 32" "46 51" "70 51" "58 69"; do click $key; done; shot unlocked
      click 7.5 20; shot rooms
      click 37 11; shot sheet
      hold 45 70; shot key; lift; click 81 8; shot cancelled
      end INT
      """)
    #expect(outcome.machine.status == 0, "\(outcome.machine)")
    for (name, page) in [("start", "rooms"), ("boiler", "boiler"), ("log", "log"), ("installer", "installer")] {
      #expect(try outcome.picture(name).difference(from: nativePicture(of: page)) == nil, "\(name)")
    }
    // A dialog, a press that slid off, a switch that was flipped twice, a sheet and a page that were left.
    for (before, after) in [
      ("boiler", "answered"), ("alert", "slid"), ("boiler", "on"), ("start", "rooms"), ("start", "cancelled"),
    ] {
      #expect(try outcome.picture(after).difference(from: outcome.picture(before)) == nil, "\(after) is not as \(before) was")
    }
    let (alert, pressed) = (try outcome.picture("alert"), try outcome.picture("pressed"))
    #expect(alert[400, 180] == Palette.card && alert[420, 290] == Palette.raised)
    #expect(pressed[420, 290] == Palette.pressed && pressed.difference(from: alert) == ScreenPicture.Box(x: 406..<529, y: 271..<307))
    // Disabled: the red of the button is gone, the arc of the knob has no warm colour.
    let (on, off) = (try outcome.picture("boiler"), try outcome.picture("off"))
    #expect(on.count(of: Palette.danger, x: 490..<768, y: 396..<448) > 10_000)
    #expect(off.count(of: Palette.danger, x: 0..<800, y: 0..<480) == 0)
    #expect(on.count(of: Palette.accent, x: 150..<458, y: 90..<340) > 500 && off.count(of: Palette.accent, x: 150..<458, y: 90..<340) == 0)
    #expect(try outcome.picture("unlocked").count(of: Palette.danger, x: 164..<458, y: 396..<448) > 10_000)
    #expect(try outcome.picture("key").count(of: Palette.accent, x: 132..<800, y: 180..<360) > 500)
    // Everything was drawn once, at the start.
    #expect(try outcome.statistic("wholeScreenDraws") == 1)
  }

  @Test("a finger on a slider moves its knob; only the slider and its temperature are drawn, within a refresh, without an allocation")
  func drag() throws {
    let mallocs = try Self.buildMallocs()
    defer { try? FileManager.default.removeItem(at: mallocs.deletingLastPathComponent()) }
    let outcome = try run(
      """
      begin env MALLOCS=/tmp/mallocs LD_PRELOAD=/usr/lib/mallocs.so
      drag() {
        { i=0; while [ $i -lt $2 ]; do i=$((i+1)); echo "move pad 0 $((24 + i % 29)).3 40.4"; echo "sync pad"; echo "sleep 8"; done; echo "print drag-$1"; } >&3
        await /tmp/panel drag-$1
        sleep 0.2
      }
      count() { set -- $(od -A n -t u8 /tmp/mallocs) $1; echo "$3-all $1"; echo "$3-own $2"; }
      count start
      hold 41.4 40.4
      # The first letters of each kind and the growth of what is reused come before.
      drag first 60; count before
      drag steady 200; count after
      panel move pad 0 50 40.4; panel sync pad
      lift
      shot dragged
      end TERM
      """, files: ["\(mallocs.path):/usr/lib/mallocs.so"])
    #expect(outcome.machine.status == 0, "\(outcome.machine)")
    let (start, dragged) = (try outcome.picture("start"), try outcome.picture("dragged"))
    // The line of the slider is warm now up to the knob, and the knob has left its old place.
    #expect(start[380, 194] == Palette.raised && dragged[380, 194] == Palette.accent)
    #expect(start[331, 186] == Palette.text && dragged[331, 186] == Palette.card && dragged[400, 186] == Palette.text)
    let box = try #require(dragged.difference(from: start))
    // Of the card only its temperature and slider.
    #expect(ScreenPicture.Box(x: 164..<442, y: 100..<209).contains(box), "\(box)")
    // Counts of the program's own code; its libraries' are in the others.
    let number = { (name: String) in try #require(outcome.machine.number(name), "\(outcome.machine)") }
    #expect(try number("start-own") > 100, "the counter counts")
    #expect(try number("before-all") < number("after-all"), "Cairo's own allocations are counted, too")
    #expect(try number("after-own") == number("before-own"), "allocations of the panel's own in a steady drag")
    let (draws, refresh) = (try outcome.statistic("draws"), try outcome.statistic("refresh"))
    #expect(try outcome.statistic("frames") >= 262)
    // 262 frames, one each 8 ms: at most as many pictures as frames, and about as many as the refreshes of that time.
    #expect(draws > 262 * 8_000 / refresh * 9 / 10 && draws < 262 + 10, "\(draws) pictures, a refresh each \(refresh) µs")
    #expect(try outcome.statistic("wholeScreenDraws") == 1)
    // A slider of 278×44 with its temperature and its steps is less than a fifteenth of the screen.
    #expect(try (outcome.statistic("pixels") - 800 * 480) / (draws - 1) < 800 * 480 / 12)
    // The machine's clock counts instructions; one picture in a hundred may wait longer, for whatever else the machine does.
    #expect(try outcome.statistic("percentile99") <= refresh, "\(outcome.machine.output)")
  }

  @Test("a list of ten thousand rows is thrown and rests in whole pixels; nothing around it is drawn, and then nothing wakes the panel")
  func fling() throws {
    let outcome = try run(
      """
      begin
      click 7.5 47; shot log
      hold 60 80
      for y in 75 70 64 57 49 40 30; do echo "move pad 0 60 $y"; echo "sync pad"; echo "sleep 16"; done >&3
      lift
      sleep 6; shot rest
      wakes() { grep '^voluntary' /proc/$(pidof panel)/status | tr -dc 0-9; }
      before=$(wakes); sleep 60; echo "wakes $(($(wakes) - before)) of $before"
      click 50 50; shot row
      end INT
      """)
    #expect(outcome.machine.status == 0, "\(outcome.machine)")
    #expect(outcome.machine.words.contains { $0.hasPrefix("wakes 0 of ") && $0 != "wakes 0 of 0" }, "\(outcome.machine)")
    let (log, rest, row) = (try outcome.picture("log"), try outcome.picture("rest"), try outcome.picture("row"))
    let moved = try #require(rest.difference(from: log))
    #expect(ScreenPicture.Box(x: 132..<800, y: 56..<480).contains(moved), "\(moved)")
    // Rows of 56 pixels, each with a line of one colour below: sharp at every offset.
    let lines = (57..<480).filter { rest[400, $0] == 0x2F3B49 }
    #expect(lines.count == 7 || lines.count == 8, "\(lines)")
    #expect(zip(lines, lines.dropFirst()).allSatisfy { $1 - $0 == 56 }, "\(lines)")
    // The row that was tapped is selected, and nothing else changed.
    #expect(row.count(of: Palette.raised, x: 700..<780, y: 57..<480) == 80 * 55)
    #expect(rest.count(of: Palette.raised, x: 700..<780, y: 57..<480) == 0)
    #expect(try outcome.statistic("wholeScreenDraws") == 1)
    #expect(try outcome.statistic("percentile99") <= outcome.statistic("refresh"), "\(outcome.machine.output)")
  }

  /// Builds the counter of allocations, `tools/vm.d/mallocs.c`.
  private static func buildMallocs() throws -> URL {
    let library = FileManager.default.temporaryDirectory.appending(path: "mallocs-\(UUID())/mallocs.so")
    try FileManager.default.createDirectory(at: library.deletingLastPathComponent(), withIntermediateDirectories: true)
    try CTool.compile("mallocs.c", to: library, ["-shared", "-fPIC"])
    return library
  }

  // MARK: Ends and errors

  @Test("Ctrl-C, SIGTERM and even SIGKILL bring the console back", arguments: ["INT", "TERM", "KILL"])
  func ends(signal: String) throws {
    let outcome = try run(
      """
      printf '\\033[2J\\033[?25l' >/dev/tty0; shot console
      begin
      end \(signal); status=$?
      sleep 1; shot after
      exit $status
      """)
    #expect(outcome.machine.status == (signal == "KILL" ? 137 : 0), "\(outcome.machine)")
    #expect(try outcome.picture("start").difference(from: outcome.picture("console")) != nil)
    #expect(try outcome.picture("after").difference(from: outcome.picture("console")) == nil)
    #expect(outcome.machine.output.contains("\"frames\"") == (signal != "KILL"))
  }

  @Test("a screen that another program takes is drawn on again when that program is gone")
  func lostScreen() throws {
    let tool = FileManager.default.temporaryDirectory.appending(path: "drmtool-\(UUID())/drmtool")
    try FileManager.default.createDirectory(at: tool.deletingLastPathComponent(), withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: tool.deletingLastPathComponent()) }
    try CTool.compile("drmtool.c", to: tool, [])
    let outcome = try run(
      """
      begin
      mkfifo /tmp/hold
      drmtool $(pidof panel) /dev/dri/card0 </tmp/hold >/tmp/thief 2>&1 &
      exec 4>/tmp/hold
      await /tmp/thief taken
      click 7.5 33
      await /tmp/errors "another program has taken the screen"
      click 7.5 47; sleep 3; click 7.5 33; shot taken
      exec 4>&-
      await /tmp/errors "the screen is ours again"
      shot again
      end INT
      """, programs: [tool.path])
    #expect(outcome.machine.status == 0, "\(outcome.machine)")
    #expect(try outcome.picture("taken").difference(from: outcome.picture("start")) == nil, "nothing is drawn meanwhile")
    #expect(try outcome.picture("again").difference(from: nativePicture(of: "boiler")) == nil)
    let sentences = outcome.machine.errors.split(separator: "\n").filter { $0.contains("screen") && !$0.contains("touchscreen") }
    #expect(sentences.count == 2, "each is said once: \(outcome.machine.errors)")
    #expect(try outcome.statistic("wholeScreenDraws") == 2)
  }

  @Test("what is missing is said in one sentence with the way out")
  func errors() throws {
    let outcome = try run(
      """
      try() { name=$1; shift; "$@" >/tmp/$name 2>&1; echo "$name $? $(tr '\\n' '|' </tmp/$name)"; }
      as kiosk panel >/tmp/untouched 2>&1 & running=$!; await /tmp/untouched "there is no touchscreen yet"; shot untouched
      try second as kiosk panel
      killall -INT panel; wait $running
      try nobody as nobody panel
      try card as kiosk panel --card /dev/dri/card7
      try render as root panel --card /dev/null
      try font as kiosk panel --font /etc/passwd
      try option as kiosk panel --windw
      try window as kiosk panel --window
      mount -t tmpfs tmpfs /dev/dri
      try none as root panel
      """)
    #expect(outcome.machine.status == 0, "\(outcome.machine)")
    #expect(try outcome.picture("untouched").difference(from: nativePicture(of: "rooms")) == nil)
    let expected = [
      ("second 1", "panel: another program draws on /dev/dri/card0; end it"),
      ("nobody 1", "panel: /dev/dri/card0 may not be opened by this user; add it to the group video"),
      ("card 1", "panel: there is no /dev/dri/card7; see ls /dev/dri"),
      ("render 1", "panel: /dev/null is no card that draws on a screen"),
      ("font 1", "panel: /etc/passwd is not there or is no font"),
      ("option 2", "panel: there is no option --windw; did you mean --window?"),
      ("window 1", "panel: there is no window: libSDL2-2.0.so.0: cannot open shared object file"),
      ("none 1", "panel: there is no graphics card in /dev/dri"),
    ]
    for (start, sentence) in expected {
      let line = outcome.machine.words.first { $0.hasPrefix(start) } ?? "no line \(start)"
      #expect(line.contains(sentence) && line.count { $0 == "|" } == 1, "\(line)\n\(outcome.machine)")
    }
  }
}

/// A C program or library of `tools/vm.d`, built with `cc`.
private enum CTool {
  static func compile(_ source: String, to output: URL, _ options: [String]) throws {
    let compiler = Process()
    compiler.executableURL = URL(filePath: "/usr/bin/env")
    let path = VirtualMachine.repository.appending(path: "tools/vm.d/\(source)").path
    compiler.arguments = ["cc", "-O2", "-Wall"] + options + [path, "-o", output.path]
    try compiler.run()
    compiler.waitUntilExit()
    try #require(compiler.terminationStatus == 0, "\(source) does not build")
  }
}
