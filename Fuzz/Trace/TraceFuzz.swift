// Compiled together with ContactorTrace's sources, by tools/fuzz: so the fuzzer sees every branch of the parsers.
import ContactorCore
import ContactorEvdev
import Glibc

/// The format that is fuzzed, as the environment names it.
private let format = TraceFileFormat(rawValue: String(cString: getenv("CONTACTOR_FUZZ_FORMAT") ?? strdup("contactor")))

/// libFuzzer's entry: the bytes are a file of the format.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTrace(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let start, count > 0, let format else { return 0 }
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  if format == .contactor, bytes[0] != TraceFormat.magic[0], bytes[0] != TraceFormat.blockMagic[0] {
    check(forged(bytes), format)
  } else {
    check(bytes, format)
  }
  return 0
}

/// Reads a file with the format's own parser; what was understood must survive a round trip.
private func check(_ bytes: [UInt8], _ format: TraceFileFormat) {
  var collector = TraceCollector()
  // Of every second length, as if the whole text were known before the first line is read.
  let pasting = bytes.count & 1 == 1 ? Pasting(of: bytes) : Pasting()
  do throws(TraceError) {
    switch format {
    case .libinput: try read(TextReader(window(bytes), LibinputParser(), pasting), &collector)
    case .evemu: try read(TextReader(window(bytes), EvemuParser(), pasting), &collector)
    case .getevent: try read(TextReader(window(bytes), GeteventParser(), pasting), &collector)
    case .evtest: try read(TextReader(window(bytes), EvtestParser(), pasting), &collector)
    case .pythonEvdev: try read(TextReader(window(bytes), PythonEvdevParser(), pasting), &collector)
    case .tslib: try read(TextReader(window(bytes), TslibParser(), pasting), &collector)
    case .evbug: try read(TextReader(window(bytes), EvbugParser(), pasting), &collector)
    case .debugEvents: try read(TextReader(window(bytes), DebugEventsParser(), pasting), &collector)
    case .jsonl: try read(TextReader(window(bytes), ScriptParser(), pasting), &collector)
    case .contactor: try read(ContactorReader(window(bytes)), &collector)
    }
  } catch {
    precondition(!error.message.isEmpty, "an error says nothing")
  }
  try! collector.finish()
  if !collector.items.isEmpty { roundTrip(collector.items) }
  // The rest costs more than reading does, so the length of the input chooses one part of it.
  switch bytes.count & 63 {
  case 0: detect(bytes)
  case 1: write(collector.items, .jsonl)
  case 2: write(collector.items, .evemu)
  case 3: write(collector.items, .libinput)
  default: break
  }
}

/// Reads a file of any format, quoted or not.
private func detect(_ bytes: [UInt8]) {
  var collector = TraceCollector()
  do throws(TraceError) {
    try read(TraceReader(MemorySource(bytes, name: "fuzz")), &collector)
  } catch {
    precondition(!error.message.isEmpty, "an error says nothing")
  }
}

/// A window that must grow and slide for files of some hundred bytes.
private func window(_ bytes: [UInt8]) -> ByteWindow<MemorySource> {
  ByteWindow(MemorySource(bytes, name: "fuzz"), capacity: TraceFormat.padding + 64)
}

private func read(_ reader: some TraceReading, _ sink: inout TraceCollector) throws(TraceError) {
  var reader = reader
  while try reader.readNext(into: &sink) {}
}

/// Contactor's own format keeps everything.
private func roundTrip(_ items: [TraceItem]) {
  var writer = try! TraceWriter(MemorySink(), options: TraceWriterOptions(blockSize: 100))
  for item in items { try! writer.take(item) }
  try! writer.finish()
  var collector = TraceCollector()
  var reader = ContactorReader(window(writer.sink.bytes))
  try! reader.readAll(into: &collector)
  if collector.items == items { return }
  precondition(events(collector.items) == events(items), "the round trip loses events")
  precondition(records(collector.items) == records(items), "the round trip loses records")
}

/// Writes a format that keeps less.
private func write(_ items: [TraceItem], _ format: TraceFileFormat) {
  var writer = try! TraceFileWriter(MemorySink(), format: format)
  do throws(TraceError) {
    for item in items { try writer.take(item) }
    try writer.finish()
  } catch {
    precondition(!error.message.isEmpty, "an error says nothing")
  }
}

/// All events, however descriptions between them divide them.
private func events(_ items: [TraceItem]) -> [EvdevEvent] {
  items.flatMap { item -> [EvdevEvent] in
    if case .events(let events, _) = item { events } else { [] }
  }
}

/// All records but descriptions, whose repetitions are passed over.
///
/// The places of contacts are compared by their bits, because NaN is not equal to itself.
private func records(_ items: [TraceItem]) -> [TraceRecord] {
  items.flatMap { item -> [TraceRecord] in
    guard case .record(let record) = item else { return [] }
    switch record {
    case .device: return []
    case .frame(var frame):
      let bits = frame.contacts.map { "\($0.location.x.bitPattern) \($0.location.y.bitPattern)" }
      for index in frame.contacts.indices { frame.contacts[index].location = Point(x: 0, y: 0) }
      return [.frame(frame), .note("\(bits)", at: frame.timestamp)]
    default: return [record]
    }
  }
}
