/**
 * Generates `schemas/generated/types.ts` from `schemas/json/*.schema.json`.
 * usage: node schemas/tools/generate.ts [--check]   (--check: fail when the committed file is not fresh)
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { compile, type JSONSchema } from "json-schema-to-typescript";

const jsonFolder = fileURLToPath(new URL("../json/", import.meta.url));
const target = fileURLToPath(new URL("../generated/types.ts", import.meta.url));

async function generate(): Promise<string> {
  const files = readdirSync(jsonFolder)
    .filter((name) => name.endsWith(".schema.json"))
    .toSorted();
  // One schema that names every file: shared definitions are then emitted once.
  const all = {
    title: "AllSchemas",
    type: "object",
    additionalProperties: false,
    properties: Object.fromEntries(files.map((name) => [name, { $ref: name }])),
  } as JSONSchema;
  const text = await compile(all, "AllSchemas", {
    cwd: jsonFolder,
    additionalProperties: false,
    bannerComment: "/** Generated from schemas/json by `npm run generate`: do not edit. */",
    format: false,
    $refOptions: {
      resolve: {
        local: {
          order: 1,
          canRead: /\.schema\.json$/,
          read: (file: { url: string }) => readFileSync(`${jsonFolder}${file.url.split("/").at(-1) ?? ""}`, "utf8"),
        },
      },
    },
  });
  return text;
}

const text = await generate();
if (process.argv.includes("--check")) {
  if (readFileSync(target, "utf8") !== text) {
    console.error("schemas/generated/types.ts is not fresh: run `npm run generate`.");
    process.exitCode = 1;
  } else console.log("schemas/generated/types.ts is fresh");
} else writeFileSync(target, text);
