/**
 * What the viewer is measured beside: annotations as web tools of this field keep and draw them. All tracks come as JSON, become
 * an object a track and one a detection, an interval tree finds those of a frame, and each box is a shape of its own with
 * its label: an SVG group, or a stroke on a 2D canvas. Beside them is a list of all types with how many tracks are shown under
 * each. It has no list of tracks, no timeline, no editing and no styles, so it does less.
 *
 * `?dataset=ID&token=TOKEN&shapes=svg|canvas`; pictures and annotations come from the same server.
 */
import { IntervalStore } from "../../peers/interval-store.ts";
import type { JsTrack } from "../../peers/javascript.ts";

type Visible = ReturnType<IntervalStore["queryFrame"]>[number];

export interface ReferencePage {
  /** Frames drawn so far. */
  drawn: number;
  /** The picture is decoded before it is drawn with its boxes. */
  show(frame: number): Promise<void>;
  showTypes(types: readonly string[]): void;
}

declare global {
  var referencePage: ReferencePage | undefined;
}

const { dataset = "", token = "", shapes = "svg" } = Object.fromEntries(new URLSearchParams(location.search));
const colors = ["#ff8a00", "#00c2ff", "#7cff00", "#ff00c8"];
const place = document.querySelector<HTMLDivElement>("#place")!;

async function get<T>(path: string, query: Readonly<Record<string, string>> = {}): Promise<T> {
  const response = await fetch(`/api/v1/${path}?${new URLSearchParams(query)}`, { headers: { "Girder-Token": token } });
  return (await response.json()) as T;
}

function colorOf(type: string): string {
  return colors[type.length % colors.length]!;
}

function labelOf({ track, type }: Visible): string {
  return `${track.id} ${type}`;
}

interface Surface {
  draw(visible: readonly Visible[], picture: HTMLImageElement): void;
}

/** A group with a rectangle and a text for each track, kept from frame to frame where the track stays. */
function svgSurface(): Surface {
  const image = document.createElement("img");
  image.id = "picture";
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  place.append(image, svg);
  interface Shape {
    readonly group: SVGGElement;
    readonly rect: SVGRectElement;
    readonly text: SVGTextElement;
  }
  const shapeOf = new Map<number, Shape>();
  const make = (): Shape => {
    const group = document.createElementNS(svg.namespaceURI!, "g") as SVGGElement;
    const rect = document.createElementNS(svg.namespaceURI!, "rect") as SVGRectElement;
    const text = document.createElementNS(svg.namespaceURI!, "text") as SVGTextElement;
    rect.setAttribute("fill", "none");
    rect.setAttribute("vector-effect", "non-scaling-stroke");
    text.setAttribute("font-size", "8");
    text.setAttribute("fill", "#fff");
    group.append(rect, text);
    svg.append(group);
    return { group, rect, text };
  };
  return {
    draw(visible, picture) {
      image.src = picture.src;
      svg.setAttribute("viewBox", `0 0 ${picture.naturalWidth} ${picture.naturalHeight}`);
      const left = new Set(shapeOf.keys());
      for (const each of visible) {
        const { id } = each.track;
        left.delete(id);
        let shape = shapeOf.get(id);
        if (shape === undefined) shapeOf.set(id, (shape = make()));
        const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = each.feature.bounds;
        const { rect, text } = shape;
        rect.setAttribute("x", String(x1));
        rect.setAttribute("y", String(y1));
        rect.setAttribute("width", String(x2 - x1));
        rect.setAttribute("height", String(y2 - y1));
        rect.setAttribute("stroke", colorOf(each.type));
        text.setAttribute("x", String(x1));
        text.setAttribute("y", String(y1 - 2));
        text.textContent = labelOf(each);
      }
      for (const id of left) {
        shapeOf.get(id)?.group.remove();
        shapeOf.delete(id);
      }
    },
  };
}

function canvasSurface(): Surface {
  const canvas = document.createElement("canvas");
  place.append(canvas);
  canvas.width = innerWidth * devicePixelRatio;
  canvas.height = innerHeight * devicePixelRatio;
  const context = canvas.getContext("2d")!;
  return {
    draw(visible, picture) {
      const scale = Math.min(canvas.width / picture.naturalWidth, canvas.height / picture.naturalHeight);
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.clearRect(0, 0, canvas.width, canvas.height);
      context.setTransform(scale, 0, 0, scale, 0, 0);
      context.drawImage(picture, 0, 0);
      context.lineWidth = 1 / scale;
      context.font = "8px sans-serif";
      for (const each of visible) {
        const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = each.feature.bounds;
        context.strokeStyle = colorOf(each.type);
        context.strokeRect(x1, y1, x2 - x1, y2 - y1);
        context.fillStyle = "#fff";
        context.fillText(labelOf(each), x1, y1 - 2);
      }
    },
  };
}

const [{ imageData = [] }, tracks] = await Promise.all([
  get<{ imageData?: { url: string }[] }>(`dive_dataset/${dataset}/media`),
  get<JsTrack[]>("dive_annotation/track", { folderId: dataset }),
]);
const store = new IntervalStore(tracks);
let shown = new Set(store.filter(0.1));
let current = 0;
const pictures = new Map<number, HTMLImageElement>();
const surface = shapes === "svg" ? svgSurface() : canvasSurface();

async function pictureAt(frame: number): Promise<HTMLImageElement> {
  let picture = pictures.get(frame);
  if (picture === undefined) {
    picture = new Image();
    picture.src = imageData[frame]!.url;
    await picture.decode();
    pictures.set(frame, picture);
  }
  return picture;
}

const list = document.createElement("ul");
list.id = "types";
place.append(list);

/** All types, whether they are shown or not. */
function listTypes(): void {
  const counts = new Map<string, number>();
  for (const { id, confidencePairs } of tracks) {
    const type = confidencePairs[0]?.[0] ?? "";
    counts.set(type, (counts.get(type) ?? 0) + (shown.has(id) ? 1 : 0));
  }
  list.replaceChildren(
    ...[...counts].map(([type, count]) => {
      const row = document.createElement("li");
      row.textContent = `${type} ${count}`;
      return row;
    }),
  );
}

function draw(picture: HTMLImageElement): void {
  surface.draw(
    store.queryFrame(current, 0.1).filter(({ track }) => shown.has(track.id)),
    picture,
  );
  page.drawn++;
}

const page: ReferencePage = {
  drawn: 0,
  async show(frame) {
    const picture = await pictureAt(frame);
    current = frame;
    draw(picture);
  },
  showTypes(types) {
    shown = new Set(store.filterByTypes(new Set(types), 0.1));
    listTypes();
    const picture = pictures.get(current);
    if (picture !== undefined) draw(picture);
  },
};
listTypes();
await page.show(0);
globalThis.referencePage = page;
