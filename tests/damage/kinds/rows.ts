/** Damage of VIAME CSV and MOT rows: changes of cells. */
import { cleanFiles } from "../clean.ts";
import type { Random } from "../../fuzz/random.ts";
import type { Damage } from "./damage.ts";

/** For rows: changes of cells. */
export function rowKinds(format: "viame-csv" | "mot"): Readonly<Record<string, Damage>> {
  const lines = cleanFiles[format].text.trimEnd().split("\n");
  const isCsv = format === "viame-csv";
  const box = isCsv ? 3 : 2;
  const at = { frame: isCsv ? 2 : 0, id: isCsv ? 0 : 1, confidence: isCsv ? 7 : 6 };
  const change =
    (edit: (cells: string[], random: Random) => void | string): Damage =>
    (random) => {
      const index = (isCsv ? 2 : 0) + random.below(lines.length - 4);
      const cells = (lines[index] ?? "").split(",");
      const row = edit(cells, random) ?? cells.join(",");
      return {
        text: `${lines.toSpliced(index, 1, row).join("\n")}\n`,
        lines: [index + 1, index + row.split("\n").length],
      };
    };
  const put = (cell: number, value: string): Damage => change((cells) => void (cells[cell] = value));
  return {
    "bound is a word": put(box, "left"),
    "bound is empty": put(box + 1, ""),
    "bound is NaN": put(box, "NaN"),
    "bound is infinite": put(box, "inf"),
    "letter O in a number": change((cells) => void (cells[box + 1] = `${cells[box + 1]}O`)),
    "decimal comma": change((cells) => void cells.splice(box, 1, "10", "5")),
    "frame below 0": put(at.frame, "-3"),
    "frame with a fraction": put(at.frame, "1.5"),
    "frame is a word": put(at.frame, "first"),
    "id is a word": put(at.id, "fish7"),
    "id is too large": put(at.id, "99999999999"),
    "confidence is a word": put(at.confidence, "high"),
    "confidence above 1": change((cells) => {
      cells[at.confidence] = "1.7";
      if (isCsv) cells[10] = "1.7";
    }),
    "row is cut": change((cells) => cells.slice(0, 4).join(",")),
    "row is there twice": change((cells) => `${cells.join(",")}\n${cells.join(",")}`),
    "rows on one line": (random) => {
      const index = (isCsv ? 2 : 0) + random.below(lines.length - 4);
      const joined = `${lines[index]}${lines[index + 1]}`;
      return { text: `${lines.toSpliced(index, 2, joined).join("\n")}\n`, lines: [index + 1, index + 1] };
    },
    "box is inverted": change((cells) => {
      if (isCsv) [cells[3], cells[5]] = [cells[5] ?? "", cells[3] ?? ""];
      else cells[4] = "-60";
    }),
    "box is empty": change((cells) => void (cells[box + 2] = isCsv ? (cells[3] ?? "") : "0")),
    "note between rows": change((cells) => `checked by Ann, 3 June\n${cells.join(",")}`),
    "unit in a number": change((cells) => void (cells[box] = `${cells[box]}px`)),
    "dash instead of a minus": put(box, "\xe2\x80\x9312"),
    "no-break space in a number": put(box + 1, "1\xc2\xa0200"),
    "bound is a date": put(box, "12-Jun"),
    "bound did not fit a column": put(box + 1, "########"),
    "bound with two points": put(box, "1.024.5"),
    "frame is empty": put(at.frame, ""),
    "frame is too large": put(at.frame, "99999999999"),
    "id is empty": put(at.id, ""),
    "conflict of git": change(
      (cells) => `<<<<<<< HEAD\n${cells.join(",")}\n=======\n${cells.join(",")}\n>>>>>>> other`,
    ),
    "row is in quotes": change((cells) => `"${cells.join(",")}"`),
    "row is broken in two": change((cells) => `${cells.slice(0, 5).join(",")}\n${cells.slice(5).join(",")}`),
    "byte 0": change((cells) => void (cells[box] = `${cells[box]}\0`)),
    "file is cut off": (random) => {
      const index = Math.floor(lines.length / 2) + random.below(5);
      const rest = (lines[index] ?? "").slice(0, 14);
      return { text: `${lines.slice(0, index).join("\n")}\n${rest}`, lines: [index + 1, index + 1] };
    },
    ...(isCsv && {
      "stray byte in a name": change((cells) => void (cells[9] = `${cells[9]}\xff`)),
      "quote is never closed": change((cells) => void (cells[9] = `"${cells[9]}`)),
      "type without confidence": change((cells) => cells.slice(0, 10).join(",")),
      "type differs in one row": change((cells) => void (cells[9] = "codd")),
      "point without numbers": change((cells) => void (cells[11] = "(kp) head x")),
      "unknown token": change((cells) => void (cells[11] = "(kpp) head 1 2")),
      "cells by semicolons": change((cells) => cells.join(";")),
      "polygon of an odd number": change((cells) => void (cells[11] = "(poly) 1 2 3 4 5 6 7")),
      "polygon of two points": change((cells) => void (cells[11] = "(poly) 1 2 3 4")),
      "cell is missing": change((cells) => void cells.splice(3, 1)),
    }),
    ...(!isCsv && {
      "class is a word": put(7, "cod"),
      "visibility is a word": put(8, "full"),
      "cells by semicolons": change((cells) => cells.join(";")),
      "cells by bars": change((cells) => cells.join("|")),
      "frame 0": put(0, "0"),
      "height is 0": put(5, "0"),
      "height below 0": put(5, "-20"),
    }),
  };
}
