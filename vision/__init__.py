"""From camera frames to readings: what stands on the board, with doubt. Knows no rules.

| to | use |
|---|---|
| check corners that somebody gives | `geometry.parse_corners([(x, y)] * 4)`, raises `GeometryError` |
| learn a set from its start position | `calibration.calibrate(frame, corners, {"T1": (Shade.DARK, 5), ...})`, |
| | with `cleared=True` where no dice lie on the board; raises `CalibrationError` |
| find the corners by printed stickers | `stickers.sticker_corners(image, Stickers(paper, height)) -> Corners or None` |
| keep what was learned | `calibration_file.calibration_text(calibration)`, `parse_calibration(text, name)` |
| see a table over time: readings, lifted dice, moves | `track.tracker.Tracker(calibration)`, |
| | `tracker.see(frame, Expected(...)) -> Observation` |
| watch for motion, settling, hands alone | `track.motion.start_watching(geometry, width, height)`, |
| | `track.motion.watch(state, frame) -> (state, Movement)`; read when `movement.fresh` |
| read one settled picture | `read.read(frame, calibration, hidden) -> Reading` |
| read one photograph of an unknown set | `photo.read_photo(image, corners or None) -> PhotoReading`; |
| | `photo.report(photo)` is the plain data for JSON |
| draw a reading over its picture | `overlay.draw_overlay(image, reading, geometry)` |

What a reading is, and how its places are named, is told in `vision.reading`; the frames of reference in
`vision.geometry.board`. All but the tracker, which remembers, is pure: pictures in, frozen values out.
"""
