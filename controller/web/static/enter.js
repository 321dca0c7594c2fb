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
