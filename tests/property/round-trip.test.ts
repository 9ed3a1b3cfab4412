/**
 * Documents through every pair of formats: what is read from one is written in the other and read again, and the difference
 * is what the loss ledger says, in kinds and in numbers. The same documents in every run, WAKELINE_PROPERTY_RUNS of them a
 * pair (500; 10000 once in a while).
 */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createCore, type AnnotationCore, type AnnotationFormat, type Loss } from "#core";
import { diffAnnotations } from "#core/diff/diff";
import { annotationFormats } from "#core/formats/annotation-formats";
import type { WriteOptions } from "#core/formats/dataset-file";
import { explainCsv, lossesOfValues, type Track, type Versions } from "./csv-losses.ts";
import { documents } from "./documents.ts";

const RUNS = Number(process.env["WAKELINE_PROPERTY_RUNS"] ?? 500);
const PATIENT = { timeout: 60_000 + RUNS * 200 };

interface Target {
  readonly name: string;
  readonly format: AnnotationFormat;
  readonly options: WriteOptions;
  /** What the ledger has to say, by kind. Absent: only that it says something exactly when there is a difference. */
  readonly expected?: (trip: Trip) => ReadonlyMap<string, number>;
}

interface Trip extends Versions {
  readonly original: AnnotationCore;
  readonly returned: AnnotationCore;
}

const exact: readonly Target[] = [
  { name: "DIVE JSON", format: "dive-json", options: {}, expected: expectedOfJson },
  { name: "VIAME CSV, plain", format: "viame-csv", options: { dialect: "plain" }, expected: expectedOfCsv(false) },
  { name: "VIAME CSV, dive", format: "viame-csv", options: { dialect: "dive" }, expected: expectedOfCsv(true) },
];
const others = (Object.keys(annotationFormats) as AnnotationFormat[]).filter(
  (format) => !exact.some((target) => target.format === format),
);
const targets: readonly Target[] = [...exact, ...others.map((format) => ({ name: format, format, options: {} }))];

const EMPTY = new TextEncoder().encode('{"tracks":{},"groups":{},"version":2}');
const facts = { type: "large-image", fps: undefined, imageNames: [], datasetInfo: undefined } as const;
const cores = await Promise.all([createCore(), createCore(), createCore()]);
const [given, original, returned] = cores as [AnnotationCore, AnnotationCore, AnnotationCore];

describe.each(targets)("from $name", (source) => {
  test.each(targets)("to $name and back", PATIENT, async (target) => {
    let differences = 0;
    const property = fc.asyncProperty(documents, async (document) => {
      given.readDiveJson(new TextEncoder().encode(document));
      await pass(given, source, original);
      const losses = await pass(original, target, returned);
      returned.assertIntegrity();
      const ledger = new Map(losses.map(({ kind, count }) => [kind, count]));
      const trip = { original, returned, before: tracksOf(original), after: tracksOf(returned) };
      differences += losses.length;
      if (target.expected !== undefined) expect(sorted(ledger)).toEqual(sorted(target.expected(trip)));
      else {
        const { isEqual: isSame } = diffAnnotations(original, returned);
        expect({ losses, isSame }).toEqual({ losses, isSame: losses.length === 0 });
      }
    });
    const result = await fc.check(property, { numRuns: RUNS, seed: 20_261 });
    expect(result.failed, fc.defaultReportMessage(result)).toBe(false);
    // A format that holds everything has nothing to say; the others must have met what they cannot hold.
    if (source.format === "dive-json" && target.format !== "dive-json") expect(differences).toBeGreaterThan(0);
  });
});

async function pass(from: AnnotationCore, { format, options }: Target, to: AnnotationCore): Promise<readonly Loss[]> {
  const { bytes, losses, trackCount } = annotationFormats[format].write(from, facts, options);
  // A file of rows without rows says nothing of what it is, and is refused.
  if (bytes.length === 0 || (trackCount === 0 && bytes.length < 40)) to.readDiveJson(EMPTY);
  else await annotationFormats[format].read(to, bytes, {});
  return losses;
}

function tracksOf(core: AnnotationCore): ReadonlyMap<number, Track> {
  return new Map([...core.trackRows()].map((row) => [row.id, JSON.parse(row.json) as Track]));
}

function sorted(counts: ReadonlyMap<string, number>): Record<string, number> {
  return Object.fromEntries([...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** The wire has whole pixels; everything else is kept. */
function expectedOfJson({ original, returned }: Trip): ReadonlyMap<string, number> {
  const { changeCount, fields } = diffAnnotations(original, returned);
  expect(fields["bounds"] ?? 0).toBe(changeCount);
  return new Map(changeCount === 0 ? [] : [["fractional-bounds", changeCount]]);
}

function expectedOfCsv(isDive: boolean): (trip: Trip) => ReadonlyMap<string, number> {
  return (trip) => {
    const counts = new Map<string, number>();
    const add = ([kind, count]: readonly [string, number]): void =>
      void counts.set(kind, (counts.get(kind) ?? 0) + count);
    for (const change of diffAnnotations(trip.original, trip.returned, { listed: Infinity }).changes) {
      const explanation = explainCsv(change, trip, isDive);
      expect(explanation, `no reason for ${JSON.stringify(change)}`).toBeDefined();
      explanation?.forEach(add);
    }
    const values = lossesOfValues(trip, isDive);
    expect(values, "the geometry is not what the file should hold").toBeDefined();
    values?.forEach((count, kind) => add([kind, count]));
    return counts;
  };
}
