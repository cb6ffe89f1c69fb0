import CAllocations
import CMeasures
import ContactorCore
import ContactorTrace

let usage = """
  usage: traces list | time [NAME]... | instructions [NAME]... | size | make WHAT FILE [N] | layout [ten]

    list           prints the names of the measures
    time           prints for each: name, unit, nanoseconds for one unit in the best and in the median round,
                   and heap allocations for a thousand units
    instructions   run by callgrind: dumps its counts after each, and prints name and units
    size           prints the bytes a frame of ten seconds of drag, in each format
    make drag FILE [N]       writes N frames of the drag, in Contactor's format; drag-libinput and drag-evemu in theirs
    make day FILE            writes a day of a busy kiosk
    make ten FILE [N]        writes N frames of ten fingers on ten buttons
    layout         prints the layout that the day touches; layout ten: that of the ten fingers

  """

let arguments = CommandLine.arguments.dropFirst()

func text(_ value: Double) -> String {
  let thousandths = Int((value * 1000).rounded())
  let rest = String(thousandths % 1000)
  return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - rest.utf8.count) + rest
}

func time(_ name: String) throws {
  let measure = try TraceMeasure.make(name)
  try measure.run()
  let before = allocation_count()
  try measure.run()
  let allocations = allocation_count() - before
  // A round of about ten milliseconds, and many of them: what disturbs a round only ever adds to it.
  let start = measure_nanoseconds()
  try measure.run()
  let repetitions = max(1, Int(10_000_000 / max(measure_nanoseconds() - start, 1)))
  var rounds: [Double] = []
  for _ in 0..<41 {
    let start = measure_nanoseconds()
    for _ in 0..<repetitions { try measure.run() }
    rounds.append(Double(measure_nanoseconds() - start) / Double(repetitions * measure.units))
  }
  rounds.sort()
  let counted = Double(allocations) * 1000 / Double(measure.units)
  print("\(name)\t\(measure.unit)\t\(text(rounds[0]))\t\(text(rounds[20]))\t\(text(counted))")
}

func countInstructions(_ name: String) throws {
  let measure = try TraceMeasure.make(name)
  try measure.run()
  measure_start()
  try measure.run()
  measure_zero()
  try measure.run()
  measure_dump(name)
  measure_stop()
  print("\(name)\t\(measure.units)")
}

func printSizes() throws {
  for format in TraceFileFormat.writable {
    let size = try TraceMeasure.recording(format, frames: 1200).count
    print("size-\(format.rawValue)\tbytes\t\(text(Double(size) / 1200))")
  }
}

func make(_ what: String, _ path: String, _ count: Int) throws {
  let sink = try FileSink(path: path)
  let format = TraceFileFormat(rawValue: String(what.split(separator: "-").last ?? "")) ?? .contactor
  var writer = try TraceFileWriter(sink, format: format)
  if what == "day" {
    var day = KioskDay()
    try day.write(into: &writer)
    print(day.frameCount)
  } else if what == "ten" {
    var fingers = TenFingers()
    try fingers.write(frames: count, into: &writer)
  } else {
    var drag = Drag()
    try drag.write(frames: count, into: &writer)
    try writer.finish()
  }
}

measure_by_lines()
let names = arguments.count > 1 ? Array(arguments.dropFirst()) : TraceMeasure.names
switch arguments.first {
case "list": for name in TraceMeasure.names { print(name) }
case "time": for name in names { try time(name) }
case "instructions": for name in names { try countInstructions(name) }
case "size": try printSizes()
case "layout": print(names.first == "ten" ? TenFingers.layout : KioskDay.layout, terminator: "")
case "make" where arguments.count >= 3: try make(names[0], names[1], names.count > 2 ? Int(names[2]) ?? 1200 : 1200)
default: print(usage, terminator: "")
}
