import CContactorAPI

/// The text of a C string that must be there.
func text(_ string: UnsafePointer<CChar>?, _ name: StaticString) throws -> String {
  guard let string = unsafe string else { throw Failure.null("\(name)") }
  guard let text = unsafe String(validatingCString: string) else { throw Failure(CONTACTOR_ERROR_TEXT, "\(name) is no UTF-8") }
  return text
}

/// The text of a C string; `nil` for NULL.
func textOrNil(_ string: UnsafePointer<CChar>?, _ name: StaticString) throws -> String? {
  unsafe string == nil ? nil : try text(string, name)
}

/// The texts of an array of C strings.
func texts(_ strings: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int, limit: Int, _ name: StaticString) throws -> [String] {
  guard count >= 0, count <= limit else { throw Failure.value("at most \(limit) \(name) are possible") }
  guard count > 0 else { return [] }
  guard let strings = unsafe strings else { throw Failure.null("\(name)") }
  return try (0..<count).map { unsafe try text(strings[$0], name) }
}

/// Copies a text into a caller's buffer, cut between characters, and stores its whole length.
func copy(
  _ text: String, to buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int, _ length: UnsafeMutablePointer<Int>?
) throws {
  if unsafe buffer == nil, capacity != 0 { throw Failure.null("buffer") }
  var text = text
  text.withUTF8 { bytes in
    unsafe length?.pointee = bytes.count
    guard let buffer = unsafe buffer, capacity != 0 else { return }
    // A size_t above Int's range is more than enough room.
    var count = capacity < 0 ? bytes.count : min(bytes.count, capacity - 1)
    while count < bytes.count, count > 0, unsafe bytes[count] & 0xC0 == 0x80 { count -= 1 }
    for index in 0..<count { unsafe buffer[index] = CChar(bitPattern: bytes[index]) }
    unsafe buffer[count] = 0
  }
}

/// The text that a callback writes into a buffer of ours.
func text(writtenBy body: (UnsafeMutablePointer<CChar>, Int) -> Void) -> String {
  unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1024) { buffer in
    guard let start = buffer.baseAddress else { return "" }
    unsafe buffer.initialize(repeating: 0)
    unsafe body(start, 1023)
    return unsafe String(cString: start)
  }
}

/// A size_t as a number; one above `Int`'s range comes out below 0 in Swift, and is out of every range.
func index(_ number: Int, below count: Int, _ name: StaticString) throws -> Int {
  guard number >= 0, number < count else { throw Failure.value("there are \(count) \(name)s") }
  return number
}

/// A structure that a caller may have built with an older header: its first member is its size, and what lies behind that is not read.
func whole<Structure: BitwiseCopyable>(_ pointer: UnsafePointer<Structure>?, _ size: WritableKeyPath<Structure, Int>) -> Structure? {
  guard let pointer = unsafe pointer else { return nil }
  let given = unsafe UnsafeRawPointer(pointer).load(as: Int.self)
  return unsafe withUnsafeTemporaryAllocation(of: Structure.self, capacity: 1) { room in
    let bytes = UnsafeMutableRawBufferPointer(room)
    unsafe bytes.initializeMemory(as: UInt8.self, repeating: 0)
    // No half of a pointer.
    let count = given < 0 ? bytes.count : min(given, bytes.count) & ~7
    unsafe bytes.copyMemory(from: UnsafeRawBufferPointer(start: pointer, count: max(count, MemoryLayout<Int>.size)))
    var result = unsafe room[0]
    result[keyPath: size] = given
    return result
  }
}
