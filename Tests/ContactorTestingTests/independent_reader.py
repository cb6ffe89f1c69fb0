"""Counts the touches of an evemu file without the project's code: python3 independent_reader.py FILE [DESCRIPTION]

Prints a line for each touch: when it began and ended (microseconds; "-" where it never did), and its path in device units.
"""
import sys

axes, events = set(), []
for path in sys.argv[1:]:
    for line in open(path, encoding="utf-8"):
        field = line.split()
        if field[:1] == ["A:"]:
            axes.add(int(field[1], 16))
        elif field[:1] == ["E:"]:
            second, fraction = field[1].split(".")
            events.append((int(second) * 10**6 + int(fraction), int(field[2], 16), int(field[3], 16), int(field[4])))
lists = any(event[1:3] == (0, 2) for event in events)
slots, slot, button, listed, current, pointer = {}, 0, None, [], {}, {}
touches, alive, last, repeats = [], {}, {}, False
for time, kind, code, value in events:
    if kind == 1 and code == 0x14A:
        button = value
    elif kind == 3 and code == 0x2F:
        slot = value
    elif kind == 3 and 0x30 <= code <= 0x3D:
        repeats = repeats or (lists and last.get(code) == value)
        last[code] = value
        current[code] = value
        if not lists:
            slots.setdefault(slot, {})[code] = value
    elif kind == 3 and code < 2:
        pointer[0x35 + code] = value
    elif kind == 0 and code == 2:
        if current or (button and not repeats):
            listed.append(dict(last))
        current = {}
    elif kind == 0 and code == 0:
        if lists:
            down = {listed[i].get(0x39, i): listed[i] for i in range(len(listed))}
            assert len(down) < 2 or 0x39 in last, "this reader does not match contacts by their place"
            if not listed and button:
                down = {} if repeats else {key: touch[3] for key, touch in alive.items()}
        elif any(0x39 in values for values in slots.values()) or 0x39 in axes:
            down = {v[0x39]: v for v in slots.values() if v.get(0x39, -1) >= 0}
        else:
            down = {"single": pointer} if button else {}
        for key in [key for key in alive if key not in down]:
            alive.pop(key)[1] = time
        for key, values in down.items():
            if 0x35 in values and 0x36 in values:
                place = (values[0x35], values[0x36])
                if key not in alive:
                    alive[key] = [time, None, [place], values]
                    touches.append(alive[key])
                elif alive[key][2][-1] != place:
                    alive[key][2].append(place)
        listed, current = [], {}
for began, ended, path, _ in touches:
    print(began, "-" if ended is None else ended, *("%d,%d" % place for place in path))
