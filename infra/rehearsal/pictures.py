"""Pictures to upload, and the size of the JPEGs that come of them."""

import base64
import struct
import zlib

from steps import Failure


def png(width, height, colour):
    """A data URL of a PNG in one colour (red, green, blue)."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = (b"\0" + bytes(colour) * width) * height
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    picture = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
    return f"data:image/png;base64,{base64.b64encode(picture).decode()}"


def jpeg_size(data):
    """Width and height of a JPEG, from its frame header."""
    position = 2
    while data[:2] == b"\xff\xd8" and position + 9 < len(data) and data[position] == 0xFF:
        marker, length = data[position + 1], struct.unpack(">H", data[position + 2:position + 4])[0]
        if marker in (0xC0, 0xC1, 0xC2):
            height, width = struct.unpack(">HH", data[position + 5:position + 9])
            return width, height
        position += 2 + length
    raise Failure("What is in the bucket is not a JPEG")
