import ContactorCore
import ContactorEvdev
import ContactorTrace
import Glibc
import Testing

@Suite(
  "Recordings of real panels, forwarded",
  .disabled(if: ForwardRecordings.all.isEmpty, "there are no recordings in ../shared/traces"))
struct ForwardRecordingTests {
  @Test("11.3 The copy's contacts are the panel's: places, sizes and phases, frame by frame", arguments: ForwardRecordings.all)
  func equality(_ recording: ForwardRecordings.Recording) throws {
    let (description, events) = try ForwardRecordings.read(recording)
    let player = CopyPlayer(description)
    var decoder = EvdevDecoder(
      description, device: DeviceID(rawValue: 1), transform: CopyPlayer.transform, lossPolicy: .cancelContacts)
    decoder.decode(events) { player.play($0) }
    decoder.cancelAll(at: Timestamp(microseconds: .max)) { player.play($0) }
    #expect(player.problems.isEmpty)
    #expect(player.finish().isEmpty)
  }
}

/// Forwards frames without rules, decodes what is written, and compares.
private final class CopyPlayer {
  /// Turned, with sizes that are no binary fractions.
  static let transform = AffineTransform(a: 0, b: 0.123, c: -0.234, d: 0, tx: 700, ty: -3)

  private var forwarder: Forwarder
  private var decoder: EvdevDecoder
  private var verifier: CopyStreamVerifier
  /// The copy's ids and the panel's contacts as they were last, by the panel's ids.
  private var ids: [Int32: Int32] = [:]
  private var last: [Int32: Contact] = [:]
  private(set) var problems: [String] = []

  init(_ description: EvdevDescription) {
    var settings = ForwardSettings()
    settings.cancelBy = .lift
    let copy = Forwarder.copy(of: description)
    forwarder = Forwarder(description, device: DeviceID(rawValue: 1), transform: Self.transform, settings: settings)
    decoder = EvdevDecoder(copy, device: DeviceID(rawValue: 2), transform: Self.transform)
    verifier = CopyStreamVerifier(copy)
  }

  func play(_ frame: TouchFrame) {
    forwarder.begin(frame)
    forwarder.end(at: frame.timestamp)
    var written: [Contact] = []
    var times: [Timestamp] = []
    decoder.decode(forwarder.output) {
      written += $0.contacts
      times.append($0.timestamp)
    }
    verifier.take(forwarder.output)
    forwarder.clearOutput()
    if times.contains(where: { $0 != frame.timestamp }) { problems.append("\(frame.timestamp): another time") }
    for contact in frame.contacts where changes(contact) { match(contact, &written, frame.timestamp) }
    if !written.isEmpty { problems.append("\(frame.timestamp): \(written) is not the panel's") }
  }

  func finish() -> [CopyStreamVerifier.Violation] {
    verifier.finish()
    return verifier.violations
  }

  /// Whether a contact has a change that the copy can tell.
  private func changes(_ contact: Contact) -> Bool {
    defer { last[contact.trackingID] = contact.phase == .ended || contact.phase == .cancelled ? nil : contact }
    guard contact.phase == .moved || contact.phase == .stationary, let before = last[contact.trackingID] else { return true }
    return !isSame(before, contact) || !isSame(contact, before)
  }

  private func match(_ contact: Contact, _ written: inout [Contact], _ time: Timestamp) {
    let phase = contact.phase == .cancelled ? .ended : contact.phase
    let index = written.firstIndex {
      $0.phase == phase && isSame(contact, $0) && (phase == .began || ids[contact.trackingID] == $0.trackingID)
    }
    guard let index else { return problems.append("\(time): no \(contact) among \(written)") }
    ids[contact.trackingID] = phase == .ended ? nil : written[index].trackingID
    written.remove(at: index)
  }

  /// Whether the values are the same; those that the panel has not said may be any.
  private func isSame(_ panel: Contact, _ copy: Contact) -> Bool {
    func isSame(_ value: KeyPath<Contact, Double?>) -> Bool {
      panel[keyPath: value] == nil || panel[keyPath: value] == copy[keyPath: value]
    }
    return panel.devicePosition == copy.devicePosition && panel.location == copy.location
      && panel.millimetres == copy.millimetres && panel.tool == copy.tool
      && [\.touchMajor, \.touchMinor, \.orientation, \.pressure, \.distance].allSatisfy(isSame)
  }
}

/// The recordings of real panels that lie beside the repository, each with its description.
enum ForwardRecordings {
  struct Recording: Sendable, CustomStringConvertible {
    let path: String
    let descriptionPath: String?
    var description: String { String(path.split(separator: "/").last ?? "") }
  }

  /// `../shared/traces` from the package's root.
  private static let folder = "/" + (#filePath.split(separator: "/").dropLast(4) + ["shared", "traces"]).joined(separator: "/")

  static let all: [Recording] = ["aosp", "evemu-devices", "xorg-integration-tests"].flatMap { name in
    let names = list(folder + "/" + name)
    return names.filter { $0.hasSuffix(".events") || $0.hasSuffix(".evemu") }.map { file in
      let description = names.first { $0.hasSuffix(".desc") && file.hasPrefix($0.dropLast(5) + ".") }
      return Recording(
        path: "\(folder)/\(name)/\(file)", descriptionPath: description.map { "\(folder)/\(name)/\($0)" })
    }
  }

  static func read(_ recording: Recording) throws -> (EvdevDescription, [EvdevEvent]) {
    let read = try EvemuReader.read(text(recording.path), file: recording.description)
    guard let path = recording.descriptionPath, read.description == nil else { return (read.impliedDescription, read.events) }
    return (try EvemuReader.read(text(path), file: path).description ?? read.impliedDescription, read.events)
  }

  private static func list(_ path: String) -> [String] {
    guard let directory = opendir(path) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { names.append(String(cString: $0)) }
      }
    }
    return names.sorted()
  }

  private static func text(_ path: String) -> String {
    guard let file = fopen(path, "r") else { return "" }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += buffer[..<count]
    }
  }
}
