"""Reads a recording without the project's code, by Documentation/TraceFormat.md alone: python3 independent_reader.py FILE

Prints a line for each raw event: device, microseconds, type, code, value; and one for each frame: its contacts' ids, phases, places.
"""
import struct
import sys


def crc(data):
    value = 0xFFFFFFFF
    for byte in data:
        value ^= byte
        for _ in range(8):
            value = value >> 1 ^ (0x82F63B78 if value & 1 else 0)
    return value ^ 0xFFFFFFFF


def wrap(value, bits):
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> (bits - 1) else value


class Bytes:
    def __init__(self, data):
        self.data, self.at = data, 0

    def more(self):
        return self.at < len(self.data)

    def take(self, count):
        self.at += count
        assert self.at <= len(self.data)
        return self.data[self.at - count : self.at]

    def var(self):
        result = shift = 0
        while True:
            byte = self.take(1)[0]
            result |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return result

    def sig(self):
        number = self.var()
        return number >> 1 ^ -(number & 1)


class Stream:
    def __init__(self, base):
        self.shapes, self.rows, self.others = [], {}, {}
        self.slot, self.delta, self.frame, self.time = 0, 0, base, base
        self.contacts = {}

    def row(self):
        return self.slot if 0 <= self.slot < 64 else 64

    def group(self, number, data):
        for mode, clock, kind, code, constant in self.shapes[number]:
            if clock == 1:
                self.delta = wrap(self.delta + data.sig(), 64)
                self.frame = self.time = wrap(self.frame + self.delta, 64)
            elif clock == 2:
                self.time = wrap(self.time + data.sig(), 64)
            if mode == 0:
                value = constant
            elif mode == 3:
                value = self.slot = wrap(self.slot + constant, 32)
            elif mode == 4:
                value = data.sig()
            else:
                table, key = (self.rows, (self.row(), code)) if mode == 1 else (self.others, (kind, code))
                value = table[key] = wrap(table.get(key, 0) + data.sig(), 32)
            yield self.time, kind, code, value

    def shape(self, part):
        elements = []
        while part.more():
            flags = part.take(1)[0]
            mode, clock, kind, code = flags & 15, flags >> 4, part.var(), part.var()
            elements.append((mode, clock, kind, code, part.sig() if mode in (0, 3) else None))
        self.shapes.append(elements)

    def contact(self, part):
        slot = part.sig()
        flags, mask = part.take(1)[0], part.var()
        row = self.contacts.setdefault(slot if 0 <= slot < 64 else 64, [0] * 12)
        for bit in range(12):
            if mask >> bit & 1:
                size = 8 if bit in (1, 2) else 4
                row[bit] = wrap(row[bit] + part.sig(), 32) if bit == 0 else row[bit] ^ int.from_bytes(part.var().to_bytes(size, "big"), "little")
        x, y = struct.unpack("<dd", struct.pack("<QQ", row[1], row[2]))
        return "%d %d %d %r %r" % (row[0], slot, flags & 15, x, y)


data = open(sys.argv[1], "rb").read()
assert data[:8] == bytes.fromhex("894354520d0a1a0a") and data[8:10] == b"\1\0"
assert crc(data[:12]) == struct.unpack_from("<I", data, 12)[0]
at = 16
while at < len(data):
    head = data[at : at + 48]
    size, number, first, last, count, flags, _, content, check = struct.unpack("<IIqqIHHII", head[8:])
    assert head[:8] == bytes.fromhex("b14354426c6f636b") and crc(head[:44]) == check
    body = data[at + 48 : at + 48 + size]
    assert crc(body) == content
    at += 48 + size
    block = Bytes(body)
    base = struct.unpack("<q", block.take(8))[0]
    streams, selected, events = {}, None, 0
    while block.more():
        tag = block.var()
        if tag >= 16:
            for event in streams[selected].group(tag - 16, block):
                assert first <= event[0] <= last
                events += 1
                print(selected, *event)
            continue
        part = Bytes(block.take(block.var()))
        if tag == 2:
            selected = part.var()
            streams.setdefault(selected, Stream(base))
        elif tag == 9:
            streams[selected].shape(part)
        elif tag == 5:
            time, device = wrap(base + part.sig(), 64), part.var()
            stream = streams.setdefault(device, Stream(base))
            print("frame", device, time, *(stream.contact(part) for _ in range(part.var())), sep=" | ")
    assert events == count
