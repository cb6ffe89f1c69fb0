import ContactorCore
import ContactorEvdev
import Testing

@Suite("Settings of a forwarder")
struct ForwardSettingsTests {
  @Test("New settings hold nothing back and cancel with a palm")
  func defaults() {
    let settings = ForwardSettings()
    #expect(settings.cancelBy == .palm)
    #expect(settings.ghost.isEmpty)
    #expect(settings.fingers == nil && settings.inside == nil && settings.deadZones.isEmpty && settings.rate == nil)
  }

  @Test("A cause has the name of what it is about, and no other")
  func names() {
    #expect(ForwardCause.deadZone("crack").name == "crack")
    #expect(ForwardCause.gesture("back").word == "gesture")
    #expect(ForwardCause.edge.name == nil)
  }
}
