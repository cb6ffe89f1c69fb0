import ContactorCore
import ContactorEvdev

/// The contacts that a policy keeps from the application: those of the touch that woke the screen (contract 12.2), which the engine does not
/// get either, and those of a mode that lets nothing through (12.3).
struct WakingTouch {
  private struct Kept {
    let device: DeviceID
    let trackingID: Int32
    let cause: ForwardCause
    /// The contact's number in the log; 0 for one that the engine gets.
    let number: Int
    /// Whether it has ended; it is remembered until the panel's next frame.
    var isOver = false
  }

  private var kept: [Kept] = []
  /// How many contacts were swallowed so far.
  private var count = 0
  /// The largest number of contacts, as a hostile recording may have any number.
  private static let limit = 256

  /// Whether no contact is kept.
  var isEmpty: Bool { kept.isEmpty }

  /// Forgets contacts of a panel that ended in the frame before, at its next frame.
  mutating func beginFrame(of device: DeviceID) {
    if !kept.isEmpty { kept.removeAll { $0.isOver && $0.device == device } }
  }

  /// Keeps a contact that begins.
  mutating func keep(_ trackingID: Int32, of device: DeviceID, _ cause: ForwardCause) {
    kept.removeAll { $0.trackingID == trackingID && $0.device == device }
    guard kept.count < Self.limit else { return }
    let number = cause == .waking ? count + 1 : 0
    count = max(count, number)
    kept.append(Kept(device: device, trackingID: trackingID, cause: cause, number: number))
  }

  /// The log's number of a contact that the engine does not get, counted from 1; `nil` for another contact.
  func number(of device: DeviceID, _ trackingID: Int32) -> Int? {
    kept.first { $0.trackingID == trackingID && $0.device == device && $0.cause == .waking }?.number
  }

  /// Why a contact is kept; `nil` where it is not.
  func cause(of device: DeviceID, _ trackingID: Int32) -> ForwardCause? {
    kept.first { $0.trackingID == trackingID && $0.device == device }?.cause
  }

  /// Notes that a contact has ended.
  mutating func end(_ trackingID: Int32, of device: DeviceID) {
    guard let index = kept.firstIndex(where: { $0.trackingID == trackingID && $0.device == device }) else { return }
    kept[index].isOver = true
  }

  /// Whether a finger of the touch that woke the screen is still down; one that rests does not count.
  func isWaking(_ clock: IdleClock, at time: Timestamp) -> Bool {
    kept.contains { $0.cause == .waking && !$0.isOver && clock.isInUse($0.device, $0.trackingID, at: time) }
  }

  /// Forgets the contacts of a panel that is gone.
  mutating func remove(_ device: DeviceID) { kept.removeAll { $0.device == device } }
}
