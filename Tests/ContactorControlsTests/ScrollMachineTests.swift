import ContactorCore
import Testing

@testable import ContactorControls

/// The closed forms of scrolling: what the machine says at a time, whenever it was asked before.
@Suite("Scroll machine")
struct ScrollMachineTests {
  private func time(_ milliseconds: Double) -> Timestamp { Timestamp(microseconds: 1_000_000 + Int64(milliseconds * 1000)) }

  private func limits(_ upper: Double = 1e6, bounces: Bool = true) -> ScrollLimits {
    ScrollLimits(content: upper + 400, before: 0, after: 0, view: 400, bounces: bounces)
  }

  private func isClose(_ one: Double, _ other: Double, _ error: Double = 1e-9) -> Bool { (one - other).magnitude <= error }

  private func machine(at offset: Double) -> ScrollMachine {
    var machine = ScrollMachine()
    machine.place(offset)
    return machine
  }

  /// Thrown from 100 with 2,000 points per second: 100 + 2000·(rateⁿ − 1) / ln(rate) / 1000 after n ms, computed with 50 decimal digits.
  @Test(
    "7.6 A throw is at the published places after n ms, for both rates",
    arguments: [
      (1, 101.997999332665821, 101.989983249468443),
      (5, 109.950116516761090, 109.752897975628427),
      (10, 119.801129077801609, 119.027806908140913),
      (16, 131.492916049573865, 129.559654735990472),
      (33, 163.867048471935558, 156.171151196581138),
      (50, 195.157897031116269, 178.603131003796501),
      (100, 281.251701577974396, 226.158502157099995),
      (200, 429.618327782997366, 272.336594073187081),
      (300, 551.066322918045381, 289.239269172762830),
      (500, 731.856045357019527, 297.690809827312188),
      (750, 876.427266398172723, nil),
      (1000, 964.070253475259687, nil),
      (1500, 1049.411588496455585, nil),
      (2000, 1080.775489621280491, nil),
    ] as [(Double, Double, Double?)])
  func table(_ milliseconds: Double, _ normal: Double, _ fast: Double?) {
    for (rate, place) in [(0.998, normal), (0.99, fast)] {
      guard let place else { continue }
      var machine = machine(at: 100)
      machine.throwContent(2000, rate: rate, limits(), at: time(0))
      #expect(isClose(machine.offset(at: time(milliseconds)), place))
    }
  }

  @Test("The exponential and the logarithm have the values of an independent computation with 50 digits")
  func functions() {
    let powers: [(Double, Double)] = [
      (-0.1, 0.90483741803595957316), (-0.5, 0.60653065971263342360), (-1, 0.36787944117144232160),
      (-2.002002670673079, 0.13506452244668338259), (-10, 0.000045399929762484851536), (-37.5, 5.1755550058018685349e-17),
      (-100, 3.7200759760208359630e-44), (-650, 5.1119519486511562468e-283),
    ]
    for (power, value) in powers { #expect(isClose(decay(power) / value, 1, 4e-16)) }
    let logarithms: [(Double, Double)] = [
      (0.998, -0.0020020026706730773516), (0.99, -0.010050335853501441184), (0.5, -0.69314718055994530942), (1e-9, -20.723265836946411156),
      (2, 0.69314718055994530942), (3, 1.0986122886681096914), (1e300, 690.77552789821370521), (0.7071, -0.34658318037194193069),
      (1.4143, 0.34663470904431708884),
    ]
    for (number, value) in logarithms { #expect(isClose(naturalLogarithm(number) / value, 1, 1e-15)) }
    #expect(decay(0) == 1)
    #expect(decay(3) == 1)
    #expect(decay(-1e300) == 0)
    #expect(decay(-.infinity) == 0)
    #expect(decay(.nan) == 1)
    #expect(naturalLogarithm(1) == 0)
    #expect(naturalLogarithm(0) == -.infinity)
    #expect(naturalLogarithm(.nan) == -.infinity)
  }

  @Test("7.6 A throw ends on its landing, a quarter of a point before it would get there")
  func rest() throws {
    var machine = machine(at: 100)
    machine.throwContent(2000, rate: 0.998, limits(), at: time(0))
    let end = try #require(machine.restsAt)
    // 999 points lie before it: ln(999 / 0.25) / 2.002 s.
    #expect(isClose(Double(end.microseconds) / 1e6, 1 + 4.14199, 1e-3))
    #expect(isClose(machine.target, 100 + 998.9996663329552))
    #expect(isClose(machine.offset(at: Timestamp(microseconds: end.microseconds - 1)), machine.target, 0.2501))
    #expect(machine.offset(at: end) == machine.target)
    machine.finish()
    #expect(machine.state == .idle)
    #expect(machine.restsAt == nil)
  }

  @Test("7.6 Beyond its end the content follows by UIKit's formula with 0.55, and its inverse finds the finger")
  func rubberBand() {
    let limits = limits(1000)
    // (1 − 1 / (x·0.55 / 400 + 1))·400
    for (pulled, shown) in [(10.0, 5.425400739827335), (100, 48.35164835164835), (400, 141.93548387096774), (4000, 338.4615384615385)] {
      #expect(isClose(limits.banded(1000 + pulled), 1000 + shown))
      #expect(isClose(limits.banded(-pulled), -shown))
      #expect(isClose(limits.unbanded(1000 + shown), 1000 + pulled, 1e-6))
      #expect(isClose(limits.unbanded(-shown), -pulled, 1e-6))
    }
    #expect(limits.banded(500) == 500)
    #expect(limits.unbanded(500) == 500)
    #expect(limits.unbanded(1e9).isFinite)
    let stiff = ScrollLimits(content: 1400, before: 0, after: 0, view: 400, bounces: false)
    #expect(stiff.banded(1100) == 1000)
    let flat = ScrollLimits(content: 1400, before: 0, after: 0, view: 0, bounces: true)
    #expect(flat.banded(1500) == 1400)
  }

  @Test("7.6 A throw that meets its end springs back from there with the speed that is left")
  func bounce() {
    var machine = machine(at: 900)
    machine.throwContent(2000, rate: 0.998, limits(1000), at: time(0))
    // 100 of the 999 points: the share of the speed left is 1 − 100 / 998.9997, after ln(1 / 0.8999) / 2.002 = 52.68 ms.
    let left = 2000 * (1 - 100 / 998.9996663329552)
    #expect(isClose(machine.offset(at: time(52.6)), 999.85, 0.1))
    #expect(isClose(machine.velocity(at: time(52.7)), left, 5))
    #expect(isClose(machine.velocity(at: time(52.6)), left, 5))
    // A critically damped spring is farthest after 1/10 s: v / (10·e).
    let peak = left / 10 * 0.36787944117144233
    #expect(isClose(machine.offset(at: time(152.68)), 1000 + peak, 0.01))
    #expect(machine.target == 1000)
    #expect(machine.offset(at: time(3000)) == 1000)
    var stiff = self.machine(at: 900)
    stiff.throwContent(2000, rate: 0.998, limits(1000, bounces: false), at: time(0))
    #expect(stiff.offset(at: time(60)) == 1000)
    #expect(stiff.offset(at: time(30)) < 1000)
  }

  @Test("7.6 A spring goes back to its end without passing it, and rests within a quarter of a point")
  func spring() throws {
    var machine = machine(at: 1100)
    machine.spring(to: 1000, velocity: 0, at: time(0))
    // 100·(1 + 10 t)·e^(−10 t)
    #expect(isClose(machine.offset(at: time(100)), 1000 + 73.57588823428847))
    #expect(isClose(machine.offset(at: time(400)), 1000 + 9.157819444367089))
    let end = try #require(machine.restsAt)
    #expect(isClose(machine.offset(at: Timestamp(microseconds: end.microseconds - 2)), 1000.25, 1e-3))
    #expect(machine.offset(at: end) == 1000)
    for milliseconds in stride(from: 0.0, through: 2000, by: 7) { #expect(machine.offset(at: time(milliseconds)) >= 1000) }
  }

  @Test("7.6 A throw at a target near its landing keeps its curve, and no target is passed", arguments: [600.0, 1000, 1500, 150, 2900])
  func aims(_ target: Double) {
    var machine = machine(at: 100)
    machine.spring(to: target, velocity: 2000, likeThrow: 0.998, at: time(0))
    #expect(isClose(machine.velocity(at: time(0)), 2000))
    var last = 100.0
    for milliseconds in stride(from: 1.0, through: 9000, by: 1) {
      let offset = machine.offset(at: time(milliseconds))
      #expect(offset >= last - 1e-9 && offset <= target)
      last = offset
    }
    #expect(last == target)
  }

  @Test("7.6 The offset at a time is the same, however often and when it was asked for")
  func isAFunctionOfTime() {
    var machine = machine(at: 0)
    machine.throwContent(5000, rate: 0.998, limits(1000), at: time(0))
    let once = machine.offset(at: time(777))
    for milliseconds in [900.0, 3, 10_000, 400] { _ = machine.offset(at: time(milliseconds)) }
    #expect(machine.offset(at: time(777)) == once)
    // A century later, and before it began.
    #expect(machine.offset(at: Timestamp(microseconds: 3_155_760_000_000_000)) == 1000)
    #expect(machine.offset(at: Timestamp(microseconds: .max)) == 1000)
    #expect(machine.offset(at: Timestamp(microseconds: .min)) == 0)
  }

  @Test("A drag takes what there is room for, comes back first, and stops dead without a bounce")
  func drag() {
    var machine = machine(at: 950)
    machine.beginDrag(limits(1000), at: time(0))
    #expect(machine.drag(by: 80) == 30)
    #expect(machine.offset(at: time(0)) == 1000)
    #expect(machine.drag(by: 5) == 5)
    machine.stretch(by: 100)
    #expect(isClose(machine.offset(at: time(0)), 1000 + 48.35164835164835))
    #expect(machine.relax(by: -130) == -30)
    #expect(machine.relax(by: -30) == -30)
    #expect(machine.drag(by: -30) == 0)
    #expect(machine.offset(at: time(0)) == 970)
    machine.setLimits(limits(1000, bounces: false))
    machine.stretch(by: 1000)
    #expect(machine.offset(at: time(0)) == 1000)
    machine.stretch(by: .nan)
    machine.stretch(by: .infinity)
    #expect(machine.offset(at: time(0)).isFinite)
  }

  @Test("A finger stops a motion where it is, and content beyond its end is held there")
  func touch() {
    var machine = machine(at: 1100)
    machine.spring(to: 1000, velocity: 0, at: time(0))
    machine.touch(at: time(100))
    #expect(machine.state == .touched)
    #expect(isClose(machine.offset(at: time(5000)), 1073.5758882342886))
    machine.beginDrag(limits(1000), at: time(5000))
    #expect(isClose(machine.offset(at: time(5000)), 1073.5758882342886))
  }

  @Test("Content beyond its end that is thrown back too slowly to pass the end springs back to it", arguments: [60.0, 2000, -60, -2000])
  func throwsFromBeyond(_ velocity: Double) throws {
    var machine = machine(at: -100)
    machine.throwContent(velocity, rate: 0.998, limits(1000), at: time(0))
    #expect(isClose(machine.velocity(at: time(0)), velocity))
    #expect(isClose(machine.target, velocity == 2000 ? 898.9996663329106 : 0))
    let end = try #require(machine.restsAt)
    #expect(end < time(9000))
    #expect(machine.offset(at: end) == machine.target)
  }

  @Test("A spring as fast as its velocity needs ends in time, whatever is lost by rounding", arguments: 1...200)
  func roundedSprings(_ number: Int) throws {
    for rate in [0.998, nil] {
      let (way, velocity) = (Double(number) * 7.3 + 0.1, Double(number * number) / 3 + 0.7)
      var machine = machine(at: 0)
      machine.spring(to: way, velocity: velocity, likeThrow: rate, at: time(0))
      let end = try #require(machine.restsAt)
      #expect(end < time(9000))
      #expect(isClose(machine.offset(at: Timestamp(microseconds: end.microseconds - 1)), way, 0.26))
    }
  }
}
