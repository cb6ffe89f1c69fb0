import ContactorCore
import ContactorStage
import Glibc
import Testing

/// The recognizer that the article "Writing a recognizer" builds: it is the one in this folder, and it works.
struct GestureArticleTests {
  let stage = Stage()
  let checkMark = CheckMarkGestureRecognizer()

  init() {
    stage.window.pointsPerMillimetre = 5
    stage.recognize(checkMark)
  }

  private func draw(_ places: [(Double, Double)], at start: Int64 = 0, every interval: Int64 = 20) {
    for (index, place) in places.enumerated() {
      let phase: TouchPhase = index == 0 ? .began : index == places.count - 1 ? .ended : .moved
      stage.contact(1, phase, place.0, place.1)
      stage.frame(at: start + Int64(index) * interval)
    }
  }

  @Test("The article's check mark is recognized")
  func recognized() {
    draw([(100, 100), (110, 115), (120, 130), (140, 100), (160, 75), (160, 75)])
    #expect(stage.takenGestures() == ["checkMark recognized"])
    #expect(stage.violations.isEmpty)
    #expect(stage.application.nextDeadline == nil)
  }

  @Test("The article's recognizer says why something is no check mark")
  func refused() {
    draw([(100, 100), (105, 110), (120, 100), (130, 90)])
    draw([(100, 100), (120, 130), (130, 110), (130, 110)], at: 1000)
    draw([(100, 100), (120, 130), (125, 110), (110, 100), (110, 100)], at: 2000)
    draw([(100, 100), (60, 130), (60, 130)], at: 3000)
    draw([(100, 100), (120, 130), (140, 100), (160, 150), (160, 150)], at: 4000)
    draw([(100, 100), (120, 130), (140, 60), (140, 60)], at: 5000, every: 600)
    let mark = "checkMark failed:"
    #expect(
      stage.takenReasons() == [
        "\(mark) moved 2.0 mm < 5.0 mm at +40 ms", "\(mark) moved 4.0 mm < 10.0 mm at +60 ms",
        "\(mark) went to the left at +60 ms", "\(mark) went to the left at +20 ms", "\(mark) went down again at +60 ms",
        "\(mark) held 1000 ms >= 1000 ms at +1000 ms",
      ])
  }

  @Test("The article's machine is a value that can be tested by hand")
  func machine() {
    var machine = CheckMarkMachine(from: Point(x: 0, y: 0), length: 20)
    #expect(machine.moved(to: Point(x: 10, y: 12)) == .wait)
    #expect(machine.moved(to: Point(x: 20, y: 2)) == .wait)
    #expect(machine.ended(at: Point(x: 30, y: -8)) == .recognize)
    #expect(machine.ended(at: Point(x: 30, y: 0)) == .fail(.movedTooLittle(12, needed: 20)))
  }

  @Test("The article shows the very code that is tested here")
  func sameCode() throws {
    let here = #filePath
    let folder = here.split(separator: "/").dropLast(1).joined(separator: "/")
    let root = here.split(separator: "/").dropLast(3).joined(separator: "/")
    let article = try text("/\(root)/Sources/ContactorCore/ContactorCore.docc/WritingARecognizer.md")
    let source = try text("/\(folder)/CheckMarkGestureRecognizer.swift")
    let blocks = article.split(separator: "```swift\n", omittingEmptySubsequences: false).dropFirst().map {
      $0.split(separator: "```", omittingEmptySubsequences: false)[0]
    }
    #expect(blocks.count == 3)
    #expect("import ContactorCore\n\n" + blocks.prefix(2).joined(separator: "\n") == source)
  }

  private struct NoFile: Error {
    let path: String
  }

  private func text(_ path: String) throws -> String {
    guard let file = fopen(path, "r") else { throw NoFile(path: path) }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = fgetc(file), byte != EOF { bytes.append(UInt8(byte)) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
