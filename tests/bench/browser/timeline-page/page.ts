/**
 * The event timeline of many tracks, moved through time: painted by the viewer's lane from the core's columns, or as
 * web tools in this field draw it, with an SVG group per track whose bar and keyframe marks are shapes.
 * `?kind=lane|svg&tracks=N`.
 */
import { createCore } from "#core";
import type { TrackId } from "#core/types";
import { eventsLane, gapsBetween } from "../../../../web/viewer/bottom/timeline/events-lane.ts";
import { frameScale, type FrameScale } from "../../../../web/viewer/bottom/timeline/frame-scale.ts";
import { layOutRows } from "../../../../web/viewer/bottom/timeline/rows.ts";

export interface TimelinePage {
  readonly frameCount: number;
  /** Displays exactly these frames. */
  show(first: number, last: number): void;
}

declare global {
  var timelinePage: TimelinePage | undefined;
}

const query = new URLSearchParams(location.search);
const trackCount = Number(query.get("tracks") ?? 20_000);
const [widthPx, heightPx, rowPx, keyframeCount] = [1400, 300, 15, 10] as const;
const frameCount = 20_000;
const color = "#ff8a00";
const place = document.querySelector<HTMLDivElement>("#place")!;

/** Frames of a track: ten keyframes, about twenty frames apart. */
function framesOf(id: number): number[] {
  const begin = (id * 7919) % (frameCount - 300);
  return Array.from({ length: keyframeCount }, (_, n) => begin + n * (10 + (id % 20)));
}

async function laneShower(): Promise<TimelinePage["show"]> {
  const core = await createCore();
  const tracks: Record<string, unknown> = {};
  for (let id = 0; id < trackCount; id++) {
    const frames = framesOf(id);
    const features = frames.map((frame) => ({ frame, bounds: [10, 10, 60, 60], keyframe: true, interpolate: true }));
    const [begin, end] = [frames[0], frames.at(-1)];
    tracks[id] = { id, begin, end, confidencePairs: [["fish", 0.9]], attributes: {}, features };
  }
  core.reader.readDiveJson(new TextEncoder().encode(JSON.stringify({ version: 2, tracks, groups: {} })));
  const { trackIds, begins, ends } = core.shown.trackSpans();
  const lane = eventsLane(
    {
      begins,
      ends,
      layout: layOutRows(begins, ends),
      item(index) {
        const id = trackIds[index] as TrackId;
        const markers = core.keyframes(id);
        const gaps = gapsBetween(markers, (frame) => core.detectionAt(id, frame) !== undefined);
        const range = [begins[index] ?? 0, ends[index] ?? 0] as const;
        return { range, color, selected: false, name: String(id), type: "fish", id, markers, gaps };
      },
    },
    () => "",
  );
  const canvas = document.createElement("canvas");
  place.append(canvas);
  const context = canvas.getContext("2d")!;
  return (first, last) => {
    canvas.width = widthPx;
    canvas.height = heightPx;
    const scale = frameScale({ first, last }, widthPx);
    const own = (given: string): string => given;
    const colors = { area: color, line: color, grid: color, text: color, ground: "#000", bar: own, mark: own };
    lane.paint(context, scale, { topPx: 0, heightPx, scrollPx: 0 }, colors);
  };
}

function svgShower(): TimelinePage["show"] {
  const tracks = Array.from({ length: trackCount }, (_, id) => ({ id, frames: framesOf(id) }));
  const begins = Uint32Array.from(tracks, ({ frames }) => frames[0]!);
  const ends = Uint32Array.from(tracks, ({ frames }) => frames.at(-1)!);
  const { rows, rowCount } = layOutRows(begins, ends);
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("width", String(widthPx));
  svg.setAttribute("height", String(rowCount * rowPx));
  const make = <K extends "g" | "rect" | "path">(name: K, parent: SVGElement): SVGElementTagNameMap[K] => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    element.setAttribute("fill", color);
    parent.append(element);
    return element;
  };
  const shapes = tracks.map(({ id, frames }) => {
    const group = make("g", svg);
    group.setAttribute("transform", `translate(0 ${rows[id]! * rowPx + rowPx / 2})`);
    const bar = make("rect", group);
    bar.setAttribute("y", "-3.5");
    bar.setAttribute("height", "7");
    return { frames, group, bar, marks: make("path", group) };
  });
  place.append(svg);
  return (first, last) => {
    const scale = frameScale({ first, last }, widthPx);
    for (const { frames, group, bar, marks } of shapes) {
      const [begin, end] = [frames[0]!, frames.at(-1)!];
      // Tracks out of sight cost no more than this check.
      const isShown = begin <= last && end >= first;
      group.style.display = isShown ? "" : "none";
      if (!isShown) continue;
      bar.setAttribute("x", String(scale.toX(begin) - 1.5));
      bar.setAttribute("width", String(Math.max(3, scale.toX(end) - scale.toX(begin) + 3)));
      marks.setAttribute("d", scale.pxPerFrame >= 2 ? frames.map((frame) => diamond(scale, frame)).join("") : "");
    }
  };
}

function diamond(scale: FrameScale, frame: number): string {
  return `M${scale.toX(frame)} -3l3 3l-3 3l-3 -3z`;
}

const show = query.get("kind") === "svg" ? svgShower() : await laneShower();
globalThis.timelinePage = { frameCount, show };
