"""Draw the board as pixels from its scene, without a browser."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import numpy as np
from numpy.typing import NDArray

from workbench.adapters import need
from workbench.core.scene import Scene


def pixels(scene: Scene) -> NDArray[np.uint8]:
    """Return a scene as an array of pixels: rows, columns, and red, green and blue from 0 to 255.

    Args:
        scene: the board; each of its units becomes one pixel.

    Raises:
        ModuleNotFoundError: the extra `adapters` is not installed.

    >>> from workbench.core.scene import rect
    >>> pixels(Scene("A red table.", 4, 2, (rect(0, 0, 4, 2, fill="#f00"),)))[0, 0].tolist()
    [255, 0, 0]
    """
    resvg: Any = need("resvg_py", "resvg-py")
    image: Any = need("PIL.Image", "pillow")
    png = resvg.svg_to_bytes(svg_string=scene.svg(), background="#ffffff")
    with image.open(BytesIO(bytes(png))) as picture:
        return np.array(picture.convert("RGB"), np.uint8)
