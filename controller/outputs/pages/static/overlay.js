// The overlay of a broadcast: 1920 x 1080 and transparent, rebuilt from one snapshot, nothing moving when it loads.
//
// By address: ?part=score,dice,clock,names,pips,last,board,result,camera&theme=dark|light&scale=1.5&flip=1&ground=0.9

import "./board.js";
import { arrows, watch } from "./camera.js";
import { die, element, matchLine, minutes, sign } from "./parts.js";
import { follow, say } from "./state.js";

const USUAL = "score,names,clock,pips,dice,last,result";
const asked = new URLSearchParams(location.search);
const parts = new Set((asked.get("part") ?? USUAL).split(",").map((one) => one.trim()));
const board = document.querySelector("tavola-board");
const at = (id) => document.getElementById(id);

document.documentElement.dataset.theme = asked.get("theme") === "light" ? "light" : "dark";
document.documentElement.style.setProperty("--scale", String(within(asked.get("scale"), 0.25, 3, 1)));
document.documentElement.style.setProperty("--opaque", `${100 * within(asked.get("ground"), 0, 1, 0.9)}%`);
board.flipped = asked.get("flip") === "1";
for (const part of document.querySelectorAll("[data-part]")) part.dataset.wanted = String(wanted(part.dataset.part));

let shown = null;
let reading = null;
const portraits = parts.has("names") ? await known("/players.json") : {};
if (parts.has("camera")) watch(at("camera"), () => shown?.last?.arrows ?? []);

follow("/overlay/events", {
  draw(snapshot, { first }) {
    shown = snapshot;
    reading ??= shown.clock;
    if (first) reading = shown.clock;
    at("stage").hidden = false;
    at("stage").classList.toggle("still", first);
    draw(first);
  },
  beat(told) {
    reading = told.clock;
    if (shown !== null) clocks();
  },
  live(state) {
    document.body.dataset.live = state;
  },
});

/** What an address answers as JSON; nothing where it does not. */
async function known(address) {
  try {
    return await (await fetch(address)).json();
  } catch {
    return {};
  }
}

function wanted(part) {
  return part === "score" ? ["score", "names", "clock", "pips"].some((one) => parts.has(one)) : parts.has(part);
}

function within(text, least, most, usual) {
  const given = text === null ? NaN : Number(text);
  return Number.isFinite(given) ? Math.min(most, Math.max(least, given)) : usual;
}

function draw(first) {
  if (parts.has("board")) board.show(shown, { still: first });
  const below = shown.home.startsWith("bottom") !== board.flipped ? 0 : 1;
  at("score").replaceChildren(
    element("p", { class: "match" }, matchLine(shown)),
    ...[1 - below, below].map((player) => row(player)),
  );
  const rolled = shown.dice;
  at("dice").replaceChildren(...(rolled === null ? [] : rolled.values.map((value) => die(value, shown.dark === rolled.player))));
  at("dice").classList.toggle("empty", rolled === null);
  const said = shown.verdict?.text ?? lastPlay();
  at("last").textContent = said;
  at("last").dataset.tone = shown.verdict?.kind ?? "";
  at("last").classList.toggle("empty", said === "");
  at("result").textContent = shown.winner === null ? "" : say("wins", { name: shown.names[shown.winner] });
  at("result").classList.toggle("empty", shown.winner === null);
  if (parts.has("camera")) arrows(at("camera"), shown.last?.arrows ?? []);
  clocks();
}

/** The photograph of a player, or his initials where the other one has a photograph; and his flag. */
function portrait(name) {
  const own = portraits[name] ?? {};
  const some = Object.values(portraits).some((one) => one.photo);
  const initials = name.split(/\s+/).slice(0, 2).map((part) => [...part][0] ?? "").join("");
  const photo = own.photo ? element("img", { class: "photo", src: own.photo, alt: "" }) : some ? element("span", { class: "photo", "aria-hidden": "true" }, initials) : null;
  return [photo, own.flag ? element("img", { class: "flag", src: own.flag, alt: "" }) : null];
}

function lastPlay() {
  const { last } = shown;
  return last === null ? "" : `${shown.names[last.player]} ${last.roll}: ${last.play || say("dances")}`;
}

function row(player) {
  const owns = shown.cube.in_play && shown.cube.owner === player;
  const parted = [
    ...(parts.has("names") ? portrait(shown.names[player]) : []),
    sign(shown, player),
    parts.has("names") ? element("span", { class: "name" }, shown.names[player]) : null,
    owns ? element("span", { class: "cube" }, String(shown.cube.value)) : null,
    parts.has("pips") ? element("span", { class: "pips" }, String(shown.pips[player])) : null,
    parts.has("clock") && shown.clock !== null ? element("span", { class: "clock", id: `clock-${player}` }) : null,
    parts.has("score") ? element("span", { class: "points" }, String(shown.score[player])) : null,
  ];
  return element("p", { class: `row${shown.turn === player ? " turn" : ""}` }, ...parted);
}

/** The clocks as they were told: nothing ticks here by itself, so that none shows what the table does not. */
function clocks() {
  if (reading === null) return;
  for (const player of [0, 1]) {
    const drawn = at(`clock-${player}`);
    if (drawn === null) continue;
    drawn.textContent = minutes(reading.reserve[player]).replace(/\.\d$/, "");
    const delay = reading.mover === player && reading.delay ? reading.delay_left / reading.delay : 0;
    drawn.style.setProperty("--delay", `${100 * delay}%`);
    drawn.classList.toggle("runs", reading.running === player);
  }
}
