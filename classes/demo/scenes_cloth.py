"""Thread laid and pressed: a coiled basket, patchwork, felt."""

from collections.abc import Sequence
from math import cos, pi

from classes.demo import texture
from classes.demo.canvas import DEEP, SOFT, Canvas
from classes.demo.geometry import Point, around, seeded, smooth
from classes.demo.palette import (
    BIRCH,
    BLUSH,
    BRIGHT,
    CLAY,
    DENIM,
    HONEY,
    MIST,
    PAPER,
    PAPER_DEEP,
    PLUM,
    Color,
    darker,
    lighter,
    mix,
)
from classes.demo.parts import stitches
from classes.demo.scenes_thread import SETS


def basket(canvas: Canvas) -> None:
    """A coiled basket seen from above, its stitches making a star."""
    colors = canvas.chance.choice(SETS)
    canvas.fill(canvas.everywhere(), colors[3], shade=0.3)
    canvas.mottled(0.15)
    x, y, points = 600.0, 400.0, canvas.chance.choice((5, 6, 8))
    round_one = canvas.stencil()
    round_one.ellipse(x, y, 362)
    canvas.fill(round_one, darker(BIRCH, 0.5), shadow=DEEP)
    for coil in range(18):
        radius = 16 + coil * 20
        count = max(10, round(radius * 2 * pi / 9))
        for k in range(count):
            angle = 360 * k / count
            color = _star(coil, angle, points, colors)
            tone = mix(color, PAPER, canvas.chance.uniform(0, 0.2))
            inner, outer = around(x, y, radius - 9, angle - 3), around(x, y, radius + 9, angle + 3)
            canvas.pen.line([inner, outer], 8.2, darker(tone, 0.42))
            canvas.pen.line([around(x, y, radius - 7, angle - 3), around(x, y, radius + 5, angle + 2)], 5.4, tone)
    canvas.shade(round_one, darker(BIRCH, 0.85), 0.38, 40)


def _star(coil: int, angle: float, points: int, colors: tuple[Color, ...]) -> Color:
    reach = 9 + 5 * cos(points * angle * pi / 180)
    if coil >= 16:
        return colors[1] if coil == 17 else BIRCH
    if abs(coil - reach) < 1.4:
        return colors[2]
    return colors[1] if coil < reach else BIRCH


def patchwork(canvas: Canvas) -> None:
    """A quilt of half-square triangles cut from old shirts."""
    colors = [*canvas.chance.choice(SETS), *canvas.chance.sample(BRIGHT, 3)]
    edge = 134
    for row in range(6):
        for column in range(9):
            x, y = column * edge - 3, row * edge - 2
            first, second = canvas.chance.sample(colors, 2)
            corners = [(x, y), (x + edge, y), (x + edge, y + edge), (x, y + edge)]
            turn = (row + column + (row // 2)) % 4
            corners = corners[turn:] + corners[:turn]
            _patch(canvas, corners[:3], first)
            _patch(canvas, [corners[2], corners[3], corners[0]], second)
    canvas.textured(canvas.everywhere(), texture.linen(canvas.image.size, 6), 0.4)
    canvas.shade(canvas.everywhere(), darker(PLUM, 0.4), 0.2, 50)


def _patch(canvas: Canvas, corners: Sequence[Point], color: Color) -> None:
    patch = canvas.shape(corners)
    canvas.fill(patch, color, shade=0.22, angle=45)
    kind, tone = canvas.chance.randrange(4), lighter(color, 0.45)
    xs, ys = [p[0] for p in corners], [p[1] for p in corners]
    print_on = canvas.stencil()
    for i in range(12):
        if kind == 1:
            print_on.line([(min(xs), min(ys) + i * 13), (max(xs), min(ys) + i * 13)], 3)
        elif kind == 2:
            for k in range(12):
                print_on.ellipse(min(xs) + k * 15 + (i % 2) * 7, min(ys) + i * 15, 2.6)
        elif kind == 3:
            print_on.line([(min(xs) + i * 13, min(ys)), (min(xs) + i * 13, max(ys))], 2)
            print_on.line([(min(xs), min(ys) + i * 13), (max(xs), min(ys) + i * 13)], 1.4)
    canvas.fill(print_on.within(patch), tone)
    cx, cy = sum(xs) / 3, sum(ys) / 3
    inset = [(px + (cx - px) * 0.2, py + (cy - py) * 0.2) for px, py in [*corners, corners[0]]]
    canvas.pen.line([*corners, corners[0]], 2.4, (*darker(color, 0.6), 120))
    stitches(canvas, smooth(inset, steps=24), 8, 6, 1.8, PAPER)


def felt(canvas: Canvas) -> None:
    """Felted balls of wool, every hair of them."""
    canvas.fill(
        canvas.everywhere(),
        canvas.chance.choice((PAPER_DEEP, mix(MIST, PAPER, 0.4), mix(BLUSH, PAPER, 0.5))),
        shade=0.2,
    )
    canvas.mottled(0.25)
    colors = [*BRIGHT, HONEY, BLUSH, DENIM, CLAY]
    canvas.chance.shuffle(colors)
    spots = [(c * 172 + 84 + (r % 2) * 86, r * 150 + 92) for r in range(5) for c in range(7)]
    for i, (x, y) in enumerate(spots):
        if canvas.chance.random() < 0.86:
            radius = canvas.chance.uniform(52, 78)
            _wool(
                canvas,
                x + canvas.chance.uniform(-14, 14),
                y + canvas.chance.uniform(-12, 12),
                radius,
                colors[(i * 5) % 12],
            )


def _wool(canvas: Canvas, x: float, y: float, radius: float, color: Color) -> None:
    ball = canvas.stencil()
    ball.ellipse(x, y, radius)
    canvas.fill(ball, color, shadow=SOFT, shade=0.8, angle=50)
    hairs = seeded(f"{x}{y}")
    for _ in range(230):
        angle, far = hairs.uniform(0, 360), radius * hairs.random() ** 0.4 * 1.02
        px, py = around(x, y, far, angle)
        lit = ((px - x) + (py - y)) / (2 * radius)
        tone = mix(lighter(color, 0.3), darker(color, 0.5), max(0, min(1, lit + hairs.uniform(0.15, 0.65))))
        turn, length = hairs.uniform(0, 360), hairs.uniform(7, 17)
        canvas.pen.line(
            [(px, py), around(px, py, length / 2, turn), around(px, py, length, turn + hairs.uniform(-50, 50))],
            1.1,
            (*tone, 170),
        )


SCENES = {"basket": basket, "patchwork": patchwork, "felt": felt}
