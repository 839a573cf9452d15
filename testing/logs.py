"""The log of a test."""

import io
import json
import logging
from typing import Any

from camp.settings import logs


class Log:
    """Collects the log in the format of production."""

    def __init__(self) -> None:
        self.stream = io.StringIO()
        configuration = logs.configuration(readable=False)
        line = dict(configuration["formatters"]["line"])
        self.handler = logging.StreamHandler(self.stream)
        self.handler.setFormatter(line.pop("()")(**line))

    @property
    def text(self) -> str:
        return self.stream.getvalue()

    @property
    def lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.text.splitlines()]
