"""Has the tool `libinput replay` read a recording and do all but make devices and send events.

usage: libinput_replay.py TOOL RECORDING
Prints, for each device, its name, how many events it would send, and the sum of their values.
"""

import importlib.machinery
import importlib.util
import sys

loader = importlib.machinery.SourceFileLoader("replay", sys.argv[1])
tool = importlib.util.module_from_spec(importlib.util.spec_from_loader("replay", loader))
loader.exec_module(tool)
# The devices are the only thing that needs a kernel.
tool.libevdev.Device.create_uinput_device = lambda self: self
tool.check_udev_properties = lambda data, uinput: [p.split("=", maxsplit=1) for p in data["udev"]["properties"]]

with open(sys.argv[2]) as file:
    recording = tool.yaml.safe_load(file)
tool.check_file(recording)
for device in tool.fetch(recording, "devices"):
    name = tool.create(device).name
    events = []
    for event in tool.fetch(device, "events") or []:
        events += tool.collect_events(tool.fetch(event, "evdev"))
    assert tool.first_timestamp(device) is not None
    print(name, len(events), sum(event.value for event in events))
