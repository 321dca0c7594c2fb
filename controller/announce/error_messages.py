"""Error messages: the English sentence of every error, by key."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final, Protocol, runtime_checkable

from controller.others_text import one_line

if TYPE_CHECKING:
    from collections.abc import Mapping


@runtime_checkable
class KeyedError(Protocol):
    """An error of the program, the wire, a device or the reader: it has a key and parameters."""

    key: str
    params: dict[str, object]


def what_failed(error: Exception) -> str:
    """Return in words what is wrong where an error may be one of ours or of the system."""
    if isinstance(error, KeyedError):
        return trouble(error)
    if isinstance(error, OSError):
        return f"{error.filename}: {error.strerror}" if error.filename and error.strerror else str(error)
    return str(error)


def trouble(error: KeyedError) -> str:
    """Return the sentence for an error."""
    sentence = SENTENCES.get(error.key)
    if sentence is None:
        return str(error)
    return sentence.format(**{name: _told(name, value) for name, value in error.params.items()})


_LONGEST: Final = 200
"""Characters of what is told of somebody's words, as they are shown; a longer text is shown by its beginning."""

_WHOLE: Final = frozenset({"name", "known", "mistakes"})
"""Parameters that are told as long as they are: paths, and what the program itself lists."""


def _told(name: str, value: object) -> object:
    """Return what stands in a sentence for a parameter.

    That is for another error its sentence, for several things a list, and of a text of thousands of letters, which is
    somebody else's, the beginning.
    """
    if isinstance(value, KeyedError):
        return one_line(trouble(value), end=False)
    if isinstance(value, list | tuple | frozenset):
        return ", ".join(str(one) for one in value)
    return _beginning(value) if isinstance(value, str) and name not in _WHOLE else value


def _beginning(text: str) -> str:
    """Return a text, or the beginning of one that is too long when what cannot be printed is escaped."""
    length = 0
    for at, letter in enumerate(text[: _LONGEST + 1]):
        length += len(repr(letter)) - 2
        if length > _LONGEST:
            return text[:at] + "\u2026"
    return text


SENTENCES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "against.nobody": "--play wants --against LEVEL: it is a game against the computer",
        "against.not_by_hand": "--by-hand is for two people: --against does not go with it",
        "analyse.babbles": "GNU Backgammon has printed more than {most} kB, and was ended",
        "analyse.bad_sgf": "GNU Backgammon finds no game in it: it is cut off, damaged, or no .sgf of backgammon",
        "analyse.no_answer": "GNU Backgammon has ended without an answer; its last words: {why}",
        "analyse.no_gnubg": "GNU Backgammon is not installed: sudo apt-get install gnubg",
        "analyse.no_opinion": "{name}: GNU Backgammon has no opinion on this game of {variant}",
        "analyse.nothing": "{name}: there is no play in this match that could be followed",
        "analyse.running": "{name}: this match is not over; it is analysed after its end, never before",
        "analyse.too_long": "GNU Backgammon was not done after {seconds:g} seconds, and was ended;"
        " fewer --plies take less, --limit gives it more",
        "analyse.variant": "{name}: GNU Backgammon does not play {variant}",
        "calibrate.nothing_given": "calibrate wants a picture of the start position, or --print to print stickers",
        "calibration.not_seen": "the board cannot be made out where the calibration has it: uncover it, put it back,"
        " or calibrate again",
        "calibration.other_position": "the board does not show the start position; it differs at {places}:"
        " set it up as for a game, in single layers, with hands and dice off the board",
        "calibration.other_size": "the calibration is for pictures of {expected} pixels, not of {given}",
        "calibration.shades_swapped": "the dark checkers stand where the light ones should, and the other way round",
        "calibration_file.damaged": "{name}: the calibration is damaged: what it says of {where} cannot be used",
        "calibration_file.not_one": "{name}: not a calibration that `tavola calibrate` wrote",
        "calibration_file.version": "{name}: a calibration of version {version}; this program wants version {known}: "
        "calibrate the board again",
        "camera.by_number": "on this system a camera is called by its number, 0 for the first, not {name!r}",
        "camera.busy": "{name} cannot be opened: another program uses it, or it is no camera",
        "camera.closed": "the camera has been closed",
        "camera.denied": "{name} may not be opened by this user (sudo usermod -aG video $USER, then log in again)",
        "camera.ended": "the recording is over",
        "camera.failed": "the camera failed: {why}",
        "camera.file_missing": "camera.kind = {kind} wants camera.file",
        "camera.garbled": "{name}: what was read is no picture",
        "camera.gone": "{name} delivers no more pictures; it was unplugged, or failed",
        "camera.missing": "there is no camera {name}; plugged in: {there}",
        "camera.no_address": "camera.device has to be the address of the camera, such as"
        " http://192.168.1.20:8080/video or rtsp://192.168.1.20/live, not {text!r}",
        "camera.no_number": "camera.device has to be the number of the camera on the connector, not {text!r}",
        "camera.no_pictures": "{name}: there are no pictures in this folder",
        "camera.no_program": "{name} is missing: sudo apt-get install rpicam-apps-lite",
        "camera.no_video": "{name}: not a video that can be read",
        "camera.not_a_file": "{name}: not a file, but a folder, a pipe or a device",
        "camera.too_large": "{name}: pictures of {width} by {height} pixels; up to {most} million are read",
        "camera.none": "no USB camera is plugged in",
        "camera.several": "several USB cameras are plugged in; name one in camera.device: {names}",
        "camera.silent": "no picture came for {seconds} seconds",
        "camera.unreachable": "no pictures come from {name}: is its program running, and is it in the same network?",
        "camera.stopped": "the program that reads the camera has ended: {why}",
        "catalogue.no_header": "{name}: a catalogue begins with an entry that names its Language",
        "catalogue.not_po": "{name}: line {line} is no line of a .po file in UTF-8",
        "catalogue.placeholder": "{name}: the translation of {context} names {what}, and the English sentence does not",
        "catalogue.plural_forms": "{name}: the header's Plural-Forms cannot be used ({why})",
        "codec.not_json": "the journal holds something that was not written by this program: {why}",
        "codec.same_name": "two kinds of values share the name {name}",
        "codec.wrong_kind": "the journal holds something else than belongs there: {name}",
        "codec.unknown_fields": "{name} has other fields than belong to it: {fields}",
        "codec.unknown_kind": "a value of kind {kind} cannot be kept",
        "codec.unknown_name": "{name} is the name of nothing that can be kept",
        "compiler.failed": "the strip controller does not compile here ({command}): {said}",
        "compiler.missing": "no C compiler ({program}) is installed; --strip memory needs none",
        "control.bad_request": "what came over the socket was no message of this program",
        "control.busy": "the referee has too many requests to answer at the moment; nothing was done",
        "control.denied": "{name}: this referee takes no orders from this user",
        "control.gave_up": "the referee has not answered for {seconds:g} seconds; an order that he has not begun with"
        " is withdrawn, and `tavola ctl status` shows whether he has",
        "control.in_use": "{name}: another referee listens there",
        "control.no_announcement": "announce: 1 to {most} letters are wanted",
        "control.no_answer": "the referee does not answer; `tavola ctl status` shows whether the order was carried out",
        "control.no_clock_for_money": "{word}: there is no clock for money, as its reserve is by points to win",
        "control.no_name": "a player's name has 1 to {most} letters: {text!r}",
        "control.no_number": "{word}: {text!r} is no number that fits",
        "control.no_sockets": "this system has no local sockets, by which a referee could be commanded",
        "control.no_such_cube": "a cube does not show {value}",
        "control.no_such_device": "no device that shows the code {code!r} asks to be admitted",
        "control.no_such_player": "there is no player {text!r}; there are 1, {one}, and 2, {two}",
        "control.no_such_word": "the referee does not know the word {word!r}; tavola ctl --help lists those he knows",
        "control.nobody": "{name}: no referee listens there",
        "control.not_plain": "no name and no reason may have controls, line breaks or marks of direction: {text}",
        "control.path_too_long": "{name}: too long a path for a socket, which may have {most} bytes",
        "control.refused_words": "{word}: that cannot be ({why})",
        "control.too_long": "an order may have {most} bytes",
        "control.trouble": "{said}",
        "control.why_missing": "{word}: an order wants a reason, given with --why",
        "control.withdrawn": "the referee had no time for this; it is withdrawn, and nothing was done",
        "control.wrong_words": "{word}: these words do not belong together; tavola ctl --help lists those that do",
        "corners.not_clockwise": "the corners must go clockwise from the top left of the playing surface",
        "corners.not_convex": "the corners must make a quadrilateral without a dent",
        "corners.not_found": "the board's corners could not be found in the picture; please give them with --corners",
        "corners.not_numbers": "the corners must be numbers",
        "corners.outside_picture": "the corner ({x:g}, {y:g}) is outside the picture of {width} by {height} pixels",
        "corners.too_small": "the board is too small in the picture: its shortest side has {shortest} pixels",
        "corners.wrong_number": "four corners are needed, not {given}",
        "film.not_written": "{name}: the film cannot be written",
        "film.other_kind": "{name}: a film's name has to end in one of {known}",
        "foreign.long_line": "{name}: line {line} has {length} characters; at most {most} are read",
        "foreign.long_number": "{name}: line {line} has a number of more than {most} digits",
        "foreign.not_a_file": "{name}: not a file, but a pipe or a device",
        "foreign.too_deep": "{name}: cannot be read: it is nested too deeply",
        "foreign.too_large": "{name}: larger than {most} kB, so it is no such file",
        "foreign.refused": "{name}: {why}",
        "foreign.unreadable": "{name}: cannot be read: {why}",
        "gpio.no_library": "no library for the pins of a header is installed; on a Raspberry Pi install the extra pi",
        "gpio.shared": "two buttons have the same GPIO: {gpios}",
        "gpio.unusable": "the header's pins cannot be used ({why}); on a Raspberry Pi: sudo usermod -aG gpio $USER",
        "guide.no_picture": "the camera delivered no picture at rest within {seconds} seconds",
        "hall.authority": "the certificate of the hall's authority cannot be used: {why}",
        "hall.bad_field": "{field}: {why}",
        "hall.busy": "the table has too many orders to carry out at the moment; nothing was done",
        "hall.failed": "the order has failed at the table; its log says why",
        "hall.line_damaged": "the line is not whole: it was cut off, or a character of it is wrong",
        "hall.missing": "a hall needs the package {name}: pip install 'tavola[hall]'",
        "hall.no_broker": "there is no connection to the hall's broker: {why}",
        "hall.no_column": "the pairings lack the columns {known}",
        "hall.no_line": "a line by which a table joins begins with TAVOLA-HALL-1:",
        "hall.no_membership": "it is no membership of a hall, as tavola hall join writes it",
        "hall.no_name": "{text!r}: a hall or a table is named by small letters of English, digits and hyphens,"
        " 32 at most",
        "hall.no_openssl": "openssl is missing: sudo apt-get install openssl",
        "hall.no_pairing": "line {line}: a table, two players and a length of 1 to 64 points or money are wanted",
        "hall.no_pairings": "there are no pairings: a heading with table,white,black,length and rows below are wanted",
        "hall.no_place": "{text!r} is no address of a broker: HOST or HOST:PORT is wanted",
        "hall.no_qr": "{name}: no QR code of a hall can be read in this picture",
        "hall.no_table_address": "{text!r} is no address of a table's pages, such as http://192.168.1.21:8724",
        "hall.no_such_match": "line {line}: {why}",
        "hall.no_tables": "name the tables, or say how many there are",
        "hall.nothing_set_up": "{name}: no tables lie there; tavola hall setup makes them",
        "hall.not_fetched": "{name}: the journal cannot be fetched from its table: {why}",
        "hall.not_proved": "{name}: what the table has sent is not the journal of this result: {why}",
        "hall.not_signed": "the order is not signed by the desk of this hall",
        "hall.openssl_failed": "openssl has failed: {why}",
        "hall.other_hall": "{name}: this folder is of the hall {hall}",
        "hall.other_run": "the order was for an earlier run of the table's program; nothing was done",
        "hall.reserved_name": "{text!r} is no name for a table: the hall uses it itself",
        "hall.too_many": "1 to {most} tables are followed without a broker",
        "hall.too_large": "{name}: {size} bytes; a message of this kind has at most {most}",
        "idle.beside": "{option} says nothing beside {other}: take one of them away",
        "idle.without": "{option} says nothing without {others}",
        "journal.damaged": "{name}: the journal is damaged at entry {number}",
        "journal.empty": "{name}: no match has begun in this journal",
        "journal.in_use": "{name}: another Tavola writes into this folder",
        "journal.missing": "{name}: there is no such journal",
        "journal.not_a_journal": "{name}: not a journal that can be read: {why}",
        "journal.not_its_pictures": "{name}: names as its pictures what is none, which is left alone: {what}",
        "journal.not_written": "{name}: the journal cannot be written: {why}",
        "journal.other_events": "{name}: refereed anew, entry {number} gives other events than are kept",
        "journal.other_version": "{name}: a journal of version {version}; this program reads version {known}",
        "language.unknown": "there is no language {code}; there are {known}, and catalogues of your own (.po)",
        "map.length": "{length} lights were given for a strip of {leds}",
        "map.place": "the board has no place {place}",
        "map.power": "the power cap is 1 to 65535 mA, not {cap_ma}",
        "map.range": "the strip's map names lights {first} to {last}, and the strip has {leds}",
        "map.setting": "a strip's map has no setting {name} = {value}",
        "map.shared": "two places of the strip's map share the lights {lights}",
        "map.start": "the strip begins at a point from 1 to 24, not {start}",
        "mat.unreadable": "line {line} of the record could not be read when it was made, and cannot be written",
        "match.already_over": "the match is over",
        "match.length": "no match has this length: 1 to 64 points, or money",
        "match.score": "no match can have the score {score}",
        "pages.bad_corners": "that is no calibration: four corners of two numbers each, and a home are wanted",
        "pages.bad_deed": "no hand can do that: a kind, a player and places are wanted",
        "pages.bad_order": "that is no order: words, a reason and an idempotency key are wanted",
        "pages.certificate": "{name}: with this certificate and key nothing can be served: {why}",
        "pages.missing": "the pages need the package {name}: pip install 'tavola[pages]'",
        "pages.no_address": "{text!r} is no address for pages: HOST, HOST:PORT or PORT is wanted, such as 0.0.0.0:8724",
        "pages.nothing_kept": "nothing is kept of this match",
        "pages.no_portrait": "{name}: this is no photograph or flag that can be shown: {why}",
        "pages.taken": "the pages cannot be served at {address}: {why}",
        "play.no_checker": "no checker of yours stands where that move begins: {source}",
        "play.no_such_point": "there is no point {source} to move from",
        "play.point_closed": "the other player holds the point {target}",
        "position.not_a_count": "a point cannot hold so many checkers",
        "position.wrong_length": "a position has 26 counts a player",
        "position_id.character": "{text!r} is no position ID: it has characters that none has",
        "position_id.counts": "{text!r} is no position ID",
        "position_id.length": "{text!r} is no position ID: those have 14 characters",
        "position_id.spare_bits": "{text!r} is no position ID",
        "position_id.too_many_checkers": "this position ID has more than 15 checkers a player",
        "roll.not_two_dice": "dice show 1 to 6, not {high} and {low}",
        "sgf.no_game": "no game has begun in this match; an .sgf file holds games",
        "sgf.unreadable": "line {line} of the record could not be read when it was made, and cannot be written",
        "mat.other_game": "{game} has no .mat file: other programs would read it as backgammon; use {forms}",
        "sgf.other_game": "{game} has no .sgf file: other programs would read it as backgammon; use text or json",
        "mat.length": "line {line}: nobody plays a match to {length} points",
        "mat.no_game": "this is no match file: no game begins in its {line} lines",
        "mat.no_length": "this is no match file: none of its {line} lines says how many points it goes to",
        "mat.no_score": "line {line}: the line with both names and their scores is missing",
        "mat.unknown_game": "the game {game!r} is not known here",
        "mat.second_match": "line {line}: a second match begins here; a file holds one",
        "notation.hit_off": "{text!r}: nothing is hit where checkers are borne off",
        "notation.no_such_point": "{text!r}: there is no such point: 1 to 24, bar and off",
        "notation.not_a_move": "{text!r}: not a move; one is written as 24/18, and a play as 24/18 13/11",
        "notation.too_many_moves": "{text!r}: more moves than a turn has",
        "notation.wrong_way": "{text!r}: the wrong way: checkers go from higher points to lower ones",
        "options.no_such_option": "there is no option {text!r}; tavola options lists them",
        "options.no_such_preset": "there is no preset {name!r}",
        "options.no_such_value": "option {name} is {known}, not {text!r}",
        "people.game_goes_on": "all checkers are off, but the referee did not end game {game}",
        "faults.no_such_fault": "there is no fault {word!r}; there are {known}, and `tavola simulate --list-faults`",
        "faults.not_a_share": "a share of the turns is needed, from 0 to 1, as in plays:0.1; not {word!r}",
        "people.off_script": "the match to be played again has no turn where one is needed",
        "faults.no_such_file": "there is no file {name} to read",
        "people.left": "somebody has left the table before the match was over",
        "people.no_journal": "the match is kept nowhere, so it cannot be gone on with",
        "people.no_answer": "the simulated players cannot go on: the referee does not answer to what they do",
        "people.no_opening_roll": "the referee accepted no opening roll",
        "players.illegal_choice": "the computer player {level} has chosen what cannot be played",
        "players.no_model": "{path} cannot be read, which the computer players need: it belongs to the program",
        "players.no_such_depth": "the engine looks 0 to {deepest} rolls ahead, not {plies}",
        "players.no_such_level": "there is no computer player {level}, but: {known}",
        "people.order_refused": "the simulated players cannot go on: the referee does not put right what they agree on",
        "people.other_past": "the journal tells of another match than these simulated people have played",
        "people.play_never_accepted": "the referee never accepted the play of player {player}",
        "photo.blurred": "the picture is too blurred to be read: its edges are {spread} pixels soft on a board of 560",
        "photo.board_cut": "the board reaches the picture's edge and cannot be made out: show all"
        " of it, or give --corners",
        "photo.dark": "the picture is too dark to be read: it has {share:.1%} of the light of the calibration",
        "photo.no_board": "no board is seen in the picture",
        "photo.nothing_to_see": "the picture shows nothing: it is of one colour",
        "photo.over_exposed": "the picture is over-exposed: {share:.0%} of the board has lost its colour",
        "picture.hidden": "no position ID: a hand is over {places}",
        "picture.no_position": "no position ID: what is seen is no position ({held} checkers on the board)",
        "picture.not_a_picture": "{name}: not a picture that can be read; a JPEG, PNG, WebP or BMP is wanted",
        "picture.other_kind": "{name}: HEIC and AVIF are not read: please save the picture as JPEG",
        "picture.too_large": "{name}: {width} by {height} pixels; up to {most} million are read",
        "picture.a_folder": "{name} is a folder: a file is written, so name one",
        "picture.overlay_not_png": "{name}: the overlay's name has to end in .png",
        "picture.written_over": "{name}: this is the picture that is read; please write to another file",
        "picture.written_twice": "{name}: two results would be written there",
        "port.url": "{port} is no port: {error}",
        "read_ahead.cancelled": "something has begun to move while a picture was read",
        "referee.no_calibration": "no calibration is set: tavola calibrate makes one, and table.calibration or"
        " --calibration names it",
        "referee.no_home": "{name} does not say where black's home is; please say so in table.home_of_black",
        "resume.not_simulated": "{name}: this match was not played on the simulated table",
        "resume.nothing": "{name}: there is no unfinished match here to go on with",
        "resume.over": "{name}: this match is over",
        "resume.typed": "{name}: somebody plays in this match at the keyboard: go on with --resume --play",
        "resume.unreadable": "{name} cannot be gone on with ({why})",
        "say.nothing": "there is nothing to say: some words are wanted",
        "say.wrong_words": "{words}: these words and numbers do not belong together; tavola say --help lists those"
        " that do",
        "scene.no_mitsuba": "photographs need Mitsuba, which is not installed: pip install -e '.[photo]'",
        "scene.no_such_camera": "there is no camera {name}; there are {known}",
        "scene.no_such_construction": "there is no construction {name}; there are {known}",
        "scene.no_such_habit": "there is no habit {name}; there are {known}",
        "scene.no_such_light": "there is no light {name}; there are {known}",
        "scene.no_such_look": "there is no look {name}; there are {known}",
        "service.no_settings": "{name}: there is no such file of settings",
        "service.no_user": "{name}: no name that a user of a service can have",
        "service.not_absolute": "{name}: a service wants whole paths, which begin with / and have no controls",
        "settings.not_toml": "{name}: not TOML: {why}",
        "settings.refused": "{name}: {mistakes}",
        "settings.there_already": "{name} is there already; --force writes it anew",
        "sheet.other_kind": "{name}: the sheet's name has to end in .pdf, .svg or .png",
        "speaker.closed": "the speaker has been closed",
        "speaker.failed": "the synthesiser has failed: {why}",
        "speaker.missing": "{program} is missing: sudo apt-get install espeak-ng",
        "speaker.no_sound": "no sound card works: {why}",
        "speaker.stuck": "the synthesiser was stuck, and was ended after {seconds} seconds",
        "stickers.missing": "only {found} of the four stickers can be seen; missing: {missing}",
        "still.not_written": "{name}: the picture cannot be written",
        "simulate.nothing_to_list": "--json prints a list, so it goes with --list-looks and the others of its kind",
        "stills.live_photo": "a photograph takes seconds, so no match is played in them: --stills N takes N of them",
        "strip.lost": "the strip does not show what it was told to: {why} ({statistics})",
        "strip.missing": "no strip of lights can be used: {why}",
        "strip.none": "no strip of lights is connected",
        "toolchain.missing": "{program} is missing: sudo apt-get install {package}",
        "watch.a_picture": "{name}: a single picture, not a film: `tavola read` reads it, `tavola calibrate` learns a"
        " board from it",
        "watch.never_still": "{name}: nothing is at rest in the {seconds} seconds that were looked through",
        "watch.no_roll": "{name}: no game has begun in this film, so no match is kept: the opening roll has"
        " to be seen after the start position",
        "watch.no_start": "{name}: no start position was found in the {seconds} seconds that were looked through:"
        " {why}; the film has to show the board set up for a game, without hands and dice",
        "window.no_screen": "there is no screen to open a window on; --record keeps what the camera sees as a video",
        "window.not_opened": "a window cannot be opened here: {why}; --record keeps what the camera sees as a video",
        "xgid.character": "no XGID: {character!r} stands for no checkers",
        "xgid.fields": "no XGID: it has {fields} fields",
        "xgid.length": "no XGID: its position has {length} characters, not 26",
        "xgid.not_a_number": "no XGID: its field {field} is no number",
        "xgid.too_many_checkers": "this XGID has more than 15 checkers a player",
    }
)
"""Sentences by key; the placeholders are the parameters of the error."""
