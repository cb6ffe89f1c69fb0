/// The reports by which a touchscreen tells about its contacts.
struct HIDTouchReports {
  /// Usages: a page and a usage on it.
  private enum Usage {
    static let x: UInt32 = 0x01_0030
    static let y: UInt32 = 0x01_0031
    static let touchscreen: UInt32 = 0x0D_0004
    static let pressure: UInt32 = 0x0D_0030
    static let inRange: UInt32 = 0x0D_0032
    static let tipSwitch: UInt32 = 0x0D_0042
    static let confidence: UInt32 = 0x0D_0047
    static let width: UInt32 = 0x0D_0048
    static let height: UInt32 = 0x0D_0049
    static let contactID: UInt32 = 0x0D_0051
    static let contactCount: UInt32 = 0x0D_0054
    static let contactCountMaximum: UInt32 = 0x0D_0055
    static let scanTime: UInt32 = 0x0D_0056
  }

  /// A contact in a report, in percent of the panel.
  struct Contact {
    var slot: Int
    var x: Double
    var y: Double
    /// False in the report after the last one of the touch, which ends it.
    var isDown = true
  }

  /// How many contacts the panel reports at once.
  let contactLimit: Int
  /// What the panel answers for its feature reports, by their numbers: the contact count maximum, zeros for the rest.
  let features: [UInt8: HIDReportDescriptor.Packet]

  private let descriptor: HIDReportDescriptor
  private let quirks: Set<String>
  private let report: HIDReportDescriptor.Report
  /// The fields of each contact that a report has room for.
  private let entries: [[HIDReportDescriptor.Field]]
  private let contactCount: HIDReportDescriptor.Field?
  private let scanTime: HIDReportDescriptor.Field?
  /// In units of 100 µs.
  private var time = 0

  /// Finds the touchscreen's fields; nil where the descriptor has none with contact identifiers.
  ///
  /// - Parameters:
  ///   - quirks: the names of the kernel's deviations for the panel.
  ///   - contacts: how many contacts the panel reports; nil where the descriptor says so.
  init?(_ descriptor: HIDReportDescriptor, quirks: Set<String>, contacts: Int?) {
    let touchscreen = descriptor.fields.filter { $0.application == Usage.touchscreen }
    guard let report = touchscreen.first(where: { $0.usage == Usage.contactID && $0.report.kind == .input })?.report else { return nil }
    let fields = touchscreen.filter { $0.report == report }
    let entries = fields.filter { $0.usage == Usage.contactID }.map { id in fields.filter { $0.group == id.group } }
    let maximum = touchscreen.first { $0.usage == Usage.contactCountMaximum && $0.report.kind == .feature }?.maximum ?? 0
    // The kernel takes a panel that states nothing useful for one with ten contacts.
    let capacity = contacts ?? ((1...250).contains(maximum) ? maximum : 10)
    contactLimit = quirks.contains("SLOT_IS_CONTACTNUMBER") ? min(capacity, entries.count) : capacity
    features = Self.features(of: descriptor, contacts: capacity)
    contactCount = fields.first { $0.usage == Usage.contactCount }
    scanTime = fields.first { $0.usage == Usage.scanTime }
    (self.descriptor, self.quirks, self.report, self.entries) = (descriptor, quirks, report, entries)
  }

  private static func features(of descriptor: HIDReportDescriptor, contacts: Int) -> [UInt8: HIDReportDescriptor.Packet] {
    var packets: [UInt8: HIDReportDescriptor.Packet] = [:]
    for field in descriptor.fields where field.report.kind == .feature {
      var packet = packets[field.report.number] ?? HIDReportDescriptor.Packet(field.report, of: descriptor)
      if field.usage == Usage.contactCountMaximum { packet.set(field, contacts) }
      packets[field.report.number] = packet
    }
    return packets
  }

  /// Whether the first report of a frame tells how many contacts the frame has, so that several reports can make a frame.
  var tellsContactCount: Bool { contactCount != nil }

  /// The reports of the next frame, with all contacts that are down and those that end.
  ///
  /// - Parameter microseconds: the time since the last frame.
  mutating func frame(_ contacts: [Contact], after microseconds: Int) -> [HIDReportDescriptor.Packet] {
    time += microseconds / 100
    let used = contacts.map { contactID($0.slot) }
    // For some panels the kernel also reads the entries without a contact; such an entry must not end another one's contact.
    var unused = (0...).lazy.filter { !used.contains($0) }.makeIterator()
    return stride(from: 0, to: contacts.count, by: entries.count).map { first in
      let places = places(of: contacts[first..<min(first + entries.count, contacts.count)])
      var packet = HIDReportDescriptor.Packet(report, of: descriptor)
      for (entry, contact) in zip(entries, places) {
        if let contact {
          fill(entry, with: contact, in: &packet)
        } else if let field = entry.first(where: { $0.usage == Usage.contactID }), let id = unused.next() {
          packet.set(field, id)
        }
      }
      // Hybrid mode: further reports of the frame have the count 0.
      if let contactCount { packet.set(contactCount, first == 0 ? contacts.count : 0) }
      if let scanTime { packet.set(scanTime, time) }
      return packet
    }
  }

  /// The contact in each entry of a report.
  private func places(of contacts: ArraySlice<Contact>) -> [Contact?] {
    guard quirks.contains("SLOT_IS_CONTACTNUMBER") else {
      return Array(contacts) + Array(repeating: nil, count: entries.count - contacts.count)
    }
    return entries.indices.map { index in contacts.first { $0.slot == index } }
  }

  private func contactID(_ slot: Int) -> Int { quirks.contains("SLOT_IS_CONTACTID_MINUS_ONE") ? slot + 1 : slot }

  private func fill(_ entry: [HIDReportDescriptor.Field], with contact: Contact, in packet: inout HIDReportDescriptor.Packet) {
    for field in entry {
      switch field.usage {
      case Usage.x: packet.set(field, units(contact.x, field))
      case Usage.y: packet.set(field, units(contact.y, field))
      case Usage.contactID: packet.set(field, contactID(contact.slot))
      case Usage.tipSwitch: packet.set(field, contact.isDown ? 1 : 0)
      case Usage.inRange: packet.set(field, contact.isDown || quirks.contains("VALID_IS_INRANGE") ? 1 : 0)
      // A contact without confidence is a palm for the kernel, also in the report that ends it.
      case Usage.confidence: packet.set(field, 1)
      case Usage.pressure, Usage.width, Usage.height: packet.set(field, contact.isDown ? units(50, field) : 0)
      default: break
      }
    }
  }

  private func units(_ percent: Double, _ field: HIDReportDescriptor.Field) -> Int {
    field.minimum + Int((percent / 100 * Double(field.maximum - field.minimum)).rounded())
  }
}
