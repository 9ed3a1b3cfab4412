/** Damage of KPF packets, one per line. */
import { cleanFiles } from "../clean.ts";
import type { Damage } from "./damage.ts";

export function kpfKinds(): Readonly<Record<string, Damage>> {
  const lines = cleanFiles.kpf.text.trimEnd().split("\n");
  const change =
    (edit: (line: string) => string, which = /geom/): Damage =>
    (random) => {
      const index = random.pick(lines.flatMap((line, at) => (which.test(line) ? [at] : [])));
      const row = edit(lines[index] ?? "");
      return {
        text: `${lines.toSpliced(index, 1, row).join("\n")}\n`,
        lines: [index + 1, index + row.split("\n").length],
      };
    };
  const box = /g0: [\d ]+/;
  return {
    "box is missing": change((line) => line.replace(/g0: [\d ]+, /, "")),
    "box of three": change((line) => line.replace(box, "g0: 1 2 3")),
    "box of words": change((line) => line.replace(box, "g0: a b c d")),
    "box with nan": change((line) => line.replace(box, "g0: .nan 2 3 4")),
    "box is inverted": change((line) => line.replace(box, "g0: 90 10 20 40")),
    "box is empty": change((line) => line.replace(box, "g0: 20 10 20 40")),
    "frame is missing": change((line) => line.replace(/ts0: \d+, /, "")),
    "frame below 0": change((line) => line.replace(/ts0: \d+/, "ts0: -1")),
    "frame with a fraction": change((line) => line.replace(/ts0: \d+/, "ts0: 1.5")),
    "frame is there twice": change((line) => `${line}\n${line}`),
    "id is missing": change((line) => line.replace(/id1: \d+, /, "")),
    "id is a word": change((line) => line.replace(/id1: \d+/, "id1: x")),
    "key is misspelt": change((line) => line.replace("g0", "g00")),
    "packet is misspelt": change((line) => line.replace("geom", "geo")),
    "packet is a list": change(() => "- [1, 2]"),
    "brace is missing": change((line) => line.replace("}}", "}")),
    "brace too many": change((line) => `${line}}`),
    "stray byte": change((line) => line.replace(/(cod|ling|crab)/, "$1\xff"), /types/),
    "byte 0": change((line) => line.replace("g0", "g\0")),
    "types of words": change((line) => line.replace("1.0", "high"), /types/),
    "box of five": change((line) => line.replace(box, "g0: 1 2 3 4 5")),
    "box is infinite": change((line) => line.replace(box, "g0: .inf 2 3 4")),
    "unit in a number": change((line) => line.replace(box, "g0: 10px 20 30 40")),
    "decimal comma": change((line) => line.replace(box, "g0: 10,5 20 30 40")),
    "bound did not fit a column": change((line) => line.replace(box, "g0: 10 #### 30 40")),
    "dash instead of a minus": change((line) => line.replace(box, "g0: \xe2\x80\x9310 20 30 40")),
    "frame is a word": change((line) => line.replace(/ts0: \d+/, "ts0: first")),
    "frame is empty": change((line) => line.replace(/ts0: \d+/, "ts0:")),
    "frame is too large": change((line) => line.replace(/ts0: \d+/, "ts0: 99999999999")),
    "id below 0": change((line) => line.replace(/id1: \d+/, "id1: -4")),
    "id with a fraction": change((line) => line.replace(/id1: \d+/, "id1: 1.5")),
    "comma is missing": change((line) => line.replace(/, (?=ts0)/, " ")),
    "colon is missing": change((line) => line.replace("geom:", "geom")),
    "unknown alias": change((line) => line.replace(box, "g0: *box")),
    "tag of a program": change((line) => line.replace("geom: {", "geom: !!python/object {")),
    "conflict of git": change((line) => `<<<<<<< HEAD\n${line}\n=======\n${line}\n>>>>>>> other`),
    "types without id": change((line) => line.replace(/id1: \d+, /, ""), /types/),
    "confidence below 0": change((line) => line.replace("1.0", "-0.5"), /types/),
    "confidence above 1": change((line) => line.replace("1.0", "1.7"), /types/),
    "tab before a packet": change((line) => `\t${line}`),
  };
}
