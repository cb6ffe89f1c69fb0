import ContactorCore
import ContactorInput
import ContactorKiosk
import Testing

@Suite struct DeviceReportTests {
  private var panel: TouchDevice {
    var panel = TouchDevice(id: DeviceID(rawValue: 1), node: "/dev/input/event3", name: #"eGalax "Touch""#)
    panel.vendor = 0x0eef
    panel.product = 1
    panel.physicalPath = "usb-0000:01:00.0-1.2/input0"
    panel.size = Size(width: 154.25, height: 86)
    panel.contactCount = 10
    panel.seat = "seat0"
    return panel
  }

  private let problem = InputError(.permission, errno: 13, place: "/dev/input/event4", message: "no")

  @Test func `text for a person leaves out what is not known`() {
    #expect(
      DeviceReport([DeviceListing(device: panel, problem: nil)]).text == """
        /dev/input/event3
          name      eGalax "Touch"
          id        0eef:0001
          path      usb-0000:01:00.0-1.2/input0
          size      154.25 × 86 mm
          contacts  10
          protocol  B
          seat      seat0

        """)
  }

  @Test func `a JSON line has every key, and the problem where there is one`() {
    var other = TouchDevice(id: DeviceID(rawValue: 2), node: "/dev/input/event4", name: "x")
    other.output = "HDMI-1"
    other.serial = "A1"
    other.contactProtocol = .single
    let report = DeviceReport([
      DeviceListing(device: panel, problem: nil), DeviceListing(device: other, problem: problem),
    ])
    #expect(
      String(decoding: report.json, as: UTF8.self) == #"""
        {"node":"/dev/input/event3","name":"eGalax \"Touch\"","vendor":3823,"product":1,"path":"usb-0000:01:00.0-1.2/input0","serial":"","mm":[154.25,86],"contacts":10,"protocol":"B","seat":"seat0","output":"","usable":true}
        {"node":"/dev/input/event4","name":"x","vendor":0,"product":0,"path":"","serial":"A1","contacts":0,"protocol":"single","seat":"","output":"HDMI-1","usable":false,"problem":"/dev/input/event4: no"}

        """#)
    #expect(report.hasUsableDevice)
    #expect(report.problems == ["/dev/input/event4: no"])
  }

  @Test func `no touchscreen at all is a problem with a way out`() {
    let report = DeviceReport([])
    #expect(!report.hasUsableDevice)
    #expect(report.json == [] && report.text == "")
    #expect(report.problems.count == 1 && report.problems[0].hasPrefix("no touchscreen found; plug one in"))
  }
}
