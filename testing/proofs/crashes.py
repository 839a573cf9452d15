"""Kills a process (SIGKILL) between two steps of an operation.

A step is a database statement, a commit, or a response of Stripe. A child process runs the operation and
kills itself after the first step, another one after the second, and so on, until one survives.
"""

import os
import signal
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from django.db import connection, connections

from payments.stripe import api as stripe_api


class StepLimit:
    """Kills this process after the given number of steps."""

    def __init__(self, steps: int) -> None:
        self.left = steps

    def step(self) -> None:
        self.left -= 1
        if self.left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    def watch(self) -> None:
        """Starts to count every statement, commit and response of the provider."""
        commit, call = connection._commit, stripe_api._call

        def counted(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
            result = execute(sql, params, many, context)
            self.step()
            return result

        def counted_commit() -> None:
            commit()
            self.step()

        def counted_call(request: Any) -> Any:
            result = call(request)
            self.step()
            return result

        connection.execute_wrappers.append(counted)
        connection._commit = counted_commit
        stripe_api._call = counted_call


def killed_after(steps: int, operation: Callable[[], Any]) -> bool:
    """Runs the operation in a child process that is killed after this many steps. Returns False if it survived."""
    connections.close_all()  # the child must not share a connection with its parent
    child = os.fork()
    if child == 0:
        failed = 1
        with suppress(Exception):
            stripe_api._client.cache_clear()
            StepLimit(steps).watch()
            operation()
            failed = 0
        os._exit(failed)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == 0, "the operation itself failed"
    return os.WIFSIGNALED(status)
