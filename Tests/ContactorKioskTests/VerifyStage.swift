import ContactorControls
import ContactorCore
import ContactorSystem
import ContactorTrace

@testable import ContactorLayout

/// A layout with a PIN field, a secure password, and keys; a session that compares secrets as the test says.
final class VerifyStage {
  let text: String
  let stage: SessionStage
  /// The secrets that are being compared, and have not been answered.
  private(set) var asked: [(target: String, ended: (Bool, Timestamp) -> Void)] = []

  /// A hash of "4711" that is soon made.
  static let hash = "$5$rounds=1000$contactor$2O4GyT9VQKzAYxv4NNnIG2qScxI2UQqTUNjKvUFSWJD"

  static func text(pin: String = "{emit: pin}", ok: String = "{emit: ok}", more: String = "") -> String {
    """
    screen: {size: [400, 200]}
    log: {control: false, value: true}
    modes: {kiosk: {}, admin: {timeout: 10 s}}
    views:
      - {id: pin, kind: pinField, frame: [0, 0, 100, 40], on: {valueChanged: \(pin)}}
      - {id: word, kind: textField, secure: true, frame: [100, 0, 100, 40]}
      - {id: ok, kind: button, frame: [200, 0, 100, 40], on: {touchDown: \(ok)}}
      - {id: level, kind: slider, frame: [0, 100, 400, 40], value: {min: 0, max: 400}}
    \(more)
    """
  }

  static func verify(_ target: String, _ more: String = "right: {emit: yes}, wrong: {emit: no}, locked: {emit: shut}") -> String {
    "{verify: \(target), hash: \"\(hash)\", \(more)}"
  }

  init(_ text: String, runs: Bool = false) throws {
    self.text = text
    stage = try SessionStage(text, runs: runs)
    stage.session.onVerify = { [unowned self] verify, _, ended in asked.append((verify.target, ended)) }
    stage.wait(1000)
  }

  var session: LayoutSession { stage.session }

  /// Touches the secure field, as a finger that looks for it, and types.
  func type(_ digits: String) {
    stage.tap(20, 20)
    (session.responders["pin"] as? PINField)?.insertText(digits)
    stage.wait(1000)
  }

  /// Touches the secure text, and types.
  func write(_ word: String) {
    (session.responders["word"] as? TextField)?.text = word
    stage.wait(1000)
  }

  func ok() { stage.tap(220, 20) }

  /// Answers the oldest question, 20 ms later.
  func answer(_ isRight: Bool) {
    stage.wait(20_000)
    guard !asked.isEmpty else { return }
    asked.removeFirst().ended(isRight, Timestamp(microseconds: 0))
  }

  var log: String { stage.lines.joined(separator: "\n") + "\n" }

  /// What was done after answers, and the answers.
  var told: [String] {
    stage.lines.compactMap { line in
      if let verdict = line.firstMatch(of: /"verdict":"(\w+)"\}/) { return "= \(verdict.1)" }
      guard
        let action = line.firstMatch(of: /"action","control":"(\w+)","event":"(\w+)","action":"(\w+:?)","target":"(\w*)","handled":(\w+)/)
      else { return nil }
      return "\(action.1) \(action.2): \(action.3) \(action.4)\(action.5 == "true" ? "" : " not handled")"
    }
  }

  /// The log of a replay of the log.
  func replay() throws -> String { try SessionStage.log(of: log, on: text) }
}
