import ContactorCore
import ContactorInput
import ContactorLayout
import ContactorSystem

/// The keyboards that are plugged in, for the text that is being edited in a kiosk's layout (contract 7.7).
///
/// They are not taken from other programs. The keymap is made with the first keyboard: a kiosk without one needs none. What is
/// typed is neither logged nor recorded; what follows from it is logged like what follows from a keyboard on the screen.
final class KioskKeyboards {
  private let source: LibinputKeyboardSource
  private let application: Application
  private let loop: EventLoop
  private let note: (String) -> Void
  private var feed: KeyboardFeed?
  /// Whether nothing is read any more: there is no keymap, or reading is broken.
  private(set) var isOver = false

  /// Begins to read; `ready` is called when `dispatch(_:)` has something to do.
  ///
  /// - Throws: `InputError` where libinput or udev cannot be used at all.
  init(
    _ application: Application, _ loop: EventLoop, note: @escaping (String) -> Void, ready: @escaping () -> Void
  ) throws(InputError) {
    let options = LibinputKeyboardSource.Options(
      isExclusive: false, log: { note("libinput: \($0)") }, problem: { note("\($0); its keys are not read") })
    let source = try LibinputKeyboardSource(options: options)
    try InputError.wrap { () throws(SystemError) in try loop.watch(source.fileDescriptor, ready) }
    self.source = source
    self.application = application
    self.loop = loop
    self.note = note
  }

  /// Hands the keys to the application.
  ///
  /// `advance` is called with the time of each key before the key is handled.
  func dispatch(_ advance: (Timestamp) -> Void) {
    guard !isOver else { return }
    do throws(InputError) {
      try source.dispatch { input in
        advance(input.time)
        take(input)
      }
    } catch {
      stop("keyboards are not read any more: \(error)")
    }
  }

  private func take(_ input: KeyboardInput) {
    guard !isOver else { return }
    if feed == nil, case .added = input { makeFeed() }
    feed?.handle(input)
  }

  private func makeFeed() {
    do throws(InputError) {
      let keymap = try Keymap()
      if let problem = keymap.composeProblem { note("\(problem)") }
      let feed = KeyboardFeed(application, keymap: keymap)
      feed.lightsChanged = { [unowned source] in source.setLights($1, of: $0) }
      self.feed = feed
    } catch {
      stop("keyboards are not read: \(error)")
    }
  }

  private func stop(_ reason: String) {
    note(reason)
    close()
  }

  /// Ends reading; keys that are down are released.
  func close() {
    guard !isOver else { return }
    isOver = true
    loop.unwatch(source.fileDescriptor)
    guard let feed else { return }
    for device in feed.devices { feed.handle(.removed(device, at: application.now)) }
    self.feed = nil
  }
}

extension KioskService {
  /// Begins or ends to read keyboards, as the layout says.
  func followKeyboards() {
    guard readsKeyboards, hasSeat else {
      keyboards?.close()
      keyboards = nil
      return
    }
    // After an error, a layout that is shown anew tries again.
    if keyboards?.isOver == false { return }
    do throws(InputError) {
      keyboards = try KioskKeyboards(session.application, loop, note: note) { [unowned self] in readKeyboards() }
      readKeyboards()
    } catch {
      note("keyboards are not read: \(error)")
    }
  }

  private func readKeyboards() {
    keyboards?.dispatch { advance(to: $0) }
    // Hands on the log's lines.
    advance(to: session.application.now)
    arm()
  }
}
