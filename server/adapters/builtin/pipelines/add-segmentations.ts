/** `utility_add_segmentations`: a polygon for each box, outlining the object in it. */
import type { Feature, Track } from "#schemas";

import { cutOut } from "#vision/segment/cut-out";
import { outlineOf } from "#vision/segment/outline";
import { type BuiltinPipeline, flagParameter, numberParameter } from "./builtin-pipeline.ts";
import { boundsOf } from "./documents.ts";

/** Longest side of the pictures in which objects are segmented. */
const longestSide = 1280;
const fewestCorners = 3;

export const addSegmentations: BuiltinPipeline = {
  description: {
    pipe: "utility_add_segmentations.pipe",
    description: "Draws a polygon around the object in each box that has none. Boxes stay as they are.",
    parameters: [
      numberParameter("tolerance", "Pixels that a polygon may be off", 1, { min: 0, max: 100, step: 0.5 }),
      flagParameter("replace", "Also where there is a polygon", false),
    ],
  },
  readsAnnotations: true,
  async run({ annotations, parameters, pictures, progress, log }) {
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
      (picture) => {
        const { frame, scaleX, scaleY } = picture;
        for (const feature of wanted.get(frame) ?? []) {
          asked++;
          const { x1, y1, x2, y2 } = boundsOf(feature);
          const bounds = { x1: x1 / scaleX, y1: y1 / scaleY, x2: x2 / scaleX, y2: y2 / scaleY };
          const found = cutOut(picture, bounds);
          const corners = found === undefined ? [] : outlineOf(found, tolerance);
          if (corners.length < fewestCorners) continue;
          putPolygon(
            feature,
            corners.map(([x, y]): [number, number] => [round(x * scaleX), round(y * scaleY)]),
          );
          drawn++;
        }
        progress(frame + 1, reader.frameCount, "Drawing polygons");
      },
      (frame) => wanted.has(frame),
    );
    log(`${drawn} of ${asked} boxes have a polygon now.`);
    return { ...annotations, tracks };
  },
};

const round = (value: number): number => Math.round(value * 100) / 100;

type Shape = NonNullable<Feature["geometry"]>["features"][number];
const isPolygon = (shape: Shape): boolean => shape.geometry.type === "Polygon";
const hasPolygon = ({ geometry }: Feature): boolean => geometry?.features.some(isPolygon) === true;

function putPolygon(feature: Feature, corners: [number, number][]): void {
  const others = (feature.geometry?.features ?? []).filter((shape) => !isPolygon(shape));
  const ring = [...corners, corners[0] as [number, number]];
  const polygon: Shape = {
    type: "Feature",
    properties: { key: "" },
    geometry: { type: "Polygon", coordinates: [ring] },
  };
  feature.geometry = { type: "FeatureCollection", features: [...others, polygon] };
}
