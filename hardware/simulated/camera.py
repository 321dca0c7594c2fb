"""The simulated table's camera: draws the scene that is on the stage when it is asked for a frame."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from hardware.cameras.camera import CameraClosedError
from hardware.closing import Closing
from hardware.simulated.scene.motion import Earlier
from vision.frame import Frame

if TYPE_CHECKING:
    from collections.abc import Callable

    from hardware.simulated.drawing.renderer import Renderer
    from hardware.simulated.scene.table import Scene


class Stage:
    """Holds the scene that is now on the table: simulated people set it, the camera looks at it.

    Setting and reading the scene are single steps, so a thread may set it while another reads it.
    """

    def __init__(self, scene: Scene) -> None:
        """Set the first scene."""
        self.scene = scene

    def __call__(self) -> Scene:
        """Return the scene."""
        return self.scene


class SimulatedCamera(Closing):
    """A camera over the simulated table, a `hardware.cameras.camera.Camera`.

    The renderer may be exchanged at any time (`renderer`), as when somebody knocks against the camera.
    """

    def __init__(
        self,
        renderer: Renderer,
        stage: Callable[[], Scene],
        clock: Callable[[], float],
        seed: int = 0,
    ) -> None:
        """Look at a stage.

        Args:
            renderer: draws, and says where the camera is.
            stage: returns the scene that is now on the table, for instance a `Stage`.
            clock: returns the time in seconds; never goes backwards.
            seed: of the sensor's noise.
        """
        self.renderer = renderer
        self._stage = stage
        self._clock = clock
        self._rng = random.Random(seed)
        self._number = 0
        self._closed = False
        self._last: tuple[Scene, float] | None = None

    def read(self) -> Frame:
        """Draw the scene that is now on the table, with noise of its own.

        Raises:
            CameraClosedError: the camera has been closed.
        """
        if self._closed:
            raise CameraClosedError("camera.closed")
        scene, time = self._stage(), self._clock()
        earlier = None if self._last is None else Earlier(self._last[0], time - self._last[1])
        image = self.renderer.draw(scene, self._rng, earlier=earlier, time=time)
        self._last = (scene, time)
        image.setflags(write=False)
        frame = Frame(image=image, time=time, number=self._number)
        self._number += 1
        return frame

    def close(self) -> None:
        """Deliver no more frames."""
        self._closed = True
