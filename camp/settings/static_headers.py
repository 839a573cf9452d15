"""How long browsers store static files. This module does not import Django, because the settings import it."""

from wsgiref.headers import Headers

DAY_SECONDS = 86_400


def store_pictures_for_a_day(headers: Headers, path: str, url: str) -> None:
    """For pictures whose addresses have no hash: users have chosen them, or other sites link them.

    WhiteNoise calls this for each static file, and stores those of the build, which have a hash, for ten years.
    """
    if url.startswith("/static/pictures/"):
        headers["Cache-Control"] = f"public, max-age={DAY_SECONDS}"
