"""The demo's pictures, drawn from a name: the same name gives the same picture on every machine.

``python -m classes.demo.pictures --static`` redraws the site's own (static/pictures/).
"""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from classes.demo import (
    portraits,
    scenes_clay,
    scenes_cloth,
    scenes_glass,
    scenes_paint,
    scenes_paper,
    scenes_thread,
    scenes_wood,
    site_pictures,
)
from classes.demo.canvas import Canvas
from classes.demo.geometry import seeded
from classes.demo.palette import PAPER
from classes.demo.saving import as_webp

Scene = Callable[[Canvas], None]

SCENES: dict[str, Scene] = {
    **scenes_clay.SCENES,
    **scenes_thread.SCENES,
    **scenes_cloth.SCENES,
    **scenes_paper.SCENES,
    **scenes_paint.SCENES,
    **scenes_glass.SCENES,
    **scenes_wood.SCENES,
}
CLASS_SIZE = (1200, 800)
PORTRAIT_SIZE = (400, 400)


def draw_class(name: str, scene: str | None = None) -> bytes:
    """The WebP picture of the class of this name; the scene is chosen by the name where none is given.

    Raises KeyError for a scene that is not in SCENES.
    """
    canvas = Canvas(CLASS_SIZE, PAPER, name)
    SCENES[scene or seeded(name).choice(sorted(SCENES))](canvas)
    return as_webp(canvas.finished())


def draw_portrait(name: str, look: portraits.Look | None = None) -> bytes:
    """The WebP portrait of the person of this name."""
    canvas = Canvas(PORTRAIT_SIZE, PAPER, name)
    portraits.portrait(canvas, look)
    return as_webp(canvas.finished())


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m classes.demo.pictures", description="Redraw the site's own pictures."
    )
    parser.add_argument("--static", action="store_true", required=True, help="draw them into static/pictures/")
    parser.parse_args(arguments)
    folder = Path(__file__).resolve().parents[2] / "static" / "pictures"
    for file in site_pictures.draw_all(folder):
        sys.stdout.write(f"{file.relative_to(folder.parents[1])}  {file.stat().st_size // 1024} KB\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
