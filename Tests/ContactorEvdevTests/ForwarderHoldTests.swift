import ContactorCore
import ContactorEvdev
import Testing

@Suite("Contacts held back until a gesture fails")
struct ForwarderHoldTests {
  @Test("11.4 What was held back is handed on in order, with its own times, contacts together")
  func handedOn() {
    var rig = ForwardRig()
    #expect(rig.frame(8, [.down(1), .down(2, 300)], [(1, .hold), (2, .hold)]).isEmpty)
    #expect(rig.frame(16, [.move(1, 101), .move(2, 301)]).isEmpty)
    #expect(rig.frame(24, [.move(2, 302)]).isEmpty)
    #expect(rig.frame(32, [.up(1)]).isEmpty && rig.forwarder.passing == 0)
    #expect(
      rig.frame(40, [.move(2, 303)], [(1, .pass), (2, .pass)]) == [
        "8 slot 1 id 0 x 100 y 200 slot 2 id 1 x 300 y 200 touch 1 X 100 Y 200", "16 slot 1 x 101 slot 2 x 301 X 101",
        "24 slot 2 x 302", "32 slot 1 id -1 X 302 Y 200", "40 slot 2 x 303 X 303",
      ])
    #expect(rig.frame(48, [.up(2)]) == ["48 slot 2 id -1 touch 0"])
    #expect(rig.takeNotes() == ["held gesture g 1", "held gesture g 2", "released gesture g 1", "released gesture g 2"])
  }

  @Test("11.4 A contact is handed on alone, while another stays back")
  func alone() {
    var rig = ForwardRig()
    _ = rig.frame(8, [.down(1), .down(2, 300)], [(1, .hold), (2, .hold)])
    _ = rig.frame(16, [.move(1, 101), .move(2, 301)])
    #expect(rig.advance(20, [(2, .pass)]) == ["8 slot 2 id 0 x 300 y 200 touch 1 X 300 Y 200", "16 slot 2 x 301 X 301"])
    #expect(rig.frame(24, [.up(2), .up(1)]) == ["24 slot 2 id -1 touch 0"])
    #expect(rig.advance(90, [(1, .pass)]).map { $0.prefix(3) } == ["8 s", "16 ", "24 "])
  }

  @Test("11.4 A gesture that is recognized leaves no trace of what it held back")
  func dropped() {
    var rig = ForwardRig()
    _ = rig.frame(8, [.down(1)], [(1, .hold)])
    _ = rig.frame(16, [.up(1)])
    #expect(rig.advance(20, [(1, .keep)]).isEmpty && rig.advance(21, [(1, .pass)]).isEmpty)
    #expect(rig.takeNotes() == ["held gesture g 1", "kept gesture g 1"])
  }

  @Test("A tap that was held back in one frame is down in one and up in the next")
  func tapInOneFrame() {
    var rig = ForwardRig()
    #expect(rig.frame(8, [.down(1), .up(1)], [(1, .hold)]).isEmpty)
    #expect(rig.advance(20, [(1, .pass)]) == ["8 slot 1 id 0 x 100 y 200 touch 1 X 100 Y 200", "8 slot 1 id -1 touch 0"])
  }

  @Test("Holding back a contact that the application has changes nothing")
  func tooLate() {
    var rig = ForwardRig()
    _ = rig.frame(8, [.down(1)])
    #expect(rig.frame(16, [.move(1, 101)], [(1, .hold)]) == ["16 slot 1 x 101 X 101"])
  }

  @Test("Contacts that begin with one id, one after the other, are handed on both")
  func sameID() {
    var rig = ForwardRig()
    _ = rig.frame(8, [.down(1)], [(1, .hold)])
    _ = rig.frame(16, [.up(1)])
    _ = rig.frame(24, [.down(1, 7, 7)], [(1, .hold)])
    #expect(rig.advance(30, [(1, .pass)]).map { $0.prefix(12) } == ["8 slot 1 id ", "16 slot 1 id", "24 slot 1 id"])
    #expect(rig.forwarder.passing == 1)
  }

  @Test("A verdict about a contact is not about an older one with its id, which a rule holds back")
  func olderContact() {
    var rig = ForwardRig { $0.ghost.shorterThan = .milliseconds(30) }
    _ = rig.frame(0, [.down(1)])
    #expect(rig.frame(40, [.down(1, 9, 9)], [(1, .keep)]).map { $0.prefix(15) } == ["0 slot 1 id 0 x", "40 slot 1 id -1"])
    #expect(rig.takeNotes() == ["held tooShort 1", "kept gesture g 1", "released tooShort 1"])
  }

  @Test("When there is no more room moves are merged, and beginnings, ends and last places are not lost")
  func full() {
    var rig = ForwardRig()
    _ = rig.frame(1, [.down(1, 0), .down(2, 0)], [(1, .hold), (2, .hold)])
    for step in 1...2000 { _ = rig.frame(Int64(step), [.move(1, Double(step))]) }
    _ = rig.frame(2001, [.move(2, 77)])
    for id in 3...9 { _ = rig.frame(2001 + Int64(id), [.down(Int32(id)), .up(Int32(id))], [(Int32(id), .hold)]) }
    let lines = rig.frame(3000, [.up(1), .up(2)], (1...9).map { ($0, .pass) })
    #expect(lines.count < 540)
    #expect(lines.filter { $0.contains("id -1") }.count == 8)
    #expect(lines.contains { $0.contains("x 2000") } && lines.contains { $0.contains("slot 2 x 77") })
    let times = lines.compactMap { Int($0.prefix { $0 != " " }) }
    #expect(times == times.sorted())
    #expect(rig.forwarder.passing == 0)
  }

  @Test("What is handed on at once fits into a reader's buffer; both ends of each contact are there, and every part of its way")
  func burst() {
    var rig = ForwardRig()
    _ = rig.frame(0, [.down(1, 0), .down(2, 0)], [(1, .hold), (2, .hold)])
    for step in 1...240 { _ = rig.frame(Int64(step), [.move(1, Double(step), 300), .move(2, 1000 + Double(step), 400)]) }
    let lines = rig.frame(241, [.up(1)], [(1, .pass), (2, .pass)])
    // Ten slots with five axes each, a pointer's two and the rest: 70 events a frame, 1024 for eight of them.
    #expect(rig.lastCount > 256 && rig.lastCount <= 768)
    #expect(lines.contains { $0.contains("x 240 ") } && lines.contains { $0.contains("x 1240 ") })
    let first = lines.compactMap { line -> Int? in
      let words = line.split(separator: " ")
      return words.firstIndex(of: "x").flatMap { Int(words[$0 + 1]) }
    }.filter { $0 < 1000 }
    #expect(zip(first, first.dropFirst()).allSatisfy { $1 > $0 && $1 - $0 <= 8 })
    #expect(rig.forwarder.passing == 1)
    #expect(rig.frame(250, [.move(2, 9)]).count == 1)
  }

  @Test("Contacts that gestures took are taken away before others, which waited, come in their slots")
  func order() {
    var rig = ForwardRig(.touchscreen(name: "Panel", contacts: 1))
    _ = rig.frame(8, [.down(1, slot: 0)])
    _ = rig.frame(16, [.down(2, 5, 6, slot: 0)], [(2, .hold)])
    #expect(
      rig.frame(24, [], [(1, .keep), (2, .pass)]) == [
        "24 slot 0 x 4095 X 4095", "24 slot 0 id -1 touch 0", "16 slot 0 id 1 x 5 y 6 touch 1 X 5 Y 6",
      ])
  }
}
