import ContactorCore
import ContactorEvdev
import ContactorInput
import ContactorSystem
import Glibc
import Testing

/// A source whose touchscreens are character devices that every machine has.
private final class Source: LiveTouchSource {
  let fileDescriptor: Int32 = -1
  var devices: [TouchDevice] = []

  init() {
    for (number, node) in ["/dev/null", "/dev/zero", "/dev/full"].enumerated() {
      let name = number == 1 ? "Upper panel" : "Lower panel"
      devices.append(TouchDevice(id: DeviceID(rawValue: UInt32(number + 7)), node: node, name: name))
    }
  }

  func dispatch(_ handle: (InputEvent) -> Void) throws(InputError) {}
  func suspend(_ handle: (InputEvent) -> Void) {}
  func resume(_ handle: (InputEvent) -> Void) throws(InputError) {}
  func remap(_ mapping: @escaping (TouchDevice) -> PositionPipeline) {}
}

/// From the path or the name of a touchscreen to its identity.
@Suite struct DeviceLookupTests {
  private let source = Source()

  @Test func `a path leads to the device, also through links`() throws {
    let folder = "/tmp/contactor-lookup-\(getpid())"
    try #require(mkdir(folder, 0o700) == 0)
    defer {
      unlink("\(folder)/left")
      unlink("\(folder)/again")
      rmdir(folder)
    }
    try #require(symlink("/dev/zero", "\(folder)/left") == 0 && symlink("left", "\(folder)/again") == 0)
    for path in ["/dev/zero", "/dev/../dev/zero", "\(folder)/left", "\(folder)/again"] {
      #expect(source.device(at: path)?.id == DeviceID(rawValue: 8), "\(path)")
    }
    #expect(source.devices.map { $0.isReached(by: "\(folder)/again") } == [false, true, false])
  }

  @Test func `a path to another device, to a file, or to nothing leads to none`() {
    for path in ["/dev/tty", "/dev", "/proc/self/status", "/dev/input/not-there", ""] { #expect(source.device(at: path) == nil, "\(path)") }
    source.devices = []
    #expect(source.device(at: "/dev/null") == nil)
  }

  @Test func `a node that is gone, or is none, is found by its own text`() {
    for node in ["/dev/input/event-gone", "inject1"] {
      source.devices.append(TouchDevice(id: DeviceID(rawValue: 20), node: node, name: ""))
      #expect(source.device(at: node)?.id == DeviceID(rawValue: 20))
    }
    #expect(source.device(at: "event-gone") == nil)
  }

  @Test func `names need not be unique`() {
    #expect(source.devices(named: "Lower panel").map(\.id.rawValue) == [7, 9])
    #expect(source.devices(named: "Upper panel").map(\.node) == ["/dev/zero"])
    #expect(source.devices(named: "lower").isEmpty)
  }

  @Test func `two panels are routed to two windows, at the start and as they come`() {
    let application = Application()
    let windows = [Window(frame: Rect(x: 0, y: 0, width: 10, height: 10)), Window(frame: Rect(x: 0, y: 0, width: 10, height: 10))]
    for window in windows { application.addWindow(window) }
    for (path, window) in zip(["/dev/zero", "/dev/full"], windows) {
      if let panel = source.device(at: path) { application.route(panel.id, to: window) }
    }
    // A panel that is plugged in again has another identity.
    let again = TouchDevice(id: DeviceID(rawValue: 30), node: "/dev/zero", name: "Upper panel")
    if case .deviceAdded(let panel, _) = InputEvent.deviceAdded(again, at: Timestamp(microseconds: 0)), panel.isReached(by: "/dev/zero") {
      application.route(panel.id, to: windows[0])
    }
    for (device, window) in [(8, windows[0]), (9, windows[1]), (30, windows[0])] {
      let contact = Contact(trackingID: 1, slot: 0, phase: .began, location: Point(x: 5, y: 5))
      application.handle(
        TouchFrame(device: DeviceID(rawValue: UInt32(device)), timestamp: Timestamp(microseconds: 1000), contacts: [contact]))
      #expect(application.event.allTouches.contains { $0.device.rawValue == device && $0.window === window })
    }
  }
}
