import ContactorCore

extension Operation {
  /// Changes of what no variable names: found from a view, a touch, a controller, an event.
  static let found: [Operation] = aroundViews + aroundTouches + aroundControllers

  private static let aroundViews: [Operation] = [
    Operation("climb", "$0.superview?.superview?.addSubview($0)", [.anyView], weight: 1) {
      let view = $0.the(0, View.self)
      view.superview?.superview?.addSubview(view)
    },
    Operation("emptyWindow", "for view in $0.window?.subviews ?? [] { view.removeFromSuperview() }", [.anyView], weight: 1) {
      for view in $0.the(0, View.self).window?.subviews ?? [] { view.removeFromSuperview() }
    },
    Operation("closeWindow", "$0.window?.close()", [.anyView], weight: 1) { $0.the(0, View.self).window?.close() },
    Operation("takeIn", "for view in $1.superview?.subviews ?? [] { $0?.addSubview(view) }", [.anyView, .anyView], weight: 1) {
      for view in $0.the(1, View.self).superview?.subviews ?? [] { $0.maybe(0, View.self)?.addSubview(view) }
    },
    Operation("raiseRecognizer", "$0.view?.superview?.addGestureRecognizer($0)", [.recognizer()], weight: 1) {
      let recognizer = $0.the(0, GestureRecognizer.self)
      recognizer.view?.superview?.addGestureRecognizer(recognizer)
    },
    Operation(
      "takeRecognizers", "for recognizer in $1.gestureRecognizers { $0?.addGestureRecognizer(recognizer) }", [.anyView, .anyView], weight: 1
    ) {
      for recognizer in $0.the(1, View.self).gestureRecognizers { $0.maybe(0, View.self)?.addGestureRecognizer(recognizer) }
    },
  ]

  private static let aroundTouches: [Operation] = [
    Operation(
      "removeTouched", "for touch in $0.event.allTouches { touch.view?.removeFromSuperview() }", [.application], weight: 1, inside: 2
    ) {
      for touch in $0.the(0, Application.self).event.allTouches { touch.view?.removeFromSuperview() }
    },
    Operation(
      "moveTouched", "for touch in $0.event.allTouches { if let view = touch.view { $1?.addSubview(view) } }", [.application, .anyView]
    ) {
      for touch in $0.the(0, Application.self).event.allTouches {
        if let view = touch.view { $0.maybe(1, View.self)?.addSubview(view) }
      }
    },
    Operation(
      "disableTouching", "for touch in $0.event.allTouches { for each in touch.gestureRecognizers { each.isEnabled = false } }",
      [.application], weight: 1, inside: 2
    ) {
      for touch in $0.the(0, Application.self).event.allTouches {
        for each in touch.gestureRecognizers { each.isEnabled = false }
      }
    },
    Operation("closeTouched", "for touch in $0.event.allTouches { touch.window?.close() }", [.application], weight: 1) {
      for touch in $0.the(0, Application.self).event.allTouches { touch.window?.close() }
    },
    Operation("removeKept", "for touch in $0.touches { touch.view?.removeFromSuperview() }", [.touches], weight: 1) {
      for touch in $0.the(0, TouchHolder.self).touches { touch.view?.removeFromSuperview() }
    },
  ]

  private static let aroundControllers: [Operation] = [
    Operation("readPresenting", "_ = ($0.presentingViewController, $0.presentedViewController)", [.controller]) {
      let controller = $0.the(0, ViewController.self)
      _ = (controller.presentingViewController, controller.presentedViewController)
    },
    Operation("replaceShown", "$0.viewIfLoaded?.window?.rootViewController = $1", [.controller, .controllerOrNil], weight: 1) {
      $0.the(0, ViewController.self).viewIfLoaded?.window?.rootViewController = $0.maybe(1)
    },
    Operation("dismissPresenter", "$0.presentingViewController?.dismiss()", [.controller], weight: 1) {
      $0.the(0, ViewController.self).presentingViewController?.dismiss()
    },
  ]
}
