public import ContactorCore

/// A layout's entry for a touch panel: which panel, the window that it feeds, and how its positions are mapped.
public struct LayoutDevice: Hashable, Sendable {
  /// The panels that the entry is about.
  public var match: LayoutDeviceMatch
  /// The name of the window that the panel feeds; `nil` for the first one.
  public var window: String?
  /// The part of the window that the panel covers, in points; `nil` for all of it.
  public var frame: Rect?
  /// Six numbers in the order of `LIBINPUT_CALIBRATION_MATRIX`, if the layout states them.
  public var calibration: [Double]?
  /// Degrees clockwise: 0, 90, 180 or 270.
  public var rotation: Int
  /// The panel's size in millimetres, not rotated, if the layout states it; what the panel itself states goes before.
  public var millimetres: Size?
  /// Whether the panel is not used at all.
  public var isIgnored: Bool
  /// Whether pointers with absolute places that fit are used as touchscreens: panels in mouse mode.
  public var usesPointers = false
  /// Whether the panel must be there: without it the kiosk is not well (contract 12.5).
  public var isExpected = false
  /// The name for pairing one of several alike panels with the entry, unique in the layout; `nil` for an entry that is not paired.
  public var pair: String?
  /// Where the entry stands.
  public var mark: LayoutMark

  /// Creates an entry.
  public init(
    match: LayoutDeviceMatch = LayoutDeviceMatch(), window: String? = nil, frame: Rect? = nil,
    calibration: [Double]? = nil, rotation: Int = 0, millimetres: Size? = nil, isIgnored: Bool = false,
    mark: LayoutMark = .file
  ) {
    self.match = match
    self.window = window
    self.frame = frame
    self.calibration = calibration
    self.rotation = rotation
    self.millimetres = millimetres
    self.isIgnored = isIgnored
    self.mark = mark
  }
}

/// A condition that selects touch panels; a member that is `nil` fits every panel.
public struct LayoutDeviceMatch: Hashable, Sendable {
  /// The bus's vendor number.
  public var vendor: UInt16?
  /// The bus's product number.
  public var product: UInt16?
  /// Where the panel is plugged in.
  ///
  /// Contactor compares it with the kernel's path (`EVIOCGPHYS`) and with that path
  /// without the interface after the slash, so `usb-0000:01:00.0-1.2` fits `usb-0000:01:00.0-1.2/input0`.
  public var path: GlobPattern?
  /// The name that the kernel gives.
  public var name: GlobPattern?
  /// The serial number.
  public var serial: GlobPattern?
  /// The output that udev assigns (`WL_OUTPUT`).
  public var output: GlobPattern?
  /// The seat that udev assigns (`ID_SEAT`), usually `seat0`; it is empty for a panel that udev does not know.
  public var seat: GlobPattern?

  /// Creates a match; without arguments it fits every panel.
  public init(
    vendor: UInt16? = nil, product: UInt16? = nil, path: GlobPattern? = nil, name: GlobPattern? = nil,
    serial: GlobPattern? = nil, output: GlobPattern? = nil, seat: GlobPattern? = nil
  ) {
    self.vendor = vendor
    self.product = product
    self.path = path
    self.name = name
    self.serial = serial
    self.output = output
    self.seat = seat
  }

  /// Whether all members that are set fit the panel.
  public func fits(_ panel: TouchDevice) -> Bool {
    (vendor ?? panel.vendor) == panel.vendor && (product ?? panel.product) == panel.product
      && fitsPath(panel.physicalPath) && name?.matches(panel.name) ?? true
      && serial?.matches(panel.serial) ?? true && output?.matches(panel.output) ?? true
      && seat?.matches(panel.seat) ?? true
  }

  /// The texts that are matched, each with that of another match.
  private func texts(with other: LayoutDeviceMatch) -> [(own: GlobPattern?, other: GlobPattern?)] {
    [
      (path, other.path), (name, other.name), (serial, other.serial), (output, other.output), (seat, other.seat),
    ]
  }

  /// Whether this fits every panel that another match fits.
  ///
  /// `false` if that is not certain.
  ///
  /// - Complexity: as `GlobPattern.covers(_:)` for each member.
  func covers(_ other: LayoutDeviceMatch) -> Bool {
    (vendor == nil || vendor == other.vendor) && (product == nil || product == other.product)
      && texts(with: other).allSatisfy { own, other in own?.covers(other ?? GlobPattern("*")) ?? true }
  }

  /// An upper bound of the steps that `covers(_:)` takes.
  func steps(toCover other: LayoutDeviceMatch) -> Int {
    texts(with: other).reduce(1) { sum, pair in
      guard let own = pair.own else { return sum }
      return sum + own.steps(toCover: pair.other ?? GlobPattern("*"))
    }
  }

  private func fitsPath(_ physical: String) -> Bool {
    guard let path else { return true }
    if path.matches(physical) { return true }
    guard let slash = physical.lastIndex(of: "/") else { return false }
    return path.matches(String(physical[..<slash]))
  }
}

/// Text; in it `*` stands for any characters, none included; everything else stands for itself.
public struct GlobPattern: Hashable, Sendable, CustomStringConvertible {
  /// The pattern as it was written.
  public let description: String

  /// Creates a pattern; every text is one.
  public init(_ text: String) {
    description = text
  }

  /// Whether every text that fits another pattern fits this one.
  ///
  /// A star of the other pattern stands for any text, so that only a star of this one covers it: this pattern is matched with the
  /// other one's text, whose star equals no character.
  ///
  /// - Complexity: O(pattern × other pattern) at worst.
  func covers(_ other: GlobPattern) -> Bool { matches(other.description) }

  /// An upper bound of the steps that `covers(_:)` takes.
  func steps(toCover other: GlobPattern) -> Int {
    let (own, text) = (description.utf8, other.description.utf8)
    let sum = own.count + text.count
    guard own.contains(UInt8(ascii: "*")) else { return sum }
    let (product, isHuge) = own.count.multipliedReportingOverflow(by: text.count)
    return isHuge ? Int.max / 16 : min(sum + product, Int.max / 16)
  }

  /// Whether the whole text fits; upper and lower case differ.
  ///
  /// - Complexity: O(pattern × text) at worst.
  public func matches(_ text: String) -> Bool {
    let pattern = Array(description.utf8)
    let text = Array(text.utf8)
    let star = UInt8(ascii: "*")
    var (at, place) = (0, 0)
    var retry: (pattern: Int, text: Int)?
    while place < text.count {
      if at < pattern.count, pattern[at] == star {
        retry = (at + 1, place)
        at += 1
      } else if at < pattern.count, pattern[at] == text[place] {
        at += 1
        place += 1
      } else if let last = retry {
        // The last star takes one byte more; earlier stars need no other try.
        retry = (last.pattern, last.text + 1)
        (at, place) = (last.pattern, last.text + 1)
      } else {
        return false
      }
    }
    return pattern[at...].allSatisfy { $0 == star }
  }
}

extension [LayoutDevice] {
  /// The index of the first entry that fits a panel: the panel takes it or, if that has `pair`, one of those with the same `match`.
  package func firstIndex(for panel: TouchDevice) -> Int? { firstIndex { $0.match.fits(panel) } }

  /// The entries that a panel can be paired with, in their order; empty if it is not paired.
  package func paired(with panel: TouchDevice) -> [Int] {
    guard let first = firstIndex(for: panel), self[first].pair != nil else { return [] }
    return indices.filter { self[$0].pair != nil && self[$0].match == self[first].match }
  }
}
