// The table page: everybody's view of a match.

import "./board.js";
import { clocks, lines, live, players, record, tools, verdict } from "./match_view.js";
import { matchLine } from "./parts.js";
import { follow, say } from "./state.js";

const at = (id) => document.getElementById(id);
const board = document.querySelector("tavola-board");

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
  players(shown, board.flipped);
  ticked();
  verdict(shown);
  record(shown);
  lines(shown);
  speak(first);
}

/** Draw the clocks as they are now: what was told, and what has gone by since as long as it is live. */
function ticked() {
  if (shown === null) return;
  const gone = clock && document.body.dataset.live === "live" ? Math.min(1500, performance.now() - clock.came) : 0;
  clocks(shown, clock?.reading ?? shown.clock, gone);
}
setInterval(ticked, 200);

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
  ticked();
}

tools(board, () => {
  if (shown === null) return;
  players(shown, board.flipped);
  ticked();
});

at("voice").hidden = !("speechSynthesis" in window);
at("voice").addEventListener("click", () => {
  speaking = !speaking;
  at("voice").setAttribute("aria-pressed", String(speaking));
  if (!speaking) speechSynthesis.cancel();
  else speechSynthesis.speak(new SpeechSynthesisUtterance("")); // a phone lets a page speak only after a tap
});
