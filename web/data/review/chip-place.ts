/** Where a chip is cut out of the picture, and the shapes drawn over it. Pure; in image pixels. */
import { apiRoot } from "../../api/client.ts";
import type { ReviewEntry } from "#schemas/wire";

export type ChipBox = ReviewEntry["boxes"][number];

/** Margin around a box, as a share of its sides. */
const context = 0.3;
/** Around a box that is edited, as a share of its longer side: room to enlarge it, and a tall box is not in a slit. */
const editingMargin = 0.5;
/** Pixels along the longer side, of a chip and of the large picture. */
const [sidePx, editingSidePx] = [320, 1024];

export function chipAddress(datasetId: string, box: ChipBox): string {
  return address(datasetId, box.frame, { box: box.bounds, context, side: sidePx });
}

/** The picture of the part in which a box is edited. */
export function partAddress(datasetId: string, frame: number, { left, top, width, height }: Part): string {
  return address(datasetId, frame, { box: [left, top, left + width, top + height], context: 0, side: editingSidePx });
}

function address(datasetId: string, frame: number, { box, context: around, side }: Cut): string {
  const query = new URLSearchParams({
    folderId: datasetId,
    frame: String(frame),
    box: JSON.stringify(box),
    context: String(around),
    side: String(side),
  });
  return `${apiRoot}/review/chip?${query}`;
}

interface Cut {
  readonly box: readonly number[];
  readonly context: number;
  readonly side: number;
}

/** Of a picture or an editor, which begins again when others have changed the box or an outline. */
export const pictureKey = (box: ChipBox): string => JSON.stringify(box);

export interface Part {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The part of the picture in the chip, computed as the server does. */
export function partOf({ bounds: [x1 = 0, y1 = 0, x2 = 0, y2 = 0] }: ChipBox): Part {
  return around([x1, y1, x2, y2], Math.abs(x2 - x1) * context, Math.abs(y2 - y1) * context);
}

/** The part in which the box is edited. */
export function editingPartOf({ bounds: [x1 = 0, y1 = 0, x2 = 0, y2 = 0] }: ChipBox): Part {
  const margin = Math.max(Math.abs(x2 - x1), Math.abs(y2 - y1)) * editingMargin;
  return around([x1, y1, x2, y2], margin, margin);
}

function around([x1, y1, x2, y2]: readonly [number, number, number, number], across: number, down: number): Part {
  const left = Math.floor(Math.min(x1, x2) - across);
  const top = Math.floor(Math.min(y1, y2) - down);
  return {
    left,
    top,
    width: Math.max(1, Math.ceil(Math.max(x1, x2) + across) - left),
    height: Math.max(1, Math.ceil(Math.max(y1, y2) + down) - top),
  };
}

export interface DrawnShapes {
  /** SVG paths of polygons and lines. */
  readonly polygons: readonly string[];
  readonly lines: readonly string[];
  readonly points: readonly (readonly [x: number, y: number])[];
}

/** The supported shapes of the stored geometry; others are ignored. */
export function shapesOf({ geometry }: ChipBox): DrawnShapes {
  const [polygons, lines, points]: [string[], string[], [number, number][]] = [[], [], []];
  const { features = [] } = (geometry ?? {}) as {
    readonly features?: readonly { readonly geometry?: { readonly type?: string; readonly coordinates?: unknown } }[];
  };
  for (const { geometry: shape } of features) {
    if (shape?.type === "Polygon") polygons.push((shape.coordinates as number[][][]).map(pathOf).join(""));
    if (shape?.type === "LineString") lines.push(pathOf(shape.coordinates as number[][]).slice(0, -1));
    if (shape?.type === "Point") {
      const [x = 0, y = 0] = shape.coordinates as number[];
      points.push([x, y]);
    }
  }
  return { polygons, lines, points };
}

const pathOf = (ring: readonly number[][]): string => `M${ring.map(([x = 0, y = 0]) => `${x} ${y}`).join("L")}Z`;
