/** Which files the pickers for annotations offer, and which they take. The server looks into them. */
import { endingOf } from "#schemas/media-files";

export const annotationEndings = ["json", "csv", "yaml", "yml"] as const;

/** Value for the `accept` of file inputs. */
export const annotationAccept = annotationEndings.map((ending) => `.${ending}`).join(",");

/** What is read in the page, where it can be, and sent as JSON. */
const convertedEndings = ["xml", "zip", "txt"] as const;

export const convertedAccept = convertedEndings.map((ending) => `.${ending}`).join(",");

export function isConvertedName(name: string): boolean {
  return convertedEndings.some((ending) => endingOf(name) === ending);
}

/** Pickers offer YAML too; this is where it is refused. */
export function isImportableName(name: string): boolean {
  return endingOf(name) === "json" || endingOf(name) === "csv";
}
