/** Damage of YOLO labels: rows of numbers separated by blanks. */
import { cleanFiles } from "../clean.ts";
import type { Damage } from "./damage.ts";

export function yoloKinds(): Readonly<Record<string, Damage>> {
  const lines = cleanFiles.yolo.text.trimEnd().split("\n");
  const change =
    (edit: (cells: string[]) => void | string): Damage =>
    (random) => {
      const index = random.below(lines.length);
      const cells = (lines[index] ?? "").split(" ");
      const row = edit(cells) ?? cells.join(" ");
      return {
        text: `${lines.toSpliced(index, 1, row).join("\n")}\n`,
        lines: [index + 1, index + row.split("\n").length],
      };
    };
  const put = (cell: number, value: string): Damage => change((cells) => void (cells[cell] = value));
  return {
    "class is a word": put(0, "cod"),
    "class with a fraction": put(0, "1.5"),
    "class below 0": put(0, "-1"),
    "class is unknown": put(0, "9"),
    "row is cut": change((cells) => cells.slice(0, 4).join(" ")),
    "position is a word": put(1, "left"),
    "position is NaN": put(1, "nan"),
    "position outside": put(1, "1.7"),
    "position below 0": put(2, "-0.2"),
    "pixels instead of parts": put(1, "320"),
    "width is 0": put(3, "0"),
    "width below 0": put(3, "-0.1"),
    "decimal comma": put(1, "0,5"),
    "cells by commas": change((cells) => cells.join(",")),
    "letter O in a number": put(1, "O.5"),
    "one number too many of a polygon": change((cells) => `${cells.join(" ")} 0.5 0.5 5.5`),
    "box over the edge": put(1, "0.99"),
    "row is there twice": change((cells) => `${cells.join(" ")}\n${cells.join(" ")}`),
    "rows on one line": (random) => {
      const index = random.below(lines.length - 1);
      const joined = `${lines[index]}${lines[index + 1]}`;
      return { text: `${lines.toSpliced(index, 2, joined).join("\n")}\n`, lines: [index + 1, index + 1] };
    },
    "unit in a number": put(1, "0.5px"),
    "percent instead of parts": put(1, "50%"),
    "position is infinite": put(1, "inf"),
    "dash instead of a minus": put(2, "\xe2\x80\x930.2"),
    "no-break space in a number": put(1, "0.5\xc2\xa01"),
    "position with two points": put(1, "0.5.5"),
    "position did not fit a column": put(2, "####"),
    "row is in quotes": change((cells) => `"${cells.join(" ")}"`),
    "class is missing": change((cells) => cells.slice(1).join(" ")),
    "class is too large": put(0, "99999999999"),
    "class with a colon": change((cells) => `${cells[0]}: ${cells.slice(1).join(" ")}`),
    "confidence is a word": change((cells) => `${cells.join(" ")} high`),
    "confidence above 1": change((cells) => `${cells.join(" ")} 1.7`),
    "height is 0": put(4, "0"),
    "width above 1": put(3, "1.5"),
    "row is broken in two": change((cells) => `${cells.slice(0, 3).join(" ")}\n${cells.slice(3).join(" ")}`),
    "cells by semicolons": change((cells) => cells.join(";")),
    "conflict of git": change(
      (cells) => `<<<<<<< HEAD\n${cells.join(" ")}\n=======\n${cells.join(" ")}\n>>>>>>> other`,
    ),
    "note between rows": change((cells) => `checked by Ann, 3 June\n${cells.join(" ")}`),
    "byte 0": change((cells) => void (cells[1] = `${cells[1]}\0`)),
    "stray byte": change((cells) => void (cells[1] = `${cells[1]}\xff`)),
  };
}
