import ContactorCore
import ContactorEvdev
import ContactorInput
import ContactorSystem
import Glibc
import Testing

/// What can be seen of a source without a device; the rest needs a kernel with input devices, in the virtual machine.
@Suite struct LibinputSourceTests {
  @Test func `a seat without a touchscreen is no error and is at rest`() throws {
    var problems: [InputError] = []
    let options = LibinputSource.Options(
      problem: { problems.append($0) }, mapping: { _ in PositionPipeline(window: Size(width: 1, height: 1)) })
    let source = try LibinputSource(seat: "seat-of-nobody", options: options)
    #expect(source.devices == [])
    #expect(source.problems == problems)
    try source.dispatch { Issue.record("\($0)") }
    source.suspend { Issue.record("\($0)") }
    source.suspend { Issue.record("\($0)") }
    try source.resume { Issue.record("\($0)") }

    let loop = try EventLoop()
    var wakeUps = 0
    try loop.watch(source.fileDescriptor) {
      wakeUps += 1
      try? source.dispatch { _ in }
    }
    try loop.runOnce(timeout: .milliseconds(100))
    #expect(wakeUps == 0)
  }

  @Test func `the source asks for its first dispatch`() throws {
    let source = try LibinputSource(
      seat: "seat-of-nobody", options: LibinputSource.Options(window: Size(width: 1, height: 1)))
    var request = pollfd(fd: source.fileDescriptor, events: Int16(POLLIN), revents: 0)
    #expect(poll(&request, 1, 0) == 1)
  }

  @Test func `scanning needs no device`() throws {
    for listing in try DeviceList.scan() {
      #expect(!listing.device.node.isEmpty)
      #expect(listing.device.id.rawValue > 0)
    }
  }
}
