"""From camera frames to readings: what stands on the board, with doubt. Knows no rules.

| to | use, each below `vision.` |
|---|---|
| check corners that somebody gives | `geometry.board.parse_corners([(x, y)] * 4)`, raises `GeometryError` |
| learn a set by its start position | `calibrate.calibration.calibrate(frame, corners, {"T1": (Shade.DARK, 5), ...})`, |
| | with `cleared=True` where no dice lie on the board; raises `CalibrationError` |
| find the corners by printed stickers | `locate.stickers.sticker_corners(image, Stickers(paper, height))` |
| | `-> Corners or None` |
| keep what was learned | `calibrate.calibration_file.calibration_text(calibration)`, |
| | `calibrate.calibration_file.parse_calibration(text, name, decode)` |
| see a table over time: readings, lifted dice, moves | `track.tracker.Tracker(calibration)`, |
| | `tracker.see(frame, Expected(...)) -> Observation` |
| notice motion and settling alone | `track.motion.start_motion_gate(geometry, width, height)`, |
| | `track.motion.pass_frame(gate, frame) -> (gate, Movement)`; read when `movement.fresh` |
| read one settled picture | `detect.read.read(frame, calibration) -> Reading` |
| read one photograph of an unknown set | `detect.photo.read_photo(image, corners or None) -> PhotoReading`; |
| | `detect.photo.report(photo)` is the plain data for JSON |
| draw a reading over its picture | `detect.overlay.draw_overlay(image, reading, geometry)` |

What a reading is, and how its places are named, is told in `vision.reading`; the frames of reference in
`vision.geometry.board`. All but the tracker, which remembers, is pure: pictures in, frozen values out.
"""
