/** The JSON Schema files, for the generators. */
import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const jsonFolder = fileURLToPath(new URL("../json/", import.meta.url));

export const schemaFiles: readonly string[] = readdirSync(jsonFolder)
  .filter((name) => name.endsWith(".schema.json"))
  .toSorted();

/** `track.schema.json` is the schema `track`. */
export const schemaName = (file: string): string => file.replace(".schema.json", "");

export const readSchema = (file: string): { $id: string; title: string } =>
  JSON.parse(readFileSync(`${jsonFolder}${file}`, "utf8")) as { $id: string; title: string };
