"""PDF files that the site makes."""

from io import BytesIO

from pypdf import PdfReader


def read_pdf(content: bytes) -> PdfReader:
    return PdfReader(BytesIO(content))


def pdf_text(content: bytes) -> str:
    """Returns the text of all pages, with one space between words."""
    return " ".join(" ".join(page.extract_text() for page in read_pdf(content).pages).split())
