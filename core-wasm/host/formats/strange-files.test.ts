/**
 * Files as written by tools and people all over the world: the annotations read from each, and the reports. Those in
 * `sized` are read for pictures of 100 x 80 pixels, those in `named` for a.jpg, b.jpg and c.jpg of that size at ten a
 * second, those in `plain` without a dataset. A folder is a set of files.
 */
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { createCore } from "../index.ts";
import { CoreError, type AnnotationCore, type ReadReport } from "../types.ts";
import { readAnnotationFile } from "./annotation-formats.ts";
import { sourceOfFiles, type SourceContent } from "./sources/source.ts";

const folder = fileURLToPath(new URL("../../../tests/corpus/strange", import.meta.url));
const imageSize = { width: 100, height: 80 };
const pictures = ["a.jpg", "b.jpg", "c.jpg"];

interface Row {
  readonly confidencePairs: readonly (readonly [string, number])[];
  readonly features: readonly {
    readonly frame: number;
    readonly bounds: readonly number[];
    readonly geometry?: object;
  }[];
}

function contentOf(path: string): SourceContent {
  if (!statSync(path).isDirectory()) return readFileSync(path);
  const names = readdirSync(path, { recursive: true, encoding: "utf8" }).filter(
    (name) => !statSync(join(path, name)).isDirectory(),
  );
  return sourceOfFiles(names.toSorted().map((name) => ({ name, bytes: readFileSync(join(path, name)) })));
}

function boxesOf(core: AnnotationCore): readonly string[] {
  const tracks = [...core.writer.trackRows({ bounds: "exact" })].map(({ json }) => JSON.parse(json as string) as Row);
  return tracks.flatMap(({ confidencePairs: [[type, score] = ["", 0]], features }) =>
    features.map(
      ({ frame, bounds, geometry }) =>
        `  frame ${frame}: ${type}${score === 1 ? "" : ` ${score}`} [${bounds.map((side) => Number(side.toFixed(2))).join(", ")}]` +
        (geometry === undefined
          ? ""
          : ` ${JSON.stringify(geometry)
              .match(/"(Polygon|LineString|Point)"/g)
              ?.join(" ")}`),
    ),
  );
}

const saidOf = ({ problems }: ReadReport): readonly string[] =>
  problems.map(({ severity, code, message }) => `  ${severity} [${code}] ${message}`);

async function outcome(core: AnnotationCore, kind: string, name: string): Promise<string> {
  const options = {
    name,
    ...(kind !== "plain" && { imageSize }),
    ...(kind === "named" && { imageNames: pictures, imageSizes: pictures.map(() => imageSize), fps: 10 }),
  };
  try {
    const report = await readAnnotationFile(core, contentOf(join(folder, kind, name)), options);
    return [`${kind}/${name}: ${report.format}`, ...boxesOf(core), ...saidOf(report)].join("\n");
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
    return [`${kind}/${name}: refused`, `  ${error.code}: ${error.message}`].join("\n");
  }
}

test("strange files are read right, or refused with a reason", async () => {
  const core = await createCore();
  const outcomes: string[] = [];
  for (const kind of ["named", "plain", "sized"]) {
    for (const name of readdirSync(join(folder, kind)).toSorted()) outcomes.push(await outcome(core, kind, name));
  }
  expect(outcomes.length).toBeGreaterThan(100);
  const expected = join(folder, "expected.txt");
  const found = `${outcomes.join("\n\n")}\n`;
  if (process.env["UPDATE_CORPUS"] === "1") writeFileSync(expected, found);
  const howToAccept =
    "To accept: UPDATE_CORPUS=1 npx vitest run core-wasm/host/formats/strange-files, then read the difference.";
  expect(found, howToAccept).toBe(readFileSync(expected, "utf8"));
});
