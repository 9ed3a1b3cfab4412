/**
 * Problems that can be fixed without asking: the intended meaning is unambiguous, or the affected part is not read
 * anyway. Fixes that lose something, or are a guess, are left to the user.
 */

import type { FileKind } from "#core/formats/recognize/recognized";
import { decodeMarked } from "#core/formats/text/text-encoding";
import * as json from "./fix-json.ts";
import * as rows from "./fix-rows.ts";

export interface Fix {
  readonly codes: readonly string[];
  readonly kinds: readonly FileKind[];
  /** Description for display. */
  readonly sentence: string;
  /** The annotations must read the same before and after; otherwise the fix is discarded. */
  readonly isSameReading: boolean;
  /** @param text one character per byte */
  readonly apply: (text: string, kind: FileKind) => string;
}

const texts: readonly FileKind[] = ["viame-csv", "mot", "dive-json", "coco", "kwcoco"];
const tables: readonly FileKind[] = ["viame-csv", "mot"];

/** In the order in which they are applied. */
export const fixes: readonly Fix[] = [
  {
    codes: ["text-converted"],
    kinds: texts,
    sentence: "The file is written as UTF-8.",
    isSameReading: true,
    apply: (text) => Buffer.from(decodeMarked(Buffer.from(text, "latin1")).bytes).toString("latin1"),
  },
  {
    codes: ["table-dialect"],
    kinds: tables,
    sentence: "Cells are separated by commas, and numbers get decimal points.",
    isSameReading: true,
    apply: rows.separateByCommas,
  },
  {
    codes: ["json-essential-misnamed", "json-member-misnamed"],
    kinds: ["dive-json", "coco", "kwcoco"],
    sentence:
      "A member whose name differs only in capitals, underscores, hyphens or blanks is renamed. Others may mean something else and stay.",
    isSameReading: false,
    apply: json.renameMembers,
  },
  {
    codes: ["json-key-is-not-id"],
    kinds: ["dive-json"],
    sentence: "The key becomes the id, unless another track has that key.",
    isSameReading: true,
    apply: json.nameByIds,
  },
  {
    codes: ["detections-unsorted"],
    kinds: ["dive-json"],
    sentence: "Detections are put in the order of their frames.",
    isSameReading: true,
    apply: json.sortDetections,
  },
  {
    codes: ["duplicate-detection"],
    kinds: ["dive-json"],
    sentence: "Of detections that are written alike one stays. Those that differ stay: one of them is wrong.",
    isSameReading: true,
    apply: json.dropRepeated,
  },
  {
    codes: ["duplicate-detection"],
    kinds: tables,
    sentence: "Of rows that are written alike one stays. Those that differ stay: one of them is wrong.",
    isSameReading: true,
    apply: rows.dropRepeated,
  },
  {
    codes: ["json-range-corrected"],
    kinds: ["dive-json"],
    sentence: "Begin and end become those of the detections.",
    isSameReading: true,
    apply: json.correctRanges,
  },
  {
    codes: ["box-inverted"],
    kinds: ["dive-json"],
    sentence: "Opposite sides change places: the smaller number comes first.",
    isSameReading: false,
    apply: json.turnBoxes,
  },
  {
    codes: ["box-inverted"],
    kinds: ["viame-csv"],
    sentence: "Opposite sides change places: the smaller number comes first.",
    isSameReading: false,
    apply: rows.turnBoxes,
  },
];
