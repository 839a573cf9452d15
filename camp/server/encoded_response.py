"""One response encoded once: its body in every content encoding, with headers and entity tags."""

import gzip
import hashlib
import re
from dataclasses import dataclass
from functools import lru_cache

import brotli

Headers = list[tuple[str, str]]

ENCODINGS = ("br", "gzip")
"""The smallest first."""

REQUEST_SPECIFIC = {"content-length", "etag", "date", "set-cookie", "x-request-id"}
MIN_COMPRESSED_BYTES = 500
BROTLI_QUALITY = 5
REFUSED = re.compile(r"q\s*=\s*0(\.0*)?")


@dataclass(frozen=True)
class Variant:
    etag: str
    body: bytes
    headers: Headers
    not_modified_headers: Headers


@dataclass(frozen=True)
class EncodedResponse:
    """A 200 response; ``""`` is the plain encoding."""

    variants: dict[str, Variant]

    def select(self, accept_encoding: str, if_none_match: str) -> tuple[int, Headers, bytes]:
        """Status (200 or 304), headers (a copy) and body."""
        encoding = next((each for each in _accepted(accept_encoding) if each in self.variants), "")
        variant = self.variants[encoding]
        if if_none_match and _matches(if_none_match, variant.etag):
            return 304, variant.not_modified_headers.copy(), b""
        return 200, variant.headers.copy(), variant.body


def encode_response(headers: Headers, body: bytes) -> EncodedResponse:
    """Without the headers that belong to a single request."""
    common = _with_vary([(name, value) for name, value in headers if name.lower() not in REQUEST_SPECIFIC])
    bodies = {"": body}
    if len(body) >= MIN_COMPRESSED_BYTES:
        bodies["br"] = brotli.compress(body, quality=BROTLI_QUALITY)
        bodies["gzip"] = gzip.compress(body, 6, mtime=0)
    # A weak entity tag of the application stays: it says that two bodies mean the same, which no hash of them does.
    weak = (value for name, value in headers if name.lower() == "etag" and value.startswith("W/"))
    etag = next(weak, f'"{hashlib.sha256(body).hexdigest()[:20]}"')
    return EncodedResponse({encoding: _variant(encoding, etag, common, each) for encoding, each in bodies.items()})


def _variant(encoding: str, plain_etag: str, common: Headers, body: bytes) -> Variant:
    etag = f'{plain_etag[:-1]}{encoding and "-" + encoding}"'
    headers = [*common, ("ETag", etag), ("Content-Length", str(len(body)))]
    if encoding:
        headers.append(("Content-Encoding", encoding))
    not_modified = [header for header in [*common, ("ETag", etag)] if header[0].lower() != "content-type"]
    return Variant(etag, body, headers, not_modified)


def _with_vary(headers: Headers) -> Headers:
    vary = [value for name, value in headers if name.lower() == "vary"]
    names = [part.strip() for value in vary for part in value.split(",") if part.strip()]
    if "accept-encoding" not in {name.lower() for name in names}:
        names.append("Accept-Encoding")
    return [(name, value) for name, value in headers if name.lower() != "vary"] + [("Vary", ", ".join(names))]


@lru_cache(maxsize=256)
def _accepted(accept_encoding: str) -> tuple[str, ...]:
    offers = (part.partition(";") for part in accept_encoding.lower().split(","))
    accepted = {name.strip() for name, _, weight in offers if not REFUSED.fullmatch(weight.strip())}
    return tuple(encoding for encoding in ENCODINGS if encoding in accepted)


def _matches(if_none_match: str, etag: str) -> bool:
    # Weakly, as RFC 9110, 13.1.2 requires of If-None-Match.
    return if_none_match.strip() == "*" or etag.removeprefix("W/") in {
        part.strip().removeprefix("W/") for part in if_none_match.split(",")
    }
