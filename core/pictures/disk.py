from contextlib import suppress
from pathlib import Path
from typing import Any
from uuid import uuid4

from django.core.files.base import File
from django.core.files.storage import FileSystemStorage


class WholeFileStorage(FileSystemStorage):
    """Writes a file under another name first, so that a full disk or a killed process leaves no broken file."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options, allow_overwrite=True)

    def _save(self, name: str, content: File) -> str:
        partial = Path(self.path(f"{name}.{uuid4().hex}.partial"))
        try:
            super()._save(str(partial), content)  # type: ignore[misc]
            partial.replace(self.path(name))
        except BaseException:
            with suppress(OSError):
                partial.unlink(missing_ok=True)
            raise
        return name
