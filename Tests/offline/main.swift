// Loads a layout, replays a recording on it in virtual time, explains it and draws its report, in a program that is linked
// with neither libinput nor libevdev nor libudev: `ModuleTests` looks at its libraries and at what it prints.
import ContactorLayout
import ContactorReport
import ContactorTrace
import Glibc

/// Counts the bytes of a report.
final class Counter: ByteSink {
  var count = 0
  func write(_ bytes: UnsafeRawBufferPointer) throws(TraceError) { count += bytes.count }
  func synchronize() throws(TraceError) {}
}

let arguments = CommandLine.arguments
guard arguments.count == 3 else {
  print("usage: offline LAYOUT RECORDING")
  exit(2)
}
let layout = try Layout.load(path: arguments[1])
var reader = try RecordingReader(path: arguments[2])
var lines = 0
let log = LogWriter { lines += $0.count { $0 == 10 } }
let frames = try Replay(layout: layout, log: log).run(&reader)
var sentences = 0
let sequences = try Explanation(path: arguments[2], layout: layout).run { _ in sentences += 1 }
let page = Counter()
try Report(path: arguments[2], layout: layout).write(as: .page, to: page)
print("\(frames) frames, \(lines) lines of log, \(sequences) sequences in \(sentences) lines, a page of \(page.count) bytes")
