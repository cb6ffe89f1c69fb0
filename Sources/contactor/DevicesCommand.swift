import ArgumentParser
import ContactorInput
import ContactorKiosk

/// `contactor devices`.
struct DevicesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices",
    abstract: "Lists the touchscreens, and says why one cannot be opened and what to do.",
    discussion: "Exit status 3 if none can be opened.")

  @Flag(help: "One JSON object a line.")
  var json = false

  func run() throws {
    let report: DeviceReport
    do throws(InputError) {
      report = DeviceReport(try DeviceList.scan())
    } catch {
      throw Failure(error)
    }
    Console.print(json ? String(decoding: report.json, as: UTF8.self) : report.text)
    guard report.hasUsableDevice else { throw Failure(report.problems, .noDevice) }
    for problem in report.problems { Console.error(problem) }
  }
}
