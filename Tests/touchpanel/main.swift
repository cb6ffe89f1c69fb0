import ContactorInput
import Glibc

let help = """
  usage: touchpanel [FILE]
         touchpanel --drain libinput|evdev NODE
         touchpanel --keys LAYOUT [NODE]...

  Makes touchscreens with the kernel's uinput or uhid and touches them, as the commands in FILE or standard input say.
  One command a line, run as it is read; # starts a comment. When the input ends, all devices go.

    create ID [OPTION]...        makes a device, waits for udev, prints: ID /dev/input/eventN
        name="…" vendor=0x… product=0x… version=0x… bus=0x… phys=…
        contacts=10              how many contacts at once
        range=4096x4096          steps of the axes
        size=154x86mm            the size that the panel states (none unless given)
        single | protocolA       another protocol than slots
        palm pressure            the panel reports these
        plain                    no BTN_TOUCH and no ABS_X/Y
        keyboard | mouse         no touchscreen at all
        evemu=PATH               as an evemu description says
        hid=PATH                 a HID device by its report descriptor, bytes in hexadecimal; the kernel's drivers
                                 make a touchscreen of it, whose node is printed; takes name to phys and feature
        feature=NUMBER:HEX       what the HID device answers for that feature report (may be repeated); it answers
                                 an error for others
    destroy ID                   unplugs it
    down ID SLOT X Y             X and Y in percent of the panel
    move ID SLOT X Y
    up ID SLOT
    palm ID SLOT                 turns the contact into a palm (MT_TOOL_PALM)
    raw ID TYPE CODE VALUE       any event
    sync ID                      sends what was collected as one frame
    report ID HEX                sends an input report of a HID device, its number, if it has one, first
    tap ID SLOT X Y [MS]         down, sync, 80 ms, up, sync
    play ID EVENTS [MS]          sends the events (E:) of an evemu file, frame by frame, with its pauses, none
                                 longer than MS
    stream ID CONTACTS FRAMES US [PATH]
                                 moves contacts, all in each frame, a frame every US microseconds, lifts them, prints
                                 how many frames were sent; the file gets the time of each but the first, CLOCK_MONOTONIC in ns
    garbage ID COUNT SEED        sends that many events of random codes and values, as fast as it goes
    sleep MS
    print TEXT
    append PATH TEXT             adds a line to the file
    sent ID PATH                 adds a line to the file: when the device's events or reports were sent, in
                                 microseconds
    rest PATH [MS]               waits until the file has not grown for that long, 500 ms
    wait-file PATH SECONDS       waits until the file exists
    wait-text PATH TEXT SECONDS  waits until the file contains the text

  With --drain it only reads: a loop over one of our sources that adds up the places of contacts until the device
  goes, for measuring. With --keys it prints what is typed on the keyboards, all of the seat unless some are named.

  Exit status: 0 done; 1 a command failed, with its line on standard error; 2 wrong usage.
  """

/// Prints one line on standard error and ends the program.
func fail(_ status: Int32, _ message: String) -> Never {
  let line = Array("touchpanel: \(message)\n".utf8)
  write(STDERR_FILENO, line, line.count)
  exit(status)
}

let arguments = CommandLine.arguments.dropFirst()
if arguments.contains("--help") || arguments.contains("-h") {
  print(help)
  exit(0)
}
if arguments.count == 3, arguments.first == "--drain" {
  let words = Array(arguments)
  do {
    try Drain.run(words[1], words[2])
    exit(0)
  } catch {
    fail(1, "\(error)")
  }
}
if arguments.count >= 2, arguments.first == "--keys" {
  let words = Array(arguments.dropFirst())
  do {
    try KeyReader.run(layout: words[0], nodes: Array(words.dropFirst()))
    exit(0)
  } catch {
    fail(1, "\(error)")
  }
}
guard arguments.count <= 1 else { fail(2, "takes one file at most; see touchpanel --help") }
if let path = arguments.first, path != "-" {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { fail(2, "cannot read \(path)") }
  dup2(descriptor, STDIN_FILENO)
}

var interpreter = Interpreter()
var number = 0
while let line = readLine() {
  number += 1
  do {
    try interpreter.run(line)
  } catch {
    fail(1, "line \(number): \(error.message)")
  }
}
