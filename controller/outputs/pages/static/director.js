// The director's desk: what everybody sees and what only a director is told, and the orders with their reasons.

import "./board.js";
import { live } from "./match_view.js";
import { element, matchLine, minutes, nextMatch, phaseLine, sign } from "./parts.js";
import { follow, say } from "./state.js";

const at = (id) => document.getElementById(id);
const board = document.querySelector("tavola-board");
let shown = null;
let editing = false;
let position = "";
let waiting = null; // the order that waits for its reason, with the mark under which it counts once

follow("/director/events", { draw, live });

function draw(snapshot, { first }) {
  shown = snapshot;
  at("match").textContent = `${shown.names.join(" – ")} · ${matchLine(shown)}`;
  at("silent").hidden = !shown.director.silent;
  if (!editing) board.show(shown, { still: first });
  at("standing").replaceChildren(
    ...[0, 1].map((player) => element("span", { class: shown.turn === player ? "turn" : null }, sign(shown, player), ` ${shown.names[player]} `, element("b", {}, String(shown.score[player])), clockText(player))),
  );
  verdict();
  questions();
  look();
  settled();
  audit();
  forms();
}

function clockText(player) {
  return shown.clock === null ? "" : ` ${minutes(shown.clock.reserve[player])}`;
}

function verdict() {
  at("phase").textContent = phaseLine(shown);
  const told = shown.verdict;
  at("status").dataset.tone = told === null ? "" : told.kind;
  const waits = shown.next ?? null;
  at("verdict").replaceChildren(...nextMatch(shown), ...(told === null || waits !== null ? [] : [element("p", { class: "kind" }, say(`verdict.${told.kind}`)), element("p", { class: "sentence" }, told.text)]));
  const open = ["correcting", "asking"].includes(shown.phase);
  at("decide").replaceChildren(
    ...(open || told?.kind === "board" ? [button(say("accept"), ["accept"], "main")] : []),
    ...(open || told?.kind === "legal" ? [button(say("overrule"), ["overrule"])] : []),
    ...(waits === null ? [] : [0, 1].filter((player) => player !== waits.confirmed).map((player) => confirmation(waits.names[player], player))),
  );
}

function button(text, words, kind = "") {
  return element("button", { type: "button", class: kind, onclick: () => ask(text, words) }, text);
}

/** What a player says who confirms the match that waits; a word of a player wants no reason. */
function confirmation(name, player) {
  const key = mark(); // a second tap is the same word
  return element("button", { type: "button", class: "main", onclick: () => send(["confirm", String(player + 1)], "", key).then(tell) }, say("confirm_for", { name }));
}

function questions() {
  const asked = [...shown.director.questions].reverse();
  if (asked.length === 0) {
    at("questions").replaceChildren(element("li", { class: "soft" }, say("questions_none")));
    return;
  }
  at("questions").replaceChildren(
    ...asked.map((one) =>
      element(
        "li",
        { class: `asked ${one.kind}${one.open ? " open" : ""}` },
        element("p", { class: "head" }, element("b", {}, say(`verdict.${one.kind}`)), element("span", { class: "soft" }, ` ${say("turn_of_game", { game: one.game })} · ${minutes(one.time * 1000).replace(/\.\d$/, "")}`), one.open ? element("em", {}, say("open")) : null),
        element("p", {}, one.text),
        pictures(one),
        element(
          "div",
          { class: "buttons" },
          ...(one.open ? [decision(one, "accept"), decision(one, "overrule")] : [button(say("undo_to"), ["undo", String(one.number)])]),
        ),
      ),
    ),
  );
}

// Pictures of the turn in question: before it, at the roll, and after the play

let kept = []; // [number, entry, part], as the journal keeps them
let lookedFor = ""; // the questions whose pictures were asked for

/** Ask for the pictures when there is another question; they are in the journal a moment after it is told. */
function look() {
  const wanted = JSON.stringify(shown.director.questions.map((one) => [one.since, one.entry]));
  if (wanted === lookedFor) return;
  lookedFor = wanted;
  for (const wait of [300, 4000]) setTimeout(learn, wait);
}

async function learn() {
  const got = await fetch("/director/pictures.json").catch(() => null);
  if (got === null || !got.ok) return;
  const told = (await got.json()).pictures;
  if (told.length === kept.length) return;
  kept = told;
  questions();
}

/** The kept pictures of a question: the last of each part. */
function of(question) {
  const own = kept.filter(([, entry]) => entry >= question.since && entry <= question.entry);
  return ["before", "roll", "after"].map((part) => own.filter((one) => one[2] === part).at(-1)).filter((one) => one !== undefined);
}

function pictures(question) {
  const shownNow = of(question);
  if (shownNow.length === 0) return null;
  return element(
    "div",
    { class: "shots" },
    ...shownNow.map(([number, , part]) => {
      const source = `/replay/pictures/${number}.jpg`;
      return element("a", { href: source, target: "_blank", rel: "noopener" }, element("img", { src: source, alt: say(`part.${part}`), loading: "lazy" }), element("span", { "aria-hidden": "true" }, say(`part.${part}`)));
    }),
  );
}

/** A decision: where there are pictures one tap, with them as the reason; else the reason is asked for. */
function decision(question, word) {
  if (of(question).length === 0) return button(say(word), [word]);
  const key = mark(); // a second tap is the same order
  return element("button", { type: "button", class: word === "accept" ? "main" : "", onclick: () => send([word], say("decided"), key).then(tell) }, say(word));
}

function settled() {
  const places = [...shown.director.settled].reverse();
  at("settled").replaceChildren(
    ...places.map((one) =>
      element(
        "li",
        {},
        element("span", { class: "soft" }, `${one.number} `),
        one.opening ? say("start_of_game") : element("span", {}, sign(shown, one.player), ` ${shown.names[one.player]}`),
        element("button", { type: "button", "aria-label": `${say("undo_to")}: ${one.number}`, onclick: () => ask(`${say("undo_to")}: ${one.number}`, ["undo", String(one.number)]) }, say("undo_to")),
      ),
    ),
  );
}

function audit() {
  const orders = shown.said.filter((line) => line.tone === "order").reverse();
  at("audit").replaceChildren(
    ...(orders.length ? orders.map((line) => element("li", { class: "line order" }, element("time", {}, minutes(line.time * 1000).replace(/\.\d$/, "")), element("span", {}, line.text))) : [element("li", { class: "soft" }, say("audit_none"))]),
  );
}

// Orders that want more than a reason

const FORMS = [
  { key: "roll", fields: [["dice"]], words: ([roll]) => ["set", "roll", roll] },
  { key: "turn", fields: [["player"]], words: ([who]) => ["set", "turn", who] },
  { key: "score", fields: [["number", 0], ["number", 0]], words: ([one, two]) => ["set", "score", one, two] },
  { key: "cube_set", label: "cube", fields: [["cube"], ["owner"]], words: ([value, owner]) => ["set", "cube", value, owner] },
  { key: "warn", fields: [["player"]], words: ([who]) => ["warn", who] },
  { key: "penalise", fields: [["player"], ["number", 1]], words: ([who, points]) => ["penalise", who, points] },
  { key: "adjust", fields: [["player"], ["seconds"]], words: ([who, seconds]) => ["adjust", who, seconds] },
  { key: "award_game", fields: [["player"], ["number", 1]], words: ([who, points]) => ["award", "game", who, points] },
  { key: "award_match", fields: [["player"]], words: ([who]) => ["award", "match", who] },
  { key: "new_match", fields: [["name"], ["name"], ["length"], ["preset"], ["clock"]], words: (given) => ["new", "match", ...match(given)] },
  { key: "pair", fields: [["name"], ["name"], ["length"], ["preset"], ["clock"]], words: (given) => ["pair", ...match(given)] },
];

/** The words for a match: what is left empty is as the table has it. */
function match([one, two, length, preset, clock]) {
  return [one, two, length, ...(preset ? [`preset=${preset}`] : []), ...(clock ? [`clock=${clock}`] : [])];
}

let drawnFor = "";

function forms() {
  const key = JSON.stringify(shown.names);
  if (key === drawnFor) return; // what somebody is typing stays
  drawnFor = key;
  at("forms").replaceChildren(...FORMS.map(form));
}

function form({ key, label, fields, words }) {
  const title = label === "cube" ? say("cube", { value: "" }).trim() : say(key);
  const inputs = fields.map(([kind, least], number) => input(kind, least, `${title} ${number + 1}`, number));
  return element(
    "form",
    { class: "one", onsubmit: (event) => { event.preventDefault(); ask(title, words(inputs.map((one) => one.value.trim()))); } },
    element("span", { class: "title" }, title),
    ...inputs,
    element("button", { type: "submit" }, say("set_it")),
  );
}

function input(kind, least, label, number) {
  const free = (text, list) => element("input", { "aria-label": `${label}: ${text}`, title: say("as_set"), placeholder: text, list, maxlength: 40, size: 10 });
  const common = { "aria-label": label, required: true };
  const choice = (pairs) => element("select", common, ...pairs.map(([value, text]) => element("option", { value }, text)));
  switch (kind) {
    case "player":
      return choice(shown.names.map((name, player) => [String(player + 1), name]));
    case "owner":
      return choice([["centre", say("centre")], ...shown.names.map((name, player) => [String(player + 1), name])]);
    case "cube":
      return choice([1, 2, 4, 8, 16, 32, 64].map((value) => [String(value), String(value)]));
    case "dice":
      return choice([["none", say("roll_none")], ...[1, 2, 3, 4, 5, 6].flatMap((high) => [1, 2, 3, 4, 5, 6].filter((low) => low <= high).map((low) => [`${high}${low}`, `${high}-${low}`]))]);
    case "name":
      return element("input", { ...common, maxlength: 40, value: shown.names[number], size: 10 });
    case "length":
      return element("input", { ...common, type: "number", min: 1, max: 64, value: shown.length || 5 });
    case "preset":
      return free(say("preset"), "presets");
    case "clock":
      return free(say("clock"), "clocks");
    case "seconds":
      return element("input", { ...common, type: "number", min: -3600, max: 3600, value: 60 });
    default:
      return element("input", { ...common, type: "number", min: least, max: 999, value: least });
  }
}

for (const one of document.querySelectorAll("[data-order]")) {
  one.addEventListener("click", () => {
    const words = one.dataset.order.split(" ");
    if ("plain" in one.dataset) send(words, "", crypto.randomUUID?.() ?? String(Math.random()).slice(2)).then(tell);
    else ask(one.textContent.trim(), words);
  });
}

// Asking for the reason, and sending

function ask(what, words) {
  waiting = { words, mark: mark() };
  at("order-what").textContent = what;
  at("answer").textContent = "";
  at("who").value = localStorage.getItem("tavola-who") ?? "";
  at("reasons").replaceChildren(...recent().map((reason) => element("option", { value: reason })));
  at("why").value = "";
  at("order").showModal();
  at("why").focus();
}

/** A mark for an order: whoever sends it twice, as after a lost answer, has it carried out once. */
function mark() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (one) => one.toString(16).padStart(2, "0")).join("");
}

function recent() {
  try {
    return JSON.parse(localStorage.getItem("tavola-reasons") ?? "[]").slice(0, 8);
  } catch {
    return [];
  }
}

at("order-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const why = at("why").value.trim();
  if (!why || waiting === null) return;
  localStorage.setItem("tavola-who", at("who").value.trim());
  localStorage.setItem("tavola-reasons", JSON.stringify([why, ...recent().filter((one) => one !== why)].slice(0, 8)));
  const outcome = await send(waiting.words, why, waiting.mark);
  if (outcome.done) {
    at("order").close();
    if (waiting.words[1] === "position") edit(false);
    waiting = null;
    tell(outcome);
  } else {
    at("answer").textContent = outcome.lines.join(" ");
    if (!outcome.lost) waiting.mark = mark(); // it was answered: the next try is another order
  }
});
at("cancel").addEventListener("click", () => at("order").close());

async function send(words, why, key) {
  try {
    const got = await fetch("/orders", {
      method: "POST",
      headers: { "Content-Type": "application/json", "Idempotency-Key": key },
      body: JSON.stringify({ words, why, who: localStorage.getItem("tavola-who") ?? "" }),
    });
    if (got.status === 403) location.assign("/enter");
    return await got.json();
  } catch {
    return { done: false, lost: true, lines: [at("lost").textContent || "?"] };
  }
}

let gone = 0;

function tell({ lines }) {
  at("told").textContent = lines.join(" ");
  at("told").hidden = false;
  clearTimeout(gone);
  gone = setTimeout(() => { at("told").hidden = true; }, 6000);
}

// The position

function edit(on) {
  editing = on;
  board.edit(on);
  at("editing").hidden = !on;
  at("edit").hidden = on;
  at("sound").textContent = on ? say("edit_help") : "";
  at("set").disabled = true;
  if (!on) board.show(shown, { still: true });
}

at("edit").addEventListener("click", () => edit(true));
at("reset").addEventListener("click", () => edit(false));
at("set").addEventListener("click", () => ask(say("set"), ["set", "position", position]));

board.addEventListener("edit", async (event) => {
  const [one, two] = event.detail;
  const got = await fetch(`/director/check?${new URLSearchParams({ one: one.join(), two: two.join() })}`);
  if (!got.ok) return;
  const checked = await got.json();
  position = checked.id;
  at("set").disabled = !checked.sound;
  at("sound").textContent = checked.sound ? `${say("sound")} ${checked.id}` : say("unsound", { why: checked.problems.join(", ").replaceAll("_", " ") });
  at("sound").classList.toggle("wrong", !checked.sound);
});

// The rest

at("flip").addEventListener("click", () => {
  board.flipped = !board.flipped;
  at("flip").setAttribute("aria-pressed", String(board.flipped));
});
at("leave").addEventListener("click", async () => {
  await fetch("/leave", { method: "POST" });
  location.assign("/");
});
