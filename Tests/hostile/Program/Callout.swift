/// The places that call a program's code.
enum Callout: Int, CaseIterable, Sendable {
  // Responders
  case touchesBegan, touchesMoved, touchesEnded, touchesCancelled
  case next, canBecomeFirstResponder, canResignFirstResponder, becomeFirstResponder, resignFirstResponder, canPerformAction
  case plain, take, takeForEvent, press, keyDown, keyUp, doCommand
  // Views and windows
  case hitTest, pointInside, isHidden, isExclusiveTouch, gestureShouldBegin, sendEvent
  case willMoveToWindow, didMoveToWindow, didMoveToSuperview, layoutSubviews, touchBeganOutside
  case keyEquivalent, standardAccessibility, elementCount, element, performAccessibility, customActions, contentParts
  // Controls
  case beginTracking, continueTracking, endTracking, cancelTracking, sendAction, isHighlighted, isEnabled, lifted
  // Scroll views
  case didScroll, didEndScrolling, touchesShouldCancel, prepareForReuse, isSelected
  // Texts, keyboards, menus and cells
  case performCommand, setText, sendKey, validateItem, copyValues, makeCell
  // Recognizers
  case deadlinePassed, reset, canPrevent, canBePrevented, shouldRequireFailure, shouldBeRequiredToFail
  // Controllers
  case loadView, viewDidLoad
  // Delegates
  case windowDelegateMethods, windowShouldClose, windowWillClose, standardFrame, windowShouldZoom
  case didBecomeKey, didResignKey, didBecomeMain, didResignMain
  case applicationDelegateMethods, shouldTerminate, willTerminate
  case shouldBegin, shouldReceive, simultaneously, requireFailureOf, requiredToFailBy
  case scrolled, willBeginDragging, willEndDragging, didEndDragging, willBeginDecelerating, didEndDecelerating, didEndAnimation
  case shouldScrollToTop, viewForZooming, willBeginZooming, didZoom, didEndZooming, numberOfPages, pageAt, didShowPage
  case numberOfComponents, pickerRows, pickerTitle, didSelectPickerRow
  case numberOfSections, numberOfRows, cellForRow, headerTitle, footerTitle, canEditRow, canMoveRow, commitEditing, moveRow
  case setRowValue, indexTitles, sectionForTitle, heightForRow, heightForHeader, heightForFooter, shouldHighlightRow, shouldSelectRow
  case didSelectRow, didDeselectRow, selectionDidChange, willDisplay, didEndDisplaying, accessoryTapped, trailingActions
  case leadingActions, moveTarget, didFindError, swipeAction
  case numberOfItems, cellForItem, shouldSelectItem, didSelectItem, didDeselectItem, didFindItemError
  case numberOfChildren, child, isExpandable, cellForNode, shouldExpand, shouldCollapse
  case numberOfBrowserItems, browserItem, isLeaf, browserTitle, browserSelection, typeSelectMatch, didSelectBrowserRow
  case viewShouldBeginEditing, viewDidBeginEditing, viewShouldChangeText, viewShouldEndEditing, viewDidEndEditing
  case advanceOfCharacter, lineHeight, shouldType, didType, keyboardShouldDismiss
  case menuNeedsUpdate, menuWillOpen, menuDidClose, menuWillHighlight, alertDidEnd
  case shouldBeginEditing, didBeginEditing, shouldChangeText, shouldChangeRange, shouldReturn, shouldEndEditing, didEndEditing
  // Observers
  case touchChanged, controlSends, actionSent, unhandled, anomaly, registrationRefused, gestureChanged, gestureDecided
  /// A closure, a notification, a timer.
  case called
  /// A class's list of actions.
  case actions
  /// The end of an object.
  case ended

  private static let ofResponders: [Callout] = [
    .touchesBegan, .touchesMoved, .touchesEnded, .touchesCancelled, .next, .canBecomeFirstResponder, .canResignFirstResponder,
    .becomeFirstResponder, .resignFirstResponder, .canPerformAction, .plain, .take, .takeForEvent, .press, .keyDown, .keyUp, .doCommand,
    .ended,
  ]
  private static let ofViews: [Callout] =
    ofResponders + [
      .hitTest, .pointInside, .isHidden, .gestureShouldBegin, .willMoveToWindow, .didMoveToWindow, .didMoveToSuperview,
      .layoutSubviews, .keyEquivalent, .standardAccessibility, .elementCount, .element, .performAccessibility, .customActions,
      .contentParts,
    ]
  private static let ofRecognizers: [Callout] = [
    .touchesBegan, .touchesMoved, .touchesEnded, .touchesCancelled, .deadlinePassed, .reset, .canPrevent, .canBePrevented,
    .shouldRequireFailure, .shouldBeRequiredToFail, .ended,
  ]
  static let ofControls: [Callout] =
    ofViews + [
      .isExclusiveTouch, .beginTracking, .continueTracking, .endTracking, .cancelTracking, .sendAction, .isHighlighted,
      .isEnabled, .lifted,
    ]
  private static let ofDelegates: [Callout] = allCases.filter {
    $0.rawValue >= Callout.windowDelegateMethods.rawValue && $0.rawValue <= Callout.didEndEditing.rawValue
  }

  /// Those that most programs come to.
  static let likely: Set<Callout> = [
    .touchesBegan, .touchesMoved, .touchesEnded, .touchesCancelled, .hitTest, .plain, .take, .beginTracking, .endTracking,
    .cancelTracking, .sendAction, .isHighlighted, .lifted, .sendEvent, .called, .touchChanged, .controlSends, .gestureChanged,
    .gestureDecided, .shouldReceive, .shouldBegin, .becomeFirstResponder, .resignFirstResponder, .reset, .didMoveToWindow,
    .layoutSubviews, .didMoveToSuperview, .keyDown, .keyEquivalent, .doCommand, .didScroll, .scrolled, .didEndDragging, .pageAt,
    .numberOfPages, .pickerRows, .pickerTitle, .didSelectPickerRow, .numberOfRows, .cellForRow, .heightForRow, .willDisplay,
    .didSelectRow, .shouldSelectRow, .commitEditing, .numberOfItems, .cellForItem, .numberOfChildren, .child, .cellForNode, .swipeAction,
    .viewShouldChangeText, .shouldChangeText, .advanceOfCharacter, .numberOfBrowserItems, .browserItem, .isLeaf, .browserSelection,
    .didSelectBrowserRow,
    .shouldType, .menuNeedsUpdate, .menuWillOpen, .menuWillHighlight, .validateItem, .alertDidEnd, .performCommand,
  ]

  /// The callouts of objects of a kind; a class may have fewer.
  static func of(_ kind: Kind) -> [Callout] {
    switch kind {
    case .application: [.sendEvent, .sendAction, .next, .plain, .take, .takeForEvent, .press, .keyDown, .keyUp, .doCommand, .ended]
    case .window: ofViews + [.sendEvent, .touchBeganOutside]
    case .view: ofViews
    case .control: ofControls
    case .recognizer: ofRecognizers
    case .controller: ofResponders + [.loadView, .viewDidLoad]
    case .target: ofResponders + [.keyEquivalent, .validateItem]
    case .delegate: ofDelegates + [.ended]
    case .observer:
      [
        .touchChanged, .controlSends, .actionSent, .unhandled, .anomaly, .registrationRefused, .gestureChanged, .gestureDecided,
        .ended,
      ]
    case .closure: [.called, .ended]
    case .token, .timer: [.called]
    case .touches, .press, .action, .feed, .focus, .pasteboard, .alert, .group: []
    case .row: [.prepareForReuse, .didMoveToSuperview, .didMoveToWindow, .isSelected, .isHighlighted, .standardAccessibility, .ended]
    case .list: ofStrictLists
    case .cell: [.setText, .lifted, .sendAction, .standardAccessibility, .copyValues, .ended]
    case .menu: [.next, .keyEquivalent, .ended]
    case .item: [.next, .ended]
    case .type: [.actions]
    }
  }

  /// The callouts of strict lists.
  private static let ofStrictLists: [Callout] = [
    .numberOfSections, .numberOfRows, .cellForRow, .headerTitle, .canEditRow, .canMoveRow, .commitEditing, .setRowValue, .heightForRow,
    .heightForHeader, .shouldHighlightRow, .shouldSelectRow, .didSelectRow, .didDeselectRow, .selectionDidChange, .willDisplay,
    .didEndDisplaying, .trailingActions, .moveTarget, .didFindError, .numberOfItems, .cellForItem, .shouldSelectItem, .didSelectItem,
    .didDeselectItem, .didFindItemError, .numberOfChildren, .child, .isExpandable, .cellForNode, .shouldExpand, .shouldCollapse,
    .didScroll, .scrolled, .touchesCancelled, .ended,
  ]

  /// The callouts of an object.
  static func of(_ name: ObjectName) -> [Callout] {
    if name.kind == .type, name.number == Kind.type.count - 1 { return [.called, .ended] }
    return name.kind == .control ? World.controlClass(name).callouts : of(name.kind)
  }

  /// The answers of objects of a kind that a program can change: yes or no, or numbers.
  static func answers(of kind: Kind, as type: Answer) -> [Callout] {
    of(kind).filter { $0.answer == type }
  }

  /// The kinds of answers that a program can change.
  enum Answer: String, CaseIterable {
    case flag = "Bool"
    case count = "Int"
    case length = "Double"
    case text = "String"

    /// The property of an object that holds its answers, in a program's Swift text.
    var property: String { self == .flag ? "answers" : "\(self)s" }
  }

  /// The kind of the answer, if a program can change it.
  var answer: Answer? {
    guard let member, member.rest.contains("{") else { return nil }
    if member.rest.contains("Numbered({") { return .count }
    if self == .willEndDragging { return .length }
    let last = member.signature.split(separator: " ").last ?? ""
    let type = String(last.hasSuffix("?") ? last.dropLast() : last)
    return Answer(rawValue: type) ?? .flag
  }
}

// MARK: Text

extension Callout {
  /// A method or property as Swift declares it, and what stands in it besides the call of the program.
  ///
  /// The default of an answer that a program can change stands in braces.
  var member: (signature: String, rest: String)? {
    switch self {
    case .touchesBegan, .touchesMoved, .touchesEnded, .touchesCancelled:
      ("func \(self)(_ touches: TouchSet, with event: Event?)", "super.\(self)(touches, with: event)")
    case .next: ("var next: Responder?", "return super.next")
    case .canBecomeFirstResponder, .canResignFirstResponder: ("var \(self): Bool", "return {super.\(self)}")
    case .becomeFirstResponder, .resignFirstResponder: ("func \(self)() -> Bool", "return super.\(self)()")
    case .canPerformAction:
      (
        "func canPerformAction(_ name: ActionName, withSender sender: AnyObject?) -> Bool",
        "return {super.canPerformAction(name, withSender: sender)}"
      )
    case .plain: ("func plain()", "")
    case .take: ("func take(_ sender: AnyObject)", "")
    case .takeForEvent: ("func take(_ sender: AnyObject, forEvent event: Event?)", "")
    case .press: ("func press(_ sender: Button)", "")
    case .keyDown, .keyUp: ("func \(self)(with event: KeyEvent) -> Bool", "return {super.\(self)(with: event)}")
    case .doCommand: ("func doCommand(by name: ActionName) -> Bool", "return super.doCommand(by: name)")
    case .deadlinePassed: ("func deadlinePassed(at moment: Timestamp)", "super.deadlinePassed(at: moment)")
    case .reset: ("func reset()", "super.reset()")
    case .canPrevent: ("func canPrevent(_ other: GestureRecognizer) -> Bool", "return {super.canPrevent(other)}")
    case .canBePrevented: ("func canBePrevented(by other: GestureRecognizer) -> Bool", "return {super.canBePrevented(by: other)}")
    case .shouldRequireFailure: ("func shouldRequireFailure(of other: GestureRecognizer) -> Bool", "return {false}")
    case .shouldBeRequiredToFail: ("func shouldBeRequiredToFail(by other: GestureRecognizer) -> Bool", "return {false}")
    case .loadView: ("func loadView()", "if {true} { super.loadView() }")
    case .viewDidLoad: ("func viewDidLoad()", "")
    case .actions: ("class var actions: [Action]", "return ACTIONS")
    case .ended: ("deinit", "")
    case .called: nil
    default: memberOfView ?? memberOfControl ?? memberOfDelegate
    }
  }

  private var memberOfView: (signature: String, rest: String)? {
    switch self {
    case .hitTest: ("func hitTest(_ point: Point, with event: Event?) -> View?", "return super.hitTest(point, with: event)")
    case .pointInside: ("func point(inside point: Point, with event: Event?) -> Bool", "return {super.point(inside: point, with: event)}")
    case .isHidden: ("var isHidden: Bool", "return super.isHidden")
    case .isExclusiveTouch: ("var isExclusiveTouch: Bool", "return super.isExclusiveTouch")
    case .gestureShouldBegin:
      (
        "func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool",
        "return {super.gestureRecognizerShouldBegin(recognizer)}"
      )
    case .sendEvent: ("func sendEvent(_ event: Event)", "super.sendEvent(event)")
    case .willMoveToWindow: ("func willMove(toWindow window: Window?)", "super.willMove(toWindow: window)")
    case .didMoveToWindow, .didMoveToSuperview, .layoutSubviews: ("func \(self)()", "super.\(self)()")
    case .touchBeganOutside:
      ("func touchBeganOutside(_ touch: Touch, with event: Event?)", "super.touchBeganOutside(touch, with: event)")
    default: memberOfSpeech ?? memberOfScrolling
    }
  }

  /// Keys, and what is said of a view to those who do not see or touch it.
  private var memberOfSpeech: (signature: String, rest: String)? {
    switch self {
    case .keyEquivalent:
      ("func performKeyEquivalent(with event: KeyEvent) -> Bool", "return {super.performKeyEquivalent(with: event)}")
    case .standardAccessibility: ("var standardAccessibility: Accessibility", "return super.standardAccessibility")
    case .elementCount: ("var accessibilityElementCount: Int", "return {super.accessibilityElementCount}")
    case .element:
      ("func accessibilityElement(at index: Int) -> AccessibilityElement?", "return super.accessibilityElement(at: index)")
    case .performAccessibility:
      (
        "func performAccessibility(_ action: AccessibilityAction, at index: Int?) -> Bool",
        "return {super.performAccessibility(action, at: index)}"
      )
    case .customActions:
      ("func customAccessibilityActions(at index: Int?) -> [String]", "return super.customAccessibilityActions(at: index)")
    case .contentParts: ("var contentParts: [ContentPart]", "return super.contentParts")
    default: nil
    }
  }

  private var memberOfControl: (signature: String, rest: String)? {
    switch self {
    case .beginTracking:
      ("func beginTracking(_ touch: Touch, with event: Event?) -> Bool", "return {super.beginTracking(touch, with: event)}")
    case .continueTracking:
      (
        "func continueTracking(_ touch: Touch, with event: Event?) -> Bool",
        "return {super.continueTracking(touch, with: event)}"
      )
    case .endTracking: ("func endTracking(_ touch: Touch?, with event: Event?)", "super.endTracking(touch, with: event)")
    case .cancelTracking: ("func cancelTracking(with event: Event?)", "super.cancelTracking(with: event)")
    case .sendAction:
      (
        "func sendAction(_ action: Action, to target: AnyObject?, for event: Event?)",
        "super.sendAction(action, to: target, for: event)"
      )
    case .isHighlighted, .isEnabled: ("var \(self): Bool", "")
    case .lifted: ("func touchUpInside(_ touch: Touch, with event: Event?)", "super.touchUpInside(touch, with: event)")
    default: nil
    }
  }

  private var memberOfDelegate: (signature: String, rest: String)? {
    switch self {
    case .windowDelegateMethods: ("var windowDelegateMethods: WindowDelegateMethods", "return .all")
    case .windowShouldClose: ("func windowShouldClose(_ window: Window) -> Bool", "return {true}")
    case .windowWillClose: ("func windowWillClose(_ window: Window)", "")
    case .standardFrame:
      ("func windowWillUseStandardFrame(_ window: Window, defaultFrame: Rect) -> Rect", "return defaultFrame")
    case .windowShouldZoom: ("func windowShouldZoom(_ window: Window, toFrame frame: Rect) -> Bool", "return {true}")
    case .didBecomeKey: ("func windowDidBecomeKey(_ window: Window)", "")
    case .didResignKey: ("func windowDidResignKey(_ window: Window)", "")
    case .didBecomeMain: ("func windowDidBecomeMain(_ window: Window)", "")
    case .didResignMain: ("func windowDidResignMain(_ window: Window)", "")
    case .applicationDelegateMethods: ("var applicationDelegateMethods: ApplicationDelegateMethods", "return .all")
    case .shouldTerminate:
      ("func applicationShouldTerminate(_ application: Application) -> TerminationReply", "return {true} ? .now : .later")
    case .willTerminate: ("func applicationWillTerminate(_ application: Application)", "")
    case .shouldBegin: ("func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool", "return {true}")
    case .shouldReceive:
      ("func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool", "return {true}")
    case .simultaneously: Self.relation("shouldRecognizeSimultaneouslyWith")
    case .requireFailureOf: Self.relation("shouldRequireFailureOf")
    case .requiredToFailBy: Self.relation("shouldBeRequiredToFailBy")
    case .shouldBeginEditing: ("func textFieldShouldBeginEditing(_ textField: TextField) -> Bool", "return {true}")
    case .didBeginEditing: ("func textFieldDidBeginEditing(_ textField: TextField)", "")
    case .shouldChangeText: ("func textField(_ textField: TextField, shouldChangeTextTo text: String) -> Bool", "return {true}")
    case .shouldChangeRange:
      ("func textField(_ textField: TextField, shouldChangeTextIn range: Range<Int>, replacementText: String) -> Bool", "return {true}")
    case .shouldReturn: ("func textFieldShouldReturn(_ textField: TextField) -> Bool", "return {true}")
    case .shouldEndEditing: ("func textFieldShouldEndEditing(_ textField: TextField) -> Bool", "return {true}")
    case .didEndEditing: ("func textFieldDidEndEditing(_ textField: TextField)", "")
    default: memberOfObserver ?? memberOfScrollDelegate
    }
  }

  private static func relation(_ label: String) -> (signature: String, rest: String) {
    (
      "func gestureRecognizer(_ recognizer: GestureRecognizer, \(label) other: GestureRecognizer) -> Bool",
      "return {false}"
    )
  }
}
