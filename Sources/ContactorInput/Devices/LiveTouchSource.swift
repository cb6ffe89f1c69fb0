public import ContactorCore
public import ContactorEvdev
public import ContactorSystem

/// Touchscreens that are read as they are touched.
///
/// The host waits until `fileDescriptor` is readable and then calls `dispatch(_:)`; `EventLoop.watch(_:_:)` does the
/// waiting for programs that have no loop of their own.
public protocol LiveTouchSource: AnyObject {
  /// Readable while `dispatch(_:)` has something to do, from the start on if devices are open already.
  var fileDescriptor: Int32 { get }
  /// What a host that can wait for several descriptors waits for in place of `fileDescriptor`: any of them is readable
  /// while `dispatch(_:)` has something to do. Always the same ones; one level less for the kernel to wake up.
  var fileDescriptors: [Int32] { get }
  /// The touchscreens that are open, in the order in which they came.
  var devices: [TouchDevice] { get }

  /// The paths that were named and lead to no device at this moment; each is opened when it comes.
  var missingPaths: [String] { get }

  /// Yields what has happened, without waiting.
  ///
  /// - Throws: `InputError` with the code `system` if reading is broken for good; a device that goes away is no error.
  func dispatch(_ handle: (InputEvent) -> Void) throws(InputError)

  /// Closes all devices: contacts that are down are cancelled, then the devices are removed.
  func suspend(_ handle: (InputEvent) -> Void)

  /// Opens the devices again, which get new identities.
  ///
  /// - Throws: `InputError` for a device that was named and cannot be opened. One that is merely absent is no error: it
  ///   is opened when it comes.
  func resume(_ handle: (InputEvent) -> Void) throws(InputError)

  /// Maps the open devices anew, after what `mapping` decides by has changed; contacts that are down follow.
  func remap(_ mapping: @escaping (TouchDevice) -> PositionPipeline)
}

extension LiveTouchSource {
  /// The one descriptor, for sources that have no others.
  public var fileDescriptors: [Int32] { [fileDescriptor] }

  /// None, for sources whose touchscreens have no paths.
  public var missingPaths: [String] { [] }
}

extension EventLoop {
  /// Calls `handler`, which dispatches the source, whenever the source has something to do.
  ///
  /// - Throws: `SystemError` when the machine is out of memory.
  public func watch(_ source: any LiveTouchSource, _ handler: @escaping () -> Void) throws(SystemError) {
    for descriptor in source.fileDescriptors { try watch(descriptor, handler) }
  }
}
