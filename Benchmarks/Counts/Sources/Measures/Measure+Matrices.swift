import ContactorControls
import ContactorCore

extension Measure {
  /// A matrix of 100 × 100 cells: taps on scattered cells, two frames each, and drags over 50 cells there and back, a frame for each.
  static var matrices: [Measure] {
    [
      Measure("matrix-tap", operations: 2_000, counted: 200, units: 2) {
        let scene = MatrixScene(.radio)
        return { count in
          for _ in 0..<count { scene.tap() }
        }
      }
    ]
      + [("matrix-drag", Matrix.Mode.radio, false), ("matrix-drag-list", .list, false), ("matrix-drag-rect", .list, true)].map {
        name, mode, isDiagonal in
        Measure(name, operations: 20_000, counted: 1_000) {
          let scene = MatrixScene(mode)
          scene.begin()
          return { count in
            for _ in 0..<count { scene.drag(isDiagonal) }
          }
        }
      }
  }
}

/// A matrix of 10,000 button cells of 10 points that sends one action for all.
final class MatrixScene {
  private let application = Application()
  private let window = Window(frame: Rect(x: 0, y: 0, width: 1000, height: 1000))
  private let target = Counter()
  private let matrix: Matrix
  private var next = 0
  private var time: Int64 = 0
  private var (began, moved, ended) = (MatrixScene.frame(.began), MatrixScene.frame(.moved), MatrixScene.frame(.ended))

  init(_ mode: Matrix.Mode) {
    let prototype = ButtonCell(title: "cell")
    matrix = Matrix(frame: window.bounds, mode: mode, prototype: prototype, numberOfRows: 100, numberOfColumns: 100)
    (matrix.cellSize, matrix.intercellSpacing) = (Size(width: 10, height: 10), .zero)
    matrix.setTarget(target, action: .hit)
    application.addWindow(window)
    window.addSubview(matrix)
  }

  /// Taps a cell: one frame for down, one for up.
  func tap() {
    next = (next + 7_919) % 10_000
    let point = Point(x: Double(next % 100) * 10 + 5, y: Double(next / 100) * 10 + 5)
    send(&began, point)
    send(&ended, point)
  }

  func begin() { send(&began, Point(x: 5, y: 5)) }

  /// Moves on by one cell, along a row or across rows and columns.
  func drag(_ isDiagonal: Bool) {
    next = (next + 1) % 100
    let place = Double(next < 50 ? next : 99 - next) * 10 + 5
    send(&moved, Point(x: place, y: isDiagonal ? place : 5))
  }

  private func send(_ frame: inout TouchFrame, _ point: Point) {
    time += 8_000
    frame.timestamp = Timestamp(microseconds: time)
    frame.contacts[0].location = point
    application.handle(frame)
  }

  private static func frame(_ phase: TouchPhase) -> TouchFrame {
    let contact = Contact(trackingID: 1, slot: 0, phase: phase, location: .zero)
    return TouchFrame(device: DeviceID(rawValue: 1), timestamp: Timestamp(microseconds: 0), contacts: [contact])
  }
}
