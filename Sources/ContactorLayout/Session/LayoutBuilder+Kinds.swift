import ContactorControls
import ContactorCore

extension LayoutView {
  /// A new view of one of the kinds beyond the plain controls.
  func makeLargerView() -> View {
    switch kind {
    case .textView: return makeTextView()
    case .knob: return makeKnob()
    case .progress: return makeProgress()
    case .picker: return makePicker()
    case .popUp: return makePopUp()
    case .matrix: return makeMatrix()
    case .scroll: return makeScroll()
    case .table: return LayoutTableView(frame: frame, list: list)
    case .keyboard: return makeKeyboard()
    case .dialPad: return DialPad(frame: frame)
    case .pinField: return makePINField()
    case .view, .button, .switch, .slider, .stepper, .segments, .pages, .textField: return View(frame: frame)
    }
  }

  private func makeTextView() -> View {
    let view = TextView(frame: frame)
    if case .text(let text)? = value { view.text = text }
    return view
  }

  private func makeKnob() -> View {
    let view = Knob(frame: frame)
    switch value {
    case .range(let minimum, let maximum, let value): view.set(minimum, maximum, value)
    case .steps(let minimum, let maximum, let value, let step):
      view.set(minimum, maximum, value)
      view.stepValue = step
      view.snapsToSteps = true
    default: break
    }
    view.isContinuous = isContinuous
    view.isEndless = isEndless
    view.numberOfTickMarks = numberOfTickMarks
    return view
  }

  private func makeProgress() -> View {
    let view = ProgressView(frame: frame)
    if case .share(let share)? = value { view.progress = share }
    return view
  }

  private func makePicker() -> View {
    let view = PickerView(frame: frame)
    if case .wheels(let titles, let rows)? = value {
      view.titles = titles
      for (component, row) in rows.enumerated() { view.selectRow(row, inComponent: component) }
    }
    return view
  }

  private func makePopUp() -> View {
    let view = PopUpButton(frame: frame)
    if case .choice(let titles, let selected)? = value {
      for title in titles { view.menu.addItem(withTitle: title) }
      view.selectItem(at: selected ?? 0)
    }
    return view
  }

  private func makeMatrix() -> View {
    guard case .cells(let titles, let mode, let place)? = value else { return Matrix(frame: frame) }
    let modes: [String: Matrix.Mode] = ["radio": .radio, "highlight": .highlight, "list": .list, "track": .track]
    let view = Matrix(
      frame: frame, mode: modes[mode] ?? .radio, cellClass: ButtonCell.self, numberOfRows: titles.count,
      numberOfColumns: titles.first?.count ?? 0)
    view.autosizesCells = true
    for (row, texts) in titles.enumerated() {
      for (column, text) in texts.enumerated() { view.cell(atRow: row, column: column)?.title = text }
    }
    if let place { view.selectCell(atRow: place[0], column: place[1]) }
    return view
  }

  private func makeScroll() -> View {
    let view = ScrollView(frame: frame)
    view.isPagingEnabled = scrolling.isPaging
    let reach = subviews.reduce(Rect(x: 0, y: 0, width: 0, height: 0)) { $0.union($1.frame) }
    view.contentSize = scrolling.contentSize ?? Size(width: reach.maxX, height: reach.maxY)
    view.minimumZoomScale = scrolling.zoom.lowerBound
    view.maximumZoomScale = scrolling.zoom.upperBound
    // A finger then asks only the views under it.
    view.indexesSubviews = true
    return view
  }

  private func makeKeyboard() -> View {
    let view = Keyboard(frame: frame)
    let layouts = keyboard.layouts.compactMap { name in KeyboardLayout.languages.first { $0.language == name } }
    if !layouts.isEmpty { view.layouts = layouts }
    if let type = keyboard.type.flatMap(KeyboardType.init) {
      view.followsFirstResponder = false
      view.keyboardType = type
    }
    return view
  }

  private func makePINField() -> View {
    let view = PINField(frame: frame)
    view.digitCount = numberOfDigits
    return view
  }
}

extension Slider {
  /// Sets the ends and the value.
  fileprivate func set(_ minimum: Double, _ maximum: Double, _ value: Double) {
    maximumValue = maximum
    minimumValue = minimum
    self.value = value
  }
}
