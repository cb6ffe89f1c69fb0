import PanelHeating
import Testing

@Suite("The heating system")
struct HeatingTests {
  @Test(
    "a temperature is written in 15 bytes at most, which need no memory of their own",
    arguments: [(215, "21.5 °C"), (0, "0.0 °C"), (-5, "−0.5 °C"), (-123, "−12.3 °C"), (1_000, "100.0 °C")])
  func temperatures(tenths: Int, text: String) {
    #expect(Temperature(tenths: tenths).description == text)
    #expect(text.utf8.count <= 15)
  }

  @Test("degrees become the nearest half")
  func halves() {
    #expect([20.2, 20.25, 20.3, 20.74, 20.76, -0.3].map { Temperature(halfDegreesNear: $0).tenths } == [200, 205, 205, 205, 210, -5])
  }

  @Test("a room gets a name without blanks around it, and keeps its own for none")
  func names() {
    var heating = Heating()
    heating.rename(0, to: "  Winter  garden ")
    #expect(heating.rooms[0].name == "Winter  garden")
    for nothing in ["", "   "] { heating.rename(0, to: nothing) }
    heating.rename(99, to: "Nowhere")
    #expect(heating.rooms[0].name == "Winter  garden" && heating.rooms.count == 4)
  }

  @Test("the log has an entry for every line, the newest first")
  func log() {
    #expect(Heating.logEntry(0).text == "10000  Burner on" && Heating.logEntry(0).detail == "today, 12:00, flow 42.0 °C")
    #expect(Heating.logEntry(102).detail.hasPrefix("today, 00:06"))
    #expect(Heating.logEntry(103).detail.hasPrefix("yesterday, 23:59"))
    #expect(Heating.logEntry(9_999).text.hasPrefix("1  "))
  }
}
