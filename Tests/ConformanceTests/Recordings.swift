import ContactorCore
import ContactorEvdev
import ContactorTesting
import ContactorTrace
import Foundation
import Testing

/// Recordings of real panels beside the package, read in place.
enum Recordings {
  /// `../shared/traces` beside the package.
  static let folder: URL = {
    var package = URL(fileURLWithPath: #filePath)
    for _ in 1...3 { package.deleteLastPathComponent() }
    return package.deletingLastPathComponent().appending(path: "shared/traces", directoryHint: .isDirectory)
  }()

  static let absence = "recordings of others, which are looked for in ../shared/traces beside the package"

  static var areMissing: Bool { !FileManager.default.isReadableFile(atPath: folder.path) }

  static func text(_ path: String) throws -> String {
    try String(contentsOf: folder.appending(path: path), encoding: .utf8)
  }

  /// The frames of an evemu recording, decoded, in a window that is 1024 points wide and has the panel's shape.
  static func frames(_ path: String) throws -> (frames: [TouchFrame], window: Size) {
    let read = try EvemuReader.read(text(path), file: path)
    var description = read.impliedDescription
    if read.description == nil, let other = try describing(path) { description = other }
    var width = 1024.0
    var height = 1024.0
    if let horizontal = description.horizontal?.extent, let vertical = description.vertical?.extent {
      let isSized = description.millimetres.map { $0.width > 0 && $0.height > 0 } ?? false
      let shape = isSized ? description.millimetres! : Size(width: horizontal, height: vertical)
      if shape.width >= shape.height { height = width * shape.height / shape.width } else { width = height * shape.width / shape.height }
    }
    let size = Size(width: width, height: height)
    let map = description.normalization?.concatenating(AffineTransform(scaleX: width, y: height))
    var decoder = EvdevDecoder(
      description, device: DeviceID(rawValue: 1), transform: map ?? .identity, lossPolicy: .cancelContacts)
    var frames: [TouchFrame] = []
    decoder.decode(read.events) { frames.append($0) }
    return (frames, size)
  }

  /// The panel's description, which lies beside the recording.
  private static func describing(_ path: String) throws -> EvdevDescription? {
    let url = folder.appending(path: path)
    let names = try FileManager.default.contentsOfDirectory(atPath: url.deletingLastPathComponent().path)
    let name = names.first {
      $0.hasSuffix(".desc") && url.lastPathComponent.hasPrefix($0.dropLast(5) + ".")
    }
    guard let name else { return nil }
    let beside = url.deletingLastPathComponent().appending(path: name)
    return try EvemuReader.read(String(contentsOf: beside, encoding: .utf8), file: name).description
  }

  /// The frames of a listing of `libinput debug-events`, whose places are millimetres.
  ///
  /// Points are UIKit's, 163 per inch; the window is the panel of that recording, a Surface Pro 3.
  static func listedFrames(_ path: String) throws -> (frames: [TouchFrame], window: Size) {
    let density = Tuning().pointsPerMillimetre
    var frames: [TouchFrame] = []
    var contacts: [Contact] = []
    var places: [Int32: Point] = [:]
    var lastTime: Timestamp?
    for line in try text(path).split(separator: "\n") {
      let words = line.split(whereSeparator: { " \t".contains($0) }).map(String.init)
      guard words.count >= 3, let seconds = Double(words[2].filter { !"+s".contains($0) }) else { continue }
      let time = Timestamp(microseconds: 1_000_000 + Int64((seconds * 1_000_000).rounded()))
      lastTime = time
      if words[1] == "TOUCH_FRAME" {
        frames.append(TouchFrame(device: DeviceID(rawValue: 1), timestamp: time, contacts: contacts))
        contacts = []
        continue
      }
      guard words.count > 3, let slot = Int32(words[3]) else { continue }
      if let millimetres = words.last, millimetres.hasSuffix("mm)") {
        let numbers = millimetres.dropFirst().dropLast(3).split(separator: "/").compactMap { Double($0) }
        places[slot] = Point(x: numbers[0] * density, y: numbers[1] * density)
      }
      let phase: TouchPhase = words[1] == "TOUCH_DOWN" ? .began : words[1] == "TOUCH_UP" ? .ended : .moved
      contacts.append(Contact(trackingID: slot, slot: slot, phase: phase, location: places[slot] ?? .zero))
    }
    if !contacts.isEmpty, let last = lastTime {
      // The listing may end before the last frame does.
      frames.append(TouchFrame(device: DeviceID(rawValue: 1), timestamp: last, contacts: contacts))
    }
    return (frames, Size(width: 254 * density, height: 169 * density))
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips a test where the recordings are missing.
  static var wantsRecordings: Self { .disabled(if: Recordings.areMissing, "\(Recordings.absence)") }
}
