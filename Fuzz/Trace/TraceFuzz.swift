// Compiled together with ContactorTrace's sources, by tools/fuzz: so the fuzzer sees every branch of the parsers.
import ContactorCore
import Glibc

/// The format that is fuzzed, as the environment names it.
private let format = TraceFileFormat(rawValue: String(cString: getenv("CONTACTOR_FUZZ_FORMAT") ?? strdup("contactor")))

/// libFuzzer's entry: the bytes are a file of the format.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTrace(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let start, count > 0, let format else { return 0 }
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  if format == .contactor {
    check(forged(bytes))
    // As it is, too: the search for blocks.
    check(bytes)
  } else {
    check(bytes)
  }
  return 0
}

/// A file of one block with that content, and right checksums.
private func forged(_ content: [UInt8]) -> [UInt8] {
  var file = ByteBuffer()
  file.append(contentsOf: TraceFormat.magic)
  file.append(fixed: TraceFormat.major)
  file.append(fixed: TraceFormat.minor)
  let checksum = file.bytes.withUnsafeBytes { CRC32C.checksum($0) }
  file.append(fixed: checksum)
  var header = BlockHeader()
  header.payloadSize = content.count
  header.payloadChecksum = content.withUnsafeBytes { CRC32C.checksum($0) }
  return file.bytes + header.bytes + content
}

/// Reads a file with the format's own parser; what was understood must survive a round trip.
private func check(_ bytes: [UInt8]) {
  let window = ByteWindow(MemorySource(bytes, name: "fuzz"))
  var collector = TraceCollector()
  do throws(TraceError) {
    switch format {
    case .libinput: try read(TextReader(window, LibinputParser()), &collector)
    case .evemu: try read(TextReader(window, EvemuParser()), &collector)
    case .getevent: try read(TextReader(window, GeteventParser()), &collector)
    case .evtest: try read(TextReader(window, EvtestParser()), &collector)
    case .jsonl: try read(TextReader(window, ScriptParser()), &collector)
    default: try read(ContactorReader(window), &collector)
    }
  } catch {
    precondition(!error.message.isEmpty, "an error says nothing")
  }
  _ = try? TraceReader(MemorySource(bytes, name: "fuzz"))
  try! collector.finish()
  roundTrip(collector.items)
}

private func read(_ reader: some TraceReading, _ sink: inout TraceCollector) throws(TraceError) {
  var reader = reader
  while try reader.readNext(into: &sink) {}
}

/// Contactor's own format keeps everything, and other formats every event.
private func roundTrip(_ items: [TraceItem]) {
  var writer = try! TraceWriter(MemorySink(), options: TraceWriterOptions(blockSize: 100))
  for item in items { try! writer.take(item) }
  try! writer.finish()
  var collector = TraceCollector()
  var reader = ContactorReader(MemorySource(writer.sink.bytes, name: "fuzz"))
  try! reader.readAll(into: &collector)
  precondition(events(collector.items) == events(items), "the round trip loses events")
  precondition(records(collector.items) == records(items), "the round trip loses records")
  var text = JSONLinesWriter(MemorySink())
  for item in items { try! text.take(item) }
  try! text.finish()
}

/// All events, however descriptions between them divide them.
private func events(_ items: [TraceItem]) -> [EvdevEvent] {
  items.flatMap { item -> [EvdevEvent] in
    if case .events(let events, _) = item { events } else { [] }
  }
}

/// All records but descriptions, of which repetitions are passed over.
///
/// Frames are compared as text, for what is no number is not equal to itself.
private func records(_ items: [TraceItem]) -> [TraceRecord] {
  items.compactMap { item in
    guard case .record(let record) = item else { return nil }
    switch record {
    case .device: return nil
    case .frame(let frame): return .note("\(frame)", at: frame.timestamp)
    default: return record
    }
  }
}
