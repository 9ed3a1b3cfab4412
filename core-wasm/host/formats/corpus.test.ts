/** The golden files of tests/corpus, which say what every rule of the formats means. Both builds must agree with them. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { builds, text } from "../testing/cores.ts";
import type { AnnotationCore, AnnotationFormat, Problem, ReadOptions, ReadReport, ViameCsvOptions } from "../types.ts";
import { CoreError } from "../types.ts";

const corpus = fileURLToPath(new URL("../../../tests/corpus", import.meta.url));
const isUpdate = process.env["UPDATE_CORPUS"] === "1";

interface Case {
  readonly about: string;
  readonly read?: ReadOptions;
  readonly write?: ViameCsvOptions;
}

const formats = [
  { format: "viame-csv", input: "input.csv" },
  { format: "dive-json", input: "input.json" },
] as const;

const cases = formats.flatMap(({ format, input }) =>
  readdirSync(join(corpus, format)).map((name) => ({ name: `${format}/${name}`, format, input })),
);

test("the corpus has cases of every format", () => {
  for (const { format } of formats) expect(cases.filter((one) => one.format === format).length).toBeGreaterThan(15);
});

describe.each(builds)("$name build", ({ create }) => {
  test.each(cases)("$name", async ({ name, format, input }) => {
    const folder = join(corpus, name);
    const { read, write } = JSON.parse(readFileSync(join(folder, "case.json"), "utf8")) as Case;
    const core = await create();
    const outputs = outputsOf(core, format, readFileSync(join(folder, input)), read ?? {}, write);
    for (const [file, output] of Object.entries(outputs)) {
      if (isUpdate) writeFileSync(join(folder, file), output);
      expect(output, file).toBe(readFileSync(join(folder, file), "utf8"));
    }
    const leftOver = ["tracks.json", "viame.csv"].filter(
      (file) => !(file in outputs) && existsSync(join(folder, file)),
    );
    expect(leftOver).toEqual([]);
  });

  test.each(cases)("$name reads the same from what was written", async ({ name, format, input }) => {
    const core = await create();
    const again = await create();
    const { read } = JSON.parse(readFileSync(join(corpus, name, "case.json"), "utf8")) as Case;
    try {
      readInput(core, format, readFileSync(join(corpus, name, input)), read ?? {});
    } catch (error) {
      expect(error).toBeInstanceOf(CoreError);
      return;
    }
    const written = core.writeDiveJson({ style: "compact" }).bytes;
    again.readDiveJson(written);
    again.assertIntegrity();
    expect(text(again.writeDiveJson({ style: "compact" }).bytes)).toBe(text(written));
    const python = core.writeDiveJson({ style: "python" }).bytes;
    expect(JSON.parse(text(python))).toEqual(JSON.parse(text(written)));
  });
});

function outputsOf(
  core: AnnotationCore,
  format: AnnotationFormat,
  bytes: Uint8Array,
  read: ReadOptions,
  write: ViameCsvOptions = { mediaType: "large-image" },
): Record<string, string> {
  let report: ReadReport;
  try {
    report = readInput(core, format, bytes, read);
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
    expect(core.trackCount).toBe(0);
    return {
      "problems.txt": `refused: ${describeProblem(error.problem ?? { ...error, severity: "error", message: error.message })}`,
    };
  }
  core.assertIntegrity();
  const { problems, format: _, ...facts } = report;
  const csv = core.writeViameCsv({ exportedTime: "Fri Nov 20 15:13:24 2026", ...write });
  const { filter, fps } = write;
  const json = core.writeDiveJson({ ...(filter ? { filter } : {}), ...(fps === undefined ? {} : { fps }) });
  const rows = [...core.trackRows(), ...core.groupRows()].map((row) => `${row.json}\n`);
  return {
    "problems.txt": problems.map(describeProblem).join(""),
    "report.json": `${JSON.stringify(facts, undefined, 2)}\n`,
    "tracks.json": rows.join(""),
    "viame.csv": text(csv.bytes),
    "dive.json": text(json.bytes),
    "losses.txt": csv.losses
      .map(({ kind, count, example }) => `${kind} ${count} ${JSON.stringify(example)}\n`)
      .join(""),
  };
}

function readInput(
  core: AnnotationCore,
  format: AnnotationFormat,
  bytes: Uint8Array,
  options: ReadOptions,
): ReadReport {
  return format === "viame-csv" ? core.readViameCsv(bytes, options) : core.readDiveJson(bytes, options);
}

function describeProblem({ severity, code, message, line, column, pointer }: Problem): string {
  const place = line === undefined ? (pointer ?? "-") : `${line}:${column}`;
  return `${place} ${severity} ${code}: ${message}\n`;
}
