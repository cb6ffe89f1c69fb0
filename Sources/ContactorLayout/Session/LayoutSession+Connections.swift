import ContactorControls
public import ContactorCore
import ContactorSystem

extension LayoutSession {
  /// Connects an object of the program to the layout's object of that id: its outlets are set, and actions that the layout sends to
  /// the id reach it.
  ///
  /// The object is held weakly. It stays connected when the layout is replaced; what the new layout asks of it and it does not have is
  /// then told to `onConnectionError`. Connecting another object to the id replaces it.
  ///
  /// - Throws: a `ConnectionError`, and nothing was connected, if the layout has no such object, or the object's class lacks one of
  ///   the outlets or actions that the layout connects.
  public func connect(_ object: AnyObject, as id: String) throws(ConnectionError) {
    guard let description = layout.objects.first(where: { $0.id == id }) else {
      throw ConnectionError(code: .unknownObject, id: id, name: "", known: layout.objects.map(\.id))
    }
    if let error = firstError(of: object, description) { throw error }
    objects[id] = ConnectedObject(object)
    setOutlets(of: object, description)
    connectViewOutlets(to: id)
  }

  /// The objects of the program that are connected, by their ids, as far as they are alive.
  func object(_ id: String) -> AnyObject? { responders[id] ?? objects[id]?.object }

  /// Connects the outlets of a layout that has just been shown.
  func connectOutlets() {
    for description in layout.objects {
      guard let object = objects[description.id]?.object else { continue }
      if let error = firstError(of: object, description) { onConnectionError?(error) }
      setOutlets(of: object, description)
    }
    connectViewOutlets(to: nil)
  }

  /// The first thing that the layout asks of an object and it does not have.
  private func firstError(of object: AnyObject, _ description: LayoutObject) -> ConnectionError? {
    let outlets = (type(of: object) as? any OutletOwner.Type)?.outlets ?? []
    for wanted in description.outlets where !outlets.contains(where: { $0.name == wanted.name }) {
      return ConnectionError(
        code: .unknownOutlet, id: description.id, name: wanted.name, known: outlets.map(\.name), mark: wanted.mark, file: layout.file)
    }
    let listed = (type(of: object) as? any ActionTarget.Type)?.actions.map(\.name) ?? []
    let actions = listed + ((object as? any DynamicActionTarget)?.dynamicActionNames ?? [])
    for send in layout.sends where send.target == description.id && !actions.contains(send.action) {
      return ConnectionError(
        code: .unknownAction, id: description.id, name: send.action.description, known: actions.map(\.description), mark: send.mark,
        file: layout.file)
    }
    return nil
  }

  private func setOutlets(of object: AnyObject, _ description: LayoutObject) {
    let outlets = (type(of: object) as? any OutletOwner.Type)?.outlets ?? []
    for wanted in description.outlets {
      // A subclass's own outlet comes before an inherited one of the same name.
      guard let outlet = outlets.last(where: { $0.name == wanted.name }), let target = self.object(wanted.target) else { continue }
      if !outlet.connect(object, to: target) {
        onConnectionError?(
          ConnectionError(
            code: .otherType, id: description.id, name: wanted.name, known: [outlet.type], mark: wanted.mark, file: layout.file))
      }
    }
  }

  /// Sets the outlets of views that lead to an object of the program, or all outlets of views for `nil`.
  private func connectViewOutlets(to id: String?) {
    for view in layout.allViews {
      for wanted in view.outlets where id == nil || wanted.target == id {
        guard let owner = responders[view.id], let target = object(wanted.target),
          let outlet = (type(of: owner) as? any OutletOwner.Type)?.outlets.last(where: { $0.name == wanted.name })
        else { continue }
        if !outlet.connect(owner, to: target) {
          onConnectionError?(
            ConnectionError(code: .otherType, id: view.id, name: wanted.name, known: [outlet.type], mark: wanted.mark, file: layout.file))
        }
      }
    }
  }

  /// The connections that the layout makes and the program made once more with `addTarget`, so that the action is sent twice (contract
  /// 5.2); in the order of the layout.
  public var doubledConnections: [DoubledConnection] {
    layout.allViews.flatMap { view -> [DoubledConnection] in
      guard let control = responders[view.id] as? Control else { return [] }
      return view.bindings.flatMap { binding -> [DoubledConnection] in
        guard let event = Control.Events(name: binding.event) else { return [] }
        return binding.actions.compactMap { action in
          guard case .send(let send) = action, hasInCode(control, event, send) else { return nil }
          return DoubledConnection(control: view.id, event: binding.event, action: send.action, target: send.target, mark: send.mark)
        }
      }
    }
  }

  /// Whether the program registered the action of a layout's `send` with the control.
  private func hasInCode(_ control: Control, _ event: Control.Events, _ send: SendAction) -> Bool {
    var isFound = false
    let target = send.target.flatMap { object($0) }
    control.enumerateEventHandlers { registered, name, events in
      guard name == send.action, events.contains(event) else { return }
      switch registered {
      case .object(let object)?: isFound = isFound || object === target
      case .chain?: isFound = isFound || send.target == nil
      case nil: break
      }
    }
    return isFound
  }
}

/// An object of the program, held weakly.
struct ConnectedObject {
  weak var object: AnyObject?

  init(_ object: AnyObject) {
    self.object = object
  }
}

/// A connection that a layout and the program both make, see `LayoutSession.doubledConnections`.
public struct DoubledConnection: Hashable, Sendable {
  /// The control's id.
  public let control: String
  /// The control event's name.
  public let event: String
  /// The action that is sent twice.
  public let action: ActionName
  /// The target's id; `nil` for the responder chain.
  public let target: String?
  /// Where the layout makes the connection.
  public let mark: LayoutMark
}

/// An error in connecting an object of the program to a layout.
public struct ConnectionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of errors.
  public enum Code: Hashable, Sendable {
    /// The layout has no object of that id.
    case unknownObject
    /// The object's class lists no outlet of that name.
    case unknownOutlet
    /// The outlet takes objects of another type; `known` names it.
    case otherType
    /// The object's class lists no action of that name.
    case unknownAction
  }

  /// The kind of error.
  public let code: Code
  /// The id of the object, or of the view whose outlet it is.
  public let id: String
  /// The outlet or action; empty for an unknown object.
  public let name: String
  /// The names that there are.
  public let known: [String]
  /// Where the connection stands in the layout.
  public var mark = LayoutMark.file
  /// The layout's file.
  public var file = ""

  /// One line with the way out.
  public var description: String {
    let names = known.isEmpty ? "none" : known.joined(separator: ", ")
    let place = mark == .file ? "" : "\(file):\(mark): "
    switch code {
    case .unknownObject: return "the layout has no object \(quoted(id)); it has \(names)"
    case .unknownOutlet: return "\(place)the class of \(quoted(id)) has no outlet \(quoted(name)); its 'outlets' list \(names)"
    case .otherType: return "\(place)the outlet \(quoted(name)) of \(quoted(id)) takes \(names)"
    case .unknownAction: return "\(place)the class of \(quoted(id)) has no action \(quoted(name)); its 'actions' list \(names)"
    }
  }
}

extension Layout {
  /// All views of all windows, each before those inside it.
  package var allViews: [LayoutView] { windows.flatMap { $0.views.flatMap(\.withSubviews) } }

  /// All actions of views, gestures, modes and policies.
  private var actions: [LayoutAction] {
    (allViews.flatMap(\.bindings) + gestures.flatMap(\.bindings) + policyBindings).flatMap(\.actions).flatMap(\.withNested)
  }

  /// Whether an action runs a program.
  var runsPrograms: Bool { actions.contains { if case .run = $0 { true } else { false } } }

  /// The users as whom programs run, those that give rows, too.
  package var programUsers: Set<String> {
    let lists = allViews.compactMap { if case .program(let run) = $0.list.rows { run.user } else { nil } }
    return Set(lists + actions.compactMap { if case .run(let run) = $0 { run.user } else { nil } })
  }
  /// Whether an action compares a secret with a hash.
  package var verifiesSecrets: Bool { actions.contains { if case .verify = $0 { true } else { false } } }

  /// All `send` actions.
  var sends: [SendAction] { actions.compactMap { if case .send(let send) = $0 { send } else { nil } } }

  /// All `key` actions.
  package var keyActions: [KeyAction] { actions.compactMap { if case .key(let key) = $0 { key } else { nil } } }
}
