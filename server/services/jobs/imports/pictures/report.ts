/** The fate of converted and broken pictures, as entries of the media ledger and as the error of the job. */
import type { MediaEntry } from "#schemas/media-ledger";
import { stemOf } from "#schemas/media-files";

import type { BrokenPicture } from "./plan.ts";

/** How many broken pictures are named. */
export const maxNamed = 20;

/** @param actualFormat of a picture whose name says another one */
export function convertedEntry(from: string, to: string, actualFormat: string | undefined): MediaEntry {
  const isPlain = stemOf(to) === stemOf(from);
  const content =
    actualFormat === undefined
      ? ""
      : `has the content of ${/^[aeio]/i.test(actualFormat) ? "an" : "a"} ${actualFormat.toUpperCase()} picture, and `;
  const isRewritten = from === to && actualFormat === undefined;
  const shown = isRewritten
    ? "uses few of its 16 bits, and a brighter copy is shown; the original is kept next to the media"
    : `${content}is shown as ${to}`;
  const why = isPlain ? `${shown}.` : `${shown}, since another picture has the same name with another extension.`;
  return { what: isPlain ? "converted" : "renamed", where: from, why };
}

/** @param isReplaced a placeholder is shown, because annotations count the pictures */
export function brokenEntry(
  { item, reason }: Pick<BrokenPicture, "reason"> & { item: { name: string } },
  isReplaced: boolean,
): MediaEntry {
  const became = isReplaced
    ? "A gray picture is shown in its place, so that annotations stay on their frames."
    : "It was left out.";
  return { what: "broken", where: item.name, why: `${reason} ${became}`, next: "Upload an intact copy of it." };
}

export function allBrokenText(broken: readonly { readonly item: { readonly name: string } }[]): string {
  const more = broken.length > maxNamed ? `, ${broken.length - maxNamed} more` : "";
  const names = broken.slice(0, maxNamed).map(({ item }) => item.name);
  return `No picture can be shown: ${names.join(", ")}${more}. Replace them, and process the folder again.`;
}
