"""Which call of each function is measured, and the budgets it has."""

import base64
import hashlib
import hmac
import json
import struct
import time
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from aws import ORDER, openssl

ROOT = Path(__file__).resolve().parents[2]
PROVIDER, TOKENS, SHEETS = "provider", "tokens", "sheets"
CLIENT_SECRET = "bench-secret"
TABLES = {f"TABLE_{name}": name.lower() for name in ("CATALOGUE", "CONTENT", "REGISTRATIONS", "ADMIN", "ACCESS", "CHECK_IN")}


class Keys:
    """The pair of the administrators' tokens."""

    def __init__(self, folder):
        self.file = f"{folder}/token.der"
        openssl("genpkey", "-algorithm", "ed25519", "-outform", "DER", "-out", self.file)
        self.private = base64.b64encode(Path(self.file).read_bytes()).decode()
        public = openssl("pkey", "-inform", "DER", "-in", self.file, "-pubout", "-outform", "DER")
        self.public = base64.b64encode(public[-32:]).decode()
        self.folder = folder

    def authorization(self):
        def part(value):
            return base64.urlsafe_b64encode(value).rstrip(b"=").decode()

        claims = {"aud": "staff", "id": "a", "username": "bench", "role": "admin", "sid": "s", "exp": int(time.time()) + 3600}
        said = ".".join(part(json.dumps(each).encode()) for each in ({"alg": "EdDSA", "typ": "JWT"}, claims))
        # It signs files alone: an Ed25519 signature needs its message twice.
        message = Path(self.folder, "message")
        message.write_text(said)
        signature = openssl("pkeyutl", "-sign", "-rawin", "-keyform", "DER", "-inkey", self.file, "-in", str(message))
        return {"authorization": f"Bearer {said}.{part(signature)}"}


@dataclass
class Call:
    """One measured call; `event` makes what it is sent of the keys. Budgets are megabytes of the bootstrap, CPU ms of
    init with the first request, CPU ms of a warm request, and megabytes of resident memory. The one of a warm request
    leaves the network out, which cannot be separated here, unless `network` says that it may be taken in."""
    function: str
    what: str
    event: Callable[[Keys], dict]
    status: int
    size: float = 5.5
    first: float = 6
    warm: float = 0.3
    rss: float = 14
    network: bool = False
    starts: int = 15
    invocations: int = 100


def request(method, path, route=None, headers=None, body=None):
    return {
        "version": "2.0", "routeKey": f"{method} {route or path}", "rawPath": path, "rawQueryString": "",
        "headers": {"host": "bench", "content-type": "application/json", **(headers or {})},
        "requestContext": {"accountId": "1", "apiId": "a", "domainName": "bench", "domainPrefix": "b",
                           "http": {"method": method, "path": path, "protocol": "HTTP/1.1",
                                    "sourceIp": "1.2.3.4", "userAgent": "bench"},
                           "requestId": "r", "routeKey": f"{method} {route or path}", "stage": "$default",
                           "time": "21/Apr/2025:15:08:21 +0000", "timeEpoch": 1745248101067},
        **({"body": body} if body is not None else {}),
        "isBase64Encoded": False}


def webhook():
    """What the provider sends when its dashboard's "Test" is pressed, signed."""
    body = json.dumps({"data": {"test_object": {"test_key": "test_value"}}, "type": "WEBHOOK",
                       "event_time": "2025-09-03T16:12:03.622Z"})
    at = str(int(time.time() * 1000))
    digest = hmac.new(CLIENT_SECRET.encode(), (at + body).encode(), hashlib.sha256).digest()
    headers = {"x-webhook-timestamp": at, "x-webhook-signature": base64.b64encode(digest).decode()}
    return request("POST", "/api/payments/webhook", headers=headers, body=body)


def login():
    return request("POST", "/api/admin/login", body=json.dumps({"username": "nobody", "password": "not the password"}))


def message_of_a_robot():
    message = {"name": "Asha", "email": "asha@example.com", "message": "Hello", "website": "x"}
    return request("POST", "/api/contact", body=json.dumps(message))


def bounce():
    """What EventBridge brings of a mail without our tags."""
    return {"version": "0", "id": "1", "source": "aws.ses", "detail-type": "Email Bounced", "account": "1",
            "time": "2025-04-21T15:08:21Z", "region": "ap-south-1", "resources": [],
            "detail": {"eventType": "Bounce",
                       "mail": {"timestamp": "2025-04-21T15:08:20Z", "messageId": "m", "destination": ["a@example.com"],
                                "tags": {"ses:configuration-set": ["main"]}},
                       "bounce": {"bounceType": "Permanent", "bounceSubType": "General",
                                  "bouncedRecipients": [{"emailAddress": "a@example.com", "status": "5.1.1"}]}}}


def large_png():
    """Twelve megapixels, the most that is taken: 4000 × 3000 in stripes."""
    width, height = 4000, 3000

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(b"\0" + bytes((y * 7 % 256, y % 256, y // 16 % 256)) * width for y in range(height))
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b"")


def upload(path, kind, picture, keys, **pictures):
    data = f"data:image/{kind};base64,{base64.b64encode(picture).decode()}"
    body = {"bannerName": "Bench", "link": "/", "deskImgLink": data, **{name: data for name in pictures}}
    return request("POST", path, headers=keys.authorization(), body=json.dumps(body))


def calls():
    """Every function by one call, in the order of the table."""
    order = f"/api/order/{ORDER}"
    # The first of these requests does its own work, too, besides what every first one does.
    login_budgets = {"size": 8, "first": 6 + 100, "warm": 100, "network": True, "rss": 40, "invocations": 10}
    image = {"size": 8, "first": 6 + 1000, "warm": 1000, "network": True, "rss": 60, "starts": 5, "invocations": 5}

    def listed(function, path, **budgets):
        return Call(function, f"GET {path}", lambda keys: request("GET", path, headers=keys.authorization()), 200, **budgets)

    def picture(what, kind, read):
        return Call("brand", what, lambda keys: upload("/api/brand/addBanner", kind, read(), keys), 200, **image)

    return [
        Call("packages", "GET /api/packages/list", lambda _: request("GET", "/api/packages/list"), 200),
        Call("event", "GET /api/event", lambda _: request("GET", "/api/event"), 200),
        Call("order", "GET /api/order/{order_id}", lambda _: request("GET", order, "/api/order/{order_id}"), 200),
        Call("payments", "GET /api/payments/status/{order_id}",
             lambda _: request("GET", f"/api/payments/status/{ORDER}", "/api/payments/status/{order_id}"), 200,
             size=8),
        Call("payment-webhook", "a test ping, signed", lambda _: webhook(), 200, size=8),
        listed("admin", "/api/admin/attention", size=8),
        Call("admin", "POST /api/admin/login", lambda _: login(), 401, **login_budgets),
        listed("customers", "/api/customers", size=8),
        listed("till", "/api/till"),
        listed("results", "/api/results", size=8),
        listed("closing", "/api/closing", size=8),
        listed("check-in", "/api/check-in/lists"),
        listed("colleges", "/api/colleges"),
        listed("exams", "/api/exams"),
        listed("exam-details", "/api/exam-details", size=8),
        listed("sync", "/api/sync", size=8),
        listed("seating", "/api/halls"),
        listed("exports", "/api/exports", size=8),
        listed("imports", "/api/imports", size=8),
        listed("messages", "/api/messages", size=8),
        listed("bulk", "/api/bulk", size=8),
        Call("contact", "POST /api/contact by a robot", lambda _: message_of_a_robot(), 422),
        Call("passes", "POST /api/passes/find without an address", lambda _: request("POST", "/api/passes/find", body="{}"), 422),
        Call("notifier", "no records", lambda _: {"Records": []}, None),
        Call("mail-events", "of a message of the contact form", lambda _: bounce(), None),
        Call("operations", "a request without an action", lambda _: {}, None, size=8),
        Call("reconciler", "nothing due", lambda _: {"source": "aws.scheduler"}, None, size=8),
        listed("banners", "/api/banners/listBanners", size=8),
        listed("inst-brand", "/api/inst-brand/listBanners", size=8),
        listed("brand", "/api/brand/listBanners", size=8),
        picture("a photo of 1200 × 630", "jpeg", (ROOT / "web/public/og.jpg").read_bytes),
        picture("a picture of 12 megapixels", "png", large_png),
    ]


def environment(keys):
    """The variables of all functions; each reads its own."""
    return {**TABLES, "ADMIN_TOKEN_PUBLIC_KEY": keys.public, "ADMIN_TOKEN_SECRET": TOKENS, "PROVIDER_SECRET": PROVIDER,
            "PROVIDER_URL": "https://localhost:9/pg", "PROVIDER_API_VERSION": "2025-01-01",
            "SITE_ORIGIN": "https://expo.example", "PORTAL_ORIGIN": "https://admin.expo.example", "MAIL_FROM": "Expo <pass@expo.example>",
            "CONTACT_TO": "hello@expo.example", "MAIL_CONFIGURATION_SET": "", "VIEWER_HEADER_SECRET": "",
            "MEDIA_BUCKET": "media", "SYNC_FUNCTION": "sync", "EXPORTS_FUNCTION": "exports", "IMPORTS_FUNCTION": "imports", "EXPORTS_BUCKET": "exports",
            "MESSAGES_FUNCTION": "messages", "BULK_FUNCTION": "bulk", "MAILS_PER_SECOND": "10",
            "RECORDS_BUCKET": "records", "SECOND_FACTOR_FOR_ADMINS": "false", "UNPAID_KEPT_DAYS": "90", "SHEET_ID": "sheet",
            "SHEET_TAB": "Candidates", "SHEETS_SECRET": SHEETS}


def secrets(keys, sheets_key):
    return {PROVIDER: {"client_id": "bench", "client_secret": CLIENT_SECRET}, TOKENS: {"private_key": keys.private},
            SHEETS: {"client_email": "bench@expo.example", "private_key": sheets_key}}
