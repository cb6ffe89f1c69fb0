import ContactorCore
import ContactorEvdev
import ContactorInput
import ContactorKiosk
import ContactorTrace
import Glibc

// Records numbered frames until it is killed: for the test that kills it, and for counting what recording costs.
//
// usage: recordkill RECORDING PROGRESS RING [FRAMES]: the file; a file that gets, as 8 bytes, how many bytes of recording were
// written; the size of a ring, or 0 for one file; after how many frames it ends by itself. The position of the frame n
// is n.

let arguments = CommandLine.arguments
guard (4...5).contains(arguments.count), let ring = Int64(arguments[3]), let limit = Int32(arguments.count > 4 ? arguments[4] : "0")
else {
  print("usage: recordkill RECORDING PROGRESS RING [FRAMES]")
  exit(2)
}
let progress = open(arguments[2], O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
let recorder = try Recorder(
  RecordingOptions(path: arguments[1], ringSize: ring > 0 ? ring : nil), recordsFrames: true
) { print($0) }

var description = EvdevDescription(name: "Numbers")
description.axes[EvdevCode.slot] = EvdevAxis(0, 9)
description.axes[EvdevCode.trackingID] = EvdevAxis(0, 65535)
for code in [EvdevCode.positionX, EvdevCode.positionY] { description.axes[code] = EvdevAxis(0, .max) }
let device = TraceDevice(description, id: DeviceID(rawValue: 1), node: "numbers").device
recorder.panelOpened(device, description, state: EvdevState(), transform: .identity, sendsEvents: true)
recorder.take(.deviceAdded(device, at: Timestamp(microseconds: 0)))

var touch = TouchFrame(
  device: device.id, timestamp: Timestamp(microseconds: 0),
  contacts: [Contact(trackingID: 1, slot: 0, phase: .moved, location: .zero)])
// Made once: what is counted is what the recorder asks the heap for.
var events = [EvdevEvent](
  repeating: EvdevEvent(
    at: Timestamp(microseconds: 0), type: EvdevCode.synchronization, code: EvdevCode.report, value: 0), count: 2)
var told: Int64 = 0
var frame: Int32 = 0
while limit == 0 || frame < limit {
  frame += 1
  let time = Timestamp(microseconds: Int64(frame) * 8000)
  events[0] = EvdevEvent(at: time, type: EvdevCode.absolute, code: EvdevCode.positionX, value: frame)
  events[1] = EvdevEvent(at: time, type: EvdevCode.synchronization, code: EvdevCode.report, value: 0)
  events.withUnsafeBufferPointer { recorder.panel(device.id, sent: $0) }
  touch.timestamp = time
  touch.contacts[0].location.x = Double(frame)
  recorder.take(.frame(touch))
  if frame % 100 == 0 { usleep(20) }
  var written = recorder.writtenSize
  if written != told, written > 64 {
    told = written
    pwrite(progress, &written, 8, 0)
  }
}
recorder.close()
