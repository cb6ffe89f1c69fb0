import CContactorSystem
import ContactorCore
import ContactorSystem
import Foundation
import Testing

@testable import ContactorKiosk

/// A framebuffer in memory, larger than what is shown of it.
private final class FakeFramebuffer {
  let geometry: FramebufferGeometry
  let memory: UnsafeMutableRawBufferPointer
  var canvas: FramebufferCanvas { FramebufferCanvas(geometry, on: memory) }

  init(_ kernel: cct_framebuffer) throws {
    geometry = try FramebufferGeometry(kernel)
    memory = .allocate(byteCount: geometry.size, alignment: 16)
    for index in memory.indices { memory[index] = UInt8(truncatingIfNeeded: index &* 31) }
  }

  deinit { memory.deallocate() }

  static func kernel(bits: UInt32, x: UInt32 = 3, y: UInt32 = 2) -> cct_framebuffer {
    var kernel = cct_framebuffer()
    (kernel.width, kernel.height, kernel.x, kernel.y) = (160, 96, x, y)
    (kernel.bits, kernel.stride) = (bits, (160 + 10) * bits / 8 + 4)
    kernel.size = UInt64(kernel.stride) * 100
    kernel.is_packed = true
    if bits == 16 {
      (kernel.red_offset, kernel.red_bits, kernel.green_offset, kernel.green_bits) = (11, 5, 5, 6)
      (kernel.blue_offset, kernel.blue_bits) = (0, 5)
    } else {
      (kernel.red_offset, kernel.red_bits, kernel.green_offset, kernel.green_bits) = (16, 8, 8, 8)
      (kernel.blue_offset, kernel.blue_bits) = (0, 8)
    }
    return kernel
  }

  func pixel(_ x: Int, _ y: Int) -> UInt32 {
    let place = geometry.start + y * geometry.stride + x * geometry.bytes
    return geometry.bytes == 4
      ? memory.loadUnaligned(fromByteOffset: place, as: UInt32.self) : UInt32(memory.loadUnaligned(fromByteOffset: place, as: UInt16.self))
  }

  /// The bytes outside of what is shown.
  var hidden: [UInt8] {
    memory.indices.filter { index in
      let place = index - geometry.y * geometry.stride - geometry.x
      guard place >= 0, place < geometry.height * geometry.stride else { return true }
      return place % geometry.stride >= geometry.width * geometry.bytes
    }.map { memory[$0] }
  }
}

extension FramebufferGeometry {
  fileprivate var y: Int { start / stride }
  fileprivate var x: Int { start % stride }
}

@Suite struct CalibrationDisplayTests {
  @Test(arguments: [(16, 0xFFFF, 0xFA08), (32, 0xFFFFFF, 0xFF4040)] as [(UInt32, UInt32, UInt32)])
  func `a mark is drawn at its pixel, nothing outside of the screen is touched, and everything is put back`(
    bits: UInt32, white: UInt32, red: UInt32
  ) throws {
    let screen = try FakeFramebuffer(FakeFramebuffer.kernel(bits: bits))
    let before = Array(screen.memory)
    let hidden = screen.hidden
    let saved = screen.canvas.visible()
    for (index, place) in CalibrationMarks.places(5).enumerated() {
      let shown = FramebufferMarks.draw(screen.canvas, index, of: 5, at: place, isRefused: index == 1)
      let (x, y) = (Int(place.x * 160), Int(place.y * 96))
      #expect(shown == Point(x: (Double(x) + 0.5) / 160, y: (Double(y) + 0.5) / 96))
      #expect(screen.pixel(x, y) == (index == 1 ? red : white))
      #expect(screen.pixel(x + 4, y) == screen.pixel(x, y) && screen.pixel(x, y - 4) == screen.pixel(x, y))
      #expect(screen.pixel(80, 30) == 0 && screen.pixel(159, 95) == 0)
      #expect(screen.hidden == hidden)
    }
    #expect(Array(screen.memory) != before)
    screen.canvas.restore(saved)
    #expect(Array(screen.memory) == before)
  }

  @Test func `what lies beyond the edges is left out`() throws {
    let screen = try FakeFramebuffer(FakeFramebuffer.kernel(bits: 32))
    let hidden = screen.hidden
    for (x, y) in [(0, 0), (159, 95), (-50, -50), (500, 500), (-3, 40), (80, 120)] {
      screen.canvas.mark(x: x, y: y, radius: 20, .white)
      screen.canvas.fill(x: x - 10, y: y - 10, width: 30, height: 30, .green)
    }
    screen.canvas.fill(x: 5, y: 5, width: -4, height: 10, .red)
    #expect(screen.hidden == hidden)
    screen.canvas.restore([1, 2, 3])
    #expect(screen.hidden == hidden)
  }

  @Test func `a geometry that cannot be drawn on safely is refused with a reason`() throws {
    let changes: [(inout cct_framebuffer) -> Void] = [
      { $0.bits = 8 }, { $0.bits = 24 }, { $0.bits = 0 }, { $0.is_packed = false }, { $0.width = 0 }, { $0.height = .max },
      { $0.stride = 0 }, { $0.stride = 100 }, { $0.stride = .max }, { $0.size = 0 }, { $0.size = 1000 }, { $0.size = .max }, { $0.x = 200 },
      { $0.y = 50 }, { $0.y = .max }, { $0.x = .max }, { $0.red_offset = 30 }, { $0.green_bits = 0 }, { $0.blue_bits = 33 },
    ]
    for (index, change) in changes.enumerated() {
      var kernel = FakeFramebuffer.kernel(bits: 32)
      change(&kernel)
      let failure = #expect(throws: FramebufferGeometry.Unfit.self, "change \(index)") { try FramebufferGeometry(kernel) }
      #expect(failure?.reason.isEmpty == false)
    }
  }

  @Test(arguments: ["/dev/null", "/nonexistent/fb0"])
  func `what is no framebuffer is said to be none`(node: String) {
    let error = #expect(throws: SystemError.self) { try FramebufferMarks(node) }
    #expect(error?.description.hasPrefix(node) == true && error?.description.contains("framebuffer") == true)
  }

  @Test func `a terminal's mark is at the middle of its cell, and the words are clear of it`() {
    for size in [(columns: 80, rows: 24), (columns: 20, rows: 5), (columns: 1, rows: 1), (columns: 200, rows: 60)] {
      for place in CalibrationMarks.places(5) {
        let (lines, shown) = TerminalMarks.picture(size, place, ["Touch mark 1 of 4", "too short"])
        #expect(lines.count == size.rows && lines.allSatisfy { $0.count == size.columns })
        let (column, row) = (Int(place.x * Double(size.columns)), Int(place.y * Double(size.rows)))
        #expect(shown == Point(x: (Double(column) + 0.5) / Double(size.columns), y: (Double(row) + 0.5) / Double(size.rows)))
        #expect(Array(lines[row])[column] == "+")
        if size.rows >= 24 { #expect(lines.contains { $0.contains("Touch mark 1 of 4") } && lines.contains { $0.contains("too short") }) }
      }
    }
  }

  @Test func `programs that connect to the socket get the mark that is shown, and every line after it`() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "marks-\(UUID().uuidString.prefix(8))").path
    let loop = try EventLoop()
    let marks = try SocketMarks(path: path, loop) { Issue.record("\($0)") }
    let mode = try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
    #expect(mode == 0o660)
    let early = try ConnectedSocket(path: path, milliseconds: 5000)
    for _ in 0..<5 { try loop.dispatch() }
    #expect(marks.show(0, of: 4, at: Point(x: 0.1, y: 0.1), note: "") == Point(x: 0.1, y: 0.1))
    let late = try ConnectedSocket(path: path, milliseconds: 5000)
    // What a program says is read and left.
    try late.send(Array("hello\n".utf8))
    for _ in 0..<5 { try loop.dispatch() }
    _ = marks.show(1, of: 4, at: Point(x: 0.9, y: 0.1), note: "too short")
    marks.close()
    let lines =
      #"{"kind":"calibrate","mark":1,"of":4,"x":0.1,"y":0.1}"# + "\n" + #"{"kind":"calibrate","mark":2,"of":4,"x":0.9,"y":0.1}"# + "\n"
    for descriptor in [early.fileDescriptor, late.fileDescriptor] {
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = recv(descriptor, &bytes, bytes.count, 0)
      #expect(String(decoding: bytes[..<max(count, 0)], as: UTF8.self) == lines)
    }
  }

  @Test func `the place of the marks is chosen by what there is`() {
    #expect(ShowFacts().show == nil)
    #expect(ShowFacts(isTerminal: true).show == .terminal)
    #expect(ShowFacts(canDraw: true, isTerminal: true).show == .terminal)
    #expect(ShowFacts(canDraw: true, isTerminal: true, isConsole: true).show == .framebuffer)
    #expect(ShowFacts(isTerminal: true, isConsole: true).show == .terminal)
    #expect(ShowFacts(canDraw: true).show == .framebuffer)
    #expect(ShowFacts(canDraw: true, hasDesktop: true).show == nil)
    #expect(ShowFacts(canDraw: true, isTerminal: true, isRemote: true).show == .framebuffer)
    #expect(ShowFacts(isTerminal: true, isRemote: true).show == nil)
    #expect(ShowFacts(hasSocket: true, canDraw: true).show == .socket)
    #expect(ShowFacts(hasFramebuffer: true, isTerminal: true).show == .framebuffer)
  }
}
