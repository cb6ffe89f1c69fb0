import ContactorControls
import ContactorCore

extension Operation {
  /// Applications and windows: what is shown, what is key, who is asked, what is told.
  static let applications: [Operation] = windows + asking + telling + sendingToAll

  private static let windows: [Operation] = [
    Operation("addWindow", "$0.addWindow($1)", [.application, .window], weight: 4) {
      $0.the(0, Application.self).addWindow($0.the(1))
    },
    Operation("removeWindow", "$0.removeWindow($1)", [.application, .window], weight: 1, inside: 4) {
      $0.the(0, Application.self).removeWindow($0.the(1))
    },
    Operation("present", "$0.present($1)", [.application, .window]) { $0.the(0, Application.self).present($0.the(1)) },
    Operation("dismiss", "$0.dismiss($1)", [.application, .windowOrNil], weight: 1, inside: 4) {
      $0.the(0, Application.self).dismiss($0.maybe(1, Window.self))
    },
    Operation("presentController", "$0.present($1)", [.controller, .controller]) {
      $0.the(0, ViewController.self).present($0.the(1))
    },
    Operation("dismissController", "$0.dismiss()", [.controller], weight: 1, inside: 4) { $0.the(0, ViewController.self).dismiss() },
    Operation("setModal", "$0.modalWindow = $1", [.application, .windowOrNil], weight: 1) {
      $0.the(0, Application.self).modalWindow = $0.maybe(1, Window.self)
    },
    Operation("setKey", "$0.keyWindow = $1", [.application, .windowOrNil]) { $0.the(0, Application.self).keyWindow = $0.maybe(1) },
    Operation("setMain", "$0.mainWindow = $1", [.application, .windowOrNil]) { $0.the(0, Application.self).mainWindow = $0.maybe(1) },
    Operation("makeKey", "$0.makeKey()", [.window]) { $0.the(0, Window.self).makeKey() },
    Operation("makeMain", "$0.makeMain()", [.window], weight: 1) { $0.the(0, Window.self).makeMain() },
    Operation("performClose", "$0.performClose()", [.window], weight: 1, inside: 3) { $0.the(0, Window.self).performClose() },
    Operation("close", "$0.close()", [.window], weight: 1, inside: 4) { $0.the(0, Window.self).close() },
    Operation("zoom", "$0.zoom(in: Rect(x: $1, y: $2, width: $3, height: $4))", [.window] + Domain.rect) {
      $0.the(0, Window.self).zoom(in: $0.rect(1))
    },
    Operation("rootController", "$0.rootViewController = $1", [.window, .controllerOrNil], weight: 3) {
      $0.the(0, Window.self).rootViewController = $0.maybe(1)
    },
    Operation("density", "$0.pointsPerMillimetre = $1", [.window, .number], weight: 1) {
      $0.the(0, Window.self).pointsPerMillimetre = $0.number(1)
    },
    Operation("route", "$0.route(DeviceID(rawValue: $1), to: $2)", [.application, Domain(.devices), .windowOrNil]) {
      $0.the(0, Application.self).route(DeviceID(rawValue: $0.value(1, .devices)), to: $0.maybe(2))
    },
  ]

  private static let asking: [Operation] = [
    Operation("windowDelegate", "$0.delegate = $1", [.window, .delegateOrNil], weight: 3) {
      $0.the(0, Window.self).delegate = $0.maybe(1, ScriptedDelegate.self)
    },
    Operation(
      "applicationDelegate", "$0.delegate = $1", [.application, Domain([.delegate, .target], orNil: true) { $0.number % 2 == 1 }], weight: 3
    ) {
      $0.the(0, Application.self).delegate = $0.maybe(1, (any ApplicationDelegate).self)
    },
    Operation("terminate", "$0.terminate()", [.application], weight: 1) { $0.the(0, Application.self).terminate() },
    Operation("reply", "$0.reply(toShouldTerminate: $1)", [.application, .flag], weight: 1) {
      $0.the(0, Application.self).reply(toShouldTerminate: $0.flag(1))
    },
    Operation("policy", "$0.searchPolicy = $1", [.application, Domain(.policies)]) {
      $0.the(0, Application.self).searchPolicy = $0.value(1, .policies)
    },
    Operation(
      "applicationTarget", "_ = $0.target(forAction: $1, to: $2, from: $3)", [.application, .name, .anyTargetOrNil, .anyTargetOrNil],
      weight: 1
    ) {
      _ = $0.the(0, Application.self).target(forAction: $0.value(1, .names), to: $0.object(2), from: $0.object(3))
    },
    Operation(
      "conforming", "_ = $0.target(conformingTo: (any ApplicationDelegate).self, from: $1)", [.application, .anyTargetOrNil], weight: 1
    ) {
      _ = $0.the(0, Application.self).target(conformingTo: (any ApplicationDelegate).self, from: $0.object(1))
    },
  ]

  private static let telling: [Operation] = [
    Operation(
      "observeClosing", "do { let w = Witness(\"$2\"); $0 = $1.notifications.observe(Window.WillClose.self) { _ in w.call() } }",
      [Domain(new: .token), .application, .closure]
    ) {
      let witness = $0.closure(2)
      $0.world.put($0.the(1, Application.self).notifications.observe(Window.WillClose.self) { _ in witness.call() }, at: $0.name(0))
    },
    Operation(
      "observeKey", "do { let w = Witness(\"$2\"); $0 = $1.notifications.observe(Window.DidBecomeKey.self) { _ in w.call() } }",
      [Domain(new: .token), .application, .closure]
    ) {
      let witness = $0.closure(2)
      $0.world.put($0.the(1, Application.self).notifications.observe(Window.DidBecomeKey.self) { _ in witness.call() }, at: $0.name(0))
    },
    Operation(
      "observe", "do { let w = Witness(\"$2\"); $0 = $1.notifications.observe(Ping.self, from: $3) { _ in w.call() } }",
      [Domain(new: .token), .application, .closure, .windowOrNil], weight: 3
    ) {
      let witness = $0.closure(2)
      let sender: Window? = $0.maybe(3)
      $0.world.put($0.the(1, Application.self).notifications.observe(Ping.self, from: sender) { _ in witness.call() }, at: $0.name(0))
    },
    Operation("post", "$0.notifications.post(Ping(sender: $1))", [.application, .window], weight: 3) {
      $0.the(0, Application.self).notifications.post(Ping(sender: $0.the(1)))
    },
    Operation("cancelToken", "$0.cancel()", [Domain([.token])], weight: 2, inside: 5) { $0.the(0, NotificationToken.self).cancel() },
  ]

  private static let sendingToAll: [Operation] = [
    Operation(
      "applicationSend", "$0.sendAction(Action($1), to: $2, from: $3, for: nil)", [.application, .name, .anyTargetOrNil, .anyTargetOrNil],
      weight: 3
    ) {
      $0.the(0, Application.self).sendAction(Action($0.value(1, .names)), to: $0.object(2), from: $0.object(3), for: nil)
    },
    Operation("sendEvent", "$0.sendEvent($0.event)", [.application], weight: 1) {
      $0.world.hasForged = true
      let application = $0.the(0, Application.self)
      application.sendEvent(application.event)
    },
    Operation("windowSendEvent", "$0.sendEvent($1.event)", [.window, .application], weight: 1) {
      $0.world.hasForged = true
      $0.the(0, Window.self).sendEvent($0.the(1, Application.self).event)
    },
  ]
}
