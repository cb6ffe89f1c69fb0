public import ContactorCore

/// Radio buttons of which one at most is on.
///
///     let size = RadioGroup(small, medium, large)
///     size.selected = medium
///     try size.setTarget(order, action: "chooseSize:")   // order.chooseSize(button)
///
/// The buttons retain the group, and the group does not retain the buttons: nobody has to keep it. A press on a button turns it on and
/// the others off, and sends the group's action, the button being the sender; a state that is set in code sends nothing. A button is
/// in one group at a time.
public final class RadioGroup {
  private struct Member {
    weak var button: Button?
  }

  private var members: [Member] = []
  private var link: ActionLink?
  private var nesting = 0

  /// Creates a group of buttons, whose `buttonType` becomes `.radio`; of those that are on the last stays so.
  public init(_ buttons: Button...) {
    for button in buttons { add(button) }
  }

  /// The buttons that exist, in the order in which they were added.
  public var buttons: [Button] { members.compactMap(\.button) }

  /// Adds a button, which becomes a radio button and leaves its former group; does nothing for one of this group.
  ///
  /// A button that is on turns off the others.
  public func add(_ button: Button) {
    guard button.radioGroup !== self else { return }
    button.radioGroup?.remove(button)
    members = members.filter { $0.button != nil } + [Member(button: button)]
    button.join(self)
    button.buttonType = .radio
    if button.stateValue == .on { turnOffOthers(than: button) }
  }

  /// Removes a button, which keeps its state; does nothing for one that is not in the group.
  public func remove(_ button: Button) {
    guard button.radioGroup === self else { return }
    members = members.filter { $0.button !== button }
    button.join(nil)
  }

  /// The button that is on; `nil` for none.
  ///
  /// Setting it sends nothing; a button of another group is ignored.
  public var selected: Button? {
    get { buttons.first { $0.stateValue == .on } }
    set {
      guard let newValue else { return turnOffOthers(than: nil) }
      if newValue.radioGroup === self { newValue.stateValue = .on }
    }
  }

  /// The tag of the button that is on; −1 for none.
  ///
  /// Setting it turns on the first button of that tag, if there is one.
  public var selectedTag: Int {
    get { selected?.tag ?? -1 }
    set { if let button = buttons.first(where: { $0.tag == newValue }) { selected = button } }
  }

  // MARK: Target and action

  /// The target of the group's action, held weakly.
  public var target: AnyObject? { link?.target }

  /// The action that a press on a button sends.
  public var action: ActionName? { link?.action?.name }

  /// Sets the target and the action that a press on a button sends; without a target it goes up the button's responder chain.
  ///
  /// - Throws: `CellError.action` for a name that the target's class does not list.
  public func setTarget(_ target: (any ActionTarget)?, action: ActionName?) throws(CellError) {
    replace(try ActionLink(target, action, from: buttons.first))
  }

  /// Sets the target and an action of its class that the compiler checks.
  public func setTarget<Target: AnyObject>(_ target: Target, action: TypedAction<Target>) {
    replace(ActionLink(target, action.action))
  }

  private func replace(_ new: ActionLink) {
    let old = link
    link = new.isEmpty ? nil : new
    withExtendedLifetime(old) {}
  }

  func send(from button: Button, _ event: Event?) {
    _ = link?.send(from: button, or: button, for: event)
  }

  /// Turns off the others; buttons whose observers turn each other on again do so eight times.
  func turnOffOthers(than button: Button?) {
    guard nesting < 8 else { return }
    nesting += 1
    defer { nesting -= 1 }
    for other in buttons where other !== button && other.radioGroup === self && other.stateValue != .off { other.stateValue = .off }
  }
}
