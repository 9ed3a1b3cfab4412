/** Damage of JSON: changed members, and broken syntax. */
import type { Random } from "../../fuzz/random.ts";
import { cleanFiles } from "../clean.ts";
import type { Damage } from "./damage.ts";

/** Marks where a changed value was inserted, so that its surroundings can be found. */
const mark = "\u{e000}";
type Json = Record<string | number, unknown>;

/** The object at the end of a path. */
function inside(document: Json, ...path: readonly (string | number)[]): Json {
  return path.reduce<Json>((value, step) => value[step] as Json, document);
}

/** For JSON: a change of the document, with raw text inserted between two marks. */
export function jsonKinds(format: "dive-json" | "coco" | "kwcoco"): Readonly<Record<string, Damage>> {
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
    "conflict of git": inText((text, at) => `${text.slice(0, at)}\n<<<<<<< HEAD\n${text.slice(at)}`),
    "box is there twice": inText(
      (text, at) => text.slice(0, at) + text.slice(at).replace(/("\w+": )\[[^\]]*\]/, "$1[1, 2, 3], $&"),
    ),
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
    "bbox is null": withoutShape("bbox", "null"),
    "bbox is a map": withoutShape("bbox", '{"x":1,"y":2}'),
    "bbox is infinite": withoutShape("bbox", "[Infinity,2,3,4]"),
    "image_id is a word": set(annotation, "image_id", '"x"'),
    "segmentation is a word": set(annotation, "segmentation", '"poly"'),
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
