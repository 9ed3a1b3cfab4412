/** Bytes in memory to columns, warm. */
import { annotationFormats, writeAnnotationFile } from "#core/formats/annotation-formats";
import type { Bench, BenchContext } from "../context.ts";
import { preparePadded, readIntoObjects, readWithPapaParse, readWithUdsv } from "../peers/csv-libraries.ts";
import { openDuckDb } from "../peers/duckdb.ts";
import { readJsonIntoColumns } from "../peers/javascript.ts";
import { readArchiveIntoObjects, readXmlIntoObjects } from "../peers/markup-libraries.ts";

const plainCsv: Bench = {
  name: "read VIAME CSV",
  async run(context) {
    const { core, spike } = context;
    const csv = context.csv("plain");
    const padded = preparePadded(csv);
    const duckdb = await openDuckDb();
    if (duckdb === undefined) context.missing.add("DuckDB is not installed for this platform.");
    const file = context.file("plain.csv", () => csv);
    return context.compare({
      name: plainCsv.name,
      core: () => core.reader.readViameCsv(csv),
      unit: "MB/s",
      amount: csv.length,
      peers: {
        ...prototype(context, () => spike?.readCsv(csv, false)),
        "counting newlines": spike && { run: spike.countNewlines(csv) },
        "DuckDB, one thread": duckdb && { run: () => duckdb(file), rounds: 3, goal: 10 },
        "PapaParse (texts)": { run: () => readWithPapaParse(csv), rounds: 3 },
        "uDSV (texts)": { run: () => readWithUdsv(padded), rounds: 3 },
        "csv-parse into objects": { run: () => readIntoObjects(csv), rounds: 1 },
      },
    });
  },
};

const csvByFrame: Bench = {
  name: "read VIAME CSV, rows by frame",
  async run(context) {
    const { core, spike } = context;
    const csv = context.csv("by frame");
    return context.compare({
      name: csvByFrame.name,
      core: () => core.reader.readViameCsv(csv),
      unit: "MB/s",
      amount: csv.length,
      peers: prototype(context, () => spike?.readCsv(csv, false)),
    });
  },
};

const richCsv: Bench = {
  name: "read rich VIAME CSV",
  async run(context) {
    const { core, spike } = context;
    const csv = context.csv("rich");
    const duckdb = await openDuckDb("rich");
    const file = context.file("rich.csv", () => csv);
    return context.compare({
      name: richCsv.name,
      core: () => core.reader.readViameCsv(csv),
      unit: "MB/s",
      amount: csv.length,
      peers: {
        ...prototype(context, () => spike?.readCsv(csv, true)),
        "DuckDB, one thread": duckdb && { run: () => duckdb(file), rounds: 3, goal: 6 },
      },
    });
  },
};

const json = (name: string, kind: "plain" | "rich", min: number): Bench => ({
  name,
  async run(context) {
    const { core, spike } = context;
    const bytes = context.json(kind);
    return context.compare({
      name,
      core: () => core.reader.readDiveJson(bytes),
      unit: "MB/s",
      amount: bytes.length,
      peers: {
        ...prototype(context, () => spike?.readJson(bytes)),
        "JSON.parse + columns": { run: () => readJsonIntoColumns(bytes), rounds: 5, goal: min },
      },
    });
  },
});

const coco: Bench = {
  name: "read KWCOCO",
  async run(context) {
    const { core } = context;
    core.reader.readDiveJson(context.json("plain"));
    const bytes = core.writer.writeCoco({ format: "kwcoco", mediaType: "video" }).bytes;
    return context.compare({
      name: coco.name,
      core: () => core.reader.readCoco(bytes),
      unit: "MB/s",
      amount: bytes.length,
      peers: {
        "JSON.parse": { run: () => JSON.parse(new TextDecoder().decode(bytes)) as unknown, rounds: 3, goal: 5 },
      },
    });
  },
};

/** Formats parsed outside of the core: fewer detections, since they take longer. */
const markupShare = 0.1;

const cvat: Bench = {
  name: "read CVAT XML",
  async run(context) {
    const { core } = context;
    core.reader.readDiveJson(context.json("plain", context.size * markupShare));
    const bytes = writeAnnotationFile(core, "cvat-xml", videoFacts).bytes;
    return context.compare({
      name: cvat.name,
      core: () => annotationFormats["cvat-xml"].read(core, bytes, {}),
      unit: "MB/s",
      amount: bytes.length,
      rounds: 3,
      peers: { "saxes into objects": { run: () => readXmlIntoObjects(bytes), rounds: 3 } },
    });
  },
};

const yolo: Bench = {
  name: "read YOLO",
  async run(context) {
    const { core } = context;
    core.reader.readDiveJson(context.json("plain", context.size * markupShare));
    const bytes = writeAnnotationFile(core, "yolo", videoFacts).bytes;
    return context.compare({
      name: yolo.name,
      core: () => annotationFormats.yolo.read(core, bytes, {}),
      unit: "MB/s",
      amount: bytes.length,
      rounds: 3,
      peers: { "zip.js and rows into objects": { run: () => readArchiveIntoObjects(bytes), rounds: 3 } },
    });
  },
};

const videoFacts = {
  type: "video",
  fps: 5,
  imageNames: [],
  datasetInfo: undefined,
  imageSize: { width: 1920, height: 1080 },
} as const;

/** For information: a prototype of the core that checks nothing. */
function prototype({ spike }: BenchContext, run: () => unknown): { readonly prototype?: { run: () => unknown } } {
  return spike === undefined ? {} : { prototype: { run } };
}

export const readingBenches: readonly Bench[] = [
  plainCsv,
  csvByFrame,
  richCsv,
  json("read DIVE JSON", "plain", 15),
  json("read rich DIVE JSON", "rich", 15),
  coco,
  cvat,
  yolo,
];
