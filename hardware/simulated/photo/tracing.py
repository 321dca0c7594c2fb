"""Mitsuba 3, behind one module: the extra `photo`, imported late.

Its fastest way needs a GPU of NVIDIA's, its fast one LLVM: that which `DRJIT_LIBLLVM_PATH` names, or one found in the
usual places, from version 19 on; with older ones Mitsuba 3.9 ends the whole process. Without, there is a slow way, some
four times slower.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from hardware.simulated.errors import SceneError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from types import ModuleType

    from hardware.simulated.optics.pinhole import Floats
    from hardware.simulated.photo.exposing import Exposing
    from hardware.simulated.photo.finish import Finish, Part
    from hardware.simulated.photo.room import LitRoom

_OLDEST: Final = 19
"""The oldest LLVM that is known to work."""
_LLVM: Final = "DRJIT_LIBLLVM_PATH"
_FASTEST: Final = "cuda_ad_rgb"
_FAST: Final = "llvm_ad_rgb"
_SLOW: Final = "scalar_rgb"
_AT_ONCE: Final = 36
"""How many samples a pixel are followed at once: more need more memory."""
_DEPTH: Final = 5
"""How often light is followed from one thing to the next."""
_DEPTH_CLEAR: Final = 9
"""The same where something is clear: into it, within it, and out of it."""


class Taking(NamedTuple):
    """How a photograph is taken: how many paths of light a pixel, and the seed of their chance."""

    samples: int
    seed: int


class PictureWindow(NamedTuple):
    """A part of a straight camera's picture, pixels."""

    left: int
    top: int
    width: int
    height: int


def mitsuba() -> ModuleType:
    """Return Mitsuba, set to the faster of its ways that works here.

    Raises:
        SceneError: "scene.no_mitsuba", the extra is not installed.
    """
    try:
        import mitsuba as library  # noqa: PLC0415 - an extra, and slow to import
    except ImportError:
        raise SceneError("scene.no_mitsuba") from None
    if library.variant() is None:
        library.set_variant(_way())
        library.set_log_level(library.LogLevel.Error)  # it tells of samples that it rounds up
    module: ModuleType = library
    return module


def _way() -> str:
    """Return the name of the fastest of Mitsuba's ways that works here."""
    import drjit  # noqa: PLC0415 - comes with Mitsuba, an extra

    if drjit.has_backend(drjit.JitBackend.CUDA):
        return _FASTEST
    return _FAST if _llvm_is_there() else _SLOW


def _llvm_is_there() -> bool:
    """Return whether there is an LLVM that Mitsuba can use; it is told where."""
    if os.environ.get(_LLVM):
        return True
    found = newest_llvm(path for folder in _FOLDERS for path in Path("/").glob(folder))
    if found is None:
        return False
    os.environ[_LLVM] = str(found)
    return True


_FOLDERS: Final = (
    "usr/lib/*/libLLVM*.so*",
    "usr/lib/libLLVM*.so*",
    "usr/lib64/libLLVM*.so*",
    "usr/lib/llvm-*/lib/libLLVM*.so*",
)


def newest_llvm(paths: Iterable[Path]) -> Path | None:
    """Return the newest of some libraries of LLVM by their names; None where none is new enough."""
    known = []
    for path in paths:
        number = re.search(r"libLLVM(?:-|\.so\.)(\d+)", path.name)
        if number is not None and int(number[1]) >= _OLDEST:
            known.append((int(number[1]), path))
    return max(known)[1] if known else None


def traced(parts: Sequence[Part], room: LitRoom, camera: Exposing, taking: Taking) -> Floats:
    """Return the light that reaches the camera.

    Returns:
        Red, green, blue, 1 for a white surface in full light; shape (height, width, 3), float32.

    Raises:
        SceneError: "scene.no_mitsuba", the extra is not installed.
    """
    return traced_windows(parts, room, camera, taking, [PictureWindow(0, 0, camera.width, camera.height)])[0]


def traced_windows(
    parts: Sequence[Part], room: LitRoom, camera: Exposing, taking: Taking, windows: Sequence[PictureWindow]
) -> list[Floats]:
    """Return the light that reaches some parts of the camera's picture, each as `traced` returns the whole.

    Raises:
        SceneError: "scene.no_mitsuba", the extra is not installed.
    """
    mi = mitsuba()
    clear = any(not isinstance(part.finish.clear, float) for part in parts)
    described: dict[str, Any] = {
        "type": "scene",
        "integrator": {"type": "path", "max_depth": _DEPTH_CLEAR if clear else _DEPTH, "hide_emitters": True},
        "lamp": _lamp(mi, room),
        "sky": {
            "type": "envmap",
            "bitmap": mi.Bitmap(room.sky),
            "to_world": mi.ScalarTransform4f().rotate([1.0, 0.0, 0.0], 90.0),
        },
    }
    for number, part in enumerate(parts):
        described[f"part{number}"] = _mesh(mi, part)
    scene = mi.load_dict(described)
    return [_followed(mi, scene, mi.load_dict(_sensor(mi, camera, window)), taking) for window in windows]


def _followed(mi: ModuleType, scene: Any, sensor: Any, taking: Taking) -> Floats:
    """Return the light of a scene that reaches a sensor of Mitsuba's, by so many samples as memory has room for."""
    width, height = sensor.film().crop_size()
    total = np.zeros((height, width, 3), dtype=np.float32)
    left, turn = max(taking.samples, 1), 0
    while left > 0:
        now = min(left, _AT_ONCE)
        light = mi.render(scene, sensor=sensor, spp=now, seed=(taking.seed * 1009 + turn) % 2**31)
        total += np.float32(now) * np.asarray(light, dtype=np.float32)
        left, turn = left - now, turn + 1
    return total / np.float32(max(taking.samples, 1))


def _sensor(mi: ModuleType, camera: Exposing, window: PictureWindow) -> dict[str, Any]:
    """Return the camera and the part of its picture that is wanted, as Mitsuba wants them described."""
    return {
        "type": "perspective",
        "fov": camera.opening,
        "fov_axis": "x",
        "near_clip": 10.0,
        "far_clip": 100000.0,
        "to_world": mi.ScalarTransform4f(camera.pose),
        "film": {
            "type": "hdrfilm",
            "width": camera.width,
            "height": camera.height,
            "crop_offset_x": window.left,
            "crop_offset_y": window.top,
            "crop_width": window.width,
            "crop_height": window.height,
            "pixel_format": "rgb",
            "component_format": "float32",
            "rfilter": {"type": "box"},
        },
        "sampler": {"type": "multijitter"},
    }


def _lamp(mi: ModuleType, room: LitRoom) -> dict[str, Any]:
    """Return the lamp as Mitsuba wants it described."""
    place = mi.ScalarTransform4f().look_at(origin=list(room.lamp), target=[0.0, 0.0, 0.0], up=[0.1, 1.0, 0.2])
    return {
        "type": "disk",
        "to_world": place @ mi.ScalarTransform4f().scale(room.radius),
        "emitter": {"type": "area", "radiance": {"type": "rgb", "value": [room.radiance] * 3}},
    }


def _texture(mi: ModuleType, values: Floats | float) -> Any:
    """Return a number or a texture as Mitsuba wants it described."""
    if isinstance(values, float):
        return values
    if values.ndim == 1:
        return {"type": "rgb", "value": [float(n) for n in values]}
    bitmap = mi.Bitmap(np.ascontiguousarray(values if values.ndim == 3 else values[..., None], dtype=np.float32))
    return {"type": "bitmap", "bitmap": bitmap, "raw": True, "wrap_mode": "mirror"}


def _surface(mi: ModuleType, finish: Finish) -> dict[str, Any]:
    """Return a surface as Mitsuba wants it described."""
    surface: dict[str, Any] = {
        "type": "principled",
        "base_color": _texture(mi, finish.colour),
        "roughness": finish.roughness,
        "metallic": finish.metal,
    }
    if isinstance(finish.clear, float):
        return {"type": "twosided", "surface": {**surface, "specular": finish.mirrors}}
    return {**surface, "eta": 1.49, "spec_trans": _texture(mi, finish.clear)}


def _mesh(mi: ModuleType, part: Part) -> Any:
    """Return a mesh of Mitsuba's."""
    shape = part.shape
    properties = mi.Properties()
    properties["mesh_bsdf"] = mi.load_dict(_surface(mi, part.finish))
    mesh = mi.Mesh(
        part.name,
        len(shape.points),
        len(shape.faces),
        has_vertex_normals=True,
        has_vertex_texcoords=True,
        props=properties,
    )
    values = mi.traverse(mesh)
    values["vertex_positions"] = shape.points.astype(np.float32).ravel()
    values["vertex_normals"] = shape.normals.astype(np.float32).ravel()
    values["vertex_texcoords"] = shape.spots.astype(np.float32).ravel()
    values["faces"] = shape.faces.astype(np.uint32).ravel()
    values.update()
    return mesh
