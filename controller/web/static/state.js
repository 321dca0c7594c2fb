// State of the match in a page: one stream, one snapshot, changes applied to it, and whether all this is live.

const SILENT_FOR = 2500; // milliseconds without a beat after which the table counts as lost

/** The words of the page, in the language of the table. */
export const words = JSON.parse(document.getElementById("words").textContent);

/** A word of the page with its placeholders filled in. */
export function say(key, params = {}) {
  return (words[key] ?? key).replace(/\{(\w+)\}/g, (whole, name) => (name in params ? String(params[name]) : whole));
}

/** The snapshot after a change. */
export function changed(old, change) {
  const next = { ...old, ...change.set };
  for (const [name, [drop, keep, added]] of Object.entries(change.lists)) {
    next[name] = [...old[name].slice(drop, drop + keep), ...added];
  }
  return next;
}

/**
 * Follow a stream. `draw(snapshot, {first, missed})` is called with every snapshot, `beat(beat)` with every beat, and
 * `live(state, at)` when it becomes "live", "lost" or "connecting"; `at` is when the table was heard last.
 */
export function follow(address, { draw, beat = () => {}, live = () => {} }) {
  let snapshot = null;
  let state = "connecting";
  let heard = null; // wall time of the last sign of life, in milliseconds
  let watching = 0;
  let fresh = true;
  let source = null;

  function becomes(next) {
    if (next !== state || next === "live") {
      state = next;
      live(state, heard);
    }
  }
  function watch() {
    clearTimeout(watching);
    watching = setTimeout(() => becomes("lost"), SILENT_FOR);
  }
  function open() {
    source = new EventSource(address);
    source.addEventListener("snapshot", (event) => {
      const told = JSON.parse(event.data);
      const same = snapshot !== null && snapshot.session === told.session;
      snapshot = told;
      draw(snapshot, { first: !same });
      fresh = false;
    });
    source.addEventListener("change", (event) => {
      if (snapshot === null) return;
      snapshot = changed(snapshot, JSON.parse(event.data));
      draw(snapshot, { first: fresh });
      fresh = false;
    });
    source.addEventListener("beat", (event) => {
      const told = JSON.parse(event.data);
      heard = told.at * 1000;
      watch();
      beat(told);
      becomes(told.live ? "live" : "lost");
    });
    source.addEventListener("error", () => {
      clearTimeout(watching);
      becomes(heard === null ? "connecting" : "lost");
      if (source.readyState === EventSource.CLOSED) setTimeout(open, 3000); // refused: the browser does not try again
    });
  }
  open();
  addEventListener("pagehide", () => source.close());
  addEventListener("pageshow", (event) => event.persisted && open());
}
