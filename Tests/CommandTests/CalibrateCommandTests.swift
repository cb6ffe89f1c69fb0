import Foundation
import Testing

/// `contactor calibrate` without a touchscreen.
@Suite struct CalibrateCommandTests {
  @Test(
    "Wrong usage is told before anything is opened",
    arguments: [
      ("--marks 2", "3, 4 or 5"), ("--marks 6", "3, 4 or 5"), ("--timeout 0", "above 0"), ("--timeout nan", "above 0"),
      ("--timeout 1e6", "below 1e6"), ("--show socket", "--socket PATH"), ("--show terminal --socket s", "for --show socket"),
      ("--socket ''", "path of the socket"), ("--show terminal --framebuffer /dev/fb0", "for --show framebuffer"),
      ("--socket s --framebuffer /dev/fb0", "for --show framebuffer"), ("-o file", "--for udev"), ("--mm 154", "such as 154x86"),
      ("--mm 0x86", "such as 154x86"), ("--mm 1x2x3", "such as 154x86"), ("--mm nanx1", "such as 154x86"), ("--for xorg", "xorg"),
      ("--show screen", "screen"), ("trace", "trace"),
    ])
  func usage(words: String, reason: String) throws {
    let outcome = try CommandRunner.shell("contactor calibrate \(words)")
    #expect(outcome.status == 2 && outcome.output.isEmpty, "\(outcome)")
    #expect(outcome.errors.hasPrefix("contactor: error: ") && outcome.errors.contains(reason), "\(outcome)")
  }

  @Test(arguments: [("/nonexistent/event0", "no such device"), ("/dev/null", "not a touchscreen"), ("/etc", "not a touchscreen")])
  func `a node that is no touchscreen ends with status 3, and makes no file and no socket`(node: String, reason: String) throws {
    let outcome = try CommandRunner.shell("contactor calibrate --device \(node) --socket s --for udev -o rule; echo $?; ls")
    #expect(outcome.output == "3\n" && outcome.errors.contains(node) && outcome.errors.contains(reason), "\(outcome)")
  }

  @Test func `a link as the output is refused before a mark is shown, and stays`() throws {
    let outcome = try CommandRunner.shell(
      "ln -s target rule; contactor calibrate --device /dev/null --for udev -o rule; echo $?; readlink rule; ls")
    #expect(outcome.output == "1\ntarget\nrule\n" && outcome.errors.contains("is a link"), "\(outcome)")
  }
}
