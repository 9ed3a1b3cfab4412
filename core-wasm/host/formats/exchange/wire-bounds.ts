/** Boxes of detections in wire format, and of those interpolated between two. */
import type { WireFeature } from "./wire-types.ts";
import type { Bounds } from "../../types.ts";

export function boundsOfFeature(feature: WireFeature): Bounds {
  return (feature as { readonly bounds?: Bounds }).bounds ?? [0, 0, 0, 0];
}

/** The box on a frame between two detections, as computed by the core. */
export function boundsBetween(from: WireFeature, to: WireFeature, frame: number): Bounds {
  const weight = (frame - from.frame) / (to.frame - from.frame);
  const [before, after] = [boundsOfFeature(from), boundsOfFeature(to)];
  const at = (index: 0 | 1 | 2 | 3): number => before[index] * (1 - weight) + after[index] * weight;
  return [at(0), at(1), at(2), at(3)];
}
