internal import ContactorControls
internal import ContactorCore

// What is typed into and typed with, and the rows of lists.
extension Look {
  func draw(_ keyboard: Keyboard, _ canvas: Canvas) {
    for index in 0..<keyboard.numberOfKeys {
      guard let shown = keyboard.key(at: index), shown.role != .gap else { continue }
      let isPressed = keyboard.isHighlighted(keyAt: index)
      let fill = isPressed ? Palette.pressed : shown.role == .text || shown.role == .space ? Palette.raised : Palette.card
      let state: Control.State = keyboard.isEnabled ? [] : .disabled
      let text = Self.caption(of: shown, keyboard.label(forKeyAt: index))
      let size = text.count > 2 ? Metrics.smallSize : Metrics.keySize
      key(keyboard.contentFrame(for: .key(index)), text, size: size, fill, Palette.text, state, canvas)
    }
    if let text = keyboard.previewText {
      let frame = keyboard.contentFrame(for: .preview).insetBy(dx: -4, dy: -2)
      canvas.fill(frame, radius: Metrics.radius, Palette.accent)
      font.draw(text, in: frame, size: 28, Palette.onAccent, .center, on: canvas)
    }
    drawAlternatives(of: keyboard, canvas)
  }

  private func drawAlternatives(of keyboard: Keyboard, _ canvas: Canvas) {
    let choices = keyboard.alternatives
    guard !choices.isEmpty else { return }
    canvas.fill(keyboard.contentFrame(for: .alternatives).insetBy(dx: -4, dy: -2), radius: Metrics.radius, Palette.pressed)
    for (index, choice) in choices.enumerated() {
      let frame = keyboard.contentFrame(for: .alternative(index))
      let isChosen = index == keyboard.selectedAlternative
      if isChosen { canvas.fill(frame, radius: Metrics.radius, Palette.accent) }
      font.draw(choice, in: frame, size: Metrics.keySize, isChosen ? Palette.onAccent : Palette.text, .center, on: canvas)
    }
  }

  /// What is written on a key: words where the layout has signs that the font may not have.
  private static func caption(of key: KeyboardLayout.Key, _ label: String) -> String {
    switch key.role {
    case .delete: "⌫"
    case .return: "OK"
    case .shift: "⇧"
    case .space: ""
    case .globe: "abc"
    case .dismiss: "▾"
    default: label
    }
  }

  func draw(_ field: TextField, _ canvas: Canvas) {
    let frame = field.bounds.insetBy(dx: -Metrics.fieldMargin, dy: 0)
    canvas.fill(frame, radius: Metrics.radius, field.isEnabled ? Palette.raised : Palette.card)
    if field.isEditing { canvas.stroke(frame, radius: Metrics.radius, width: 2, Palette.focus) }
    for part in field.contentParts {
      switch part.kind {
      case "selection", "caret": canvas.fill(part.frame, Palette.focus)
      // As wide as the text, which must not be shortened.
      case "text": font.draw(part.text ?? "", in: part.frame, size: Metrics.textSize, Palette.text, on: canvas)
      case "placeholder": font.draw(part.text ?? "", in: field.bounds, size: Metrics.textSize, Palette.dim, on: canvas)
      default: canvas.fill(part.frame, radius: part.frame.width / 2, Palette.focus)
      }
    }
  }

  func draw(_ field: PINField, _ canvas: Canvas) {
    let typed = field.digits.count
    for index in 0..<field.digitCount {
      let frame = field.contentFrame(for: .digit(index)).insetBy(dx: 4, dy: 0)
      canvas.fill(frame, radius: Metrics.radius, Palette.raised)
      if field.window?.firstResponder === field, index == min(typed, field.digitCount - 1) {
        canvas.stroke(frame, radius: Metrics.radius, width: 2, Palette.focus)
      }
      guard index < typed else { continue }
      let dot = Rect(x: frame.midX - 7, y: frame.midY - 7, width: 14, height: 14)
      canvas.fill(dot, radius: 7, Palette.accent)
    }
  }

  func draw(_ cell: TableViewCell, _ canvas: Canvas) {
    let state = cell.state
    let row = cell.bounds
    canvas.fill(row, state.contains(.highlighted) ? Palette.pressed : state.contains(.selected) ? Palette.raised : Palette.background)
    canvas.fill(Rect(x: 16, y: row.height - 1, width: max(0, row.width - 32), height: 1), Palette.line)
    font.draw(cell.text ?? "", in: cell.contentFrame(for: .text), size: Metrics.textSize, Palette.text, on: canvas)
    if let detail = cell.detail {
      font.draw(detail, in: cell.contentFrame(for: .detail).offsetBy(dx: 0, dy: -4), size: Metrics.smallSize, Palette.dim, on: canvas)
    }
    if state.contains(.selected) { canvas.fill(Rect(x: 0, y: 6, width: 4, height: row.height - 12), radius: 2, Palette.accent) }
  }
}
