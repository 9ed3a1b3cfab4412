/** Turns the renderer's sightings into tracks, with as few keyframes as reproduce every box to within a pixel. */

import { actors } from "./scene.ts";
import type { ObjectPosition } from "./render.ts";

export type Visibility = "full" | "partial" | "hidden";

export interface GroundTruthFeature {
  readonly attributes: { readonly visibility: Visibility };
  readonly bounds: readonly [number, number, number, number];
  readonly frame: number;
  readonly interpolate: boolean;
  readonly keyframe: true;
}

/** A track in the form of api/v1. */
export interface GroundTruthTrack {
  readonly attributes: Readonly<Record<string, never>>;
  readonly begin: number;
  readonly confidencePairs: readonly (readonly [string, number])[];
  readonly end: number;
  readonly features: readonly GroundTruthFeature[];
  readonly id: number;
}

/** The definition of the one attribute the tracks carry. */
export const visibilityAttribute = {
  belongs: "detection",
  datatype: "text",
  key: "detection_visibility",
  name: "visibility",
  values: ["full", "partial", "hidden"],
} as const;

/** Maximum distance of an interpolated side from the true one, in pixels. */
const tolerancePx = 1;

function visibilityOf(share: number): Visibility {
  return share > 0.92 ? "full" : share > 0.08 ? "partial" : "hidden";
}

interface VisibleFrame {
  readonly frame: number;
  readonly bounds: ObjectPosition["bounds"];
  readonly visibility: Visibility;
}

/** Whether interpolation reproduces the frames strictly between two keyframes. */
function follows(visibleFrames: readonly VisibleFrame[], from: number, to: number): boolean {
  const a = visibleFrames[from]!;
  const b = visibleFrames[to]!;
  return visibleFrames.slice(from + 1, to).every(({ frame, bounds, visibility }) => {
    const t = (frame - a.frame) / (b.frame - a.frame);
    const near = bounds.every(
      (side, i) => Math.abs(a.bounds[i]! + (b.bounds[i]! - a.bounds[i]!) * t - side) <= tolerancePx,
    );
    return near && visibility === a.visibility;
  });
}

/** @param frames `frames[n]` lists the objects visible on frame n of the dataset */
export function groundTruthTracks(frames: readonly (readonly ObjectPosition[])[]): GroundTruthTrack[] {
  return actors.flatMap((actor, index) => {
    const visibleFrames: VisibleFrame[] = frames.flatMap((sightings, frame) =>
      sightings
        .filter((sighting) => sighting.actor === index)
        .map(({ bounds, visible }) => ({ frame, bounds, visibility: visibilityOf(visible) })),
    );
    if (visibleFrames.length === 0) return [];
    const features: GroundTruthFeature[] = [];
    for (let at = 0; at < visibleFrames.length;) {
      const here = visibleFrames[at]!;
      const gap = visibleFrames[at + 1]?.frame !== here.frame + 1;
      features.push({
        attributes: { visibility: here.visibility },
        bounds: here.bounds,
        frame: here.frame,
        interpolate: !gap,
        keyframe: true,
      });
      let next = at + 1;
      if (!gap)
        while (
          visibleFrames[next + 1]?.frame === visibleFrames[next]!.frame + 1 &&
          follows(visibleFrames, at, next + 1)
        )
          next++;
      at = next;
    }
    return [
      {
        attributes: {},
        begin: features[0]!.frame,
        confidencePairs: actor.pairs,
        end: features.at(-1)!.frame,
        features,
        id: index,
      },
    ];
  });
}
