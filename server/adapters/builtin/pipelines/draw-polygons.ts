/** Draws a polygon around the object in each box that has none, whatever finds the outline. */
import type { Feature, Track } from "#schemas";
import type { Bounds } from "#vision/bounds";
import type { Corner } from "#vision/segment/outline";

import type { Picture } from "../pictures/picture.ts";
import type { AnnotationDocument, BuiltinRun } from "./builtin-pipeline.ts";
import { boundsOf } from "./documents.ts";

const minCorners = 3;

/**
 * In pixels of the picture, and so are the outlines: the object's, then those of its holes. Empty: none. `tolerance` is
 * in pixels of the original.
 */
export type Outline = (
  picture: Picture,
  bounds: Bounds,
  tolerance: number,
) => readonly (readonly Corner[])[] | Promise<readonly (readonly Corner[])[]>;

export async function drawPolygons(
  { annotations, parameters, pictures, progress, log }: BuiltinRun,
  longestSide: number,
  outline: Outline,
): Promise<AnnotationDocument> {
  const tolerance = parameters.number("tolerance");
  const replaces = parameters.flag("replace");
  const tracks: Record<string, Track> = structuredClone(annotations.tracks);
  const wanted = Map.groupBy(
    Object.values(tracks)
      .flatMap(({ features }) => features)
      .filter((feature) => replaces || !hasPolygon(feature)),
    ({ frame }) => frame,
  );
  const reader = pictures(longestSide);
  let [drawn, asked] = [0, 0];
  await reader.read(
    async (picture) => {
      const { frame, scaleX, scaleY } = picture;
      for (const feature of wanted.get(frame) ?? []) {
        asked++;
        const { x1, y1, x2, y2 } = boundsOf(feature);
        const bounds = { x1: x1 / scaleX, y1: y1 / scaleY, x2: x2 / scaleX, y2: y2 / scaleY };
        const [corners = [], ...holes] = await outline(picture, bounds, tolerance);
        if (corners.length < minCorners) continue;
        const ring = (part: readonly Corner[]): [number, number][] =>
          part.map(([x, y]) => [round(x * scaleX), round(y * scaleY)]);
        putPolygon(feature, [ring(corners), ...holes.filter((hole) => hole.length >= minCorners).map(ring)]);
        drawn++;
      }
      progress(frame + 1, reader.frameCount, "Drawing polygons");
    },
    (frame) => wanted.has(frame),
  );
  log(`${drawn} of ${asked} boxes have a polygon now.`);
  return { ...annotations, tracks };
}

const round = (value: number): number => Math.round(value * 100) / 100;

type Shape = NonNullable<Feature["geometry"]>["features"][number];
const isPolygon = (shape: Shape): boolean => shape.geometry.type === "Polygon";
const hasPolygon = ({ geometry }: Feature): boolean => geometry?.features.some(isPolygon) === true;

function putPolygon(feature: Feature, rings: readonly [number, number][][]): void {
  const others = (feature.geometry?.features ?? []).filter((shape) => !isPolygon(shape));
  const closed = rings.map((ring) => [...ring, ring[0] as [number, number]]);
  const polygon: Shape = {
    type: "Feature",
    properties: { key: "" },
    geometry: { type: "Polygon", coordinates: closed },
  };
  feature.geometry = { type: "FeatureCollection", features: [...others, polygon] };
}
