"""Settings: the devices of a table and how they are wanted, each with its meaning and its bounds.

Nothing is found by position or by luck: a device is named, or it is the only one of its kind. What reads, writes and
refuses the file is `controller.config.settings_file`.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, Self

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, field_validator, model_validator

from controller.announce.error_messages import trouble
from controller.announce.language import languages
from controller.config.folders import data_folder
from controller.others_text import is_plain
from controller.players.strength import strengths
from controller.referee.errors import OptionError
from controller.referee.options.options import preset
from controller.referee.options.words import with_words
from controller.rules.variant import VARIANTS
from hardware.espeak import FASTEST, LOUDEST, SLOWEST, WORDS_PER_MINUTE
from hardware.wiring.pins import gpio

HIGHEST_GPIO = 27
"""The last GPIO of a Raspberry Pi's header."""

Gpio = Annotated[int, Field(ge=0, le=HIGHEST_GPIO)]
"""A GPIO by its BCM number."""


def _named(value: object) -> object:
    """Return what names a file; an empty text would be the folder that the program was started in.

    Raises:
        ValueError: it is empty.
    """
    if isinstance(value, str) and not value.strip():
        raise ValueError("a name is wanted")
    return value


File = Annotated[Path, Field(strict=False), BeforeValidator(_named)]
"""A file or folder, which a text names."""

if TYPE_CHECKING:
    GameName = str
else:
    GameName = Literal[tuple(VARIANTS)]
"""A game, by its name."""

WhichPlayer = Literal["white", "black"]
"""A player, named by his checkers: the light ones are white, the dark ones black."""


def _spoken(code: str) -> str:
    """Return the code of a language if it is spoken.

    Raises:
        ValueError: it is not.
    """
    if code not in languages() and not code.endswith(".po"):
        raise ValueError(f"one of {', '.join(languages())}, or a catalogue of one's own (.po), is wanted")
    return code


class Section(BaseModel):
    """A part of the settings: unknown keys are refused, nothing changes once it has been read."""

    model_config = ConfigDict(extra="forbid", frozen=True, str_strip_whitespace=True, strict=True)

    @field_validator("*")
    @classmethod
    def _is_plain(cls, value: object) -> object:
        """Return a value of which no text has what no name and no path may have."""
        if isinstance(value, str | Path) and not is_plain(str(value)):
            raise ValueError("controls, line breaks and marks of direction have no place here")
        return value


class TableSettings(Section):
    """The board, and what is played on it."""

    calibration: File | None = Field(
        default=None, description="what `tavola calibrate` wrote for this board and camera"
    )
    home_of_black: Literal["bottom-right", "bottom-left", "top-right", "top-left"] | None = Field(
        default=None,
        description="quadrant of the picture in which black's home lies; the calibration says it if this does not",
    )
    white: str = Field(default="White", min_length=1, max_length=40, description="who plays the light checkers")
    black: str = Field(default="Black", min_length=1, max_length=40, description="who plays the dark checkers")
    length: Annotated[int, Field(ge=1, le=64)] | Literal["money"] = Field(
        default=1, description='points to win, or "money" for games without a length'
    )
    preset: Literal[
        "club",
        "tournament",
        "money",
        "casual",
        "wikipedia-it",
        "pergioco",
        "regole-it",
        "backgammon-es",
        "regles-fr",
    ] = Field(default="club", description="what the referee goes by; `tavola rules list` says what each is")
    game: GameName = Field(default="backgammon", description="which game is played")
    against: Literal["person", "beginner", "club", "gnubg"] = Field(
        default="person",
        description="who plays the other side: a person, or the computer at a level; gnubg is GNU Backgammon"
        f" ({strengths()})",
    )
    ply: int = Field(default=2, ge=0, le=3, description="how many rolls ahead GNU Backgammon looks")
    computer_plays: WhichPlayer = Field(default="white", description="whose checkers the computer plays")
    options: str = Field(
        default="",
        description='what is agreed otherwise, such as "policy=legal-moves clock_delay=8"; `tavola options` lists them',
    )

    @model_validator(mode="after")
    def _options_exist(self) -> Self:
        """Return these settings if what is agreed can be agreed."""
        try:
            with_words(preset(self.preset), (f"game={self.game}", *self.options.split()))
        except OptionError as error:
            raise ValueError(f"options = {self.options!r}: {trouble(error)}") from None
        return self

    @property
    def points(self) -> int:
        """The points to win; 0 for money."""
        return 0 if self.length == "money" else self.length


class CameraSettings(Section):
    """The camera above the board."""

    kind: Literal["usb", "csi", "network", "video", "stills", "simulated"] = Field(
        default="usb",
        description="usb: a webcam, built in or plugged in; csi: on the Pi's own connector, through rpicam-vid;"
        " network: one with an address, such as a telephone's camera program; video: a file; stills: a folder of"
        " pictures; simulated: a simulated table at which nobody plays",
    )
    device: str = Field(
        default="",
        description="which one: for usb its number, on Linux also a path such as /dev/v4l/by-id/... or a part of the"
        " camera's name, for csi its number, for network its address, such as http://192.168.1.20:8080/video or"
        " rtsp://...; empty is the only one there is",
    )
    file: File | None = Field(default=None, description="the video file, or the folder of pictures")
    width: int = Field(default=1280, ge=320, le=4608, description="of the picture, pixels")
    height: int = Field(default=720, ge=240, le=3496, description="of the picture, pixels")
    rate: float = Field(default=15.0, ge=1.0, le=60.0, description="pictures a second")
    upside_down: bool = Field(
        default=False, description="the camera hangs the other way round: turn pictures by half a turn"
    )
    focus: float | None = Field(
        default=None,
        ge=0.0,
        le=1023.0,
        description="fixed focus: for csi in dioptres, for usb in the camera's own steps",
    )
    patience: float = Field(
        default=3.0, ge=0.5, le=60.0, description="seconds without a picture after which the camera counts as stalled"
    )


class LightsSettings(Section):
    """The strip of lights on the board's frame."""

    kind: Literal["usb", "simulated", "none"] = Field(default="usb", description="where the strip is")
    port: str = Field(
        default="", description="a device path or URL; empty looks at every USB device for one that answers"
    )
    id: str = Field(
        default="",
        pattern=r"^[0-9A-Fa-f]{0,16}$",
        json_schema_extra={"wanted": "up to 16 hexadecimal digits"},
        description="the number of the one controller to accept; empty accepts any",
    )
    map: File | None = Field(default=None, description="how the strip was built, if not like the standard one")


class ButtonsSettings(Section):
    """The buttons at the table."""

    kind: Literal["keyboard", "gpio", "none"] = Field(
        default="keyboard", description="keys in the terminal, push buttons on the Pi's header, or none"
    )
    left: WhichPlayer = Field(default="white", description="the player whose clock button is the left one")
    clock_left: Gpio = Field(default=gpio("clock_left"), description="GPIO of the left clock button")
    clock_right: Gpio = Field(default=gpio("clock_right"), description="GPIO of the right clock button")
    confirm: Gpio = Field(default=gpio("confirm"), description="GPIO of the button that confirms")
    cube: Gpio = Field(default=gpio("cube"), description="GPIO of the cube button")
    undo: Gpio = Field(default=gpio("undo"), description="GPIO of the button that refuses or takes back")
    director: Gpio = Field(default=gpio("director"), description="GPIO of the button that calls the director")
    repeat: Gpio = Field(default=gpio("repeat"), description="GPIO of the button that says it again")
    asks: Literal["repeat", "roll", "pips", "score", "cube", "position"] = Field(
        default="repeat", description="what the first press of that button asks for; further ones ask for the others"
    )
    bounce: float = Field(default=0.03, ge=0.0, le=0.5, description="seconds in which a button's contacts may bounce")
    stuck: float = Field(
        default=10.0, ge=1.0, le=600.0, description="seconds held down after which a button counts as stuck"
    )


class BuzzerSettings(Section):
    """The buzzer."""

    kind: Literal["none", "gpio", "bell"] = Field(
        default="none", description="gpio: on the Pi's header; bell: that of the terminal"
    )
    gpio: Gpio = Field(default=gpio("buzzer"), description="GPIO of the buzzer")


class StatusSettings(Section):
    """The status light: on while the referee is at the table, blinking while the camera or the strip is missing."""

    kind: Literal["none", "gpio"] = Field(default="none", description="gpio: on the Pi's header")
    gpio: Gpio = Field(default=gpio("status"), description="GPIO of the light")


class SpeechSettings(Section):
    """What is said, and how."""

    language: Annotated[str, AfterValidator(_spoken)] = Field(
        default="en",
        description="the language of what is said and written: its code, or a catalogue of one's own (.po)",
    )
    speak: Literal["plays", "everything", "problems", "score", "nothing"] = Field(
        default="everything",
        description="what is said aloud; plays: everything, and legal plays too; all is written in any case",
    )
    voice: str = Field(
        default="",
        pattern=r"^[A-Za-z0-9+/_-]{0,40}$",
        json_schema_extra={"wanted": "a voice's name of up to 40 letters, digits and + / _ -"},
        description="the synthesiser's voice, such as en-gb or it+f3, as `espeak-ng --voices` lists them; empty for"
        " that of the language",
    )
    speed: int = Field(
        default=WORDS_PER_MINUTE, ge=SLOWEST, le=FASTEST, description="how fast is spoken, words a minute"
    )
    volume: int = Field(default=100, ge=0, le=LOUDEST, description="how loud is spoken, per cent; beyond 100 distorts")


class RecordSettings(Section):
    """What is kept of a match."""

    out: File = Field(
        default_factory=data_folder,
        description="the folder for journals and match files; a relative one is that where the program is started",
    )
    keep_pictures: float = Field(
        default=0.0, ge=0.0, le=3650.0, description="days for which pictures of disputed turns are kept; 0 keeps none"
    )


class PagesSettings(Section):
    """Pages of the match for browsers; they need the packages of the extra `pages`."""

    address: str = Field(
        default="",
        max_length=255,
        description='where they are served, such as "127.0.0.1:8724", or "0.0.0.0" for everybody on the network; empty'
        " serves none",
    )
    names: str = Field(
        default="", max_length=1000, description="further host names that lead to this computer, with blanks between"
    )
    delay: float = Field(
        default=0.0,
        ge=0.0,
        le=3600.0,
        description="seconds by which the overlay of a broadcast is later than the table",
    )
    certificate: File | None = Field(default=None, description="a certificate file, for pages that are encrypted")
    certificate_key: File | None = Field(default=None, description="its private key, if that lies in another file")
    photo_of_black: File | None = Field(
        default=None, description="a photograph of who plays the dark checkers, a PNG or JPEG file, for the overlay"
    )
    photo_of_white: File | None = Field(default=None, description="one of who plays the light ones")
    flag_of_black: File | None = Field(default=None, description="a flag for who plays the dark checkers")
    flag_of_white: File | None = Field(default=None, description="one for who plays the light ones")


class HallSettings(Section):
    """The hall that the table belongs to; it needs the package of the extra `hall`."""

    membership: File | None = Field(
        default=None, description="what `tavola hall join` wrote, which holds a password; none for a table by itself"
    )
    pages: str = Field(
        default="",
        max_length=200,
        pattern=r"^(https?://[A-Za-z0-9._:\[\]-]+)?$",
        json_schema_extra={"wanted": "an address such as http://192.168.1.20:8080"},
        description="the address by which the hall's desk reaches the pages of this table; empty for that of the pages",
    )
    discovery: bool = Field(default=False, description="let Home Assistant at the same broker find the table")


class Settings(Section):
    """All settings of a table."""

    table: TableSettings = TableSettings()
    camera: CameraSettings = CameraSettings()
    lights: LightsSettings = LightsSettings()
    buttons: ButtonsSettings = ButtonsSettings()
    buzzer: BuzzerSettings = BuzzerSettings()
    status: StatusSettings = StatusSettings()
    speech: SpeechSettings = SpeechSettings()
    record: RecordSettings = RecordSettings()
    pages: PagesSettings = PagesSettings()
    hall: HallSettings = HallSettings()

    @model_validator(mode="after")
    def _pins_are_used_once(self) -> Self:
        """Return these settings if no two devices are on the same pin of the header."""
        used: list[int] = []
        if self.buttons.kind == "gpio":
            used += [getattr(self.buttons, name) for name, is_pin in _pins(ButtonsSettings) if is_pin]
        used += [one.gpio for one in (self.buzzer, self.status) if one.kind == "gpio"]
        twice = sorted({pin for pin in used if used.count(pin) > 1})
        if twice:
            raise ValueError(f"two devices have the same GPIO: {', '.join(map(str, twice))}")
        return self


def _pins(section: type[Section]) -> list[tuple[str, bool]]:
    """Return the fields of a section, and whether each is a pin of the header."""
    return [(name, field.annotation is int) for name, field in section.model_fields.items()]
