/// Objects that are to be freed, by weak references and names.
struct Lifetimes {
  private struct Entry {
    weak var object: AnyObject?
    let name: String
  }

  private var entries: [Entry] = []

  /// Watches some objects; `nil` counts as an object that is gone.
  init(_ objects: KeyValuePairs<String, AnyObject?> = [:]) {
    for (name, object) in objects { watch(object, name) }
  }

  mutating func watch(_ object: AnyObject?, _ name: String) { entries.append(Entry(object: object, name: name)) }

  /// The names of the objects that are still there.
  var alive: [String] { entries.filter { $0.object != nil }.map(\.name) }
}
