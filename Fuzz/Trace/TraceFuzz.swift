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
  precondition(withoutRepetitions(collector.items) == withoutRepetitions(items), "the round trip loses something")
  var text = JSONLinesWriter(MemorySink())
  for item in items { try! text.take(item) }
  try! text.finish()
}

/// A description that only repeats what is known is passed over.
private func withoutRepetitions(_ items: [TraceItem]) -> [TraceItem] {
  items.filter { if case .record(.device) = $0 { false } else { true } }
}
