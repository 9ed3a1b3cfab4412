/** Saves that say only what changes of a track's features: they are applied to the track that is stored. */
import { ValidationError } from "../../base/errors.ts";
import type { AnnotationRecord } from "../../domain/annotation-save.ts";
import {
  changeFeatures,
  cutTrack,
  type FeatureChange,
  type FeatureText,
  joinTrack,
} from "../../domain/feature-texts.ts";
import type { AnnotationScope } from "../../ports/annotation.repository.ts";
import type { Repositories } from "../../ports/database.ts";

/**
 * The records with all of their features. What others have changed since `base` has been refused before.
 * @throws ValidationError where a change does not fit the stored track: the caller sends the whole track then
 */
export async function applyChanges(
  tx: Repositories,
  scope: AnnotationScope,
  base: number,
  records: readonly AnnotationRecord[],
): Promise<readonly AnnotationRecord[]> {
  if (records.every(({ change }) => change === undefined)) return records;
  const whole: AnnotationRecord[] = [];
  for (const record of records) {
    whole.push(record.change === undefined ? record : await applyChange(tx, scope, base, record, record.change));
  }
  return whole;
}

async function applyChange(
  tx: Repositories,
  scope: AnnotationScope,
  base: number,
  record: AnnotationRecord,
  change: FeatureChange,
): Promise<AnnotationRecord> {
  const { kind, id } = record;
  const [stored] = await tx.annotations.existingAt(scope, base, { kind, ids: [id] });
  if (stored === undefined) throw new ValidationError(refusal(id, "it is not stored"));
  const [version] = await tx.annotations.versions({ ...scope, kind, id, revision: base }, 1);
  const before = cutTrack(version?.payload ?? "");
  const after = cutTrack(textOf(record.payload));
  if (before === undefined || after === undefined)
    throw new ValidationError(refusal(id, "its features are in no order"));
  const features = changeFeatures(before.features, change);
  const problem = features === undefined ? "a frame that is to go has no feature" : problemOf(features, record, change);
  if (features === undefined || problem !== undefined) throw new ValidationError(refusal(id, problem ?? ""));
  return { ...record, change: undefined, payload: joinTrack({ ...after, features }) };
}

/** What a whole track is checked for as well, and whether it has become what the caller has. */
export function problemOf(
  features: readonly FeatureText[],
  { begin, end }: AnnotationRecord,
  { count }: FeatureChange,
): string | undefined {
  if (features.length !== count) return `it has ${features.length} features after the change, not ${count}`;
  const [first, last] = [features[0]?.frame ?? begin, features.at(-1)?.frame ?? end];
  if (last !== end) return `end=${end} does not match features[-1]=${last}`;
  return first === begin ? undefined : `begin=${begin} does not match features[0]=${first}`;
}

const refusal = (id: number, why: string): string =>
  `The changes do not fit the stored track ${id}: ${why}. Nothing was saved; send all features of the track.`;

const textOf = (payload: string | Uint8Array): string =>
  typeof payload === "string" ? payload : Buffer.from(payload).toString("utf8");
