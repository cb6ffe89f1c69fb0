import CContactorAPI
import ContactorControls
import ContactorCore

extension View {
  static func field(_ property: contactor_property) -> Field<View>? {
    switch property {
    case CONTACTOR_HIDDEN: .flag(\.isHidden)
    case CONTACTOR_ALPHA: .both({ $0.alpha }, { $0.alpha = min(max($1, 0), 1) })
    case CONTACTOR_USER_INTERACTION: .flag(\.isUserInteractionEnabled)
    case CONTACTOR_MULTIPLE_TOUCH: .flag(\.isMultipleTouchEnabled)
    case CONTACTOR_EXCLUSIVE_TOUCH: .flag(\.isExclusiveTouch)
    case CONTACTOR_TAG: .whole(\.tag)
    case CONTACTOR_HIT_OUTSET: .points(\.hitOutset)
    case CONTACTOR_INDEXES_SUBVIEWS: .flag(\.indexesSubviews)
    case CONTACTOR_FIRST_RESPONDER: .read { $0.isFirstResponder.number }
    case CONTACTOR_STATE: .read { ($0 as? Control).map { Double($0.state.rawValue) } ?? 0 }
    default: nil
    }
  }
}

extension Window {
  static func windowField(_ property: contactor_property) -> Field<Window>? {
    switch property {
    case CONTACTOR_POINTS_PER_MILLIMETRE: .both({ $0.pointsPerMillimetre ?? 0 }, { $0.pointsPerMillimetre = $1 > 0 ? $1 : nil })
    default: nil
    }
  }
}

extension Control {
  static func field(_ property: contactor_property) -> Field<Control>? {
    switch property {
    case CONTACTOR_ENABLED: .flag(\.isEnabled)
    case CONTACTOR_SELECTED: .flag(\.isSelected)
    case CONTACTOR_HIGHLIGHTED: .flag(\.isHighlighted)
    case CONTACTOR_TRACKING: .read { $0.isTracking.number }
    case CONTACTOR_TOUCH_INSIDE: .read { $0.isTouchInside.number }
    case CONTACTOR_TRACKING_OUTSET: .both({ $0.trackingOutsetInPoints }, { $0.trackingOutset = .points(try $1.length()) })
    default: nil
    }
  }
}

extension Slider {
  static func field(_ property: contactor_property) -> Field<Slider>? {
    switch property {
    case CONTACTOR_VALUE: .number(\.value)
    case CONTACTOR_MINIMUM: .number(\.minimumValue)
    case CONTACTOR_MAXIMUM: .number(\.maximumValue)
    case CONTACTOR_STEP: .both({ $0.stepValue ?? 0 }, { $0.stepValue = $1 > 0 ? $1 : nil })
    case CONTACTOR_CONTINUOUS: .flag(\.isContinuous)
    case CONTACTOR_SNAPS: .flag(\.snapsToSteps)
    case CONTACTOR_VERTICAL: .flag(\.isVertical)
    case CONTACTOR_TICK_MARKS: .whole(\.numberOfTickMarks)
    case CONTACTOR_TICK_MARKS_ONLY: .flag(\.allowsTickMarkValuesOnly)
    case CONTACTOR_TOUCH_MODE:
      .both({ Double(touchModes.firstIndex(of: $0.touchMode) ?? 0) }, { $0.touchMode = try choice(touchModes, $1) })
    default: nil
    }
  }

  private static let touchModes: [TouchMode] = [.jumps, .relative, .grabsKnob]
}

extension Knob {
  static func knobField(_ property: contactor_property) -> Field<Knob>? {
    switch property {
    case CONTACTOR_ENDLESS: .flag(\.isEndless)
    case CONTACTOR_START_ANGLE: .number(\.startAngle)
    case CONTACTOR_END_ANGLE: .number(\.endAngle)
    case CONTACTOR_ANGLE: .read { $0.angle }
    default: nil
    }
  }
}

extension Button {
  static func field(_ property: contactor_property) -> Field<Button>? {
    switch property {
    case CONTACTOR_VALUE: .both({ Double($0.stateValue.rawValue) }, { $0.stateValue = StateValue(ControlValue.number($1)) })
    case CONTACTOR_BUTTON_TYPE:
      .both({ Double($0.buttonType.rawValue) }, { $0.buttonType = try choice(ButtonType.allCases, $1) })
    case CONTACTOR_ALLOWS_MIXED: .flag(\.allowsMixedState)
    default: nil
    }
  }
}

extension Switch {
  static func field(_ property: contactor_property) -> Field<Switch>? {
    property == CONTACTOR_VALUE ? .flag(\.isOn) : nil
  }
}

extension SegmentedControl {
  static func field(_ property: contactor_property) -> Field<SegmentedControl>? {
    switch property {
    case CONTACTOR_VALUE: .whole(\.selectedSegmentIndex)
    case CONTACTOR_COUNT: .whole(\.numberOfSegments)
    case CONTACTOR_SELECTION_MODE:
      .both({ Double(modes.firstIndex(of: $0.trackingMode) ?? 0) }, { $0.trackingMode = try choice(modes, $1) })
    default: nil
    }
  }

  private static let modes: [SwitchTracking] = [.selectOne, .selectAny, .momentary]
}

extension PageControl {
  static func field(_ property: contactor_property) -> Field<PageControl>? {
    switch property {
    case CONTACTOR_VALUE: .whole(\.currentPage)
    case CONTACTOR_COUNT: .whole(\.numberOfPages)
    default: nil
    }
  }
}

extension PopUpButton {
  static func field(_ property: contactor_property) -> Field<PopUpButton>? {
    switch property {
    case CONTACTOR_VALUE: .both({ Double($0.indexOfSelectedItem) }, { $0.selectItem(at: try $1.whole()) })
    case CONTACTOR_COUNT: .read { Double($0.numberOfItems) }
    case CONTACTOR_PULLS_DOWN: .flag(\.pullsDown)
    default: nil
    }
  }
}

extension Stepper {
  static func field(_ property: contactor_property) -> Field<Stepper>? {
    switch property {
    case CONTACTOR_VALUE: .number(\.value)
    case CONTACTOR_MINIMUM: .number(\.minimumValue)
    case CONTACTOR_MAXIMUM: .number(\.maximumValue)
    case CONTACTOR_STEP: .number(\.stepValue)
    case CONTACTOR_CONTINUOUS: .flag(\.isContinuous)
    case CONTACTOR_WRAPS: .flag(\.wraps)
    case CONTACTOR_AUTOREPEAT: .flag(\.autorepeat)
    default: nil
    }
  }
}

extension ProgressView {
  static func field(_ property: contactor_property) -> Field<ProgressView>? {
    switch property {
    case CONTACTOR_VALUE: .number(\.progress)
    case CONTACTOR_INDETERMINATE: .flag(\.isIndeterminate)
    default: nil
    }
  }
}

extension PickerView {
  static func field(_ property: contactor_property) -> Field<PickerView>? {
    switch property {
    case CONTACTOR_COUNT: .read { Double($0.numberOfComponents) }
    case CONTACTOR_ENDLESS: .flag(\.isEndless)
    case CONTACTOR_ROW_HEIGHT: .number(\.rowHeight)
    default: nil
    }
  }
}

extension CellControl {
  static func field(_ property: contactor_property) -> Field<CellControl>? {
    switch property {
    case CONTACTOR_VALUE: .both({ $0.doubleValue }, { $0.doubleValue = $1 })
    case CONTACTOR_CONTINUOUS: .flag(\.isContinuous)
    default: nil
    }
  }
}

extension Matrix {
  static func field(_ property: contactor_property) -> Field<Matrix>? {
    switch property {
    case CONTACTOR_COUNT: .read { Double($0.numberOfRows * $0.numberOfColumns) }
    case CONTACTOR_VALUE: .both({ $0.doubleValue }, { $0.doubleValue = $1 })
    case CONTACTOR_SELECTION_MODE: .both({ Double($0.mode.rawValue) }, { $0.mode = try choice(Mode.allCases, $1) })
    case CONTACTOR_ALLOWS_EMPTY_SELECTION: .flag(\.allowsEmptySelection)
    case CONTACTOR_SELECTED_ROW: .read { Double($0.selectedRow) }
    case CONTACTOR_SELECTED_COLUMN: .read { Double($0.selectedColumn) }
    default: nil
    }
  }
}

extension MenuItem {
  static func field(_ property: contactor_property) -> Field<MenuItem>? {
    switch property {
    case CONTACTOR_VALUE:
      .both({ Double($0.state.rawValue) }, { $0.state = State(rawValue: $1 > 0 ? 1 : $1 < 0 ? -1 : 0) ?? .off })
    case CONTACTOR_TAG: .whole(\.tag)
    case CONTACTOR_HIDDEN: .flag(\.isHidden)
    case CONTACTOR_ENABLED: .both({ $0.isEnabled.number }, { $0.isEnabled = $1 != 0 })
    case CONTACTOR_HIGHLIGHTED: .read { $0.isHighlighted.number }
    default: nil
    }
  }
}

extension Menu {
  static func field(_ property: contactor_property) -> Field<Menu>? {
    property == CONTACTOR_COUNT ? .read { Double($0.numberOfItems) } : nil
  }
}
