import ContactorCore
import ContactorInput
import ContactorSystem
import Glibc

/// Reads a panel as a program of ours would, for `tools/bench-input`: an event loop and a source, each contact's place
/// added up.
enum Drain {
  /// Reads until the panel goes; `kind` is `libinput` or `evdev`.
  static func run(_ kind: String, _ node: String) throws {
    let window = Size(width: 1000, height: 500)
    let loop = try EventLoop()
    let source: any LiveTouchSource
    switch kind {
    case "libinput": source = try LibinputSource(paths: [node], options: LibinputSource.Options(window: window))
    case "evdev": source = try EvdevSource(paths: [node], options: EvdevSource.Options(window: window))
    default: fail(2, "--drain is libinput or evdev, not \(kind)")
    }
    var frames = 0
    var sum = 0.0
    try loop.watch(source) {
      do throws(InputError) {
        try source.dispatch { event in
          switch event {
          case .frame(let frame):
            frames += 1
            for contact in frame.contacts { sum += contact.location.x + contact.location.y }
          case .deviceRemoved: loop.stop()
          default: break
          }
        }
      } catch {
        fail(1, "\(error)")
      }
    }
    try loop.run()
    print("\(frames) frames, sum \(sum)")
  }
}
