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

extension ForwardNote {
  /// What was done with a touch, as a sentence for an explanation or a report; times are counted from `origin`.
  ///
  /// - Parameters:
  ///   - subject: the touch or contact, such as `touch 3`.
  ///   - panel: the panel's name in the recording.
  func sentence(of subject: String, on panel: String, from origin: Timestamp) -> String {
    let moment = "at \(Measure.after(time - origin))"
    return switch action {
    case .kept: "\(subject) did not reach the application: \(cause.sentence)"
    case .held: "\(subject) was held back from the application: \(cause.sentence)"
    case .released: "\(subject) was handed on to the application \(moment)"
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
