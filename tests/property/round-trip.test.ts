/**
 * Documents through every pair of formats: what is read from one is written in the other and read again, and the
 * difference must match the loss ledger: in kinds, in counts, and in the places of its examples. The same documents in
 * every run, WAKELINE_PROPERTY_RUNS of them from DIVE JSON, which contains everything, and a sixth of that between the
 * others (150; 10000 now and then).
 */
import * as fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { createCore, type AnnotationCore, type AnnotationFormat, type Loss, type ReadOptions } from "#core";
import { annotationChanges } from "#core/diff/diff";
import { annotationFormats, writeAnnotationFile } from "#core/formats/annotation-formats";
import { isYolo } from "#core/formats/format-table";
import type { DatasetFacts, WriteOptions } from "#core/formats/exchange/dataset-file";
import { recognizeContent } from "#core/formats/recognize/recognize-source";
import { cocoLosses, cocoModel, kwcocoLosses } from "./coco-losses.ts";
import { csvLosses, lossesOfChange, lossesOfValues } from "./csv-losses.ts";
import { cvatLosses, cvatModel } from "./cvat-losses.ts";
import { datumaroLosses, datumaroModel } from "./datumaro-losses.ts";
import { documents } from "./documents.ts";
import { kpfLosses, kpfModel } from "./kpf-losses.ts";
import { documentOf, textOf, type Document, type Lost, type Model, type Track } from "./model.ts";
import { labelmeLosses, labelmeModel } from "./labelme-losses.ts";
import { studioPictureLosses, studioPictureModel, studioVideoLosses, studioVideoModel } from "./label-studio-losses.ts";
import { vocLosses, vocModel } from "./voc-losses.ts";
import { yoloLosses, yoloModel, yoloPoseLosses, yoloSegmentLosses, yoloRotatedLosses } from "./yolo-losses.ts";
import { motDetectionLosses, motDetectionModel, motLosses, motModel } from "./mot-losses.ts";

const runs = Number(process.env["WAKELINE_PROPERTY_RUNS"] ?? 150);
const seed = 20_261;
const patient = { timeout: 180_000 + runs * 200 };

interface Trip {
  readonly document: Document;
  readonly returned: Document;
}

interface Target {
  readonly name: string;
  readonly format: AnnotationFormat;
  readonly write?: WriteOptions;
  readonly read?: ReadOptions;
  /** Replaces the default facts. */
  readonly facts?: DatasetFacts;
  /** All kinds of losses, separated by blanks. */
  readonly losses: string;
  /** Only tested against DIVE JSON, which contains everything: every pair takes seconds. */
  readonly isBrief?: true;
  /** The expected ledger. Throws if the result is not what the format should contain. */
  readonly lostOn: (trip: Trip) => readonly Lost[];
}

const labels = ["fish", "crab", "sea star"];
/** Most boxes are inside, some are not. */
const imageSize = { width: 4096, height: 2048 };
const imageNames = Array.from({ length: 5000 }, (_, frame) => `${frame}.png`);
const targets: readonly Target[] = [
  { name: "DIVE JSON", format: "dive-json", losses: "", lostOn: lostInJson },
  {
    name: "VIAME CSV, plain",
    format: "viame-csv",
    write: { dialect: "plain" },
    losses: csvLosses,
    lostOn: lostInCsv(false),
  },
  {
    name: "VIAME CSV, dive",
    format: "viame-csv",
    write: { dialect: "dive" },
    losses: `${csvLosses} fractional-bounds fractional-coordinates`,
    lostOn: lostInCsv(true),
  },
  {
    name: "MOT",
    format: "mot",
    write: { labels },
    read: { labels },
    losses: motLosses,
    lostOn: lostBy(motModel(labels)),
  },
  {
    name: "MOT, detections",
    format: "mot",
    write: { motForm: "detections" },
    losses: motDetectionLosses,
    lostOn: lostBy(motDetectionModel),
  },
  { name: "KPF", format: "kpf", losses: kpfLosses, lostOn: lostBy(kpfModel) },
  { name: "COCO", format: "coco", losses: cocoLosses, lostOn: lostBy(cocoModel(true)) },
  { name: "KWCOCO", format: "kwcoco", losses: kwcocoLosses, lostOn: lostBy(cocoModel(false)) },
  { name: "CVAT XML", format: "cvat-xml", losses: cvatLosses, isBrief: true, lostOn: lostBy(cvatModel) },
  { name: "Pascal VOC", format: "voc", losses: vocLosses, isBrief: true, lostOn: lostBy(vocModel) },
  { name: "LabelMe", format: "labelme", losses: labelmeLosses, isBrief: true, lostOn: lostBy(labelmeModel) },
  {
    name: "Label Studio, video",
    format: "label-studio",
    losses: studioVideoLosses,
    isBrief: true,
    lostOn: lostBy(studioVideoModel),
  },
  {
    name: "Label Studio, pictures",
    format: "label-studio",
    facts: { type: "image-sequence", fps: undefined, imageNames, datasetInfo: undefined, imageSize },
    read: { imageNames },
    losses: studioPictureLosses,
    isBrief: true,
    lostOn: lostBy(studioPictureModel),
  },
  { name: "Datumaro", format: "datumaro", losses: datumaroLosses, isBrief: true, lostOn: lostBy(datumaroModel) },
  { name: "YOLO", format: "yolo", losses: yoloLosses, isBrief: true, lostOn: lostBy(yoloModel("detect", imageSize)) },
  {
    name: "YOLO segmentation",
    format: "yolo-segment",
    losses: yoloSegmentLosses,
    isBrief: true,
    lostOn: lostBy(yoloModel("segment", imageSize)),
  },
  {
    name: "YOLO OBB",
    format: "yolo-obb",
    losses: yoloRotatedLosses,
    isBrief: true,
    // The documents have no rotated boxes: yolo-rotated.test.ts has.
    lostOn: lostBy(yoloModel("detect", imageSize)),
  },
  {
    name: "YOLO pose",
    format: "yolo-pose",
    losses: yoloPoseLosses,
    isBrief: true,
    lostOn: lostBy(yoloModel("pose", imageSize)),
  },
];

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const empty = encode('{"tracks":{},"groups":{},"version":2}');
const facts = { type: "large-image", fps: undefined, imageNames: [], datasetInfo: undefined, imageSize } as const;
const [given, original, returned, expected] = (await Promise.all(Array.from({ length: 4 }, () => createCore()))) as [
  AnnotationCore,
  AnnotationCore,
  AnnotationCore,
  AnnotationCore,
];
const texts = fc.sample(documents, { numRuns: runs, seed: seed });

test("every format is among the targets", () => {
  expect(new Set(targets.map(({ format }) => format))).toEqual(new Set(Object.keys(annotationFormats)));
});

/** The dataset's facts decide what is written before and between the rows. */
const knownFacts: readonly DatasetFacts[] = [
  facts,
  { type: "video", fps: 12.5, imageNames: [], datasetInfo: { cruise: 'a, "b"' }, imageSize },
  {
    type: "image-sequence",
    fps: undefined,
    imageNames: Array.from({ length: 30 }, (_, frame) => `1,5;${frame}\t|.png`),
    datasetInfo: undefined,
    imageSize,
  },
];

test.each(targets)("$name that we write is recognized", patient, async ({ format, write: options = {} }) => {
  const expected = isYolo(format) ? "yolo" : format;
  let known = 0;
  for (const text of texts.slice(0, Math.ceil(runs / 6))) {
    given.reader.readDiveJson(encode(text));
    for (const one of knownFacts) {
      const { bytes, trackCount } = writeAnnotationFile(given, format, one, options);
      // Rows contain nothing about tracks without detections.
      if (bytes.length === 0 || (trackCount === 0 && bytes.length < 40)) continue;
      const { kind, message } = await recognizeContent(bytes, `file${annotationFormats[format].extension}`);
      expect(kind, `${message}\n${new TextDecoder().decode(bytes.subarray(0, 600))}`).toBe(expected);
      known++;
    }
  }
  expect(known).toBeGreaterThan(runs / 10);
});

describe.each(targets)("from $name", (source) => {
  let files: readonly Uint8Array[] = [];
  beforeAll(() => {
    const some = source.format === "dive-json" ? texts : texts.slice(0, Math.ceil(runs / 6));
    files = some.map((text) => fileOf(text, source));
  }, patient.timeout);

  const others = targets.filter(({ name, isBrief }) => {
    const isBetween = isBrief === true || source.isBrief === true;
    return !isBetween || name === "DIVE JSON" || source.format === "dive-json";
  });
  test.each(others)("to $name and back", patient, async (target) => {
    const failed = await firstFailure(files, source, target);
    expect(failed && (await smallest(failed.index, source, target)), failed?.message).toBeUndefined();
    // The documents contain everything that any format loses.
    if (source.format === "dive-json" && runs >= 150)
      expect(met.get(target.name)).toEqual(new Set(target.losses.split(" ").filter((kind) => kind !== "")));
  });
});

/** Losses that occurred, by format. */
const met = new Map(targets.map(({ name }) => [name, new Set<string>()]));

async function firstFailure(files: readonly Uint8Array[], source: Target, target: Target) {
  for (const [index, file] of files.entries()) {
    try {
      await checkTrip(file, source, target);
    } catch (error) {
      return { index, message: String(error) };
    }
  }
  return undefined;
}

/** Converts a file to the target and back, and compares. */
async function checkTrip(file: Uint8Array, source: Target, target: Target): Promise<void> {
  await read(original, file, source);
  const { bytes, losses, trackCount } = write(original, target);
  // A row-based file without rows cannot be identified, and is refused.
  await read(returned, trackCount === 0 && bytes.length < 40 ? new Uint8Array() : bytes, target);
  returned.assertIntegrity();
  const lost = target.lostOn({ document: documentOf(original), returned: documentOf(returned) });
  compare(losses, lost);
  const { done: isSame = false } = annotationChanges(original, returned).next();
  // Names of pictures instead of frames are not a loss as long as the dataset has those names.
  const changing = lost.filter(({ kind }) => kind !== "frame-by-name");
  if ((changing.length === 0) !== isSame)
    throw new Error(`lost ${show(lost)}, but ${isSame ? "nothing" : "more"} changed`);
  for (const { kind } of losses) met.get(target.name)?.add(kind);
}

function fileOf(text: string, source: Target): Uint8Array {
  // Writing would lose the fractions of its bounds.
  if (source.format === "dive-json") return encode(text);
  given.reader.readDiveJson(encode(text));
  const { bytes, trackCount } = write(given, source);
  return trackCount === 0 && bytes.length < 40 ? new Uint8Array() : bytes.slice();
}

function write(core: AnnotationCore, { format, facts: own = facts, write: options = {} }: Target) {
  return writeAnnotationFile(core, format, own, options);
}

async function read(core: AnnotationCore, file: Uint8Array, { format, read: options = {} }: Target): Promise<void> {
  if (file.length === 0) core.reader.readDiveJson(empty);
  else await annotationFormats[format].read(core, file, options);
}

/** The same failure on a document that is as small as possible. */
async function smallest(index: number, source: Target, target: Target): Promise<string> {
  const property = fc.asyncProperty(documents, async (text) => {
    await checkTrip(fileOf(text, source), source, target);
  });
  const result = await fc.check(property, { seed: seed, path: String(index), endOnFailure: false, numRuns: 1 });
  if (!result.failed) return `document ${index} fails with the documents before it only`;
  return `document ${index}, made smaller: ${String(result.counterexample)}\n${String(result.errorInstance)}`;
}

/**
 * Kinds and counts; and the example must be the first: for the track with the lowest id, the track itself or the
 * earliest frame.
 */
function compare(losses: readonly Loss[], lost: readonly Lost[]): void {
  const counts = new Map<string, number>();
  for (const { kind } of lost) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const isCounted = losses.every(({ kind, count }) => counts.get(kind) === count) && losses.length === counts.size;
  if (!isCounted) throw new Error(`the ledger says ${show(losses)}\n instead of ${show([...counts])}\n: ${show(lost)}`);
  for (const { kind, example } of losses) {
    const all = lost.filter((one) => one.kind === kind);
    const min = Math.min(...all.map(({ trackId = -1 }) => trackId));
    const ofTrack = all.filter(({ trackId = -1 }) => trackId === min);
    const earliest = Math.min(...ofTrack.flatMap(({ frame }) => frame ?? []));
    const isFirst = ofTrack.some(
      ({ trackId, frame }) =>
        trackId === example.trackId && frame === example.frame && (frame === undefined || frame === earliest),
    );
    if (!isFirst) throw new Error(`the example of ${kind} is ${show(example)}, not the first of ${show(all)}`);
  }
}

function show(value: unknown): string {
  return JSON.stringify(value);
}

// -------------------------------------------------------------------------------------------------------------- targets

function lostBy(model: Model): Target["lostOn"] {
  return (trip) => {
    const { document, lost } = model(trip.document, trip.returned);
    expected.reader.readDiveJson(encode(textOf(document)));
    const changes = [...annotationChanges(expected, returned)];
    if (changes.length > 0) throw new Error(`what came back is not what it should be: ${show(changes)}`);
    return lost;
  };
}

/** Everything is kept. */
function lostInJson(): readonly Lost[] {
  const changes = [...annotationChanges(original, returned)];
  if (changes.length > 0) throw new Error(`changed ${show(changes)}`);
  return [];
}

function lostInCsv(isDive: boolean): Target["lostOn"] {
  return (trip) => {
    const versions = { before: byId(trip.document), after: byId(trip.returned) };
    const lost = [...annotationChanges(original, returned)].flatMap((change) => {
      const explained = lossesOfChange(change, versions, isDive);
      if (explained === undefined) throw new Error(`no reason for ${show(change)}`);
      return explained;
    });
    const values = lossesOfValues(versions, isDive);
    if (values === undefined) throw new Error("the geometry is not what the file should hold");
    return [...lost, ...values];
  };
}

function byId({ tracks }: Document): ReadonlyMap<number, Track> {
  return new Map(tracks.map((track) => [track.id, track]));
}
