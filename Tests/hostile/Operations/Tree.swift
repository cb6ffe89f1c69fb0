import ContactorControls
import ContactorCore

extension Operation {
  /// Views: their tree, their place, what they let through, and what can be read.
  static let tree: [Operation] = structure + order + places + readings

  private static let structure: [Operation] = [
    Operation("addSubview", "$0.addSubview($1)", [.anyView, .anyView], weight: 5) {
      $0.the(0, View.self).addSubview($0.the(1))
    },
    Operation("insertSubview", "$0.insertSubview($1, at: $2)", [.anyView, .anyView, .count], weight: 4) {
      $0.the(0, View.self).insertSubview($0.the(1), at: $0.count(2))
    },
    Operation("removeFromSuperview", "$0.removeFromSuperview()", [.anyView], weight: 4, inside: 10) {
      $0.the(0, View.self).removeFromSuperview()
    },
    Operation("removeAll", "for view in $0.subviews { view.removeFromSuperview() }", [.anyView], weight: 1) {
      for view in $0.the(0, View.self).subviews { view.removeFromSuperview() }
    },
    Operation("reverse", "for view in $0.subviews { $0?.insertSubview(view, at: 0) }", [.anyView], weight: 1) {
      for view in $0.the(0, View.self).subviews { $0.maybe(0, View.self)?.insertSubview(view, at: 0) }
    },
    Operation("setController", "$0.view = $1", [.controller, Domain([.view, .control])], weight: 1) {
      $0.the(0, ViewController.self).view = $0.the(1)
    },
    Operation("addRoot", "$0.addSubview($1.view)", [.anyView, .controller], weight: 1) {
      $0.the(0, View.self).addSubview($0.the(1, ViewController.self).view)
    },
    Operation("dropAllButRoot", "$0.viewIfLoaded?.removeFromSuperview()", [.controller], weight: 1) {
      $0.the(0, ViewController.self).viewIfLoaded?.removeFromSuperview()
    },
  ]

  private static let order: [Operation] = [
    Operation("insertAbove", "$0.insertSubview($1, aboveSubview: $2)", [.anyView, .anyView, .anyView]) {
      $0.the(0, View.self).insertSubview($0.the(1), aboveSubview: $0.the(2))
    },
    Operation("insertBelow", "$0.insertSubview($1, belowSubview: $2)", [.anyView, .anyView, .anyView]) {
      $0.the(0, View.self).insertSubview($0.the(1), belowSubview: $0.the(2))
    },
    Operation("toFront", "$0.superview?.bringSubviewToFront($0)", [.anyView]) {
      let view = $0.the(0, View.self)
      view.superview?.bringSubviewToFront(view)
    },
    Operation("toBack", "$0.sendSubviewToBack($1)", [.anyView, .anyView]) { $0.the(0, View.self).sendSubviewToBack($0.the(1)) },
    Operation("exchange", "$0.exchangeSubview(at: $1, withSubviewAt: $2)", [.anyView, .count, .count]) {
      $0.the(0, View.self).exchangeSubview(at: $0.count(1), withSubviewAt: $0.count(2))
    },
    Operation("index", "$0.indexesSubviews = $1", [.anyView, .flag]) { $0.the(0, View.self).indexesSubviews = $0.flag(1) },
    Operation("needsLayout", "$0.setNeedsLayout()", [.anyView]) { $0.the(0, View.self).setNeedsLayout() },
    Operation("layOut", "$0.layoutIfNeeded()", [.anyView], weight: 1, inside: 4) { $0.the(0, View.self).layoutIfNeeded() },
    Operation("hitOutset", "$0.hitOutset = $1", [.anyView, .distance]) { $0.the(0, View.self).hitOutset = $0.value(1, .distances) },
    Operation("tag", "$0.tag = $1", [.anyView, .count], weight: 1) { $0.the(0, View.self).tag = $0.count(1) },
    Operation("withTag", "_ = $0.viewWithTag($1)", [.anyView, .count], weight: 1) { _ = $0.the(0, View.self).viewWithTag($0.count(1)) },
    Operation("hash", "_ = Set<Responder>([$0, $1])", [.anyView, .anyView], weight: 1) {
      _ = Set<Responder>([$0.the(0, View.self), $0.the(1, View.self)])
    },
  ]

  private static let places: [Operation] = [
    Operation("setFrame", "$0.frame = Rect(x: $1, y: $2, width: $3, height: $4)", [.anyView] + Domain.rect, weight: 3) {
      $0.the(0, View.self).frame = $0.rect(1)
    },
    Operation("moveX", "$0.frame.origin.x = $1", [.anyView, .coordinate]) {
      $0.the(0, View.self).frame.origin.x = $0.value(1, .coordinates)
    },
    Operation("setBounds", "$0.bounds = Rect(x: $1, y: $2, width: $3, height: $4)", [.anyView] + Domain.rect) {
      $0.the(0, View.self).bounds = $0.rect(1)
    },
    Operation("setCenter", "$0.center = Point(x: $1, y: $2)", [.anyView, .coordinate, .coordinate]) {
      $0.the(0, View.self).center = $0.point(1)
    },
    Operation("setTransform", "$0.transform = $1", [.anyView, Domain(.transforms)]) {
      $0.the(0, View.self).transform = $0.value(1, .transforms)
    },
    Operation("setHidden", "$0.isHidden = $1", [.anyView, .flag]) { $0.the(0, View.self).isHidden = $0.flag(1) },
    Operation("setAlpha", "$0.alpha = $1", [.anyView, .number], weight: 1) { $0.the(0, View.self).alpha = $0.number(1) },
    Operation("setInteraction", "$0.isUserInteractionEnabled = $1", [.anyView, .flag], weight: 1) {
      $0.the(0, View.self).isUserInteractionEnabled = $0.flag(1)
    },
    Operation("setMultipleTouch", "$0.isMultipleTouchEnabled = $1", [.anyView, .flag]) {
      $0.the(0, View.self).isMultipleTouchEnabled = $0.flag(1)
    },
    Operation("setExclusiveTouch", "$0.isExclusiveTouch = $1", [.anyView, .flag], weight: 1) {
      $0.the(0, View.self).isExclusiveTouch = $0.flag(1)
    },
  ]

  private static let readings: [Operation] = [
    Operation("hitTest", "_ = $0.hitTest(Point(x: $1, y: $2), with: nil)", [.anyView, .coordinate, .coordinate], weight: 3) {
      _ = $0.the(0, View.self).hitTest($0.point(1), with: nil)
    },
    Operation(
      "hitOften", "for _ in 0..<10 { _ = $0?.hitTest(Point(x: $1, y: $2), with: nil) }", [.anyView, .coordinate, .coordinate],
      weight: 1
    ) {
      for _ in 0..<10 { _ = $0.maybe(0, View.self)?.hitTest($0.point(1), with: nil) }
    },
    Operation("convertPoint", "_ = $0.convert(Point(x: $1, y: $2), to: $3)", [.anyView, .coordinate, .coordinate, .anyViewOrNil]) {
      _ = $0.the(0, View.self).convert($0.point(1), to: $0.maybe(3))
    },
    Operation(
      "convertRect", "_ = $0.convert(Rect(x: $1, y: $2, width: $3, height: $4), to: $5)",
      [.anyView] + Domain.rect + [.anyViewOrNil], weight: 1
    ) {
      _ = $0.the(0, View.self).convert($0.rect(1), to: $0.maybe(5, View.self))
    },
    Operation(
      "convertFrom", "_ = $0.convert(Point(x: $1, y: $2), from: $3)", [.anyView, .coordinate, .coordinate, .anyViewOrNil], weight: 1
    ) {
      _ = $0.the(0, View.self).convert($0.point(1), from: $0.maybe(3))
    },
    Operation("isDescendant", "_ = $0.isDescendant(of: $1)", [.anyView, .anyView], weight: 1) {
      _ = $0.the(0, View.self).isDescendant(of: $0.the(1))
    },
    Operation("readView", "_ = ($0.superview, $0.window, $0.application, $0.frame, $0.subviews.count, $0.next)", [.anyView]) {
      let view = $0.the(0, View.self)
      _ = (view.superview, view.window, view.application, view.frame, view.subviews.count, view.next)
    },
    Operation("readSuperview", "$0.superview?.isHidden = $1", [.anyView, .flag], weight: 1) {
      $0.the(0, View.self).superview?.isHidden = $0.flag(1)
    },
    Operation("moveToWindow", "$0.window?.addSubview($0)", [.anyView], weight: 1) {
      let view = $0.the(0, View.self)
      view.window?.addSubview(view)
    },
  ]

  /// The responder chain, the first responder, and what scripted objects answer.
  static let responders: [Operation] =
    [
      Operation("becomeFirst", "$0.becomeFirstResponder()", [.responder], weight: 4) {
        $0.the(0, Responder.self).becomeFirstResponder()
      },
      Operation("fieldBecomesFirst", "$0.becomeFirstResponder()", [.control("TextField")], weight: 4) {
        $0.the(0, Responder.self).becomeFirstResponder()
      },
      Operation("resignFirst", "$0.resignFirstResponder()", [.responder], weight: 3) {
        $0.the(0, Responder.self).resignFirstResponder()
      },
      Operation("readFirst", "_ = ($0.isFirstResponder, $0.canBecomeFirstResponder)", [.responder], weight: 1) {
        let responder = $0.the(0, Responder.self)
        _ = (responder.isFirstResponder, responder.canBecomeFirstResponder)
      },
      Operation("identify", "$0.identifier = $1", [.anyView, .word], weight: 1) {
        $0.the(0, Responder.self).identifier = $0.value(1, .words)
      },
      Operation("targetFor", "_ = $0.target(forAction: $1, withSender: $2)", [.responder, .name, .anyTargetOrNil], weight: 1) {
        _ = $0.the(0, Responder.self).target(forAction: $0.value(1, .names), withSender: $0.object(2))
      },
      Operation("tryToPerform", "$0.tryToPerform($1, with: $2)", [.responder, .name, .anyTargetOrNil]) {
        $0.the(0, Responder.self).tryToPerform($0.value(1, .names), with: $0.object(2))
      },
      Operation("forwardBegan", "$0.touchesBegan($1.touches, with: $1.event)", [.anyView, .touches], weight: 1) {
        $0.world.hasForged = true
        let kept = $0.the(1, TouchHolder.self)
        $0.the(0, View.self).touchesBegan(kept.touches, with: kept.event)
      },
      Operation("forwardEnded", "$0.touchesEnded($1.touches, with: $1.event)", [.anyView, .touches], weight: 1) {
        $0.world.hasForged = true
        let kept = $0.the(1, TouchHolder.self)
        $0.the(0, View.self).touchesEnded(kept.touches, with: kept.event)
      },
      Operation("setHit", "$0.hit = $1", [Domain([.view, .control, .window]), .anyViewOrNil], weight: 1) {
        ($0.the(0, View.self) as? any Scripted)?.script.hit = $0.maybe(1)
      },
      Operation("setNext", "$0.other = $1", [Domain([.view, .controller, .control]), .windowOrNil], weight: 1) {
        ($0.the(0, Responder.self) as? any Scripted)?.script.next = $0.maybe(1)
      },
    ] + Kind.allCases.flatMap(answering)

  /// Changes what objects of a kind answer where they are asked.
  private static func answering(_ kind: Kind) -> [Operation] {
    let title = "\(kind)".prefix(1).uppercased() + "\(kind)".dropFirst()
    return Callout.Answer.allCases.compactMap { type in
      let questions = Callout.answers(of: kind, as: type)
      guard !questions.isEmpty else { return nil }
      let list = ValueList(questions.map { ($0, "\"\($0)\"") })
      let template = "$0.\(type.property)[$1] = $2"
      switch type {
      case .flag:
        return Operation("answerOf\(title)", template, [Domain([kind]), Domain(list), .flag], weight: 3) {
          $0.script?.answers[$0.value(1, list)] = $0.flag(2)
        }
      case .count:
        return Operation("countOf\(title)", template, [Domain([kind]), Domain(list), Domain(.counted)], weight: 3) {
          $0.script?.counts[$0.value(1, list)] = $0.value(2, .counted)()
        }
      case .length:
        return Operation("lengthOf\(title)", template, [Domain([kind]), Domain(list), Domain(.measured)], weight: 3) {
          $0.script?.lengths[$0.value(1, list)] = $0.value(2, .measured)()
        }
      case .text:
        return Operation("textOf\(title)", template, [Domain([kind]), Domain(list), Domain(.worded)]) {
          $0.script?.texts[$0.value(1, list)] = $0.value(2, .worded)()
        }
      }
    }
  }
}

extension Arguments {
  /// The script of the first operand's object, if it is of a scripted class.
  fileprivate var script: Script? { (object(0) as? any Scripted)?.script }
}
