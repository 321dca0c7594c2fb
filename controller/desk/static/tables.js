// Small live boards of many tables, in an order that may change without a board being drawn anew.

import "./board.js";
import { say, words } from "./state.js";

const cards = new Map();

/** Draw the tables of a snapshot into an element; `more(table)` returns what stands below a board. */
export function tables(root, snapshot, before, more = () => []) {
  for (const name of snapshot.order) {
    const table = snapshot[`table:${name}`];
    if (before !== null && before[`table:${name}`] === table && cards.has(name)) continue;
    card(name, table, more);
  }
  const wanted = snapshot.order.map((name) => cards.get(name).element);
  wanted.forEach((element, at) => {
    if (root.children[at] !== element) root.insertBefore(element, root.children[at] ?? null);
  });
}

function card(name, table, more) {
  let made = cards.get(name);
  if (made === undefined) {
    const element = document.createElement("article");
    made = { element, board: document.createElement("tavola-board"), head: line("name"), score: line("score"), foot: line("foot") };
    element.append(made.head, made.board, made.score, made.foot);
    cards.set(name, made);
  }
  const urgent = (table.reasons ?? []).length > 0;
  made.element.className = `card table ${urgent ? "urgent" : ""} ${table.does === "gone" ? "gone" : ""}`;
  made.element.dataset.table = name;
  made.head.replaceChildren(text(name), text(`hall_does.${table.does}` in words ? say(`hall_does.${table.does}`) : table.does));
  made.board.hidden = table.shown === null;
  made.score.replaceChildren();
  if (table.shown !== null) {
    made.board.show(table.shown, { still: true, past: false });
    table.shown.names.forEach((player, at) => made.score.append(text(player), text(`${table.shown.score[at]} / ${table.shown.length || "–"}`)));
  }
  made.foot.replaceChildren(...more(table));
}

function line(kind) {
  const made = document.createElement("div");
  made.className = kind;
  return made;
}

export function text(content, kind = "") {
  const made = document.createElement("span");
  made.textContent = content;
  if (kind) made.className = kind;
  return made;
}

/** Say whether what is shown is live. */
export function liveness(element) {
  return (state, at) => {
    document.body.dataset.live = state;
    const time = at === null ? "" : new Date(at).toLocaleTimeString();
    element.textContent = state === "live" ? say("live") : state === "lost" ? say("not_live", { time }) : say("connecting");
  };
}
