public import ContactorCore
public import ContactorEvdev

/// What a host decides about a source.
public struct TouchSourceOptions {
  /// Where a panel's contacts go: called when a device is opened and by `remap(_:)`.
  public var mapping: (TouchDevice) -> PositionPipeline
  /// Takes the errors that libinput logs, one line each; never called by `EvdevSource`.
  public var log: (String) -> Void
  /// Takes, once each, the touchscreens that cannot be opened or are silent because another program has grabbed them;
  /// the source goes on and opens them when it can.
  public var problem: (InputError) -> Void
  /// The identity of the first device; a host with several sources keeps them apart by it.
  public var firstDeviceID: UInt32
  /// Whether devices are taken for this program alone (`EVIOCGRAB`): nobody else sees their touches, the desktop
  /// included.
  ///
  /// A device that another program has taken is tried again, with pauses from 1 s to 30 s.
  public var isExclusive: Bool
  /// Whether a named path that is not there is waited for, at the start too, instead of being an error.
  ///
  /// It stays an error for libinput where no udev daemon runs, for nothing would tell that the path has come.
  public var waitsForMissing = false
  /// Sees what the kernel reports; `nil` for nobody.
  public var tap: (any EventTap)?

  /// Creates options.
  public init(
    firstDeviceID: UInt32 = 1, isExclusive: Bool = false, log: @escaping (String) -> Void = { _ in },
    problem: @escaping (InputError) -> Void = { _ in },
    mapping: @escaping (TouchDevice) -> PositionPipeline
  ) {
    self.mapping = mapping
    self.log = log
    self.problem = problem
    self.firstDeviceID = firstDeviceID
    self.isExclusive = isExclusive
  }

  /// Creates options that stretch every panel over a window of a size in points.
  public init(window size: Size) {
    self.init { _ in PositionPipeline(window: size) }
  }
}

extension LibinputSource {
  /// What a host decides about the source.
  public typealias Options = TouchSourceOptions
}

extension EvdevSource {
  /// What a host decides about the source.
  public typealias Options = TouchSourceOptions
}

/// Which way touchscreens are read.
public enum TouchSourceKind: String, Hashable, Sendable, CaseIterable {
  /// Through libinput, with its corrections for faulty panels; needs udev.
  case libinput
  /// Straight from the kernel; needs neither libinput nor udev.
  case evdev

  /// Opens the touchscreens behind some paths, or, where there are none, those of the seat `seat0`.
  ///
  /// - Throws: what the source's initializer throws.
  public func open(_ paths: [String], options: TouchSourceOptions) throws(InputError) -> any LiveTouchSource {
    switch (self, paths.isEmpty) {
    case (.libinput, true): try LibinputSource(options: options)
    case (.libinput, false): try LibinputSource(paths: paths, options: options)
    case (.evdev, true): try EvdevSource(options: options)
    case (.evdev, false): try EvdevSource(paths: paths, options: options)
    }
  }
}
