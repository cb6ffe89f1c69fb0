import ContactorCore
import ContactorInput
import ContactorSystem
import Glibc

/// Reads keyboards as a program of ours would, for the tests in the virtual machine: an event loop, a source, and an application whose
/// first responder prints its keys.
final class KeyReader {
  /// Prints the keys that it gets, those without a text by number.
  private final class Printer: View {
    override var canBecomeFirstResponder: Bool { true }

    override func keyDown(with event: KeyEvent) -> Bool { tell(event.isRepeat ? "repeat" : "down", event) }
    override func keyUp(with event: KeyEvent) -> Bool { tell("up", event) }

    private func tell(_ what: String, _ event: KeyEvent) -> Bool {
      let isText = event.characters.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value < 0xF700 && $0.value != 0x7F }
      let name = isText ? event.characters : "U+" + event.characters.unicodeScalars.map { String($0.value, radix: 16) }.joined()
      KeyReader.say("\(what) \(name) \(event.modifiers.rawValue >> 16)")
      return true
    }
  }

  private let application = Application()
  private let window = Window(frame: .zero)
  private let printer = Printer(frame: .zero)
  private let loop: EventLoop
  private let source: LibinputKeyboardSource
  private let feed: KeyboardFeed
  private var timer: TimerID?

  private init(layout: String, nodes: [String]) throws {
    loop = try EventLoop()
    feed = KeyboardFeed(application, keymap: try Keymap(KeymapNames(layout: layout)))
    var options = LibinputKeyboardSource.Options()
    // As a compositor does.
    options.opensVirtual = true
    options.problem = { Self.say("problem \($0.code)") }
    source = try nodes.isEmpty ? LibinputKeyboardSource(options: options) : LibinputKeyboardSource(paths: nodes, options: options)
    application.addWindow(window)
    window.addSubview(printer)
    printer.becomeFirstResponder()
  }

  /// Reads until the program is killed.
  static func run(layout: String, nodes: [String]) throws {
    let reader = try KeyReader(layout: layout, nodes: nodes)
    reader.feed.lightsChanged = { [unowned reader] device, lights in
      reader.source.setLights(lights, of: device)
      say("lights \(lights.rawValue)")
    }
    try reader.loop.watch(reader.source.fileDescriptor) { reader.dispatch() }
    reader.dispatch()
    try reader.loop.run()
  }

  private func dispatch() {
    do {
      try source.dispatch { input in
        if case .added(let device, _) = input { Self.say("added \(device.name)") }
        if case .removed = input { Self.say("removed") }
        feed.handle(input)
      }
    } catch {
      fail(1, "\(error)")
    }
    wait()
  }

  /// Has the loop call the application at its next deadline.
  private func wait() {
    if let timer { loop.cancel(timer) }
    timer = application.nextDeadline.map { deadline in
      loop.schedule(at: deadline) { [unowned self] in
        application.advance(to: loop.now)
        wait()
      }
    }
  }

  private static func say(_ text: String) {
    print(text)
    fflush(nil)
  }
}
