import CAllocations
import CMeasures
import Measures

let usage = """
  usage: counts list | counts time [NAME]... | counts instructions [NAME]... | counts bytes

    list           prints the names of the measures
    time           prints for each measure: its name, nanoseconds and heap allocations for one unit
    bytes          prints the name and the bytes on the heap of one button and the like
    instructions   run by callgrind: dumps its counts after each measure, and prints the name and how many units it was

  A NAME is a measure's or the beginning of several.

  """

/// The measures that are meant; all without a name.
func measures(_ names: ArraySlice<String>) -> [Measure] {
  let all = Measure.all
  if names.isEmpty { return all }
  return all.filter { measure in
    names.contains { name in
      measure.name == name || measure.name.hasPrefix(name) && !all.contains { $0.name == name }
    }
  }
}

/// Text of a number that is not negative, with two digits after the point.
func text(_ value: Double) -> String {
  let hundredths = Int((value * 100).rounded())
  let rest = hundredths % 100
  return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
}

/// The best of some rounds: what disturbs a run only ever adds to it.
func time(_ measure: Measure) {
  let run = measure.prepare()
  run(max(1, measure.operations / 10))
  let before = allocation_count()
  run(measure.operations)
  let allocations = allocation_count() - before
  var best = UInt64.max
  for _ in 0..<7 {
    let start = measure_nanoseconds()
    run(measure.operations)
    best = min(best, measure_nanoseconds() - start)
  }
  let units = Double(measure.operations * measure.units)
  print("\(measure.name)\t\(text(Double(best) / units))\t\(text(Double(allocations) / units))")
}

func countInstructions(_ measure: Measure) {
  let run = measure.prepare()
  run(min(20, measure.countedOperations))
  measure_start()
  run(min(20, measure.countedOperations))
  measure_zero()
  run(measure.countedOperations)
  measure_dump(measure.name)
  measure_stop()
  print("\(measure.name)\t\(measure.countedOperations * measure.units)")
}

/// The bytes of one, over many; what holds them is not counted.
func countBytes(_ footprint: Footprint) {
  let count = footprint.count
  var made: [AnyObject] = []
  made.reserveCapacity(count + 1)
  made.append(footprint.make())
  let before = allocation_bytes()
  for _ in 0..<count { made.append(footprint.make()) }
  let bytes = allocation_bytes() - before
  withExtendedLifetime(made) { print("\(footprint.name)\t\(text(Double(bytes) / Double(count * footprint.units)))") }
}

measure_by_lines()
switch CommandLine.arguments.dropFirst().first {
case "list": for measure in Measure.all { print(measure.name) }
case "time": for measure in measures(CommandLine.arguments.dropFirst(2)) { time(measure) }
case "instructions": for measure in measures(CommandLine.arguments.dropFirst(2)) { countInstructions(measure) }
case "bytes": for footprint in Footprint.all { countBytes(footprint) }
default: print(usage, terminator: "")
}
