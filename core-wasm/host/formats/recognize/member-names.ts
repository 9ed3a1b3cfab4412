/**
 * Finds members of JSON annotations whose names nearly match the format's (`bound`, `confidence_pairs`), and tracks
 * without detections. Readers keep unknown members, so without this a misspelled name would go unnoticed.
 */
import { outerMembers } from "./recognize-json-keys.ts";
import { hostProblem } from "../problems/host-problems.ts";
import { pointersAt } from "../problems/json-pointer.ts";
import type { FileKind } from "./recognized.ts";
import type { Problem } from "../../types.ts";

/** An object of a format: the names of its members, and their contents. */
interface Shape {
  /** Title of a set of several files. */
  readonly title: string;
  readonly names: readonly string[];
  /** Members without which the object is hardly useful. */
  readonly essential?: readonly string[];
  /** Members that every object must have, with the consequence of their absence. */
  readonly required?: Readonly<Record<string, string>>;
  /** If one of these is present, those may be missing. */
  readonly instead?: readonly string[];
  /** Lists or maps of objects, by the name of the member. */
  readonly within?: Readonly<Record<string, Shape>>;
}

const detection: Shape = {
  title: "detections",
  names: [
    "frame",
    "bounds",
    "keyframe",
    "interpolate",
    "geometry",
    "attributes",
    "fishLength",
    "head",
    "tail",
    "notes",
  ],
  essential: ["frame", "bounds"],
};
const track: Shape = {
  title: "tracks",
  names: ["id", "trackId", "begin", "end", "confidencePairs", "attributes", "features"],
  essential: ["confidencePairs", "features"],
  required: { features: "they have no detections" },
  within: { features: detection },
};
const group: Shape = {
  title: "groups",
  names: ["id", "begin", "end", "members", "confidencePairs", "attributes"],
  required: { begin: "frame 0 was taken", end: "frame 0 was taken" },
};
const dive: Shape = {
  title: "documents",
  names: ["tracks", "groups", "version", "fps"],
  within: { tracks: track, groups: group },
};
const coco: Shape = {
  title: "documents",
  names: ["info", "licenses", "images", "annotations", "categories", "videos", "tracks"],
  within: {
    images: {
      title: "images",
      names: ["id", "file_name", "coco_url", "width", "height", "frame_index", "video_id"],
      essential: ["id", "file_name"],
    },
    annotations: {
      title: "annotations",
      names: [
        ...["id", "image_id", "category_id", "track_id", "bbox", "segmentation", "area", "iscrowd", "score"],
        ...["keypoints", "num_keypoints", "attributes", "prob"],
      ],
      essential: ["image_id", "category_id", "bbox"],
      required: { category_id: "their type is unknown" },
      instead: ["prob", "dive_confidence_pairs"],
    },
    categories: {
      title: "categories",
      names: ["id", "name", "supercategory", "keypoints", "skeleton", "parents"],
      essential: ["id", "name"],
    },
  },
};
const shapes: Readonly<Partial<Record<FileKind, Shape>>> = { "dive-json": dive, coco, kwcoco: coco };

/**
 * @param bytes UTF-8; for a large file its beginning, whose member names stand for the rest
 * @param taken members that were understood after all
 */
export function findMisnamedMembers(
  bytes: Uint8Array,
  kind: FileKind,
  taken: readonly string[] = [],
): readonly Problem[] {
  const shape = shapes[kind];
  if (shape === undefined || (shape === coco && !looksLikeCoco(bytes))) return [];
  const walk = new Walk(bytes);
  walk.object(shape);
  const found = [...walk.found.values()]
    .filter(({ words: [, name = ""] }) => !taken.includes(name))
    .toSorted((a, b) => a.offset - b.offset);
  const pointers = pointersAt(
    bytes,
    found.map(({ offset }) => offset),
  );
  return found.map(({ code, words, count, offset }, at) =>
    hostProblem(code, [...words, String(count)], { offset, pointer: pointers[at] ?? "" }),
  );
}

/** Files of other tools with their own members are also read as COCO. One of the three lists may be misspelled. */
function looksLikeCoco(bytes: Uint8Array): boolean {
  const { members } = outerMembers(bytes.subarray(0, maxScannedBytes));
  // The lists of YouTube-VIS are called nearly like the members of COCO.
  if (/"(bboxes|segmentations)"\s*:/.test(members.get("annotations")?.text ?? "")) return false;
  return ["images", "annotations", "categories"].filter((name) => members.has(name)).length > 1;
}

const maxScannedBytes = 4 * 1024 * 1024;

export interface MisnamedMember {
  readonly name: string;
  readonly meant: string;
  /** Only case, underscores, hyphens and blanks differ. */
  readonly isSpelling: boolean;
  /** Byte offset of its value. */
  readonly offset: number;
  /** The object that contains it, by its offset. */
  readonly object: number;
}

/** Every misspelled member, whereas `findMisnamedMembers` returns the first one of each name. */
export function misnamedMembers(bytes: Uint8Array, kind: FileKind): readonly MisnamedMember[] {
  const shape = shapes[kind];
  if (shape === undefined) return [];
  const misnamed: MisnamedMember[] = [];
  new Walk(bytes, misnamed).object(shape);
  return misnamed;
}

/** The form in which names are considered equal. */
const plain = (text: string): string => text.toLowerCase().replaceAll(/[_\- ]/g, "");

/** The name that was probably meant; none when all similar ones are present as well. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const max = name.length <= 6 ? 1 : 2;
  return (
    known.find((one) => plain(one) === plain(name)) ??
    known
      .map((one) => ({ one, steps: one.length < 3 ? Infinity : editSteps(plain(name), plain(one)) }))
      .filter(({ steps }) => steps <= max)
      .toSorted((a, b) => a.steps - b.steps)[0]?.one
  );
}

/** Edit distance: letters added, removed, replaced or swapped. */
function editSteps(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, row) => [row]);
  for (let column = 0; column <= b.length; column++) rows[0]![column] = column;
  for (let row = 1; row <= a.length; row++) {
    for (let column = 1; column <= b.length; column++) {
      const [above, here] = [rows[row - 1]!, rows[row]!];
      const isSame = a[row - 1] === b[column - 1];
      const isSwapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      here[column] = Math.min(
        above[column]! + 1,
        here[column - 1]! + 1,
        above[column - 1]! + Number(!isSame),
        isSwapped ? (rows[row - 2]?.[column - 2] ?? Infinity) + 1 : Infinity,
      );
    }
  }
  return rows[a.length]![b.length]!;
}

interface Found {
  readonly code: "json-essential-misnamed" | "json-member-misnamed" | "json-member-missing";
  readonly words: readonly string[];
  /** Offset of the first one. */
  readonly offset: number;
  count: number;
}

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const decoder = new TextDecoder();

/** Makes one pass over the text, which ends where it is broken. */
class Walk {
  readonly found = new Map<string, Found>();
  readonly #bytes: Uint8Array;
  readonly #misnamed: MisnamedMember[] | undefined;
  #at = 0;

  /** @param misnamed receives every misspelled member */
  constructor(bytes: Uint8Array, misnamed?: MisnamedMember[]) {
    this.#bytes = bytes;
    this.#misnamed = misnamed;
  }

  object(shape: Shape): void {
    const start = this.#at;
    if (this.#next() !== openBrace) return this.#skipValue();
    this.#at++;
    const members = new Map<string, number>();
    while (this.#next() === quote) {
      const name = this.#key();
      const value = this.#at;
      // Without a value it is as good as missing.
      const isAbsent = shape.required?.[name] !== undefined && this.#isNull(value);
      if (!isAbsent) members.set(name, value);
      const inner = shape.within?.[name];
      if (inner === undefined) this.#skipValue();
      else this.#all(inner);
      if (this.#next() === comma) this.#at++;
    }
    const isWhole = this.#next() === closeBrace;
    this.#at = isWhole ? this.#at + 1 : this.#bytes.length;
    if (isWhole) this.#judge(shape, members, start);
  }

  /** Visits the values of a list or a map. */
  #all(shape: Shape): void {
    const open = this.#next();
    if (open !== openBracket && open !== openBrace) return this.#skipValue();
    const close = open === openBracket ? closeBracket : closeBrace;
    this.#at++;
    while (this.#at < this.#bytes.length && this.#next() !== close) {
      if (open === openBrace) this.#key();
      this.object(shape);
      if (this.#next() === comma) this.#at++;
      else if (this.#next() !== close) this.#at = this.#bytes.length;
    }
    this.#at++;
  }

  #judge(
    { title, names, essential = [], required = {}, instead = [] }: Shape,
    members: ReadonlyMap<string, number>,
    start: number,
  ): void {
    const free = names.filter((name) => !members.has(name));
    if (free.length === 0) return;
    const isStoodIn = instead.some((name) => members.has(name));
    const lacking = new Set(Object.keys(required).filter((name) => !isStoodIn && !members.has(name)));
    for (const [name, offset] of members) {
      if (names.includes(name)) continue;
      const meant = nearestName(name, free);
      if (meant === undefined) continue;
      lacking.delete(meant);
      const code = essential.includes(meant) ? "json-essential-misnamed" : "json-member-misnamed";
      this.#note(code, [title, name, meant], offset);
      this.#misnamed?.push({ name, meant, isSpelling: plain(name) === plain(meant), offset, object: start });
    }
    for (const name of lacking) {
      this.#note("json-member-missing", [title, name, required[name] ?? ""], this.#skipSpace(start));
    }
  }

  #isNull(at: number): boolean {
    return decoder.decode(this.#bytes.subarray(at, at + 4)) === "null";
  }

  #note(code: Found["code"], words: readonly string[], offset: number): void {
    const key = [code, ...words].join(" ");
    const known = this.found.get(key);
    if (known === undefined) this.found.set(key, { code, words, offset, count: 1 });
    else known.count++;
  }

  /** Reads the name of a member; the cursor is then at its value. */
  #key(): string {
    this.#next();
    const start = this.#at + 1;
    this.#skipString();
    const name = decoder.decode(this.#bytes.subarray(start, Math.min(this.#at - 1, start + 100)));
    if (this.#next() === colon) this.#at++;
    this.#next();
    return name;
  }

  #skipValue(): void {
    let depth = 0;
    while (this.#at < this.#bytes.length) {
      const byte = this.#bytes[this.#at];
      if (byte === quote) {
        this.#skipString();
        if (depth === 0) return;
        continue;
      }
      if (byte === openBrace || byte === openBracket) depth++;
      else if (byte === closeBrace || byte === closeBracket) {
        // The end of the object around a number.
        if (depth === 0) return;
        if (--depth === 0) {
          this.#at++;
          return;
        }
      } else if (byte === comma && depth === 0) return;
      this.#at++;
    }
  }

  #skipString(): void {
    let end = this.#bytes.indexOf(quote, this.#at + 1);
    while (end >= 0 && this.#isEscaped(end)) end = this.#bytes.indexOf(quote, end + 1);
    this.#at = end < 0 ? this.#bytes.length : end + 1;
  }

  #isEscaped(at: number): boolean {
    let start = at;
    while (this.#bytes[start - 1] === backslash) start--;
    return (at - start) % 2 === 1;
  }

  /** Moves to the next byte that is not white space, and returns it. */
  #next(): number | undefined {
    this.#at = this.#skipSpace(this.#at);
    return this.#bytes[this.#at];
  }

  #skipSpace(from: number): number {
    let at = from;
    while (at < this.#bytes.length && (this.#bytes[at] ?? 0) <= 0x20) at++;
    return at;
  }
}
