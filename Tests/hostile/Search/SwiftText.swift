/// Writes what a program did as Swift source that does it again: only what the program used, in the order in which it did it.
///
/// It is made from a narration, not from the program: a callout's calls stand under the time at which they were made, and
/// everything has the name that it had then.
struct SwiftText {
  /// Calls in the order in which they were made, each with its place: `main 1`, `view3.touchesBegan 2`.
  private(set) var calls: [(place: String, text: String)] = []
  /// Callouts that happened.
  private(set) var callouts: Set<String> = []
  private let failure: String

  /// The source for a narration and what went wrong.
  static func text(of narration: String, failure: String) -> String {
    SwiftText(narration, failure).source
  }

  private init(_ narration: String, _ failure: String) {
    self.failure = failure
    for line in narration.split(separator: "\n") {
      let parts = line.split(separator: "\t").map(String.init)
      if parts.count == 3, parts[0] == "call" {
        calls.append((parts[1], parts[2].split(separator: ", .finger)", omittingEmptySubsequences: false).joined(separator: ")")))
        callouts.insert(String(parts[1].split(separator: " ")[0]))
      } else if parts.count == 2, parts[0] == "callout" {
        callouts.insert(parts[1])
      }
    }
    // What an object without overrides is told to answer changes nothing.
    let plain = objects.filter { !$0.isScripted }.flatMap { object in
      ["answers[", "counts[", "lengths[", "texts[", "hit = ", "other = "].map { "\(object.name).\($0)" }
    }
    calls.removeAll { call in plain.contains { call.text.hasPrefix($0) } }
  }

  private var source: String {
    let parts = [
      failure.split(separator: "\n").map { "// \($0)" }.joined(separator: "\n"), "import ContactorControls\nimport ContactorCore",
      variables,
      helpers, classes, program,
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }

  // MARK: Names

  func mentions(_ text: String) -> Bool { calls.contains { $0.text.contains(text) } }

  /// The objects that are made, in their order, each with the class that it is made of, whether that is subclassed, and whether it is
  /// each time.
  var objects: [(name: ObjectName, base: String, isScripted: Bool, isAlways: Bool)] {
    var found: [(name: ObjectName, base: String, isScripted: Bool, isAlways: Bool)] = []
    for call in calls {
      let words = call.text.split(separator: " ")
      guard words.count > 2, words[1] == "=", let name = ObjectName(words[0]),
        !Self.holders.contains(where: { $0.0 == name.kind }),
        let word = words[2].split(separator: "(").first, words[2].contains("(")
      else { continue }
      let isScripted = word.hasPrefix("@")
      if let index = found.firstIndex(where: { $0.name == name }) {
        found[index].isScripted = found[index].isScripted || isScripted
        found[index].isAlways = found[index].isAlways && isScripted
      } else {
        found.append((name, base(String(word.drop { $0 == "@" }), name), isScripted, isScripted))
      }
    }
    return found
  }

  /// The class behind the word in a template.
  private func base(_ word: String, _ name: ObjectName) -> String {
    switch word {
    case "CONTROL": World.controlClass(name).name
    case "RECOGNIZER": World.recognizerClasses[name.number % World.recognizerClasses.count]
    case "Target":
      name.number % 2 == 1
        ? "Responder, ApplicationDelegate" : performsKeys(name) ? "ActionTarget, KeyEquivalentPerforming" : "ActionTarget"
    case "Delegate": "DELEGATE"
    case "Observer": "EngineObserver"
    case "CELL": World.cellClassName(name)
    case "closureItem", "MenuItem.separator": "MenuItem"
    case _ where word.hasSuffix(".copy"): World.cellClassName(name)
    default: word
    }
  }

  /// Whether a target that is no responder is offered keys.
  func performsKeys(_ name: ObjectName) -> Bool {
    name.kind == .target && name.number % 2 == 0 && (mentions(".unhandledKeys = \(name)") || mentions(".mainMenu = \(name)"))
  }

  /// What a delegate conforms to for a class of views, with the methods that have no default.
  private static let sources: [(base: String, protocols: String, required: [Callout])] = [
    ("PageView", "PageViewDataSource, PageViewDelegate", [.numberOfPages, .pageAt]),
    ("PickerView", "PickerViewDataSource, PickerViewDelegate", []),
    ("TableView", "TableViewDataSource, TableViewDelegate", [.numberOfRows, .cellForRow]),
    ("CollectionView", "CollectionViewDataSource, CollectionViewDelegate", [.numberOfItems, .cellForItem]),
    ("OutlineView", "OutlineViewDataSource, OutlineViewDelegate", [.numberOfChildren, .child, .isExpandable, .cellForNode]),
    ("Browser", "BrowserDelegate", [.numberOfBrowserItems, .browserItem]),
    ("TextField", "TextMeasuring", [.advanceOfCharacter, .lineHeight]),
    ("TextView", "TextViewDelegate, TextMeasuring", [.advanceOfCharacter, .lineHeight]),
  ]

  private static let delegateProtocols = [
    "WindowDelegate", "ApplicationDelegate", "GestureRecognizerDelegate", "TextFieldDelegate", "ScrollViewDelegate", "KeyboardDelegate",
    "MenuDelegate", "AlertDelegate",
  ]

  /// The entries of `sources` for the views that are made.
  var usedSources: [(base: String, protocols: String, required: [Callout])] {
    let bases = objects.map(\.base)
    // Any table may have a delegate for its data source, also one inside a browser.
    let hasTable = mentions("dataSource = delegate") || mentions("TableView.dataSource")
    return Self.sources.filter { bases.contains($0.base) || $0.base == "TableView" && hasTable }
  }

  /// What delegates conform to: no more than what is made needs.
  var delegateProtocols: String {
    var names: [String] = []
    for name in Self.delegateProtocols + usedSources.flatMap({ $0.protocols.split(separator: ", ").map(String.init) })
    where !names.contains(name) { names.append(name) }
    return names.joined(separator: ", ")
  }

  static func className(_ name: ObjectName) -> String {
    "\(name)".prefix(1).uppercased() + "\(name)".dropFirst()
  }

  private static let holders: [(Kind, String)] = [
    (.token, "NotificationToken"), (.timer, "TimerToken"), (.action, "ActionToken"), (.feed, "ContactFeed"), (.touches, "KeptTouches"),
    (.press, "KeyEvent"),
  ]

  private var variables: String {
    var lines = objects.map { object in
      "nonisolated(unsafe) var \(object.name): \(object.isAlways ? Self.className(object.name) : object.base)!"
    }
    for (kind, type) in Self.holders {
      for number in 0..<kind.count where mentions("\(ObjectName(kind: kind, number: number))") {
        lines.append("nonisolated(unsafe) var \(kind)\(number): \(type)!")
      }
    }
    return lines.joined(separator: "\n")
  }

  // MARK: The program

  private var program: String {
    var places: [String] = []
    for call in calls where call.place != "main 1" && !places.contains(call.place) { places.append(call.place) }
    var lines = ["func program() {"]
    for place in places {
      let parts = place.split(separator: " ")
      lines.append("  on(\"\(parts[0])\", \(parts[1])) {")
      lines += calls.filter { $0.place == place }.map { "    " + plain($0.text) }
      lines.append("  }")
    }
    lines += calls.filter { $0.place == "main 1" }.map { "  " + plain($0.text) }
    return (lines + ["}", "", "program()"]).joined(separator: "\n")
  }

  /// The call with the class that an object is made of.
  private func plain(_ text: String) -> String {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count > 2, words[1] == "=", let name = ObjectName(words[0]), let object = objects.first(where: { $0.name == name }),
      let start = words[2].firstIndex(of: "("), !words[2][..<start].contains("."), !words[2].hasPrefix("closureItem")
    else { return text }
    let made = (words[2].hasPrefix("@") ? Self.className(name) : object.base) + words[2][start...]
    return ([words[0], words[1], Substring(made)] + words[3...]).joined(separator: " ")
  }
}
