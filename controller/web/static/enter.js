// Entering as director: the token of the address, which is never sent as a part of it, is exchanged for a cookie.

import { say } from "./state.js";

const field = document.getElementById("token");
const answer = document.getElementById("answer");
const form = document.getElementById("form");
const wanted = new URLSearchParams(location.search).has("simulation") ? "/simulation" : form.dataset.then;

async function enter(token) {
  answer.textContent = "";
  const got = await fetch("/enter", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ token }) });
  if (got.ok) location.replace(wanted);
  else answer.textContent = say(got.status === 429 ? "enter_wait" : "enter_refused");
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  enter(field.value.trim());
});

function fromAddress() {
  const token = decodeURIComponent(location.hash.slice(1));
  if (!token) return;
  history.replaceState(null, "", "/enter"); // the token is not to stay in the history
  enter(token);
}
addEventListener("hashchange", fromAddress);
fromAddress();

// Asking at the table: it hears the code that stands here, and somebody there admits this device

const PERIOD = 1500; // milliseconds between two questions what has become of it
const asked = document.getElementById("asked");
const ask = document.getElementById("ask-table");

async function post(address, given) {
  return await fetch(address, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(given) });
}

ask?.addEventListener("click", async () => {
  ask.disabled = true;
  asked.textContent = "";
  asked.textContent = await wait().catch(() => say("ask_late"));
  ask.disabled = false;
});

/** Ask, wait for the table, and return what there is to be said where this device is not admitted. */
async function wait() {
  const got = await post("/enter/ask", {});
  if (!got.ok) return say("ask_busy");
  const { code, key } = await got.json();
  asked.textContent = say("ask_code", { code: [...code].join(" ") });
  for (;;) {
    await new Promise((go) => setTimeout(go, PERIOD));
    const answer = await post("/enter/asked", { key });
    if (answer.status === 200) return location.replace(wanted);
    if (answer.status !== 202) return say("ask_late");
  }
}
