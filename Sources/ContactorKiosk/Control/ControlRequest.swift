import ContactorCore
import ContactorLayout
import ContactorTrace

/// A request to a running kiosk: one line on its socket, a JSON object (contract 13.6).
///
/// ```
/// {"command":"mode","mode":"admin","id":7}
/// ```
struct ControlRequest: Hashable, Sendable {
  /// The command.
  enum Command: Hashable, Sendable {
    case status
    case metrics
    /// Lines of the log of these kinds from now on, instead of those asked for before; none ends the subscription.
    case subscribe(LogLineKinds)
    case mode(String)
    case reload
    /// The display was turned off, or on again.
    case screen(isOff: Bool)
    case inject(InjectedTouch)
    /// Alike panels are paired again.
    case pair
    /// The panels of a window, or of all windows, are turned by degrees clockwise, because the screen was.
    case rotate(Int, window: String?)

    /// The word for it in a layout's `allow`.
    var name: LayoutSocket.Command {
      switch self {
      case .status: .status
      case .metrics: .metrics
      case .subscribe: .subscribe
      case .mode: .mode
      case .reload: .reload
      case .screen: .screen
      case .inject: .inject
      case .pair: .pair
      case .rotate: .rotate
      }
    }
  }

  /// A touch that no finger makes: a change of one contact.
  struct InjectedTouch: Hashable, Sendable {
    /// The contact's number, chosen by the peer, from 1.
    var contact: Int32
    /// Its phase.
    var phase: TouchPhase
    /// The place in the window, in points; for an end without one the last place.
    var location: Point?
  }

  /// A mistake in a request.
  struct Mistake: Error, Hashable {
    /// One sentence with the way out.
    var message: String
    /// The request's `id`, as far as it could be read.
    var id: Identifier?
  }

  /// The peer's name for the request; its answer has it, too.
  enum Identifier: Hashable, Sendable {
    case number(Int64)
    case text(String)
  }

  var command: Command
  var id: Identifier?

  /// Reads a line.
  ///
  /// - Throws: `Mistake` with a sentence for the peer.
  init(_ line: [UInt8]) throws(Mistake) {
    let object: JSONMembers
    do throws(TraceError) {
      object = try JSONMembers(line)
    } catch {
      throw Mistake(message: "\(error.message); a request is a line such as {\"command\":\"status\"}", id: nil)
    }
    id = Self.identifier(object)
    do throws(Mistake) {
      command = try Self.command(object)
    } catch {
      throw Mistake(message: error.message, id: id)
    }
  }

  private static func identifier(_ object: JSONMembers) -> Identifier? {
    switch object["id"] {
    case .number(let number): Int64(exactly: number).map(Identifier.number)
    case .text(let text): text.utf8.count <= 256 ? .text(text) : nil
    default: nil
    }
  }

  private static func command(_ object: JSONMembers) throws(Mistake) -> Command {
    guard case .text(let word) = object["command"] else {
      throw Mistake(message: "\"command\" must be one of \(list(LayoutSocket.Command.allCases.map(\.rawValue)))")
    }
    guard let name = LayoutSocket.Command(rawValue: word) else {
      throw unknown("command", word, LayoutSocket.Command.allCases.map(\.rawValue))
    }
    try check(object, of: name)
    switch name {
    case .status: return .status
    case .metrics: return .metrics
    case .subscribe: return .subscribe(try kinds(object))
    case .mode:
      guard case .text(let mode) = object["mode"] else { throw Mistake(message: "\"mode\" must be the name of a mode of the layout") }
      return .mode(mode)
    case .reload: return .reload
    case .screen:
      guard case .text(let state) = object["state"], ["on", "off"].contains(state) else {
        throw Mistake(message: "\"state\" must be \"off\" or \"on\"")
      }
      return .screen(isOff: state == "off")
    case .inject: return .inject(try touch(object))
    case .pair: return .pair
    case .rotate: return try turn(object)
    }
  }

  private static func turn(_ object: JSONMembers) throws(Mistake) -> Command {
    guard case .number(let number) = object["degrees"], let degrees = Int(exactly: number), [0, 90, 180, 270].contains(degrees) else {
      throw Mistake(message: "\"degrees\" must be 0, 90, 180 or 270")
    }
    switch object["window"] {
    case nil: return .rotate(degrees, window: nil)
    case .text(let window): return .rotate(degrees, window: window)
    default: throw Mistake(message: "\"window\" must be the name of a window of the layout")
    }
  }

  /// The keys of each command besides `command` and `id`.
  private static let keys: [LayoutSocket.Command: [String]] = [
    .subscribe: ["kinds"], .mode: ["mode"], .screen: ["state"], .inject: ["touch", "phase", "x", "y"],
    .rotate: ["degrees", "window"],
  ]

  private static func check(_ object: JSONMembers, of name: LayoutSocket.Command) throws(Mistake) {
    let known = ["command", "id"] + (keys[name] ?? [])
    if let key = object.members.first(where: { !known.contains($0.key) })?.key { throw unknown("key", key, known) }
  }

  private static func kinds(_ object: JSONMembers) throws(Mistake) -> LogLineKinds {
    switch object["kinds"] {
    case nil: return .emit
    case .texts(let words):
      var kinds: LogLineKinds = []
      for word in words {
        guard let kind = LogLineKinds(name: word) else { throw unknown("kind of line", word, LogLineKinds.names + ["all"]) }
        kinds.formUnion(kind)
      }
      return kinds
    default: throw Mistake(message: "\"kinds\" must be a list of \(list(LogLineKinds.names)), or [\"all\"]")
    }
  }

  private static func touch(_ object: JSONMembers) throws(Mistake) -> InjectedTouch {
    guard case .number(let number) = object["touch"], let contact = Int32(exactly: number), contact > 0 else {
      throw Mistake(message: "\"touch\" must be a whole number from 1")
    }
    let phases: [String: TouchPhase] = ["began": .began, "moved": .moved, "ended": .ended, "cancelled": .cancelled]
    guard case .text(let word) = object["phase"], let phase = phases[word] else {
      throw Mistake(message: "\"phase\" must be \"began\", \"moved\", \"ended\" or \"cancelled\"")
    }
    var location: Point?
    if case .number(let x) = object["x"], case .number(let y) = object["y"], abs(x) <= limit, abs(y) <= limit {
      location = Point(x: x, y: y)
    }
    guard location != nil || phase == .ended || phase == .cancelled else {
      throw Mistake(message: "\"x\" and \"y\" must be numbers, in points")
    }
    return InjectedTouch(contact: contact, phase: phase, location: location)
  }

  /// The greatest coordinate, in points: as for layouts, no screen is larger.
  private static let limit = 1e6

  private static func unknown(_ what: String, _ word: String, _ words: [String]) -> Mistake {
    let nearest = NameIndex.nearest(to: word, in: words).map { "; did you mean \"\($0)\"?" } ?? ""
    return Mistake(message: "there is no \(what) \"\(word.prefix(64))\"; expected one of \(list(words))\(nearest)")
  }

  private static func list(_ words: [String]) -> String { words.joined(separator: ", ") }
}
