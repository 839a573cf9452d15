"""Points and curves; lengths are pixels of the finished picture, angles are degrees, clockwise from the right."""

from collections.abc import Sequence
from math import cos, hypot, pi, radians, sin
from random import Random

Point = tuple[float, float]
Path = list[Point]


def seeded(text: str) -> Random:
    """Chance that falls the same way each time for the same text."""
    return Random(text)  # noqa: S311 - it draws pictures, it guards nothing


def turned(points: Sequence[Point], angle: float, around: Point = (0, 0)) -> Path:
    c, s = cos(radians(angle)), sin(radians(angle))
    x0, y0 = around
    return [(x0 + (x - x0) * c - (y - y0) * s, y0 + (x - x0) * s + (y - y0) * c) for x, y in points]


def moved(points: Sequence[Point], x: float, y: float, scale: float = 1) -> Path:
    return [(x + px * scale, y + py * scale) for px, py in points]


def around(x: float, y: float, radius: float, angle: float) -> Point:
    return (x + radius * cos(radians(angle)), y + radius * sin(radians(angle)))


def smooth(points: Sequence[Point], *, closed: bool = False, steps: int = 12) -> Path:
    """A Catmull-Rom curve through the points."""
    count = len(points)
    curve: Path = []
    for i in range(count if closed else count - 1):
        before = points[(i - 1) % count] if closed else points[max(i - 1, 0)]
        after = points[(i + 2) % count] if closed else points[min(i + 2, count - 1)]
        start, end = points[i], points[(i + 1) % count]
        curve += [_between(before, start, end, after, step / steps) for step in range(steps)]
    return curve if closed else [*curve, points[-1]]


def _between(a: Point, b: Point, c: Point, d: Point, t: float) -> Point:
    def axis(i: int) -> float:
        bend = 2 * a[i] - 5 * b[i] + 4 * c[i] - d[i]
        twist = 3 * b[i] - a[i] - 3 * c[i] + d[i]
        return 0.5 * (2 * b[i] + (c[i] - a[i]) * t + bend * t * t + twist * t**3)

    return (axis(0), axis(1))


def blob(chance: Random, x: float, y: float, radius: float, wobble: float = 0.15, stretch: float = 1) -> Path:
    """A hand-cut round: a circle whose radius wanders by the share ``wobble``, ``stretch`` times as wide as high."""
    waves = [(n, chance.uniform(0, 2 * pi), chance.uniform(0.3, 1) / n) for n in (2, 3, 4, 5)]
    outline: Path = []
    for step in range(120):
        angle = 2 * pi * step / 120
        reach = radius * (1 + wobble * sum(size * sin(n * angle + phase) for n, phase, size in waves))
        outline.append((x + reach * cos(angle) * stretch, y + reach * sin(angle)))
    return outline


def leaf(x: float, y: float, length: float, width: float, angle: float) -> Path:
    """A pointed leaf that begins at the point and grows towards the angle."""
    side = [(length * t / 16, width / 2 * sin(pi * (t / 16) ** 0.8)) for t in range(17)]
    outline = [*side, *[(px, -py) for px, py in reversed(side)]]
    return moved(turned(outline, angle), x, y)


def normals(path: Sequence[Point]) -> list[Point]:
    """At each point the direction of length 1 across the path."""
    found: list[Point] = []
    for i in range(len(path)):
        (ax, ay), (bx, by) = path[max(i - 1, 0)], path[min(i + 1, len(path) - 1)]
        length = hypot(bx - ax, by - ay) or 1
        found.append((-(by - ay) / length, (bx - ax) / length))
    return found
