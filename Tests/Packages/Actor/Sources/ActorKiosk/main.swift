import ContactorCore

let kiosk = Kiosk()
await kiosk.start()
for (index, x) in [50.0, 250].enumerated() {
  for phase in [TouchPhase.began, .ended] {
    let contact = Contact(trackingID: Int32(index), slot: 0, phase: phase, location: Point(x: x, y: 50))
    let time = Timestamp(microseconds: Int64(index) * 1_000_000 + (phase == .began ? 0 : 80_000))
    await kiosk.handle(TouchFrame(device: DeviceID(rawValue: 1), timestamp: time, contacts: [contact]))
  }
}
for line in await kiosk.report { print(line) }
