import ContactorCore
import ContactorEvdev
import ContactorTrace
import Testing

@Suite("Formats of other programs")
struct TextFormatTests {
  private func shorthand(_ events: [EvdevEvent]) -> [String] {
    events.map { "\($0.time.microseconds) \($0.type) \($0.code) \($0.value)" }
  }

  @Test("libinput record: what libinput made of the events, HID reports, udev and quirks are skipped")
  func libinput() throws {
    let (format, trace) = try read(
      """
      # libinput record
      version: 1
      ndevices: 2
      libinput:
        version: "1.22.1"
        git: "unknown"
      system:
        os: "example:1"
        kernel: "6.1.0"
      devices:
      - node: /dev/input/event4
        evdev:
          # Name: ACME "Touch" panel
          # ID: bus 0x3 vendor 0x4f3
          # Event type 3 (EV_ABS)
          name: "ACME "Touch" panel"
          id: [3, 1267, 268, 272]
          codes:
            0: [0, 1, 2, 3] # EV_SYN
            1: [330] # EV_KEY
            3: [0, 47, 53] # EV_ABS
            4: [5] # EV_MSC
          absinfo:
            0: [0, 3206, 0, 0, 12]
            47: [0, 9, 0, 0, 0]
            53: [-10, 3206, 1, 2, 12]
          properties: [1]
        hid: [
          0x05, 0x0d, 0x09, 0x04,
          0xa1, 0x01
        ]
        udev:
          properties:
          - ID_INPUT=1
          - ID_INPUT_TOUCHSCREEN=1
          virtual: false
        quirks:
        - AttrTouchSizeRange=1:2
        events:
        # Current time is 12:00:00
        - hid:
            time: [  0,      1]
            hid0: [ 01 02 03 04 ]
        - evdev:
          - [  0,      0,   3,  57,    1454] # EV_ABS / ABS_MT_TRACKING_ID     1454
          - [  0,     12,   3,  53,     -12] # EV_ABS / ABS_MT_POSITION_X       -12
          - [  0,     12,   0,   0,       0] # ------------ SYN_REPORT (0) ---------- +0ms
        - libinput:
          - {time: 0.000000, type: TOUCH_DOWN, slot: 0, seat_slot: 0, point: [  1.00,   2.00]}
        - evdev:
          - [ 11, 999999,   3,  57,      -1]
          - [ 11, 999999,   0,   0,       0] # ------------ SYN_REPORT (0) ---------- +12000ms
      - node: /dev/input/event5
        evdev:
          name: "Second"
          id: [24, 1, 2, 3]
          codes:
            0: [0]
          absinfo:
          properties: []
        udev:
          properties:
        events:
        - evdev:
          - [  1,      5,   1, 330,       1]
      """)
    #expect(format == .libinput)
    #expect(trace.devices.map(\.device.node) == ["/dev/input/event4", "/dev/input/event5"])
    let description = try #require(trace.devices.first?.description)
    #expect(description.name == "ACME \"Touch\" panel")
    #expect(description.vendor == 1267 && description.version == 272 && description.properties == [1])
    #expect(description.codes == [1: [330], 4: [5]])
    #expect(description.axes[53] == EvdevAxis(-10, 3206, fuzz: 1, flat: 2, resolution: 12))
    #expect(
      shorthand(trace.events(of: DeviceID(rawValue: 1))) == [
        "0 3 57 1454", "12 3 53 -12", "12 0 0 0", "11999999 3 57 -1", "11999999 0 0 0",
      ])
    #expect(shorthand(trace.events(of: DeviceID(rawValue: 2))) == ["1000005 1 330 1"])
  }

  @Test("getevent with names, numbers, several devices, and the line ends of Windows")
  func getevent() throws {
    let names = try read(
      [
        "add device 1: /dev/input/event5", "  name:     \"fts_ts\"", "could not get driver version for /dev/input/mouse0",
        "[   69381.654321] /dev/input/event5: EV_ABS       ABS_MT_TRACKING_ID   0000002a",
        "[   69381.654321] /dev/input/event5: EV_ABS       ABS_MT_TOOL_TYPE     MT_TOOL_PALM",
        "[   69381.654321] /dev/input/event5: EV_KEY       BTN_TOUCH            DOWN",
        "[   69381.654321] /dev/input/event5: EV_SYN       SYN_REPORT           00000000             rate 0",
        "[   69381.700000] /dev/input/event2: EV_KEY       KEY_POWER            UP", "",
      ].joined(separator: "\r\n"))
    #expect(names.format == .getevent)
    #expect(names.trace.devices.map(\.device.name) == ["fts_ts", ""])
    #expect(
      shorthand(names.trace.events()) == [
        "69381654321 3 57 42", "69381654321 3 55 2", "69381654321 1 330 1", "69381654321 0 0 0", "69381700000 1 116 0",
      ])
    let numbers = try read("[   1.000001] 0003 0039 ffffffff\n[   1.000001] 0000 0000 00000000\n")
    #expect(shorthand(numbers.trace.events()) == ["1000001 3 57 -1", "1000001 0 0 0"])
    let error = #expect(throws: TraceError.self) { try read("/dev/input/event5: 0003 0039 ffffffff\n") }
    #expect(
      error?.description == "x:1: the events have no times, so that nothing can be played; record them with getevent -t or getevent -lt")
  }

  @Test("evtest's text: old and new separators, axes, hexadecimal scan codes")
  func evtest() throws {
    let (format, trace) = try read(
      """
      Input driver version is 1.0.1
      Input device ID: bus 0x18 vendor 0x4f3 product 0x20 version 0x100
      Input device name: "ACME "x""
      Supported events:
        Event type 0 (EV_SYN)
        Event type 1 (EV_KEY)
          Event code 330 (BTN_TOUCH)
        Event type 3 (EV_ABS)
          Event code 53 (ABS_MT_POSITION_X)
            Value      0
            Min       -5
            Max      799
            Resolution  12
      Properties:
        Property type 1 (INPUT_PROP_DIRECT)
      Testing ... (interrupt to exit)
      Event: time 1510000000.123456, type 3 (EV_ABS), code 57 (ABS_MT_TRACKING_ID), value -1
      Event: time 1510000000.123456, type 4 (EV_MSC), code 4 (MSC_SCAN), value 9001f
      Event: time 1510000000.123457, ++++++++++++++ SYN_MT_REPORT ++++++++++++
      Event: time 1510000000.123457, -------------- Config Sync ------------
      Event: time 1510000000.123457, >>>>>>>>>>>>>> SYN_DROPPED <<<<<<<<<<<<
      Event: time 1510000000.123458, -------------- Report Sync ------------
      Event: time 1510000000.123459, -------------- SYN_REPORT ------------
      """)
    #expect(format == .evtest)
    let description = try #require(trace.devices.first?.description)
    #expect(description.name == "ACME \"x\"" && description.vendor == 0x4f3 && description.version == 0x100)
    #expect(description.axes == [53: EvdevAxis(-5, 799, resolution: 12)])
    #expect(description.codes == [1: [330]] && description.properties == [1])
    #expect(
      shorthand(trace.events()).map { $0.dropFirst(13) } == [
        "456 3 57 -1", "456 4 4 589855", "457 0 2 0", "457 0 2 0", "457 0 3 0", "458 0 0 0", "459 0 0 0",
      ])
  }

  @Test(
    "What is no recording is refused with a sentence, and a line that its format does not allow is damage with one",
    arguments: [
      ("", "x: the file is empty"), ("hello\nworld\n", "x: this is no recording that is known here"),
      ("\u{1f}\u{8b}", "x: this is no recording"),
      ("version: 2\nndevices: 1\n", "x: version 2 of libinput's recordings is not known; 1 is"),
      ("# libinput record\n- node: /dev/x\n  events:\n  - [1, 2, 3]\n", "x:4: '- [1, 2, 3]' is not an event"),
      ("# libinput record\n- node: /dev/x\n  evdev:\n    id: [1, 2]\n", "x:4: id takes [bus, vendor"),
      ("[ 1.000000] 0003 0035 hello\n", "x:1: 'hello' is not a value"),
      ("Event: time 1.5, type 3 (EV_ABS)\n", "x:1: expected a time"),
      ("Event: time 1.000000, nonsense\n", "x:1: 'nonsense' is not an event of evtest"),
      ("D: 0\nN: x\nI: 3 1 2\nR: 2 05 0d\n", "x:1: this is a recording of HID reports"),
      ("N: x\nE: 1.000000 0003\n", "x:2: E: takes time, type, code and value"),
      (#"{"t":1,"kind":"events","events":[[1,2,3]]}"#, "x:1: each of \"events\" must be"),
      (#"{"t":1,"kind":"frame","contacts":[{"id":1}]}"#, "x:1: a contact must have"),
    ])
  func mistakes(text: String, message: String) {
    var found = "nothing"
    do {
      let trace = try text.utf8.first == 0x1f ? read([0x1f, 0x8b, 8]).trace : read(text).trace
      if let damage = trace.damage.first { found = "x:\(damage.line): \(damage.message)" }
    } catch {
      found = "\(error)"
    }
    #expect(found.hasPrefix(message), "\(found)")
  }

  @Test("A description in the file itself replaces the one that lies beside it")
  func ownDescription() throws {
    var beside = EvdevDescription(name: "other")
    beside.codes[1] = [330]
    func device(_ text: String) throws -> EvdevDescription? {
      var reader = try TraceReader(MemorySource(text, name: "x"), description: beside)
      var collector = TraceCollector()
      try reader.readAll(into: &collector)
      return collector.devices.first?.description
    }
    #expect(try device("E: 1.000000 0003 0035 1\n") == beside)
    let own = try device("N: own\nB: 01 01\nE: 1.000000 0003 0035 1\n")
    #expect(own?.name == "own" && own?.codes == [1: [0]])
  }

  @Test(
    "A byte order mark before a text is skipped",
    arguments: [
      (TraceFileFormat.evemu, "N: x\nE: 1.000000 0003 0035 0007\n"), (.getevent, "[ 1.000000] 0003 0035 00000007\n"),
      (.evtest, "Event: time 1.000000, type 3 (EV_ABS), code 53 (ABS_MT_POSITION_X), value 7\n"),
      (.jsonl, #"{"t":1000000,"kind":"events","events":[[0,3,53,7]]}"#),
      (.libinput, "- node: /dev/x\n  events:\n  - evdev:\n    - [1, 0, 3, 53, 7]\n"),
    ] as [(TraceFileFormat, String)])
  func byteOrderMark(format: TraceFileFormat, text: String) throws {
    let (found, trace) = try read("\u{feff}" + text)
    #expect(found == format)
    #expect(trace.events().map(\.value) == [7])
  }

  @Test("A line without end is skipped, not gathered without limit")
  func longLine() throws {
    let bytes = Array("N: x\n".utf8) + [UInt8](repeating: 65, count: 3 << 20) + Array("\nE: 1.000000 0003 0035 0007\n".utf8)
    let trace = try read(bytes).trace
    #expect(trace.damage.map(\.line) == [2] && trace.damage.first?.length == 3 << 20)
    #expect(trace.events().map(\.value) == [7])
  }

  @Test("Mutated text never crashes", arguments: TraceFileFormat.allCases, 0..<6)
  func mutations(format: TraceFileFormat, seed: Int) throws {
    var random = SeededGenerator(seed)
    let bytes: [UInt8]
    switch format {
    case .getevent: bytes = Array("[   1.000001] /dev/input/event2: EV_ABS ABS_MT_SLOT ffffffff\n[ 2.000000] 0003 0035 00000000\n".utf8)
    case .debugEvents: bytes = Array(DebugEventsTests.text.utf8)
    case .pythonEvdev:
      bytes = Array(
        ("Device name: x\n  Type EV_ABS 3:\n    Code ABS_X 0:\n      value 0, min 0, max 9\n"
          + "time 1.5 type 3 (EV_ABS), code 0 (ABS_X), value 7\nevent at 2.5, code 00, type 03, val 08\n").utf8)
    case .tslib: bytes = Array("1351116708.506099: (slot 1)    400    240    255\n1351116708.606099:    400    240      0\n".utf8)
    case .evbug: bytes = Array("[ 1888.280712] evbug: Event. Dev: input27, Type: 3, Code: 57, Value: -1\n".utf8)
    case .evtest:
      bytes = Array(
        "Input device ID: bus 0x1 vendor 0x2\n  Event type 3 (X)\n    Event code 1 (Y)\n    Min 2\nEvent: time 1.000000, type 3 (EV_ABS), code 1 (Z), value 7\n"
          .utf8)
    default:
      let (device, events) = RandomRecording.events(seed: seed, frames: 3)
      bytes = try written([.record(.device(device, at: events[0].time)), .events(events, device.id)], as: format)
    }
    for _ in 0..<150 {
      var changed = bytes
      for _ in 0...random.below(4) { changed[random.below(changed.count)] = UInt8(random.below(256)) }
      if random.chance(20) { changed.removeSubrange(random.below(changed.count)...) }
      _ = try? read(changed)
    }
  }
}
