public import ContactorCore

/// A cell with a target and an action (contract 7.1).
///
/// The target is held weakly. The action's sender is the cell's control, or the cell itself while it has none; it passes through
/// `sendAction(_:to:for:)` of the control. In a `Matrix`, an action without a target goes to the matrix's target.
open class ActionCell: Cell {
  private(set) final var link: ActionLink?

  override open var target: AnyObject? { link?.target }
  override open var action: ActionName? { link?.action?.name }

  /// Sets the target and the action, by a name that the target's class lists; without a target the action goes to the responder chain.
  ///
  /// - Throws: `CellError.action` with the names that the class lists, if it does not list this one, or with the sender that the action
  ///   wants, if the cell has a control and that is none. The old pair stays then.
  override open func setTarget(_ target: (any ActionTarget)?, action: ActionName?) throws(CellError) {
    replace(try ActionLink(target, action, from: controlView))
  }

  /// Sets the target and an action of its class that the compiler checks.
  ///
  /// - Returns: an error, and the old pair stays, if the cell's control is no sender that the action takes.
  @discardableResult
  public final func setTarget<Target: AnyObject>(_ target: Target, action: TypedAction<Target>) -> ActionError? {
    if let controlView, let error = action.action.misfit(of: target, from: controlView) { return error }
    replace(ActionLink(target, action.action))
    return nil
  }

  private final func replace(_ new: ActionLink) {
    let old = link
    link = new.isEmpty ? nil : new
    withExtendedLifetime(old) {}
  }

  @discardableResult
  override open func sendAction(for event: Event? = nil) -> Bool {
    guard isEnabled, let link else { return false }
    return link.send(from: controlView, or: self, insteadOfNone: (controlView as? Matrix)?.link, for: event)
  }

  override open func copyValues(to cell: Cell) {
    super.copyValues(to: cell)
    guard let cell = cell as? ActionCell, let link else { return }
    cell.replace(ActionLink(copying: link))
  }
}

/// An error of a cell that is given a target and an action (contract 7.1).
public enum CellError: Error, CustomStringConvertible {
  /// The cell is of a class, named here, that has no target and no action.
  case refusesTarget(String)
  /// The target does not have the action, or the action takes another sender.
  case action(ActionError)

  /// One sentence that says what would have worked.
  public var description: String {
    switch self {
    case .refusesTarget(let type): "\(type) has no target and no action; an ActionCell has, and a control has a dispatch table"
    case .action(let error): error.description
    }
  }
}

/// A target and an action, the one pair of a cell, a matrix or a group.
final class ActionLink {
  /// How often the sending of one pair may nest; it stops an action that sends itself again.
  static let nestingLimit = 16

  private(set) weak var target: AnyObject?
  let action: Action?
  /// Whether a target was given: one that was deallocated is not replaced by a search (contract 5.5, 5.7).
  private let hasTarget: Bool
  private var nesting = 0

  init(_ target: AnyObject?, _ action: Action?) {
    self.target = target
    self.action = action
    hasTarget = target != nil
  }

  init(copying other: ActionLink) {
    target = other.target
    action = other.action
    hasTarget = other.hasTarget
  }

  /// Looks the action up in the target's class.
  convenience init(_ target: (any ActionTarget)?, _ name: ActionName?, from sender: AnyObject?) throws(CellError) {
    guard let name else {
      self.init(target, nil)
      return
    }
    let action: Action
    do { action = try Action.named(name, of: target, from: sender) } catch { throw .action(error) }
    self.init(target, action)
  }

  var isEmpty: Bool { action == nil && !hasTarget }

  /// Sends the action through the control, or, without one, from the sender; returns whether there was one to send.
  ///
  /// - Parameter other: a pair whose target gets an action that has none.
  func send(from control: Control?, or sender: AnyObject, insteadOfNone other: ActionLink? = nil, for event: Event?) -> Bool {
    guard let action, nesting < Self.nestingLimit else { return false }
    let receiver: AnyObject?
    switch (hasTarget, other?.hasTarget) {
    case (true, _): receiver = target
    case (_, true): receiver = other?.target
    default: return pass(action, nil, control, sender, event)
    }
    guard let receiver else { return false }
    return pass(action, receiver, control, sender, event)
  }

  private func pass(_ action: Action, _ target: AnyObject?, _ control: Control?, _ sender: AnyObject, _ event: Event?) -> Bool {
    nesting += 1
    defer { nesting -= 1 }
    guard let control else { return action.performAlone(on: target, sender: sender, event: event) }
    control.sendAction(action, to: target, for: event)
    return true
  }

  /// The pair as one that is registered in the control's table, too; `nil` if it is not (contract 5.2).
  func duplicate(in control: Control) -> DuplicateRegistration? {
    guard let action, target != nil || !hasTarget else { return nil }
    var found: DuplicateRegistration?
    control.enumerateEventHandlers { other, name, events in
      guard found == nil, name == action.name else { return }
      switch (other, target) {
      case (.object(let object), let target?) where object === target:
        found = DuplicateRegistration(of: target, action: name, events: events)
      case (.chain, nil): found = DuplicateRegistration(of: nil, action: name, events: events)
      default: return
      }
    }
    return found
  }
}
