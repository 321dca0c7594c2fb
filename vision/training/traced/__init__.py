"""Backgammon tables traced light by light, with labels that are exact.

Builds, outlines, surfaces, sets and prints are none of the simulated table's; shared with its photographs are meshes,
the way to the path tracer (Mitsuba 3, the extra `photo`) and the camera's geometry. Networks learn from builds drawn by
chance, too; those that judge share the renderer with them, and no construction.

| module | subject |
|---|---|
| `builds` | eleven kinds of construction, and which of them judge |
| `drawn_builds` | kinds of construction drawn by chance, to learn from |
| `matter`, `prints` | what surfaces are made of; points, ornaments and emblems of a playing surface |
| `lying` | a position as it lies on a table: checkers, dice, cube, hand |
| `furniture`, `pieces` | meshes of the board, and of what is on it |
| `cameras` | camera, light and sensor |
| `tables` | a build with its camera, light and sensor, and pictures of it |
| `labels` | what a picture shows, and where |
| `make` | the command that makes pictures: `python -m vision.training.traced.make OUT` |
"""
