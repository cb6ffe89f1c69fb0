import CContactorAPI
import ContactorControls
import ContactorCore
import ContactorInput
import ContactorLayout
import ContactorSystem
import ContactorTrace

/// What a function of the C library answers in place of `CONTACTOR_OK`: a code, and a sentence for `contactor_error_text()`.
struct Failure: Error {
  let code: contactor_result
  let text: String

  init(_ code: contactor_result, _ text: String) {
    self.code = code
    self.text = text
  }

  static func kind(_ wanted: String) -> Failure { Failure(CONTACTOR_ERROR_KIND, "this object is no \(wanted)") }

  static func value(_ text: String) -> Failure { Failure(CONTACTOR_ERROR_VALUE, text) }

  static func state(_ text: String) -> Failure { Failure(CONTACTOR_ERROR_STATE, text) }

  static func null(_ what: String) -> Failure { Failure(CONTACTOR_ERROR_NULL, "\(what) must not be NULL") }

  static let otherEngine = Failure(CONTACTOR_ERROR_ENGINE, "the objects belong to different engines")

  /// The code and the sentence for an error of the engine's modules.
  init(_ error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let error as ActionError:
      let isName = error.code == .malformedName
      self.init(isName ? CONTACTOR_ERROR_TEXT : CONTACTOR_ERROR_NOT_FOUND, error.description)
    case let error as CellError: self.init(CONTACTOR_ERROR_NOT_FOUND, error.description)
    case let error as MenuError: self.init(CONTACTOR_ERROR_STATE, error.description)
    case let error as LayoutError: self.init(CONTACTOR_ERROR_LAYOUT, error.description)
    case let error as ConnectionError: self.init(CONTACTOR_ERROR_NOT_FOUND, error.description)
    case let error as InputError: self.init(CONTACTOR_ERROR_INPUT, error.description)
    case let error as TraceError: self.init(CONTACTOR_ERROR_INPUT, error.description)
    case let error as SystemError: self.init(CONTACTOR_ERROR_SYSTEM, error.description)
    default: self.init(CONTACTOR_ERROR_SYSTEM, "\(error)")
    }
  }
}

/// Runs the body of a C function; its error becomes the result and the thread's text.
@inline(__always)
func attempt(_ body: () throws -> Void) -> contactor_result {
  do {
    try body()
    return CONTACTOR_OK
  } catch {
    return report(error)
  }
}

@inline(never)
private func report(_ error: any Error) -> contactor_result {
  let failure = Failure(error)
  var text = failure.text
  text.withUTF8 { bytes in
    unsafe bytes.withMemoryRebound(to: CChar.self) { unsafe capi_set_error($0.baseAddress, $0.count) }
  }
  return failure.code
}

extension Double {
  /// The number, for a property that takes any but NaN.
  func checked() throws -> Double {
    if isNaN { throw Failure.value("NaN is no value") }
    return self
  }

  /// The number as a whole one, clamped.
  func whole() throws -> Int { ControlValue.number(try checked()).intValue }

  /// The number as a flag: everything but 0 is true.
  func flag() throws -> Bool { try checked() != 0 }
}

extension Bool {
  /// 1 or 0.
  var number: Double { self ? 1 : 0 }
}

extension contactor_rect {
  /// The rectangle.
  func checked() throws -> Rect {
    guard x.isFinite, y.isFinite, width.isFinite, height.isFinite else { throw Failure.value("a rectangle's numbers must be finite") }
    return Rect(x: x, y: y, width: width, height: height)
  }

  init(_ rect: Rect) {
    self.init(x: rect.origin.x, y: rect.origin.y, width: rect.size.width, height: rect.size.height)
  }
}

extension contactor_point {
  /// The point.
  func checked() throws -> Point {
    guard x.isFinite, y.isFinite else { throw Failure.value("a point's numbers must be finite") }
    return Point(x: x, y: y)
  }

  init(_ point: Point) { self.init(x: point.x, y: point.y) }
}
