/** Counts the parts of tracks that formats with one type per object, and without tracks' own values, cannot hold. */
import { isEqual } from "../../json.ts";
import type { LossLedger } from "../problems/loss-ledger.ts";
import type { WireFeature, WirePair, WireTrack } from "./wire-types.ts";

/**
 * @param threshold minimum confidence by type; absent: there is no filter
 * @returns the pair to write; `undefined`: the track is not written
 */
export function countTrackLosses(
  losses: LossLedger,
  { id, confidencePairs, attributes, features, ...others }: WireTrack,
  threshold: ((type: string) => number) | undefined,
): WirePair | undefined {
  const [best, ...further] = confidencePairs.filter(
    ([type, confidence]) => !threshold || confidence >= threshold(type),
  );
  if (best === undefined) {
    if (threshold === undefined) losses.count("track-without-pairs", id);
    return undefined;
  }
  if (features.length === 0) {
    losses.count("track-without-detections", id);
    return undefined;
  }
  for (const _pair of further) losses.count("further-pair", id);
  if (Object.keys(attributes).length > 0) losses.count("track-attributes", id);
  const members = Object.keys(others).filter((key) => key !== "begin" && key !== "end");
  for (const _member of members) losses.count("track-member", id);
  return best;
}

/** All but shape, interpolation and attributes, which formats hold in part. */
export function countDetectionLosses(losses: LossLedger, id: number, feature: WireFeature): void {
  const { frame, keyframe, interpolate: _, geometry: __, attributes: ___, notes, fishLength, ...others } = feature;
  if (!keyframe) losses.count("not-a-keyframe", id, frame);
  if (fishLength !== undefined) losses.count("length", id, frame);
  if (notes !== undefined && !isEqual(notes, [])) losses.count("notes", id, frame);
  const members = Object.keys(others).filter((key) => key !== "bounds");
  for (const _member of members) losses.count("detection-member", id, frame);
}
