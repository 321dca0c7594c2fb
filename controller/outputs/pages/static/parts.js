// Parts of pages: small elements of text, never of markup that somebody else has written.

import { say } from "./state.js";

/** An element with attributes and children; texts stay texts. */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined && child !== ""));
  return made;
}

/** Minutes and seconds; tenths below ten seconds. */
export function minutes(milliseconds) {
  const left = Math.max(0, milliseconds);
  if (left < 10_000) return `0:0${(Math.floor(left / 100) / 10).toFixed(1)}`;
  const seconds = Math.ceil(left / 1000);
  const rest = String(seconds % 60).padStart(2, "0");
  const whole = Math.floor(seconds / 60);
  return whole < 60 ? `${whole}:${rest}` : `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}:${rest}`;
}

/** The time of day. */
export function hour(milliseconds) {
  return new Date(milliseconds).toLocaleTimeString(document.documentElement.lang || undefined, { hour12: false });
}

/** What is played, in a few words. */
export function matchLine(shown) {
  const length = lengthText(shown.length);
  const parts = shown.length === 1 ? [length] : [length, say("game", { number: shown.game_number })];
  if (shown.crawford) parts.push(say("crawford"));
  if (shown.game !== "backgammon") parts.unshift(shown.game);
  return parts.join(" · ");
}

/** What is waited for. */
export function phaseLine(shown) {
  if (shown.winner !== null) return say("wins", { name: shown.names[shown.winner] });
  const name = shown.turn === null ? "" : shown.names[shown.turn];
  const roll = shown.dice === null ? "" : shown.dice.values.join("-");
  return say(`phase.${shown.phase}`, { name, roll });
}

/** Points to win, in a few words. */
export function lengthText(length) {
  return length === 0 ? say("money") : length === 1 ? say("one_game") : say("points_match", { count: length });
}

/** The match that waits for both players, as paragraphs; none where none waits. */
export function nextMatch(shown) {
  const waits = shown.next ?? null;
  if (waits === null) return [];
  const parts = [
    element("p", { class: "kind" }, say("next")),
    element("p", { class: "sentence" }, `${waits.names.join(" – ")} · ${lengthText(waits.length)}`),
  ];
  if (waits.confirmed !== null) parts.push(element("p", { class: "soft" }, say("confirmed", { name: waits.names[waits.confirmed] })));
  return parts;
}

/** A checker of a player, as a small sign beside his name. */
export function sign(shown, player) {
  return element("span", { class: `sign ${shown.dark === player ? "dark" : "light"}`, "aria-hidden": "true" });
}

/** An action of the record, in words. */
export function turnText(turn) {
  switch (turn.kind) {
    case "play":
      return turn.play;
    case "dance":
      return say("dances");
    case "double":
      return say("doubles", { value: turn.value ?? "" });
    case "beaver":
      return say("beavers", { value: turn.value ?? "" });
    case "raccoon":
      return say("raccoons", { value: turn.value ?? "" });
    case "take":
      return say("takes");
    case "drop":
      return say("drops");
    case "resign":
      return say("resigns");
    default:
      return "";
  }
}

/** The rows of the record: one action of either player in each. */
export function rows(turns) {
  const found = [];
  for (const turn of turns) {
    const last = found[found.length - 1];
    if (last && last[turn.player] === null && !(turn.player === 0 && last[1] !== null)) last[turn.player] = turn;
    else found.push(turn.player === 0 ? [turn, null] : [null, turn]);
  }
  return found;
}

/** Die faces as an SVG of one die. */
export function die(value, dark) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  made.setAttribute("viewBox", "-50 -50 100 100");
  made.setAttribute("class", `die ${dark ? "dark" : "light"}`);
  made.setAttribute("role", "img");
  made.setAttribute("aria-label", String(value));
  const face = document.createElementNS(made.namespaceURI, "rect");
  for (const [key, given] of Object.entries({ x: -46, y: -46, width: 92, height: 92, rx: 20, class: "face" })) face.setAttribute(key, given);
  made.append(face);
  for (const [x, y] of PIPS[value] ?? []) {
    const pip = document.createElementNS(made.namespaceURI, "circle");
    for (const [key, given] of Object.entries({ cx: 25 * x, cy: 25 * y, r: 9.5, class: "pip" })) pip.setAttribute(key, given);
    made.append(pip);
  }
  return made;
}

export const PIPS = {
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};
