"""The web app in its bucket, and what CloudFront makes of a request for it."""

from pathlib import Path

from api import Host
from steps import expect

ROOT = Path(__file__).resolve().parents[2]
KINDS = ROOT / "infra" / "make" / "content-types"


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

    def read(self, web, picture):
        """A page, a prerendered one, deep links, a hashed file and a picture, each with what must stand in its head."""
        script = next((web / "assets").glob("*.js")).relative_to(web).as_posix()
        policy = ("content-security-policy", "default-src 'self'")
        for path, file, header in (
                ("/", "index.html", policy), ("/about-us", "about-us.html", policy), ("/login", "app.html", policy),
                ("/dashboard/customersdetails/C0", "app.html", policy),
                ("/payment/success?order_id=x", "app.html", ("referrer-policy", "no-referrer")),
                (f"/{script}", script, ("cache-control", "immutable"))):
            answer = self.host.call("GET", path)
            expect(answer.status == 200 and answer.body == (web / file).read_bytes(),
                   f"GET {path} is not {file}, but {answer.status} with {len(answer.body)} bytes: {answer}")
            expect(header[1] in answer.headers.get(header[0], ""), f"GET {path} has the headers {answer.headers}")
        answer = self.host.call("GET", picture)
        expect(answer.status == 200 and answer.body[:2] == b"\xff\xd8", f"GET {picture}: {answer}")
        answer = self.host.call("GET", "/media/nothing.jpg")
        expect(answer.status in (403, 404), f"A picture that is not there is answered {answer}")
