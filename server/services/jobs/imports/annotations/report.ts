/** The outcome for each annotation file, as entries of the media ledger. */
import type { MediaEntry } from "#schemas/media-ledger";

import { counted } from "../../../../base/counted.ts";
import type { FoundAnnotations } from "./recognize.ts";

/** For one dataset, or for the whole file if it concerns none. */
export type AnnotationOutcome =
  | { readonly kind: "too-large"; readonly maxBytes: number }
  /** It names no picture of the import, or is named like none of its videos. */
  | { readonly kind: "unmatched"; readonly hasVideos: boolean }
  /** The dataset has annotations that this import did not store. */
  | { readonly kind: "occupied" }
  /** An earlier file of this import has annotations of the same pictures. */
  | { readonly kind: "overlapping"; readonly earlierFile: string }
  | { readonly kind: "failed"; readonly message: string }
  | {
      readonly kind: "stored";
      readonly datasetName: string;
      readonly trackCount: number;
      /** The file whose annotations it was added to; absent: the dataset had none. */
      readonly earlierFile?: string;
    };

const newSetAdvice = "Import it into its own annotation set.";

export function entriesOfOutcome(
  { where, companions }: Pick<FoundAnnotations, "where" | "companions">,
  outcome: AnnotationOutcome,
): MediaEntry[] {
  const unusedCompanions = companions.map(([list, use]): MediaEntry => ({
    what: "left-out",
    where: list.path,
    why: `only ${use}`,
  }));
  const leftOut = (why: string, next: string): MediaEntry[] => [
    { what: "left-out", where, why, next },
    ...unusedCompanions,
  ];
  switch (outcome.kind) {
    case "too-large":
      return leftOut(`has more than ${outcome.maxBytes} bytes, and was not read.`, "Import it with the command line.");
    case "unmatched":
      return outcome.hasVideos
        ? leftOut(
            "does not say which dataset of the archive it belongs to.",
            "Put it next to its video and name it alike, or import it into the dataset it belongs to.",
          )
        : leftOut("names no picture of this archive.", "Import it into the dataset it belongs to.");
    case "occupied":
      return leftOut("was not imported: the dataset already has annotations.", newSetAdvice);
    case "overlapping":
      return leftOut(`was not imported: ${outcome.earlierFile} has annotations of the same pictures.`, newSetAdvice);
    case "failed":
      return [{ what: "broken", where, why: `could not be imported. ${outcome.message}` }, ...unusedCompanions];
    case "stored": {
      const { datasetName, trackCount, earlierFile } = outcome;
      const became = earlierFile === undefined ? "became the annotations of" : `was added to ${earlierFile} in`;
      const what = earlierFile === undefined ? "attached" : "joined";
      return [
        { what, where, why: `${became} ${datasetName}: ${counted(trackCount, "track")}.` },
        ...companions.map(([list, use]): MediaEntry => ({ what: "attached", where: list.path, why: use })),
      ];
    }
  }
}
