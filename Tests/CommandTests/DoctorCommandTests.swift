import Foundation
import Testing

/// `contactor doctor` on the machine that runs the tests, whatever that has.
@Suite struct DoctorCommandTests {
  private static let good = "contactor: 1\nscreen: {size: [8, 8]}\nviews: [{id: a, kind: button, frame: [0, 0, 8, 8]}]\n"

  private struct Check: Decodable {
    let check: String
    let verdict: String
    let found: String
    let `do`: String?
  }

  private func checks(_ outcome: CommandRunner.Outcome) throws -> [Check] {
    try outcome.output.split(separator: "\n").map { try JSONDecoder().decode(Check.self, from: Data($0.utf8)) }
  }

  @Test func `every check has a line of JSON, and what failed has something to do and makes the exit status`() throws {
    let outcome = try CommandRunner.shell("contactor doctor k.yaml --json --socket none", files: ["k.yaml": Self.good])
    let checks = try checks(outcome)
    #expect(["kernel", "udev", "display", "service", "socket", "layout"].allSatisfy { area in checks.contains { $0.check == area } })
    #expect(checks.allSatisfy { ["ok", "warning", "failed"].contains($0.verdict) && !$0.found.isEmpty })
    #expect(checks.filter { $0.verdict == "failed" }.allSatisfy { $0.do?.isEmpty == false }, "\(outcome)")
    #expect((outcome.status == 0) == checks.allSatisfy { $0.verdict != "failed" } && [0, 1, 3].contains(outcome.status))
    #expect(checks.contains { $0.check == "layout" && $0.found == "k.yaml has no mistakes" }, "\(outcome)")
  }

  @Test func `a layout with a mistake is a failure with its place`() throws {
    let layout = Self.good.replacing("kind", with: "kond")
    let outcome = try CommandRunner.shell("contactor doctor k.yaml --socket none", files: ["k.yaml": layout])
    #expect([1, 3].contains(outcome.status) && outcome.output.contains("k.yaml:3:17: error: unknown key 'kond'"), "\(outcome)")
    #expect(outcome.output.contains("do: contactor check k.yaml") && outcome.errors.contains("failed"))
  }

  @Test func `standard input is no layout of a kiosk`() throws {
    let outcome = try CommandRunner.run("doctor", "-")
    #expect(outcome.status == 2 && outcome.errors.contains("must be a file"))
  }
}
