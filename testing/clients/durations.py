"""Statistics of measured durations."""

from collections.abc import Sequence


def percentile(durations: Sequence[float], percent: float) -> float:
    """Returns the duration that this percentage of them does not exceed."""
    ordered = sorted(durations)
    return ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))]
