/** The TypeScript types of the JSON Schemas, as text. */
import { readFileSync } from "node:fs";
import { type JSONSchema, compile } from "json-schema-to-typescript";
import { jsonFolder, schemaFiles } from "./schemas.ts";

export async function typesText(): Promise<string> {
  // One schema that refers to every file, so that shared definitions are emitted once.
  const all = {
    title: "AllSchemas",
    type: "object",
    additionalProperties: false,
    properties: Object.fromEntries(schemaFiles.map((name) => [name, { $ref: name }])),
  } as JSONSchema;
  return compile(all, "AllSchemas", {
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
}
