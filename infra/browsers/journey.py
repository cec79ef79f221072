"""`make browsers`: one journey in Firefox and one in WebKit, on the local system: a student registers, pays, holds the pass and
saves it as a picture; staff find the student in the portal; the door admits the pass."""

import argparse
import glob
import os
import struct
import sys
import time
import zlib

from webdriver import DESK, PHONE, Failed, Firefox, WebKit, folder, waited

# Twice 34rem, which a ticket is wide.
TICKET_WIDTH = 1088

# A field is its control, which its label names. Those that overlap in height stand in one row.
ROWS = """
const fields = [...document.querySelectorAll('input[id]:not([type=file]), select[id]')]
  .filter((control) => control.checkVisibility() && control.labels.length > 0)
  .map((control) => [control.getBoundingClientRect(), control.labels[0].getBoundingClientRect().top, control.labels[0].innerText])
  .filter(([, , label]) => label);
return fields.flatMap(([one, top, label], at) => fields.slice(at + 1)
  .filter(([other]) => other.left !== one.left && other.top < one.bottom && one.top < other.bottom)
  .map(([, otherTop, otherLabel]) => [Math.abs(otherTop - top), label, otherLabel]));
"""


def labels_in_line(browser):
    """Where fields stand side by side, a control that is higher than the others has its label higher, too."""
    rows = waited(lambda: browser.run(ROWS), f"fields side by side on {browser.address()}")
    apart, *labels = max(rows)
    if apart > 0.5:
        raise Failed(f"the labels {labels} are {apart} px apart on {browser.address()}")


def register(browser, site, student):
    browser.open(f"{site}/#register")
    browser.shows("To pay")
    # The section stands behind a dialog that opens by itself, and each has its form.
    if browser.run("return document.querySelector('dialog[open]') !== null"):
        browser.run("document.querySelector('dialog[open] button').click()")
    package = "//*[@id='register']//label[contains(., '%s')]//input"
    browser.click(package % "Single Exam")
    browser.resize(DESK)
    labels_in_line(browser)
    browser.resize(PHONE)
    browser.click(package % "All-Inclusive")
    form = "//*[@id='register']//input[@name='%s']"
    for name in ("name", "email", "phone"):
        browser.type(browser.find(form % name), student[name])
    browser.click("//*[@id='register']//button[@type='submit']")


def pay(browser):
    waited(lambda: "/checkout/pay/" in browser.address(), "the payment page")
    browser.click("//button[starts-with(normalize-space(), 'Pay ₹')]")
    waited(lambda: "/payment/success" in browser.address(), "the pass")
    browser.shows("You are registered")


def pixels(png):
    """Width, height and the lines of a PNG that holds what it says: whole, of eight bits, and no interlacing."""
    if png[:8] != b"\x89PNG\r\n\x1a\n":
        raise Failed("it is not a PNG")
    at, packed, width, height, channels = 8, b"", 0, 0, 0
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        kind, data = png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        if struct.unpack(">I", png[at + 8 + length : at + 12 + length]) != (zlib.crc32(kind + data),):
            raise Failed(f"{kind} of the PNG is damaged")
        if kind == b"IHDR":
            width, height, _, colour = struct.unpack(">IIBB", data[:10])
            channels = {2: 3, 6: 4}[colour]
        elif kind == b"IDAT":
            packed += data
        at += 12 + length
    line = 1 + width * channels
    unpacked = zlib.decompress(packed)
    if len(unpacked) != line * height:
        raise Failed(f"a PNG of {width} by {height} has {len(unpacked)} bytes")
    return width, height, {unpacked[start : start + line] for start in range(0, len(unpacked), line)}


def save_picture(browser):
    """The file that the browser keeps: the ticket about 4:5, two pixels for each of its own, however wide the page is."""
    browser.click("//button[normalize-space()='Download Pass']")
    kept = waited(lambda: glob.glob(os.path.join(browser.downloads, "pass-*.png")), "the file")
    waited(lambda: len(os.listdir(browser.downloads)) == 1 and os.path.getsize(kept[0]), "the end of the download")
    with open(kept[0], "rb") as file:
        width, height, lines = pixels(file.read())
    if width != TICKET_WIDTH or not 1.2 <= height / width <= 1.3:
        raise Failed(f"the picture has {width} by {height} pixels")
    # Paper alone has a few kinds of line, and a ticket with a code and text hundreds.
    if len(lines) < 200:
        raise Failed(f"the picture is nearly empty: {len(lines)} kinds of line")
    return f"{os.path.basename(kept[0])}, {width} by {height} pixels"


def sign_in(browser, password):
    browser.fill("Username", "admin")
    browser.fill("Password", password)
    browser.click("//button[normalize-space()='Sign in']")


def journey(browser, site, password):
    unique = f"{int(time.time() * 1000)}"
    student = {"name": "Asha Nair", "email": f"asha-{unique}@example.com", "phone": f"9{unique[-9:]}"}
    step = lambda words: print(f"    {browser.name}: {words}", flush=True)  # noqa: E731
    register(browser, site, student)
    pay(browser)
    step("registered, paid, and holds the pass")
    step(f"picture: {save_picture(browser)}")
    number = browser.run(
        "return [...document.querySelectorAll('dd')].map((one) => one.innerText.trim())"
        ".find((text) => /^\\w{4} \\w{4} \\w{4}$/.test(text))"
    )
    browser.open(f"{site}/login")
    sign_in(browser, password)
    browser.shows("Dashboard")
    origin = browser.run("return location.origin")
    browser.open(f"{origin}/dashboard/customersdetails/{number.replace(' ', '')}")
    browser.shows("Paid, pass valid")
    browser.resize(DESK)
    for page, field in (("customers-new", "Payment Mode"), ("customer-list", "Search by Email"), ("audit-log", "From")):
        browser.open(f"{origin}/dashboard/{page}")
        browser.shows(field)
        labels_in_line(browser)
    browser.resize(PHONE)
    step("the portal shows the payment, and its labels stand in line")
    browser.open(f"{site}/door")
    sign_in(browser, password)
    browser.fill("This phone is at", "Gate 2")
    browser.click("//main//ul//button")
    browser.click("//button[normalize-space()='Number']")
    browser.fill("Pass number", number)
    browser.click("//button[normalize-space()='Check in']")
    browser.shows("Admitted")
    browser.shows(student["name"])
    step("the door admits the pass")


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--site", required=True)
    arguments.add_argument("--password", default=os.environ.get("LOCAL_ADMIN_PASSWORD", "expo-admin"))
    arguments.add_argument("browsers", nargs="*", default=["firefox", "webkit"])
    given = arguments.parse_args()
    failed = False
    for which in given.browsers or ["firefox", "webkit"]:
        with folder() as place:
            browser = None
            try:
                browser = Firefox(place) if which == "firefox" else WebKit(place, small_browser())
                print(f"{browser.name} {browser.version}", flush=True)
                journey(browser, given.site, given.password)
            except Failed as failure:
                failed = True
                print(f"    {which}: failed: {failure}", file=sys.stderr)
            finally:
                if browser:
                    browser.close()
    sys.exit(failed)


def small_browser():
    found = sorted(glob.glob("/usr/lib/*/webkit2gtk-4.*/MiniBrowser"))
    if not found:
        raise Failed("webkit2gtk-driver has no MiniBrowser")
    return found[-1]


if __name__ == "__main__":
    main()
