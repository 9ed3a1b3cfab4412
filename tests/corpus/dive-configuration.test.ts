/** The golden files of dataset configurations, and the schema that checks them. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { readDiveConfiguration, writeDiveConfiguration } from "#core/formats/dive-config/dive-configuration";
import { CoreError } from "#core/types";
import { findViolations } from "#schemas/validators";
import { sharedData } from "../support/shared-data.ts";

const corpus = fileURLToPath(new URL("dive-config", import.meta.url));
const cases = readdirSync(corpus);
/** Printed with a difference, for intended changes and new cases. */
const howToAccept =
  "To accept what comes out: UPDATE_CORPUS=1 npx vitest run tests/corpus/dive-configuration, then read the difference.";
const check = (document: unknown) => findViolations("dataset-configuration", document);

test("there are cases of configurations", () => {
  expect(cases.length).toBeGreaterThan(15);
});

test.each(cases)("%s", (name) => {
  const folder = join(corpus, name);
  for (const [file, output] of Object.entries(outputsOf(readFileSync(join(folder, "input.json"))))) {
    if (process.env["UPDATE_CORPUS"] === "1") writeFileSync(join(folder, file), output);
    expect(output, `${file}. ${howToAccept}`).toBe(existsSync(join(folder, file)) ? readFileSync(join(folder, file), "utf8") : "");
  }
});

function outputsOf(bytes: Uint8Array): Record<string, string> {
  try {
    const { configuration, problems } = readDiveConfiguration(bytes, check);
    const lines = problems.map(
      ({ pointer = "-", severity, code, message }) => `${pointer} ${severity} ${code}: ${message}\n`,
    );
    return {
      "problems.txt": lines.join(""),
      "read.json": `${JSON.stringify(configuration, undefined, 2)}\n`,
      "config.json": new TextDecoder().decode(writeDiveConfiguration(configuration)),
    };
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
    const { line, column } = error.problem ?? {};
    return { "problems.txt": `refused: ${line ?? "-"}:${column ?? "-"} ${error.code}: ${error.message}\n` };
  }
}

test("written files are read back the same", () => {
  const { configuration } = readDiveConfiguration(readFileSync(join(corpus, "everything/input.json")), check);
  const written = writeDiveConfiguration(configuration);
  const again = readDiveConfiguration(written, check);
  expect(again.problems).toEqual([]);
  expect(again.configuration).toEqual(configuration);
  expect(writeDiveConfiguration(again.configuration)).toEqual(written);
});

test.skipIf(sharedData("annotations/viame") === undefined)("the real configuration is read without a warning", () => {
  const bytes = readFileSync(sharedData("annotations/viame/dive_config_sea_lions.json") ?? "");
  const { configuration, problems } = readDiveConfiguration(bytes, check);
  expect(problems).toEqual([]);
  expect(Object.keys(configuration.confidenceFilters ?? {})).toHaveLength(10);
  expect(Object.keys(configuration.customTypeStyling ?? {})).toHaveLength(10);
});
