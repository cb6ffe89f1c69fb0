import ContactorKiosk
import ContactorLayout

/// The layout of the documentation, with every key that this version takes.
let goodLayout = """
  contactor: 1
  screen: {size: [800, 480], mm: [154, 86]}        # points; millimetres optional
  devices:
    - match: {vendor: 0x0eef, product: 0x0001, path: "usb-0000:01:00.0-1.2", name: "*", serial: "*"}
      window: main
      calibration: [1, 0, 0, 0, 1, 0]
      rotation: 90
      mm: [154, 86]
  views:
    - id: ok
      kind: button
      frame: [40, 60, 200, 80]
      enabled: true
      trackingOutset: {mm: 10.5}
      on:
        touchUpInside: [{send: "submit:", to: panel}, {run: [/usr/bin/systemctl, restart, app], timeout: 10}]
        touchDown: {emit: "ok-pressed-{x}"}
    - id: volume
      kind: slider
      frame: [40, 200, 400, 60]
      value: {min: 0, max: 100, at: 30}
      continuous: false
      on: {valueChanged: {run: [/usr/bin/amixer, sset, Master, "{value}%"], cwd: /tmp, env: {WHO: "{control}"}}}
    - id: panel
      kind: view
      frame: [0, 300, 800, 180]
      multipleTouch: true
      alpha: 0.5
      views:
        - {id: light, kind: switch, frame: [10, 10, 60, 30], value: {on: true}, hidden: false, exclusiveTouch: True}

  """

/// The lines that a layout's mistakes print; none if it has none.
func lines(_ text: String) -> [String] {
  lines(Array(text.utf8))
}

/// The lines that the mistakes of a file with these bytes print.
func lines(_ bytes: [UInt8]) -> [String] {
  do throws(LayoutError) {
    _ = try Layout.parse(bytes, file: "k.yaml")
    return []
  } catch {
    return error.diagnostics.map(\.description)
  }
}

/// A layout whose only view is written on line 4, from column 5 on.
func withView(_ view: String) -> String {
  "contactor: 1\nscreen: {size: [800, 480]}\nviews:\n  - \(view)\n"
}

/// A layout whose only view is a button with this `on`, on line 4.
func withAction(_ on: String, kind: String = "button") -> String {
  withView("{id: b, kind: \(kind), frame: [0, 0, 9, 9], on: \(on)}")
}
