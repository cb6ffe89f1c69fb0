"""Loads reports in headless Chromium and uses them; see tools/test-report."""
import base64
import glob
import json
import os
import random
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib
from xml.etree import ElementTree

from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

program, root, folder = sys.argv[1:]
# Far more than anything takes, for machines that are busy with something else.
PATIENCE = 180


def check(condition, message):
    """Fails unless the condition holds."""
    if not condition:
        sys.exit("tools/test-report: " + message)


# --- Recordings

LAYOUT = """contactor: 1
screen: {size: [800, 480], mm: [160, 96]}
views:
  - {id: pad, kind: button, secure: true, frame: [500, 200, 200, 200], on: {touchDown: {emit: digit}}}
  - {id: "</script><b>&'", kind: slider, frame: [40, 40, 400, 60]}
"""


PAGES = """contactor: 1
screen: {size: [800, 480]}
views:
  - {id: swap, kind: switch, frame: [0, 0, 100, 60], on: {valueChanged: [{send: "toggleHidden:", to: first}, {send: "toggleHidden:", to: second}]}}
  - {id: first, kind: view, frame: [0, 80, 800, 400], views: [{id: say, kind: button, frame: [0, 0, 200, 100], on: {touchUpInside: {run: [say, "two words", plain]}}}]}
  - {id: second, kind: view, hidden: true, frame: [0, 80, 800, 400], views: [{id: volume, kind: slider, frame: [0, 300, 600, 60]}]}
"""


def pages():
    """A script that uses a button, swaps two pages after a minute and a half, and drags a slider on the second."""
    lines = []
    steps = [(1000000, 1, 50, 130, 0), (92000000, 2, 50, 30, 0), (95000000, 3, 100, 400, 300), (97000000, 4, 50, 30, 0)]
    for start, number, x, y, way in steps:
        for k, phase in enumerate(("began", "moved", "moved", "ended")):
            lines.append(json.dumps({"t": start + 20000 * k, "kind": "touch", "touch": number, "phase": phase, "x": x + way * min(k, 2) / 2, "y": y}))
    return "\n".join(lines) + "\n"


def frame(time, *contacts):
    """A line of a recording in JSON: a frame with contacts (id, phase, x, y, more)."""
    listed = [dict(id=i, slot=i, phase=phase, x=x, y=y, **more) for i, phase, x, y, more in contacts]
    return json.dumps({"t": time, "kind": "frame", "device": "event1", "contacts": listed})


def made_up():
    """A recording with pressure, size, a secure view, an anomaly, and a device that goes with fingers on it."""
    lines = [json.dumps({"t": 900000, "kind": "device", "event": "added", "device": "event1", "name": "</script> \"Pad\" \u2028 \U0001f600"})]
    for k in range(60):
        phase = "began" if k == 0 else "moved"
        first = (1, phase, 100.125 + 4 * k, 70.5, {"pressure": round(0.1 + k * 0.015, 4), "major": 20 + k, "minor": 15})
        second = (2, phase, 700.0 - 3 * k, 150.0 + k, {"pressure": 0.5, "major": 30})
        lines.append(frame(1000000 + 10000 * k, first, second))
    lines.append(frame(1600000, (1, "ended", 336.125, 70.5, {}), (2, "cancelled", 523, 209, {})))
    lines.append(frame(5000000, (3, "began", 612, 312, {})))
    lines.append(frame(5050000, (3, "ended", 612, 312, {})))
    lines.append(json.dumps({"t": 6000000, "kind": "anomaly", "what": "syn-dropped", "device": "event1"}))
    lines.append(frame(6500000, (4, "began", 20, 20, {})))
    lines.append(json.dumps({"t": 6600000, "kind": "device", "event": "removed", "device": "event1", "name": "Pad"}))
    return "\n".join(lines) + "\n"


def many():
    """A script of thousands of touches over half a day."""
    chance = random.Random(5)
    time, lines = 1000000, []
    for number in range(1, 3001):
        x, y = chance.uniform(0, 780), chance.uniform(0, 470)
        for k in range(4):
            phase = ("began", "moved", "moved", "ended")[k]
            lines.append('{"t":%d,"kind":"touch","touch":%d,"phase":"%s","x":%.3f,"y":%.3f}' % (time, number, phase, x + k, y + k))
            time += 20000
        time += int(chance.expovariate(1 / 12e6))
    return "\n".join(lines) + "\n"


def write(name, text):
    """Writes a file into the folder; gives its path."""
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def report(recording, name, layout=None):
    """Makes a page and a still; gives the page's path."""
    for ending in ("html", "svg"):
        path = os.path.join(folder, name + "." + ending)
        command = [program, "report", recording, "-o", path] + (["--layout", layout] if layout else [])
        result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        check(result.returncode == 0, "%s\n%s" % (" ".join(command), result.stderr))
    ElementTree.parse(path)
    return os.path.join(folder, name + ".html")


def touch_lines(path):
    """The touches of a script: their samples (time, x, y) by their numbers."""
    touches = {}
    with open(path, encoding="utf-8") as file:
        for line in map(json.loads, filter(str.strip, file)):
            if line["kind"] == "touch":
                touches.setdefault(line["touch"], []).append((line["t"], line["x"], line["y"]))
            for contact in line.get("contacts", []):
                touches.setdefault(contact["id"], []).append((line["t"], contact["x"], contact["y"]))
    return touches


# --- The browser

def browser(profile):
    """Starts headless Chromium, which notes what pages say and ask for.

    On a busy machine it may take longer to come up than its driver waits; it has tested nothing then, so that another
    try is as good as the first.
    """
    for attempt in range(3):
        try:
            return started_browser(os.path.join(profile, str(attempt)))
        except WebDriverException as error:
            failure = error
            print("tools/test-report: the browser did not start: %s" % error.msg, file=sys.stderr)
    sys.exit("tools/test-report: the browser did not start three times: %s" % failure.msg)


def started_browser(profile):
    """A browser with a profile of its own."""
    options = Options()
    options.binary_location = shutil.which("chromium")
    for argument in (
        "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--disable-extensions",
        "--disable-background-networking", "--disable-component-update", "--force-device-scale-factor=1", "--hide-scrollbars",
        "--window-size=1400,950", "--user-data-dir=" + profile,
    ):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(service=Service(shutil.which("chromedriver")), options=options)
    driver.set_page_load_timeout(PATIENCE)
    driver.set_script_timeout(PATIENCE)
    return driver


class Page:
    """A report in the browser."""

    def __init__(self, driver, path):
        self.driver, self.path, self.name = driver, path, os.path.basename(path)
        self.shots = 0
        driver.get_log("performance")
        driver.get_log("browser")
        driver.get("file://" + path)
        self.wait("return !!window.report && document.getElementById('log').children.length > 0", "its script has not come to its end")

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def wait(self, script, what, *arguments):
        """Waits until a script gives something true; gives that."""
        found = []

        def ask(driver):
            found[:] = [driver.execute_script(script, *arguments)]
            return found[0]

        try:
            WebDriverWait(self.driver, PATIENCE, poll_frequency=0.05).until(ask)
        except Exception as error:
            sys.exit("tools/test-report: %s: %s (%s; console: %s)" % (self.name, what, type(error).__name__, self.driver.get_log("browser")))
        return found[0]

    def check(self, condition, message):
        check(condition, "%s: %s" % (self.name, message))

    def scrub(self, time):
        """Moves the scrubber to a time of the recording's clock, as a hand does, and waits until that is drawn."""
        self.run(
            "const s = document.getElementById('scrub'); s.value = report.toU(arguments[0] - JSON.parse(document.getElementById('data').textContent).t0);"
            "s.dispatchEvent(new Event('input', {bubbles: true}))", time)
        self.drawn()

    def drawn(self):
        """Waits for two frames: what was asked for is drawn in the first."""
        self.driver.execute_async_script("const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(done))")

    def contacts(self):
        """The contacts on the screen: place by number."""
        shown = self.run("return [...document.querySelectorAll('#stage [data-touch]')].map(e => [+e.dataset.touch, +e.dataset.x, +e.dataset.y])")
        return {int(number): (x, y) for number, x, y in shown}

    def rows(self):
        """The table's lines, by touch."""
        return self.run("return Object.fromEntries([...document.querySelectorAll('#contacts tr')].map(r => [r.dataset.touch, r.innerText]))")

    def complaints(self):
        """Fails if the page complained, or asked for anything but itself."""
        said = [entry for entry in self.driver.get_log("browser") if "favicon" not in entry["message"]]
        self.check(not said, "the console says: %s" % said)
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                url = message["params"]["request"]["url"]
                self.check(url.split("#")[0].startswith(("file://" + self.path, "data:")), "it asks for " + url)

    def screenshot(self, x, y, reach):
        """The colours of a square of the page as it is shown; the whole page goes into a file."""
        self.shots += 1
        self.driver.save_screenshot("%s-%d.png" % (self.path[:-5], self.shots))
        clip = {"x": max(0, x - reach), "y": max(0, y - reach), "width": 2 * reach, "height": 2 * reach, "scale": 1}
        part = self.driver.execute_cdp_cmd("Page.captureScreenshot", {"format": "png", "clip": clip})
        return pixels(base64.b64decode(part["data"]))


def pixels(data):
    """The colours in a PNG with 8 bits a channel."""
    place, parts, found = 8, b"", set()
    while place < len(data):
        length, kind = struct.unpack(">I4s", data[place:place + 8])
        body = data[place + 8:place + 8 + length]
        if kind == b"IHDR":
            width, height, depth, color = struct.unpack(">IIBB", body[:10])
            check(depth == 8 and color in (2, 6), "a screenshot of an unknown kind")
        if kind == b"IDAT":
            parts += body
        place += 12 + length
    size = 3 if color == 2 else 4
    raw, stride = zlib.decompress(parts), width * size
    before = bytearray(stride)
    for y in range(height):
        kind = raw[y * (stride + 1)]
        line = bytearray(raw[y * (stride + 1) + 1:(y + 1) * (stride + 1)])
        for i in range(stride):
            left = line[i - size] if i >= size else 0
            up, corner = before[i], before[i - size] if i >= size else 0
            if kind == 1:
                line[i] = (line[i] + left) & 255
            elif kind == 2:
                line[i] = (line[i] + up) & 255
            elif kind == 3:
                line[i] = (line[i] + (left + up) // 2) & 255
            elif kind == 4:
                guess = left + up - corner
                near = min((abs(guess - left), 0, left), (abs(guess - up), 1, up), (abs(guess - corner), 2, corner))
                line[i] = (line[i] + near[2]) & 255
        found.update(tuple(line[k:k + 3]) for k in range(0, stride, size))
        before = line
    return found


# --- What is checked

def check_places(page, touches):
    """Moves the scrubber to samples of the recording; the contacts must be where it has them."""
    seen = set()
    for number, samples in touches.items():
        chosen = samples[:-1] if len(samples) < 8 else samples[::max(1, len(samples) // 6)][:-1]
        for time, x, y in chosen:
            page.scrub(time)
            shown = page.contacts().get(number)
            page.check(shown == (round(x, 3), round(y, 3)), "touch %d at %d is shown at %s, not at %s" % (number, time, shown, (x, y)))
            seen.add(shown)
    page.check(len(seen) > 1, "the contacts do not move")


def check_pixels(page, touches):
    """The circle of a contact must be there in its colour, and gone when the contact is."""
    number, samples = max(touches.items(), key=lambda touch: len(touch[1]))
    time = samples[(len(samples) - 1) // 2][0]
    page.scrub(time)
    place = page.run(
        "const e = document.querySelector(`#stage [data-touch=\"${arguments[0]}\"] ellipse`), b = e.getBoundingClientRect();"
        "return [b.x, b.y, b.width, b.height, ...getComputedStyle(e).stroke.match(/\\d+/g).map(Number)]", number)
    x, y, width, height = place[:4]
    color = tuple(place[4:7])
    edge = max(width, height) / 2 + 2
    with_contact = page.screenshot(x + width / 2, y + height / 2, edge)
    page.check(color in with_contact, "no pixel of contact %d has its colour %s" % (number, color))
    # Without the contact, there are other colours at its place.
    page.run("report.seek(JSON.parse(document.getElementById('data').textContent).end)")
    page.run("document.getElementById('stage').replaceChildren()")
    page.drawn()
    without = page.screenshot(x + width / 2, y + height / 2, edge)
    page.check(with_contact != without, "the contact is not to be seen")
    return color


def check_play(page):
    """Playing moves the time on, and stops at the end; a key pauses."""
    page.run("report.seek(0)")
    page.run("document.getElementById('speed').value = '0.1'; document.getElementById('speed').dispatchEvent(new Event('change'))")
    page.driver.find_element(By.ID, "play").click()
    page.wait("return report.now > 0", "it does not play")
    # At once, for a short recording may come to its end meanwhile.
    paused = page.run(
        "const key = () => document.body.dispatchEvent(new KeyboardEvent('keydown', {key: ' ', bubbles: true}));"
        "if (!report.playing) key(); const before = report.playing; key(); return before && !report.playing")
    page.check(paused, "the space bar does not start and pause")
    page.run("report.seek(0)")
    page.driver.find_element(By.TAG_NAME, "body").send_keys(Keys.ARROW_RIGHT)
    page.wait("return report.now > 0", "the arrow key does not go to the next frame")
    page.run("document.getElementById('speed').value = '8'; document.getElementById('speed').dispatchEvent(new Event('change'))")
    page.run("report.seek(JSON.parse(document.getElementById('data').textContent).end - 300000)")
    page.run("document.getElementById('play').click()")
    page.wait("return !report.playing && report.now === JSON.parse(document.getElementById('data').textContent).end", "it does not play to the end")


def check_timeline(page):
    """A click in the timeline goes there; keys zoom."""
    page.run("report.seek(0)")
    page.run(
        "const l = document.getElementById('lanes'), b = l.getBoundingClientRect();"
        "for (const kind of ['pointerdown', 'pointerup']) l.dispatchEvent(new PointerEvent(kind, {clientX: b.x + b.width * .6, clientY: b.y + 1, pointerId: 1, bubbles: true}))")
    page.wait("return report.now > 0", "a click in the timeline does not go there")
    for key in ("+", "+", "-", "0", "f", "f", "n", "p", Keys.END, Keys.HOME):
        page.driver.find_element(By.TAG_NAME, "body").send_keys(key)
    page.wait("return report.now === 0", "Home does not go to the beginning")
    page.drawn()


def use(driver, path, recording):
    """All of it, for one report."""
    page = Page(driver, path)
    touches = {n: s for n, s in touch_lines(recording).items() if len(s) > 1} if recording.endswith((".script", ".jsonl")) else None
    if touches is None:
        touches = page.run(
            "const d = JSON.parse(document.getElementById('data').textContent), all = {};"
            "for (const t of d.touches) if (t.n) { let at = d.t0 + t.t; all[t.n] = []; for (let k = 0; k < t.s.length; k += 3) all[t.n].push([at += t.s[k], t.s[k + 1], t.s[k + 2]]); } return all")
        touches = {int(number): samples for number, samples in touches.items() if len(samples) > 1}
    page.check(touches, "no touches in it")
    chosen = dict(sorted(touches.items())[:12])
    return page, chosen


def scheme(driver, name):
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": name}]})


def whole(driver, path, recording, secret=()):
    """Uses a report in every way, in both schemes."""
    scheme(driver, "light")
    page, touches = use(driver, path, recording)
    touches = {number: samples for number, samples in touches.items() if number not in secret}
    check_places(page, touches)
    light = check_pixels(page, touches)
    background = page.run("return getComputedStyle(document.body).backgroundColor")
    check_timeline(page)
    check_play(page)
    scheme(driver, "dark")
    page.wait("return getComputedStyle(document.body).backgroundColor !== arguments[0]", "the dark scheme is as the light one", background)
    page.drawn()
    dark = check_pixels(page, touches)
    page.check(light != dark, "contacts have the same colour on white and on black")
    scheme(driver, "light")
    page.complaints()
    print("%s: %d touches" % (page.name, page.run("return report.touches.length")))
    return page


def check_measures(driver, path):
    """Pressure fills the circle, size makes it larger, the secure touch has no place, what happened is told."""
    page = Page(driver, path)
    states = []
    for time in (1010000, 1590000):
        page.scrub(time)
        states.append(page.run(
            "const e = document.querySelector('#stage [data-touch=\"1\"] ellipse'); return [+e.getAttribute('fill-opacity'), +e.getAttribute('ry')]"))
        page.check("0.1" in page.rows()["1"] or "0.9" in page.rows()["1"], "no pressure in the table: %s" % page.rows())
    page.check(states[0][0] < states[1][0] and states[0][1] < states[1][1], "pressure and size are not to be seen: %s" % states)
    page.scrub(5010000)
    page.check(page.contacts() == {} and "secure" in page.rows()["3"], "a secure touch: %s, %s" % (page.contacts(), page.rows()))
    page.scrub(6600000)
    log = page.run("return document.getElementById('log').innerText")
    for words in ("anomaly syn-dropped", "removed", "(secure): touchDown", "taken away"):
        page.check(words in log, "the events do not tell: " + words)
    page.check("612" not in page.run("return document.getElementById('data').textContent"), "the secure place is in the page")
    page.complaints()


def check_pages(driver, path):
    """Views are shown and hidden, values and arguments are told, times have hours and minutes."""
    page = Page(driver, path)
    for time, shown in ((1010000, (True, False)), (93000000, (False, True)), (98000000, (True, False))):
        page.scrub(time)
        for inner, outer in (("first", "say"), ("second", "volume")):
            wanted = shown[inner == "second"]
            page.check(page.run("return report.isShown(arguments[0], report.now)", inner) == wanted, "%s at %d" % (inner, time))
            page.check(page.run("return report.isShown(arguments[0], report.now)", outer) == wanted, "%s at %d" % (outer, time))
    log = page.run("return document.getElementById('log').innerText")
    for words in ("say 'two words' plain", "swap: valueChanged = 1", "volume: valueChanged = 0.", "first hidden", "second shown", "0:01:31.0"):
        page.check(words in log, "the events do not tell: %s: %s" % (words, log))
    page.complaints()


def check_heat(driver, path, touches):
    """A page of thousands of touches opens as a heat map; another choice shows the paths."""
    page = Page(driver, path)
    heat = page.run("return [document.getElementById('paths').value, report.heat && report.heat.cells, report.heat && report.heat.most]")
    page.check(heat[0] == "heat" and heat[1] > 100 and 1 < heat[2] <= touches, "no heat map: %s" % heat)
    before = page.run("return document.getElementById('under').toDataURL()")
    page.run("const p = document.getElementById('paths'); p.value = 'none'; p.dispatchEvent(new Event('change'))")
    page.drawn()
    page.check(before != page.run("return document.getElementById('under').toDataURL()"), "the heat map is not to be seen")


def check_width(driver, path):
    """On a narrow screen everything is in one column, and nothing is cut off."""
    for width in (1280, 800, 400):
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False})
        page = Page(driver, path)
        page.drawn()
        boxes = page.run(
            "return ['#stagebox', 'aside', 'footer', '#lanebox'].map(s => { const b = document.querySelector(s).getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom]; })")
        stage, aside, footer, lanes = boxes
        wide = page.run("return document.documentElement.scrollWidth")
        page.check(wide <= width, "%d wide, it is %d" % (width, wide))
        page.check(all(box[2] - box[0] > 100 and box[3] - box[1] > 20 for box in boxes), "%d wide, a part has no room: %s" % (width, boxes))
        page.check(footer[1] >= max(stage[3], aside[3]) - 1 and lanes[1] >= footer[1], "%d wide, parts cover each other: %s" % (width, boxes))
        beside = aside[1] < stage[3]
        page.check(beside == (width > 860), "%d wide, the list is %s the screen" % (width, "beside" if beside else "below"))
        driver.save_screenshot("%s-%d.png" % (path[:-5], width))
    driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def main():
    examples = os.path.join(root, "Examples")
    kiosk, gestures = (os.path.join(examples, name) for name in ("kiosk", "gestures"))
    layout = write("layout.yaml", LAYOUT)
    recordings = [
        (kiosk + ".script", "kiosk", kiosk + ".yaml", ()), (gestures + ".script", "gestures", gestures + ".yaml", ()),
        (gestures + ".script", "bare", None, ()), (write("made.jsonl", made_up()), "made", layout, (3, 4)),
        (write("many.script", many()), "many", kiosk + ".yaml", ()),
    ]
    shared = os.path.join(root, "..", "shared", "traces")
    for pattern in ("aosp/*.evemu", "evemu-devices/*double-top-swipe.events", "evemu-devices/Atmel*fast-taps.events"):
        for path in sorted(glob.glob(os.path.join(shared, pattern))):
            recordings.append((path, os.path.basename(path).rsplit(".", 1)[0], None, ()))
    profile = tempfile.mkdtemp()
    driver = browser(profile)
    try:
        for recording, name, used, secret in recordings:
            whole(driver, report(recording, name, used), recording, secret)
        swapped = report(write("pages.script", pages()), "pages", write("pages.yaml", PAGES))
        check_pages(driver, swapped)
        check_heat(driver, os.path.join(folder, "many.html"), 3000)
        for path in (swapped, os.path.join(folder, "kiosk.html"), os.path.join(folder, "many.html")):
            check_width(driver, path)
        check_measures(driver, os.path.join(folder, "made.html"))
    finally:
        driver.quit()
        shutil.rmtree(profile, ignore_errors=True)
    print("tools/test-report: %d reports work" % len(recordings))


main()
