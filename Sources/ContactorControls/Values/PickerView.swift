public import ContactorCore

/// Wheels side by side, each with rows, one of them selected (contract 7.7).
///
/// A finger turns the wheel under it; when it is lifted, the wheel goes on by its speed, as a scroll view decelerates, and comes to rest
/// at a row. A tap on a row turns the wheel to it. When a wheel that a user turned comes to rest at another row, the delegate is
/// notified and then `valueChanged` is sent, once; a selection in code does neither.
///
/// A wheel moves on event time. While one moves, `changed(.value)` reports each 1/60 s; `contentFrame(for:)` may be asked at any time.
/// A palm or another cancellation turns the wheel back to the selected row. A picker that leaves its window comes to rest at once.
open class PickerView: Control, DragFollowing {
  /// The greatest number of wheels: 32, more than fit on a screen.
  public static let maximumNumberOfComponents = 32
  /// The greatest number of rows of a wheel: a billion, which a `Double` counts with room for fractions.
  public static let maximumNumberOfRows = 1_000_000_000
  /// The greatest speed of a wheel, in points per second.
  ///
  /// 8,000: Android's `ViewConfiguration.MAXIMUM_FLING_VELOCITY`.
  public static let maximumSpeed = 8000.0
  /// The time between two reports of a moving wheel: 1/60 s.
  public static let frameInterval = Duration.microseconds(16_667)

  /// The object that knows the rows, in place of `titles`; held weakly.
  ///
  /// Setting it reloads the picker.
  public weak var dataSource: (any PickerViewDataSource)? {
    didSet { reloadAllComponents() }
  }
  /// The object that names the rows and is notified of selections; held weakly.
  public weak var delegate: (any PickerViewDelegate)?
  /// The rows of each wheel, for a picker without a data source.
  ///
  /// Setting it reloads the picker.
  public var titles: [[String]] = [] {
    didSet { reloadAllComponents() }
  }
  /// Whether the first row of a wheel follows the last.
  public var isEndless = false {
    didSet { if isEndless != oldValue { reloadAllComponents() } }
  }
  /// The height of a row in points; a height not above 0 is ignored, one below 1 counts as 1.
  public var rowHeight: Double {
    get { height }
    set {
      guard newValue > 0, newValue < .infinity, newValue != height else { return }
      height = max(newValue, 1)
      changed(.frame)
    }
  }

  /// 44 pt: the least height at which a finger hits a row, Apple's Human Interface Guidelines.
  private var height = 44.0
  private var wheels: [Wheel] = []
  private var isReloading = false
  private var frames: TimerToken?
  /// The application on whose time `frames` repeats.
  private weak var framesOwner: Application?

  // The finger.
  private var held: Int?
  /// The position of the held wheel where the finger touched it, and the height of that place.
  private var hold = 0.0
  private var holdY = 0.0
  /// How far the finger has moved at most, in points; infinite for a finger that stopped a moving wheel, which does not tap.
  private var reach = 0.0
  private var tracker = VelocityTracker()

  override open class var actions: [Action] { super.actions + availabilityActions + valueActions }

  // MARK: Rows

  /// The number of wheels.
  public var numberOfComponents: Int { wheels.count }

  /// The number of rows of a wheel; 0 for a wheel that there is not.
  public func numberOfRows(inComponent component: Int) -> Int { wheel(component)?.count ?? 0 }

  /// Asks for the numbers of wheels and rows again and stops all wheels; a selected row that there still is stays selected.
  ///
  /// Sends nothing. A call from within the data source's answer does nothing.
  public func reloadAllComponents() {
    guard !isReloading else { return }
    isReloading = true
    defer { isReloading = false }
    let asked = dataSource.map { $0.numberOfComponents(in: self) } ?? titles.count
    let count = min(max(asked, 0), Self.maximumNumberOfComponents)
    let counts = (0..<count).map { rowCount($0) }
    let old = wheels
    wheels = counts.indices.map { index in
      var wheel = old.indices.contains(index) ? old[index] : Wheel()
      wheel.isEndless = isEndless
      wheel.setCount(counts[index])
      return wheel
    }
    held = nil
    changed([.text, .selection])
  }

  /// Asks for the number of rows of a wheel again and stops it; does nothing for a wheel that there is not.
  public func reloadComponent(_ component: Int) {
    guard !isReloading, wheels.indices.contains(component) else { return }
    isReloading = true
    let count = rowCount(component)
    isReloading = false
    guard wheels.indices.contains(component) else { return }
    wheels[component].setCount(count)
    if held == component { held = nil }
    changed([.text, .selection])
  }

  private func rowCount(_ component: Int) -> Int {
    let local = titles.indices.contains(component) ? titles[component].count : 0
    let asked = dataSource.map { $0.pickerView(self, numberOfRowsInComponent: component) } ?? local
    return min(max(asked, 0), Self.maximumNumberOfRows)
  }

  /// The text of a row, from the delegate or else from `titles`; `nil` if there is none.
  public func title(forRow row: Int, inComponent component: Int) -> String? {
    if let title = delegate?.pickerView(self, titleForRow: row, forComponent: component) { return title }
    guard titles.indices.contains(component), titles[component].indices.contains(row) else { return nil }
    return titles[component][row]
  }

  final func wheel(_ component: Int) -> Wheel? { wheels.indices.contains(component) ? wheels[component] : nil }

  // MARK: The selection

  /// The row at which a wheel rests, or rested before it moved; −1 for a wheel without rows or one that there is not.
  public func selectedRow(inComponent component: Int) -> Int { wheel(component)?.selectedRow ?? -1 }

  /// The position of a wheel in rows, at this time: 2.5 is half way from row 2 to row 3.
  public func position(ofComponent component: Int) -> Double { wheel(component)?.position(at: now) ?? 0 }

  /// Whether a wheel is turned by a finger or turns by itself.
  public func isMoving(inComponent component: Int) -> Bool {
    guard let wheel = wheel(component) else { return false }
    if case .resting = wheel.motion { return false }
    return true
  }

  /// Selects a row, clamped to the rows there are; the delegate is not notified and nothing is sent.
  ///
  /// Does nothing for a wheel without rows and one that there is not.
  ///
  /// `animated`: whether the wheel turns to the row, which is then selected when it is there; at once without an application.
  public func selectRow(_ row: Int, inComponent component: Int, animated: Bool = false) {
    guard var wheel = wheel(component), wheel.count > 0 else { return }
    let row = min(max(row, 0), wheel.count - 1)
    if held == component { held = nil }
    if animated, application != nil {
      wheel.turn(to: wheel.target(for: row, from: position(ofComponent: component)), height: height, at: now, isUsers: false)
      wheels[component] = wheel
      return go(component)
    }
    wheel.select(row)
    wheels[component] = wheel
    changed(.selection)
  }

  private var now: Timestamp { application?.now ?? Timestamp(microseconds: .max) }

  /// A drag along the wheels turns them, also inside a scroll view.
  open var dragAxes: ScrollAxes { .vertical }

  // MARK: Touches

  /// Takes hold of the wheel under the finger; refuses a touch elsewhere, or on a wheel without rows.
  override open func beginTracking(_ touch: Touch, with event: Event?) -> Bool {
    let place = touch.location(in: self)
    let share = bounds.size.width > 0 ? (place.x - bounds.minX) / bounds.size.width * Double(wheels.count) : .nan
    guard share >= 0, share < Double(wheels.count), wheels[Int(share)].count > 0, super.beginTracking(touch, with: event)
    else { return false }
    let component = Int(share)
    reach = isMoving(inComponent: component) ? .infinity : 0
    guard wheels.indices.contains(component) else { return false }
    hold = wheels[component].grab(at: now)
    (held, holdY) = (component, place.y)
    tracker.maximumSpeed = Self.maximumSpeed
    tracker.reset()
    tracker.add(place, at: touch.timestamp)
    return true
  }

  override open func continueTracking(_ touch: Touch, with event: Event?) -> Bool {
    let place = touch.location(in: self)
    tracker.add(place, at: touch.timestamp)
    follow(place.y)
    return super.continueTracking(touch, with: event)
  }

  private func follow(_ y: Double) {
    guard let held, wheels.indices.contains(held), y.isFinite else { return }
    reach = max(reach, (y - holdY).magnitude)
    wheels[held].drag(to: hold - (y - holdY) / height, span: bounds.size.height / height)
    changed(.value)
  }

  override open func endTracking(_ touch: Touch?, with event: Event?) {
    super.endTracking(touch, with: event)
    guard let touch, touch.phase == .ended else { return letGo() }
    let y = touch.location(in: self).y
    follow(y)
    guard let component = held, let wheel = wheel(component) else { return }
    held = nil
    if reach < application?.tuning.panHysteresis ?? Tuning().panHysteresis {
      let row = wheel.position(at: now) + ((y - bounds.midY) / height).rounded()
      turn(component, to: wheel.row(at: row.rounded()) == nil ? wheel.position(at: now).rounded() : row.rounded())
    } else {
      wheels[component].release(speed: -tracker.velocity(at: touch.timestamp).y / height, height: height, at: now)
      go(component)
    }
  }

  override open func cancelTracking(with event: Event?) {
    super.cancelTracking(with: event)
    letGo()
  }

  /// Turns the held wheel back to the selected row.
  private func letGo() {
    guard let component = held, let wheel = wheel(component) else { return }
    held = nil
    turn(component, to: wheel.target(for: wheel.selected, from: wheel.position(at: now)))
  }

  private func turn(_ component: Int, to position: Double) {
    wheels[component].turn(to: position, height: height, at: now, isUsers: true)
    go(component)
  }

  // MARK: Motion

  /// Schedules the end of a glide and the reports on the way.
  private func go(_ component: Int) {
    guard let application, let glide = wheel(component)?.glide else { return finish(component) }
    application.schedule(at: glide.end) { [weak self] in self?.glideEnded(component) }
    guard frames == nil else { return changed(.value) }
    framesOwner = application
    frames = application.schedule(after: Self.frameInterval, every: Self.frameInterval) { [weak self] in self?.frame() }
    changed(.value)
  }

  private func frame() {
    if !wheels.contains(where: { $0.glide != nil }) { stopFrames() }
    changed(.value)
  }

  private func stopFrames() {
    guard let frames else { return }
    self.frames = nil
    framesOwner?.cancel(frames)
  }

  deinit {
    stopFrames()
  }

  /// The end of a glide has come, unless it was broken off and the wheel does something else.
  private func glideEnded(_ component: Int) {
    guard let glide = wheel(component)?.glide, glide.end <= now else { return }
    finish(component)
  }

  private func finish(_ component: Int) {
    guard let glide = wheel(component)?.glide else { return }
    let isChanged = wheels[component].rest()
    if !wheels.contains(where: { $0.glide != nil }) { stopFrames() }
    changed(isChanged ? [.value, .selection] : .value)
    if isChanged, glide.isUsers { tellSelection(component) }
  }

  private func tellSelection(_ component: Int) {
    guard let row = wheel(component)?.selectedRow else { return }
    delegate?.pickerView(self, didSelectRow: row, inComponent: component)
    sendActions(for: .valueChanged)
  }

  /// Brings all wheels to rest, before the time of another application counts.
  override open func willMove(toWindow window: Window?) {
    super.willMove(toWindow: window)
    guard window !== self.window else { return }
    stopFrames()
    for component in wheels.indices { finish(component) }
  }

  // MARK: Drawing, accessibility

  override open var contentParts: [ContentPart] {
    wheels.indices.flatMap { rowParts($0) } + [ContentPart("selection", frame: contentFrame(for: .selection), state: state)]
  }

  override open var standardAccessibility: Accessibility { Accessibility(.picker, isEnabled: isEnabled) }

  /// The number of wheels; the focus stops at each.
  override open var accessibilityElementCount: Int { wheels.count }

  override open func accessibilityElement(at index: Int) -> AccessibilityElement? {
    guard let wheel = wheel(index) else { return nil }
    var content = Accessibility(.picker, isEnabled: isEnabled, isAdjustable: true)
    if let row = wheel.selectedRow { content.value = title(forRow: row, inComponent: index) ?? String(row + 1) }
    return AccessibilityElement(content, frame: contentFrame(for: .component(index)))
  }

  /// Selects the next or previous row of a wheel, or of the first one, for `increment` and `decrement`; notifies and sends like a finger.
  override open func performAccessibility(_ action: AccessibilityAction, at index: Int? = nil) -> Bool {
    let component = index ?? 0
    guard wheels.indices.contains(component) else { return false }
    return adjust(action, at: nil) { step(component, by: $0) }
  }

  private func step(_ component: Int, by direction: Int) {
    let wheel = wheels[component]
    let target = Double(wheel.selected + direction)
    guard let row = wheel.row(at: target), row != wheel.selectedRow else { return }
    selectRow(row, inComponent: component)
    tellSelection(component)
  }
}

extension PickerView: ClockFollower {
  package final func clockTurnedBack(by microseconds: Int64) {
    for component in wheels.indices { wheels[component].shift(by: microseconds) }
    tracker.shift(by: microseconds)
  }
}

extension PickerView: Flicked {
  package func expectEnds(laterBy lateness: Duration) { tracker.stopTime = Tuning.velocityStop + lateness }
}
