/** Where a chip is cut out of the picture, and the shapes drawn over it. Pure; in image pixels. */
import { apiRoot } from "../../api/client.ts";
import type { ReviewEntry } from "#schemas/wire";

export type ChipBox = ReviewEntry["boxes"][number];

/** Margin around a box, as a share of its sides. */
const context = 0.3;
/** The same while the box is edited, so that there is room to enlarge it, and for the buttons. */
export const editingContext = 1;
const sidePx = 320;

export function chipAddress(datasetId: string, { frame, bounds }: ChipBox, around = context): string {
  const query = new URLSearchParams({
    folderId: datasetId,
    frame: String(frame),
    box: JSON.stringify(bounds),
    context: String(around),
    side: String(sidePx),
  });
  return `${apiRoot}/review/chip?${query}`;
}

/** Of a picture with its editor, which begins again when others have changed the box or an outline. */
export const pictureKey = (box: ChipBox, isShaping: boolean): string => JSON.stringify([box, isShaping]);

export interface Part {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The part of the picture in the chip, computed as the server does. */
export function partOf({ bounds: [x1 = 0, y1 = 0, x2 = 0, y2 = 0] }: ChipBox, around = context): Part {
  const [across, down] = [Math.abs(x2 - x1) * around, Math.abs(y2 - y1) * around];
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
