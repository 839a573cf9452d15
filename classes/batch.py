"""Does something for several classes, so that one class that fails does not stop the others."""

import logging
from collections.abc import Callable, Iterable
from typing import TypeVar

from django.db import OperationalError

from core.errors import NotFound

logger = logging.getLogger(__name__)
Result = TypeVar("Result")


def for_each_class(class_ids: Iterable[int], operation: Callable[[int], Result], name: str) -> list[Result]:
    """Calls the operation, a transaction, with each id. Returns the results of the calls that succeeded.

    ``name`` describes the operation in the log. A call that failed is logged, and repeated by the next run.
    """
    results = []
    for class_id in class_ids:
        try:
            results.append(operation(class_id))
        except (NotFound, OperationalError):  # deleted meanwhile, or a lock timeout
            logger.warning("%s of class %s could not be finished", name, class_id)
        except Exception:
            logger.exception("%s of class %s could not be finished", name, class_id)
    return results
