import Testing

@testable import panel

@Suite("The panel's options")
struct OptionsTests {
  @Test("are read in any order")
  func reading() throws {
    let options = try Options(["--device", "/dev/input/event3", "--window", "--size", "1024x600", "--page", "log", "--statistics"])
    #expect(options.mode == .window && options.devices == ["/dev/input/event3"] && options.page == "log" && options.showsStatistics)
    #expect(options.size == (1024, 600))
    #expect(try Options(["--screenshot", "a.png"]).mode == .screenshot("a.png"))
    #expect(try Options([]).mode == .screen)
    #expect(try Options(["-h"]).mode == .help)
  }

  @Test(
    "that are wrong are refused with what is right",
    arguments: [
      (["--windw"], "there is no option --windw; did you mean --window? See panel --help"),
      (["--xyz"], "there is no option --xyz. See panel --help"),
      (["layout.yaml"], "'layout.yaml' is no option, and the panel takes no files; see panel --help"),
      (["--font"], "--font needs a value: --font FILE"),
      (["--size", "800"], "--size is two numbers of pixels from 100 to 8000 such as 800x480, not '800'"),
      (["--size", "0x480"], "--size is two numbers of pixels from 100 to 8000 such as 800x480, not '0x480'"),
      (["--page", "logs"], "there is no page 'logs'; there are rooms, boiler, log, installer"),
    ])
  func refusing(words: [String], sentence: String) {
    do throws(Options.Mistake) {
      _ = try Options(words)
      Issue.record("\(words) were taken")
    } catch {
      #expect(error.description == sentence)
    }
  }

  @Test("are all in the help")
  func help() {
    let names = [
      "--window", "--screenshot FILE", "--card PATH", "--device PATH", "--font FILE", "--size WxH", "--page NAME", "--statistics",
    ]
    for name in names { #expect(Options.help.contains("  \(name)  "), "\(name)") }
    #expect(Options.help.split(separator: "\n").allSatisfy { $0.count <= 125 })
  }
}
