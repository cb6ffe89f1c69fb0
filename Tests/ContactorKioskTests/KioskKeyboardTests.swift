import ContactorControls
import ContactorCore
import ContactorInput
import ContactorTrace
import Testing

@testable import ContactorKiosk
@testable import ContactorLayout

private let keymapProblem: Comment? = {
  do throws(InputError) {
    _ = try Keymap(KeymapNames(layout: "us"))
    return nil
  } catch {
    return Comment(rawValue: error.description)
  }
}()

/// Keyboards that are plugged in, in layouts: which layouts read them, what they type into, and what the log tells of that.
@Suite("Keyboards in layouts")
struct KioskKeyboardTests {
  private static let fields = """
    screen: {size: [300, 400]}
    log: {value: true}
    views:
      - {id: name, kind: textField, frame: [0, 0, 300, 40]}
      - {id: word, kind: textField, secure: true, frame: [0, 40, 300, 40], on: {editingChanged: {emit: "{value}"}}}
      - {id: pin, kind: pinField, frame: [0, 80, 300, 40], on: {valueChanged: {emit: opened}}}

    """

  @Test(
    "A layout with something to type into reads keyboards, and 'keyboards' decides otherwise",
    arguments: [
      ("views: [{id: a, kind: textField, frame: [0, 0, 9, 9]}]", true), ("views: [{id: a, kind: textView, frame: [0, 0, 9, 9]}]", true),
      ("views: [{id: b, kind: view, frame: [0, 0, 9, 9], views: [{id: a, kind: pinField, frame: [0, 0, 9, 9]}]}]", true),
      ("views: [{id: a, kind: table, frame: [0, 0, 9, 9]}]", false), ("", false), ("keyboards: true", true),
      ("keyboards: false\nviews: [{id: a, kind: textField, frame: [0, 0, 9, 9]}]", false),
    ])
  func reads(_ text: String, _ expected: Bool) throws {
    #expect(try SessionStage.parse("screen: {size: [9, 9]}\n" + text).readsKeyboards == expected)
  }

  @Test("What 'keyboards' cannot be is a mistake with its place")
  func mistake() {
    #expect(
      lines("contactor: 1\nscreen: {size: [9, 9]}\nkeyboards: de\n") == [
        "k.yaml:3:12: error: 'keyboards' is 'de'; expected true or false"
      ])
  }

  /// Types the keys of codes into what a tap at a height begins to edit.
  private func type(_ codes: [UInt16], at height: Double) throws -> SessionStage {
    let stage = try SessionStage(Self.fields)
    let feed = KeyboardFeed(stage.session.application, keymap: try Keymap(KeymapNames(layout: "us")))
    let keyboard = DeviceID(rawValue: 9)
    stage.plug(1)
    stage.tap(100, height)
    _ = stage.take()
    feed.handle(.added(KeyboardDevice(id: keyboard), at: Timestamp(microseconds: 30_000)))
    for (index, code) in codes.enumerated() {
      for isDown in [true, false] {
        feed.handle(
          .key(keyboard, code: code, isDown: isDown, at: Timestamp(microseconds: 40_000 + Int64(index) * 20_000 + (isDown ? 0 : 9000))))
      }
    }
    stage.wait(0)
    return stage
  }

  @Test(
    "Keys go to the field that is edited; the log tells its value, as it does of a keyboard on the screen",
    .enabled(if: keymapProblem == nil, keymapProblem))
  func types() throws {
    let stage = try type([23, 49], at: 20)
    #expect(
      stage.take() == [
        "control,control:name,events:editingChanged,touches:", "value,control:name,value:i",
        "control,control:name,events:editingChanged,touches:", "value,control:name,value:in",
      ])
  }

  @Test("14.1 Of keys that are typed into secure fields, no line is in the log", .enabled(if: keymapProblem == nil, keymapProblem))
  func secrets() throws {
    let word = try type([2, 3, 4, 5], at: 60)
    #expect(word.take().isEmpty && (word.session.responders["word"] as? TextField)?.text == "1234")
    let pin = try type([2, 3, 4, 5], at: 100)
    #expect(pin.take().isEmpty && (pin.session.responders["pin"] as? PINField)?.isComplete == true)
  }
}
