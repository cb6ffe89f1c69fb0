// Compiled by tools/fuzz together with ContactorLayout's sources, and those of the kiosk that read requests and queues: so the fuzzer
// sees every branch of them.
import ContactorCore
import ContactorSystem
import Glibc

/// What is fuzzed, as the environment names it.
private let target = String(cString: getenv("CONTACTOR_FUZZ_FORMAT") ?? strdup("layout"))

/// libFuzzer's entry.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzLayout(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let start, count > 0 else { return 0 }
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  switch target {
  case "control": checkRequest(bytes)
  case "mqtt": checkQueue(bytes)
  default: checkLayout(bytes)
  }
  return 0
}

// MARK: Layouts

/// A layout with mistakes says each with its place; one without can be built, and formatted without a change of what it says.
private func checkLayout(_ bytes: [UInt8]) {
  let diagnostics = LayoutCheck.diagnostics(of: bytes, file: "fuzz")
  precondition(diagnostics.allSatisfy { !$0.message.isEmpty && $0.mark.line >= 0 })
  // Loading reads everything a second time, and formatting twice more: one input in four each, by their lengths.
  if bytes.count & 3 == 1 { checkLoading(bytes, diagnostics) }
  guard bytes.count & 3 == 0, let formatted = try? LayoutFormat.formatted(bytes, file: "fuzz") else { return }
  precondition((try? LayoutFormat.formatted(formatted, file: "fuzz")) == formatted, "formatting twice changes something")
}

/// What has no mistakes is loaded, and can be built.
private func checkLoading(_ bytes: [UInt8], _ diagnostics: [LayoutDiagnostic]) {
  do throws(LayoutError) {
    let layout = try Layout.parse(bytes, file: "fuzz")
    precondition(!diagnostics.contains { $0.severity == .error }, "loaded, and has mistakes")
    _ = LayoutSession(layout: layout)
  } catch {
    precondition(!error.diagnostics.isEmpty && diagnostics.contains { $0.severity == .error }, "refused without a mistake")
  }
}

// MARK: Requests of the socket and of the broker

/// What is read can be answered; what is not says why.
///
/// Touches that pass are a legal stream.
private func checkRequest(_ bytes: [UInt8]) {
  var panel = InjectedPanel(connection: 1)
  for line in bytes.split(separator: 10) {
    do throws(ControlRequest.Mistake) {
      let request = try ControlRequest(Array(line))
      guard case .inject(let touch) = request.command else { continue }
      let before = panel.count
      let (frame, reason) = panel.frame(of: touch, at: Timestamp(microseconds: 0))
      precondition((frame == nil) != reason.isEmpty)
      precondition(abs(panel.count - before) <= 1 && panel.count <= InjectedPanel.limit)
    } catch {
      precondition(!error.message.isEmpty, "a mistake says nothing")
    }
  }
}

// MARK: The queue for a broker

/// A segment of a queue, whatever it holds, is read to its end; what comes of it goes through a queue and comes out as it was.
private func checkQueue(_ bytes: [UInt8]) {
  var rest = bytes[...]
  var messages: [BrokerMessage] = []
  reading: while true {
    switch MessageRecord.read(rest) {
    case .record(let record, let length):
      precondition(length <= rest.count && length == record.message.size)
      messages.append(record.message)
      rest = rest.dropFirst(length)
    case .partial, .damaged: break reading
    }
  }
  // Bytes that are no record are taken for a message: its round trip holds for every payload and topic.
  let topic = String(decoding: bytes.prefix(Int(bytes[0])), as: UTF8.self)
  if !topic.isEmpty { messages.append(BrokerMessage(topic: topic, payload: bytes, isConfirmed: bytes[0] & 1 == 0)) }
  var written: [UInt8] = []
  for (index, message) in messages.enumerated() { MessageRecord(number: UInt64(index + 1), message: message).write(to: &written) }
  var left = written[...]
  for message in messages {
    guard case .record(let record, let length) = MessageRecord.read(left) else { preconditionFailure("a record is not read back") }
    precondition(record.message == message, "a record changes")
    left = left.dropFirst(length)
  }
  precondition(left.isEmpty)
}
