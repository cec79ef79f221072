"""A browser that is not Chromium, driven by the commands of the WebDriver standard."""

import contextlib
import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"

# Firefox makes its windows 450 pixels wide at least.
PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 900}


class Failed(Exception):
    """What the browser answered in place of a result."""


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def home(folder):
    """The environment of a person whose files are all in the folder."""
    return {**{name: value for name, value in os.environ.items() if not name.startswith("XDG_")}, "HOME": folder}


def waited(look, what, seconds=60):
    """Until `look` gives something that is true: its last failure is told if it never does."""
    until = time.monotonic() + seconds
    reason = ""
    while time.monotonic() < until:
        try:
            found = look()
            if found:
                return found
        except (Failed, OSError) as failure:
            reason = f": {failure}"
        time.sleep(0.2)
    raise Failed(f"{what} did not come within {seconds} seconds{reason}")


class Browser:
    """What the journey asks of either browser."""

    def __init__(self, folder):
        self.downloads = os.path.join(folder, "downloads")
        os.makedirs(self.downloads)

    def find(self, xpath):
        return waited(lambda: self.look(xpath), f"{xpath} on {self.address()}")

    def click(self, xpath):
        # Drawn anew between being found and being pressed, an element is looked for again.
        waited(lambda: self.press(self.find(xpath)) or True, f"pressing {xpath}")

    def fill(self, label, text):
        self.type(self.find(f"//label[contains(normalize-space(), '{label}')]/following::input[1]"), text)

    def shows(self, text):
        waited(lambda: text in self.text("document.body.innerText"), f"“{text}” on {self.address()}")

    def address(self):
        return self.text("location.href")

    def text(self, expression):
        # A script that runs while one page gives way to the next has no value.
        return self.run(f"return {expression}") or ""


class Firefox(Browser):
    """Firefox speaks to whoever starts it: length, colon, and a list of type, number, command and parameters."""

    name = "Firefox"

    def __init__(self, folder):
        super().__init__(folder)
        profile = os.path.join(folder, "firefox")
        os.makedirs(profile)
        port = free_port()
        settings = {
            "marionette.port": port,
            "browser.download.folderList": 2,
            "browser.download.dir": self.downloads,
            "browser.download.always_ask_before_handling_new_types": False,
            "browser.shell.checkDefaultBrowser": False,
            "datareporting.policy.dataSubmissionEnabled": False,
        }
        with open(os.path.join(profile, "user.js"), "w", encoding="utf-8") as file:
            file.writelines(f"user_pref({json.dumps(key)}, {json.dumps(value)});\n" for key, value in settings.items())
        self.process = subprocess.Popen(
            ["firefox-esr", "--headless", "--marionette", "--no-remote", "--profile", profile],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=home(folder),
            start_new_session=True,
        )
        self.connection = waited(lambda: socket.create_connection(("127.0.0.1", port), 120), "Firefox")
        self.rest = b""
        self.number = 0
        self._receive()
        made = self.ask("WebDriver:NewSession", {})
        self.version = made["capabilities"]["browserVersion"]
        self.resize(PHONE)

    def resize(self, size):
        self.ask("WebDriver:SetWindowRect", size)

    def _receive(self):
        while b":" not in self.rest:
            self.rest += self.connection.recv(65536)
        length, _, self.rest = self.rest.partition(b":")
        while len(self.rest) < int(length):
            self.rest += self.connection.recv(65536)
        message, self.rest = self.rest[: int(length)], self.rest[int(length) :]
        return json.loads(message)

    def ask(self, command, parameters):
        self.number += 1
        message = json.dumps([0, self.number, command, parameters]).encode()
        self.connection.sendall(str(len(message)).encode() + b":" + message)
        _, _, error, result = self._receive()
        if error:
            raise Failed(f"{command}: {error['message']}")
        return result["value"] if isinstance(result, dict) and set(result) == {"value"} else result

    def open(self, url):
        self.ask("WebDriver:Navigate", {"url": url})

    def look(self, xpath):
        return self.ask("WebDriver:FindElement", {"using": "xpath", "value": xpath})[ELEMENT]

    def press(self, element):
        self.ask("WebDriver:ElementClick", {"id": element})

    def type(self, element, text):
        self.ask("WebDriver:ElementSendKeys", {"id": element, "text": text})

    def run(self, script, *arguments):
        return self.ask("WebDriver:ExecuteScript", {"script": script, "args": list(arguments)})

    def close(self):
        self.connection.close()
        os.killpg(self.process.pid, 9)
        self.process.wait()


class WebKit(Browser):
    """WebKitGTK's small browser behind its own WebDriver server."""

    name = "WebKit"

    def __init__(self, folder, small_browser):
        super().__init__(folder)
        # It keeps files where the desktop has its downloads.
        os.makedirs(os.path.join(folder, ".config"))
        with open(os.path.join(folder, ".config", "user-dirs.dirs"), "w", encoding="utf-8") as file:
            file.write('XDG_DOWNLOAD_DIR="$HOME/downloads"\n')
        port = free_port()
        self.process = subprocess.Popen(
            ["dbus-run-session", "--", "xvfb-run", "-a", "WebKitWebDriver", f"--port={port}"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            # In a machine without user namespaces WebKit's own sandbox cannot be built; the pages are ours.
            env={**home(folder), "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"},
            start_new_session=True,
        )
        self.server = f"http://127.0.0.1:{port}"
        self.session = ""
        waited(lambda: self._send("GET", "/status", None) is not None, "WebKitWebDriver")
        options = {"binary": small_browser, "args": ["--automation"]}
        made = self._send("POST", "/session", {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}})
        self.session = f"/session/{made['sessionId']}"
        self.version = made["capabilities"]["browserVersion"]
        self.resize(PHONE)

    def resize(self, size):
        self.ask("POST", "/window/rect", size)

    def _send(self, method, path, body):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.server + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as refusal:
            said = json.load(refusal)["value"]
            raise Failed(f"{path}: {said.get('error')} {said.get('message')}") from refusal

    def ask(self, method, path, body=None):
        return self._send(method, self.session + path, body)

    def open(self, url):
        self.ask("POST", "/url", {"url": url})

    def look(self, xpath):
        return self.ask("POST", "/element", {"using": "xpath", "value": xpath})[ELEMENT]

    def press(self, element):
        self.ask("POST", f"/element/{element}/click", {})

    def type(self, element, text):
        self.ask("POST", f"/element/{element}/value", {"text": text})

    def run(self, script, *arguments):
        return self.ask("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def close(self):
        try:
            self._send("DELETE", self.session, None)
        except (Failed, OSError):
            pass
        os.killpg(self.process.pid, 15)
        self.process.wait()


@contextlib.contextmanager
def folder():
    place = tempfile.mkdtemp(prefix="browsers-")
    try:
        yield place
    finally:
        shutil.rmtree(place, ignore_errors=True)
