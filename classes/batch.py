import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

from django.db import InterfaceError, OperationalError

from core.errors import DomainError, NotFound

logger = logging.getLogger(__name__)
Result = TypeVar("Result")
DATABASE_UNAVAILABLE = "database_unavailable"


def for_each_class(class_ids: Iterable[int], operation: Callable[[int], Result], name: str) -> list[Result]:
    """``operation`` is a transaction. Returns the results of the calls that succeeded.

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


@dataclass(frozen=True)
class RefusedClass:
    class_id: int
    code: str


def each_by_itself(
    class_ids: Iterable[int], operation: Callable[[int], Result]
) -> tuple[list[Result], list[RefusedClass]]:
    results: list[Result] = []
    refused: list[RefusedClass] = []
    ids = iter(dict.fromkeys(class_ids))
    for class_id in ids:
        try:
            results.append(operation(class_id))
        except DomainError as refusal:
            refused.append(RefusedClass(class_id, refusal.code))
        except (OperationalError, InterfaceError):
            # Each remaining call could wait for seconds.
            refused += [RefusedClass(each, DATABASE_UNAVAILABLE) for each in (class_id, *ids)]
    return results, refused
