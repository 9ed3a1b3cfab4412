/** The GeoJSON features of an annotation, one after another in the transfer block. */
import { putText } from "../../memory/bytes";
import { Char } from "../characters";

/** Room for a feature without its coordinates and name. */
export const FEATURE_BYTES: usize = 192;

/** Features of the current annotation so far. */
export let featureCount: u32 = 0;

export function hasFeatures(): bool {
  return featureCount != 0;
}

export function clearFeatures(): void {
  featureCount = 0;
}

/** Drops the features from this position on. */
export function dropFeatures(first: u32): void {
  featureCount = first;
}

/** Writes the feature up to its key, whose text the caller writes next. */
export function putFeatureStart(p: usize): usize {
  if (featureCount++ != 0) store<u8>(p++, Char.COMMA);
  return putText(p, '{"type":"Feature","properties":{"key":');
}
