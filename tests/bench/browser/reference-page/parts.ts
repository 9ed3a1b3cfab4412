/**
 * The parts around the viewer's picture when it opens, in plain JavaScript as in web tools in this field: types with
 * checkboxes and counts, a virtualised list of the tracks that pass, a chart of detections per frame and type, and a
 * slider. All of it is rebuilt, in one pass on the main thread, when a filter changes.
 */
import type { JsTrack } from "../../peers/javascript.ts";
import { colorOf } from "./surfaces.ts";

export interface Parts {
  /** @param passing ids of the displayed tracks */
  update(passing: ReadonlySet<number>): void;
  showFrame(frame: number): void;
}

export interface PartsOptions {
  readonly tracks: readonly JsTrack[];
  readonly frameCount: number;
  onTypes(types: readonly string[]): void;
  onFrame(frame: number): void;
}

/** CSS pixels. */
const rowHeight = 28;
const chartHeight = 120;

export function addParts(options: PartsOptions): Parts {
  document.body.classList.add("all");
  const [lists, time] = [document.createElement("div"), document.createElement("div")];
  lists.id = "lists";
  time.id = "time";
  document.body.append(lists, time);
  const typeList = addTypeList(lists, options);
  const trackList = addTrackList(lists);
  const chart = addChart(time, options);
  return {
    update(passing) {
      const shown = options.tracks.filter(({ id }) => passing.has(id));
      typeList.update(shown);
      trackList.update(shown);
      chart.update(shown);
    },
    showFrame: chart.showFrame,
  };
}

/** The type under which a track counts. */
export function typeOf({ confidencePairs }: JsTrack): string {
  return confidencePairs[0]?.[0] ?? "";
}

export function countTypes(tracks: readonly JsTrack[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const track of tracks) {
    const type = typeOf(track);
    counts.set(type, (counts.get(type) ?? 0) + 1);
  }
  return counts;
}

function addTypeList(place: HTMLElement, { tracks, onTypes }: PartsOptions) {
  const list = document.createElement("ul");
  list.id = "types";
  place.append(list);
  const rows = [...countTypes(tracks).keys()].map((type) => {
    const [row, label, box, count] = (["li", "label", "input", "span"] as const).map((tag) =>
      document.createElement(tag),
    ) as [HTMLLIElement, HTMLLabelElement, HTMLInputElement, HTMLSpanElement];
    Object.assign(box, { type: "checkbox", checked: true });
    box.addEventListener("change", () => onTypes(rows.filter((each) => each.box.checked).map((each) => each.type)));
    label.append(box, ` ${type} `, count);
    row.append(label);
    list.append(row);
    return { type, box, count };
  });
  return {
    update(shown: readonly JsTrack[]) {
      const counts = countTypes(shown);
      for (const { type, count } of rows) count.textContent = String(counts.get(type) ?? 0);
    },
  };
}

/** Only visible rows have elements, which are moved and refilled. */
function addTrackList(place: HTMLElement) {
  const title = document.createElement("h2");
  const list = document.createElement("div");
  const rows = document.createElement("div");
  list.id = "tracks";
  rows.id = "rows";
  list.append(rows);
  place.append(title, list);
  let sorted: readonly JsTrack[] = [];
  const elements: ReturnType<typeof makeRow>[] = [];
  const fill = (): void => {
    const first = Math.floor(list.scrollTop / rowHeight);
    const count = Math.min(sorted.length - first, Math.ceil(list.clientHeight / rowHeight) + 1);
    while (elements.length < count) elements.push(makeRow(rows));
    for (const [n, row] of elements.entries()) row.show(n < count ? sorted[first + n] : undefined, first + n);
  };
  list.addEventListener("scroll", fill, { passive: true });
  return {
    update(shown: readonly JsTrack[]) {
      sorted = shown.toSorted((a, b) => a.id - b.id);
      title.textContent = `Tracks (${sorted.length})`;
      rows.style.height = `${sorted.length * rowHeight}px`;
      fill();
    },
  };
}

function makeRow(place: HTMLElement) {
  const row = document.createElement("div");
  const box = document.createElement("input");
  const color = document.createElement("span");
  const text = document.createElement("span");
  const range = document.createElement("span");
  row.className = "row";
  color.className = "color";
  Object.assign(box, { type: "checkbox", checked: true });
  row.append(box, color, text, range);
  place.append(row);
  return {
    show(track: JsTrack | undefined, index: number) {
      row.hidden = track === undefined;
      if (track === undefined) return;
      const type = typeOf(track);
      row.style.transform = `translateY(${index * rowHeight}px)`;
      color.style.background = colorOf(type);
      text.textContent = `${track.id} ${type}`;
      range.textContent = `${track.begin} - ${track.end}`;
    },
  };
}

function addChart(place: HTMLElement, { frameCount, onFrame }: PartsOptions) {
  const canvas = document.createElement("canvas");
  const now = document.createElement("div");
  const slider = document.createElement("input");
  now.id = "now";
  Object.assign(slider, { type: "range", min: "0", max: String(frameCount - 1), value: "0" });
  slider.addEventListener("input", () => onFrame(slider.valueAsNumber));
  place.append(canvas, now, slider);
  const width = place.clientWidth;
  canvas.width = width * devicePixelRatio;
  canvas.height = chartHeight * devicePixelRatio;
  const context = canvas.getContext("2d")!;
  const toX = (frame: number): number => (frame / Math.max(1, frameCount - 1)) * width;
  return {
    update(shown: readonly JsTrack[]) {
      const byType = countByFrame(shown, frameCount);
      const total = new Uint32Array(frameCount);
      for (const counts of byType.values())
        for (let frame = 0; frame < frameCount; frame++) total[frame]! += counts[frame]!;
      const max = Math.max(1, ...total);
      context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
      context.clearRect(0, 0, width, chartHeight);
      for (const [type, counts] of [...byType, ["", total] as const]) {
        context.strokeStyle = type === "" ? "#fff" : colorOf(type);
        context.beginPath();
        for (let frame = 0; frame < frameCount; frame++)
          context.lineTo(toX(frame), chartHeight - (counts[frame]! / max) * (chartHeight - 4));
        context.stroke();
      }
    },
    showFrame(frame: number) {
      now.style.transform = `translateX(${toX(frame)}px)`;
      slider.valueAsNumber = frame;
    },
  };
}

/**
 * Detections per type and frame. A track has one at each of its features, and between two if the first one says so:
 * such stretches are counted by their ends.
 */
function countByFrame(tracks: readonly JsTrack[], frameCount: number): Map<string, Uint32Array> {
  const byType = new Map<string, Int32Array>();
  for (const track of tracks) {
    const type = typeOf(track);
    let changes = byType.get(type);
    if (changes === undefined) byType.set(type, (changes = new Int32Array(frameCount + 1)));
    const { features } = track;
    for (let first = 0; first < features.length;) {
      let last = first;
      for (let next = features[last + 1]; next !== undefined; next = features[++last + 1]) {
        const { frame, interpolate } = features[last]!;
        if (interpolate !== true && next.frame > frame + 1) break;
      }
      changes[features[first]!.frame]! += 1;
      changes[features[last]!.frame + 1]! -= 1;
      first = last + 1;
    }
  }
  return new Map(
    [...byType].map(([type, changes]) => {
      let count = 0;
      return [type, Uint32Array.from({ length: frameCount }, (_, frame) => (count += changes[frame]!))];
    }),
  );
}
