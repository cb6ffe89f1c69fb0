import Foundation
import Testing

@Suite("contactor forward, run as a child process")
struct ForwardCommandTests {
  @Test("A device that is missing or no touchscreen ends with status 3 or is waited for")
  func devices() throws {
    let outcome = try CommandRunner.run("forward", "--device", "/dev/null")
    #expect(outcome.status == 3 && outcome.output.isEmpty, "\(outcome)")
    #expect(outcome.errors.hasPrefix("contactor: error: /dev/null: this is not a touchscreen"), "\(outcome)")
    let waiting = try CommandRunner.shell(
      "timeout --preserve-status -s TERM 1 '\(CommandRunner.program.path)' forward --device /dev/input/event99 --log log; echo $?")
    #expect(waiting.output == "0\n", "\(waiting)")
    #expect(waiting.errors.contains("/dev/input/event99: not there yet; waiting for it"), "\(waiting)")
    #expect(waiting.errors.contains("0 contacts let through, 0 kept back, 0 taken away"), "\(waiting)")
  }

  @Test(
    "A value out of its range is wrong usage, and what is right is said",
    arguments: [
      ("--fingers 0", "whole number from 1"), ("--fingers two", "'two'"), ("--rate=-1", "--rate takes a whole number"),
      ("--edges 3", "3mm, or 2% of the panel"), ("--edges=-1mm", "3mm"), ("--edges 101%", "2%"), ("--edges nanmm", "3mm"),
      ("--edges infmm", "3mm"), ("--dead-zone 1,2,3mm", "x,y,width,height"), ("--dead-zone 1,2,3,4", "3mm"),
      ("--dead-zone 1,2,3,-4mm", "3mm"), ("--ghost-shorter-than 20", "20ms"), ("--ghost-shorter-than 0ms", "20ms"),
      ("--ghost-shorter-than 1e9s", "86400s"), ("--ghost-larger-than 3%", "30mm"), ("--ghost-smaller-than 0mm", "30mm"),
      ("--ghost-faster-than 5", "5m/s"), ("--stuck-after 30", "30s"), ("--stuck-after nans", "30s"),
      ("--calibration '1 0 0 0 1'", "six numbers"), ("--calibration '0 0 0 0 0 0'", "can be undone"),
      ("--calibration '1 0 0 0 1 x'", "six numbers"), ("--rotation 45", "0, 90, 180 or 270"), ("--filter median:4", "odd"),
      ("--filter median:", "odd"), ("--filter one-euro:0,1", "one-euro:1,0.007"), ("--filter mean", "none, median"),
      ("--cancel-by force", "slide, palm or lift"), ("--log", "Missing value"), ("kiosk.yaml", "Unexpected argument"),
    ])
  func values(words: String, reason: String) throws {
    let outcome = try CommandRunner.shell("contactor forward \(words)")
    #expect(outcome.status == 2 && outcome.output.isEmpty && outcome.errors.contains(reason), "\(outcome)")
  }

  @Test("Every form of a right value is taken")
  func rightValues() throws {
    for words in [
      "--fingers 2 --rate 20 --edges 3mm", "--edges 2.5%", "--dead-zone 90%,90%,10%,10% --dead-zone 0,0,20,20mm",
      "--dead-zone '1mm, 2%, 3mm, 4%'", "--ghost-shorter-than 20ms --ghost-larger-than 30mm --ghost-smaller-than 2mm",
      "--ghost-faster-than 5m/s --stuck-after 0.5s", "--ghost-faster-than 800mm/s", "--calibration '1.02 0 -0.01 0 1 0' --rotation 90",
      "--filter none", "--filter median", "--filter median:9", "--filter one-euro", "--filter one-euro:1.5,0.01 --cancel-by slide",
    ] {
      // The right values are followed by another device than a touchscreen.
      let outcome = try CommandRunner.shell("contactor forward \(words) --device /dev/null")
      #expect(outcome.status == 3, "\(words): \(outcome)")
    }
  }
}
