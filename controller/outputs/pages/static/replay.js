// The replay: any step of a match that is kept, forward and back, drawn as the table page draws what happens now.

import "./board.js";
import { clocks, lines, players, record, tools, verdict } from "./match_view.js";
import { element, matchLine } from "./parts.js";
import { say } from "./state.js";

const at = (id) => document.getElementById(id);
const board = document.querySelector("tavola-board");
const slider = at("slider");
const REMEMBERED = 200; // snapshots

let index = { steps: [], pictures: [], before: 0, over: true };
let turns = []; // of each turn the number of its last step
let here = -1; // the step that is shown, or on its way
let shown = null;
const known = new Map();

/** What the server answers, or null after its trouble was shown. */
async function asked(path) {
  for (let tries = 0; tries < 5; tries += 1) {
    let got;
    try {
      got = await fetch(path);
    } catch {
      break;
    }
    const told = await got.json();
    if (got.ok) {
      at("trouble").hidden = true;
      return told;
    }
    if (got.status !== 429) {
      trouble(told.trouble ?? say("no_step"));
      return null;
    }
    await new Promise((done) => setTimeout(done, 400));
  }
  trouble(say("no_answer"));
  return null;
}

function trouble(text) {
  at("trouble").textContent = text;
  at("trouble").hidden = false;
  if (shown === null) at("match").textContent = "";
}

/** Learn which steps there are. */
async function learn() {
  const told = await asked("/replay/steps.json");
  if (told === null) return false;
  if (index.session !== told.session) known.clear();
  index = told;
  turns = [];
  index.steps.forEach(([, , turn], step) => {
    if (step > 0 && index.steps[step - 1][2] === turn) turns[turns.length - 1] = step;
    else turns.push(step);
  });
  slider.max = String(Math.max(0, turns.length - 1));
  at("table").hidden = index.over;
  return true;
}

/** The turn of a step, counted from 0. */
const turnOf = (step) => turns.findIndex((last) => last >= step);

/** Show a step; the last one that was asked for wins. */
async function go(step) {
  if (index.steps.length === 0) return;
  here = Math.max(0, Math.min(index.steps.length - 1, step));
  where();
  const [number] = index.steps[here];
  let snapshot = known.get(number);
  if (snapshot === undefined) {
    snapshot = await asked(`/replay/steps/${number}.json`);
    if (snapshot === null) return;
    if (known.size >= REMEMBERED) known.delete(known.keys().next().value);
    known.set(number, snapshot);
  }
  if (index.steps[here][0] === number) draw(snapshot);
}

function draw(snapshot) {
  const first = shown === null;
  shown = snapshot;
  at("match").textContent = matchLine(shown);
  document.title = `${shown.names[0]} ${shown.score[0]}–${shown.score[1]} ${shown.names[1]} · Tavola`;
  at("when").textContent = new Date(shown.at * 1000).toLocaleString(document.documentElement.lang || undefined, { hour12: false });
  board.show(shown, { still: first });
  players(shown, board.flipped);
  clocks(shown, shown.clock);
  verdict(shown);
  record(shown);
  at("record").scrollTop = at("record").scrollHeight;
  lines(shown);
  pictures();
  history.replaceState(null, "", `#${shown.number}`);
}

/** Where in the match this is: beside the buttons, and on the slider. */
function where() {
  const [, game] = index.steps[here];
  const turn = turnOf(here);
  const begun = index.steps.findIndex((one) => one[1] === game);
  const text = game === 0 ? say("beginning") : `${say("game", { number: game })} · ${say("turn_number", { number: turn - turnOf(begun) + 1 })}`;
  at("where").replaceChildren(element("b", {}, text), say("step_of", { number: index.before + here + 1, count: index.before + index.steps.length }));
  slider.value = String(turn);
  slider.setAttribute("aria-valuetext", text);
  for (const id of ["first", "turn-back", "back"]) at(id).disabled = here === 0;
  for (const id of ["on", "turn-on", "last"]) at(id).disabled = index.over && here === index.steps.length - 1;
}

/** The pictures that were kept at this step or before the next one; only a director is told of any. */
function pictures() {
  const next = index.steps[here + 1]?.[0] ?? Infinity;
  const kept = index.pictures.filter(([, entry]) => entry >= index.steps[here][0] && entry < next);
  at("kept").hidden = kept.length === 0;
  at("pictures").replaceChildren(
    ...kept.map(([number, , part]) => {
      const source = `/replay/pictures/${number}.jpg`;
      const name = say(`part.${part}`);
      return element("figure", {}, element("a", { href: source, target: "_blank", rel: "noopener" }, element("img", { src: source, alt: name })), element("figcaption", {}, name));
    }),
  );
}

/** Go on; at the end of a match in progress look whether there is more. */
async function on(next) {
  if (!index.over && here === index.steps.length - 1 && !(await learn())) return;
  await go(next());
}

const deeds = {
  first: () => go(0),
  "turn-back": () => go(turns[turnOf(here) - 1] ?? 0),
  back: () => go(here - 1),
  on: () => on(() => here + 1),
  "turn-on": () => on(() => turns[turnOf(here) + (turns[turnOf(here)] > here ? 0 : 1)] ?? here),
  last: () => on(() => index.steps.length - 1),
};
const keys = { ArrowLeft: "back", ArrowRight: "on", PageUp: "turn-back", PageDown: "turn-on", Home: "first", End: "last" };

for (const [id, deed] of Object.entries(deeds)) at(id).addEventListener("click", deed);
slider.addEventListener("input", () => go(turns[Number(slider.value)]));
addEventListener("keydown", (event) => {
  const free = !event.altKey && !event.ctrlKey && !event.metaKey && event.target !== slider && event.target.closest?.(".scroll") === null;
  if (!free || !(event.key in keys) || index.steps.length === 0) return;
  event.preventDefault();
  deeds[keys[event.key]]();
});
addEventListener("hashchange", begin);

tools(board, () => {
  if (shown === null) return;
  players(shown, board.flipped);
  clocks(shown, shown.clock);
});

/** Show the step of the address, or the last one. */
function begin() {
  const wanted = Number(location.hash.slice(1) || NaN);
  const step = index.steps.findIndex(([number]) => number === wanted);
  go(step < 0 ? index.steps.length - 1 : step);
}
if (await learn()) begin();
