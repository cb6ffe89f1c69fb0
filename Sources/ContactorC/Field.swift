// The functions have the names of contactor.h, and are documented there.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

public import CContactorAPI
import ContactorControls
import ContactorCore

/// How a property's number is read and set on objects of a class.
enum Field<Object: AnyObject> {
  case number(ReferenceWritableKeyPath<Object, Double>)
  case flag(ReferenceWritableKeyPath<Object, Bool>)
  case whole(ReferenceWritableKeyPath<Object, Int>)
  case seconds(ReferenceWritableKeyPath<Object, Duration>)
  case points(ReferenceWritableKeyPath<Object, Distance>)
  case read((Object) -> Double)
  case both((Object) -> Double, (Object, Double) throws -> Void)

  /// The number of an object; `density` is the number of points in a millimetre.
  func get(_ object: Object, _ density: Double) -> Double {
    switch self {
    case .number(let path): object[keyPath: path]
    case .flag(let path): object[keyPath: path].number
    case .whole(let path): Double(object[keyPath: path])
    case .seconds(let path): object[keyPath: path].number
    case .points(let path): object[keyPath: path].points(at: density)
    case .read(let get), .both(let get, _): get(object)
    }
  }

  /// Sets the number of an object.
  func set(_ object: Object, _ value: Double) throws {
    switch self {
    case .number(let path): object[keyPath: path] = try value.checked()
    case .flag(let path): object[keyPath: path] = try value.flag()
    case .whole(let path): object[keyPath: path] = try value.whole()
    case .seconds(let path): object[keyPath: path] = try value.duration()
    case .points(let path): object[keyPath: path] = .points(try value.length())
    case .read: throw Failure(CONTACTOR_ERROR_PROPERTY, "the property can only be read")
    case .both(_, let set): try set(object, try value.checked())
    }
  }
}

/// Numbers that are indexes into the cases of an enumeration.
func choice<Value: Equatable>(_ values: [Value], _ number: Double) throws -> Value {
  values[try index(try number.whole(), below: values.count, "possible value")]
}

extension Duration {
  /// In seconds.
  var number: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}

extension Double {
  /// A number of seconds as a duration; a century at most, not below 0.
  func duration() throws -> Duration { .microseconds(Int64((min(max(try checked(), 0), 3e9) * 1e6).rounded())) }

  /// A number of points, not below 0, and finite.
  func length() throws -> Double { min(max(try checked(), 0), 1e9) }
}

// MARK: - Finding fields

extension Engine {
  /// Reads a number.
  func number(_ property: contactor_property, of object: AnyObject) throws -> Double {
    try visit(object, property, .read)
  }

  /// Sets a number.
  func setNumber(_ property: contactor_property, of object: AnyObject, to value: Double) throws {
    _ = try visit(object, property, .write(value))
  }

  private enum Access {
    case read
    case write(Double)
  }

  private func visit(_ object: AnyObject, _ property: contactor_property, _ access: Access) throws -> Double {
    switch object {
    case let view as View:
      if let number = try visitKind(view, property, access) { return number }
      if let control = view as? Control, let number = try use(Control.field(property), control, access) { return number }
      if let number = try use(View.field(property), view, access) { return number }
    case let gesture as GestureRecognizer: if let number = try visitGesture(gesture, property, access) { return number }
    case let item as MenuItem: if let number = try use(MenuItem.field(property), item, access) { return number }
    case let menu as Menu: if let number = try use(Menu.field(property), menu, access) { return number }
    case let engine as Engine: if let number = try use(Engine.field(property), engine, access) { return number }
    default: break
    }
    throw Failure(CONTACTOR_ERROR_PROPERTY, "this object has no number \(property.rawValue)")
  }

  private func use<Object>(_ field: Field<Object>?, _ object: Object, _ access: Access) throws -> Double? {
    guard let field else { return nil }
    switch access {
    case .read: return field.get(object, application.tuning.pointsPerMillimetre)
    case .write(let value):
      try field.set(object, value)
      return value
    }
  }

  private func visitKind(_ view: View, _ property: contactor_property, _ access: Access) throws -> Double? {
    switch view {
    case let view as Knob: try use(Knob.knobField(property), view, access) ?? use(Slider.field(property), view, access)
    case let view as Slider: try use(Slider.field(property), view, access)
    case let view as Button: try use(Button.field(property), view, access)
    case let view as Switch: try use(Switch.field(property), view, access)
    case let view as SegmentedControl: try use(SegmentedControl.field(property), view, access)
    case let view as PageControl: try use(PageControl.field(property), view, access)
    case let view as PopUpButton: try use(PopUpButton.field(property), view, access)
    case let view as Stepper: try use(Stepper.field(property), view, access)
    case let view as ProgressView: try use(ProgressView.field(property), view, access)
    case let view as PickerView: try use(PickerView.field(property), view, access)
    case let view as TextControl: try use(TextControl.field(property), view, access)
    case let view as PINField: try use(PINField.field(property), view, access)
    case let view as DialPad: try use(DialPad.dialField(property), view, access) ?? use(Keyboard.field(property), view, access)
    case let view as Keyboard: try use(Keyboard.field(property), view, access)
    case let view as Matrix: try use(Matrix.field(property), view, access)
    case let view as CellControl: try use(CellControl.field(property), view, access)
    case let view as TableViewCell: try use(TableViewCell.field(property), view, access)
    case let view as Window: try use(Window.windowField(property), view, access)
    case let view as ScrollView: try visitScrolling(view, property, access)
    default: nil
    }
  }

  private func visitScrolling(_ view: ScrollView, _ property: contactor_property, _ access: Access) throws -> Double? {
    let special: Double? =
      switch view {
      case let view as TableView: try use(TableView.tableField(property), view, access)
      case let view as CollectionView: try use(CollectionView.collectionField(property), view, access)
      case let view as PageView: try use(PageView.pageField(property), view, access)
      case let view as Browser: try use(Browser.browserField(property), view, access)
      default: nil
      }
    return try special ?? use(ScrollView.field(property), view, access)
  }

  private func visitGesture(_ gesture: GestureRecognizer, _ property: contactor_property, _ access: Access) throws -> Double? {
    let special: Double? =
      switch gesture {
      case let gesture as TapGestureRecognizer: try use(TapGestureRecognizer.field(property), gesture, access)
      case let gesture as LongPressGestureRecognizer: try use(LongPressGestureRecognizer.field(property), gesture, access)
      case let gesture as MultiFingerHoldGestureRecognizer: try use(MultiFingerHoldGestureRecognizer.field(property), gesture, access)
      case let gesture as ScreenEdgePanGestureRecognizer:
        try use(ScreenEdgePanGestureRecognizer.edgeField(property), gesture, access)
          ?? use(PanGestureRecognizer.field(property), gesture, access)
      case let gesture as PanGestureRecognizer: try use(PanGestureRecognizer.field(property), gesture, access)
      case let gesture as SwipeGestureRecognizer: try use(SwipeGestureRecognizer.field(property), gesture, access)
      case let gesture as PinchGestureRecognizer: try use(PinchGestureRecognizer.field(property), gesture, access)
      case let gesture as RotationGestureRecognizer: try use(RotationGestureRecognizer.field(property), gesture, access)
      case let gesture as CornerSequenceGestureRecognizer: try use(CornerSequenceGestureRecognizer.field(property), gesture, access)
      case let gesture as StrokeGestureRecognizer: try use(StrokeGestureRecognizer.field(property), gesture, access)
      default: nil
      }
    return try special ?? use(GestureRecognizer.commonField(property), gesture, access)
  }
}

extension Unmanaged where Instance == View {
  /// Whether the view's class is `Slider` itself, which the first engine notes: asking for the class takes longer.
  @inline(__always)
  fileprivate var isSlider: Bool {
    unsafe _withUnsafeGuaranteedRef { UInt(bitPattern: ObjectIdentifier(type(of: $0))) == capi_slider_class() }
  }
}

/// Notes the class that is asked for most.
func noteClasses() { capi_note_slider(UInt(bitPattern: ObjectIdentifier(Slider.self))) }

// MARK: - The functions

@c @implementation
public func contactor_set_number(_ object: UnsafeMutableRawPointer?, _ property: contactor_property, _ value: Double) -> contactor_result {
  attempt {
    let (engine, object) = unsafe try findAny(object)
    try engine.run { try engine.setNumber(property, of: object, to: value) }
  }
}

/// Apart from the function that is called with every move, which stays short.
@inline(never)
private func readNumber(
  _ object: UnsafeMutableRawPointer?, _ property: contactor_property, _ value: UnsafeMutablePointer<Double>?
) -> contactor_result {
  attempt {
    let (engine, object) = unsafe try findAny(object)
    guard let value = unsafe value else { throw Failure.null("value") }
    unsafe value.pointee = try engine.number(property, of: object)
  }
}

@c @implementation
public func contactor_get_number(
  _ object: UnsafeMutableRawPointer?, _ property: contactor_property, _ value: UnsafeMutablePointer<Double>?
) -> contactor_result {
  // What a program reads with every move of a finger: a slider's value, found and read without counting a reference.
  if property == CONTACTOR_VALUE, let value = unsafe value, let view = unsafe peek(Handle(object), View.self), unsafe view.isSlider {
    unsafe value.pointee = Unmanaged<Slider>.fromOpaque(view.toOpaque())._withUnsafeGuaranteedRef { $0.value }
    return CONTACTOR_OK
  }
  return unsafe readNumber(object, property, value)
}
