package import ContactorCore
import ContactorEvdev

/// Decides for each contact of the forwarded panels whether the application gets it (contract 11.3, 11.4): by the view that it hits and
/// by the gestures that see it.
///
/// The session notifies it before and after the engine handles each frame. In between it observes the engine: touches that begin
/// and gestures that are recognized. The forwarders take its decisions as verdicts; they know the rules (11.5) and write the stream.
package final class SessionForwarding: EngineObserver {
  /// A touch that is held back as long as a gesture delays it.
  private struct HeldTouch {
    let id: TouchID
    let trackingID: Int32
    let panel: PanelForwarding
    /// The gesture that delays it, or did last.
    var gesture = ""
    var isReleased = false
  }

  /// Takes the events for a panel's copy; they are whole frames, and only lent.
  var write: ((DeviceID, [EvdevEvent]) -> Void)?
  /// Takes what was done with contacts other than to let them through.
  var tell: ((ForwardNote, TouchDevice, TouchID?) -> Void)?
  /// Called when a user touches a panel and the application does not get the touch, again and again while that lasts.
  var withheld: ((TouchDevice, Timestamp) -> Void)?
  /// When `withheld` last counted as activity.
  var lastActivity: Timestamp?
  /// Waits for `Forwarder.pause`, before contacts are lifted at the end.
  var pause: (() -> Void)?
  /// Whether a contact is swallowed by a policy, and why.
  var swallowed: ((DeviceID, Int32) -> ForwardCause?)?
  /// The counts of forwarded, withheld and cancelled contacts so far.
  private(set) var counts = ForwardCounts()
  /// The forwarded panels, in the order of their arrival.
  private(set) var panels: [PanelForwarding] = []
  /// The views that take touches.
  private var takers = TouchTakers()
  /// The gestures that take touches from the application, or delay them.
  private var gestures: [BoundGesture] = []
  /// The touches that began in this frame and are the application's so far.
  private var fresh: ContiguousArray<HeldTouch> = []
  private var held: ContiguousArray<HeldTouch> = []

  package init() {}

  /// Whether there is nothing to do.
  var isIdle: Bool { panels.isEmpty }

  /// The earliest deadline of a rule.
  var nextDeadline: Timestamp? { panels.lazy.compactMap(\.forwarder.nextDeadline).min() }

  // MARK: The layout and its panels

  /// Takes another layout's views and gestures; touches that the former layout's gestures delayed are forwarded.
  func show(_ layout: Layout, _ gestures: [BoundGesture], _ takers: TouchTakers) {
    self.takers = takers
    self.gestures = gestures.filter { $0.gesture.cancelsTouches || $0.gesture.delaysTouches }
  }

  /// Forwards a panel from now on.
  func add(_ panel: PanelForwarding) {
    remove(panel.device.id)
    panels.append(panel)
  }

  /// Forgets a panel that is gone.
  func remove(_ device: DeviceID) {
    panels.removeAll { $0.device.id == device }
    held.removeAll { $0.panel.device.id == device }
  }

  /// Returns the panel of a device; `nil` if it is not forwarded.
  func panel(_ device: DeviceID) -> PanelForwarding? { panels.first { $0.device.id == device } }

  // MARK: Frames

  /// Takes a frame before the engine handles it.
  func begin(_ frame: TouchFrame) {
    guard let panel = panel(frame.device) else { return }
    panel.forwarder.begin(frame)
    guard let swallowed else { return }
    for contact in frame.contacts where contact.phase == .began {
      if let cause = swallowed(frame.device, contact.trackingID) { panel.forwarder.judge(contact.trackingID, .keep, cause) }
    }
  }

  /// Writes what follows, after the engine has handled a frame of the device.
  func end(_ device: DeviceID, at time: Timestamp) {
    settle()
    for panel in panels {
      if panel.device.id == device {
        panel.forwarder.end(at: time)
        if panel.forwarder.withholdsFinger { withheld?(panel.device, time) }
      } else {
        panel.forwarder.advance(to: time, of: device)
      }
      handOut(panel)
    }
  }

  /// Writes what follows from the time, and from gestures that the time has decided.
  func advance(to time: Timestamp) {
    settle()
    for panel in panels {
      panel.forwarder.advance(to: time)
      handOut(panel)
    }
  }

  /// Ends all contacts of a panel for the application and withholds fingers that stay down.
  func liftAll(_ device: DeviceID, at time: Timestamp, _ cause: ForwardCause?) {
    guard let panel = panel(device) else { return }
    panel.forwarder.liftAll(at: time, cause)
    handOut(panel)
    guard panel.forwarder.hasAsides else { return }
    pause?()
    panel.forwarder.liftAll(at: time, nil)
    handOut(panel)
  }

  /// Decides about the touches that began in this frame, and about delayed touches whose gestures are no longer undecided.
  private func settle() {
    if !fresh.isEmpty {
      for touch in fresh { judgeFresh(touch) }
      fresh.removeAll(keepingCapacity: true)
    }
    guard !held.isEmpty else { return }
    for index in held.indices {
      if let gesture = delaying(held[index].id) {
        held[index].gesture = gesture.gesture.id
      } else {
        held[index].isReleased = true
        held[index].panel.forwarder.judge(held[index].trackingID, .pass, .gesture(held[index].gesture))
      }
    }
    held.removeAll { $0.isReleased }
  }

  private func judgeFresh(_ touch: HeldTouch) {
    if let gesture = owning(touch.id) { return touch.panel.forwarder.judge(touch.trackingID, .keep, .gesture(gesture.gesture.id)) }
    guard let gesture = delaying(touch.id) else { return }
    touch.panel.forwarder.judge(touch.trackingID, .hold, .gesture(gesture.gesture.id))
    var touch = touch
    touch.gesture = gesture.gesture.id
    held.append(touch)
  }

  /// The gesture under way that has the touch, and takes its touches from the application.
  private func owning(_ id: TouchID) -> BoundGesture? {
    gestures.first { $0.gesture.cancelsTouches && $0.recognizer.state.isUnderWay && $0.recognizer.hasSeen(id) }
  }

  /// The undecided gesture that delays the touch.
  private func delaying(_ id: TouchID) -> BoundGesture? {
    gestures.first { $0.gesture.delaysTouches && $0.recognizer.state == .possible && $0.recognizer.hasSeen(id) }
  }

  private func handOut(_ panel: PanelForwarding) {
    if !panel.forwarder.output.isEmpty {
      counts.add(panel.forwarder.output)
      write?(panel.device.id, panel.forwarder.output)
      panel.forwarder.clearOutput()
    }
    guard !panel.forwarder.notes.isEmpty else { return }
    for note in panel.forwarder.notes {
      counts.add(note)
      if note.cause.isOwnUse, note.action == .kept || note.action == .cancelled { withheld?(panel.device, note.time) }
      tell?(note, panel.device, panel.touch(of: note.trackingID))
    }
    panel.forwarder.clearNotes()
  }

  // MARK: EngineObserver

  package func touchChanged(_ touch: Touch) {
    guard touch.phase == .began, let panel = panel(touch.device) else { return }
    panel.remember(touch)
    if let taker = takers.taker(of: touch.view) {
      panel.forwarder.judge(touch.trackingID, .keep, .control(taker))
    } else {
      fresh.append(HeldTouch(id: touch.id, trackingID: touch.trackingID, panel: panel))
    }
  }

  package func gesture(_ recognizer: GestureRecognizer, changedTo state: GestureRecognizer.State, at time: Timestamp) {
    guard state == .began || state == .ended, let gesture = recognizer.delegate as? BoundGesture, gesture.gesture.cancelsTouches
    else { return }
    for panel in panels { take(recognizer, gesture, from: panel) }
    held.removeAll { recognizer.hasSeen($0.id) }
  }

  /// Takes the touches of a gesture that was recognized away from the application.
  private func take(_ recognizer: GestureRecognizer, _ gesture: BoundGesture, from panel: PanelForwarding) {
    recognizer.forEachSeen { id in
      if let contact = panel.contact(of: id) { panel.forwarder.judge(contact, .keep, .gesture(gesture.gesture.id)) }
    }
  }
}
