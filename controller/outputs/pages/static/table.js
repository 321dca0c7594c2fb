// The table page: everybody's view of a match.

import "./board.js";
import { die, element, hour, matchLine, minutes, phaseLine, rows, sign, turnText } from "./parts.js";
import { follow, say } from "./state.js";

const at = (id) => document.getElementById(id);
const board = document.querySelector("tavola-board");
const kept = (name) => localStorage.getItem(`tavola-${name}`);

let shown = null;
let clock = null; // the last reading, and when it came
let aloud = 0; // the number of the last line that was spoken
let speaking = false;

follow("/events", { draw, beat, live });

function draw(snapshot, { first }) {
  shown = snapshot;
  at("match").textContent = matchLine(shown);
  document.title = `${shown.names[0]} ${shown.score[0]}–${shown.score[1]} ${shown.names[1]} · Tavola`;
  board.show(shown, { still: first });
  players();
  verdict();
  record();
  lines();
  speak(first);
}

/** The two bars above and below the board. */
function players() {
  const below = shown.home.startsWith("bottom") !== board.flipped ? 0 : 1;
  for (const [id, player] of [["far", 1 - below], ["near", below]]) {
    const bar = at(id);
    bar.classList.toggle("turn", shown.turn === player);
    const parts = [
      sign(shown, player),
      element("span", { class: "name" }, shown.names[player]),
      shown.turn === player && shown.winner === null ? element("span", { class: "on-turn" }, say("on_turn", { name: "" }).trim()) : null,
      shown.dice !== null && shown.dice.player === player
        ? element("span", { class: "dice" }, ...shown.dice.values.map((value) => die(value, shown.dark === player)))
        : null,
      element("span", { class: "pips", title: say("pips") }, element("b", {}, String(shown.pips[player])), ` ${say("pips")}`),
      element("span", { class: "clock", id: `clock-${player}`, hidden: shown.clock === null }),
      element("span", { class: "score" }, element("span", { class: "unseen" }, `${say("score")} `), String(shown.score[player])),
    ];
    bar.replaceChildren(...parts.filter((part) => part !== null));
  }
  clocks();
}

/** What the clocks show now: what was told, and what has gone by since as long as it is live. */
function clocks() {
  if (shown === null || shown.clock === null) return;
  const told = clock?.reading ?? shown.clock;
  const gone = clock && document.body.dataset.live === "live" ? Math.min(1500, performance.now() - clock.came) : 0;
  for (const player of [0, 1]) {
    const drawn = at(`clock-${player}`);
    if (drawn === null) continue;
    const runs = told.running === player;
    const waits = runs ? Math.min(gone, told.delay_left) : 0;
    const left = told.reserve[player] - (runs ? gone - waits : 0);
    const delay = told.mover === player ? told.delay_left - waits : 0;
    drawn.classList.toggle("runs", runs);
    drawn.classList.toggle("low", left < 60_000);
    drawn.textContent = delay > 0 ? `${minutes(left)} +${Math.ceil(delay / 1000)}` : minutes(left);
    drawn.setAttribute("aria-label", say("clock_of", { name: shown.names[player], time: minutes(left) }));
  }
}
setInterval(clocks, 200);

function verdict() {
  at("phase").textContent = phaseLine(shown);
  const told = shown.verdict;
  const tone = told === null ? "" : told.kind;
  at("status").dataset.tone = tone;
  at("verdict").replaceChildren();
  if (told === null) {
    if (shown.last !== null && (shown.last.play || shown.last.roll)) {
      at("verdict").append(element("p", { class: "soft" }, `${shown.names[shown.last.player]} ${shown.last.roll}: ${shown.last.play || say("dances")}`));
    }
    return;
  }
  at("verdict").append(element("p", { class: "kind" }, say(`verdict.${told.kind}`)), element("p", { class: "sentence" }, told.text));
  if (told.reasons.length > 1) at("verdict").append(element("ul", { class: "reasons" }, ...told.reasons.map((one) => element("li", {}, one))));
}

function record() {
  const games = shown.games.map((game) => `${game.number}. ${game.winner === null ? "" : say("won", { name: shown.names[game.winner], count: game.points })}`);
  at("games").textContent = games.slice(-4).join("  ·  ");
  at("games").hidden = games.length === 0;
  const place = at("record");
  const follows = place.scrollHeight - place.scrollTop - place.clientHeight < 40;
  if (shown.turns.length === 0) {
    place.replaceChildren(element("p", { class: "soft" }, say("record_none")));
    return;
  }
  const cell = (turn) =>
    element(
      "td",
      { class: turn?.illegal ? "wrong" : null },
      turn?.roll ? element("b", {}, `${turn.roll} `) : null,
      turn ? turnText(turn) : "",
      turn?.illegal ? element("em", {}, ` ${say("illegal")}`) : null,
    );
  const table = element(
    "table",
    {},
    element("thead", {}, element("tr", {}, element("th", { scope: "col" }, "#"), ...shown.names.map((name, player) => element("th", { scope: "col" }, sign(shown, player), name)))),
    element("tbody", {}, ...rows(shown.turns).map((row, number) => element("tr", {}, element("th", { scope: "row" }, String(number + 1)), cell(row[0]), cell(row[1])))),
  );
  place.replaceChildren(...(shown.turns_before ? [element("p", { class: "soft" }, say("record_before", { count: shown.turns_before }))] : []), table);
  if (follows) place.scrollTop = place.scrollHeight;
}

function lines() {
  const place = at("said");
  place.replaceChildren(...[...shown.said].reverse().map((line) => element("li", { class: `line ${line.tone}` }, element("time", {}, minutes(line.time * 1000).replace(/\.\d$/, "")), element("span", {}, line.text))));
}

/** Say new lines to a screen reader, and aloud where that is wanted; not what was said before this page was opened. */
function speak(first) {
  const last = shown.said.at(-1)?.number ?? 0;
  const fresh = first ? [] : shown.said.filter((line) => line.number > aloud && line.aloud);
  aloud = last;
  if (fresh.length === 0) return;
  at("aloud").textContent = fresh.map((line) => line.text).join(" ");
  if (!speaking) return;
  for (const line of fresh) {
    const spoken = new SpeechSynthesisUtterance(line.text);
    spoken.lang = document.documentElement.lang;
    speechSynthesis.speak(spoken);
  }
}

function beat(told) {
  clock = { reading: told.clock, came: performance.now() };
  clocks();
}

function live(state, heard) {
  document.body.dataset.live = state;
  at("live").dataset.state = state;
  const time = heard === null ? "" : hour(heard);
  at("live-text").textContent = state === "live" ? `${say("live")} · ${say("as_of", { time })}` : state === "lost" ? say("as_of", { time }) : say("connecting");
  at("lost").hidden = state !== "lost";
  at("lost").textContent = state === "lost" ? say("not_live", { time }) : "";
}

// Tools

function flip(on) {
  board.flipped = on;
  at("flip").setAttribute("aria-pressed", String(on));
  localStorage.setItem("tavola-flip", on ? "1" : "");
  if (shown) players();
}
at("flip").addEventListener("click", () => flip(!board.flipped));
flip(new URLSearchParams(location.search).has("flip") || kept("flip") === "1");

function theme(name) {
  if (name) document.documentElement.dataset.theme = name;
  else delete document.documentElement.dataset.theme;
}
at("theme").addEventListener("click", () => {
  const dark = document.documentElement.dataset.theme ? document.documentElement.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  theme(dark ? "light" : "dark");
  localStorage.setItem("tavola-theme", dark ? "light" : "dark");
});
theme(new URLSearchParams(location.search).get("theme") ?? kept("theme"));

at("voice").hidden = !("speechSynthesis" in window);
at("voice").addEventListener("click", () => {
  speaking = !speaking;
  at("voice").setAttribute("aria-pressed", String(speaking));
  if (!speaking) speechSynthesis.cancel();
  else speechSynthesis.speak(new SpeechSynthesisUtterance("")); // a phone lets a page speak only after a tap
});
