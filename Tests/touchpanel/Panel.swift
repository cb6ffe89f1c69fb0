import ContactorEvdev
import ContactorInput

/// A device that the kernel's uinput driver makes, and the frame that is being built for it.
final class Panel: Device {
  var frame: FrameBuilder
  private var device: UinputDevice?
  let node: String
  let description: EvdevDescription

  init(_ description: EvdevDescription, physicalPath: String) throws(InputError) {
    let device = try UinputDevice(description, physicalPath: physicalPath)
    frame = FrameBuilder(description)
    node = device.node
    self.description = description
    self.device = consume device
  }

  func waitUntilReady() -> Bool {
    device?.waitUntilReady() ?? true
  }

  private(set) var sent: [Int] = []

  func sync() throws(InputError) {
    try emit(frame.finish())
  }

  func emit(_ events: [UinputEvent]) throws(InputError) {
    sent.append(Interpreter.now() / 1000)
    try device?.emit(events)
  }

  func destroy() {
    device.take()?.destroy()
  }
}
