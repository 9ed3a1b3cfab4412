/** Which files the annotation pickers offer and accept. Their content is inspected before they are sent. */
import { endingOf } from "#schemas/media-files";

/** Sent as they are. */
export const annotationEndings = ["json", "csv", "yaml", "yml"] as const;

/** Read in the browser, and sent as JSON. */
const convertedEndings = ["xml", "xgtf", "zip", "txt", "tsv", "jsonl", "ndjson", "manifest"] as const;

/** Value for the `accept` of file inputs. */
export const annotationAccept = annotationEndings.map((ending) => `.${ending}`).join(",");

/** The same plus all converted formats, for pickers that inspect the chosen files. */
export const importAccept = [annotationAccept, ...convertedEndings.map((ending) => `.${ending}`)].join(",");

/**
 * Whether only the content can tell if the file can be imported: YAML must be KPF, the others a format that can be
 * converted here.
 */
export function isInspectedName(name: string): boolean {
  return isYaml(name) || convertedEndings.some((ending) => endingOf(name) === ending);
}

export function isYaml(name: string): boolean {
  return ["yaml", "yml"].includes(endingOf(name));
}

/** Names that the server accepts and checks itself. */
export function isImportableName(name: string): boolean {
  return endingOf(name) === "json" || endingOf(name) === "csv";
}
