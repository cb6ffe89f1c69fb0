public import ContactorCore
internal import ContactorInput
public import ContactorSystem
internal import ContactorTrace
internal import Foundation

/// Reads touches in an event loop: the touchscreens of the seat, or a recording in real time.
///
/// The loop stops at the end of the recording.
///
/// - Throws: `InputError` for touchscreens that cannot be read at all, `TraceError` for a recording.
public func readTouches(of recording: String?, in loop: EventLoop, _ handle: @escaping (InputEvent) -> Void) throws {
  guard let recording else { return try readTouchscreens(in: loop, handle) }
  let text = try String(contentsOfFile: recording, encoding: .utf8)
  var start: Timestamp?
  let begin = loop.now
  var last = begin
  for case .event(.frame(let frame)) in try ScriptReader.steps(of: text, file: recording) {
    // The frame as it would be if the first one were touched now: the engine's deadlines are those of the clock.
    last = begin + (frame.timestamp - (start ?? frame.timestamp))
    start = start ?? frame.timestamp
    let shifted = TouchFrame(device: frame.device, timestamp: last, contacts: frame.contacts)
    loop.schedule(at: last) { handle(.frame(shifted)) }
  }
  loop.schedule(at: last) {
    show("end of the recording")
    loop.stop()
  }
}

private func readTouchscreens(in loop: EventLoop, _ handle: @escaping (InputEvent) -> Void) throws {
  let source = try LibinputSource(options: LibinputSource.Options(window: Panel.size))
  try loop.watch(source) {
    do throws(InputError) {
      try source.dispatch(handle)
    } catch {
      // A source that is broken for good: whatever restarts this program opens it anew.
      show("\(error)")
      loop.stop()
    }
  }
}

/// Reads touches in a thread of its own, for a host whose loop waits for no descriptor.
///
/// Events are values and `Sendable`; the engine stays where the host has it.
public func startReader(
  of recording: String?, _ handle: @escaping @Sendable (InputEvent) -> Void, end: @escaping @Sendable ((any Error)?) -> Void
) {
  Thread.detachNewThread {
    do {
      let loop = try EventLoop()
      try readTouches(of: recording, in: loop, handle)
      try loop.run()
      end(nil)
    } catch {
      end(error)
    }
  }
}

/// The touches that a thread of its own reads, as a sequence.
///
/// No touch is left out, however long the reader of the sequence takes. An error ends it with a line.
public func touches(of recording: String?) -> AsyncStream<InputEvent> {
  AsyncStream(bufferingPolicy: .unbounded) { continuation in
    startReader(of: recording) { event in
      continuation.yield(event)
    } end: { error in
      if let error { show("\(error)") }
      continuation.finish()
    }
  }
}
