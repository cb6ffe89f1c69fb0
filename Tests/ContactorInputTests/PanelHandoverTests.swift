import ContactorCore
@testable import ContactorEvdev
@testable import ContactorInput
@testable import ContactorSystem
import Glibc
import Testing

/// The kernel's memory of a panel, as `input_handle_abs_event()` keeps it, and a reader that applies what the kernel hands on.
private struct Kernel {
  struct Memory: Equatable {
    var slots: [[UInt16: Int32]]
    var pointer: [UInt16: Int32] = [:]
    var slot = 0
  }

  var own: Memory
  var selected: Int
  var reader: Memory
  var readerHears = true
  let description: EvdevDescription

  init(_ description: EvdevDescription) {
    self.description = description
    let slot: [UInt16: Int32] = [
      EvdevCode.trackingID: -1, EvdevCode.positionX: 0, EvdevCode.positionY: 0, EvdevCode.toolType: 0, EvdevCode.contactPressure: 0,
    ]
    own = Memory(slots: Array(repeating: slot, count: description.slotCount))
    reader = own
    selected = 0
  }

  /// Takes an event of the driver or of a writer: what does not change is dropped, a slot is told with its first change.
  mutating func take(_ event: EvdevEvent) {
    guard event.type == EvdevCode.absolute else { return }
    if event.code == EvdevCode.slot { return selected = Int(event.value) }
    guard event.code > EvdevCode.slot else {
      own.pointer[event.code] = event.value
      if readerHears { reader.pointer[event.code] = event.value }
      return
    }
    let before = own.slots[selected][event.code]
    let fuzz = description.axes[event.code]?.fuzz ?? 0
    let value = Self.defuzz(event.value, before ?? 0, fuzz)
    guard before != value else { return }
    own.slots[selected][event.code] = value
    if own.slot != selected {
      own.slot = selected
      if readerHears { reader.slot = selected }
    }
    if readerHears { reader.slots[reader.slot][event.code] = value }
  }

  /// `input_defuzz_abs_event()`.
  static func defuzz(_ value: Int32, _ old: Int32, _ fuzz: Int32) -> Int32 {
    guard fuzz > 0 else { return value }
    let distance = abs(value - old)
    if distance < fuzz / 2 { return old }
    if distance < fuzz { return (old * 3 + value) / 4 }
    return distance < fuzz * 2 ? (old + value) / 2 : value
  }

  var state: EvdevState {
    var state = EvdevState()
    state.currentSlot = Int32(selected)
    state.axes = own.pointer
    for code in own.slots[0].keys { state.slots[code] = own.slots.map { $0[code] ?? 0 } }
    return state
  }
}

private func axis(_ code: UInt16, _ value: Int32) -> EvdevEvent {
  EvdevEvent(at: Timestamp(microseconds: 0), type: EvdevCode.absolute, code: code, value: value)
}

private func panel(slots: Int32 = 3, fuzz: Int32 = 0) -> EvdevDescription {
  var panel = EvdevDescription.touchscreen(name: "Panel", contacts: slots, reportsPressure: true, reportsPalms: true)
  for code in [EvdevCode.positionX, EvdevCode.positionY] { panel.axes[code]?.fuzz = fuzz }
  return panel
}

@Suite struct PanelHandoverTests {
  @Test(arguments: [(1, 0), (3, 0), (3, 8), (10, 1)] as [(Int32, Int32)])
  func `11.7 after a grab every reader knows the true values of every slot, and the selected slot`(slots: Int32, fuzz: Int32) {
    let description = panel(slots: slots, fuzz: fuzz)
    for seed in 0..<200 as Range<UInt64> {
      var kernel = Kernel(description)
      var random = SeededNumbers(seed)
      kernel.readerHears = false
      for _ in 0..<40 {
        kernel.take(axis(EvdevCode.slot, Int32(random.next() % UInt64(slots))))
        kernel.take(axis(EvdevCode.positionX, Int32(random.next() % 4096)))
        kernel.take(axis(EvdevCode.positionY, Int32(random.next() % 4096)))
        kernel.take(axis(EvdevCode.contactPressure, Int32(random.next() % 256)))
        kernel.take(axis(EvdevCode.x, Int32(random.next() % 4096)))
      }
      kernel.readerHears = true
      let selected = kernel.selected
      for event in PanelHandover.refresh(description, kernel.state) { kernel.take(event) }
      #expect(kernel.reader.slots == kernel.own.slots, "seed \(seed)")
      #expect(kernel.reader.pointer == kernel.own.pointer, "seed \(seed)")
      #expect(kernel.selected == selected && kernel.reader.slot == selected, "seed \(seed)")
    }
  }

  @Test func `no contact begins by that, and no palm comes by`() {
    let events = PanelHandover.refresh(panel(), Kernel(panel()).state)
    #expect(!events.isEmpty && !events.contains { $0.code == EvdevCode.trackingID })
    #expect(!events.contains { $0.code == EvdevCode.toolType && $0.value == 2 })
    var decoder = EvdevDecoder(panel(), device: DeviceID(rawValue: 1), transform: .identity, state: Kernel(panel()).state)
    let bytes = events
    bytes.withUnsafeBytes { decoder.decode($0) { Issue.record("\($0)") } }
    #expect(decoder.anomalies.isEmpty)
  }

  @Test func `each frame of a slot is small enough for a reader's queue`() {
    let events = PanelHandover.refresh(panel(slots: 10), Kernel(panel(slots: 10)).state)
    let frames = events.split { $0.type == EvdevCode.synchronization }
    #expect(frames.count == 10 && frames.allSatisfy { $0.count <= 16 })
  }

  @Test func `fingers that are down are lifted, each in its slot, as the kernel lifts them`() {
    var state = Kernel(panel()).state
    #expect(PanelHandover.lifts(panel(), state).isEmpty)
    state.slots[EvdevCode.trackingID] = [7, -1, 0]
    state.keys = [EvdevCode.touch]
    #expect(state.hasContacts(panel()))
    let events = PanelHandover.lifts(panel(), state).map { [Int32($0.type), Int32($0.code), $0.value] }
    #expect(
      events == [
        [3, 0x2f, 0], [3, 0x39, -1], [3, 0x2f, 2], [3, 0x39, -1], [1, 0x14a, 0], [0, 0, 1],
      ])
  }

  @Test func `a panel that lists contacts is emptied, and a single-touch panel released`() {
    let lists = EvdevDescription.touchscreen(name: "A", panel: .lists)
    let single = EvdevDescription.touchscreen(name: "S", panel: .single)
    var state = EvdevState()
    #expect(!state.hasContacts(lists) && PanelHandover.lifts(lists, state).isEmpty)
    state.keys = [EvdevCode.touch]
    #expect(state.hasContacts(lists) && state.hasContacts(single))
    #expect(PanelHandover.lifts(lists, state).map(\.code) == [EvdevCode.touch, EvdevCode.contactReport, EvdevCode.report])
    #expect(PanelHandover.lifts(single, state).map(\.code) == [EvdevCode.touch, EvdevCode.report])
    state.axes = [EvdevCode.x: 4095, EvdevCode.y: 7]
    #expect(PanelHandover.refresh(single, state).map(\.value) == [4094, 4095, 8, 7, 0])
  }

  @Test(arguments: [Int32.min, -1, 0, 4095, .max], [Int32.min, 0, 100, .max])
  func `no value and no fuzz of a panel is too large`(value: Int32, fuzz: Int32) {
    var state = EvdevState()
    state.axes = [EvdevCode.x: value]
    let single = EvdevDescription.touchscreen(name: "S", panel: .single)
    var description = single
    description.axes[EvdevCode.x]?.fuzz = fuzz
    let values = PanelHandover.refresh(description, state).map(\.value)
    #expect(values.count == 3 && values[1] == value && (values[0] != value || fuzz == .max))
  }
}

/// Takes writes call by call: a negated error number fails, any other number is how many bytes are taken at most.
private final class ScriptedWrites: @unchecked Sendable {
  var steps: [Int]
  var calls = 0
  var bytes: [UInt8] = []

  init(_ steps: [Int]) { self.steps = steps }

  var system: SystemCalls {
    var system = SystemCalls.kernel
    system.write = { [self] _, buffer in
      calls += 1
      let step = steps.isEmpty ? Int.max : steps.removeFirst()
      if step < 0 { return step }
      let count = min(step, buffer.count)
      bytes += buffer.prefix(count)
      return count
    }
    system.waitUntilWritable = { _ in Issue.record("nothing waits") }
    return system
  }
}

@Suite struct PanelCopyTests {
  private let frame = [
    EvdevEvent(at: Timestamp(microseconds: 5_000_007), type: 3, code: 0x39, value: 4),
    EvdevEvent(at: Timestamp(microseconds: 5_000_007), type: 0, code: 0, value: 0),
  ]

  private func write(_ steps: [Int], _ layout: KernelEventLayout = .wide) -> (failure: Int32, script: ScriptedWrites) {
    let script = ScriptedWrites(steps)
    let failure = frame.withUnsafeBufferPointer { layout.write($0, to: -1, script.system) }
    return (failure, script)
  }

  @Test func `a frame is one write of the events as they are`() {
    let (failure, script) = write([])
    #expect(failure == 0 && script.calls == 1)
    #expect(script.bytes == frame.withUnsafeBytes { Array($0) })
  }

  @Test func `events with 32-bit times have their own seconds and microseconds`() {
    let (failure, script) = write([], .narrow)
    #expect(failure == 0 && script.calls == 1 && script.bytes.count == 32)
    #expect(script.bytes.prefix(8) == [5, 0, 0, 0, 7, 0, 0, 0])
    #expect(script.bytes[8..<16] == [3, 0, 0x39, 0, 4, 0, 0, 0])
  }

  @Test func `a signal and a short write lose nothing`() {
    let (failure, script) = write([-Int(EINTR), 24, -Int(EINTR)])
    #expect(failure == 0 && script.calls == 4)
    #expect(script.bytes == frame.withUnsafeBytes { Array($0) })
  }

  @Test(arguments: [EAGAIN, EIO, ENODEV, EINVAL])
  func `a failure is told with its number, and nothing waits`(number: Int32) {
    #expect(write([-Int(number)]).failure == number)
    #expect(write([24, -Int(number)]).failure == number)
    #expect(write([0]).failure == EIO)
  }

  @Test func `a copy is known by its mark, and lists name its panel`() {
    let panel = EvdevDescription.touchscreen(name: "Panel")
    #expect(!panel.isForwardedCopy && Forwarder.copy(of: panel).isForwardedCopy)
    var original = TouchDevice(id: DeviceID(rawValue: 1), node: "/dev/input/event1", name: "Panel")
    original.physicalPath = "usb-1"
    var copy = original
    copy.node = "/dev/input/event7"
    var other = copy
    other.physicalPath = "usb-2"
    var listings = [other, original, copy, other].map { DeviceListing(device: $0, problem: nil) }
    listings[2].isCopy = true
    listings[3].isCopy = true
    listings[0].device.physicalPath = "usb-3"
    DeviceList.nameOriginals(&listings)
    #expect(listings.map(\.original) == [nil, nil, "event1", nil])
    #expect(listings.map { $0.problem?.code } == [nil, nil, .copy, .copy])
  }
}

/// The numbers of a seed, the same in each run (SplitMix64).
private struct SeededNumbers {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
