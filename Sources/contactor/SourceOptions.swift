import ArgumentParser

/// Which touchscreens are read, and how.
struct SourceOptions: ParsableArguments {
  @Option(
    name: .customLong("device"),
    help: ArgumentHelp("A device node to use, and no other; may be given several times.", valueName: "node"))
  var devices: [String] = []

  @Option(
    help: ArgumentHelp(
      "Read touchscreens through libinput, or straight from the kernel (evdev), which needs no udev.",
      valueName: "source"))
  var source = SourceName.libinput
}
