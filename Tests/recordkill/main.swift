import ContactorCore
import ContactorInput
import ContactorKiosk
import ContactorTrace
import Glibc

// Records numbered frames until it is killed: for the test that kills it.
//
// usage: recordkill RECORDING PROGRESS RING: the file; a file that gets, as 8 bytes, how many bytes of recording were
// written; the size of a ring, or 0 for one file. The position of the frame n is n.

let arguments = CommandLine.arguments
guard arguments.count == 4, let ring = Int64(arguments[3]) else {
  print("usage: recordkill RECORDING PROGRESS RING")
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
var told: Int64 = 0
var frame: Int32 = 0
while true {
  frame += 1
  let time = Timestamp(microseconds: Int64(frame) * 8000)
  let events = [
    EvdevEvent(at: time, type: EvdevCode.absolute, code: EvdevCode.positionX, value: frame),
    EvdevEvent(at: time, type: EvdevCode.synchronization, code: EvdevCode.report, value: 0),
  ]
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
