"""A headless Chromium to be used as a reader would, and checks of what it shows.

Needs nothing but Chromium and Python: the browser is driven over a pipe.
"""

import base64
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# What `.ci/run` takes for 'skipped'.
CAN_NOT_RUN = 77
FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--hide-scrollbars",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--remote-debugging-pipe",
]


class Browser:
    """Speaks the DevTools protocol: JSON with a zero byte behind it, in over descriptor 3, out over 4."""

    def __init__(self, program, profile):
        in_read, self.into = os.pipe()
        self.out, out_write = os.pipe()
        command = 'exec "$@" 3<&"$0" 4>&"${CHROMIUM_OUT}"'
        self.process = subprocess.Popen(
            ["bash", "-c", command, str(in_read), program, *FLAGS, f"--user-data-dir={profile}"],
            pass_fds=(in_read, out_write), env={**os.environ, "CHROMIUM_OUT": str(out_write)},
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        os.close(in_read)
        os.close(out_write)
        self.left, self.number, self.session, self.events = b"", 0, None, []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ["Page", "Runtime", "Network", "Log"]:
            self.call(f"{domain}.enable")

    def receive(self):
        while b"\0" not in self.left:
            part = os.read(self.out, 1 << 16)
            if not part:
                sys.exit("the browser has gone away")
            self.left += part
        message, self.left = self.left.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, **params):
        self.number += 1
        message = {"id": self.number, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.into, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                if "error" in answer:
                    sys.exit(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def open(self, url):
        self.events.clear()
        self.call("Page.navigate", url="about:blank")
        self.call("Page.navigate", url=url)
        while self.value("document.readyState + ' ' + location.href") != f"complete {url}":
            time.sleep(0.02)

    def value(self, expression):
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in result:
            sys.exit(f"{expression}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def look_like(self, width, height, scheme):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
                  mobile=width < 600)
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def press(self, key, text=None):
        down = {"type": "keyDown", "key": key}
        if text:
            down["text"] = text
        if key == "Tab":
            down["windowsVirtualKeyCode"] = 9
        self.call("Input.dispatchKeyEvent", **down)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key)

    def click(self, selector):
        """Clicks in the middle of what it finds, after bringing it into view."""
        place = self.value(f"""(() => {{
            const element = document.querySelector({json.dumps(selector)});
            element.scrollIntoView({{ block: "nearest", inline: "nearest" }});
            const box = element.getBoundingClientRect();
            return [box.x + box.width / 2, box.y + box.height / 2];
        }})()""")
        for kind in ["mousePressed", "mouseReleased"]:
            self.call("Input.dispatchMouseEvent", type=kind, x=place[0], y=place[1], button="left", clickCount=1)
        self.settle()

    def settle(self):
        """Waits until what is on its way has been drawn."""
        wait = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
        self.call("Runtime.evaluate", expression=wait, awaitPromise=True)

    def type(self, text):
        for letter in text:
            self.press(letter, letter)

    def picture(self, path):
        data = self.call("Page.captureScreenshot", format="png")["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def close(self):
        os.close(self.into)
        os.close(self.out)
        self.process.terminate()
        self.process.wait()


failures = 0


def check(what, found, wanted):
    global failures
    if found == wanted:
        print(f"  {what}")
    else:
        failures += 1
        print(f"  FAILED: {what}: found {found!r}, not {wanted!r}")


def run(use):
    """Opens a browser, has it used, and says what came of that."""
    program = next(filter(None, map(shutil.which, ["chromium", "chromium-browser", "google-chrome"])), None)
    if program is None:
        print("there is no Chromium")
        return CAN_NOT_RUN
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Browser(program, profile)
        try:
            use(browser)
        finally:
            browser.close()
    print("all is well" if failures == 0 else f"{failures} failed")
    return min(failures, 1)
