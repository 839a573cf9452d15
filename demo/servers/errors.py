"""Errors of the demo. Their messages are shown to the developer and say what to do."""


class DemoRefused(RuntimeError):
    """The demo must not or cannot start: a port is in use, the folder is locked, a variable names a real service."""


class DemoFailed(RuntimeError):
    """A service did not start, or ended repeatedly."""


class StopRequested(Exception):
    """A signal arrived while the services were starting."""
