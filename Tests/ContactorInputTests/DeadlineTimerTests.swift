import ContactorCore
import ContactorSystem
import Testing

@Suite("Deadlines that move")
struct DeadlineTimerTests {
  private let diary = Diary()

  /// Runs a loop for so many milliseconds.
  private func run(_ loop: EventLoop, for milliseconds: Int64) throws {
    loop.schedule(at: loop.now + .milliseconds(milliseconds)) { loop.stop() }
    try loop.run()
  }

  @Test("The handler is called once, not before the last deadline that was set")
  func later() throws {
    let loop = try EventLoop()
    let start = loop.now
    let timer = DeadlineTimer(loop) { [diary] in diary.lines.append("\(loop.now - start >= .milliseconds(30))") }
    for milliseconds in [5, 10, 20, 30] { timer.set(start + .milliseconds(milliseconds)) }
    try run(loop, for: 80)
    #expect(diary.lines == ["true"])
  }

  @Test("A deadline that moves ahead counts, and none is none")
  func earlier() throws {
    let loop = try EventLoop()
    let timer = DeadlineTimer(loop) { [diary] in diary.lines.append("due") }
    timer.set(loop.now + .seconds(3600))
    timer.set(loop.now + .milliseconds(2))
    try run(loop, for: 20)
    #expect(diary.lines == ["due"])
    timer.set(loop.now + .milliseconds(2))
    timer.set(nil)
    try run(loop, for: 20)
    #expect(diary.lines == ["due"])
    timer.set(loop.now + .seconds(-1))
    try run(loop, for: 20)
    #expect(diary.lines == ["due", "due"])
  }

  @Test("The handler may set the next deadline, a past one, too, or end the timer")
  func fromHandler() throws {
    let loop = try EventLoop()
    var timer: DeadlineTimer?
    timer = DeadlineTimer(loop) { [diary] in
      diary.lines.append("due")
      if diary.lines.count < 3 { timer?.set(loop.now + .milliseconds(-1)) } else { timer = nil }
    }
    timer?.set(loop.now)
    try run(loop, for: 30)
    #expect(diary.lines == ["due", "due", "due"])
    #expect(timer == nil)
  }

  @Test("A timer that is gone calls nobody")
  func gone() throws {
    let loop = try EventLoop()
    do {
      let timer = DeadlineTimer(loop) { [diary] in diary.lines.append("due") }
      timer.set(loop.now + .milliseconds(2))
    }
    try run(loop, for: 20)
    #expect(diary.lines.isEmpty)
  }
}
