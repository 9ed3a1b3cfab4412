import { expect, test } from "vitest";

import { mediaEntryText } from "#schemas/media-ledger";
import type { ArchivedFile } from "../../../../base/zip-archive.ts";
import { type AnnotationOutcome, entriesOfOutcome } from "./report.ts";

const list = { path: "labels.txt" } as unknown as ArchivedFile;
const file = { where: "gt.txt", companions: [[list, "names the classes of gt.txt."] as const] };
const texts = (outcome: AnnotationOutcome): string[] => entriesOfOutcome(file, outcome).map(mediaEntryText);

test.each<[AnnotationOutcome, string, string]>([
  [
    { kind: "stored", datasetName: "reef", trackCount: 2 },
    "gt.txt became the annotations of reef: 2 tracks.",
    "labels.txt names the classes of gt.txt.",
  ],
  [
    { kind: "stored", datasetName: "reef", trackCount: 1, earlierFile: "a.json" },
    "gt.txt was added to a.json in reef: 1 track.",
    "labels.txt names the classes of gt.txt.",
  ],
  [
    { kind: "overlapping", earlierFile: "a.json" },
    "gt.txt was not imported: a.json has annotations of the same pictures. Import it into its own annotation set.",
    "labels.txt only names the classes of gt.txt.",
  ],
  [
    { kind: "failed", message: "Line 3 is broken." },
    "gt.txt could not be imported. Line 3 is broken.",
    "labels.txt only names the classes of gt.txt.",
  ],
])("%j", (outcome, text, ofList) => {
  expect(texts(outcome)).toEqual([text, ofList]);
});

test("what was not imported is left out, and what could not be is broken", () => {
  const kinds = (outcome: AnnotationOutcome): string[] => entriesOfOutcome(file, outcome).map(({ what }) => what);
  expect(kinds({ kind: "unmatched", hasVideos: true })).toEqual(["left-out", "left-out"]);
  expect(kinds({ kind: "occupied" })).toEqual(["left-out", "left-out"]);
  expect(kinds({ kind: "too-large", maxBytes: 5 })).toEqual(["left-out", "left-out"]);
  expect(kinds({ kind: "failed", message: "" })).toEqual(["broken", "left-out"]);
  expect(kinds({ kind: "stored", datasetName: "reef", trackCount: 1 })).toEqual(["attached", "attached"]);
});
