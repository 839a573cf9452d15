"""One answer made ready once: its body in every encoding, with its headers and entity tags."""

import gzip
import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

import brotli

Headers = list[tuple[str, str]]

ENCODINGS = ("br", "gzip")
"""The smallest first."""

NOT_REPEATED = {"content-length", "etag", "date", "set-cookie", "x-request-id"}
SMALLEST_WORTH_COMPRESSING = 500
BROTLI_QUALITY = 5
REFUSED = re.compile(r"q\s*=\s*0(\.0*)?")


@dataclass(frozen=True)
class Variant:
    """The answer in one encoding."""

    etag: str
    body: bytes
    headers: Headers
    headers_if_had: Headers
    """For 304 Not Modified."""


@dataclass(frozen=True)
class Prepared:
    """An answer 200 in every encoding; plain is ``""``."""

    variants: dict[str, Variant]

    def answer(self, accept_encoding: str, if_none_match: str) -> tuple[int, Headers, bytes]:
        """Status (200 or 304), headers and body for a client that sent these two headers. The headers are a copy."""
        encoding = next((each for each in _accepted(accept_encoding) if each in self.variants), "")
        variant = self.variants[encoding]
        if if_none_match and _matches(if_none_match, variant.etag):
            return 304, variant.headers_if_had.copy(), b""
        return 200, variant.headers.copy(), variant.body


def prepare(headers: Iterable[tuple[str, str]], body: bytes) -> Prepared:
    """Make an answer ready. Headers that belong to a single request are left out."""
    kept = _with_vary([(name, value) for name, value in headers if name.lower() not in NOT_REPEATED])
    bodies = {"": body}
    if len(body) >= SMALLEST_WORTH_COMPRESSING:
        bodies["br"] = brotli.compress(body, quality=BROTLI_QUALITY)
        bodies["gzip"] = gzip.compress(body, 6, mtime=0)
    digest = hashlib.sha256(body).hexdigest()[:20]
    return Prepared({encoding: _variant(encoding, digest, kept, each) for encoding, each in bodies.items()})


def _variant(encoding: str, digest: str, kept: Headers, body: bytes) -> Variant:
    etag = f'"{digest}{encoding and "-" + encoding}"'
    headers = [*kept, ("ETag", etag), ("Content-Length", str(len(body)))]
    if encoding:
        headers.append(("Content-Encoding", encoding))
    if_had = [header for header in [*kept, ("ETag", etag)] if header[0].lower() != "content-type"]
    return Variant(etag, body, headers, if_had)


def _with_vary(headers: Headers) -> Headers:
    vary = [value for name, value in headers if name.lower() == "vary"]
    names = [part.strip() for value in vary for part in value.split(",") if part.strip()]
    if "accept-encoding" not in {name.lower() for name in names}:
        names.append("Accept-Encoding")
    return [(name, value) for name, value in headers if name.lower() != "vary"] + [("Vary", ", ".join(names))]


@lru_cache(maxsize=256)
def _accepted(accept_encoding: str) -> tuple[str, ...]:
    """Our encodings that the client takes; none where it refuses them or says nothing."""
    offers = (part.partition(";") for part in accept_encoding.lower().split(","))
    taken = {name.strip() for name, _, weight in offers if not REFUSED.fullmatch(weight.strip())}
    return tuple(encoding for encoding in ENCODINGS if encoding in taken)


def _matches(sent: str, etag: str) -> bool:
    """Whether the client has this very answer (RFC 9110, 13.1.2: weak comparison)."""
    return sent.strip() == "*" or etag in {part.strip().removeprefix("W/") for part in sent.split(",")}
