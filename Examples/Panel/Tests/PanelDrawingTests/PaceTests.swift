import ContactorCore
import PanelDrawing
import Testing

private func time(_ microseconds: Int64) -> Timestamp { Timestamp(microseconds: microseconds) }

@Suite("Pace")
struct PaceTests {
  @Test("the first picture after a pause is drawn at once")
  func atOnce() {
    var pace = Pace(millihertz: 50_000)
    #expect(pace.refresh == 20_000)
    #expect(pace.nextDrawing(at: time(5)) == time(5))
    pace.drawn(from: time(5), to: time(1_005))
    #expect(pace.nextDrawing(at: time(100_000)) == time(100_000))
  }

  @Test("under a finger that moves without pause, a refresh gets one picture, and each touch its picture within a refresh")
  func steady() {
    var pace = Pace(millihertz: 50_000)
    var (now, draws): (Int64, Int) = (0, 0)
    while now < 10_000_000 {
      let start = pace.nextDrawing(at: time(now)).microseconds
      if draws > 0 {
        // A touch just after the last picture was begun is in this one.
        #expect(start + 1_000 - now < 20_000)
      }
      pace.drawn(from: time(start), to: time(start + 1_000))
      draws += 1
      now = start + 1
    }
    // 500 refreshes; pictures are begun as much earlier as they take.
    #expect((500...550).contains(draws), "\(draws) pictures")
  }

  @Test("slow pictures leave half of each refresh to the touches, and a single slow one is forgotten")
  func slow() {
    var pace = Pace(millihertz: 50_000)
    pace.drawn(from: time(0), to: time(90_000))
    #expect(pace.nextDrawing(at: time(1)) == time(10_000))
    for number in 1...60 { pace.drawn(from: time(Int64(number) * 100_000), to: time(Int64(number) * 100_000 + 100)) }
    #expect(pace.nextDrawing(at: time(6_000_000)) > time(6_019_000))
  }

  @Test("a mode without a refresh counts as 60 Hz", arguments: [0, -1])
  func unknown(millihertz: Int) {
    #expect(Pace(millihertz: millihertz).refresh == 16_666)
  }
}

@Suite("Statistics")
struct StatisticsTests {
  private let screen = PixelRect(x: 0, y: 0, width: 100, height: 50)

  private func damage(_ rects: PixelRect...) -> Damage {
    var damage = Damage(screen: screen)
    for rect in rects { damage.add(rect) }
    return damage
  }

  @Test("count frames, pictures, rectangles, pixels and whole screens")
  func counting() {
    var statistics = Statistics(refresh: 20_000)
    statistics.drew(damage(screen), at: time(0))
    statistics.touched(at: time(1_000), changes: true)
    statistics.touched(at: time(9_000), changes: true)
    statistics.drew(damage(PixelRect(x: 0, y: 0, width: 10, height: 10), PixelRect(x: 50, y: 0, width: 5, height: 4)), at: time(15_000))
    statistics.touched(at: time(30_000), changes: false)
    statistics.drew(damage(PixelRect(x: 0, y: 0, width: 1, height: 1)), at: time(90_000))
    #expect(
      statistics.json
        == #"{"frames":3,"draws":3,"rectangles":4,"pixels":5121,"wholeScreenDraws":1,"longest":14000,"percentile99":14000,"#
        + #""refresh":20000,"late":0}"#)
  }

  @Test("the time is from the first touch that a picture shows; 99 of 100 are within the percentile")
  func times() {
    var statistics = Statistics(refresh: 20_000)
    for number in 0..<200 {
      let start = Int64(number) * 100_000
      statistics.touched(at: time(start), changes: true)
      statistics.touched(at: time(start + 2_000), changes: true)
      statistics.drew(damage(screen), at: time(start + (number == 7 ? 50_000 : 3_050)))
    }
    #expect(statistics.longest == 50_000)
    #expect(statistics.percentile99 == 3_100)
    #expect(statistics.late == 1)
  }

  @Test("times beyond the last step are counted there")
  func verySlow() {
    var statistics = Statistics(refresh: 20_000)
    statistics.touched(at: time(0), changes: true)
    statistics.drew(damage(screen), at: time(5_000_000))
    #expect(statistics.longest == 5_000_000 && statistics.percentile99 == 100_000)
  }
}
