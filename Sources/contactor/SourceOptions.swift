import ArgumentParser

/// Which touchscreens are read, and how.
struct SourceOptions: ParsableArguments {
  @Option(
    name: .customLong("device"),
    help: ArgumentHelp("A device node to use, and no other; may be given several times.", valueName: "node"),
    completion: .deviceNode)
  var devices: [String] = []

  @Option(
    help: ArgumentHelp(
      "Read touchscreens through libinput, or straight from the kernel (evdev), which needs no udev.",
      valueName: "source"))
  var source = SourceName.libinput
}

extension CompletionKind {
  /// Event nodes and the links to them.
  static let deviceNode = CompletionKind.shellCommand(
    "ls -d /dev/input/event* /dev/input/by-path/*-event /dev/input/by-id/*-event* 2>/dev/null")
  /// Recordings of every format; any name may be one, for the content decides.
  static let recording = CompletionKind.file()
  /// Layout files.
  static let layout = CompletionKind.file(extensions: ["yaml", "yml", "json"])
}
