import ArgumentParser
import ContactorTrace

/// `contactor trace fault`.
struct TraceFaultCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fault",
    abstract: "Puts faults into a recording, to see what a layout makes of them.",
    discussion: """
      dropped  the kernel loses frames (SYN_DROPPED)     jitter  positions tremble by a hundredth of the axis
      loss     the device goes in mid-touch              ghosts  contacts that nobody made
      palm     a contact turns out to be a palm          slots   slots are numbered otherwise
      ids      tracking ids come to their end and begin again
      The same seed gives the same faults. The recording must be one of raw events of a panel with slots. A fault for \
      which nothing was found in the recording is named; where that is all of them, it is an error and nothing is written.
      """)

  @Argument(help: "The recording; - for standard input.", completion: .recording)
  var trace: String

  @Option(
    name: .customLong("with"), parsing: .upToNextOption,
    help: ArgumentHelp("The faults; all but loss where none is named.", valueName: "fault"),
    completion: .list(Fault.allCases.map(\.rawValue)))
  var faults: [String] = []

  @Option(
    help: ArgumentHelp(
      "Decides where the faults are: a whole number from 0 to 18446744073709551615.", valueName: "number"))
  var seed: UInt64 = 1

  @OptionGroup var target: TraceOutput

  func validate() throws {
    for fault in faults where Fault(rawValue: fault) == nil {
      throw ValidationError("'\(fault)' is no fault; there are " + Fault.allCases.map(\.rawValue).joined(separator: ", "))
    }
  }

  func run() throws {
    let chosen = faults.isEmpty ? Fault.allCases.filter { $0 != .loss } : faults.compactMap(Fault.init)
    let tally = TraceTally()
    try pour(trace, into: target) {
      FaultInjector($0, faults: Set(chosen), seed: seed, tally: tally)
    } check: { () throws(TraceError) in
      let missing = chosen.filter { tally.faults[$0] == nil }
      if missing.count == chosen.count {
        throw TraceError(.unsupported, file: trace, message: "no fault was put in: \(reason(tally))")
      }
      if !missing.isEmpty {
        Console.note("nothing to change was found for \(missing.map(\.rawValue).joined(separator: ", ")): \(reason(tally))")
      }
    }
  }

  /// Why there is nothing to change.
  private func reason(_ tally: TraceTally) -> String {
    if tally.eventFrames == 0, tally.touchFrames > 0 {
      return "the recording holds what the engine was given and no raw events; record with --source evdev"
    }
    if tally.eventFrames == 0 { return "the recording holds no raw events" }
    if !tally.hasSlots { return "its panel has no slots" }
    return "the recording is too short, or another --seed puts them elsewhere"
  }
}
