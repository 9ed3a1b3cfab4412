/**
 * Which files the pickers for annotations offer, and which they take. What is in them is looked into before they are
 * sent.
 */
import { endingOf } from "#schemas/media-files";

/** What is sent as it is. */
export const annotationEndings = ["json", "csv", "yaml", "yml"] as const;

/** What is read in the page, and sent as JSON. */
const convertedEndings = ["xml", "zip", "txt"] as const;

/** Value for the `accept` of file inputs. */
export const annotationAccept = annotationEndings.map((ending) => `.${ending}`).join(",");

/** The same with every format that is converted, for pickers that inspect the chosen files. */
export const importAccept = [annotationAccept, ...convertedEndings.map((ending) => `.${ending}`)].join(",");

/** What only a look into the file can allow: of YAML that is KPF, of the others what the page can convert. */
export function isInspectedName(name: string): boolean {
  return isYaml(name) || convertedEndings.some((ending) => endingOf(name) === ending);
}

export function isYaml(name: string): boolean {
  return ["yaml", "yml"].includes(endingOf(name));
}

/** What the server finds out more about. */
export function isImportableName(name: string): boolean {
  return endingOf(name) === "json" || endingOf(name) === "csv";
}
