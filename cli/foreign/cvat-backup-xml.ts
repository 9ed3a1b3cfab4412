/**
 * The annotations of a CVAT backup as CVAT's XML export, so that one reader handles both. A backup only has keyframes,
 * attributes where they change, and frame numbers within the task.
 */
import { xmlText } from "#core/formats/text/xml-text";
import type {
  CvatAttribute,
  CvatJobAnnotations,
  CvatLabel,
  CvatShape,
  CvatTag,
  CvatTask,
  CvatTrack,
  CvatValue,
} from "./cvat-backup.ts";

export interface CvatPlace {
  /** For a dataset of pictures. */
  readonly name?: string;
  readonly frame: number;
}

export interface CvatXml {
  readonly text: string;
  readonly trackCount: number;
  readonly shapeCount: number;
  /** Annotations that could not be converted. */
  readonly losses: readonly string[];
}

/** @param placeOf the position of a task's frame in the dataset; `undefined`: none */
export function cvatXmlOf(task: CvatTask, placeOf: (frame: number) => CvatPlace | undefined): CvatXml {
  return new XmlOfBackup(task, placeOf).result();
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Tracks with it say something about frames, not about an object on them. */
const frameLabelAttribute = "frameLabel";
const maxFramesNamed = 5;

/** `frame 3`, `frames 3, 7, 12, 20, 31 and 4 more`. */
function framesText(frames: readonly number[]): string {
  if (frames.length === 1) return `frame ${frames[0]}`;
  const shown = frames.slice(0, maxFramesNamed).join(", ");
  const more = frames.length - maxFramesNamed;
  return `frames ${shown}${more > 0 ? ` and ${more} more` : ""}`;
}

class XmlOfBackup {
  readonly #task: CvatTask;
  readonly #placeOf: (frame: number) => CvatPlace | undefined;
  readonly #lines: string[] = [];
  readonly #losses = new Map<string, number>();
  readonly #mutable: ReadonlyMap<string, ReadonlySet<string>>;
  #trackCount = 0;
  #shapeCount = 0;

  constructor(task: CvatTask, placeOf: (frame: number) => CvatPlace | undefined) {
    this.#task = task;
    this.#placeOf = placeOf;
    this.#mutable = new Map(
      task.labels.map(({ name, attributes = [] }) => [
        name,
        new Set(attributes.flatMap((one) => (one.mutable === true ? one.name : []))),
      ]),
    );
  }

  result(): CvatXml {
    const { annotations, jobs, labels, deletedFrameCount } = this.#task;
    if (deletedFrameCount > 0) this.#lose("frames deleted in CVAT (their pictures are kept)", deletedFrameCount);
    this.#lose(
      "comments of reviews (issues)",
      jobs.reduce((sum, { issues = [] }) => sum + issues.length, 0),
    );
    const { hasGuide, subset } = this.#task;
    if (hasGuide) this.#losses.set("the guide for annotators", 0);
    if (subset !== "") this.#losses.set(`its subset "${subset}"`, 0);
    if (jobs.length > 0 && jobs.length !== annotations.length) {
      const counts = `${annotations.length} parts for ${jobs.length} jobs`;
      this.#losses.set(`annotations.json has ${counts}: all are taken, also those of ground truth jobs`, 0);
    }
    const own: [CvatJobAnnotations, number | undefined][] = [];
    const taken: CvatTag[] = [];
    for (const [index, one] of annotations.entries()) {
      const job = jobs.length === annotations.length ? jobs[index] : undefined;
      const { tags = [], shapes = [], tracks = [] } = one;
      // Both are about frames that ordinary jobs are about, too.
      if (job?.type === "ground_truth" || job?.type === "consensus_replica") {
        const kind = job.type === "ground_truth" ? "a ground truth job" : "jobs that are copies for a consensus";
        this.#lose(`shapes and tracks of ${kind}`, shapes.length + tracks.length);
        this.#lose(`tags of ${kind}`, tags.length);
        continue;
      }
      const scored = [...shapes, ...tracks.flatMap((track) => track.shapes ?? [])];
      this.#lose("scores of models", scored.filter(({ score = 1 }) => score !== 1).length);
      taken.push(...tags);
      own.push([one, job?.stop_frame]);
    }
    if (own.filter(([{ tracks = [] }]) => tracks.length > 0).length > 1) {
      this.#losses.set("tracks that go on in another job are not joined: each job has its own", 0);
    }
    // Tracks have ids; shapes get the remaining ones.
    for (const [{ tracks = [] }, stop] of own) for (const track of tracks) this.#putTrack(track, stop);
    for (const [label, tags] of Map.groupBy(taken, (tag) => tag.label ?? "")) this.#putTags(label, tags);
    for (const [{ shapes = [] }] of own) this.#putShapes(shapes);
    const text = [
      '<?xml version="1.0" encoding="utf-8"?>',
      "<annotations><version>1.1</version><meta><task><labels>",
      ...labels.map((label) => labelText(label, taken)),
      "</labels></task></meta>",
      ...this.#lines,
      "</annotations>\n",
    ].join("\n");
    const losses = [...this.#losses].map(([what, count]) => (count === 0 ? what : `${what}: ${count}`));
    return { text, trackCount: this.#trackCount, shapeCount: this.#shapeCount, losses };
  }

  #putTrack(track: CvatTrack, stop: number | undefined): void {
    const { label = "", group = 0, source = "manual", attributes = [], shapes = [], elements = [] } = track;
    const id = this.#trackCount++;
    this.#lines.push(`<track id="${id}" label="${xmlText(label)}"${groupText(group)} source="${xmlText(source)}">`);
    if (elements.length > 0) {
      const count = elements.reduce((sum, one) => sum + valueCount(one), 0);
      this.#lose("attributes of the points of skeletons", count);
      this.#lose(
        "attributes of tracks of skeletons",
        attributes.length + shapes.flatMap((one) => one.attributes ?? []).length,
      );
      for (const part of elements) {
        this.#lines.push(`<track label="${xmlText(part.label ?? "")}">`);
        this.#putKeyframes(part.shapes ?? [], [], stop, new Set());
        this.#lines.push("</track>");
      }
    } else this.#putKeyframes(shapes, attributes, stop, this.#mutable.get(label) ?? new Set());
    this.#lines.push("</track>");
  }

  #putKeyframes(
    shapes: readonly CvatShape[],
    fixed: readonly CvatValue[],
    stop: number | undefined,
    mutable: ReadonlySet<string>,
  ): void {
    const sorted = shapes.toSorted((a, b) => a.frame - b.frame);
    const values = new Map(fixed.map(({ name = "", value }) => [name, value]));
    const put = (shape: CvatShape, frame: number, isKeyframe: boolean): void => {
      const place = this.#placeOf(frame);
      if (place === undefined) return this.#lose("keyframes on frames that the media do not have", 1);
      // In CVAT, attributes keep their values until they change.
      for (const { name = "", value } of shape.attributes ?? []) if (mutable.has(name)) values.set(name, value);
      const about = ` frame="${place.frame}" keyframe="${isKeyframe ? 1 : 0}" outside="${shape.outside === true ? 1 : 0}"`;
      const all = [...values].map(([name, value]) => ({ name, value }));
      this.#putShape(shape, about, all);
    };
    for (const shape of sorted) put(shape, shape.frame, true);
    const last = sorted.at(-1);
    // An object that does not leave stays until the end of its job.
    if (last !== undefined && last.outside !== true && stop !== undefined && stop > last.frame) put(last, stop, false);
  }

  /** A tag of a frame is a frame label here: a track as large as the picture, for each stretch of frames. */
  #putTags(label: string, tags: readonly CvatTag[]): void {
    this.#lose(
      "attributes of tags",
      tags.reduce((sum, { attributes = [] }) => sum + attributes.length, 0),
    );
    const { video, frameStep } = this.#task;
    const stretches: { begin: number; end: number; size: Size }[] = [];
    const unplaced: number[] = [];
    const frames = [...new Set(tags.map(({ frame = 0 }) => frame))].toSorted((a, b) => a - b);
    const placed = frames.flatMap((frame) => {
      const place = this.#placeOf(frame);
      const { width, height } = video ?? this.#task.pictures[this.#task.startFrame + frame * frameStep] ?? {};
      if (place !== undefined && width !== undefined && height !== undefined)
        return [{ frame: place.frame, size: { width, height } }];
      unplaced.push(frame);
      return [];
    });
    const step = video === undefined ? 1 : frameStep;
    for (const { frame, size } of placed.toSorted((a, b) => a.frame - b.frame)) {
      const last = stretches.at(-1);
      if (last !== undefined && last.end + step === frame) last.end = frame;
      else stretches.push({ begin: frame, end: frame, size });
    }
    for (const { begin, end, size } of stretches) {
      this.#lines.push(`<track id="${this.#trackCount++}" label="${xmlText(label)}" source="manual">`);
      const values = [{ name: frameLabelAttribute, value: true }];
      const shape: CvatShape = { type: "rectangle", frame: begin, points: [0, 0, size.width, size.height] };
      for (const frame of new Set([begin, end]))
        this.#putShape(shape, ` frame="${frame}" keyframe="1" outside="0"`, values);
      this.#lines.push("</track>");
    }
    if (unplaced.length === 0) return;
    const why = "there is no such picture, or the backup does not say how large it is";
    this.#losses.set(`tags "${label}" of ${framesText(unplaced)}: ${why}`, 0);
  }

  #putShapes(shapes: readonly CvatShape[]): void {
    for (const [frame, own] of [...Map.groupBy(shapes, (shape) => shape.frame)].toSorted(([a], [b]) => a - b)) {
      const place = this.#placeOf(frame);
      if (place === undefined) {
        this.#lose("shapes on frames that the media do not have", own.length);
        continue;
      }
      const name = place.name === undefined ? "" : ` name="${xmlText(place.name)}"`;
      this.#lines.push(`<image id="${place.frame}"${name}>`);
      for (const shape of own) {
        const { label = "", group = 0, source = "manual", attributes = [] } = shape;
        this.#shapeCount++;
        this.#putShape(shape, ` label="${xmlText(label)}"${groupText(group)} source="${xmlText(source)}"`, attributes);
      }
      this.#lines.push("</image>");
    }
  }

  #putShape(shape: CvatShape, about: string, values: readonly CvatValue[]): void {
    const { type, points = [], elements = [], occluded, z_order: order = 0, rotation = 0 } = shape;
    const kind = type === "rectangle" ? "box" : type;
    const place = placeText(kind, points);
    if (place === undefined) return this.#lose(`shapes of the kind "${type}"`, 1);
    const turned = rotation === 0 ? "" : ` rotation="${rotation}"`;
    const common = `${about} occluded="${occluded === true ? 1 : 0}" z_order="${order}"`;
    this.#lines.push(`<${kind}${common}${place}${turned}>`);
    for (const { name = "", value } of values) {
      this.#lines.push(`<attribute name="${xmlText(name)}">${xmlText(String(value))}</attribute>`);
    }
    for (const part of elements) {
      this.#lose("attributes of the points of skeletons", part.attributes?.length ?? 0);
      const flags = ` outside="${part.outside === true ? 1 : 0}" occluded="${part.occluded === true ? 1 : 0}"`;
      this.#lines.push(`<points label="${xmlText(part.label ?? "")}"${flags} points="${pairs(part.points ?? [])}"/>`);
    }
    this.#lines.push(`</${kind}>`);
  }

  #lose(what: string, count: number): void {
    if (count > 0) this.#losses.set(what, (this.#losses.get(what) ?? 0) + count);
  }
}

const cuboidCorners = ["tl1", "bl1", "tr1", "br1", "tl2", "bl2", "tr2", "br2"];

/** The numbers of a shape as attributes; `undefined` for unknown kinds. */
function placeText(kind: string, points: readonly number[]): string | undefined {
  const [a = 0, b = 0, c = 0, d = 0] = points;
  if (kind === "box") return ` xtl="${a}" ytl="${b}" xbr="${c}" ybr="${d}"`;
  // Its center, the right end of one axis and the upper end of the other.
  if (kind === "ellipse") return ` cx="${a}" cy="${b}" rx="${c - a}" ry="${b - d}"`;
  if (kind === "polygon" || kind === "polyline" || kind === "points") return ` points="${pairs(points)}"`;
  if (kind === "skeleton") return "";
  if (kind === "cuboid") {
    return cuboidCorners
      .map((name, at) => ` x${name}="${points[2 * at] ?? 0}" y${name}="${points[2 * at + 1] ?? 0}"`)
      .join("");
  }
  if (kind !== "mask") return undefined;
  const [left = 0, top = 0, right = 0, bottom = 0] = points.slice(-4);
  const size = ` left="${left}" top="${top}" width="${right - left + 1}" height="${bottom - top + 1}"`;
  return ` rle="${points.slice(0, -4).join(", ")}"${size}`;
}

function pairs(points: readonly number[]): string {
  return points.flatMap((x, index) => (index % 2 === 0 ? `${x},${points[index + 1] ?? 0}` : [])).join(";");
}

function groupText(group: number): string {
  return group > 0 ? ` group_id="${group}"` : "";
}

function valueCount({ attributes = [], shapes = [] }: CvatTrack): number {
  return attributes.length + shapes.reduce((sum, shape) => sum + (shape.attributes?.length ?? 0), 0);
}

function labelText({ name, attributes = [] }: CvatLabel, tags: readonly CvatTag[]): string {
  const own = tags.some(({ label }) => label === name) ? [{ name: frameLabelAttribute, input_type: "checkbox" }] : [];
  const inner = [...attributes, ...own].map(
    ({ name: attribute, mutable, input_type: type = "text" }: CvatAttribute) =>
      `<attribute><name>${xmlText(attribute)}</name><mutable>${mutable === true ? "True" : "False"}</mutable>` +
      `<input_type>${xmlText(type)}</input_type></attribute>`,
  );
  return `<label><name>${xmlText(name)}</name><attributes>${inner.join("")}</attributes></label>`;
}
