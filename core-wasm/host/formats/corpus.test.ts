/** The golden files of tests/corpus, which define every rule of the formats. Both builds must agree with them. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { builds, text } from "../testing/cores.ts";
import type { AnnotationCore, AnnotationFormat, Loss, Problem, ReadOptions, ReadReport, TrackRow } from "../types.ts";
import { CoreError } from "../types.ts";
import { annotationFormats, writeAnnotationFile } from "./annotation-formats.ts";
import { isAnnotationFormat } from "./format-table.ts";
import { openArchive } from "./sources/read-archive.ts";
import type { DatasetFacts, WriteOptions } from "./exchange/dataset-file.ts";

const corpus = fileURLToPath(new URL("../../../tests/corpus", import.meta.url));
const isUpdate = process.env["UPDATE_CORPUS"] === "1";

/** Shown with a difference, for developers who changed or added a case on purpose. */
const howToAccept =
  "To accept what comes out: UPDATE_CORPUS=1 npx vitest run core-wasm/host/formats/corpus, then read the difference.";

interface Case {
  readonly about: string;
  readonly read?: ReadOptions;
  /** Facts and options for the writers. */
  readonly write?: WriteOptions & Partial<Omit<DatasetFacts, "type">> & { readonly mediaType?: DatasetFacts["type"] };
  /** The formats to write. */
  readonly formats?: readonly AnnotationFormat[];
}

/** File and ledger for every format that a case may request. */
const outputFiles: Readonly<Record<AnnotationFormat, readonly [file: string, ledger: string]>> = {
  "viame-csv": ["viame.csv", "losses.txt"],
  "dive-json": ["dive.json", "losses.dive.txt"],
  mot: ["mot.txt", "losses.mot.txt"],
  kpf: ["kpf.yml", "losses.kpf.txt"],
  coco: ["coco.json", "losses.coco.txt"],
  kwcoco: ["kwcoco.json", "losses.kwcoco.txt"],
  "cvat-xml": ["cvat.xml", "losses.cvat.txt"],
  voc: ["voc.txt", "losses.voc.txt"],
  labelme: ["labelme.txt", "losses.labelme.txt"],
  "label-studio": ["label-studio.json", "losses.label-studio.txt"],
  datumaro: ["datumaro.json", "losses.datumaro.txt"],
  yolo: ["yolo.txt", "losses.yolo.txt"],
  "yolo-segment": ["yolo-segment.txt", "losses.yolo-segment.txt"],
  "yolo-obb": ["yolo-obb.txt", "losses.yolo-obb.txt"],
  "yolo-pose": ["yolo-pose.txt", "losses.yolo-pose.txt"],
};

const folders = readdirSync(corpus).filter(isAnnotationFormat);
const cases = folders.flatMap((format) =>
  readdirSync(join(corpus, format)).map((name) => ({ name: `${format}/${name}`, format })),
);

test("the corpus has cases of every format", () => {
  expect(cases.length).toBeGreaterThan(50);
  for (const format of folders) expect(cases.filter((one) => one.format === format).length).toBeGreaterThan(5);
});

describe.each(builds)("$name build", ({ create }) => {
  test.each(cases)("$name", async ({ name, format }) => {
    const folder = join(corpus, name);
    const core = await create();
    const outputs = await outputsOf(core, format, inputOf(name), caseOf(name));
    for (const [file, output] of Object.entries(outputs)) {
      if (isUpdate) writeFileSync(join(folder, file), output);
      expect(output, `${file} of ${name}. ${howToAccept}`).toBe(goldenOf(join(folder, file)));
    }
    const leftOver = ["report.json", "tracks.json", ...Object.values(outputFiles).flat()].filter(
      (file) => !(file in outputs) && existsSync(join(folder, file)),
    );
    if (isUpdate) for (const file of leftOver) rmSync(join(folder, file));
    else expect(leftOver, `Not written any more. ${howToAccept}`).toEqual([]);
  });

  test.each(cases)("$name reads the same from what was written", async ({ name, format }) => {
    const core = await create();
    const reread = await create();
    try {
      await annotationFormats[format].read(core, inputOf(name), caseOf(name).read ?? {});
    } catch (error) {
      expect(error).toBeInstanceOf(CoreError);
      return;
    }
    const written = core.writer.writeDiveJson({ style: "compact" }).bytes;
    reread.reader.readDiveJson(written);
    reread.assertIntegrity();
    expect(text(reread.writer.writeDiveJson({ style: "compact" }).bytes)).toBe(text(written));
    const python = core.writer.writeDiveJson({ style: "python" }).bytes;
    expect(JSON.parse(text(python))).toEqual(JSON.parse(text(written)));
  });
});

/** `undefined` until one has been accepted. */
function goldenOf(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}

function caseOf(name: string): Case {
  return JSON.parse(readFileSync(join(corpus, name, "case.json"), "utf8")) as Case;
}

/** The one file whose name begins with `input.`. */
function inputOf(name: string): Uint8Array {
  const [input, ...others] = readdirSync(join(corpus, name)).filter((file) => file.startsWith("input."));
  if (input === undefined || others.length > 0) throw new Error(`${name} must have one file input.*`);
  return readFileSync(join(corpus, name, input));
}

async function outputsOf(
  core: AnnotationCore,
  format: AnnotationFormat,
  bytes: Uint8Array,
  { read = {}, write = {}, formats = ["viame-csv", "dive-json"] }: Case,
): Promise<Record<string, string>> {
  let report: ReadReport;
  try {
    report = await annotationFormats[format].read(core, bytes, read);
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
    expect(core.trackCount).toBe(0);
    return {
      "problems.txt": `refused: ${describeProblem(error.problem ?? { ...error, severity: "error", message: error.message })}`,
    };
  }
  core.assertIntegrity();
  const { problems, format: _format, lastFrame: _lastFrame, ...facts } = report;
  for (const { confidence, size, json } of core.writer.trackRows()) {
    expect({ confidence, size }).toEqual(ranksIn(json));
  }
  const rows = [...core.writer.trackRows(), ...core.writer.groupRows()].map((row) => `${row.json}\n`);
  return {
    "problems.txt": problems.map(describeProblem).join(""),
    "report.json": `${JSON.stringify(facts, undefined, 2)}\n`,
    "tracks.json": rows.join(""),
    ...Object.fromEntries((await Promise.all(formats.map((target) => written(core, target, write)))).flat()),
  };
}

/**
 * The file in a format and its ledger; an empty ledger is included only if the format can lose something by nature.
 */
async function written(
  core: AnnotationCore,
  format: AnnotationFormat,
  write: NonNullable<Case["write"]>,
): Promise<[string, string][]> {
  const {
    mediaType = "large-image",
    fps,
    imageNames = [],
    datasetInfo,
    name,
    typeHierarchy,
    imageSize,
    ...options
  } = write;
  const named = {
    ...(name !== undefined && { name }),
    ...(typeHierarchy !== undefined && { typeHierarchy }),
    ...(imageSize !== undefined && { imageSize }),
  };
  const facts = { type: mediaType, fps, imageNames, datasetInfo, ...named };
  const exportedTime = "Fri Nov 20 15:13:24 2026";
  const { bytes, losses } = writeAnnotationFile(core, format, facts, { exportedTime, ...options });
  const [file, ledger] = outputFiles[format];
  const isLossless = format === "dive-json" && losses.length === 0;
  return [
    [file, annotationFormats[format].extension === ".zip" ? await listing(bytes) : text(bytes)],
    ...(isLossless ? [] : [[ledger, describeLosses(losses)] as [string, string]]),
  ];
}

/** The files of an archive, one after another. */
async function listing(bytes: Uint8Array): Promise<string> {
  const source = await openArchive(bytes);
  const parts = [...source.files()].map(async ({ name, read }) => `== ${name}\n${text(await read())}`);
  return (await Promise.all(parts)).join("");
}

/** Of the track as it is written: see `TrackRow`. */
function ranksIn(json: string): Pick<TrackRow, "confidence" | "size"> {
  const { confidencePairs, features } = JSON.parse(json) as {
    confidencePairs: readonly [string, number][];
    features: readonly { bounds?: readonly number[] }[];
  };
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = features[0]?.bounds ?? [];
  const confidences = confidencePairs.map(([, confidence]) => confidence);
  return { confidence: confidences.length === 0 ? 0 : Math.max(...confidences), size: (x2 - x1) * (y2 - y1) };
}

function describeLosses(losses: readonly Loss[]): string {
  return losses.map(({ kind, count, example }) => `${kind} ${count} ${JSON.stringify(example)}\n`).join("");
}

function describeProblem({ severity, code, message, line, column, pointer }: Problem): string {
  const place = line === undefined ? (pointer ?? "-") : `${line}:${column}`;
  return `${place} ${severity} ${code}: ${message}\n`;
}
