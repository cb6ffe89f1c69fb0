import ContactorCore

// The beginning of a program: objects as a person might put them together, and what they answer.

extension Generator {
  func position(_ kind: Kind, _ number: Int) -> Int { kind.base + number }

  func positions(_ kind: Kind) -> Range<Int> { kind.base..<kind.base + kind.count }

  mutating func setUp() {
    let application = position(.application, 0)
    let window = position(.window, 0)
    add("makeApplication", application, flavor())
    add("makeWindow", window, flavor(), coordinate(0), coordinate(0), length(320), length(480))
    if chance.percent(45) {
      add("makeObserver", position(.observer, 0))
      add("addObserver", application, position(.observer, 0))
    }
    add("addWindow", application, window)
    if chance.percent(35) {
      add("makeWindow", position(.window, 1), flavor())
      add("addWindow", application, position(.window, 1))
    }
    if chance.percent(5) { add("makeApplication", position(.application, 1), flavor()) }
    for number in 0..<chance.number(1...2) { add("makeTarget", position(.target, chance.percent(50) ? number : number + 2)) }
    if chance.percent(70) { addDelegate(application, window) }
    for _ in 0..<chance.below(4) { addView(.view, to: window) }
    for _ in 0..<chance.number(1...4) { addView(.control, to: window) }
    if chance.percent(25) { addList(to: window) }
    if chance.percent(10) { add("crowd", parent(window)) }
    for _ in 0..<chance.below(4) { addRecognizer() }
    if chance.percent(20) {
      add("makeFocus", position(.focus, 0), application)
      add("unhandledKeys", application, position(.focus, 0))
    }
    if chance.percent(25) {
      makeMenu(position(.menu, 0))
      if chance.percent(40) { add("menuIsMain", application, position(.menu, 0)) }
      if chance.percent(40) { add("contextMenu", nil, position(.menu, 0)) }
    }
    if chance.percent(12) {
      add("makeAlert", position(.alert, 0))
      for _ in 0..<chance.number(1...3) { add("addAlertButton", position(.alert, 0)) }
      if chance.percent(60) { add("beginAlert", position(.alert, 0), window) }
    }
    if chance.percent(15) { add("makeController", position(.controller, 0), flavor()) }
    if canMean(.delegate) {
      for _ in 0..<chance.below(4) { lie() }
    }
    for _ in 0..<chance.below(5) { anything() }
  }

  mutating func addDelegate(_ application: Int, _ window: Int) {
    let delegate = position(.delegate, chance.below(2))
    add("makeDelegate", delegate)
    if chance.percent(60) { add("windowDelegate", window, delegate) }
    if chance.percent(40) { add("applicationDelegate", application, delegate) }
  }

  mutating func flavor() -> Int { chance.percent(60) ? 1 : 0 }

  func coordinate(_ value: Int) -> Int { ValueList<Double>.coordinates.values.firstIndex(of: Double(value)) ?? 0 }

  /// The operands of a frame that fingers are likely to hit.
  mutating func frame() -> [Int?] {
    guard chance.percent(75) else { return [nil, nil, nil, nil] }
    let side = [length(320), length(200), length(100)]
    return [chance.below(4), chance.below(4), chance.one(of: side), chance.one(of: side)]
  }

  func length(_ value: Int) -> Int { ValueList<Double>.lengths.values.firstIndex(of: Double(value)) ?? 0 }

  /// The window, or a view in it.
  mutating func parent(_ window: Int) -> Int {
    let views = positions(.view).filter { made[$0] }
    return views.isEmpty || chance.percent(60) ? window : chance.one(of: views)
  }

  /// Controls of the classes that call out most.
  static let rich: Set<Int> = {
    let names = [
      "ScrollView", "PageView", "TableView", "CollectionView", "OutlineView", "PickerView", "TextField", "TextView", "Matrix", "Form",
      "MenuView", "PopUpButton", "Keyboard", "Browser",
    ]
    return Set(Domain([.control]) { names.contains(World.controlClass($0).name) }.choices)
  }()

  mutating func addView(_ kind: Kind, to window: Int) {
    var free = positions(kind).filter { !made[$0] }
    if kind == .control, chance.percent(50) { free = free.filter(Self.rich.contains) }
    guard !free.isEmpty else { return }
    let view = chance.one(of: free)
    let inside = parent(window)
    add(kind == .view ? "makeView" : "makeControl", [view, flavor()] + frame())
    add("addSubview", inside, view)
    guard kind == .control else { return }
    fill(view)
    guard Domain.control().choices.contains(view) else { return }
    if chance.percent(60) { add(chance.percent(50) ? "addTaking" : "addPlain", view) }
    if chance.percent(60) { add("addAction", view) }
  }

  /// Adds a list with a strict data source.
  mutating func addList(to window: Int) {
    let list = position(.list, chance.below(Kind.list.count))
    add("makeList", [list] + frame())
    add("addSubview", parent(window), list)
    if chance.percent(50) { add("fillList", list) }
  }

  /// Gives a control what it needs to be of use: segments, pages, a delegate.
  mutating func fill(_ control: Int) {
    switch ObjectName(position: control).map(World.controlClass)?.name {
    case "SegmentedControl": add("segments", control, 3)
    case "PageControl": add("pages", control, 3)
    case "Button":
      guard chance.percent(40) else { break }
      add("makeGroup", position(.group, 0))
      add("joinGroup", position(.group, 0), control)
    case "TextField":
      if canMean(.delegate) { add("fieldDelegate", control) }
      if chance.percent(50) { add("textFirst", control) }
    case "ScrollView":
      add("contentSize", control, chance.below(2), 1)
      if canMean(.delegate) { add("scrollDelegate", control) }
      for _ in 0..<chance.below(3) { addInside(control) }
    case "PageView":
      if chance.percent(40), let pages = Domain.control("PageControl").choices.first(where: { !made[$0] }) {
        add("makeControl", [pages, flavor()] + frame())
        add("pageControl", control, pages)
      }
      if canMean(.delegate), chance.percent(70) { add("pageSource", control) } else { add("pageViews", control) }
    case "TableView":
      if canMean(.delegate) {
        add("tableSource", control)
        add("scrollDelegate", control)
      }
      if chance.percent(50) { add("makeRow", nil, flavor()) }
    case "CollectionView":
      guard canMean(.delegate) else { break }
      add("gridSource", control)
      add("scrollDelegate", control)
    case "OutlineView":
      guard canMean(.delegate) else { break }
      add("outlineSource", control)
      add("scrollDelegate", control)
      for _ in 0..<chance.below(3) { add("expandItem", control) }
    case "Browser":
      guard canMean(.delegate) else { break }
      add("browserDelegate", control)
      add("scrollDelegate", control)
      // Rows 0 … 2 of columns 0, 1, 2 …
      for column in [2, 0, 1].prefix(chance.below(4)) { add("selectBrowserRow", control, chance.below(3), column) }
    case "TextView":
      if canMean(.delegate) { add("viewDelegate", control) }
      add("longText", control)
      if chance.percent(50) { add("textFirst", control) }
    case "Keyboard", "DialPad": if canMean(.delegate) { add("keyboardDelegate", control) }
    case "PopUpButton":
      for _ in 0..<chance.below(4) { add("addChoice", control) }
    case "MenuView":
      let menu = position(.menu, 0)
      makeMenu(menu)
      add("menuView", control, menu)
    case "CellControl":
      add("makeCell", nil, flavor())
      add("controlCell", control)
    case "Matrix":
      if chance.percent(40) { add("makeCell", nil, flavor()) }
      if chance.percent(60) { add("cellClass", control) }
      add("renew", control, chance.below(5), chance.below(5))
      if chance.percent(50) { add("matrixTarget", control) }
    case "Form": for _ in 0..<chance.number(1...3) { add("addEntry", control) }
    case "PickerView":
      if canMean(.delegate), chance.percent(70) { add("pickerSource", control) } else { add("pickerTitles", control) }
      if canMean(.delegate) { add("pickerDelegate", control) }
    default: break
    }
  }

  /// Makes a menu with some items, one perhaps with a submenu.
  mutating func makeMenu(_ menu: Int) {
    add("makeMenu", menu, flavor())
    for _ in 0..<chance.number(1...4) {
      let item = chance.one(of: Array(positions(.item)))
      if chance.percent(50) { add("makeItem", item, flavor()) } else { add("makeClosureItem", item) }
      add("addItem", menu, item)
    }
    if canMean(.delegate), chance.percent(60) { add("menuDelegate", menu) }
    guard chance.percent(30), menu + 1 < Kind.menu.base + Kind.menu.count else { return }
    makeMenu(menu + 1)
    add("setSubmenu", nil, menu + 1)
  }

  /// Adds a view or a control to a control.
  mutating func addInside(_ control: Int) {
    let kind = chance.percent(50) ? Kind.view : .control
    let free = positions(kind).filter { !made[$0] }
    guard !free.isEmpty else { return }
    let view = chance.one(of: free)
    add(kind == .view ? "makeView" : "makeControl", [view, flavor()] + frame())
    add("addSubview", control, view)
  }

  mutating func addRecognizer() {
    let number = chance.below(Kind.recognizer.count)
    let recognizer = position(.recognizer, number)
    add("makeRecognizer", recognizer, flavor())
    add("addRecognizer", nil, recognizer)
    if number % World.recognizerClasses.count == 7 { add("edges", recognizer, 0) }
    if number % World.recognizerClasses.count == 10 { add("strokes", recognizer, 0) }
    if chance.percent(60) { add("gestureAction", recognizer) }
    if chance.percent(30) { add("gesturePlain", recognizer) }
    if canMean(.delegate), chance.percent(60) { add("recognizerDelegate", recognizer) }
  }

  /// Changes what a delegate answers to what it is asked by the views that were made.
  mutating func lie() {
    let questions = asked.filter { $0.answer != nil }
    guard !questions.isEmpty else { return }
    let question = chance.one(of: questions)
    guard let answer = question.answer, let number = Callout.answers(of: .delegate, as: answer).firstIndex(of: question) else { return }
    let name = answer == .flag ? "answer" : "\(answer)"
    add("\(name)OfDelegate", nil, number)
  }
}
