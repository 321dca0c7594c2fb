"""From camera frames to readings: what stands on the board, with doubt. Knows no rules.

| to | use |
|---|---|
| check corners that somebody gives | `geometry.parse_corners([(x, y)] * 4)`, raises `GeometryError` |
| learn a set from its start position | `calibration.calibrate(frame, corners, {"T1": (Shade.DARK, 5), ...})`, |
| | with `cleared=True` where no dice lie on the board; raises `CalibrationError` |
| find the corners by printed stickers | `stickers.sticker_corners(image, Stickers(paper, height)) -> Corners or None` |
| keep what was learned | `calibration_file.calibration_text(calibration)`, `parse_calibration(text, name)` |
| see whether board or camera has moved | `moved.look_again(calibration.landmarks, image, corners) -> Sight` |
| watch for motion, settling, hands | `watch.start_watching(geometry, width, height)`, |
| | `watch.watch(state, frame) -> (state, Observation)`; read when `observation.fresh` |
| read one settled picture | `read.read(frame, calibration, hidden) -> Reading` |
| read one photograph of an unknown set | `photo.read_photo(image, corners or None) -> PhotoReading`; |
| | `photo.report(photo)` is the plain data for JSON |
| draw a reading over its picture | `overlay.draw_overlay(image, reading, geometry)` |

What a reading is, and how its places are named, is told in `vision.reading`; the frames of reference in
`vision.geometry.board`. Everything is pure: pictures in, frozen values out.
"""
