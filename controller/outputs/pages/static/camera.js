// The camera's picture on an overlay, with the ways of the last play drawn over it where the board lies in it.
//
// The token behind the # of the address lets see the picture and nothing else; it is never a part of what is asked for.

const PERIOD = 250; // milliseconds between two pictures
const AGAIN = 3000; // milliseconds after which a server that does not answer is asked again
const SVG = "http://www.w3.org/2000/svg";

let places = null;
let size = [1280, 720];

/** Show the camera's pictures in a part of the page, and over each what `ways()` returns, arrows of a snapshot. */
export async function watch(part, ways) {
  const canvas = part.querySelector("canvas");
  const token = decodeURIComponent(location.hash.slice(1));
  const headers = token ? { Authorization: `Bearer ${token}` } : {};
  let number = "";
  for (;;) {
    let wait = PERIOD;
    try {
      const got = await fetch(`/overlay/camera.jpg?after=${number}`, { headers });
      if (got.status === 403 || got.status === 429) return; // whoever may not see it asks no more
      if (got.status === 200) {
        const picture = await createImageBitmap(await got.blob());
        [number, places, size] = [got.headers.get("X-Number"), JSON.parse(got.headers.get("X-Places")), [picture.width, picture.height]];
        [canvas.width, canvas.height] = size;
        canvas.getContext("2d").drawImage(picture, 0, 0);
        picture.close();
        arrows(part, ways());
      }
    } catch {
      wait = AGAIN;
    }
    await new Promise((go) => setTimeout(go, wait));
  }
}

/** Draw ways over the picture. */
export function arrows(part, ways) {
  const over = part.querySelector("svg");
  over.setAttribute("viewBox", `0 0 ${size.join(" ")}`);
  const key = JSON.stringify([places, ways]);
  if (over.dataset.drawn === key) return;
  over.dataset.drawn = key;
  over.replaceChildren(...(places === null ? [] : ways.map(arrow)));
}

function arrow({ player, source, target, hit }) {
  const [from, to] = [source, target].map((point) => places[player][point].map((share, axis) => share * size[axis]));
  const long = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const thick = size[0] / 130;
  const along = [(to[0] - from[0]) / long, (to[1] - from[1]) / long];
  const bend = Math.min(0.16 * long, 0.06 * size[0]);
  const by = [(from[0] + to[0]) / 2 - along[1] * bend, (from[1] + to[1]) / 2 + along[0] * bend];
  const turn = Math.atan2(to[1] - by[1], to[0] - by[0]);
  const back = (angle, far) => [to[0] - far * Math.cos(turn + angle), to[1] - far * Math.sin(turn + angle)];
  const neck = back(0, 2.4 * thick);
  const way = `M${from} Q${by} ${neck}`;
  const head = `M${to} L${back(0.5, 3.6 * thick)} L${back(-0.5, 3.6 * thick)} Z`;
  const drawn = shape("g", { class: hit ? "hit" : "play" });
  drawn.append(shape("path", { class: "under", d: way, "stroke-width": 1.7 * thick }), shape("path", { class: "way", d: way, "stroke-width": thick }), shape("path", { class: "head", d: head, "stroke-width": 0.3 * thick }));
  return drawn;
}

function shape(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}
