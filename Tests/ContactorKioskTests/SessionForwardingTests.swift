import ContactorCore
import ContactorEvdev
import ContactorLayout
import Testing

@Suite("A layout between the panel and the application")
struct SessionForwardingTests {
  @Test("11.3 What hits no control is let through at once; a control takes its touches out of the stream")
  func controls() throws {
    let stage = try ForwardStage(
      """
      forward: {}
      views:
        - {id: ok, kind: button, frame: [0, 0, 100, 100]}
        - {id: plain, kind: view, frame: [200, 0, 100, 100]}
        - {id: both, kind: button, frame: [400, 0, 100, 100], forwards: true}
      """)
    stage.frame([0: (50, 50), 1: (250, 50), 2: (450, 50), 3: (700, 300)], at: 10)
    stage.frame([0: (500, 400), 3: (710, 300)], at: 20)
    stage.frame([0: nil, 1: nil, 2: nil, 3: nil], at: 30)
    #expect(
      stage.take() == [
        "0 began 250,50", "1 began 450,50", "2 began 700,300", "2 moved 710,300", "0 ended 250,50", "1 ended 450,50", "2 ended 710,300",
      ])
    #expect(stage.forwardLines == [#"{"event":"kept","why":"control","name":"ok","touch":1}"#])
  }

  @Test("11.3 What lies in a table or an open menu is the layout's", arguments: ["table", "scroll"])
  func parts(kind: String) throws {
    let rows = kind == "table" ? ", rows: [a, b, c]" : ", content: [300, 900]"
    let stage = try ForwardStage(
      """
      forward: {}
      views:
        - {id: list, kind: \(kind), frame: [0, 0, 300, 300]\(rows)}
        - {id: menu, kind: popUp, frame: [400, 0, 100, 50], value: {titles: [x, y, z]}}
      """)
    stage.frame([0: (50, 50)], at: 10)
    stage.frame([0: nil], at: 30)
    stage.frame([1: (450, 20)], at: 1000)
    stage.frame([1: nil], at: 1030)
    // The menu is open: a touch beside it closes it, and the application does not get it.
    stage.frame([2: (800, 400)], at: 2000)
    stage.frame([2: nil], at: 2030)
    #expect(stage.take() == [])
    stage.frame([3: (800, 400)], at: 3000)
    #expect(stage.take() == ["0 began 800,400"])
  }

  @Test("11.5 In a mode with forward: false applications get nothing, and lose the fingers that they have; the layout's own go on")
  func blockedMode() throws {
    let stage = try ForwardStage(
      """
      forward: {}
      modes: {open: {}, closed: {forward: false, views: [ok]}}
      views: [{id: ok, kind: button, frame: [0, 0, 100, 100], modes: [open, closed], on: {primaryActionTriggered: {emit: pressed}}}]
      """)
    stage.frame([0: (500, 400)], at: 10)
    stage.session.enterMode("closed", at: Timestamp(microseconds: 20_000))
    let seen = stage.take()
    #expect(seen == ["0 began 500,400", "0 moved 999,400"] || seen == ["0 began 500,400", "0 moved 0,400"], "\(seen)")
    stage.frame([0: (510, 400), 1: (600, 400), 2: (50, 50)], at: 30)
    stage.frame([0: nil, 1: nil, 2: nil], at: 60)
    stage.wait(until: 80)
    #expect(stage.take().last?.hasPrefix("0 ended") == true)
    #expect(stage.log.contains { $0.contains("pressed") })
    #expect(stage.forwardLines.contains(#"{"event":"cancelled","why":"mode","name":"closed","touch":1}"#), "\(stage.forwardLines)")
    stage.session.enterMode("open", at: Timestamp(microseconds: 90_000))
    stage.frame([3: (500, 400)], at: 100)
    #expect(stage.take().count == 1)
  }

  @Test("11.5 A region of the layout has its own number of fingers")
  func regions() throws {
    let stage = try ForwardStage("forward: {fingers: 1, regions: [{frame: [500, 0, 500, 500], fingers: 2}]}\n")
    stage.frame([0: (100, 100), 1: (200, 100), 2: (600, 100), 3: (700, 100), 4: (800, 100)], at: 10)
    #expect(stage.take().map { String($0.suffix(7)) } == ["100,100", "600,100", "700,100"])
  }

  @Test("11.6 A copy that is calibrated has udev's matrix but once: the application's libinput applies it to the copy")
  func calibratedOnce() throws {
    let upsideDown = AffineTransform(a: -1, b: 0, c: 0, d: -1, tx: 1, ty: 1)
    let layout = "devices: [{calibration: [-1, 0, 1, 0, 1, 0]}]\nforward: {calibrated: true}\n"
    let stage = try ForwardStage(layout, udev: upsideDown)
    // The stage gives places of the panel: this one is at 100,100 of the window.
    stage.frame([0: (100, 400)], at: 10)
    // Turned upside down by libinput, the copy's place is there, too.
    #expect(stage.take() == ["0 began 900,400"])
    let mirrored = try ForwardStage(layout, udev: .identity)
    mirrored.frame([0: (100, 400)], at: 10)
    #expect(mirrored.take() == ["0 began 900,400"])
    let turned = try ForwardStage("devices: [{rotation: 90}]\nforward: {calibrated: true}\n", udev: upsideDown)
    turned.frame([0: (100, 400)], at: 10)
    let point = turned.session.layout.pipeline(for: turned.panel).map(Point(x: 0.9, y: 0.2))
    #expect(turned.take() == ["0 began \(Int(1000 - point.x)),\(Int(500 - point.y))"])
    let raw = try ForwardStage("forward: {}\n", udev: upsideDown)
    raw.frame([0: (100, 400)], at: 10)
    #expect(raw.take() == ["0 began 100,400"], "the panel's own place")
  }

  private let swipe = """
    forward: {}
    gestures:
      - {id: away, kind: swipe, direction: right, touches: 3, on: {recognized: {emit: away}}}
    """

  @Test("11.4 A gesture that is recognized takes its touches from the application, which is told so")
  func cancels() throws {
    let stage = try ForwardStage(swipe)
    stage.frame([0: (100, 100), 1: (100, 200), 2: (100, 300)], at: 0)
    #expect(stage.take() == ["0 began 100,100", "1 began 100,200", "2 began 100,300"])
    for step in 1...6 {
      let x = 100 + Double(step) * 60
      stage.frame([0: (x, 100), 1: (x, 200), 2: (x, 300)], at: Int64(step) * 10)
    }
    let after = stage.take()
    #expect(after.suffix(3) == ["0 moved 999,100", "1 moved 999,200", "2 moved 999,300"])
    stage.frame([0: nil, 1: nil, 2: nil], at: 130)
    #expect(stage.take().suffix(3) == ["0 ended 986,100", "1 ended 999,200", "2 ended 999,300"])
    #expect(stage.forwardLines.count == 3)
    #expect(stage.forwardLines.allSatisfy { $0.hasPrefix(#"{"event":"cancelled","why":"gesture","name":"away","touch":"#) })
    // The next finger is the application's again.
    stage.frame([7: (300, 300)], at: 500)
    #expect(stage.take() == ["3 began 300,300"])
  }

  @Test("11.4 A gesture with two fingers less is the application's alone")
  func scroll() throws {
    let stage = try ForwardStage(swipe)
    stage.frame([0: (100, 100), 1: (100, 200)], at: 0)
    for step in 1...6 {
      let x = 100 + Double(step) * 60
      stage.frame([0: (x, 100), 1: (x, 200)], at: Int64(step) * 10)
    }
    stage.frame([0: nil, 1: nil], at: 100)
    let seen = stage.take()
    #expect(seen.count == 2 + 12 + 2)
    #expect(!seen.contains { $0.contains("cancelled") })
    #expect(stage.forwardLines.isEmpty)
  }

  @Test("11.4 A gesture that only watches leaves the application its touches")
  func watches() throws {
    let stage = try ForwardStage(
      """
      forward: {}
      gestures:
        - {id: watch, kind: pan, cancelsTouches: false, on: {began: {emit: began}}}
      """)
    stage.frame([0: (100, 100)], at: 0)
    for step in 1...4 { stage.frame([0: (100 + Double(step) * 50, 100)], at: Int64(step) * 10) }
    stage.frame([0: nil], at: 60)
    #expect(
      stage.take() == [
        "0 began 100,100", "0 moved 150,100", "0 moved 200,100", "0 moved 250,100", "0 moved 300,100", "0 ended 300,100",
      ])
    #expect(stage.forwardLines.isEmpty)
  }

  private let delayed = """
    forward: {}
    gestures:
      - {id: away, kind: swipe, direction: right, touches: 3, delaysTouches: true, on: {recognized: {emit: away}}}
    """

  @Test("11.4 With delaysTouches the application sees nothing of the gesture")
  func delays() throws {
    let stage = try ForwardStage(delayed)
    stage.frame([0: (100, 100)], at: 0)
    stage.frame([1: (100, 200)], at: 5)
    stage.frame([2: (100, 300)], at: 9)
    for step in 1...6 {
      let x = 100 + Double(step) * 60
      stage.frame([0: (x, 100), 1: (x, 200), 2: (x, 300)], at: 10 + Int64(step) * 10)
    }
    stage.frame([0: nil, 1: nil, 2: nil], at: 100)
    stage.wait(until: 2000)
    #expect(stage.events.isEmpty)
    #expect(stage.forwardLines.suffix(3).allSatisfy { $0.contains(#""event":"kept","why":"gesture","name":"away""#) })
  }

  @Test("11.4 What a gesture delayed is handed on in order with its own times when the gesture fails")
  func handsOn() throws {
    let stage = try ForwardStage(delayed)
    stage.frame([0: (100, 100)], at: 10)
    stage.frame([0: (102, 101)], at: 20)
    stage.frame([0: nil], at: 30)
    stage.wait(until: 5000)
    #expect(stage.take() == ["0 began 100,100", "0 moved 102,101", "0 ended 102,101"])
    let reports = stage.events.filter { $0.type == EvdevCode.synchronization }
    #expect(reports.map(\.time.microseconds) == [10_000, 20_000, 30_000])
  }

  @Test("11.4 A tap that waits for a double tap to fail, and delays, reaches the application once")
  func doubleTap() throws {
    let stage = try ForwardStage(
      """
      forward: {}
      gestures:
        - {id: double, kind: tap, taps: 2, delaysTouches: true, on: {recognized: {emit: double}}}
        - {id: single, kind: tap, requireToFail: [double], cancelsTouches: false, on: {recognized: {emit: single}}}
      """)
    stage.frame([0: (100, 100)], at: 10)
    stage.frame([0: nil], at: 60)
    stage.wait(until: 5000)
    #expect(stage.take() == ["0 began 100,100", "0 ended 100,100"])
    stage.frame([1: (100, 100)], at: 6000)
    stage.frame([1: nil], at: 6050)
    stage.frame([2: (100, 100)], at: 6150)
    stage.frame([2: nil], at: 6200)
    stage.wait(until: 9000)
    #expect(stage.take() == [])
  }

  @Test("11.4 A finger that comes late to a gesture under way is kept from the application")
  func lateFinger() throws {
    let stage = try ForwardStage(
      """
      forward: {}
      gestures:
        - {id: drag, kind: pan, touches: {min: 1, max: 3}, on: {began: {emit: began}}}
      """)
    stage.frame([0: (100, 100)], at: 0)
    stage.frame([0: (160, 100)], at: 10)
    stage.frame([0: (220, 100)], at: 20)
    #expect(stage.take().last == "0 cancelled 160,100" || stage.forwardLines.count == 1)
    stage.frame([1: (100, 300)], at: 30)
    stage.frame([0: (250, 100), 1: (130, 300)], at: 40)
    stage.frame([0: nil, 1: nil], at: 50)
    #expect(!stage.take().contains { $0.contains("began") })
  }

  @Test("11.4 A gesture of two fingers that delays touches gives one back as soon as it has moved alone, with the gesture's name")
  func movedAlone() throws {
    let stage = try ForwardStage(
      "forward: {}\ngestures: [{id: noZoom, kind: pinch, delaysTouches: true, on: {began: {emit: refused}}}]\n")
    stage.frame([0: (100, 400)], at: 0)
    for step in 1...12 { stage.frame([0: (100, 400 - Double(step) * 20)], at: Int64(step) * 16) }
    #expect(stage.take().count > 10, "the page scrolls while the finger is down")
    #expect(stage.forwardLines.last?.contains(#""event":"released","why":"gesture","name":"noZoom""#) == true, "\(stage.forwardLines)")
    stage.frame([0: nil], at: 300)
    // Two fingers at once are the gesture's.
    stage.frame([1: (400, 200), 2: (600, 200)], at: 1000)
    for step in 1...12 { stage.frame([1: (400 - Double(step) * 10, 200), 2: (600 + Double(step) * 10, 200)], at: 1000 + Int64(step) * 16) }
    stage.frame([1: nil, 2: nil], at: 1300)
    stage.wait(until: 2000)
    #expect(!stage.take().contains { $0.hasPrefix("1") || $0.hasPrefix("2") } && stage.log.contains { $0.contains("refused") })
  }

  @Test("12.2 Touches that the application does not get are reported for the display, at most each five seconds")
  func activity() throws {
    for (wake, expected) in [("key", [LayoutForward.Wake.key, .key]), ("shift", [.shift, .shift]), ("none", [])] {
      let stage = try ForwardStage(
        "forward: {wake: \(wake)}\nviews: [{id: ok, kind: button, frame: [0, 0, 100, 100], on: {touchUpInside: {emit: ok}}}]\n")
      var told: [LayoutForward.Wake] = []
      stage.session.onActivity = { told.append($0) }
      stage.frame([0: (500, 400)], at: 0)
      stage.frame([0: nil], at: 50)
      #expect(told.isEmpty, "the application got it")
      for (index, time) in [1000, 2000, 5900, 6100].enumerated() as EnumeratedSequence<[Int64]> {
        stage.frame([Int32(index): (50, 50)], at: time)
        stage.frame([Int32(index): nil], at: time + 50)
      }
      #expect(told == expected, "\(wake)")
    }
  }

  @Test("11.4 cancelBy decides what the application sees", arguments: ["palm", "lift", "slide"])
  func cancelBy(method: String) throws {
    let stage = try ForwardStage(
      """
      forward: {cancelBy: \(method)}
      gestures:
        - {id: press, kind: longPress, hold: 0.5, on: {began: {emit: began}}}
      """)
    stage.frame([0: (100, 100)], at: 0)
    stage.wait(until: 700)
    stage.wait(until: 760)
    let expected =
      switch method {
      case "palm": ["0 began 100,100", "0 cancelled 100,100"]
      case "lift": ["0 began 100,100", "0 ended 100,100"]
      default: ["0 began 100,100", "0 moved 999,100", "0 moved 986,100", "0 ended 986,100"]
      }
    #expect(stage.take() == expected)
    stage.frame([0: nil], at: 900)
    #expect(stage.take() == [])
  }

  @Test("11.2 A panel that goes ends what the application has of it")
  func panelGoes() throws {
    let stage = try ForwardStage("forward: {cancelBy: palm}\n")
    stage.frame([0: (100, 100), 1: (300, 300)], at: 0)
    _ = stage.take()
    stage.session.handle(.deviceRemoved(stage.panel.id, at: Timestamp(microseconds: 50_000)))
    #expect(stage.take().count { $0.contains("cancelled") } == 2)
  }

  @Test("11.2 The end of the session ends what the application has")
  func finish() throws {
    let stage = try ForwardStage("forward: {}\n")
    stage.frame([0: (100, 100)], at: 0)
    stage.session.finish()
    #expect(stage.take().count { $0.contains("began") } == 1)
    let ids = stage.events.filter { $0.type == EvdevCode.absolute && $0.code == EvdevCode.trackingID }.map(\.value)
    #expect(ids.count == 2 && ids[1] == -1)
  }

  @Test("14.1 Nothing is told of a secure touch that is kept")
  func secure() throws {
    let stage = try ForwardStage(
      """
      forward: {}
      views:
        - {id: pin, kind: button, frame: [0, 0, 100, 100], secure: true}
      """)
    stage.frame([0: (50, 50)], at: 10)
    stage.frame([0: nil], at: 20)
    #expect(stage.forwardLines.isEmpty)
    #expect(stage.take() == [])
  }

  @Test("A layout without forward: forwards nothing")
  func none() throws {
    let stage = try ForwardStage("views: []\n")
    stage.frame([0: (50, 50)], at: 10)
    #expect(stage.events.isEmpty)
  }
}
