"""The web app in its bucket, and what CloudFront makes of a request for it."""

import json
from pathlib import Path

from api import Host
from steps import expect

ROOT = Path(__file__).resolve().parents[2]
KINDS = ROOT / "infra" / "make" / "content-types"
PATHS = ROOT / "infra" / "cloudfront" / "paths.json"
MISSING = (403, 404)  # 404 in AWS; gaps.py says why not here


class Site:
    """The distribution, its bucket, and the address under which people come."""

    def __init__(self, emulator, stack):
        outputs = {one["OutputKey"]: one["OutputValue"] for one in stack.description()["Outputs"]}
        self.bucket = outputs["WebBucketName"]
        self.s3 = emulator.client("s3")
        self.host = Host(emulator, outputs["DistributionDomain"])

    def upload(self, web):
        """Puts the files where infra/make/deploy publishes them, as what they are and with their time to live."""
        lines = [line.split("\t") for line in KINDS.read_text().splitlines() if not line.startswith("#")]
        kinds = {f".{extension}": kind for extension, kind in lines}
        for file in sorted(path for path in web.rglob("*") if path.is_file() and ".vite" not in path.parts):
            name = file.relative_to(web).as_posix()
            expect(file.suffix in kinds, f"infra/make/content-types does not know {name}")
            cache = ("public, max-age=31536000, immutable" if name.startswith("assets/")
                     else "no-cache" if file.suffix == ".html" else "public, max-age=3600")
            self.s3.put_object(Bucket=self.bucket, Key=f"site/{name}", Body=file.read_bytes(),
                               ContentType=kinds[file.suffix], CacheControl=cache)

    def empty(self):
        """Removes all that was uploaded."""
        for page in self.s3.get_paginator("list_objects_v2").paginate(Bucket=self.bucket):
            for file in page.get("Contents", []):
                self.s3.delete_object(Bucket=self.bucket, Key=file["Key"])

    def read(self, web, picture):
        """Every path of the table that the rule for paths is tested with, and a picture."""
        for row in json.loads(PATHS.read_text()):
            answer, file = self.host.call("GET", row["path"]), web / row["object"].lstrip("/")
            if file.is_file():
                # The page of an address that no app has a route for is read with the status of one.
                status = 404 if file.name.endswith("not-found.html") else 200
                expect(answer.status == status and answer.body == file.read_bytes(),
                       f"GET {row['path']} is not {file.name} with the status {status}: {answer}")
            else:
                expect(answer.status in MISSING, f"GET {row['path']} leads to no file and is answered {answer}")
        answer = self.host.call("GET", picture)
        expect(answer.status == 200 and answer.body[:2] == b"\xff\xd8", f"GET {picture}: {answer}")
        answer = self.host.call("GET", "/media/nothing.jpg")
        expect(answer.status in MISSING, f"A picture that is not there is answered {answer}")

    def look_at_headers(self, web):
        """What must be in the head of a page, of a page with personal data, and of a hashed file."""
        script = next((web / "assets").glob("*.js")).relative_to(web).as_posix()
        for path, header, value in (
                ("/", "content-security-policy", "default-src 'self'"),
                ("/", "cache-control", "no-cache"),
                ("/payment/success?order_id=x", "content-security-policy", "default-src 'self'"),
                ("/payment/success?order_id=x", "referrer-policy", "no-referrer"),
                ("/payment/success?order_id=x", "cache-control", "no-store"),
                (f"/{script}", "cache-control", "immutable")):
            headers = self.host.call("GET", path).headers
            expect(value in headers.get(header, ""), f"GET {path} has the headers {headers}")
