internal import ContactorControls
internal import ContactorCore
internal import PanelDrawing

/// The page of the installer: a code unlocks it.
final class InstallerPage: Page {
  let code = CodeField(frame: .zero)
  let pad = DialPad(frame: .zero)
  let curve = Stepper(frame: .zero)
  let protection = Switch(frame: .zero)
  let reset = DangerButton(frame: .zero)
  let lock = Button(frame: .zero)
  private let locked = ContainerView(frame: .zero)
  private let unlocked = ContainerView(frame: .zero)
  private let message = Caption("Code of the installer", size: 16, tone: .dim, alignment: .center)
  private let card = Card(frame: .zero)
  private let title = Caption("Installer", size: 20)
  private let curveTitle = Caption("Heating curve", size: 16)
  private let curveValue = Caption(size: 20, tone: .accent, alignment: .right)
  private let protectionTitle = Caption("Protection from legionella", size: 16)

  /// Creates the locked page; the closures get what is set, and `reset` a tap on the button for that.
  init(
    _ heating: Heating, curve set: @escaping (Int) -> Void, protection isOn: @escaping (Bool) -> Void, reset ask: @escaping () -> Void
  ) {
    super.init(frame: .zero)
    for view in [locked, unlocked] { addSubview(view) }
    for view in [message, code, pad] as [View] { locked.addSubview(view) }
    for view in [card, title, curveTitle, curveValue, curve, protectionTitle, protection, reset, lock] as [View] {
      unlocked.addSubview(view)
    }
    unlocked.isHidden = true
    prepareCode()
    (curve.minimumValue, curve.maximumValue) = (2, 40)
    (curve.identifier, protection.identifier, reset.identifier, lock.identifier) = ("curve", "protection", "reset", "lock")
    show(heating)
    (reset.title, lock.title) = ("Reset everything", "Lock")
    curve.on(.valueChanged) { [unowned self] curve in
      showCurve(Int(curve.value))
      set(Int(curve.value))
    }
    protection.on(.valueChanged) { protection in isOn(protection.isOn) }
    reset.on(.touchUpInside) { _ in ask() }
    lock.on(.touchUpInside) { [unowned self] _ in lockAgain() }
  }

  private func prepareCode() {
    code.identifier = "code"
    pad.identifier = "pad"
    pad.layout = .pin
    // The keys go into the field; the pad keeps none of them.
    pad.typesIntoFirstResponder = true
    pad.maximumLength = 0
    code.on(.editingChanged) { [unowned self] code in
      if !code.digits.isEmpty { tell("Code of the installer", .dim) }
    }
    code.on(.valueChanged) { [unowned self] code in check(code.digits) }
  }

  private func check(_ digits: String) {
    code.digits = ""
    guard digits == Heating.code else { return tell("This is not the code", .warning) }
    tell("Code of the installer", .dim)
    code.resignFirstResponder()
    (locked.isHidden, unlocked.isHidden) = (true, false)
  }

  private func tell(_ text: String, _ tone: Caption.Tone) { (message.text, message.tone) = (text, tone) }

  /// Shows the lock, and takes away what was typed.
  func lockAgain() {
    code.digits = ""
    (locked.isHidden, unlocked.isHidden) = (false, true)
    _ = code.becomeFirstResponder()
  }

  func show(_ heating: Heating) {
    curve.value = Double(heating.curve)
    showCurve(heating.curve)
    protection.isOn = heating.protectsWater
  }

  private func showCurve(_ tenths: Int) { curveValue.text = "\(tenths / 10).\(tenths % 10)" }

  override func layoutSubviews() {
    (locked.frame, unlocked.frame) = (bounds, bounds)
    var space = bounds.centered(width: 320, height: bounds.height).inner(12)
    message.frame = space.takeTop(28, gap: 4)
    code.frame = space.takeTop(56, gap: 10)
    pad.frame = space
    card.frame = bounds.inner(16)
    var rows = bounds.inner(32)
    title.frame = rows.takeTop(28, gap: 20)
    var row = rows.takeTop(48, gap: 16)
    curve.frame = row.takeRight(132, gap: 12)
    curveValue.frame = row.takeRight(60, gap: 8)
    curveTitle.frame = row
    row = rows.takeTop(48)
    protection.frame = row.takeRight(72, gap: 12)
    protectionTitle.frame = row
    row = rows.takeBottom(52)
    lock.frame = row.takeRight(((row.width - 16) / 2).rounded(.down), gap: 16)
    reset.frame = row
  }
}
