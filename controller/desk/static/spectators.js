// The page for everybody: all tables, as late as the hall wants it.

import { follow } from "./state.js";
import { liveness, tables } from "./tables.js";

const at = (id) => document.getElementById(id);
let before = null;

follow("/events", {
  draw(snapshot) {
    at("hall").textContent = snapshot.hall;
    tables(at("tables"), snapshot, before);
    before = snapshot;
  },
  live: liveness(at("live")),
});
