import ContactorCore
@testable import ContactorKiosk
import Testing

@Suite struct GrabScheduleTests {
  private var schedule = GrabSchedule(period: .seconds(60))

  private func time(_ seconds: Int64) -> Timestamp { Timestamp(microseconds: seconds * 1_000_000) }

  private mutating func plug(_ number: UInt32, at seconds: Int64) {
    schedule.add(TouchDevice(id: DeviceID(rawValue: number), node: "/dev/input/event\(number)", name: "pad"), at: time(seconds))
  }

  private mutating func touch(_ phase: TouchPhase, at seconds: Int64, device: UInt32 = 1) {
    let contact = Contact(trackingID: 1, slot: 0, phase: phase, location: Point(x: 1, y: 1))
    schedule.take(TouchFrame(device: DeviceID(rawValue: device), timestamp: time(seconds), contacts: [contact]))
  }

  private mutating func due(at seconds: Int64) -> [UInt32] { schedule.takeDue(at: time(seconds)).map(\.panel.rawValue) }

  @Test mutating func `a panel is looked at as it comes, and one period after each answer`() {
    #expect(schedule.deadline == nil)
    plug(1, at: 5)
    #expect(schedule.deadline == time(5) && due(at: 4) == [] && due(at: 5) == [1])
    #expect(schedule.deadline == nil && due(at: 500) == [], "an answer is under way")
    #expect(schedule.answer(DeviceID(rawValue: 1), at: time(6)) == "event1")
    #expect(schedule.deadline == time(66) && due(at: 66) == [1])
    #expect(schedule.answer(DeviceID(rawValue: 1), at: time(66)) == "event1")
    #expect(schedule.answer(DeviceID(rawValue: 1), at: time(66)) == nil, "nothing was asked")
  }

  @Test mutating func `a touch puts the look off, and none is made while it lasts`() {
    plug(1, at: 0)
    plug(2, at: 0)
    touch(.began, at: 0)
    #expect(due(at: 59) == [2])
    #expect(due(at: 60) == [] && schedule.deadline == time(120))
    touch(.ended, at: 100)
    #expect(due(at: 159) == [] && due(at: 160) == [1])
  }

  @Test mutating func `what came meanwhile, or a panel that went, makes an answer void`() {
    plug(1, at: 0)
    plug(2, at: 0)
    #expect(due(at: 0) == [1, 2])
    touch(.began, at: 1)
    touch(.ended, at: 1)
    schedule.remove(DeviceID(rawValue: 2))
    #expect(schedule.answer(DeviceID(rawValue: 1), at: time(2)) == nil && schedule.answer(DeviceID(rawValue: 2), at: time(2)) == nil)
    #expect(schedule.deadline == time(62))
  }
}
