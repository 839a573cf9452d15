"""The site's own pictures: the three slides, the workshop beside the school's story, the picture of a shared link."""

from collections.abc import Callable
from math import sin
from pathlib import Path

from PIL import Image

from classes.demo import texture
from classes.demo.canvas import CLOSE, SOFT, Canvas, Shadow
from classes.demo.geometry import around, blob, smooth
from classes.demo.palette import (
    BIRCH,
    BLUSH,
    BRIGHT,
    CLAY,
    DENIM,
    GLAZE,
    HONEY,
    INDIGO,
    LAGOON,
    MARIGOLD,
    MIST,
    MOSS,
    OAK,
    PAPER,
    PAPER_DEEP,
    PLUM,
    ROSE,
    SAGE,
    SAND,
    TERRACOTTA,
    WALNUT,
    darker,
    lighter,
    mix,
)
from classes.demo.parts import bristled, brush, table
from classes.demo.saving import as_webp
from classes.demo.scenes_clay import glazed, thrown
from classes.demo.scenes_wood import tin

SLIDE = (1600, 900)
NARROW = 800


def creativity(canvas: Canvas) -> None:
    """Color rising in wide arcs; the left is left to the words."""
    canvas.fill(canvas.everywhere(), PAPER_DEEP, shade=0.14, angle=20)
    canvas.textured(canvas.everywhere(), texture.linen(canvas.image.size, 6), 0.25)
    arcs = (TERRACOTTA, MARIGOLD, GLAZE, ROSE, INDIGO, LAGOON, BLUSH)
    for k, color in enumerate(arcs):
        radius = 780 - k * 92
        start, end = 176 + k * 2 + canvas.chance.uniform(-4, 6), 285 + canvas.chance.uniform(-8, 10)
        path = [around(1560, 960, radius, start + (end - start) * i / 70) for i in range(71)]
        brush(canvas, path, 94, color, dry=0.3)
    for _ in range(70):
        x, y = around(1560, 960, canvas.chance.gauss(740, 130), canvas.chance.uniform(185, 285))
        if x > 800:
            canvas.pen.polygon(blob(canvas.chance, x, y, canvas.chance.uniform(2, 9), 0.2), canvas.chance.choice(arcs))
    bristled(canvas, 1110, 560, 600, 24, TERRACOTTA)
    bristled(canvas, 1180, 720, 560, 12, INDIGO)


def materials(canvas: Canvas) -> None:
    """Tins that became pots, under a string of pennants cut from old shirts."""
    table(canvas, mix(MIST, PAPER, 0.25), OAK, 690)
    line = smooth([(640, -10), (900, 96), (1200, 128), (1620, 20)])
    canvas.pen.line(line, 4, WALNUT)
    for k in range(9):
        x, y = line[min(len(line) - 1, 5 + k * 3 + k // 3)]
        flag = canvas.shape([(x - 44, y), (x + 44, y), (x, y + 104)])
        canvas.fill(flag, (*BRIGHT, BLUSH)[(k * 4) % 9], shadow=SOFT, shade=0.25)
        canvas.textured(flag, texture.linen(canvas.image.size, 6), 0.5)
    for k, (x, color) in enumerate(((880, GLAZE), (1090, TERRACOTTA), (1300, MARIGOLD), (1490, INDIGO))):
        tin(canvas, x, 776 + (k % 2) * 44, 88 + (k % 2) * 8, 230 + (k * 37) % 60, color, k)


def techniques(canvas: Canvas) -> None:
    """A pot on the wheel, finished ones behind it."""
    table(canvas, mix(BLUSH, PAPER, 0.35), WALNUT, 660)
    board = canvas.stencil()
    board.box(930, 318, 1640, 340)
    canvas.fill(board, OAK, shadow=Shadow(8, 24, 16, 0.4))
    for k, (x, color) in enumerate(((1010, LAGOON), (1330, HONEY), (1490, GLAZE))):
        glazed(canvas, x, 316, 180 + (k * 53) % 70, k + 1, color)
    thrown(canvas, 1170, 762, 410, 1)


def workshop(canvas: Canvas) -> None:
    """A long table before three tall windows."""
    canvas.fill(canvas.everywhere(), mix(SAND, PAPER, 0.35), shade=0.2, angle=90)
    for k in range(3):
        _window(canvas, 70 + k * 372, 60, 316, 470)
    floor = canvas.stencil()
    floor.box(0, 690, 1200, 900)
    canvas.fill(floor, BIRCH)
    canvas.textured(floor, texture.streaks(canvas.image.size, "floor", 500, 15), 0.3)
    for k in range(3):
        pane = canvas.shape([(70 + k * 372, 900), (240 + k * 372, 690), (480 + k * 372, 690), (390 + k * 372, 900)])
        pane.softened(5)
        pane.mask = pane.mask.point(lambda v: int(v * 0.45))
        canvas.fill(pane, lighter(HONEY, 0.5))
    _lamps(canvas)
    _work_table(canvas)


def _window(canvas: Canvas, x: float, y: float, width: float, height: float) -> None:
    frame, glass = canvas.stencil(), canvas.stencil()
    frame.box(x, y, x + width, y + height)
    canvas.fill(frame, PAPER, shadow=SOFT, shade=0.2)
    glass.box(x + 16, y + 16, x + width - 16, y + height - 16)
    canvas.fill(glass, mix(MIST, PAPER, 0.35))
    for layer in range(4):
        ridge = [(px, y + 200 + layer * 66 + 26 * sin(px / (90 - layer * 12) + layer * 2)) for px in range(0, 1201, 15)]
        hill = canvas.shape([(0, 900), *ridge, (1200, 900)])
        canvas.fill(hill.within(glass), mix(mix(LAGOON, MIST, 0.6), MOSS, layer / 3), shade=0.15, angle=90)
    for column in range(1, 3):
        bar = x + column * width / 3
        canvas.pen.box(bar - 4, y + 10, bar + 4, y + height - 10, PAPER)
    for row in range(1, 5):
        bar = y + row * height / 5
        canvas.pen.box(x + 10, bar - 4, x + width - 10, bar + 4, PAPER)
    canvas.pen.box(x - 14, y + height - 6, x + width + 14, y + height + 16, PAPER_DEEP)


def _lamps(canvas: Canvas) -> None:
    for x, drop, color in ((330, 150, TERRACOTTA), (650, 110, MARIGOLD), (960, 160, GLAZE)):
        canvas.pen.line([(x, 0), (x, drop)], 3, darker(WALNUT, 0.4))
        shade = canvas.shape(
            smooth([(x - 14, drop), (x - 66, drop + 58), (x + 66, drop + 58), (x + 14, drop)], closed=True, steps=6)
        )
        canvas.fill(shade, color, shadow=CLOSE, shade=0.5, angle=20)
        canvas.glow(x, drop + 66, 150, (120, 90, 40), 0.7)


def _work_table(canvas: Canvas) -> None:
    for x in (150, 1050):
        leg = canvas.stencil()
        leg.box(x - 20, 700, x + 20, 880)
        canvas.fill(leg, WALNUT, shadow=SOFT, shade=0.5, angle=0)
    top = canvas.stencil()
    top.box(70, 664, 1130, 712, radius=6)
    canvas.fill(top, OAK, shadow=Shadow(10, 30, 24, 0.45))
    canvas.textured(top, texture.streaks(canvas.image.size, "bench", 420, 9), 0.4)
    for k, (x, height, color) in enumerate(
        ((180, 170, GLAZE), (310, 120, HONEY), (420, 210, TERRACOTTA), (1040, 150, DENIM))
    ):
        glazed(canvas, x, 668, height, k * 2 + 1, color)
    _brush_jar(canvas, 560, 668)
    _easel(canvas, 790, 668)


def _brush_jar(canvas: Canvas, x: float, foot: float) -> None:
    for k, lean in enumerate((-26, -12, 2, 14, 27)):
        bristled(canvas, x + lean * 2.6, foot - 178 + abs(lean), 158, 90 + lean * 0.5, BRIGHT[k])
    jar = canvas.stencil()
    jar.box(x - 38, foot - 92, x + 38, foot, radius=8)
    canvas.fill(jar, mix(CLAY, SAND, 0.3), shadow=SOFT, shade=0.6, angle=10)


def _easel(canvas: Canvas, x: float, foot: float) -> None:
    for lean in (-70, 0, 70):
        canvas.pen.line([(x + lean * 0.2, foot - 330), (x + lean, foot)], 12, darker(OAK, 0.2))
    corners = [(x - 130, foot - 270), (x + 130, foot - 270), (x + 130, foot - 70), (x - 130, foot - 70)]
    panel = canvas.shape(corners)
    canvas.fill(panel, PAPER, shadow=SOFT, shade=0.1)
    for k, color in enumerate((MARIGOLD, ROSE, PLUM, GLAZE, SAGE)):
        brush(
            canvas,
            smooth([(x - 108, foot - 244 + k * 38), (x, foot - 256 + k * 40), (x + 104, foot - 240 + k * 37)]),
            34,
            color,
            dry=0.3,
        )
    canvas.pen.box(x - 146, foot - 72, x + 146, foot - 58, darker(OAK, 0.1))


def share(canvas: Canvas) -> None:
    """What a shared link shows: glazed pots before broad strokes."""
    canvas.fill(canvas.everywhere(), PAPER_DEEP)
    for k, color in enumerate((BLUSH, HONEY, MIST, mix(SAGE, PAPER, 0.3))):
        y = 90 + k * 118
        brush(canvas, smooth([(30, y), (420, y - 40), (820, y + 26), (1175, y - 20)]), 112, color, dry=0.25)
    top = canvas.stencil()
    top.box(0, 520, 1200, 630)
    canvas.fill(top, OAK, shadow=Shadow(0, -6, 14, 0.3))
    for k, (x, color) in enumerate(((150, GLAZE), (340, MARIGOLD), (570, TERRACOTTA), (800, INDIGO), (1030, LAGOON))):
        glazed(canvas, x, 560 + (k % 2) * 18, 250 + (k * 71) % 130, k, color)


def _drawn(scene: Callable[[Canvas], None], size: tuple[int, int]) -> Image.Image:
    canvas = Canvas(size, PAPER, scene.__name__)
    scene(canvas)
    return canvas.finished(grain=0.1)


def draw_all(folder: Path) -> list[Path]:
    """Draw every picture of the site into the folder; the files written."""
    folder.mkdir(parents=True, exist_ok=True)
    written: list[Path] = []

    def write(name: str, content: bytes) -> None:
        (folder / name).write_bytes(content)
        written.append(folder / name)

    for number, scene in enumerate((creativity, materials, techniques), start=1):
        slide = _drawn(scene, SLIDE)
        write(f"hero-{number}.webp", as_webp(slide))
        write(
            f"hero-{number}-{NARROW}.webp",
            as_webp(slide.resize((NARROW, NARROW * SLIDE[1] // SLIDE[0]), Image.Resampling.LANCZOS)),
        )
    about = _drawn(workshop, (1200, 900))
    write("about.webp", as_webp(about))
    write("about-800.webp", as_webp(about.resize((800, 600), Image.Resampling.LANCZOS)))
    link = folder / "share.png"
    _drawn(share, (1200, 630)).quantize(128, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(
        link, optimize=True
    )
    return [*written, link]
