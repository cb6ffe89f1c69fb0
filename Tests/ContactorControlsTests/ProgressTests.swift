import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// Progress views: their values and what they leave to others.
@Suite("Progress views")
struct ProgressTests {
  private let stage = Stage()
  private let bar: ProgressView

  init() {
    bar = stage.add(ProgressView(frame: Rect(x: 0, y: 0, width: 200, height: 10)), "bar")
  }

  @Test("7.7 progress is clamped to 0 … 1 and tells a renderer only what is new")
  func progress() {
    var changes = 0
    bar.onChange = { _, change in if change.contains(.value) { changes += 1 } }
    for number in [0.5, 0.5, 7, .infinity, .nan, -3, -.infinity] as [Double] {
      bar.progress = number
      #expect(bar.progress >= 0 && bar.progress <= 1)
    }
    #expect(bar.progress == 0 && changes == 3)
    bar.progress = 0.25
    #expect(bar.contentFrame(for: .filled) == Rect(x: 0, y: 0, width: 50, height: 10))
    #expect(bar.contentParts.map(\.text) == [nil, "25 %"] && bar.accessibility == Accessibility(.progress, value: "25 %"))
    bar.frame = Rect(x: 0, y: 0, width: 10, height: 200)
    #expect(bar.contentFrame(for: .filled) == Rect(x: 0, y: 150, width: 10, height: 50))
  }

  @Test("7.7 touches go to what is behind a progress view")
  func touches() {
    bar.removeFromSuperview()
    _ = stage.button("behind", 0, 0)
    stage.window.addSubview(bar)
    stage.tap(1, 20, 5, at: 0)
    #expect(stage.taken().contains("behind touchUpInside"))
  }

  @Test("7.5 a bar follows a control by takeDoubleValueFrom:, and shows nothing while the value is unknown")
  func follows() throws {
    let slider = stage.add(Slider(frame: Rect(x: 0, y: 100, width: 200, height: 50)), "slider")
    try slider.addTarget(bar, action: "takeDoubleValueFrom:", for: .valueChanged)
    stage.tap(1, 150, 120, at: 0)
    #expect(bar.progress == 0.75)
    bar.objectValue = nil
    #expect(bar.isIndeterminate && bar.accessibilityValue == nil && bar.contentFrame(for: .filled).width == 0)
    bar.objectValue = .text("0.5")
    #expect(!bar.isIndeterminate && bar.objectValue == .number(0.5))
  }
}
