"""A button and a slider, fed by hand from Python with nothing but ctypes. Run it: python3 contactor_example.py"""
from ctypes import CDLL, CFUNCTYPE, Structure, byref, c_char_p, c_double, c_int64, c_uint64, c_void_p

library = CDLL("libcontactor.so.1")
library.contactor_error_text.restype = c_char_p
HOST_CLOCK, WINDOW, BUTTON, SLIDER, TOUCH_UP_INSIDE, VALUE_CHANGED, VALUE = 1, 2, 10, 20, 1 << 6, 1 << 12, 40

class Rect(Structure):
    _fields_ = [(name, c_double) for name in ("x", "y", "width", "height")]

def call(name, *arguments):  # Python's int becomes C's int: numbers of 64 bits, doubles and handles say their type
    if getattr(library, "contactor_" + name)(*arguments) != 0:
        raise RuntimeError(library.contactor_error_text().decode())

def make(name, *arguments):
    handle = c_void_p()
    call(name, *arguments, byref(handle))
    return handle

@CFUNCTYPE(None, c_void_p, c_void_p, c_void_p)  # a name of the module, so that Python does not free it
def pressed(user, sender, event):
    print("button pressed")

@CFUNCTYPE(None, c_void_p, c_void_p, c_void_p)
def slid(user, sender, event):
    value = c_double()
    call("get_number", c_void_p(sender), VALUE, byref(value))
    print(f"slider {value.value * 100:.0f} %")

engine = make("engine_create", HOST_CLOCK)
window = make("view_create", engine, WINDOW, Rect(0, 0, 400, 240))
for kind, frame, events, action in [(BUTTON, Rect(40, 40, 120, 60), TOUCH_UP_INSIDE, pressed), (SLIDER, Rect(40, 140, 320, 44), VALUE_CHANGED, slid)]:
    view = make("view_create", engine, kind, frame)
    call("view_add_subview", window, view)
    call("control_on", view, events, action, None, None, None)
feed = make("feed_create", engine, 32, c_int64(1000))
for time, name, finger, *place in [(10, "down", 1, 100, 70), (20, "down", 2, 120, 160), (30, "moved", 2, 280, 160), (90, "up", 1), (95, "up", 2)]:
    call("feed_" + name, feed, c_int64(finger), *map(c_double, place))
    call("feed_frame", feed, c_uint64(time))
call("engine_destroy", engine)
