import ContactorCore
import ContactorTrace
import Testing

@Suite("Scripts: the touch lines of a log as frames")
struct ScriptReaderTests {
  private func touch(_ time: Int, _ number: Int, _ phase: String, _ x: Double = 1, _ y: Double = 2) -> String {
    #"{"t":\#(time),"kind":"touch","touch":\#(number),"phase":"\#(phase)","x":\#(x),"y":\#(y)}"#
  }

  private func frames(_ lines: String...) throws -> [[String]] {
    try ScriptReader.steps(of: lines.joined(separator: "\n"), file: "s").compactMap {
      guard case .event(.frame(let frame)) = $0 else { return nil }
      return frame.contacts.map { "\($0.trackingID) \($0.phase)" }
    }
  }

  @Test("Lines of one time and rising phase are one frame")
  func grouping() throws {
    #expect(
      try frames(
        touch(0, 1, "began"), touch(0, 2, "began"), touch(10, 1, "moved"), touch(10, 2, "ended"), touch(20, 1, "ended"))
        == [["1 began", "2 began"], ["1 moved", "2 ended"], ["1 ended"]])
  }

  @Test("A phase that steps back, or a touch that comes again, starts a frame of the same time")
  func splitting() throws {
    #expect(
      try frames(touch(0, 1, "began"), touch(10, 1, "ended"), touch(10, 2, "began"), touch(10, 2, "moved"), touch(11, 2, "ended"))
        == [["1 began"], ["1 ended"], ["2 began"], ["2 moved"], ["2 ended"]])
  }

  @Test("Time passes at wait lines and lines of other kinds, and to the latest line at the end")
  func waiting() throws {
    let steps = try ScriptReader.steps(
      of: [
        touch(0, 1, "began"), #"{"t":500,"kind":"wait"}"#, touch(600, 1, "ended"),
        #"{"t":900,"kind":"control","control":"x","events":["touchDown"],"touches":[1]}"#, "",
      ].joined(separator: "\r\n"), file: "s")
    let waits = steps.compactMap { step -> Int64? in
      if case .advance(let time) = step { time.microseconds } else { nil }
    }
    #expect(waits == [500, 900, 900])
  }

  @Test("Devices and anomalies are taken over")
  func devices() throws {
    let steps = try ScriptReader.steps(
      of: [
        #"{"t":0,"kind":"device","event":"added","device":"event3","name":"A \"b\" \u00e9\ud83d\ude00"}"#,
        #"{"t":1,"kind":"anomaly","what":"syn-dropped","device":"event3"}"#, touch(2, 1, "began"),
        #"{"t":3,"kind":"device","event":"removed","device":"event3","name":"A"}"#,
      ].joined(separator: "\n"), file: "s")
    guard case .event(.deviceAdded(let device, _)) = steps[0] else { throw TraceError(.empty, file: "", message: "") }
    #expect(device.name == "A \"b\" é😀" && device.shortName == "event3")
    let anomaly = Anomaly(.synDropped, device: device.id, at: Timestamp(microseconds: 1))
    #expect(steps[1] == .event(.anomaly(anomaly)))
    #expect(steps[3] == .event(.deviceRemoved(device.id, at: Timestamp(microseconds: 3))))
  }

  @Test(
    "Every mistake names its line and what would have been right",
    arguments: [
      ("", "s: no touch in it; a script holds lines such as"),
      ("{}", #"s:1: no "kind""#),
      ("nonsense", "s:1: expected '{', found 'n'"),
      (#"{"t":1,"kind":"touch"}"#, #"s:1: "touch" must be a whole number from 1"#),
      (#"{"t":-1,"kind":"wait"}"#, #"s:1: "t" must be a whole number"#),
      (#"{"t":1.5,"kind":"wait"}"#, #"s:1: "t" must be a whole number"#),
      (#"{"t":99999999999999999999,"kind":"wait"}"#, #"s:1: "t" must be"#),
      (#"{"t":1,"kind":"touch","touch":1,"phase":"up","x":1,"y":1}"#, #"s:1: "phase" must be began"#),
      (#"{"t":1,"kind":"touch","touch":1,"phase":"began","x":1e999,"y":1}"#, "s:1: expected a value"),
      (#"{"t":1,"kind":"touch","touch":1,"phase":"began","x":"1","y":1}"#, #"s:1: "x" and "y" must be numbers"#),
      (#"{"t":1,"kind":"touch","touch":1,"phase":"moved","x":1,"y":1}"#, "s:1: touch 1 is not down"),
      (#"{"t":1,"kind":"wait","t":2}"#, #"s:1: the key "t" stands twice"#),
      (#"{"t":1,"kind":"wait"} x"#, "s:1: 'x' after the object"),
      (#"{"t":1,"kind":"wait"#, "s:1: a string has no closing quote"),
      (#"{"t":1,"kind":"anomaly","what":"x"}"#, #"s:1: "what" of an anomaly must be one of"#),
      (#"{"t":1,"kind":"device","event":"removed","device":"e"}"#, "s:1: the device 'e' is removed"),
      ("\n\n" + String(repeating: "[", count: 100), "s:3: expected '{'"),
      (#"{"a":"# + String(repeating: "[", count: 100), "s:1: nested more than 16 deep"),
    ])
  func mistakes(text: String, message: String) {
    let error = #expect(throws: TraceError.self) { try ScriptReader.steps(of: text, file: "s") }
    #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
  }

  @Test("Mutated scripts never crash", arguments: 0..<20)
  func mutations(seed: Int) {
    var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
    func random(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    let good = Array([touch(0, 1, "began"), touch(5, 1, "moved"), touch(9, 1, "ended")].joined(separator: "\n").utf8)
    for _ in 0..<200 {
      var bytes = good
      for _ in 0...random(4) { bytes[random(bytes.count)] = UInt8(random(256)) }
      _ = try? ScriptReader.steps(of: String(decoding: bytes, as: UTF8.self), file: "s")
    }
  }
}
