import ContactorCore
import ContactorEvdev
import ContactorLayout
import ContactorTrace

/// The panels of a recording, which a session stands before as it does before live ones (contract 11.8).
extension LayoutSession {
  /// Forwards a recorded panel, or maps it anew; to be called with each of its descriptions, before what follows from them is played.
  ///
  /// - Parameter layout: what the panel is mapped by; `nil` for its own measures.
  /// - Returns: the copy's description where the panel is forwarded from now on.
  @discardableResult
  func forward(_ device: TraceDevice, on layout: Layout?) -> EvdevDescription? {
    guard forwards, device.copyOf == nil, let description = device.description else { return nil }
    let transform = (device.hasFrames ? device.transform : nil) ?? Replay.transform(of: device, on: layout)
    guard copy(of: device.id) == nil else {
      forward(device.id, isMappedBy: transform)
      return nil
    }
    forward(device.device, description, transform: transform)
    return copy(of: device.id)
  }
}

/// How long contacts were held back before they were handed on or kept back, and by what.
struct ForwardHolds {
  /// The time that a contact was held back, and the cause.
  struct Hold {
    let time: Duration
    let cause: ForwardCause

    /// `, held back 20 ms by the rule shorterThan`.
    fileprivate var clause: String {
      let holder =
        switch cause {
        case .tooShort: "the rule shorterThan"
        case .tooSmall: "the rule smallerThan"
        default: cause.name.map { "\(cause.word) \($0)" } ?? cause.word
        }
      return ", held back \(Measure.after(time).dropFirst()) by \(holder)"
    }
  }

  private struct Key: Hashable {
    let panel: DeviceID
    let trackingID: Int32
  }

  private var held: [Key: (since: Timestamp, cause: ForwardCause)] = [:]

  /// Takes a note; gives the hold that it ends.
  mutating func take(_ note: ForwardNote, on panel: DeviceID) -> Hold? {
    let key = Key(panel: panel, trackingID: note.trackingID)
    switch note.action {
    case .held:
      // A gesture may hold what a rule holds already.
      held[key] = (note.isRoutine ? note.time : held[key]?.since ?? note.time, note.cause)
      return nil
    case .released, .kept:
      return held.removeValue(forKey: key).map { Hold(time: note.time - $0.since, cause: $0.cause) }
    case .cancelled, .muted, .unmuted: return nil
    }
  }
}

extension ForwardNote {
  /// What was done with a touch, as a sentence for an explanation or a report; times are counted from `origin`.
  ///
  /// - Parameters:
  ///   - subject: the touch or contact, such as `touch 3`.
  ///   - panel: the panel's name in the recording.
  ///   - hold: how long the contact was held back until now; `nil` where it was not, or that is not told.
  func sentence(of subject: String, on panel: String, from origin: Timestamp, hold: ForwardHolds.Hold? = nil) -> String {
    let moment = "at \(Measure.after(time - origin))"
    let hold = hold?.clause ?? ""
    return switch action {
    case .kept: "\(subject) did not reach the application: \(cause.sentence)\(hold)"
    case .held: "\(subject) was held back from the application: \(cause.sentence)"
    case .released: "\(subject) was handed on to the application \(moment)\(hold)"
    case .cancelled: "\(subject) was taken away from the application \(moment): \(cause.sentence)"
    case .muted: "\(panel) was muted \(moment): \(cause.sentence)"
    case .unmuted: "\(panel) was heard again \(moment)"
    }
  }
}

extension ForwardCause {
  /// The cause as a clause.
  fileprivate var sentence: String {
    switch self {
    case .control(let name): "it is on \(name)"
    case .gesture(let name): "gesture \(name) has it"
    case .fingers: "there were as many fingers as are let through"
    case .edge: "it began at an edge"
    case .deadZone(let name): "it began in the dead zone \(name)"
    case .tooShort: "it is shorter than a finger's"
    case .tooSmall: "it is smaller than a finger's"
    case .tooLarge: "it is larger than a finger's"
    case .tooFast: "it moved faster than a finger"
    case .stuck: "it rested too long"
    case .rate: "too many contacts began within a second"
    case .waking: "it woke the screen"
    case .mode(let name): "the mode \(name) lets nothing through"
    case .closed: "the panel or the forwarding ended"
    }
  }
}
