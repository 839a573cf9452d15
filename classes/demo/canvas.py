"""The hand that draws: shapes with soft shadows, gritty shading and paper grain.

Everything is drawn at twice the size and halved at the end, since Pillow's shapes have hard edges. Callers speak in
pixels of the finished picture. A ``Stencil`` is a shape cut out of paper, through which the canvas is painted.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from classes.demo import texture
from classes.demo.geometry import Point, seeded
from classes.demo.palette import KILN, Color, darker

SCALE = 2
Paint = int | Color | tuple[int, int, int, int]


@dataclass(frozen=True)
class Shadow:
    """Light from the upper left unless told otherwise; lengths in pixels, strength from 0 to 1."""

    x: float = 6
    y: float = 10
    blur: float = 12
    strength: float = 0.35


SOFT = Shadow()
CLOSE = Shadow(2, 4, 4, 0.35)
DEEP = Shadow(12, 20, 26, 0.4)


class Pen:
    """Draws shapes on an image, hard-edged, in pixels of the finished picture."""

    def __init__(self, image: Image.Image, mode: str | None = None) -> None:
        self.draw = ImageDraw.Draw(image, mode)

    def polygon(self, points: Sequence[Point], paint: Paint = 255) -> None:
        self.draw.polygon([(x * SCALE, y * SCALE) for x, y in points], fill=paint)

    def ellipse(self, x: float, y: float, rx: float, ry: float | None = None, paint: Paint = 255) -> None:
        ry = rx if ry is None else ry
        self.draw.ellipse([(x - rx) * SCALE, (y - ry) * SCALE, (x + rx) * SCALE, (y + ry) * SCALE], fill=paint)

    def box(self, x0: float, y0: float, x1: float, y1: float, paint: Paint = 255, radius: float = 0) -> None:
        corners = [x0 * SCALE, y0 * SCALE, x1 * SCALE, y1 * SCALE]
        if radius:
            self.draw.rounded_rectangle(corners, radius * SCALE, fill=paint)
        else:
            self.draw.rectangle(corners, fill=paint)

    def line(self, points: Sequence[Point], width: float, paint: Paint = 255, *, round_ends: bool = False) -> None:
        """Round ends are for opaque paint: where they overlap a translucent line they would show."""
        scaled = [(x * SCALE, y * SCALE) for x, y in points]
        pixels = max(1, round(width * SCALE))
        self.draw.line(scaled, fill=paint, width=pixels, joint="curve" if pixels > 4 else None)
        if round_ends:
            for x, y in (points[0], points[-1]):
                self.ellipse(x, y, width / 2, paint=paint)

    def arc(
        self, x: float, y: float, rx: float, ry: float, start: float, end: float, width: float, paint: Paint = 255
    ) -> None:
        corners = [(x - rx) * SCALE, (y - ry) * SCALE, (x + rx) * SCALE, (y + ry) * SCALE]
        self.draw.arc(corners, start, end, fill=paint, width=max(1, round(width * SCALE)))


class Stencil(Pen):
    """A shape to paint through: white lets paint pass, black does not."""

    def __init__(self, size: tuple[int, int]) -> None:
        self.mask = Image.new("L", (size[0] * SCALE, size[1] * SCALE))
        super().__init__(self.mask)

    def within(self, other: "Stencil") -> "Stencil":
        """Keep only what lies inside the other shape."""
        return self._combined(ImageChops.multiply, other)

    def without(self, other: "Stencil") -> "Stencil":
        return self._combined(ImageChops.subtract, other)

    def softened(self, blur: float) -> "Stencil":
        """Edges that fade over about ``blur`` pixels."""
        small = self.mask.reduce(4).filter(ImageFilter.GaussianBlur(blur * SCALE / 4))
        return self._become(small.resize(self.mask.size, Image.Resampling.BICUBIC))

    def roughened(self, amount: float, seed: str) -> "Stencil":
        """Edges that wander by about ``amount`` pixels, as wet paint or torn paper does."""
        small = self.mask.reduce(2)
        drift = texture.clouds(small.size, seed, 26).point(lambda v: round(v * 0.6 + 51))
        soft = small.filter(ImageFilter.GaussianBlur(amount))
        edge = ImageChops.add(soft, drift, 1, -128).point(lambda v: max(0, min(255, (v - 118) * 12)))
        return self._become(edge.resize(self.mask.size, Image.Resampling.BILINEAR))

    def _combined(self, how: Callable[[Image.Image, Image.Image], Image.Image], other: "Stencil") -> "Stencil":
        box = self.mask.getbbox()
        if box is not None:  # outside of it is nothing to keep or to take away
            self.mask.paste(how(self.mask.crop(box), other.mask.crop(box)), box)
        return self

    def _become(self, mask: Image.Image) -> "Stencil":
        self.mask = mask
        self.draw = ImageDraw.Draw(mask)
        return self


@lru_cache(maxsize=32)
def _gradient(angle: int) -> Image.Image:
    """Black to white towards the angle, 180 by 180, without the corners that turning leaves empty."""
    slope = Image.linear_gradient("L").rotate(90 - angle, Image.Resampling.BILINEAR)
    return slope.crop((38, 38, 218, 218)).point(lambda v: max(0, min(255, (v - 38) * 255 // 180)))


class Canvas:
    """A picture in the making. ``chance`` decides every detail and depends on the seed alone."""

    def __init__(self, size: tuple[int, int], ground: Color, seed: str) -> None:
        self.width, self.height = size
        self.seed = seed
        self.chance = seeded(seed)
        self.image = Image.new("RGB", (size[0] * SCALE, size[1] * SCALE), ground)
        self.pen = Pen(self.image, "RGBA")

    def stencil(self) -> Stencil:
        return Stencil((self.width, self.height))

    def everywhere(self) -> Stencil:
        whole = self.stencil()
        whole.box(0, 0, self.width, self.height)
        return whole

    def shape(self, points: Sequence[Point]) -> Stencil:
        cut = self.stencil()
        cut.polygon(points)
        return cut

    def fill(
        self,
        shape: Stencil,
        color: Color,
        *,
        shadow: Shadow | None = None,
        shade: float = 0,
        angle: int = 60,
        shade_color: Color | None = None,
    ) -> None:
        """Paint through the shape; ``shade`` (0 to 1) darkens it grittily towards the angle."""
        box = shape.mask.getbbox()
        if box is None:
            return
        if shadow:
            self.cast(shape, shadow)
        self.image.paste(color, box, shape.mask.crop(box))
        if shade:
            self.shade(shape, shade_color or darker(color, 0.7), shade, angle)

    def shade(self, shape: Stencil, color: Color, strength: float, angle: int = 60) -> None:
        """Lay the color over the shape, thicker towards the angle, stippled like a print's grain."""
        box = shape.mask.getbbox()
        if box is None:
            return
        size = (box[2] - box[0], box[3] - box[1])
        slope = _gradient(angle % 360).resize(size, Image.Resampling.BILINEAR)
        grit = texture.grain(self.image.size).crop(box)
        tone = ImageChops.add(slope, grit, 1, -150).point(lambda v: int(v * strength))
        self.image.paste(color, box, ImageChops.multiply(tone, shape.mask.crop(box)))

    def cast(self, shape: Stencil, shadow: Shadow) -> None:
        """The shape's shadow on what is painted so far."""
        box = shape.mask.getbbox()
        if box is None:
            return
        margin = round(shadow.blur * SCALE * 2.5 / 8) * 8 + 8
        padded = (box[0] - margin, box[1] - margin, box[2] + margin, box[3] + margin)
        cut = shape.mask.crop(padded)
        small = cut.reduce(8).filter(ImageFilter.GaussianBlur(shadow.blur * SCALE / 8))
        soft = small.resize(cut.size, Image.Resampling.BILINEAR).point(lambda v: int(v * shadow.strength))
        self.image.paste(KILN, (padded[0] + round(shadow.x * SCALE), padded[1] + round(shadow.y * SCALE)), soft)

    def multiply(self, shape: Stencil, color: Color) -> None:
        """Transparent ink or glass: what lies below shows through, darkened."""
        box = shape.mask.getbbox()
        if box is not None:
            below = self.image.crop(box)
            self.image.paste(ImageChops.multiply(below, Image.new("RGB", below.size, color)), box, shape.mask.crop(box))

    def light(self, shape: Stencil, color: Color) -> None:
        """Add light through the shape."""
        box = shape.mask.getbbox()
        if box is not None:
            below = self.image.crop(box)
            self.image.paste(ImageChops.screen(below, Image.new("RGB", below.size, color)), box, shape.mask.crop(box))

    def glow(self, x: float, y: float, radius: float, color: Color, strength: float = 1) -> None:
        halo = self.stencil()
        spot = Image.radial_gradient("L").point(lambda v: int(max(0, 180 - v) / 180 * 255 * strength))
        edge = round(radius * 2 * SCALE)
        halo.mask.paste(spot.resize((edge, edge)), (round((x - radius) * SCALE), round((y - radius) * SCALE)))
        self.light(halo, color)

    def textured(self, shape: Stencil, gray: Image.Image, strength: float = 0.5) -> None:
        """Press a texture of this canvas's size into what is painted inside the shape."""
        box = shape.mask.getbbox()
        if box is None:
            return
        below = self.image.crop(box)
        relief = Image.merge("RGB", [gray.crop(box)] * 3)
        pressed = Image.blend(below, ImageChops.overlay(below, relief), strength)
        self.image.paste(pressed, box, shape.mask.crop(box))

    def mottled(self, strength: float = 0.3, cells: int = 4) -> None:
        """Uneven tones over everything, as on a painted ground."""
        self.textured(self.everywhere(), texture.clouds(self.image.size, self.seed, cells), strength)

    def finished(self, grain: float = 0.16, vignette: float = 0.2) -> Image.Image:
        """The picture in its own size, with paper grain and slightly darker corners."""
        picture = self.image.reduce(SCALE)
        tooth = Image.merge("RGB", [texture.grain(picture.size)] * 3)
        picture = Image.blend(picture, ImageChops.soft_light(picture, tooth), grain * 2)
        corners = Image.radial_gradient("L").point(lambda v: 255 - int(max(0, v - 90) * vignette))
        return ImageChops.multiply(picture, Image.merge("RGB", [corners.resize(picture.size)] * 3))
