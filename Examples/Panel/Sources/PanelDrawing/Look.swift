internal import ContactorControls
internal import ContactorCore

/// Draws views: what a button, a slider or a row looks like.
///
/// The engine's controls hold what is to be shown, and where, and draw nothing. A view is drawn by its class, into its own rectangle, with
/// the canvas's origin at the view's corner. For views that follow a finger (`Slider`, `Knob`, `Caption`) it asks for frames and values
/// alone and allocates nothing; what changes once a tap may use `contentParts`.
public final class Look {
  let font: Font
  private let measure: FontMeasure

  /// Creates the look with a font.
  public init(font: Font) {
    self.font = font
    measure = FontMeasure(font, size: Metrics.textSize)
  }

  /// How far a view is drawn beyond its bounds, in pixels: the enlarged key above a keyboard's top row, the
  /// margin of a text field, half of a slider's knob.
  func outset(of view: View) -> Int {
    if let keyboard = view as? Keyboard { return PixelRect.snapped(keyboard.contentFrame(for: .key(0)).height) + 8 }
    if view is TextField { return Int(Metrics.fieldMargin) }
    return view is Slider && !(view is Knob) ? Int(Metrics.knobRadius) : 0
  }

  /// Gives a view what it needs to know of the font: a text field, the widths of letters.
  func prepare(_ view: View) {
    if let field = view as? TextControl, field.measure == nil { field.measure = measure }
  }

  /// Draws a view without its subviews.
  func draw(_ view: View, on canvas: Canvas) {
    switch view {
    case let label as Caption: draw(label, canvas)
    case let knob as Knob: draw(knob, canvas)
    case let slider as Slider: draw(slider, canvas)
    case let button as Button: draw(button, canvas)
    case let cell as TableViewCell: draw(cell, canvas)
    case let stepper as Stepper: draw(stepper, canvas)
    case let toggle as Switch: draw(toggle, canvas)
    case let segments as SegmentedControl: draw(segments, canvas)
    case let progress as ProgressView: draw(progress, canvas)
    case let keyboard as Keyboard: draw(keyboard, canvas)
    case let field as TextField: draw(field, canvas)
    case let field as PINField: draw(field, canvas)
    case let alert as AlertView: draw(alert, canvas)
    case is Card: canvas.fill(view.bounds, radius: Metrics.radius + 2, Palette.card)
    case is Page, is TableView: canvas.fill(Rect(origin: .zero, size: view.bounds.size), Palette.background)
    default: break
    }
  }

  /// Draws what lies over a view's subviews: the mark of how far a list is scrolled.
  func drawOver(_ view: View, on canvas: Canvas) {
    guard let scroller = view as? ScrollView else { return }
    let mark = scroller.contentFrame(for: .verticalIndicator)
    // The content's coordinates; the origin of the canvas is the view's corner.
    canvas.fill(mark.offsetBy(dx: -scroller.bounds.minX, dy: -scroller.bounds.minY), radius: 2, Palette.pressed)
  }

  // MARK: Texts and buttons

  private func draw(_ label: Caption, _ canvas: Canvas) {
    let color =
      switch label.tone {
      case .plain: Palette.text
      case .dim: Palette.dim
      case .accent: Palette.accent
      case .warning: Palette.dangerPressed
      }
    font.draw(label.text, in: label.bounds, size: label.size, color, label.alignment, on: canvas)
  }

  private func draw(_ button: Button, _ canvas: Canvas) {
    let state = button.state
    switch button {
    case is PageButton: drawPageButton(button, canvas)
    case let button as AlertButton: drawAlertButton(button, canvas)
    case is DangerButton:
      key(button.bounds, button.title, state.contains(.highlighted) ? Palette.dangerPressed : Palette.danger, Palette.text, state, canvas)
    default:
      let isOn = state.contains(.selected)
      let fill =
        state.contains(.highlighted) ? (isOn ? Palette.accentPressed : Palette.pressed) : isOn ? Palette.accent : Palette.raised
      key(button.bounds, button.title, fill, isOn ? Palette.onAccent : Palette.text, state, canvas)
    }
  }

  /// A raised rectangle with a text in its middle; flat and pale while it is disabled, with a ring while it has the focus.
  func key(
    _ rect: Rect, _ text: String, size: Int = Metrics.textSize, _ fill: Color, _ color: Color, _ state: Control.State, _ canvas: Canvas
  ) {
    let isDisabled = state.contains(.disabled)
    if isDisabled {
      canvas.stroke(rect, radius: Metrics.radius, width: 1, Palette.line)
    } else {
      canvas.fill(rect, radius: Metrics.radius, fill)
    }
    let inner = rect.insetBy(dx: min(8, rect.width / 4), dy: 0)
    font.draw(text, in: inner, size: size, isDisabled ? Palette.disabled : color, .center, on: canvas)
    if state.contains(.focused) { canvas.stroke(rect, radius: Metrics.radius, width: 2, Palette.focus) }
  }

  private func drawPageButton(_ button: Button, _ canvas: Canvas) {
    let state = button.state
    let isOn = state.contains(.selected)
    let fill = state.contains(.highlighted) ? Palette.pressed : isOn ? Palette.raised : Palette.rail
    canvas.fill(button.bounds, radius: Metrics.radius, fill)
    if isOn { canvas.fill(Rect(x: 0, y: 14, width: 4, height: button.bounds.height - 28), radius: 2, Palette.accent) }
    let text = button.bounds.insetBy(dx: min(18, button.bounds.width / 2), dy: 0)
    font.draw(button.title, in: text, size: Metrics.textSize, isOn ? Palette.text : Palette.dim, on: canvas)
  }

  private func drawAlertButton(_ button: AlertButton, _ canvas: Canvas) {
    let color =
      switch button.style {
      case .standard: Palette.focus
      case .cancel: Palette.text
      case .destructive: Palette.dangerPressed
      }
    let isPressed = button.state.contains(.highlighted)
    let inner = button.bounds.insetBy(dx: min(6, button.bounds.width / 2), dy: min(4, button.bounds.height / 2))
    canvas.fill(inner, radius: Metrics.radius, isPressed ? Palette.pressed : Palette.raised)
    font.draw(button.label, in: inner, size: Metrics.textSize, color, .center, on: canvas)
  }

  private func draw(_ alert: AlertView, _ canvas: Canvas) {
    canvas.fill(alert.bounds, radius: 14, Palette.card)
    canvas.stroke(alert.bounds, radius: 14, width: 2, Palette.pressed)
    for part in alert.contentParts where part.text != nil {
      let isTitle = part.kind == "title"
      drawLines(part, size: isTitle ? Metrics.textSize : Metrics.smallSize, isTitle ? Palette.text : Palette.dim, canvas)
    }
  }

  /// Draws a text in lines that are as wide as its part, broken at blanks.
  private func drawLines(_ part: ContentPart, size: Int, _ color: Color, _ canvas: Canvas) {
    var lines: [String] = []
    for word in (part.text ?? "").split(separator: " ") {
      if let last = lines.last, font.width(of: last + " " + word, size: size) <= part.frame.width {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
    let height = AlertView.lineHeight
    for (index, line) in lines.enumerated() {
      let place = Rect(x: part.frame.minX, y: part.frame.minY + Double(index) * height, width: part.frame.width, height: height)
      font.draw(line, in: place, size: size, color, .center, on: canvas)
    }
  }
}
