/**
 * KPF, the packet format of KWIVER and MEVA (api/v1 section 21.5): `geom` packets are detections, `types` the types of
 * tracks, `act` activities, which become groups of their actors. The packets are collected into a DIVE document, which
 * the core reads.
 */
import type { AnnotationSource } from "../sources/source.ts";
import type { AnnotationCore, Bounds, DerivedAttribute, Problem, ReadOptions, ReadReport } from "../../types.ts";
import { unknownType } from "../../types.ts";
import { readerProblem, type ReaderProblemCode } from "../problems/reader-problems.ts";
import { coreProblem } from "../problems/problems.ts";
import { itemsOf, type KpfItem } from "./kpf-items.ts";
import type { YamlMap, YamlValue } from "./kpf-flow.ts";
import { documentOf, readAsDocument, type FoundProblems } from "../exchange/read-as-document.ts";

const maxId = 4294967294;
const maxFrame = 2147483647;

/** Values of `geom` packets that are not kept: detection id, times, source of the detection. */
const passedOver = new Set(["id0", "ts1", "ts2", "src", "eval0"]);

interface Feature {
  readonly frame: number;
  readonly bounds: Bounds;
  readonly polygon: readonly (readonly number[])[] | undefined;
}

interface Activity {
  readonly id: number;
  readonly pairs: readonly Pair[];
  readonly status: string;
  readonly ranges: readonly Range[];
  readonly actors: ReadonlyMap<number, readonly Range[]>;
}

type Pair = readonly [type: string, confidence: number];
type Range = readonly [begin: number, end: number];

/** One file, or the files of one clip. */
export async function readKpf(
  core: AnnotationCore,
  source: AnnotationSource,
  options: ReadOptions,
): Promise<ReadReport> {
  return await readAsDocument(core, "kpf", options, async (problems) => {
    const packets = new KpfPackets(problems);
    const files = [...source.files()];
    for (const { name, read } of files) {
      const place = files.length > 1 ? { member: name } : {};
      packets.addText(problems.decode(await read(), place.member), place);
    }
    packets.finish();
    return { text: packets.document(), facts: { attributes: packets.activities.size > 0 ? activityAttributes : {} } };
  });
}

const activityAttributes: Readonly<Record<string, DerivedAttribute>> = {
  srcStatus: { key: "srcStatus", name: "srcStatus", belongs: "track", datatype: "text" },
  activityIds: { key: "activityIds", name: "activityIds", belongs: "track", datatype: "text" },
};

type Place = Pick<Problem, "line" | "column" | "member">;
type Warn = (code: ReaderProblemCode, ...words: readonly string[]) => void;

/** The content of a file's packets. */
class KpfPackets {
  readonly activities = new Map<number, Activity>();
  readonly #features = new Map<number, Feature[]>();
  readonly #pairs = new Map<number, readonly Pair[]>();
  readonly #problems: FoundProblems;
  /** Whether any detection names its track, and the place of the first that does not. */
  #haveTracks = false;
  #firstWithout: Place | undefined;
  #file: Pick<Problem, "member"> = {};

  /** Tracks with detections that are not keyframes. */
  readonly #computed = new Set<number>();

  constructor(problems: FoundProblems) {
    this.#problems = problems;
  }

  /** @param place of what follows, if there are several files */
  addText(text: string, place: Pick<Problem, "member"> = {}): void {
    this.#file = place;
    for (const item of itemsOf(text, this.#report)) this.#readItem(item, this.#report);
  }

  readonly #report = (problem: Problem): void => {
    if (problem.severity === "error") this.#problems.skip(problem);
    else this.#problems.report(problem);
  };

  /** To be called once, after all texts. */
  finish(): void {
    // In files without any tracks each detection is one.
    if (this.#haveTracks && this.#firstWithout !== undefined)
      this.#problems.report(readerProblem("kpf-track-missing", [], this.#firstWithout));
    this.#reportTypes();
    this.#dropDuplicates(this.#report);
  }

  /** MEVA has positions and types in separate files. */
  #reportTypes(): void {
    const alone = [...this.#pairs.keys()].filter((id) => !this.#features.has(id) && !this.#computed.has(id));
    const untyped = [...this.#features.keys()].filter((id) => !this.#pairs.has(id)).length;
    if (untyped > 0) this.#problems.report(readerProblem("kpf-types-missing", [String(untyped)]));
    const [first] = alone;
    if (first === undefined) return;
    this.#problems.report(readerProblem("kpf-types-without-track", [String(alone.length), String(first)]));
  }

  #readItem({ value, line, column }: KpfItem, report: (problem: Problem) => void): void {
    const place: Place = { line, column, ...this.#file };
    const fail = (code: ReaderProblemCode, ...words: readonly string[]): void =>
      report(readerProblem(code, words, place));
    const warn: Warn = (code, ...words) => this.#problems.reportOnce(readerProblem(code, words, place));
    const packet = packetOf(value);
    if (packet === undefined) return fail("kpf-not-a-packet");
    const { kind, content } = packet;
    if (kind === "meta") return;
    const reason =
      kind === "geom"
        ? this.#readGeometry(content, warn, place)
        : kind === "types"
          ? this.#readTypes(content)
          : kind === "act"
            ? this.#readActivity(content)
            : undefined;
    if (kind !== "geom" && kind !== "types" && kind !== "act") warn("kpf-packet-ignored", kind);
    else if (reason !== undefined) fail(`kpf-${kind}-malformed`, reason);
  }

  /** @returns the problem, if any */
  #readGeometry(content: YamlMap, warn: Warn, place: Place): string | undefined {
    const id = indexOf(content.get("id1") ?? content.get("id0"), maxId);
    if (id === undefined) return "`id1` must be an integer from 0";
    const frame = indexOf(content.get("ts0"), maxFrame);
    if (frame === undefined) return "`ts0` must be a frame number, an integer from 0";
    const bounds = numbersOf(content.get("g0"));
    if (bounds?.length !== 4) return "`g0` must be four numbers, x1 y1 x2 y2";
    if (content.has("id1")) this.#haveTracks = true;
    else this.#firstWithout ??= place;
    const polygon = polygonOf(content.get("poly0"));
    if (content.has("poly0") && polygon === undefined) {
      warn("kpf-polygon-malformed");
    }
    for (const key of content.keys()) {
      if (!["id1", "ts0", "g0", "poly0", "keyframe"].includes(key) && !passedOver.has(key)) {
        warn("kpf-value-ignored", key);
      }
    }
    // A detection that is not a keyframe was computed, and will be computed again.
    if (content.get("keyframe") === false) {
      this.#computed.add(id);
      return undefined;
    }
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = bounds;
    const features = this.#features.get(id);
    const feature: Feature = { frame, bounds: [x1, y1, x2, y2], polygon };
    if (features === undefined) this.#features.set(id, [feature]);
    else features.push(feature);
    return undefined;
  }

  #readTypes(content: YamlMap): string | undefined {
    const id = indexOf(content.get("id1"), maxId);
    if (id === undefined) return "`id1` must be an integer from 0";
    const pairs = pairsOf(setOf(content, "cset") ?? content.get("obj_type"));
    if (pairs === undefined) return "`cset3` must be a map of type and confidence";
    this.#pairs.set(id, pairs);
    return undefined;
  }

  #readActivity(content: YamlMap): string | undefined {
    const id = indexOf(content.get("id2"), maxId);
    if (id === undefined) return "`id2` must be an integer from 0";
    if (this.activities.has(id)) return `the activity ${id} occurs a second time`;
    const pairs = pairsOf(setOf(content, "act"));
    if (pairs === undefined) return "`act2` must be a map of type and confidence";
    const ranges = rangesOf(content.get("timespan"));
    if (ranges === undefined || ranges.length === 0) return "`timespan` must be a list of `{tsr0: [begin, end]}`";
    const list = content.get("actors") ?? [];
    if (!Array.isArray(list)) return "`actors` must be a list";
    const actors = new Map<number, readonly Range[]>();
    for (const actor of list as readonly YamlValue[]) {
      const actorId = isMap(actor) ? indexOf(actor.get("id1"), maxId) : undefined;
      const actorRanges = isMap(actor) && actor.has("timespan") ? rangesOf(actor.get("timespan")) : ranges;
      if (actorId === undefined || actorRanges === undefined) return "an actor needs `id1` and a `timespan`";
      actors.set(actorId, [...(actors.get(actorId) ?? []), ...actorRanges]);
    }
    const status = content.get("src_status") ?? "";
    this.activities.set(id, { id, pairs, status: String(status), ranges, actors });
    return undefined;
  }

  /** If a track has several detections on one frame, the last one is kept. */
  #dropDuplicates(report: (problem: Problem) => void): void {
    for (const [id, features] of this.#features) {
      const sorted = features.toSorted((a, b) => a.frame - b.frame);
      const kept = sorted.filter(({ frame }, index) => sorted[index + 1]?.frame !== frame);
      this.#features.set(id, kept);
      if (kept.length === sorted.length) continue;
      report(coreProblem("duplicate-detection", id));
    }
  }

  /** A DIVE document, version 2. */
  document(): string {
    const activities = [...this.activities.values()].toSorted((a, b) => a.id - b.id);
    const byActor = new Map<number, Activity[]>();
    for (const activity of activities) {
      for (const actor of activity.actors.keys()) byActor.set(actor, [...(byActor.get(actor) ?? []), activity]);
    }
    const ids = [...this.#features.keys()].toSorted((a, b) => a - b);
    const tracks = ids.map((id) => this.#track(id, byActor.get(id) ?? []));
    return documentOf(tracks, activities.map(groupText));
  }

  #track(id: number, activities: readonly Activity[]): string {
    const features = this.#features.get(id) ?? [];
    const attributes =
      activities.length === 0
        ? {}
        : {
            activityIds: activities.map((activity) => activity.id).join(" "),
            srcStatus: activities.map(({ status }) => status).join(" "),
          };
    const head = JSON.stringify({
      id,
      begin: features[0]?.frame,
      end: features.at(-1)?.frame,
      confidencePairs: this.#pairs.get(id) ?? [[unknownType, 1]],
      attributes,
    });
    return `"${id}":${head.slice(0, -1)},"features":[${features.map(featureText).join(",")}]}`;
  }
}

function featureText({ frame, bounds, polygon }: Feature): string {
  const text = `{"frame":${frame},"bounds":[${bounds.join(",")}],"keyframe":true,"interpolate":true`;
  if (polygon === undefined) return `${text}}`;
  const geometry = {
    type: "FeatureCollection",
    features: [{ type: "Feature", properties: { key: "" }, geometry: { type: "Polygon", coordinates: [polygon] } }],
  };
  return `${text},"geometry":${JSON.stringify(geometry)}}`;
}

function groupText({ id, pairs, ranges, actors }: Activity): string {
  const members = Object.fromEntries([...actors].map(([actor, actorRanges]) => [actor, { ranges: actorRanges }]));
  const frames = ranges.flat();
  const group = {
    id,
    begin: Math.min(...frames),
    end: Math.max(...frames),
    confidencePairs: pairs,
    attributes: {},
    members,
  };
  return `"${id}":${JSON.stringify(group)}`;
}

// ------------------------------------------------------------------------------------------------------------- values

interface Packet {
  readonly kind: string;
  readonly content: YamlMap;
}

/** `{geom: {…}}`, or the content of such a packet on its own, recognized by its keys. */
function packetOf(value: YamlValue): Packet | undefined {
  if (!isMap(value)) return undefined;
  const [first] = value;
  if (first === undefined) return undefined;
  const [kind, content] = first;
  if (value.has("g0")) return { kind: "geom", content: value };
  if (value.has("id2") && setOf(value, "act") !== undefined) return { kind: "act", content: value };
  if (value.has("id1") && (setOf(value, "cset") !== undefined || value.has("obj_type"))) {
    return { kind: "types", content: value };
  }
  if (isMap(content)) return { kind, content };
  return ["geom", "types", "act"].includes(kind) ? undefined : { kind, content: new Map() };
}

function isMap(value: YamlValue | undefined): value is YamlMap {
  return value instanceof Map;
}

/** The value whose key is a name and the number of a domain: `cset3`. */
function setOf(content: YamlMap, name: string): YamlValue | undefined {
  for (const [key, value] of content) if (key.startsWith(name) && /^\d+$/.test(key.slice(name.length))) return value;
  return undefined;
}

/** A map of type and confidence, or just a type. By confidence, descending. */
function pairsOf(value: YamlValue | undefined): readonly Pair[] | undefined {
  if (typeof value === "string" && value !== "") return [[value, 1]];
  if (!isMap(value)) return undefined;
  const pairs = [...value].map(([type, confidence]): Pair => [String(type), Number(confidence)]);
  if (!pairs.every(([, confidence]) => Number.isFinite(confidence))) return undefined;
  return pairs.toSorted((a, b) => b[1] - a[1]);
}

function indexOf(value: YamlValue | undefined, max: number): number | undefined {
  const index = typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value;
  return typeof index === "number" && Number.isInteger(index) && index >= 0 && index <= max ? index : undefined;
}

/** `1 2 3`, or a list of numbers. */
function numbersOf(value: YamlValue | undefined): readonly number[] | undefined {
  const parts = typeof value === "string" ? value.trim().split(/[\s,]+/) : Array.isArray(value) ? value : [];
  const numbers = parts.map((part: YamlValue) => (typeof part === "object" || part === "" ? NaN : Number(part)));
  return numbers.length > 0 && numbers.every(Number.isFinite) ? numbers : undefined;
}

function polygonOf(value: YamlValue | undefined): readonly (readonly number[])[] | undefined {
  if (!Array.isArray(value) || value.length < 3) return undefined;
  const points = (value as readonly YamlValue[]).map(numbersOf);
  return points.every((point) => point?.length === 2) ? (points as readonly (readonly number[])[]) : undefined;
}

function rangesOf(value: YamlValue | undefined): readonly Range[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const ranges: Range[] = [];
  for (const span of value as readonly YamlValue[]) {
    const [begin, end, ...others] = (isMap(span) ? numbersOf(span.get("tsr0")) : undefined) ?? [];
    if (indexOf(begin, maxFrame) === undefined || indexOf(end, maxFrame) === undefined) return undefined;
    if (begin === undefined || end === undefined || others.length > 0) return undefined;
    ranges.push([begin, end]);
  }
  return ranges;
}
