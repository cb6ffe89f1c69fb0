import ContactorControls
import ContactorCore

extension Form {
  /// The tick mark of a slider that is nearest to a value.
  static let ticks = Form(
    name: "ticks", reads: { $0.area == "slider" && !$0.expect["closest"].isNull }
  ) { item in
    let slider = Slider(frame: .zero)
    slider.minimumValue = try item.given["min"].number()
    slider.maximumValue = try item.given["max"].number()
    let values: [(ticks: Double, value: Double)] =
      try item.given["cases"].listIfAny?.map { (try $0["ticks"].number(), try $0["v"].number()) }
      ?? item.given["v"].list().map { (try item.given["ticks"].number(), try $0.number()) }
    let closest = values.map { ticks, value in
      slider.numberOfTickMarks = Int(ticks)
      return slider.closestTickMarkValue(to: value)
    }
    try match(["closest": JSON(closest)], item.expect.object())
  }
}
