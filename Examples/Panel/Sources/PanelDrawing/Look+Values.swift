internal import ContactorControls
internal import ContactorCore
internal import Glibc

// Controls whose value is seen: they are drawn while a finger moves them, and allocate nothing.
extension Look {
  func draw(_ slider: Slider, _ canvas: Canvas) {
    let isEnabled = slider.isEnabled
    let size = slider.bounds.size
    let radius = min(size.height / 2, Metrics.knobRadius)
    let middle = size.height / 2
    let knob = PixelRect.snapped(share(slider) * size.width)
    let track = Rect(x: -3, y: middle - 3, width: size.width + 6, height: 6)
    canvas.fill(track, radius: 3, Palette.raised)
    let filled = Rect(x: track.minX, y: track.minY, width: Double(knob) - track.minX, height: 6)
    canvas.fill(filled, radius: 3, isEnabled ? Palette.accent : Palette.disabled)
    let disc = Rect(x: Double(knob) - radius, y: middle - radius, width: 2 * radius, height: 2 * radius)
    canvas.fill(disc, radius: radius, isEnabled ? slider.isHighlighted ? Palette.accentPressed : Palette.text : Palette.disabled)
    if isEnabled { canvas.fill(disc.insetBy(dx: radius * 0.6, dy: radius * 0.6), radius: radius * 0.4, Palette.accent) }
  }

  private func share(_ slider: Slider) -> Double {
    let range = slider.maximumValue - slider.minimumValue
    return range > 0 ? (slider.value - slider.minimumValue) / range : 0
  }

  func draw(_ knob: Knob, _ canvas: Canvas) {
    let dial = knob.contentFrame(for: .track)
    let center = dial.center
    let radius = dial.width / 2 - 8
    let (start, end) = (knob.startAngle, knob.startAngle + knob.sweep)
    let isEnabled = knob.isEnabled
    canvas.arc(center: center, radius: radius, width: 10, from: start, to: end, Palette.raised)
    canvas.arc(center: center, radius: radius, width: 10, from: start, to: knob.angle, isEnabled ? Palette.accent : Palette.disabled)
    let face = radius - 18
    guard face > 0 else { return }
    let disc = Rect(x: center.x - face, y: center.y - face, width: 2 * face, height: 2 * face)
    canvas.fill(disc, radius: face, isEnabled && knob.isHighlighted ? Palette.pressed : Palette.raised)
    let direction = Point(x: sin(knob.angle), y: -cos(knob.angle))
    let (inner, outer) = (face * 0.62, face * 0.86)
    canvas.line(
      from: Point(x: center.x + direction.x * inner, y: center.y + direction.y * inner),
      to: Point(x: center.x + direction.x * outer, y: center.y + direction.y * outer), width: 6,
      isEnabled ? Palette.text : Palette.disabled)
  }

  func draw(_ stepper: Stepper, _ canvas: Canvas) {
    // Which half is pressed is known to its parts alone; they take memory, which a stepper that follows a slider does not.
    if stepper.isHighlighted {
      for part in stepper.contentParts { drawHalf(part.frame, part.text ?? "", part.state, canvas) }
      return
    }
    for isUp in [false, true] {
      let part = stepper.contentFrame(for: isUp ? .increment : .decrement)
      let atEnd = isUp ? stepper.value >= stepper.maximumValue : stepper.value <= stepper.minimumValue
      let state: Control.State = !stepper.isEnabled || atEnd ? .disabled : []
      drawHalf(part, isUp ? "+" : "−", state, canvas)
    }
  }

  private func drawHalf(_ frame: Rect, _ text: String, _ state: Control.State, _ canvas: Canvas) {
    let fill = state.contains(.highlighted) ? Palette.pressed : Palette.raised
    key(frame.insetBy(dx: 3, dy: 0), text, size: Metrics.keySize, fill, Palette.text, state, canvas)
  }

  func draw(_ toggle: Switch, _ canvas: Canvas) {
    let size = toggle.bounds.size
    let height = min(size.height, 36)
    let body = Rect(x: 0, y: (size.height - height) / 2, width: min(size.width, height * 1.9), height: height)
    let isOn = toggle.isOn
    let fill = !toggle.isEnabled ? Palette.line : isOn ? Palette.accent : Palette.raised
    canvas.fill(body, radius: height / 2, toggle.isHighlighted ? (isOn ? Palette.accentPressed : Palette.pressed) : fill)
    let side = height - 8
    let disc = Rect(x: isOn ? body.maxX - side - 4 : body.minX + 4, y: body.minY + 4, width: side, height: side)
    canvas.fill(disc, radius: side / 2, toggle.isEnabled ? Palette.text : Palette.disabled)
  }

  func draw(_ segments: SegmentedControl, _ canvas: Canvas) {
    canvas.fill(segments.bounds, radius: Metrics.radius, segments.isHighlighted ? Palette.pressed : Palette.raised)
    for index in 0..<segments.numberOfSegments {
      let frame = segments.contentFrame(for: .segment(index)).insetBy(dx: 3, dy: 3)
      let isOn = segments.isSelected(forSegment: index)
      let isEnabled = segments.isEnabled && segments.isEnabledForSegment(at: index)
      if isOn { canvas.fill(frame, radius: Metrics.radius - 3, isEnabled ? Palette.accent : Palette.line) }
      let color = !isEnabled ? Palette.disabled : isOn ? Palette.onAccent : Palette.text
      font.draw(segments.titleForSegment(at: index) ?? "", in: frame, size: Metrics.textSize, color, .center, on: canvas)
    }
  }

  func draw(_ progress: ProgressView, _ canvas: Canvas) {
    let radius = min(progress.bounds.width, progress.bounds.height) / 2
    canvas.fill(progress.bounds, radius: radius, Palette.raised)
    canvas.fill(progress.contentFrame(for: .filled), radius: radius, Palette.accent)
  }
}
