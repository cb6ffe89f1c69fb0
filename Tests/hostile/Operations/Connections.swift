import ContactorControls
import ContactorCore

extension Operation {
  /// Values that go from one control to the next, around in a ring if it comes to that, and outlets.
  static let connections: [Operation] = passing + outlets

  private static let takers = ValueList<ActionName>([
    ("takeIntValueFrom:", "\"takeIntValueFrom:\""), ("takeDoubleValueFrom:", "\"takeDoubleValueFrom:\""),
    ("takeStringValueFrom:", "\"takeStringValueFrom:\""), ("takeObjectValueFrom:", "\"takeObjectValueFrom:\""),
  ])

  private static let passing: [Operation] = [
    Operation(
      "passOn", "try? $0.addTarget($1 as? any ActionTarget, action: $2, for: $3)", [.control(), .valued, Domain(takers), .events], weight: 3
    ) {
      try? $0.the(0, Control.self).addTarget(
        $0.maybe(1, (any ActionTarget).self), action: $0.value(2, takers), for: $0.value(3, .events))
    },
    Operation(
      "ring",
      "for (from, to) in [($0 as Control?, $1 as Control?), ($1, $0)] { try? from?.addTarget(to as? any ActionTarget, action: $2, for: .valueChanged) }",
      [.control(), .control(), Domain(takers)], weight: 3
    ) {
      for (from, to) in [(0, 1), (1, 0)] {
        try? $0.maybe(from, Control.self)?.addTarget(
          $0.maybe(to, (any ActionTarget).self), action: $0.value(2, takers), for: .valueChanged)
      }
    },
    Operation("cellPassesOn", "try? $0.setTarget($1 as? any ActionTarget, action: $2)", [.cell, .valued, Domain(takers)], weight: 3) {
      try? $0.the(0, Cell.self).setTarget($0.maybe(1, (any ActionTarget).self), action: $0.value(2, takers))
    },
    Operation("matrixPassesOn", "try? $0.setTarget($1 as? any ActionTarget, action: $2)", [.control("Matrix"), .valued, Domain(takers)]) {
      try? $0.the(0, Matrix.self).setTarget($0.maybe(1, (any ActionTarget).self), action: $0.value(2, takers))
    },
    Operation("takeByName", "$0.tryToPerform($1, with: $2)", [.control(), Domain(takers), .valued]) {
      $0.the(0, Responder.self).tryToPerform($0.value(1, takers), with: $0.object(2))
    },
  ]

  private static let outlets: [Operation] = [
    Operation(
      "connectDelegate", "for outlet in TextField.outlets { _ = outlet.connect($0, to: $1) }",
      [.valued, Domain([.delegate, .target, .view], orNil: true)]
    ) {
      guard let owner = $0.object(0) else { return }
      for outlet in TextField.outlets { _ = outlet.connect(owner, to: $0.object(1)) }
    },
    Operation("connectKeyView", "_ = Outlet(\"next\", \\View.nextKeyView).connect($0, to: $1)", [.anyTarget, .anyTargetOrNil]) {
      guard let owner = $0.object(0) else { return }
      _ = Outlet("next", \View.nextKeyView).connect(owner, to: $0.object(1))
    },
    Operation(
      "connectMenu", "_ = Outlet(\"menu\", \\View.contextMenu).connect($0, to: $1)",
      [.anyView, Domain([.menu, .item, .view], orNil: true)]
    ) {
      guard let owner = $0.object(0) else { return }
      _ = Outlet("menu", \View.contextMenu).connect(owner, to: $0.object(1))
    },
    Operation(
      "connectSource", "_ = Outlet(\"source\", \\TableView.dataSource).connect($0, to: $1)",
      [.control("TableView", "OutlineView", "Browser"), Domain([.delegate, .target], orNil: true)]
    ) {
      guard let owner = $0.object(0) else { return }
      _ = Outlet("source", \TableView.dataSource).connect(owner, to: $0.object(1))
    },
  ]
}
