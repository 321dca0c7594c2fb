// The board as one custom element: drawn as SVG from a snapshot, checkers sliding from one to the next.
//
// A place is (player, point) with the player's own numbering: 1..24, 25 the bar, 0 off. `home` says in which quadrant of
// the picture player 0 has his home; `flipped` turns the picture by half a turn.

import { PIPS } from "./parts.js";
import { say } from "./state.js";

const NS = "http://www.w3.org/2000/svg";
const WIDTH = 1180;
const HEIGHT = 868;
const POINT = 72;
const TOP = 44; // the upper edge of the playing surface
const FOOT = HEIGHT - TOP;
const LEFT = 120; // the left edge of the left half
const RIGHT = 628; // the left edge of the right half
const BAR_X = 590;
const TRAYS = [67, 1113]; // the middle of the trays: left, right
const RADIUS = 33;
const ROOM = 335; // the height that a stack may have
const TIP = 318;

function svg(name, attributes = {}, ...children) {
  const made = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** A gradient of stops [offset, colour]. */
function gradient(kind, id, attributes, stops) {
  return svg(kind, { id, ...attributes }, ...stops.map(([offset, colour]) => svg("stop", { offset, "stop-color": colour })));
}

function definitions() {
  return svg(
    "defs",
    {},
    svg("clipPath", { id: "frame" }, svg("rect", { width: WIDTH, height: HEIGHT, rx: 22 })),
    gradient("linearGradient", "wood", { x1: 0, y1: 0, x2: 0, y2: 1 }, [[0, "#7a5738"], [0.5, "#684629"], [1, "#54371f"]]),
    gradient("linearGradient", "rail", { x1: 0, y1: 0, x2: 1, y2: 0 }, [[0, "#5b3d25"], [0.5, "#75523399"], [1, "#543720"]]),
    gradient("radialGradient", "cloth", { cx: 0.5, cy: 0.5, r: 0.75 }, [[0, "#35695b"], [1, "#274f45"]]),
    gradient("radialGradient", "ebony", { cx: 0.36, cy: 0.3, r: 0.9 }, [[0, "#56504b"], [0.45, "#2b2725"], [1, "#131110"]]),
    gradient("radialGradient", "ebony-well", { cx: 0.62, cy: 0.68, r: 0.9 }, [[0, "#4a4440"], [0.6, "#25211f"], [1, "#161413"]]),
    gradient("radialGradient", "ivory", { cx: 0.36, cy: 0.3, r: 0.9 }, [[0, "#fffaf0"], [0.5, "#f0e4cc"], [1, "#cdbb98"]]),
    gradient("radialGradient", "ivory-well", { cx: 0.62, cy: 0.68, r: 0.9 }, [[0, "#fff8ea"], [0.6, "#eadcc0"], [1, "#d8c7a6"]]),
    gradient("linearGradient", "sand", { x1: 0, y1: 0, x2: 0, y2: 1 }, [[0, "#e3d2ad"], [1, "#cdb98f"]]),
    gradient("linearGradient", "wine", { x1: 0, y1: 0, x2: 0, y2: 1 }, [[0, "#8e4034"], [1, "#743027"]]),
  );
}

/** Frame, cloth, points, trays: what never changes. */
function furniture() {
  const parts = svg("g", {});
  const grain = [60, 150, 233, 361, 470, 585, 690, 806, 930, 1055, 1120].map((x, at) =>
    svg("path", { d: `M${x} 3c${at % 2 ? 26 : -22} 8 ${at % 3 ? 60 : 90} 22 ${110 + 7 * at} 34M${x - 30} ${HEIGHT - 4}c40 -${10 + at} 90 -14 150 -${26 + (at % 4)}`, class: "grain" }),
  );
  parts.append(
    svg("rect", { x: 0, y: 0, width: WIDTH, height: HEIGHT, rx: 22, fill: "url(#wood)" }),
    svg("g", { "clip-path": "url(#frame)" }, ...grain),
    svg("rect", { x: 1.5, y: 1.5, width: WIDTH - 3, height: HEIGHT - 3, rx: 21, class: "edge" }),
  );
  for (const x of [24, 1070]) {
    for (const y of [TOP, HEIGHT / 2 + 9]) {
      parts.append(svg("rect", { x, y, width: 86, height: (FOOT - TOP) / 2 - 9, rx: 8, class: "well" }));
    }
  }
  for (const x of [LEFT, RIGHT]) {
    parts.append(
      svg("rect", { x: x - 3, y: TOP - 3, width: 6 * POINT + 6, height: FOOT - TOP + 6, rx: 5, class: "lip" }),
      svg("rect", { x, y: TOP, width: 6 * POINT, height: FOOT - TOP, rx: 3, fill: "url(#cloth)" }),
    );
    for (let column = 0; column < 6; column += 1) {
      const from = x + column * POINT + 4;
      const middle = x + (column + 0.5) * POINT;
      const to = x + (column + 1) * POINT - 4;
      const below = column % 2 === 0 ? "sand" : "wine";
      const above = column % 2 === 0 ? "wine" : "sand";
      parts.append(
        svg("path", { d: `M${from} ${FOOT}L${middle} ${FOOT - TIP}L${to} ${FOOT}Z`, fill: `url(#${below})`, class: "point" }),
        svg("path", { d: `M${from} ${TOP}L${middle} ${TOP + TIP}L${to} ${TOP}Z`, fill: `url(#${above})`, class: "point" }),
      );
    }
  }
  parts.append(
    svg("rect", { x: 552 + 3, y: 4, width: 70, height: HEIGHT - 8, fill: "url(#rail)" }),
    svg("path", { d: `M${BAR_X} 4V${HEIGHT - 4}`, class: "hinge" }),
    svg("rect", { x: BAR_X - 9, y: 150, width: 18, height: 46, rx: 3, class: "brass" }),
    svg("rect", { x: BAR_X - 9, y: HEIGHT - 196, width: 18, height: 46, rx: 3, class: "brass" }),
  );
  return parts;
}

function checker(dark) {
  const wood = dark ? "ebony" : "ivory";
  return svg(
    "g",
    { class: `checker ${dark ? "dark" : "light"}` },
    svg(
      "g",
      { class: "round" },
      svg("circle", { cx: 1.5, cy: 4, r: RADIUS, class: "shade" }),
      svg("circle", { r: RADIUS - 0.75, fill: `url(#${wood})`, class: "rim" }),
      svg("circle", { r: RADIUS - 9, fill: `url(#${wood}-well)`, class: "groove" }),
    ),
    svg("rect", { x: -34, y: -10, width: 68, height: 20, rx: 5, class: "slab" }),
  );
}

export class Board extends HTMLElement {
  #shown = null;
  #flipped = false;
  #checkers = [[], []];
  #layers = null;
  #picked = null;
  #edited = null;
  #description = null;

  connectedCallback() {
    if (this.#layers !== null) return;
    const names = ["lamps", "numbers", "marks", "checkers", "counts", "arrows", "dice", "cube", "spots"];
    this.#layers = Object.fromEntries(names.map((name) => [name, svg("g", { class: name })]));
    const root = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", class: "still" }, definitions(), furniture());
    root.append(...Object.values(this.#layers));
    this.#description = document.createElement("p");
    this.#description.className = "unseen";
    this.#description.id = `board-${Math.random().toString(36).slice(2)}`;
    root.setAttribute("aria-describedby", this.#description.id);
    root.setAttribute("aria-label", "");
    this.append(root, this.#description);
  }

  get flipped() {
    return this.#flipped;
  }

  set flipped(value) {
    this.#flipped = Boolean(value);
    if (this.#shown) this.show(this.#shown, { still: true });
  }

  /** The counts that are drawn, of both players: those of the snapshot, or as they were edited. */
  get counts() {
    return this.#edited ?? [this.#shown.board.one, this.#shown.board.two];
  }

  /** Draw a snapshot; `still` without any movement. `past` draws the arrows of the last turn where there is no verdict. */
  show(shown, { still = false, past = true } = {}) {
    if (this.#layers === null) this.connectedCallback();
    const other = this.#shown !== null && (this.#shown.dark !== shown.dark || this.#shown.session !== shown.session);
    this.#shown = shown;
    const root = this.querySelector("svg");
    root.classList.toggle("still", still || other);
    if (other) for (const list of this.#checkers) for (const one of list.splice(0)) one.drawn.remove();
    this.#numbers();
    this.#stand();
    this.#point(past);
    this.#roll();
    this.#turnCube();
    this.#describe();
  }

  /** Let checkers be moved by hand; every change is told by an event "edit". */
  edit(on) {
    this.#edited = on ? [[...this.#shown.board.one], [...this.#shown.board.two]] : null;
    this.#picked = null;
    this.toggleAttribute("editable", on);
    this.querySelector("svg").setAttribute("role", on ? "group" : "img"); // what is in an image cannot be reached
    this.#spots();
    this.show(this.#shown, { still: !on });
  }

  // Where things lie

  #home() {
    const right = this.#shown.home.endsWith("right") !== this.#flipped;
    const below = this.#shown.home.startsWith("bottom") !== this.#flipped;
    return { right, below };
  }

  /** The middle of a point and its direction: 1 upwards from the foot, -1 downwards from the top. */
  #spot(player, point) {
    const { right, below } = this.#home();
    const isBelow = player === 0 ? below : !below;
    if (point === 25) return { x: BAR_X, foot: HEIGHT / 2 - (isBelow ? -16 : 16), up: isBelow ? -1 : 1 };
    if (point === 0) return { x: TRAYS[right ? 1 : 0], foot: isBelow ? FOOT - 6 : TOP + 6, up: isBelow ? 1 : -1 };
    const number = player === 0 ? point : 25 - point;
    const near = number <= 12;
    let column = near ? number - 1 : 24 - number; // from the side on which the home is
    if (right) column = 11 - column;
    const x = (column < 6 ? LEFT + column * POINT : RIGHT + (column - 6) * POINT) + POINT / 2;
    const under = near === below;
    return { x, foot: under ? FOOT : TOP, up: under ? 1 : -1 };
  }

  /** Where a checker of a stack lies. */
  #seat(player, point, index, count) {
    const { x, foot, up } = this.#spot(player, point);
    if (point === 0) return { x, y: foot - up * (12 + index * 22.5) };
    const step = Math.min(2 * RADIUS, count > 1 ? (ROOM - 2 * RADIUS) / (count - 1) : 2 * RADIUS);
    return { x, y: foot - up * (RADIUS + 2 + index * step) };
  }

  // What lies there

  #stand() {
    const counts = this.counts;
    for (const player of [0, 1]) {
      const list = this.#checkers[player];
      const wanted = counts[player];
      const loose = [];
      const free = [...wanted];
      for (const one of [...list].sort((a, b) => a.index - b.index)) {
        if (free[one.point] > 0) free[one.point] -= 1;
        else loose.push(one);
      }
      loose.sort((a, b) => b.point - a.point);
      for (let point = 25, delay = 0; point >= 0; point -= 1) {
        for (; free[point] > 0; free[point] -= 1) {
          let one = loose.shift();
          if (one === undefined) {
            one = { drawn: checker(this.#shown.dark === player), point, index: 0 };
            list.push(one);
            this.#layers.checkers.append(one.drawn);
          } else {
            this.#layers.checkers.append(one.drawn); // above the others while it moves
          }
          one.point = point;
          one.index = 99;
          one.delay = delay;
          delay += 110;
        }
      }
      for (const one of loose) {
        one.drawn.remove();
        list.splice(list.indexOf(one), 1);
      }
    }
    this.#layers.counts.replaceChildren();
    for (const player of [0, 1]) {
      for (let point = 0; point <= 25; point += 1) this.#stack(player, point);
    }
  }

  #stack(player, point) {
    const there = this.#checkers[player].filter((one) => one.point === point).sort((a, b) => a.index - b.index);
    const under = player === 1 && point > 0 && point < 25 ? this.counts[0][25 - point] : 0; // shared: an edited board may be
    there.forEach((one, index) => {
      one.index = index;
      const { x, y } = this.#seat(player, point, index + under, there.length + under);
      one.drawn.style.transitionDelay = `${one.delay ?? 0}ms`;
      one.drawn.style.transform = `translate(${x}px, ${y}px)`;
      one.drawn.classList.toggle("off", point === 0);
      one.delay = 0;
    });
    if (point > 0 && there.length > 5) {
      const { x, y } = this.#seat(player, point, there.length - 1, there.length);
      this.#layers.counts.append(svg("text", { x, y: y + 9, class: this.#shown.dark === player ? "on-dark" : "on-light" }, String(there.length)));
    }
    if (point === 0 && there.length > 0) {
      const { x, foot, up } = this.#spot(player, 0);
      this.#layers.counts.append(svg("text", { x, y: foot - up * (there.length * 22.5 + 24) + 7, class: "on-cloth" }, String(there.length)));
    }
  }

  #numbers() {
    const turn = this.#shown.turn ?? 0;
    this.#layers.numbers.replaceChildren();
    for (let point = 1; point <= 24; point += 1) {
      const { x, up } = this.#spot(turn, point);
      this.#layers.numbers.append(svg("text", { x, y: up === 1 ? HEIGHT - 14 : 31 }, String(point)));
    }
  }

  /** Lamps, tinted points, doubts and arrows of the verdict, or of the last turn. */
  #point(past) {
    const { lamps, marks, arrows } = this.#layers;
    for (const layer of [lamps, marks, arrows]) layer.replaceChildren();
    const { verdict, last } = this.#shown;
    const loud = verdict !== null && verdict.kind !== "legal" && verdict.kind !== "dance";
    for (const mark of loud ? verdict.marks : []) this.#mark(mark);
    const ways = loud ? verdict.arrows : past && last !== null && this.#edited === null ? last.arrows : [];
    ways.forEach((way, at) => this.#arrow(way, at));
  }

  #mark({ player, point, tone }) {
    const { x, foot, up } = this.#spot(player, point);
    const edge = up === 1 ? HEIGHT - 8 : 8;
    const across = point === 0 || point === 25 ? 60 : 52;
    const lampY = point === 25 ? (up === 1 ? 8 : HEIGHT - 8) : edge;
    this.#layers.lamps.append(svg("rect", { x: x - across / 2, y: lampY - 4, width: across, height: 8, rx: 4, class: `lamp ${tone}` }));
    if (point > 0 && point < 25) {
      this.#layers.marks.append(svg("path", { d: `M${x - 32} ${foot}L${x} ${foot - up * TIP}L${x + 32} ${foot}Z`, class: `tint ${tone}` }));
    }
    if (tone === "doubt") {
      const there = this.counts[player][point] + (point > 0 && point < 25 ? this.counts[1 - player][25 - point] : 0);
      const y = foot - up * (RADIUS * 2 * Math.min(5, Math.max(1, there)) + 26);
      this.#layers.arrows.append(
        svg("g", { class: "question" }, svg("circle", { cx: x, cy: y, r: 19 }), svg("text", { x, y: y + 9 }, "?")),
      );
    }
  }

  #arrow({ player, source, target, tone }, at) {
    const end = (point, leaving) => {
      const count = this.counts[player][point] ?? 0;
      const other = point > 0 && point < 25 ? this.counts[1 - player][25 - point] : 0;
      const index = Math.max(0, Math.max(count, other) - (leaving && count ? 0 : 1));
      return this.#seat(player, point, Math.min(index, 4), Math.min(5, Math.max(1, count, other)));
    };
    const from = end(source, true);
    const to = end(target, false);
    const span = Math.hypot(to.x - from.x, to.y - from.y) || 1;
    const bow = Math.min(120, 26 + span / 5) + 8 * (at % 3);
    const towards = (from.y + to.y) / 2 < HEIGHT / 2 ? 1 : -1;
    const bend = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 + (Math.abs(to.y - from.y) < 120 ? towards * bow : 0) };
    if (Math.abs(to.y - from.y) >= 120) bend.x += (from.x + to.x) / 2 < BAR_X ? bow / 2 : -bow / 2;
    const length = Math.hypot(to.x - bend.x, to.y - bend.y) || 1;
    const [ux, uy] = [(to.x - bend.x) / length, (to.y - bend.y) / length];
    const neck = { x: to.x - 24 * ux, y: to.y - 24 * uy };
    const way = `M${from.x} ${from.y}Q${bend.x} ${bend.y} ${neck.x} ${neck.y}`;
    const head = `M${to.x} ${to.y}L${neck.x - 13 * uy} ${neck.y + 13 * ux}L${neck.x + 13 * uy} ${neck.y - 13 * ux}Z`;
    this.#layers.arrows.append(
      svg("g", { class: `arrow ${tone}` }, svg("path", { d: way, class: "under" }), svg("path", { d: way, class: "way" }), svg("path", { d: head, class: "head" })),
    );
  }

  #roll() {
    this.#layers.dice.replaceChildren();
    const { dice } = this.#shown;
    if (dice === null) return;
    const { below } = this.#home();
    const isBelow = dice.player === 0 ? below : !below;
    const middle = (isBelow ? RIGHT : LEFT) + 3 * POINT;
    dice.values.forEach((value, at) => {
      const [x, y, turned] = [middle + (at ? 52 : -52), HEIGHT / 2 + (at ? 3 : -3), at ? 6 : -5];
      const drawn = svg("g", { class: `die ${this.#shown.dark === dice.player ? "dark" : "light"}`, transform: `translate(${x} ${y}) rotate(${turned})` });
      drawn.append(
        svg("rect", { x: -35, y: -31, width: 72, height: 72, rx: 15, class: "shade" }),
        svg("rect", { x: -36, y: -36, width: 72, height: 72, rx: 15, class: "face" }),
        ...PIPS[value].map(([px, py]) => svg("circle", { cx: 19 * px, cy: 19 * py, r: 7, class: "pip" })),
      );
      this.#layers.dice.append(drawn);
    });
  }

  #turnCube() {
    this.#layers.cube.replaceChildren();
    const { cube } = this.#shown;
    if (!cube.in_play) return;
    const { right, below } = this.#home();
    const offered = cube.offered !== null;
    const owner = offered ? 1 - cube.offered_by : cube.owner;
    const isBelow = owner === 0 ? below : !below;
    const value = offered ? cube.offered : cube.value;
    let [x, y] = [TRAYS[right ? 0 : 1], HEIGHT / 2];
    if (owner !== null) y = isBelow ? FOOT - 58 : TOP + 58;
    if (offered) [x, y] = [(isBelow ? LEFT : RIGHT) + 3 * POINT, HEIGHT / 2];
    const face = value > 1 || owner !== null ? String(value) : "64";
    const drawn = svg("g", { class: `die doubling${offered ? " offered" : ""}`, transform: `translate(${x} ${y})${owner !== null && !isBelow ? " rotate(180)" : ""}` });
    drawn.append(
      svg("rect", { x: -33, y: -29, width: 68, height: 68, rx: 11, class: "shade" }),
      svg("rect", { x: -34, y: -34, width: 68, height: 68, rx: 11, class: "face" }),
      svg("text", { y: face.length > 3 ? 9 : face.length > 2 ? 11 : 13, class: face.length > 3 ? "tiny" : face.length > 2 ? "small" : "" }, face),
    );
    this.#layers.cube.append(drawn);
  }

  #describe() {
    const texts = [0, 1].map((player) => {
      const counts = this.counts[player];
      const places = [];
      for (let point = 25; point >= 0; point -= 1) {
        if (!counts[point]) continue;
        const key = point === 25 ? "place_bar" : point === 0 ? "place_off" : "place";
        places.push(say(key, { count: counts[point], point }));
      }
      const colour = say(this.#shown.dark === player ? "dark" : "light");
      return say("board_of", { name: this.#shown.names[player], colour, places: places.join(", ") });
    });
    const owner = this.#shown.cube.owner;
    const cube = owner === null ? say("cube", { value: this.#shown.cube.value }) : say("cube_of", { value: this.#shown.cube.value, name: this.#shown.names[owner] });
    this.querySelector("svg").setAttribute("aria-label", this.#shown.names.join(" – "));
    this.#description.textContent = [...texts, this.#shown.cube.in_play ? cube : ""].filter(Boolean).join(". ");
  }

  // Moving checkers by hand

  #spots() {
    this.#layers.spots.replaceChildren();
    if (this.#edited === null) return;
    const places = [];
    for (let point = 1; point <= 24; point += 1) places.push([null, point]);
    for (const player of [0, 1]) places.push([player, 25], [player, 0]);
    for (const [player, point] of places) {
      const { x, foot, up } = this.#spot(player ?? 0, point);
      const [width, height] = point === 0 ? [86, 370] : point === 25 ? [70, 330] : [POINT, 372];
      const spot = svg("rect", { x: x - width / 2, y: up === 1 ? foot - height : foot, width, height, rx: 6, class: "spot", tabindex: 0, role: "button" });
      spot.place = { player, point };
      spot.addEventListener("pointerdown", (event) => this.#grab(event, spot));
      spot.addEventListener("keydown", (event) => {
        if (event.key === "Enter" || event.key === " ") {
          event.preventDefault();
          this.#choose(spot.place);
        } else if (event.key === "Escape") {
          this.#picked = null;
          this.#named();
        }
      });
      this.#layers.spots.append(spot);
    }
    this.#named();
  }

  /** The owner of what lies on a spot, and the spot as he counts; null where nothing lies. */
  #owner({ player, point }) {
    if (player !== null) return this.#edited[player][point] > 0 ? { player, point } : null;
    if (this.#edited[0][point] > 0) return { player: 0, point };
    if (this.#edited[1][25 - point] > 0) return { player: 1, point: 25 - point };
    return null;
  }

  /** Put the picked checker onto a spot, or pick one up from there. */
  #choose(place) {
    if (this.#picked === null) this.#picked = this.#owner(place);
    else this.#put(place);
    this.#named();
  }

  #put({ player, point }) {
    const picked = this.#picked;
    this.#picked = null;
    const own = player !== null ? point : picked.player === 0 ? point : 25 - point;
    if ((player !== null && player !== picked.player) || own === picked.point) return;
    this.#edited[picked.player][picked.point] -= 1;
    this.#edited[picked.player][own] += 1;
    this.show(this.#shown);
    this.dispatchEvent(new CustomEvent("edit", { detail: this.counts }));
  }

  #named() {
    for (const spot of this.#layers.spots.children) {
      const there = this.#owner(spot.place);
      const { player, point } = there ?? { player: spot.place.player ?? 0, point: spot.place.point };
      const key = point === 25 ? "place_bar" : point === 0 ? "place_off" : "place";
      spot.setAttribute("aria-label", `${this.#shown.names[player]}: ${say(key, { count: this.#edited[player][point], point })}`);
      const chosen = this.#picked !== null && there !== null && there.player === this.#picked.player && there.point === this.#picked.point;
      spot.classList.toggle("picked", chosen);
    }
  }

  #grab(event, spot) {
    event.preventDefault();
    spot.focus();
    if (this.#picked !== null) {
      this.#choose(spot.place);
      return;
    }
    const from = this.#owner(spot.place);
    if (from === null) return;
    this.#picked = from;
    this.#named();
    const top = this.#checkers[from.player].filter((one) => one.point === from.point).sort((a, b) => b.index - a.index)[0];
    const root = this.querySelector("svg");
    const at = (moved) => new DOMPoint(moved.clientX, moved.clientY).matrixTransform(root.getScreenCTM().inverse());
    this.#layers.checkers.append(top.drawn);
    top.drawn.classList.add("held");
    let moved = false;
    const move = (one) => {
      const { x, y } = at(one);
      moved ||= Math.hypot(one.clientX - event.clientX, one.clientY - event.clientY) > 6;
      if (moved) {
        top.drawn.classList.remove("off");
        top.drawn.style.transform = `translate(${x}px, ${y}px)`;
      }
    };
    const drop = (one) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", drop);
      removeEventListener("pointercancel", drop);
      top.drawn.classList.remove("held");
      if (!moved) return; // a tap: the next one says where
      const aim = document.elementsFromPoint(one.clientX, one.clientY).find((found) => found.classList?.contains("spot"));
      if (aim !== undefined) this.#put(aim.place);
      this.#picked = null;
      this.show(this.#shown);
      this.#named();
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", drop);
    addEventListener("pointercancel", drop);
  }
}

customElements.define("tavola-board", Board);
