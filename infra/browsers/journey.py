"""`make browsers`: one journey in Firefox and one in WebKit, on the local system: a student registers, pays, holds the pass and
saves it as a picture; staff find the student in the portal; the door admits the pass.

What a browser cannot show here is said, and is no failure."""

import argparse
import glob
import os
import sys
import time

from webdriver import Failed, Firefox, WebKit, folder, waited

HEIGHTS = """
return [...document.querySelectorAll('form input[id]:not([type=file]), form select[id]')]
  .filter((control) => control.checkVisibility())
  .map((control) => control.getBoundingClientRect().height);
"""


def labels_in_line(browser):
    """Where fields stand side by side, a select that is higher than an input has its label higher, too."""
    heights = waited(lambda: browser.run(HEIGHTS), "the fields")
    if max(heights) - min(heights) > 1:
        raise Failed(f"inputs and selects are {min(heights)} to {max(heights)} px high on {browser.address()}")


def register(browser, site, student):
    browser.open(f"{site}/#register")
    browser.shows("To pay")
    # The section stands behind a dialog that opens by itself, and each has its form.
    if browser.run("return document.querySelector('dialog[open]') !== null"):
        browser.run("document.querySelector('dialog[open] button').click()")
    package = "//*[@id='register']//label[contains(., '%s')]//input"
    browser.click(package % "Single Exam")
    labels_in_line(browser)
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


def save_picture(browser):
    """The picture as the browser keeps it, or as the page has made it where the browser does not say what it keeps."""
    browser.run(
        "window.made = [];"
        "const make = URL.createObjectURL;"
        "URL.createObjectURL = (blob) => { window.made.push([blob.type, blob.size]); return make.call(URL, blob); };"
        "const click = HTMLAnchorElement.prototype.click;"
        "HTMLAnchorElement.prototype.click = function () { window.made.push([this.download, this.href.length]);"
        " return click.call(this); };"
    )
    browser.click("//button[normalize-space()='Download Pass']")
    made = waited(lambda: browser.run("return window.made"), "the picture")
    if browser.downloads is None:
        return f"made by the page ({made}); whether the browser keeps it cannot be seen here"
    kept = waited(lambda: glob.glob(os.path.join(browser.downloads, "pass-*.png")), "the file")
    waited(lambda: not glob.glob(os.path.join(browser.downloads, "*.part")), "the end of the download")
    with open(kept[0], "rb") as file:
        start = file.read(24)
    if start[:8] != b"\x89PNG\r\n\x1a\n":
        raise Failed(f"{kept[0]} is not a PNG")
    return f"{os.path.basename(kept[0])}, {int.from_bytes(start[16:20], 'big')} by {int.from_bytes(start[20:24], 'big')} pixels"


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
    browser.open(f"{origin}/dashboard/customers-new")
    browser.shows("Payment Mode")
    labels_in_line(browser)
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
