/** Which files the pickers for annotations offer, and which they take. The server looks into them. */
import { endingOf } from "#schemas/media-files";

export const annotationEndings = ["json", "csv", "yaml", "yml"] as const;

/** Value for the `accept` of file inputs. */
export const annotationAccept = annotationEndings.map((ending) => `.${ending}`).join(",");

/** Pickers offer YAML too; this is where it is refused. */
export function isImportableName(name: string): boolean {
  return endingOf(name) === "json" || endingOf(name) === "csv";
}
