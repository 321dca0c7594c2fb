"""The simulated table and its devices: a physical board, drawn and filmed.

Everything on the table is frozen data in millimetres (`scene.Scene`); functions return changed scenes; chance is a
`random.Random` that is passed in. The frame of reference is told in `board`: the origin is the middle of the playing
surface, x to the right, y away from the player at the bottom of the picture, z up. Columns are numbered as that player
sees them: 1 bottom right, 6 and 7 beside the bar, 12 bottom left, 13 top left, 24 top right. A `Place` is a column,
"bar" or "off"; a `Shade` is "dark" or "light".

| to | use |
|---|---|
| set a table up | `checkers.start(size, look, rng, seats, habit)`, |
| | `checkers.arrange(Scene(size, look), arrangement, rng)` |
| move checkers | `checkers.lift_checker(scene, place, shade) -> (scene, checker)`, |
| | `checkers.put_checker(scene, shade, place, rng)`, `checkers.move_checker(scene, shade, source, target, rng)` |
| knock against the board | `checkers.bump(scene, Bump(x, y), rng)` |
| throw and lift dice | `dice.throw_dice(scene, Throw((6, 1), "right", "light", ("flat", "cocked")), rng)`, |
| | `dice.lift_dice(scene)` |
| turn the cube | `scene.turn_cube(scene, 2, "top")`, `scene.without_cube(scene)` |
| reach in | `scene.with_hand(scene, Hand(x, y, side="bottom", pose="pinch", holding="dark"))`, `scene.without_hands` |
| change the light | `scene.with_light(scene, Light(brightness=0.6))`, `scene.with_leds(scene, (Led(x, y, colour),))` |
| know the truth | `scene.census(scene)`, `scene.checkers_on(scene, place)`, `dice.upper_face(die)` |
| film it | `Renderer(looking_at(size, View(elevation=70)))`, `SimulatedCamera(renderer, Stage(scene), clock)` |
| click the corners | `renderer.pinhole.project(surface_corners(size))`: pixels, clockwise from the top left |
| look at one picture | `python -m hardware.simulated.still OUT.png --look club --position random --seed 3 --hand` |

Looks are in `looks.LOOKS`, by name. Drawing is the same for the same scene and the same state of the chance.
"""
