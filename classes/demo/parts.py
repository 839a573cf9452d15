"""What several pictures share: grounds, planks, brush strokes, vessels and round things."""

import itertools
from collections.abc import Sequence
from math import cos, pi, radians

from PIL import Image

from classes.demo import texture
from classes.demo.canvas import CLOSE, SOFT, Canvas, Shadow, Stencil
from classes.demo.geometry import Path, Point, leaf, moved, normals, smooth, turned
from classes.demo.palette import INK, OAK, PAPER, WALNUT, Color, darker, lighter, mix

PROFILES: tuple[tuple[tuple[float, float], ...], ...] = (
    ((0, 0.34), (0.15, 0.46), (0.45, 0.5), (0.72, 0.3), (0.86, 0.2), (0.95, 0.24), (1, 0.28)),
    ((0, 0.26), (0.2, 0.42), (0.5, 0.52), (0.8, 0.5), (1, 0.44)),
    ((0, 0.3), (0.25, 0.34), (0.5, 0.38), (0.8, 0.44), (1, 0.5)),
    ((0, 0.22), (0.12, 0.36), (0.35, 0.5), (0.6, 0.42), (0.8, 0.18), (0.92, 0.14), (1, 0.2)),
    ((0, 0.4), (0.3, 0.42), (0.6, 0.4), (0.85, 0.39), (1, 0.42)),
)
"""Half the width of a vessel against its height, both as shares of the height, from foot to rim."""


def table(canvas: Canvas, wall: Color, board: Color, horizon: float) -> None:
    """A wall with window light on it, and a wooden table from the horizon down."""
    canvas.fill(canvas.everywhere(), wall, shade=0.22, angle=25)
    window_light(canvas, horizon)
    top = canvas.stencil()
    top.box(0, horizon, canvas.width, canvas.height)
    canvas.fill(top, board, shadow=Shadow(0, -6, 14, 0.25))
    canvas.textured(top, texture.streaks(canvas.image.size, "board", 420, 9), 0.28)
    canvas.shade(top, darker(board, 0.6), 0.5, 80)


def window_light(canvas: Canvas, bottom: float, strength: float = 0.3) -> None:
    """Slanted panes of light on the wall."""
    panes = canvas.stencil()
    left = canvas.chance.uniform(0.04, 0.5) * canvas.width
    for column in range(2):
        for row in range(2):
            x, y, w, h = left + column * 150, 30 + row * bottom * 0.4 + column * 20, 130, bottom * 0.36
            panes.polygon([(x, y), (x + w, y + 18), (x + w - 50, y + h + 18), (x - 50, y + h)])
    panes.softened(4)
    panes.mask = panes.mask.point(lambda v: int(v * strength))
    canvas.fill(panes, PAPER)


def planks(canvas: Canvas, color: Color, count: int = 5, angle: int = 0) -> None:
    """A ground of boards, grain along them."""
    canvas.fill(canvas.everywhere(), color)
    height = canvas.height / count
    for row in range(count):
        board = canvas.stencil()
        board.box(0, row * height, canvas.width, (row + 1) * height)
        canvas.fill(board, mix(color, canvas.chance.choice((OAK, WALNUT, PAPER)), canvas.chance.uniform(0, 0.16)))
        canvas.textured(board, texture.streaks(canvas.image.size, f"plank{row % 3}", 640, 15), 0.3)
        canvas.pen.line([(0, row * height), (canvas.width, row * height)], 3, (*darker(color, 0.6), 150))
    canvas.shade(canvas.everywhere(), darker(color, 0.7), 0.3, 50 + angle)


def cloth(canvas: Canvas, color: Color, pitch: int = 8) -> None:
    """A ground of plain-woven linen."""
    canvas.fill(canvas.everywhere(), color)
    canvas.textured(canvas.everywhere(), texture.linen(canvas.image.size, pitch), 0.5)
    canvas.shade(canvas.everywhere(), darker(color, 0.5), 0.25, 50)


def sheet(canvas: Canvas, corners: Sequence[Point], color: Color = PAPER) -> Stencil:
    """A sheet of paper lying there; its shape, to draw within."""
    paper = canvas.shape(corners)
    canvas.fill(paper, color, shadow=SOFT, shade=0.08)
    return paper


def brush(canvas: Canvas, path: Path, width: float, color: Color, *, dry: float = 0.35, taper: float = 0) -> None:
    """One stroke of a bristle brush: many hairs, each its own tone, running dry towards the end.

    ``dry`` (0 to 1) is how much breaks up, ``taper`` (0 to 1) how much the brush lifts towards the end.
    """
    chance, across = canvas.chance, normals(path)
    hairs, last = max(6, round(width / 2)), len(path) - 1
    for lane in range(0 if taper else 7):
        shift, end = (lane / 6 - 0.5) * width * 0.84, max(2, round(len(path) * (1 - dry * chance.uniform(0.15, 0.7))))
        run = [(x + nx * shift, y + ny * shift) for (x, y), (nx, ny) in zip(path[:end], across, strict=False)]
        canvas.pen.line(run, width / 5.6, color)
    for hair in range(hairs):
        offset = (hair / (hairs - 1) - 0.5) * width
        tone = mix(color, chance.choice((PAPER, INK, color)), chance.uniform(0, 0.22))
        start = chance.randint(0, max(1, round(last * 0.04)))
        end = round(last * (1 - dry * chance.random() ** 1.6 * 0.7))
        run = []
        for i in range(start, max(start + 2, end)):
            lift = 1 - taper * i / last
            run.append((path[i][0] + across[i][0] * offset * lift, path[i][1] + across[i][1] * offset * lift))
        canvas.pen.line(run, 2.4, (*tone, 235))


def bristled(canvas: Canvas, x: float, y: float, length: float, angle: float, color: Color) -> None:
    """A paint brush lying with its wet tip at the point, its handle towards the angle."""

    def along(*points: Point) -> Path:
        return moved(turned([(px * length, py * length) for px, py in points], angle), x, y)

    handle = canvas.shape(
        smooth(along((0.3, -0.03), (0.5, -0.042), (1, -0.012), (1.01, 0.012), (0.5, 0.042), (0.3, 0.03)), closed=True)
    )
    ferrule = canvas.shape(along((0.16, -0.045), (0.34, -0.03), (0.34, 0.03), (0.16, 0.045)))
    tip = canvas.shape(smooth(along((0, 0), (0.06, -0.04), (0.17, -0.045), (0.17, 0.045), (0.06, 0.04)), closed=True))
    canvas.fill(
        handle, canvas.chance.choice((OAK, WALNUT, (168, 68, 42))), shadow=SOFT, shade=0.5, angle=round(angle) + 90
    )
    canvas.fill(ferrule, (196, 190, 178), shadow=CLOSE, shade=0.6, angle=round(angle) + 90)
    canvas.fill(tip, color, shadow=CLOSE, shade=0.5, angle=round(angle) + 90)


def vessel(canvas: Canvas, x: float, foot: float, height: float, profile: int, color: Color) -> Stencil:
    """A pot standing with its foot at (x, foot): body, shading and the dark of its mouth; its shape."""
    side = smooth([(radius * height, foot - share * height) for share, radius in PROFILES[profile % len(PROFILES)]])
    body = canvas.stencil()
    body.polygon([*[(x - r, y) for r, y in side], *[(x + r, y) for r, y in reversed(side)]])
    (base, _), (rim, top) = side[0], side[-1]
    body.ellipse(x, foot, base, base * 0.2)
    body.ellipse(x, top, rim, rim * 0.2)
    ground = canvas.stencil()
    ground.ellipse(x + height * 0.12, foot + height * 0.02, base * 1.9, base * 0.34)
    canvas.cast(ground, Shadow(0, 0, 14, 0.45))
    canvas.fill(body, color, shade=0.75, angle=15)
    return body


def mouth(canvas: Canvas, x: float, foot: float, height: float, profile: int, color: Color) -> None:
    """The rim and the dark inside of a vessel, drawn last."""
    rim = PROFILES[profile % len(PROFILES)][-1][1] * height
    top = foot - height
    canvas.pen.ellipse(x, top, rim, rim * 0.2, (*lighter(color, 0.35), 255))
    inside = canvas.stencil()
    inside.ellipse(x, top + rim * 0.015, rim * 0.9, rim * 0.16)
    canvas.fill(inside, darker(color, 0.55), shade=0.5, angle=200)


def rings(canvas: Canvas, x: float, foot: float, height: float, profile: int, color: Color) -> None:
    """The rings that fingers leave in clay on the wheel."""
    side = smooth([(radius * height, foot - share * height) for share, radius in PROFILES[profile % len(PROFILES)]])
    for i, (radius, y) in enumerate(side[2:-1:2]):
        tone, width = ((lighter(color, 0.5), 2.2), (darker(color, 0.5), 3))[i % 2]
        canvas.pen.arc(x, y, radius - 1.5, radius * 0.2, 8, 172, width, (*tone, 90 + canvas.chance.randint(0, 60)))


def gloss(canvas: Canvas, x: float, y: float, width: float, height: float, strength: float = 0.55) -> None:
    """The window mirrored in a glaze: a soft upright gleam."""
    gleam = canvas.stencil()
    gleam.ellipse(x, y, width, height)
    gleam.softened(width * 0.35)
    gleam.mask = gleam.mask.point(lambda v: int(v * strength))
    canvas.fill(gleam, (255, 253, 248))


def orb(canvas: Canvas, x: float, y: float, radius: float, color: Color, squash: float = 1) -> None:
    """A small round thing in the light: a bead, a felt ball's core, a berry."""
    canvas.pen.ellipse(x, y, radius, radius * squash, darker(color, 0.42))
    for step in range(1, 8):
        share = step / 8
        shift = radius * 0.26 * share
        canvas.pen.ellipse(
            x - shift,
            y - shift * squash,
            radius * (1 - 0.72 * share),
            radius * squash * (1 - 0.72 * share),
            mix(darker(color, 0.42), lighter(color, 0.18), share),
        )
    canvas.pen.ellipse(
        x - radius * 0.36, y - radius * 0.4 * squash, radius * 0.15, radius * 0.12 * squash, (255, 253, 248, 190)
    )


def sprig(canvas: Canvas, x: float, y: float, length: float, angle: float, color: Color, pairs: int = 6) -> None:
    """A twig with leaves in pairs and one at its end."""
    bend = canvas.chance.uniform(-14, 14)
    stem = smooth([(x, y), *[_along(x, y, length * s, angle + bend * s) for s in (0.35, 0.7, 1)]])
    canvas.pen.line(stem, 4, darker(color, 0.25), round_ends=True)
    for pair in range(pairs):
        px, py = stem[round((pair + 1) / (pairs + 1) * (len(stem) - 1))]
        size = length * (0.3 - 0.022 * pair)
        for side in (-1, 1):
            tone = mix(color, PAPER, canvas.chance.uniform(0, 0.2))
            outline = leaf(px, py, size, size * 0.36, angle + bend + side * canvas.chance.uniform(42, 58))
            canvas.pen.polygon(outline, tone)
            canvas.pen.line([(px, py), outline[14]], 1.4, (*darker(color, 0.3), 160))
    tip = stem[-1]
    canvas.pen.polygon(leaf(*tip, length * 0.2, length * 0.08, angle + bend), color)


def _along(x: float, y: float, distance: float, angle: float) -> Point:
    return moved(turned([(distance, 0)], angle), x, y)[0]


def stitches(canvas: Canvas, path: Path, length: float, gap: float, width: float, color: Color) -> None:
    """A running stitch along the path, each with its small shadow."""
    walked, run = 0.0, [path[0]]
    for (ax, ay), (bx, by) in itertools.pairwise(path):
        walked += ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
        if walked % (length + gap) < length:
            run.append((bx, by))
        elif len(run) > 1:
            canvas.pen.line([(x + 1.5, y + 2) for x, y in run], width, (*INK, 70))
            canvas.pen.line(run, width, color, round_ends=True)
            run = []
        else:
            run = []


def folds(canvas: Canvas, shape: Stencil, left: float, right: float, count: int) -> None:
    """Hanging cloth: soft upright bands of light and shade within the shape."""
    tone = Image.new("L", (256, 1))
    tone.putdata([round(128 + 70 * cos(2 * pi * count * i / 256 + 1) * (0.6 + 0.4 * cos(i / 21))) for i in range(256)])
    gray = Image.new("L", canvas.image.size, 128)
    gray.paste(
        tone.resize((round((right - left) * 2), canvas.height * 2), Image.Resampling.BICUBIC), (round(left * 2), 0)
    )
    canvas.textured(shape, gray, 0.55)


def pegged(x: float, sag: float, width: float) -> float:
    """How far a slack line hangs below its ends at x."""
    return sag * cos(radians(90 * (2 * x / width - 1)))
