/** The GeoJSON features of an annotation, one after the other in the transfer block. */
import { putText } from "../../memory/bytes";
import { Char } from "../characters";

/** Room for a feature without its coordinates and its name. */
export const FEATURE_BYTES: usize = 192;

/** Of the annotation so far. */
export let featureCount: u32 = 0;

export function hasFeatures(): bool {
  return featureCount != 0;
}

export function clearFeatures(): void {
  featureCount = 0;
}

/** Drops all but the first so many. */
export function dropFeatures(first: u32): void {
  featureCount = first;
}

/** Up to the key, whose text comes next. */
export function putFeatureStart(p: usize): usize {
  if (featureCount++ != 0) store<u8>(p++, Char.COMMA);
  return putText(p, '{"type":"Feature","properties":{"key":');
}
