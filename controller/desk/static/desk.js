// The desk: all tables, those first where somebody is wanted; announcements, the round, the results.

import { follow, say, words } from "./state.js";
import { liveness, tables, text } from "./tables.js";

const at = (id) => document.getElementById(id);
let before = null;

follow("/desk/events", { draw, live: liveness(at("live")) });

function draw(snapshot) {
  at("hall").textContent = `${snapshot.hall} · ${say("hall_desk")}`;
  tables(at("tables"), snapshot, before, foot);
  if (before === null || before.order.length !== snapshot.order.length) addressees(snapshot);
  if (before === null || before.round !== snapshot.round) round(snapshot.round);
  if (before === null || before.results !== snapshot.results) results(snapshot.results);
  before = snapshot;
}

/** Reasons to go to a table, and the way to its own page. */
function foot(table) {
  const parts = table.reasons.map(({ kind, text: said }) => {
    const reason = document.createElement("p");
    reason.className = "reason";
    const called = `hall_reason.${kind}` in words ? say(`hall_reason.${kind}`) : kind;
    reason.textContent = said && kind !== "called" ? `${called}: ${said}` : called;
    return reason;
  });
  if (table.pages) {
    const link = document.createElement("a");
    link.href = `/desk/tables/${table.name}/open`;
    link.target = "_blank";
    link.rel = "noopener noreferrer";
    link.textContent = say("hall_open");
    parts.push(link);
  }
  return parts;
}

function addressees(snapshot) {
  const names = [...snapshot.order].sort((a, b) => a.localeCompare(b, undefined, { numeric: true }));
  const chosen = at("to").value;
  at("to").replaceChildren(new Option(say("hall_all"), ""), ...names.map((name) => new Option(name, name)));
  at("to").value = names.includes(chosen) ? chosen : "";
}

function rows(table, heads, list) {
  table.replaceChildren();
  if (list.length === 0) return;
  const head = table.createTHead().insertRow();
  for (const key of heads) {
    const cell = document.createElement("th");
    cell.textContent = say(key);
    head.append(cell);
  }
  const body = table.createTBody();
  for (const cells of list) {
    const row = body.insertRow();
    for (const one of cells) row.insertCell().append(one instanceof Node ? one : text(String(one ?? "")));
  }
}

function round(whole) {
  for (const id of ["start", "send"]) at(id).disabled = whole === null;
  if (whole === null) return;
  at("round").textContent = whole.title || say("hall_round");
  rows(
    at("pairings"),
    ["hall_table", "hall_players", "hall_length", "score"],
    whole.pairings.map(({ table, names, length, preset, clock, score }) => [table, names.join(" – "), [length || "money", preset, clock].filter(Boolean).join(" · "), score === null ? "" : score.join(" : ")]),
  );
  rows(
    at("standings"),
    ["hall_player", "hall_won", "hall_lost", "hall_points", "hall_lives"],
    whole.standings.map((one) => [one.name, one.won, one.lost, `${one.points} : ${one.against}`, one.out ? "–" : one.lives]),
  );
}

function results(list) {
  rows(
    at("results"),
    ["hall_table", "hall_players", "score", "hall_file"],
    list.map((one) => {
      const link = document.createElement("a");
      link.href = `/desk/results/${one.table}/${one.match}.mat`;
      link.textContent = ".mat";
      return [one.table, one.names.join(" – "), one.score.join(" : "), link];
    }),
  );
}

async function post(address, body, kind = "application/json") {
  const got = await fetch(address, { method: "POST", headers: { "Content-Type": kind }, body });
  const told = await got.json();
  const lines = told.lines ?? Object.entries(told.tables ?? {}).map(([name, one]) => `${name}: ${one.answered ? one.lines.join(" ") : say("hall_no_answer")}`);
  at("answer").textContent = lines.join("\n");
  return told;
}

at("announce").addEventListener("submit", async (event) => {
  event.preventDefault();
  const to = at("to").value;
  const told = await post("/desk/orders", JSON.stringify({ tables: to ? [to] : null, words: ["announce", at("text").value] }));
  if (told.done) at("text").value = "";
});

at("csv").addEventListener("change", async () => {
  const [file] = at("csv").files;
  if (file) await post("/desk/round", await file.text(), "text/csv");
});

for (const [id, confirm] of [["start", false], ["send", true]]) at(id).addEventListener("click", () => post("/desk/start", JSON.stringify({ tables: null, confirm })));
