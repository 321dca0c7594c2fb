"""Photographs of the simulated table: the same scenes, lit by a path tracer (Mitsuba 3) instead of drawn with sprites.

They take seconds each, so they are for still sets: they say whether what is measured on drawn pictures is the drawing's
doing. Nothing of the drawing is used but the looks' textures and what the camera's sensor does to a finished picture.

| module | subject |
|---|---|
| `shapes` | meshes: turned profiles, rounded boxes, flat pieces |
| `finish` | what things are made of, as a path tracer wants to know it |
| `pieces` | checkers, dice and the cube |
| `furniture` | board, table, and what stands beside |
| `room` | the lamp and the light from all around |
| `exposing` | the camera: where it looks, how its lens bends, how light becomes a picture |
| `tracing` | the one module that knows Mitsuba, the extra `photo`; imported late |
| `photographer` | all of it together: `Photographer(pinhole).draw(scene, rng)`, as
`hardware.simulated.drawing.renderer` does |
"""
