// Calibration: the live picture, corners that are dragged, and over it what the reader believes. Decides nothing itself.

import { hour, element } from "./parts.js";
import { say, words } from "./state.js";

const PERIOD = 300; // milliseconds between two pictures
const LOST = 2500; // milliseconds without a new picture after which the old one is said to be old
const PAUSE = 150; // milliseconds that corners have to rest before they are read
const AGAIN = 1500; // milliseconds after which resting corners are read again
const NAMES = ["A", "B", "C", "D"];
const SVG = "http://www.w3.org/2000/svg";

const at = (id) => document.getElementById(id);
const over = at("over");
const canvas = at("picture");
const loupe = at("loupe");
let size = [1280, 720]; // of the camera's pictures; everything over the picture is drawn in its pixels
let corners = null;
let number = "";
let came = null; // when the last new picture came
let ended = false;
let asked = 0; // how many times what is read was asked for
let seen = null;

function shape(name, attributes, text = "") {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text) made.textContent = text;
  return made;
}

function points(list) {
  return list.map((point) => point.join(",")).join(" ");
}

/** Pixels of the camera's picture that a pixel of the page covers. */
function scale() {
  return size[0] / Math.max(1, over.clientWidth);
}

async function post(address, given) {
  try {
    return await fetch(address, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(given) });
  } catch {
    return null;
  }
}

// The picture

function live(state, text) {
  at("live").dataset.state = state;
  at("stage").dataset.state = state;
  if (at("live-text").textContent !== text) at("live-text").textContent = text;
}

async function picture() {
  let got = null;
  try {
    got = await fetch(`/calibrate/picture?after=${number}`);
  } catch {
    got = null;
  }
  if (got !== null && got.status === 403) return location.replace("/enter");
  if (got !== null && got.status === 200) {
    const shown = await createImageBitmap(await got.blob());
    const [width, height] = got.headers.get("X-Size").split("x").map(Number);
    if (canvas.width !== shown.width || canvas.height !== shown.height) {
      canvas.width = shown.width;
      canvas.height = shown.height;
    }
    canvas.getContext("2d").drawImage(shown, 0, 0);
    shown.close();
    const first = number === "";
    number = got.headers.get("X-Number");
    came = Date.now();
    if (first || width !== size[0] || height !== size[1]) {
      size = [width, height];
      over.setAttribute("viewBox", `0 0 ${width} ${height}`);
      at("stage").style.setProperty("--shape", width / height);
      drawCorners();
      find();
    }
    const still = got.headers.get("X-Still") === "1";
    live(still ? "live" : "moves", say(still ? "live" : "cal_moves"));
    magnify();
  } else if (came !== null && Date.now() - came > LOST && !(got !== null && got.ok && at("live").dataset.state === "live")) {
    live("lost", say("cal_lost", { time: hour(came) }));
  }
  return undefined;
}

async function watch() {
  if (document.visibilityState === "visible") await picture();
  if (!ended) setTimeout(watch, PERIOD);
}

// Corners

const handles = NAMES.map((name, which) => {
  const made = shape("g", { class: "corner", tabindex: 0, role: "button", id: `corner-${name}` });
  for (const kind of ["round-under", "round", "hold"]) made.append(shape("circle", { class: kind }));
  made.append(shape("path", { class: "cross" }), shape("circle", { class: "plate" }), shape("text", {}, name));
  made.addEventListener("pointerdown", (event) => take(event, which));
  made.addEventListener("pointermove", (event) => move(event, which));
  for (const kind of ["pointerup", "pointercancel"]) made.addEventListener(kind, () => drop(which));
  made.addEventListener("keydown", (event) => nudge(event, which));
  made.addEventListener("focus", () => made.matches(":focus-visible") && magnify(which));
  made.addEventListener("blur", () => held === null && magnify(null));
  at("corners").append(made);
  return made;
});
let held = null;
let grip = [0, 0];
let under = null; // the corner under the loupe

function drawCorners() {
  const shown = corners !== null;
  at("corners").style.display = shown ? "" : "none";
  for (const id of ["outline", "outline-under"]) at(id).setAttribute("points", shown ? points(corners) : "");
  if (!shown) return;
  const unit = scale();
  const middle = [0, 1].map((axis) => corners.reduce((sum, corner) => sum + corner[axis], 0) / 4);
  handles.forEach((handle, which) => {
    const [x, y] = corners[which];
    handle.setAttribute("transform", `translate(${x} ${y})`);
    handle.setAttribute("aria-label", say("cal_corner", { name: NAMES[which], x: Math.round(x), y: Math.round(y) }));
    const [hold, round, plate] = [26 * unit, 13 * unit, 9 * unit];
    for (const circle of handle.querySelectorAll(".round, .round-under")) circle.setAttribute("r", round);
    handle.querySelector(".hold").setAttribute("r", hold);
    handle.querySelector(".cross").setAttribute("d", `M${-round} 0H${-3 * unit}M${3 * unit} 0H${round}M0 ${-round}V${-3 * unit}M0 ${3 * unit}V${round}`);
    const away = Math.hypot(x - middle[0], y - middle[1]) || 1;
    const out = [(x - middle[0]) / away, (y - middle[1]) / away].map((part) => 24 * unit * part);
    // The letter stands outside the board; where that is outside the picture, inside.
    const fits = x + out[0] > plate && x + out[0] < size[0] - plate && y + out[1] > plate && y + out[1] < size[1] - plate;
    const [px, py] = fits ? out : out.map((part) => -part);
    for (const [name, key, value] of [["circle.plate", "cx", px], ["circle.plate", "cy", py], ["circle.plate", "r", plate], ["text", "x", px], ["text", "y", py]]) handle.querySelector(name).setAttribute(key, value);
    handle.querySelector("text").style.fontSize = `${12 * unit}px`;
  });
}

function place(which, x, y) {
  corners[which] = [Math.min(size[0], Math.max(0, x)), Math.min(size[1], Math.max(0, y))].map((value) => Math.round(value * 10) / 10);
  drawCorners();
  magnify(which);
  at("marks").classList.add("stale");
  at("flags").replaceChildren();
  look();
}

function pointed(event) {
  const box = over.getBoundingClientRect();
  return [((event.clientX - box.left) / box.width) * size[0], ((event.clientY - box.top) / box.height) * size[1]];
}

function take(event, which) {
  event.preventDefault();
  held = which;
  const [x, y] = pointed(event);
  grip = [corners[which][0] - x, corners[which][1] - y]; // a finger beside the corner stays beside it, and does not hide it
  handles[which].setPointerCapture(event.pointerId);
  handles[which].classList.add("held");
  handles[which].focus({ preventScroll: true });
  magnify(which);
}

function move(event, which) {
  if (held !== which) return;
  const [x, y] = pointed(event);
  place(which, x + grip[0], y + grip[1]);
}

function drop(which) {
  if (held !== which) return;
  held = null;
  handles[which].classList.remove("held");
  magnify(null);
}

function nudge(event, which) {
  const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  if (!way) return;
  event.preventDefault();
  const far = event.shiftKey ? 10 : 1;
  place(which, corners[which][0] + far * way[0], corners[which][1] + far * way[1]);
}

/** Show what is round a corner four times as large, on the other side of the picture; null hides it. */
function magnify(which = under) {
  under = which;
  loupe.hidden = which === null || corners === null;
  if (loupe.hidden) return;
  const [x, y] = corners[which];
  loupe.className = x < size[0] / 2 ? "right" : "left";
  const brush = loupe.getContext("2d");
  const part = 80 * (canvas.width / 1280); // pixels of the picture across the loupe
  const ratio = canvas.width / size[0];
  const times = loupe.width / part;
  brush.fillStyle = "#14120f";
  brush.fillRect(0, 0, loupe.width, loupe.height);
  brush.imageSmoothingEnabled = times < 6;
  brush.drawImage(canvas, x * ratio - part / 2, y * ratio - part / 2, part, part, 0, 0, loupe.width, loupe.height);
  const inLoupe = (corner) => corner.map((value, axis) => (value - corners[which][axis]) * ratio * times + loupe.width / 2);
  const [before, after] = [corners[(which + 3) % 4], corners[(which + 1) % 4]].map(inLoupe);
  const middle = loupe.width / 2;
  for (const [colour, width] of [["rgb(0 0 0 / .55)", 6], ["#ffd166", 2.5]]) {
    brush.strokeStyle = colour;
    brush.lineWidth = width;
    brush.beginPath();
    brush.moveTo(...before);
    brush.lineTo(middle, middle);
    brush.lineTo(...after);
    brush.stroke();
  }
  brush.strokeStyle = "#fff";
  brush.lineWidth = 2;
  brush.beginPath();
  brush.arc(middle, middle, 9, 0, 2 * Math.PI);
  brush.stroke();
}

function busy(key) {
  at("busy").hidden = key === null;
  if (key !== null) at("busy").textContent = say(key);
}

function usual() {
  const [width, height] = size;
  return [[0.2, 0.2], [0.8, 0.2], [0.8, 0.8], [0.2, 0.8]].map(([x, y]) => [x * width, y * height]);
}

async function find() {
  at("find").disabled = true;
  busy("cal_searching");
  const got = await post("/calibrate/corners", {});
  at("find").disabled = false;
  busy(null);
  if (got === null || !got.ok) return;
  const found = await got.json();
  at("found").textContent = found.corners === null ? say("cal_not_found", { why: found.trouble }) : "";
  if (found.corners !== null || corners === null) corners = found.corners ?? usual();
  drawCorners();
  look();
}

at("find").addEventListener("click", find);
at("turn").addEventListener("click", () => {
  if (corners === null) return;
  corners = [...corners.slice(1), corners[0]];
  drawCorners();
  at("marks").classList.add("stale");
  look();
});
at("home").addEventListener("change", () => look());

// What is read

let resting = 0;

function chosen() {
  return { corners, home: document.querySelector("#home input:checked").value };
}

function look(pause = PAUSE) {
  clearTimeout(resting);
  resting = setTimeout(ask, pause);
}

async function ask() {
  if (ended || corners === null) return;
  if (document.visibilityState !== "visible" || at("save").dataset.busy) return look(AGAIN);
  asked += 1;
  const mine = asked;
  const slow = setTimeout(() => mine === asked && busy("cal_reading"), 500);
  const got = await post("/calibrate/look", chosen());
  clearTimeout(slow);
  if (mine !== asked || ended) return undefined; // newer corners are being read
  if (!at("save").dataset.busy) busy(null);
  if (got !== null && got.ok) {
    seen = await got.json();
    if (mine === asked) draw();
  }
  return look(AGAIN);
}

function draw() {
  const marks = at("marks");
  marks.replaceChildren();
  marks.classList.remove("stale");
  const { read, start } = seen;
  at("save").disabled = read === null || Boolean(at("save").dataset.busy);
  if (read !== null) {
    const home = read.quadrants[start.home];
    marks.append(shape("polygon", { class: "home", points: points(home) }));
    for (const place of [...read.places, ...read.bar]) marks.append(...markOf(place, read.radius));
    for (const die of read.dice) marks.append(...plate(die.at, `${die.value}`, die.sure, read.radius));
  }
  const told = at("read");
  told.className = "";
  if (read === null) {
    told.textContent = seen.trouble;
    told.className = "poor";
  } else {
    const well = start.differs.length === 0;
    const first = well ? say("cal_start", { home: words[`cal_home.${start.home}`].toLocaleLowerCase(document.documentElement.lang) }) : say("cal_differs", { places: start.differs.join(", ") });
    const dice = read.dice.length ? ` ${say("cal_dice", { values: read.dice.map((die) => die.value).join(", ") })}` : "";
    told.textContent = `${first}${dice}`;
    told.className = well && !dice ? "well" : "poor";
    if (start.differs.length <= 6) flag(start.differs);
    else at("flags").replaceChildren();
  }
  at("advice").replaceChildren(...seen.advice.map(advice));
}

function markOf(place, radius) {
  const kind = place.hidden ? "hidden" : place.sure;
  const made = [];
  for (const [x, y] of place.shade === null ? [] : place.at) {
    for (const name of ["ring-under", `ring ${kind}`]) made.push(shape("circle", { class: name, cx: x, cy: y, r: radius }));
    made.push(shape("circle", { class: `pip ${place.shade}`, cx: x, cy: y, r: radius / 4 }));
  }
  const text = place.hidden ? "?" : place.shade === null ? "0?" : `${place.count}`;
  return [...made, ...plate(place.at[0], text, kind, radius)];
}

function plate([x, y], text, kind, radius) {
  const label = shape("text", { class: "label", x, y }, text);
  label.style.fontSize = `${radius * 0.85}px`;
  return [shape("circle", { class: `plate ${kind}`, cx: x, cy: y, r: radius * 0.55 }), label];
}

function flag(places, spots = []) {
  const outlines = seen?.read?.outlines ?? {};
  const flags = places.filter((place) => place in outlines).map((place) => shape("polygon", { class: "differs", points: points(outlines[place]) }));
  flags.push(...spots.map(([x, y]) => shape("circle", { class: "dice", cx: x, cy: y, r: 24 * scale() })));
  at("flags").replaceChildren(...flags);
}

const SIGNS = { well: "\u2713", poor: "!", ill: "\u2715", absent: "-" };

function advice(finding) {
  const sign = element("span", { class: "sign-of", role: "img", "aria-label": say(`cal_${finding.health}`) }, SIGNS[finding.health]);
  const text = element("span", { class: "text" }, finding.todo ? element("b", {}, upper(finding.todo)) : null, `${upper(finding.device)}: ${finding.found}`);
  return element("li", { class: finding.health }, sign, text);
}

function upper(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

// Saving

async function save(anyway) {
  const button = at("save");
  if (corners === null || button.dataset.busy) return;
  button.dataset.busy = "1";
  button.disabled = true;
  at("anyway").hidden = true;
  at("answer").textContent = "";
  busy("cal_saving");
  const got = await post("/calibrate/save", { ...chosen(), anyway });
  delete button.dataset.busy;
  button.disabled = false;
  busy(null);
  if (got === null || !got.ok) {
    at("answer").textContent = got === null ? say("cal_save_ended") : await got.text();
    return;
  }
  const came = await got.json();
  if (!came.saved) {
    at("answer").textContent = came.line ? upper(came.line) : say(`cal_save_${came.why}`);
    at("anyway").hidden = came.why !== "dice";
    flag(came.places, came.spots);
    return;
  }
  ended = true;
  clearTimeout(resting);
  at("saved-as").textContent = say("cal_saved_as", { name: came.line });
  at("next").textContent = `tavola referee --calibration ${came.line}`;
  at("saved").showModal();
}

at("save").addEventListener("click", () => save(false));
at("anyway").addEventListener("click", () => save(true));
at("saved").addEventListener("cancel", (event) => event.preventDefault());
addEventListener("resize", drawCorners);
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && look());
drawCorners();
watch();
