"""Stand-ins for what the site has in production, on a machine without accounts; for ``CAMP_DEMO=1`` alone.

``python -m camp.demo run`` (behind ``make run``) supervises PostgreSQL, the Auth emulator, the card stand-in and the
site. The settings call :func:`apply_defaults`; the tests call :func:`start_postgres`. Nothing here imports Django.
"""

from camp.demo.environment import apply_defaults
from camp.demo.postgres import PostgresHandle, start_postgres

__all__ = ["PostgresHandle", "apply_defaults", "start_postgres"]
