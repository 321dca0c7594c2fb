// The simulated table played at by hand: what lies there is drawn from the scene, what is said of it by the referee.

import "./board.js";
import { clocks, lines, live, players, record, tools, verdict } from "./match_view.js";
import { element, matchLine, sign } from "./parts.js";
import { follow, say } from "./state.js";

const at = (id) => document.getElementById(id);
const board = document.querySelector("tavola-board");
const STARTS = ["setting-up", "opening"];
const DRAWN = [0, 156, 516, 664, 1024, 1180].map((x) => x / 1180); // both edges, and the outer points of both halves
const ASKS = ["correcting", "asking", "ended"];

let told = null; // what the referee tells
let scene = null; // what lies on the simulated table
let counts = null; // the counts that the board has been let move from
let sending = Promise.resolve();
let waiting = 0; // deeds that are on their way
let wanted = 0; // the number of the last one that was sent

follow("/events", { draw: referee, beat: ({ clock }) => told && clocks(told, clock), live });
follow("/simulation/events", { draw: lies });

function referee(snapshot) {
  told = snapshot;
  at("match").textContent = matchLine(told);
  document.title = `${told.names[0]} ${told.score[0]}–${told.score[1]} ${told.names[1]} · Tavola`;
  players(told, board.flipped);
  clocks(told, told.clock);
  verdict(told);
  record(told);
  lines(told);
  hands();
  table();
}

function lies(shown) {
  scene = shown;
  table();
  at("leds").replaceChildren(
    ...scene.leds.map(([x, y, colour]) => {
      const light = element("i");
      light.style.left = `${100 * (board.flipped ? 1 - along(x) : along(x))}%`;
      const up = Math.abs(y - 0.5) > 0.45 ? Math.round(y) * 0.982 + 0.009 : y; // on the rim, beside the numbers
      light.style.top = `${100 * (board.flipped ? 1 - up : up)}%`;
      light.style.color = `rgb(${colour.join(" ")})`;
      return light;
    }),
  );
}

/** Where on the drawn board something is that is so far from the left on the simulated one. */
function along(x) {
  const from = [0, ...scene.columns, 1];
  const upper = Math.max(1, from.findIndex((one) => x <= one));
  return DRAWN[upper - 1] + ((x - from[upper - 1]) / (from[upper] - from[upper - 1])) * (DRAWN[upper] - DRAWN[upper - 1]);
}

/** Draw what lies there; not while a checker is in the hand, or a deed is on its way. */
function table() {
  if (told === null || scene === null || board.querySelector(".held") !== null || waiting > 0 || scene.done < wanted) return;
  at("board").removeAttribute("data-busy");
  const [one, two] = scene.board;
  const mover = scene.dice.length > 0 ? scene.dice[0][0] : null;
  const both = scene.dice.length > 0 && scene.dice.every(([player]) => player === mover);
  const cube = scene.cube;
  const offered = cube !== null && cube[1] === "offered";
  const owner = cube === null || offered || cube[1] === "middle" ? null : cube[1] === "one" ? 0 : 1;
  const values = scene.dice.map(([, value]) => value);
  const shown = {
    ...told,
    board: { one, two, unentered: [0, 0] },
    dice: values.length === 0 ? null : { player: both ? mover : told.turn ?? 0, values },
    cube: { ...told.cube, in_play: cube !== null && told.cube.in_play, value: cube?.[0] === 64 && owner === null ? 1 : cube?.[0] ?? 1, owner, offered: offered ? cube[0] : null, offered_by: offered ? told.cube.offered_by ?? told.turn ?? 0 : null },
  };
  const same = counts !== null && JSON.stringify(counts) === JSON.stringify(scene.board);
  board.show(shown, { still: counts === null });
  counts = [[...one], [...two]];
  if (!same || !board.hasAttribute("editable")) board.edit(true);
}

// What hands do

/** Have something done, each deed after the one before. */
function deed(kind, player, more = {}) {
  const key = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;
  const sent = { method: "POST", headers: { "Content-Type": "application/json", "Idempotency-Key": key }, body: JSON.stringify({ kind, player, ...more }) };
  waiting += 1;
  at("board").toggleAttribute("data-busy", true);
  sending = sending.then(async () => {
    for (let tries = 0; tries < 40; tries += 1) {
      try {
        const got = await fetch("/simulation/deeds", sent);
        if (got.ok) wanted = (await got.json()).number;
        if (got.status !== 429) break;
      } catch {
        break;
      }
      await new Promise((done) => setTimeout(done, 250));
    }
    waiting -= 1;
    counts = null; // what was dragged is drawn again as it lies, whatever has come of it
    table();
  });
}

board.addEventListener("edit", ({ detail: [one, two] }) => {
  const now = [one, two];
  for (const player of [0, 1]) {
    const source = now[player].findIndex((count, point) => count < counts[player][point]);
    const target = now[player].findIndex((count, point) => count > counts[player][point]);
    if (source < 0 || target < 0) continue;
    const blot = target > 0 && target < 25 && counts[1 - player][25 - target] === 1;
    if (blot) deed("move", 1 - player, { source: 25 - target, target: 25 }); // a hit checker goes to the bar first
    deed("move", player, { source, target });
  }
  counts = [[...one], [...two]];
});

/** The buttons of both players: what is next to be done stands out. */
function hands() {
  const { phase, turn, cube, clock } = told;
  const starts = STARTS.includes(phase);
  const row = (player) => {
    const button = (name, kind, more, next) => element("button", { type: "button", "data-deed": kind, class: next ? "next" : null, onclick: () => deed(kind, player, more) }, say(name));
    const mine = turn === player;
    const answers = phase === "answering" && !mine;
    const parts = [
      starts ? button("throw_die", "die", {}, phase === "opening") : button("throw_dice", "dice", {}, mine && phase === "rolling"),
      button("lift_dice", "lift", {}, mine && phase === "playing"),
      clock === null ? null : button("press_clock", "clock", {}, mine && phase === "playing"),
      !cube.in_play || starts ? null : answers ? button("take_cube", "take", {}, true) : button("turn_cube", "double", {}, false),
      answers ? button("pass_cube", "say", { action: "drop" }, false) : null,
      ASKS.includes(phase) && !mine ? button("say_right", "say", { action: "confirm" }, false) : null,
    ];
    return element("div", { class: `hand ${starts || mine || answers ? "turn" : ""}`, "data-player": String(player), role: "group", "aria-label": told.names[player] }, element("span", { class: "who" }, sign(told, player), told.names[player]), ...parts);
  };
  const below = told.home.startsWith("bottom") !== board.flipped ? 0 : 1;
  const focus = document.activeElement?.closest?.(".hand") ? [document.activeElement.closest(".hand").dataset.player, document.activeElement.dataset.deed] : null;
  at("hands").replaceChildren(row(below), row(1 - below));
  if (focus) document.querySelector(`.hand[data-player="${focus[0]}"] [data-deed="${focus[1]}"]`)?.focus();
}

const FAULTS = ["cocked", "knock", "reach", "dim", "straighten", "set-up"];
at("faults").replaceChildren(...FAULTS.map((kind) => element("button", { type: "button", "data-fault": kind, onclick: () => deed(kind, told?.turn ?? 0) }, say(`fault.${kind}`))));

tools(board, () => {
  if (told === null) return;
  players(told, board.flipped);
  clocks(told, told.clock);
  hands();
  if (scene !== null) lies(scene);
});
