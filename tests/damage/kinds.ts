/**
 * Kinds of damage, one at a time in a clean file: what users and programs do to rows, members and elements. Each
 * reports the damaged lines, so that the place of a finding can be judged.
 */
import type { Random } from "../fuzz/random.ts";
import { cleanFiles, type DamagedFormat } from "./clean.ts";

export interface Damaged {
  /** One character per byte, so that invalid UTF-8 is preserved. */
  readonly text: string;
  /** From 1, inclusive. */
  readonly lines: readonly [number, number];
}

type Damage = (random: Random) => Damaged;

/** For rows: changes of cells. */
function rowKinds(format: "viame-csv" | "mot"): Readonly<Record<string, Damage>> {
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
      "cell is missing": change((cells) => void cells.splice(3, 1)),
    }),
    ...(!isCsv && {
      "class is a word": put(7, "cod"),
      "visibility is a word": put(8, "full"),
      "cells by semicolons": change((cells) => cells.join(";")),
    }),
  };
}

/** Marks where a changed value was inserted, so that its surroundings can be found. */
const mark = "\u{e000}";
type Json = Record<string | number, unknown>;

/** The object at the end of a path. */
function inside(document: Json, ...path: readonly (string | number)[]): Json {
  return path.reduce<Json>((value, step) => value[step] as Json, document);
}

/** For JSON: a change of the document, with raw text inserted between two marks. */
function jsonKinds(format: "dive-json" | "coco" | "kwcoco"): Readonly<Record<string, Damage>> {
  const clean = cleanFiles[format].text;
  const raw = (text: string): string => `${mark}${text}${mark}`;
  const change =
    (edit: (document: Json, random: Random) => void): Damage =>
    (random) => {
      const document = JSON.parse(clean) as Json;
      edit(document, random);
      const text = JSON.stringify(document, undefined, 1).replaceAll(`${mark}${mark}`, mark);
      const at = text.indexOf(mark);
      const lines = objectAround(text, at);
      return { text: text.replaceAll(new RegExp(`"?${mark}([^${mark}]*)${mark}"?`, "gu"), "$1"), lines };
    };
  const inText =
    (edit: (text: string, at: number) => string): Damage =>
    (random) => {
      const places = [...clean.matchAll(/"(bounds|bbox)": \[/g)];
      const at = random.pick(places).index;
      return { text: edit(clean, at), lines: objectAround(clean, at) };
    };
  const broken: Readonly<Record<string, Damage>> = {
    "comma is missing": inText((text, at) => text.slice(0, at) + text.slice(at).replace(",", "")),
    "comma too many": inText((text, at) => text.slice(0, at) + text.slice(at).replace(/\n\s*\]/, ",$&")),
    "quote is missing": inText((text, at) => text.slice(0, at) + text.slice(at + 1)),
    "single quotes": inText((text, at) => text.slice(0, at) + text.slice(at).replace(/"(\w+)"/, "'$1'")),
    "bracket is missing": inText((text, at) => text.slice(0, at) + text.slice(at).replace("]", "")),
    comment: inText((text, at) => `${text.slice(0, at)}// checked\n${text.slice(at)}`),
    "file is cut off": (random) => {
      const at = Math.floor(clean.length / 2) + random.below(500);
      const line = clean.slice(0, at).split("\n").length;
      return { text: clean.slice(0, at), lines: [line, line] };
    },
    "byte 0": inText((text, at) => `${text.slice(0, at)}\0${text.slice(at)}`),
  };
  const set = (pick: (document: Json, random: Random) => Json, name: string, value: string): Damage =>
    change((document, random) => void (pick(document, random)[name] = raw(value)));
  const rename =
    (pick: (document: Json, random: Random) => Json, from: string, to: string): Damage =>
    (random) =>
      change((document) => {
        const object = pick(document, random);
        object[`${mark}${to}${mark}`] = object[from];
        delete object[from];
      })(random);
  const drop = (pick: (document: Json, random: Random) => Json, name: string): Damage =>
    change((document, random) => {
      const object = pick(document, random);
      delete object[name];
      object["checked"] = raw("true");
    });
  if (format === "dive-json") {
    const track = (document: Json, random: Random): Json => inside(document, "tracks", random.below(6));
    const feature = (document: Json, random: Random): Json =>
      inside(track(document, random), "features", 1 + random.below(2));
    return {
      ...broken,
      "bounds are missing": drop(feature, "bounds"),
      "bounds are misspelt": rename(feature, "bounds", "bound"),
      "bounds are null": set(feature, "bounds", "null"),
      "bounds are three": set(feature, "bounds", "[1,2,3]"),
      "bounds are words": set(feature, "bounds", '["1","2","3","x"]'),
      "bound is NaN": set(feature, "bounds", "[NaN,2,3,4]"),
      "bounds are a map": set(feature, "bounds", '{"x":1,"y":2}'),
      "box is inverted": set(feature, "bounds", "[90,10,20,40]"),
      "box is empty": set(feature, "bounds", "[20,10,20,40]"),
      "frame is missing": drop(feature, "frame"),
      "frame below 0": set(feature, "frame", "-1"),
      "frame with a fraction": set(feature, "frame", "1.5"),
      "frame is a word": set(feature, "frame", '"x"'),
      "frame is there twice": set(feature, "frame", "0"),
      "keyframe is a word": set(feature, "keyframe", '"yes"'),
      "features are misspelt": rename(track, "features", "feature"),
      "features are missing": drop(track, "features"),
      "pairs are misspelt": rename(track, "confidencePairs", "confidence_pairs"),
      "pairs are missing": drop(track, "confidencePairs"),
      "pairs are flat": set(track, "confidencePairs", '["cod",0.9]'),
      "confidence is a word": set(track, "confidencePairs", '[["cod","high"]]'),
      "confidence above 1": set(track, "confidencePairs", '[["cod",1.7]]'),
      "type is empty": set(track, "confidencePairs", '[["",0.9]]'),
      "id is a word": set(track, "id", '"x"'),
      "id is there twice": change(
        (document, random) => void (inside(document, "tracks", 1 + random.below(5))["id"] = raw("0")),
      ),
      "end is wrong": set(track, "end", "9"),
      "attributes are a list": set(track, "attributes", "[1]"),
      "member is not a track": change((document) => {
        inside(document, "groups", "0")["members"] = { [`${mark}77${mark}`]: { ranges: [[0, 3]] } };
      }),
      "group without begin": drop((document) => inside(document, "groups", "0"), "begin"),
      "version is unknown": change((document) => void (document["version"] = raw("9"))),
    };
  }
  const annotation = (document: Json, random: Random): Json => inside(document, "annotations", random.below(24));
  const image = (document: Json, random: Random): Json => inside(document, "images", random.below(4));
  const category = (document: Json, random: Random): Json => inside(document, "categories", random.below(3));
  const withoutShape = (name: string, value: string): Damage =>
    change((document, random) => {
      const one = annotation(document, random);
      delete one["segmentation"];
      one[name] = raw(value);
    });
  return {
    ...broken,
    "bbox is missing": change((document, random) => {
      const one = annotation(document, random);
      delete one["bbox"];
      one["segmentation"] = raw("[]");
    }),
    "bbox is misspelt": rename(annotation, "bbox", "bbbox"),
    "bbox of three": withoutShape("bbox", "[1,2,3]"),
    "bbox of words": withoutShape("bbox", '["1","2","3","x"]'),
    "bbox with NaN": withoutShape("bbox", "[NaN,2,3,4]"),
    "width below 0": withoutShape("bbox", "[10,20,-5,8]"),
    "box is empty": withoutShape("bbox", "[10,20,0,8]"),
    "box outside": withoutShape("bbox", "[630,20,60,8]"),
    "image is unknown": set(annotation, "image_id", "99"),
    "image_id is missing": drop(annotation, "image_id"),
    "image_id is misspelt": rename(annotation, "image_id", "imageId"),
    "category is unknown": set(annotation, "category_id", "99"),
    "category_id is missing": drop(annotation, "category_id"),
    "track_id below 0": set(annotation, "track_id", "-4"),
    "score above 1": set(annotation, "score", "1.7"),
    "score is a word": set(annotation, "score", '"high"'),
    "polygon of an odd number": set(annotation, "segmentation", "[[1,2,3,4,5]]"),
    "polygon of two points": set(annotation, "segmentation", "[[1,2,3,4]]"),
    "annotation is a number": change(
      (document, random) => void (inside(document, "annotations")[random.below(24)] = raw("7")),
    ),
    "image without id": drop(image, "id"),
    "image id is there twice": change((document) => void (inside(document, "images", 2)["id"] = raw("1"))),
    "file_name is misspelt": rename(image, "file_name", "filename"),
    "category without name": drop(category, "name"),
    "category name is there twice": change(
      (document) => void (inside(document, "categories", 2)["name"] = raw('"cod"')),
    ),
    "same track twice on a frame": change((document, random) => {
      const first = inside(document, "annotations", 4 * random.below(5));
      inside(document, "annotations")[24] = { ...first, id: 99, [`${mark}checked${mark}`]: true };
    }),
  };
}

/** The lines of the innermost object around a place; outside of objects, its line. */
function objectAround(text: string, at: number): readonly [number, number] {
  const lines = text.split("\n");
  const indentOf = (line = ""): number => line.length - line.trimStart().length;
  const own = text.slice(0, at).split("\n").length - 1;
  let first = own;
  while (first > 0 && !(indentOf(lines[first]) < indentOf(lines[own]) && /\{$/.test(lines[first] ?? ""))) first--;
  let last = own;
  while (last < lines.length - 1 && indentOf(lines[last]) > indentOf(lines[first])) last++;
  return [first + 1, last + 1];
}

/** For XML with one element per line. */
function xmlKinds(format: "cvat-xml" | "voc"): Readonly<Record<string, Damage>> {
  const lines = cleanFiles[format].text.trimEnd().split("\n");
  const isCvat = format === "cvat-xml";
  const shape = isCvat ? /<box .*outside="0"/ : /<bndbox>/;
  const change =
    (edit: (line: string) => string, which: RegExp = shape): Damage =>
    (random) => {
      const index = random.pick(lines.flatMap((line, at) => (which.test(line) ? [at] : [])));
      const row = edit(lines[index] ?? "");
      const text = `${lines.toSpliced(index, 1, row).join("\n")}\n`;
      // An object of VOC has this many lines.
      const isObject = !isCvat && /bndbox|name|difficult/.test(which.source);
      const [first, last] = isObject ? [index - 3, index + 3] : [index, index + row.split("\n").length - 1];
      return { text, lines: [first + 1, last + 1] };
    };
  const left = isCvat ? /xtl="[^"]*"/ : /<xmin>.*<\/xmin>/;
  const right = isCvat ? /xbr="[^"]*"/ : /<xmax>.*<\/xmax>/;
  const leftAs = (value: string): Damage =>
    change((line) => line.replace(left, isCvat ? `xtl="${value}"` : `<xmin>${value}</xmin>`));
  const rightAs = (value: string): Damage =>
    change((line) => line.replace(right, isCvat ? `xbr="${value}"` : `<xmax>${value}</xmax>`));
  return {
    "bound is missing": change((line) => line.replace(left, "")),
    "bound is a word": leftAs("left"),
    "bound is empty": leftAs(""),
    "bound is NaN": leftAs("NaN"),
    "decimal comma": leftAs("10,5"),
    "bound is misspelt": change((line) => line.replaceAll(isCvat ? "xtl" : "xmin", isCvat ? "xlt" : "xmni")),
    "box is inverted": rightAs("1"),
    "box is empty": change((line) =>
      isCvat
        ? line.replace(right, `xbr="${/xtl="([^"]*)"/.exec(line)?.[1]}"`)
        : line.replace(right, `<xmax>${Number(/<xmin>(\d+)/.exec(line)?.[1]) - 1}</xmax>`),
    ),
    "box outside": rightAs("700"),
    "element is not closed": change((line) => line.replace(/<\/(box|bndbox)>/, "")),
    "bracket is missing": change((line) => line.replace(">", "")),
    "stray byte": change((line) => line.replace(/\d/, "\xff$&")),
    "byte 0": change((line) => line.replace(/\d/, "\0$&")),
    ampersand: change((line) => line.replace(/(label="|<name>)/, "$1a & b"), isCvat ? /<track / : /<name>/),
    "element is misspelt": change((line) => line.replaceAll(isCvat ? /<(\/?)box/g : /<(\/?)bndbox/g, "<$1bx")),
    "file is cut off": (random) => {
      const index = Math.floor(lines.length / 2) + random.below(5);
      return { text: `${lines.slice(0, index).join("\n")}\n <`, lines: [index, index + 1] };
    },
    ...(isCvat
      ? {
          "quote is missing": change((line) => line.replace('"', "")),
          "frame is missing": change((line) => line.replace(/frame="\d+" /, "")),
          "frame below 0": change((line) => line.replace(/frame="\d+"/, 'frame="-2"')),
          "frame is there twice": change((line) => `${line}\n${line}`),
          "label is missing": change((line) => line.replace(/label="\w+"/, ""), /<track /),
          "label is not listed": change((line) => line.replace(/label="\w+"/, 'label="squid"'), /<track /),
          "id is there twice": change((line) => line.replace(/id="\d+"/, 'id="0"'), /<track id="[1-5]"/),
          "outside is a word": change((line) => line.replace(/outside="0"/, 'outside="no"')),
        }
      : {
          "name is missing": change((line) => line.replace(/<name>.*<\/name>/, ""), /<name>/),
          "name is empty": change((line) => line.replace(/>\w+</, "><"), /<name>/),
          "difficult is a word": change((line) => line.replace(">0<", ">hard<"), /<difficult>/),
          "width is a word": change((line) => line.replace("640", "wide"), /<width>/),
        }),
  };
}

/** For rows of numbers separated by blanks, and for packets with one line each. */
function yoloKinds(): Readonly<Record<string, Damage>> {
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
    "byte 0": change((cells) => void (cells[1] = `${cells[1]}\0`)),
    "stray byte": change((cells) => void (cells[1] = `${cells[1]}\xff`)),
  };
}

function kpfKinds(): Readonly<Record<string, Damage>> {
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
    "confidence above 1": change((line) => line.replace("1.0", "1.7"), /types/),
    "tab before a packet": change((line) => `\t${line}`),
  };
}

export const damages: Readonly<Record<DamagedFormat, Readonly<Record<string, Damage>>>> = {
  "viame-csv": rowKinds("viame-csv"),
  mot: rowKinds("mot"),
  "dive-json": jsonKinds("dive-json"),
  coco: jsonKinds("coco"),
  kwcoco: jsonKinds("kwcoco"),
  "cvat-xml": xmlKinds("cvat-xml"),
  voc: xmlKinds("voc"),
  yolo: yoloKinds(),
  kpf: kpfKinds(),
};
