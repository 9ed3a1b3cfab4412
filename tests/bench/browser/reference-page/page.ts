/**
 * The page that the viewer is compared with: annotations as web tools in this field store and draw them. All tracks
 * arrive as JSON and become an object per track and per detection, an interval tree finds those of a frame, and each
 * box is a separate shape with its label: an SVG group, or a stroke on a 2D canvas.
 *
 * `?dataset=ID&token=TOKEN&shapes=svg|canvas&parts=all|shapes`; pictures and annotations come from the same server.
 * With all parts it has around the picture what the viewer has when it opens (`parts.ts`); otherwise only a list of all
 * types with the number of displayed tracks of each. It has no editing and no styles in either form, so it does less.
 */
import { IntervalStore } from "../../peers/interval-store.ts";
import type { JsTrack } from "../../peers/javascript.ts";
import { addParts, typeOf, type Parts } from "./parts.ts";
import { canvasSurface, svgSurface } from "./surfaces.ts";

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

const query = new URLSearchParams(location.search);
const { dataset = "", token = "", shapes = "svg", parts: form = "all" } = Object.fromEntries(query);
const place = document.querySelector<HTMLDivElement>("#place")!;

async function get<T>(path: string, query: Readonly<Record<string, string>> = {}): Promise<T> {
  const response = await fetch(`/api/v1/${path}?${new URLSearchParams(query)}`, { headers: { "Girder-Token": token } });
  return (await response.json()) as T;
}

const [{ imageData = [] }, tracks] = await Promise.all([
  get<{ imageData?: { url: string }[] }>(`dive_dataset/${dataset}/media`),
  get<JsTrack[]>("dive_annotation/track", { folderId: dataset }),
]);
const store = new IntervalStore(tracks);
let shown = new Set(store.filter(0.1));
let current = 0;
const pictures = new Map<number, HTMLImageElement>();

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

/** All types, whether or not they are displayed, and nothing else. */
function addCounts(): Parts {
  const list = document.createElement("ul");
  list.id = "types";
  place.append(list);
  return {
    update(passing) {
      const counts = new Map<string, number>();
      for (const track of tracks) {
        const type = typeOf(track);
        counts.set(type, (counts.get(type) ?? 0) + (passing.has(track.id) ? 1 : 0));
      }
      list.replaceChildren(
        ...[...counts].map(([type, count]) => {
          const row = document.createElement("li");
          row.textContent = `${type} ${count}`;
          return row;
        }),
      );
    },
    showFrame: () => undefined,
  };
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
    parts.showFrame(frame);
    draw(picture);
  },
  showTypes(types) {
    shown = new Set(store.filterByTypes(new Set(types), 0.1));
    parts.update(shown);
    const picture = pictures.get(current);
    if (picture !== undefined) draw(picture);
  },
};
const onFrame = (frame: number): void => void page.show(frame);
const parts: Parts =
  form === "all" ? addParts({ tracks, frameCount: imageData.length, onTypes: page.showTypes, onFrame }) : addCounts();
const surface = shapes === "svg" ? svgSurface(place) : canvasSurface(place);
parts.update(shown);
await page.show(0);
globalThis.referencePage = page;
