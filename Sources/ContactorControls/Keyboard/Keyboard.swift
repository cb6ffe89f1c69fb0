public import ContactorCore

/// A keyboard on the screen: it types into the first responder and never becomes it (contract 7.7).
///
/// Its keys are data, a `KeyboardLayout`, and no views: any number of fingers type at once.
///
/// | a finger                         | does                                                                                  |
/// | -------------------------------- | ------------------------------------------------------------------------------------- |
/// | is lifted                        | types the key under it, wherever it touched down                                      |
/// | touches down while another holds | types the other finger's key first (roll-over)                                        |
/// | holds delete, or an arrow        | types at once and repeats                                                             |
/// | taps shift                       | makes one letter a capital; twice within `Tuning.tapInterval`: all, until the next tap |
/// | holds shift or a plane's key     | changes the keys for other fingers, or for itself if it slides on, until it is lifted  |
/// | holds a letter                   | shows its alternatives after `Tuning.longPressDuration`: slide to one and lift         |
/// | is cancelled, such as a palm     | types nothing                                                                         |
///
/// Each key is sent as a `KeyEvent`, pressed and released, through `Application.sendKey(_:)`: the first responder gets the same as from a
/// real keyboard, whatever its class, and modal windows and key equivalents work the same. Only a key that no object handles is
/// sent as an action without a target: `insertText:forEvent:` with a `TextEvent`, `deleteBackward:` or `insertNewline:`.
///
/// Control events are those of touches, then `primaryActionTriggered` after return was typed, `editingDidEnd` after dismiss, and
/// `valueChanged` when a key showed another plane or language. Setting these in code sends nothing.
open class Keyboard: Control {
  // MARK: Settings

  /// The layouts of the user's languages; the globe shows the next.
  ///
  /// `[.english]` by default.
  public var layouts: [KeyboardLayout] = [.english] {
    didSet {
      language = 0
      showStandardLayout()
    }
  }
  /// The index of the language in `layouts`; an index that there is not is clamped.
  public var languageIndex: Int {
    get { language }
    set {
      language = max(0, min(newValue, layouts.count - 1))
      showStandardLayout()
    }
  }
  /// The keys to show; setting it shows the layout of the type.
  ///
  /// `letters` by default.
  ///
  /// A first responder that is a `KeyboardClient` has its own; the type that was set comes back with the next one that is not.
  public var keyboardType: KeyboardType {
    get { type }
    set {
      (preferredType, type) = (newValue, newValue)
      showStandardLayout()
    }
  }
  /// The layout that is shown; setting it shows a layout of one's own until the type, the language or `layouts` is set.
  ///
  /// Keys that are held then type nothing.
  public var layout: KeyboardLayout {
    get { shownLayout }
    set { show(newValue) }
  }
  /// Whether type, capitals and secrecy follow the first responder, if it is a `KeyboardClient`; true by default.
  @safe @exclusivity(unchecked) public var followsFirstResponder = true {
    didSet {
      typedInto = nil
      setNeedsLayout()
    }
  }
  /// When shift is pressed by itself, for a first responder that does not say so.
  @safe @exclusivity(unchecked) public var autocapitalization = Autocapitalization.sentences {
    didSet { updateAutomaticShift() }
  }
  /// Whether two spaces, typed within `periodInterval`, become a period and a space; true by default.
  @safe @exclusivity(unchecked) public var doubleSpaceMakesPeriod = true
  /// Whether the keys are secret (contract 14.1).
  ///
  /// Then no key is highlighted, no preview and no alternatives are shown, and `typedKeyName` is `nil`. Such a keyboard
  /// types nothing into a text that is not secure.
  ///
  /// The same holds while the first responder says that its text is secure. The touches themselves are left out of logs and
  /// recordings by `secure: true` on the keyboard's view in a layout file.
  @safe @exclusivity(unchecked) public var isSecure = false {
    didSet { if isSecure != oldValue { secrecyChanged() } }
  }
  /// The room between keys in points; a finger there types the nearest key.
  ///
  /// 6 by default; it does not shrink a key by more than half.
  public var keySpacing = 6.0 {
    didSet { changed(.frame) }
  }
  /// The time before a held key repeats; `nil` for `Tuning.repeatDelay`.
  public var repeatDelay: Duration?
  /// The time between repeats, half of it after `fastRepeatCount` of them; `nil` for `Tuning.repeatInterval`.
  public var repeatInterval: Duration?
  /// The object that is asked and notified about keys; held weakly.
  public weak var delegate: (any KeyboardDelegate)?

  /// The longest time between two spaces that become a period: 0.7 s, twice `Tuning.tapInterval`, as it is measured from lift to lift.
  public static let periodInterval: Duration = .milliseconds(700)
  /// The number of repeats after which a held key repeats twice as fast: 20, two seconds of them; ours, no source gives UIKit's.
  public static let fastRepeatCount = 20
  /// The most fingers that are followed; more are ignored.
  ///
  /// 32, above what panels report.
  static let pressLimit = 32
  /// How often typing may nest: keys that type keys in their callbacks.
  static let nestingLimit = 8

  // MARK: State

  /// The state of shift.
  public enum Shift: Hashable, Sendable {
    /// Letters are small.
    case off
    /// The next letter is a capital.
    case once
    /// All letters are capitals.
    case locked
  }

  /// The state of shift; setting it sends nothing.
  public var shift: Shift {
    get { shiftState }
    set {
      shiftIsManual = true
      setShift(newValue)
    }
  }
  /// The index of the plane that is shown; an index that there is not is ignored, and setting it sends nothing.
  public var planeIndex: Int {
    get { plane }
    set { showPlane(newValue) }
  }
  /// The name of the last key, such as `a`, `delete`, `shift` or a plane's name; `nil` before the first, and while keys are secret.
  public final var typedKeyName: String? { hidesKeys ? nil : lastKeyName }

  private final var lastKeyName: String?
  @safe @exclusivity(unchecked) final var type = KeyboardType.letters
  /// The type that was set.
  @safe @exclusivity(unchecked) final var preferredType = KeyboardType.letters
  final var language = 0
  final var shownLayout = KeyboardLayout.english
  @safe @exclusivity(unchecked) final var plane = 0
  @safe @exclusivity(unchecked) final var shiftState = Shift.off
  private var cachedGrid = KeyboardGrid()
  @safe @exclusivity(unchecked) private var gridIsStale = true

  /// The fingers on the keys, in the order of their touching down.
  @safe @exclusivity(unchecked) final var presses: ContiguousArray<Press> = []
  final var popup: Popup?
  @safe @exclusivity(unchecked) final var holdTimer: TimerToken?
  @safe @exclusivity(unchecked) final var repeatTimer: TimerToken?
  /// The application that keeps the timers.
  final weak var timerOwner: Application?
  @safe @exclusivity(unchecked) final var repeats = 0
  /// Whether shift was pressed or set, not by itself, since something was typed.
  @safe @exclusivity(unchecked) final var shiftIsManual = false
  /// When shift was last pressed, unless something was typed since.
  @safe @exclusivity(unchecked) final var shiftPressedAt: Timestamp?
  /// When a space was last typed, unless something else was typed since.
  @safe @exclusivity(unchecked) final var spaceTypedAt: Timestamp?
  /// The end of what was typed into the first responder, shortened to `memoryLimit` characters from time to time.
  final var memory = ""
  static let memoryLimit = 8
  /// The first responder whose typed text `memory` holds.
  @safe @exclusivity(unchecked) final weak var typedInto: Responder?
  /// The same, if it says what it wants.
  @safe @exclusivity(unchecked) final weak var followedClient: (any KeyboardClient)?
  @safe @exclusivity(unchecked) final var nesting = 0

  /// The actions that a keyboard takes by name, in addition to visibility and availability.
  override open class var actions: [Action] {
    super.actions + availabilityActions + [Action("nextLanguage:", nextLanguage(_:)), Action("dismiss:", dismiss(_:))]
  }

  /// Creates a keyboard of English letters.
  override public init(frame: Rect) {
    super.init(frame: frame)
    isMultipleTouchEnabled = true
  }

  /// Disabling the keyboard cancels the fingers on it: they type nothing.
  override open var isEnabled: Bool {
    didSet { if !isEnabled { releaseKeys() } }
  }

  override open func willMove(toWindow window: Window?) {
    super.willMove(toWindow: window)
    if window !== self.window { releaseKeys() }
  }

  override open func didMoveToWindow() {
    super.didMoveToWindow()
    releaseKeys()
    window?.layOutWithFirstResponder(self)
    setNeedsLayout()
  }

  /// Follows the first responder.
  override open func layoutSubviews() {
    super.layoutSubviews()
    follow()
  }

  // MARK: What is shown

  /// The keys of the plane and their rectangles.
  final var grid: KeyboardGrid {
    prepareGrid()
    return cachedGrid
  }

  /// The index of the key nearest to a point of the keyboard's own space; `nil` for a keyboard without keys.
  ///
  /// O(log keys).
  public final func keyIndex(at point: Point) -> Int? {
    prepareGrid()
    return cachedGrid.index(at: point)
  }

  /// A key of the plane that is shown; `nil` without an index, and for one that there is not.
  final func shownKey(_ index: Int?) -> KeyboardLayout.Key? {
    prepareGrid()
    return cachedGrid.key(index)
  }

  /// Whether there is a key for capitals.
  final var hasShift: Bool {
    prepareGrid()
    return cachedGrid.hasShift
  }

  private func prepareGrid() {
    let area = bounds.isFinite ? bounds : .zero
    if gridIsStale || cachedGrid.bounds != area {
      gridIsStale = false
      cachedGrid = KeyboardGrid(shownLayout.planes.indices.contains(plane) ? shownLayout.planes[plane] : nil, in: area)
    }
  }

  /// Shows the layout of a type, unless it is shown.
  final func showKeys(of wanted: KeyboardType) {
    guard wanted != type else { return }
    type = wanted
    showStandardLayout()
  }

  /// Shows the layout of the type and language.
  private func showStandardLayout() {
    if let special = KeyboardLayout.standard(for: type) { return show(special) }
    guard layouts.indices.contains(language) else { return show(KeyboardLayout(name: "", planes: [])) }
    switch type {
    case .email: show(layouts[language].withKeys(["@", "."], besideSpaceIn: 0))
    case .url: show(layouts[language].withKeys(["/", ".com"], besideSpaceIn: 0))
    default: show(layouts[language])
    }
  }

  private func show(_ layout: KeyboardLayout) {
    releaseKeys()
    shownLayout = layout
    plane = 0
    gridIsStale = true
    shiftIsManual = false
    setShift(.off)
    updateAutomaticShift()
    changed(.text)
  }

  /// Shows a plane; fingers stay on the keys and are now on the keys of that plane.
  final func showPlane(_ index: Int) {
    guard shownLayout.planes.indices.contains(index), index != plane else { return }
    plane = index
    gridIsStale = true
    closePopup()
    for index in presses.indices {
      let (press, key) = (presses[index], keyIndex(at: presses[index].location))
      if press.firstKey == press.key { presses[index].firstKey = key }
      presses[index].key = key
    }
    changed(.text)
  }

  final func setShift(_ state: Shift) {
    guard state != shiftState else { return }
    shiftState = state
    changed(.text)
  }

  /// Shows the next language and sends `valueChanged` if there is another.
  public func nextLanguage(_ sender: AnyObject) {
    guard layouts.count > 1 else { return }
    languageIndex = (language + 1) % layouts.count
    sendActions(for: .valueChanged)
  }

  /// Ends editing in the first responder, unless the delegate or the responder refuses, and sends `editingDidEnd`.
  public func dismiss(_ sender: AnyObject) {
    guard delegate?.keyboardShouldDismiss(self) ?? true, let responder = receiver, responder.resignFirstResponder() else { return }
    sendActions(for: .editingDidEnd)
  }

  /// Notes what was typed.
  final func noteTyped(_ name: String) {
    lastKeyName = hidesKeys ? nil : name
  }

  final func secrecyChanged() {
    if hidesKeys {
      lastKeyName = nil
      closePopup()
    }
    changed(.state)
  }

  // MARK: Touches

  override open func touchesBegan(_ touches: TouchSet, with event: Event?) {
    super.touchesBegan(touches, with: event)
    for touch in touches { press(touch) }
  }

  override open func touchesMoved(_ touches: TouchSet, with event: Event?) {
    super.touchesMoved(touches, with: event)
    for touch in touches { slide(touch) }
  }

  override open func touchesEnded(_ touches: TouchSet, with event: Event?) {
    // The positions at which fingers were lifted, before an action moves the keyboard.
    for touch in touches { slide(touch) }
    super.touchesEnded(touches, with: event)
    for touch in touches { lift(touch.id, event) }
  }

  override open func touchesCancelled(_ touches: TouchSet, with event: Event?) {
    for touch in touches { drop(touch.id) }
    super.touchesCancelled(touches, with: event)
  }

  // MARK: Accessibility and drawing

  override open var standardAccessibility: Accessibility {
    Accessibility(.keyboard, label: shownLayout.name, isEnabled: isEnabled)
  }

  /// The number of keys of the plane.
  override open var accessibilityElementCount: Int { grid.keys.count }

  /// A key.
  override open func accessibilityElement(at index: Int) -> AccessibilityElement? {
    guard let key = shownKey(index) else { return nil }
    let label = key.isText ? key.text(isShifted: isShifted) : key.name
    let isOn = key.role == .shift && shiftState != .off
    return AccessibilityElement(
      Accessibility(.key, label: label, hint: key.caption, isSelected: isOn, isEnabled: isEnabled), frame: contentFrame(for: .key(index)))
  }

  /// Types a key on `activate`, or one of its alternatives, as a finger does; `escape` dismisses.
  override open func performAccessibility(_ action: AccessibilityAction, at index: Int? = nil) -> Bool {
    guard isEnabled, !isHidden else { return false }
    follow()
    if action == .escape {
      dismiss(self)
      return true
    }
    guard let key = shownKey(index) else { return false }
    switch action {
    case .activate: tap(key, nil)
    case .custom(let choice):
      guard key.isText, key.choices(isShifted: isShifted).dropFirst().contains(choice) else { return false }
      tap(key, choice)
    default: return false
    }
    return true
  }

  /// The alternatives of a key.
  override open func customAccessibilityActions(at index: Int? = nil) -> [String] {
    guard let key = shownKey(index), key.isText else { return [] }
    return Array(key.choices(isShifted: isShifted).dropFirst())
  }

  override open var contentParts: [ContentPart] { parts }

  // MARK: Typing

  /// Sends a key that was typed; returns whether an object handled it.
  ///
  /// An override may keep the key for itself, as `DialPad` does.
  open func send(_ event: KeyEvent) -> Bool { sendToFirstResponder(event) }

  /// Whether a long press types the only alternative of a key at once instead of showing it; false.
  open var typesOnlyAlternative: Bool { false }
}
