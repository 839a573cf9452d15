"""Path converters for primary keys.

Text that is not an id becomes an id that no row has. The view then responds as for a missing row: 401 and 403 come
first, the 404 has the API's error shape. (A converter that does not match would pass the request to another route.)
"""

import re
from uuid import UUID

from core.errors import NotFound

ID_PATTERN = r"[0-9]{1,18}"
NO_ID = 0
NO_UUID = UUID(int=0)


def parse_id(text: str) -> int:
    """NotFound unless it is 1 to 18 ASCII digits."""
    if not re.fullmatch(ID_PATTERN, text):
        raise NotFound
    return int(text)


class IdConverter:
    """``<id:...>``"""

    regex = "[^/]+"

    def to_python(self, value: str) -> int:
        try:
            return parse_id(value)
        except NotFound:
            return NO_ID

    def to_url(self, value: int) -> str:
        return str(value)


class UUIDConverter:
    """``<uuid_id:...>``"""

    regex = "[^/]+"

    def to_python(self, value: str) -> UUID:
        try:
            return UUID(value)
        except ValueError:
            return NO_UUID

    def to_url(self, value: UUID) -> str:
        return str(value)
