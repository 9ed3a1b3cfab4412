/** Saves that contain only changes to a track's features, applied to the stored track. */
import { ValidationError } from "../../base/errors.ts";
import type { AnnotationRecord } from "../../domain/annotation-save.ts";
import { type ChunkKey, chunksOf, featuresOf, type FeatureChunk, shortRecord } from "../../domain/feature-chunks.ts";
import {
  changeFeatures,
  cutTrack,
  type FeatureChange,
  type FeatureText,
  joinTrack,
} from "../../domain/feature-texts.ts";
import { sizeOf, type TrackRanks } from "../../domain/track-ranks.ts";
import type { AnnotationScope, ChunkChange, StoredTrack } from "../../ports/annotation.repository.ts";
import type { Repositories } from "../../ports/database.ts";

/** The rows that a save writes: whole records, and tracks with only some new chunks. */
export interface AppliedChanges {
  readonly whole: readonly AnnotationRecord[];
  readonly cut: readonly { readonly record: AnnotationRecord; readonly chunks: ChunkChange }[];
}

/**
 * Writes nothing yet. Conflicting changes by others have been refused before this.
 * @throws ValidationError if a change does not fit the stored track: the caller then sends the whole track
 */
export async function applyChanges(
  tx: Repositories,
  scope: AnnotationScope,
  records: readonly AnnotationRecord[],
): Promise<AppliedChanges> {
  if (records.every(({ change }) => change === undefined)) return { whole: records, cut: [] };
  const whole: AnnotationRecord[] = [];
  const cut: { record: AnnotationRecord; chunks: ChunkChange }[] = [];
  for (const record of records) {
    const { change } = record;
    if (change === undefined) {
      whole.push(record);
      continue;
    }
    const track = await tx.annotations.findTrack(scope, record.id);
    if (track === undefined) throw refusal(record, "it is not stored");
    const { chunks } = track;
    if (chunks === undefined) whole.push(changeWhole(track, record, change));
    else cut.push(await changeChunks(tx, scope, { ...track, chunks }, record, change));
  }
  return { whole, cut };
}

function changeWhole({ payload }: StoredTrack, record: AnnotationRecord, change: FeatureChange): AnnotationRecord {
  const before = cutTrack(payload);
  if (before === undefined) throw refusal(record, "its features are in no order");
  const features = changed(before.features, record, change);
  requireFit(record, change, features.length, features[0], features.at(-1)?.frame);
  const ranks = ranksFrom(record, features[0]);
  return { ...record, change: undefined, ranks, payload: joinTrack({ ...emptyTrack(record), features }) };
}

/** Always reads the first chunk, with the first feature; of the others, those with a changed frame. */
async function changeChunks(
  tx: Repositories,
  scope: AnnotationScope,
  track: Required<StoredTrack> & { readonly chunks: NonNullable<StoredTrack["chunks"]> },
  record: AnnotationRecord,
  change: FeatureChange,
): Promise<AppliedChanges["cut"][number]> {
  const { chunks } = track;
  const chunkOf = (frame: number): number =>
    Math.max(
      0,
      chunks.findLastIndex(({ firstFrame }) => firstFrame <= frame),
    );
  const frames = [...change.upsert.map(({ frame }) => frame), ...change.delete];
  const touched = [...new Set([0, ...frames.map(chunkOf)])].toSorted((a, b) => a - b);
  const firstFrames = touched.flatMap((index) => chunks[index]?.firstFrame ?? []);
  const texts = await tx.annotations.findChunks(scope, record.id, firstFrames);
  let first: FeatureText | undefined;
  const ended: number[] = [];
  const made: FeatureChunk[] = [];
  const after = new Map<number, readonly FeatureChunk[]>();
  for (const index of touched) {
    const { firstFrame } = chunks[index] ?? {};
    const text = firstFrame === undefined ? "" : texts.get(firstFrame);
    if (text === undefined) throw new Error(`the chunk ${firstFrame} of track ${record.id} is not there`);
    const features = changed(
      [...(index === 0 ? (cutTrack(track.payload)?.features ?? []) : []), ...featuresOf(text)],
      record,
      {
        upsert: change.upsert.filter(({ frame }) => chunkOf(frame) === index),
        delete: change.delete.filter((frame) => chunkOf(frame) === index),
      },
    );
    if (index === 0) first = features.shift();
    const pieces = chunksOf(features);
    after.set(index, pieces);
    if (pieces.map(({ json }) => json).join("") === text) continue;
    if (firstFrame !== undefined) ended.push(firstFrame);
    made.push(...pieces);
  }
  const kept = chunks.flatMap((chunk, index): readonly ChunkKey[] => after.get(index) ?? [chunk]);
  if (chunks.length === 0) kept.push(...made);
  if (first === undefined) throw refusal(record, "none of its first features stays");
  const count = kept.reduce((sum, chunk) => sum + chunk.count, 1);
  requireFit(record, change, count, first, kept.at(-1)?.lastFrame ?? first.frame);
  const { payload, cutAt } = shortRecord(emptyTrack(record), first);
  const ranks = ranksFrom(record, first);
  return { record: { ...record, change: undefined, ranks, payload }, chunks: { cutAt, ended, chunks: made } };
}

function changed(
  features: readonly FeatureText[],
  record: AnnotationRecord,
  change: Pick<FeatureChange, "upsert" | "delete">,
): FeatureText[] {
  const after = changeFeatures(features, change);
  if (after === undefined) throw refusal(record, "a frame that is to go has no feature");
  return after;
}

/** The checks that a whole track also gets, and whether the result equals the caller's track. */
function requireFit(
  record: AnnotationRecord,
  change: FeatureChange,
  count: number,
  first: FeatureText | undefined,
  last: number | undefined,
): void {
  const { begin, end } = record;
  if (count !== change.count) throw refusal(record, `it has ${count} features after the change, not ${change.count}`);
  if (last !== undefined && last !== end) throw refusal(record, `end=${end} does not match features[-1]=${last}`);
  if (first !== undefined && first.frame !== begin) {
    throw refusal(record, `begin=${begin} does not match features[0]=${first.frame}`);
  }
}

/** The record itself has no features. */
function ranksFrom({ ranks }: AnnotationRecord, first: FeatureText | undefined): TrackRanks | undefined {
  const { bounds = [] } = first === undefined ? {} : (JSON.parse(first.json) as { bounds?: number[] });
  return ranks && { ...ranks, size: sizeOf(bounds) };
}

/** The record's own payload, without features. */
function emptyTrack({ id, payload }: AnnotationRecord): { readonly head: string; readonly tail: string } {
  const track = cutTrack(typeof payload === "string" ? payload : Buffer.from(payload).toString("utf8"));
  if (track === undefined) throw new Error(`the record of track ${id} has no list of features`);
  return track;
}

const refusal = ({ id }: AnnotationRecord, why: string): ValidationError =>
  new ValidationError(
    `The changes do not fit the stored track ${id}: ${why}. Nothing was saved; send all features of the track.`,
  );
