import ContactorCore
import ContactorInput
import ContactorLayout
public import ContactorTrace

extension KioskService {
  /// Records everything that the engine is given from now on; call it before `run()`.
  ///
  /// - Throws: `TraceError` where the file cannot be made. What goes wrong later is one line, and the kiosk goes on.
  public func record(_ options: RecordingOptions) throws(TraceError) {
    recorder = try Recorder(options, recordsFrames: true, loop: loop, complain: complain)
    followLayout()
  }

  /// Has the recorder know what the layout keeps secret.
  func followLayout() {
    guard let recorder else { return }
    let ids = session.layout.secureIDs
    // Raw events would tell positions that frames keep to themselves, so a layout with secrets has frames only.
    recorder.hidesEvents = !ids.isEmpty
    recorder.isSecret =
      ids.isEmpty ? nil : { [unowned session] point, panel in session.isSecure(point, of: panel, ids) }
  }

  /// Gives the engine an event, and records it.
  func take(_ event: InputEvent) {
    recorder?.take(event)
    session.handle(event)
  }

  /// Tells the engine that time has passed, and records it where that does something.
  func advance(to moment: Timestamp) {
    if let recorder, let deadline = session.application.nextDeadline, deadline <= moment { recorder.advance(to: moment) }
    session.advance(to: moment)
  }
}
