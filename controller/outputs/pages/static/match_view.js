// View of a match on a page: players and clocks, verdict, record and announcements, in the places that the page has for them.

import { die, element, hour, minutes, nextMatch, phaseLine, rows, sign, turnText } from "./parts.js";
import { say } from "./state.js";

const at = (id) => document.getElementById(id);
const kept = (name) => localStorage.getItem(`tavola-${name}`);

/** The two bars above and below the board. */
export function players(shown, flipped) {
  const below = shown.home.startsWith("bottom") !== flipped ? 0 : 1;
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
}

/** What the clocks show: a reading, and the milliseconds that have gone by since. */
export function clocks(shown, told, gone = 0) {
  if (told === null) return;
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

/** What is waited for, and the last verdict. */
export function verdict(shown) {
  at("phase").textContent = phaseLine(shown);
  const told = shown.verdict;
  const tone = told === null ? "" : told.kind;
  at("status").dataset.tone = tone;
  at("verdict").replaceChildren(...nextMatch(shown));
  if (at("verdict").childElementCount > 0) return;
  if (told === null) {
    if (shown.last !== null && (shown.last.play || shown.last.roll)) {
      at("verdict").append(element("p", { class: "soft" }, `${shown.names[shown.last.player]} ${shown.last.roll}: ${shown.last.play || say("dances")}`));
    }
    return;
  }
  at("verdict").append(element("p", { class: "kind" }, say(`verdict.${told.kind}`)), element("p", { class: "sentence" }, told.text));
  if (told.reasons.length > 1) at("verdict").append(element("ul", { class: "reasons" }, ...told.reasons.map((one) => element("li", {}, one))));
}

/** The record as a table, a row for each turn of both. */
export function record(shown) {
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

/** What was announced, the last first. */
export function lines(shown) {
  const place = at("said");
  place.replaceChildren(...[...shown.said].reverse().map((line) => element("li", { class: `line ${line.tone}` }, element("time", {}, minutes(line.time * 1000).replace(/\.\d$/, "")), element("span", {}, line.text))));
}

/** Let the board be turned, and light and dark be chosen; `turned` is called after the board was turned. */
export function tools(board, turned) {
  function flip(on) {
    board.flipped = on;
    at("flip").setAttribute("aria-pressed", String(on));
    localStorage.setItem("tavola-flip", on ? "1" : "");
    turned();
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
}

/** Whether the table is heard, and when it was last: milliseconds, null where it never was. */
export function live(state, heard) {
  document.body.dataset.live = state;
  at("live").dataset.state = state;
  const time = heard === null ? "" : hour(heard);
  at("live-text").textContent = state === "live" ? `${say("live")} · ${say("as_of", { time })}` : state === "lost" ? say("as_of", { time }) : say("connecting");
  at("lost").hidden = state !== "lost";
  at("lost").textContent = state === "lost" ? say("not_live", { time }) : "";
}
