import ContactorEvdev
@testable import ContactorTrace
import Glibc
import Testing

/// The names that are written by hand, against those of libevdev, which are generated from the kernel's headers.
@Suite struct CodeNameTests {
  private typealias EventCodeName = @convention(c) (UInt32, UInt32) -> UnsafePointer<CChar>?
  private typealias EventTypeName = @convention(c) (UInt32) -> UnsafePointer<CChar>?
  private typealias PropertyName = @convention(c) (UInt32) -> UnsafePointer<CChar>?

  // ContactorTrace must not link libevdev, so the test opens it itself.
  private static var library: UnsafeMutableRawPointer? { dlopen("libevdev.so.2", RTLD_NOW) }

  private static let codeName: EventCodeName? = dlsym(library, "libevdev_event_code_get_name").map {
    unsafeBitCast($0, to: EventCodeName.self)
  }
  private static let typeName: EventTypeName? = dlsym(library, "libevdev_event_type_get_name").map {
    unsafeBitCast($0, to: EventTypeName.self)
  }
  private static let propertyName: PropertyName? = dlsym(library, "libevdev_property_get_name").map {
    unsafeBitCast($0, to: PropertyName.self)
  }

  @Test func `types have the kernel's names`() throws {
    let typeName = try #require(Self.typeName)
    #expect(CodeName.types.count == 12)
    for (type, name) in CodeName.types { #expect(typeName(UInt32(type)).map { String(cString: $0) } == name) }
  }

  @Test func `codes have the kernel's names`() throws {
    let codeName = try #require(Self.codeName)
    // Other names of the same codes.
    let aliases: Set = ["BTN_MOUSE", "BTN_DIGI"]
    #expect(CodeName.numbers.count > 60)
    for (name, (type, code)) in CodeName.numbers where !aliases.contains(name) {
      #expect(codeName(UInt32(type), UInt32(code)).map { String(cString: $0) } == name)
    }
  }

  @Test(
    arguments: [
      ("SYN_REPORT", EvdevCode.synchronization, EvdevCode.report), ("SYN_MT_REPORT", EvdevCode.synchronization, EvdevCode.contactReport),
      ("SYN_DROPPED", EvdevCode.synchronization, EvdevCode.dropped), ("BTN_LEFT", EvdevCode.key, EvdevCode.leftButton),
      ("BTN_TOUCH", EvdevCode.key, EvdevCode.touch), ("REL_X", EvdevCode.relative, EvdevCode.x),
      ("MSC_TIMESTAMP", EvdevCode.miscellaneous, EvdevCode.deviceClock), ("ABS_X", EvdevCode.absolute, EvdevCode.x),
      ("ABS_Y", EvdevCode.absolute, EvdevCode.y), ("ABS_PRESSURE", EvdevCode.absolute, EvdevCode.pressure),
      ("ABS_MT_SLOT", EvdevCode.absolute, EvdevCode.slot), ("ABS_MT_TOUCH_MAJOR", EvdevCode.absolute, EvdevCode.touchMajor),
      ("ABS_MT_TOUCH_MINOR", EvdevCode.absolute, EvdevCode.touchMinor),
      ("ABS_MT_WIDTH_MAJOR", EvdevCode.absolute, EvdevCode.widthMajor),
      ("ABS_MT_WIDTH_MINOR", EvdevCode.absolute, EvdevCode.widthMinor),
      ("ABS_MT_ORIENTATION", EvdevCode.absolute, EvdevCode.orientation),
      ("ABS_MT_POSITION_X", EvdevCode.absolute, EvdevCode.positionX),
      ("ABS_MT_POSITION_Y", EvdevCode.absolute, EvdevCode.positionY),
      ("ABS_MT_TOOL_TYPE", EvdevCode.absolute, EvdevCode.toolType),
      ("ABS_MT_TRACKING_ID", EvdevCode.absolute, EvdevCode.trackingID),
      ("ABS_MT_PRESSURE", EvdevCode.absolute, EvdevCode.contactPressure),
      ("ABS_MT_DISTANCE", EvdevCode.absolute, EvdevCode.distance),
    ] as [(String, UInt16, UInt16)])
  func `the engine's numbers are the kernel's`(name: String, type: UInt16, code: UInt16) throws {
    let codeName = try #require(Self.codeName)
    #expect(codeName(UInt32(type), UInt32(code)).map { String(cString: $0) } == name)
  }

  @Test func `the property of touchscreens is the kernel's`() throws {
    let propertyName = try #require(Self.propertyName)
    #expect(propertyName(UInt32(EvdevCode.direct)).map { String(cString: $0) } == "INPUT_PROP_DIRECT")
  }
}
