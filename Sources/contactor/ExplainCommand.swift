import ArgumentParser
import ContactorKiosk
import ContactorReport
import ContactorTrace

/// `contactor explain`.
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Says why each gesture and control did or did not do something, with numbers.",
    discussion: """
      Replays a recording and prints, for each sequence of touches, what every control and every gesture that could
      have had it made of it:

        sequence 1 at 1000000: 1 touch
          touch 1: down at (120, 95) in ok, moved 5.2 mm, lifted at +180 ms
          control ok: touchDown at +0 ms, touchCancel at +83 ms: gesture scroll has the touch
          gesture tap: failed: moved 5.2 mm > 4.0 mm at +83 ms
          gesture scroll (pan): recognized at +83 ms, ended at +180 ms, but nothing is bound to it

      Lengths are in millimetres where the size of the panel or of the layout's screen is known, else in points. Times
      are counted from the sequence's first touch, the sequence's own from the recording's clock, as t in a log.

      To find out why a tap on a kiosk did nothing: run it with --log FILE, tap, and explain that file with the same
      layout. Then set the threshold that is named under tuning: in the layout, and explain the same file again.

      A recording is a script, a log, or what trace reads: contactor's own, libinput record, evemu, getevent, evtest. Without a layout, a set of usual gestures is used: tap,
      doubleTap, longPress, pan, swipe, twoFingerTap, threeFingerSwipe, pinch, rotation, edgePan and hold.
      """)

  @Argument(help: "The recording; - for standard input.", completion: .recording)
  var trace: String

  @Option(help: ArgumentHelp("The layout that is touched.", valueName: "file"), completion: .layout)
  var layout: String?

  func run() throws {
    let parsed = try layout.map(loadLayout)
    do {
      try refuseOverwriting(trace, with: "-")
      let explanation = try Explanation(path: trace, layout: parsed)
      if try explanation.run({ Console.print($0 + "\n") }) == 0 { Console.note("\(trace): no touch in it") }
    } catch let error as TraceError {
      throw Failure([error.description], .failed)
    }
  }
}
