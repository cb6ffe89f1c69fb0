import ContactorCore

// Compiled together with ContactorEvdev's sources, by tools/fuzz: so the fuzzer sees every branch of the decoder.

/// libFuzzer's entry: the bytes are a panel, then events in three bytes each and requests to the decoder.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzDecoder(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let start, count > 4 else { return 0 }
  var run = DecoderRun(UnsafeBufferPointer(start: start, count: count))
  run.play()
  return 0
}

/// One stream of events through one decoder, every frame checked.
struct DecoderRun: ~Copyable {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 2
  private var decoder: EvdevDecoder
  private let rules = StreamRules()
  private var time = Timestamp(microseconds: 0)
  /// What the next read gives.
  private var pending: [EvdevEvent] = []

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    let panel = FuzzPanels.all[Int(bytes[0]) % FuzzPanels.all.count]
    let options = bytes[1]
    decoder = EvdevDecoder(
      panel, device: DeviceID(rawValue: 1),
      transform: AffineTransform(a: 0.1, b: 0.01, c: -0.01, d: 0.2, tx: 3, ty: -4),
      state: options & 1 != 0 ? Self.state(seed: options) : nil,
      lossPolicy: options & 2 != 0 ? .cancelContacts : .askForState)
    if options & 4 != 0 { decoder.silenceLimit = .milliseconds(40) }
  }

  mutating func play() {
    while position + 2 < bytes.count {
      step(
        bytes[position], Int16(truncatingIfNeeded: Int(bytes[position + 1]) | Int(bytes[position + 2]) << 8))
      position += 3
    }
    read()
    decoder.cancelAll(at: time) { [rules] in rules.check($0) }
    precondition(rules.alive.isEmpty, "a contact is stuck")
    precondition(decoder.takeAnomalies().count <= 64, "anomalies pile up")
  }

  private mutating func step(_ kind: UInt8, _ value: Int16) {
    let codes = FuzzPanels.codes
    if Int(kind) < codes.count * 8 {
      let (type, code) = codes[Int(kind) / 8]
      pending.append(EvdevEvent(at: time, type: type, code: code, value: Self.value(kind % 8, value)))
      return
    }
    time = time + .microseconds(Int64(value))
    if kind % 8 < 6 { read() }
    switch kind % 8 {
    case 0: decoder.cancelAll(at: time) { [rules] in rules.check($0) }
    case 1:
      decoder.resynchronize(with: Self.state(seed: UInt8(truncatingIfNeeded: value)), at: time) { [rules] in
        rules.check($0)
      }
    case 2: decoder.advance(to: time) { [rules] in rules.check($0) }
    case 3: break
    default:
      // Most of the time, a frame ends; now and then it is the kernel that ends it.
      pending.append(EvdevEvent(at: time, type: 0, code: 0, value: kind % 8 == 4 ? 1 : 0))
    }
  }

  /// Decodes what was gathered, in a buffer of just that size.
  private mutating func read() {
    decoder.decode(pending) { [rules] in rules.check($0) }
    pending.removeAll(keepingCapacity: true)
  }

  /// Small numbers mostly, and the ends of the range.
  private static func value(_ kind: UInt8, _ value: Int16) -> Int32 {
    switch kind {
    case 0...3: Int32(value & 7)
    case 4: -1
    case 5: Int32(value)
    case 6: value & 1 == 0 ? .max : .min
    default: Int32(value) &* 65_537
    }
  }

  private static func state(seed: UInt8) -> EvdevState {
    var state = EvdevState()
    let seed = Int32(seed)
    state.currentSlot = seed % 12 - 1
    if seed & 16 != 0 { state.keys = [EvdevCode.touch, EvdevCode.leftButton] }
    state.axes = [EvdevCode.x: seed, EvdevCode.y: -seed, EvdevCode.pressure: seed & 3]
    state.slots = [
      EvdevCode.trackingID: (0..<4).map { seed & (1 << $0) != 0 ? $0 + seed % 3 : -1 },
      EvdevCode.positionX: [seed, 2, 3], EvdevCode.positionY: [1, seed, 3, 4, 5],
    ]
    return state
  }
}
