public import ContactorCore

extension AffineTransform {
  /// Creates a transform from six numbers in the order of `LIBINPUT_CALIBRATION_MATRIX` and of a layout's
  /// `calibration`: x′ = xx·x + xy·y + x0, y′ = yx·x + yy·y + y0.
  public init(matrix xx: Double, _ xy: Double, _ x0: Double, _ yx: Double, _ yy: Double, _ y0: Double) {
    self.init(a: xx, b: yx, c: xy, d: yy, tx: x0, ty: y0)
  }

  /// Creates a transform from six numbers as a udev rule has them; no change where it has none, or not six.
  package init(property: String?) {
    let numbers = property?.split(separator: " ").map { Double($0) } ?? []
    guard numbers.count == 6 else {
      self = .identity
      return
    }
    let known = numbers.compactMap(\.self).filter(\.isFinite)
    guard known.count == 6 else {
      self = .identity
      return
    }
    self.init(matrix: known[0], known[1], known[2], known[3], known[4], known[5])
  }
}
