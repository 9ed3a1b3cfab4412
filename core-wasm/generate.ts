/**
 * Writes assembly/border.ts, the numbers shared by both sides of the wasm border, from the host's tables. usage: node
 * core-wasm/generate.ts [--check]   (--check: fail when the committed file is not fresh)
 */
import { readFileSync, writeFileSync } from "node:fs";
import { allBitsOf, DrawAnswer, DrawFlag, Entity, RowFlag, ShapeKind } from "./host/border.ts";
import { editErrorCodes } from "./host/edits/edit-errors.ts";
import { lossKinds } from "./host/formats/problems/losses.ts";
import { lastFatal, lastSkipping, problemKinds } from "./host/formats/problems/problems.ts";
import { brokenThings } from "./host/integrity.ts";

type Numbers = Readonly<Record<string, number>>;

const positions = (names: readonly string[]): Numbers => Object.fromEntries(names.map((name, index) => [name, index]));

/** `interpolateGiven` and `interpolate-given` as `INTERPOLATE_GIVEN`. */
const constant = (name: string): string =>
  name
    .replace(/(?<=[a-z])(?=[A-Z])/g, "_")
    .replaceAll("-", "_")
    .toUpperCase();

function namespace(name: string, about: string, numbers: Numbers): string {
  const lines = Object.entries(numbers).map(([key, value]) => `  export const ${constant(key)}: u32 = ${value};\n`);
  return `\n/** ${about} */\nexport namespace ${name} {\n${lines.join("")}}\n`;
}

const text = [
  `/**
 * The bits and numbers that the host knows too. Generated from host/border.ts and the host's catalogs by
 * \`npm run generate\`: do not edit.
 */
`,
  namespace("RowFlag", "Bits of the column of flags (host/border.ts).", { ...RowFlag, all: allBitsOf(RowFlag) }),
  namespace("DrawFlag", "Bits of the draw list's flags (host/border.ts).", DrawFlag),
  namespace("DrawAnswer", "Bits of the answer of a frame query (host/border.ts).", DrawAnswer),
  namespace("ShapeKind", "Kinds of shapes other than the box (host/border.ts).", ShapeKind),
  namespace("Entity", "Subjects of an op or an image (host/border.ts).", Entity),
  namespace("EditError", "host/edits/edit-errors.ts", positions(["none", ...editErrorCodes])),
  namespace("Broken", "host/integrity.ts", positions(brokenThings.map(({ name }) => name))),
  namespace(
    "ProblemCode",
    "host/formats/problems/problems.ts. Up to LAST_FATAL a problem ends the read, up to LAST_SKIPPING something is left out.",
    { ...positions(problemKinds.map(({ code }) => code)), lastFatal, lastSkipping },
  ),
  namespace("LossKind", "host/formats/problems/losses.ts", {
    ...positions(lossKinds.map(({ kind }) => kind)),
    count: lossKinds.length,
  }),
].join("");

const path = new URL("assembly/border.ts", import.meta.url);
if (!process.argv.includes("--check")) writeFileSync(path, text);
else if (readFileSync(path, "utf8") !== text) {
  console.error("core-wasm/assembly/border.ts is not fresh: run `npm run generate`.");
  process.exitCode = 1;
}
