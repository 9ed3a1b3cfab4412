/**
 * Label Studio: tasks with pictures, whose regions become tracks of one detection, and with a video, whose sequences of
 * boxes become tracks.
 */
import { maxFrame } from "../../edits/arguments.ts";
import { isObject, type JsonObject, parsePythonJson } from "../../json.ts";
import { ShapeError } from "../exchange/shapes.ts";
import { documentOf, readAsDocument, trackMember, type FoundProblems } from "../exchange/read-as-document.ts";
import { type ChosenVideo, chooseVideo, notFoundProblems, videoProblems } from "../pictures/choose-video.ts";
import { factsOf, placeFiles, type PictureFile, type PlacedFile } from "../pictures/file-per-picture.ts";
import { sizeToUse } from "../pictures/size-to-use.ts";
import { unmatchedText } from "../pictures/match-pictures.ts";
import { readerProblem, readerRefusal, type ReaderProblemCode } from "../problems/reader-problems.ts";
import { placesOf, type TextPlace } from "../text/json-place.ts";
import { syntaxRefusal } from "../text/json-syntax.ts";
import { pictureKinds, readBox, readRegion, RegionError, sizeIn, valueOf } from "./label-studio-shapes.ts";
import { readStudioTable } from "./label-studio-table.ts";
import { nameOf, readTask, tasksOf, type StudioTask } from "./label-studio-tasks.ts";
import type { AnnotationCore, ImageSize, ReadOptions, ReadReport } from "../../types.ts";
import { CoreError, unknownType } from "../../types.ts";

const maxId = 4294967294;

export async function readLabelStudio(
  core: AnnotationCore,
  bytes: Uint8Array,
  options: ReadOptions,
): Promise<ReadReport> {
  return await readAsDocument(core, "label-studio", options, (problems) => {
    const text = problems.decode(bytes);
    const reader = new StudioReader(options, problems);
    const table = readStudioTable(text);
    const placed = placeFiles(reader.pagesOf(table?.document ?? parsed(text, bytes.length)), options.imageNames ?? []);
    for (const one of placed) reader.place(one);
    reader.finish(table?.placesOf ?? ((pointers) => placesOf(text, pointers)));
    const facts = { ...factsOf(placed), ...(reader.videoSize !== undefined && { imageSize: reader.videoSize }) };
    return { text: reader.document(), facts };
  });
}

/** @throws CoreError if it is not JSON */
function parsed(text: string, byteLength: number): unknown {
  try {
    return parsePythonJson(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw syntaxRefusal(text, byteLength, error);
  }
}

interface TaskPage extends PictureFile {
  readonly task: StudioTask;
  readonly pointer: string;
}

interface Region {
  readonly id: string;
  readonly pointer: string;
  readonly kind: string;
  readonly result: JsonObject;
  /** From all results about the region. */
  readonly labels: string[];
  readonly values: Map<string, unknown>;
}

interface Found {
  readonly id: number | undefined;
  readonly pairs: readonly (readonly [string, number])[];
  readonly attributes: object;
  readonly features: readonly JsonObject[];
}

class StudioReader {
  videoSize: ImageSize | undefined;
  readonly #options: ReadOptions;
  readonly #problems: FoundProblems;
  readonly #found: Found[] = [];

  constructor(options: ReadOptions, problems: FoundProblems) {
    this.#options = options;
    this.#problems = problems;
  }

  /** Pages of pictures; a video is read immediately. */
  pagesOf(document: unknown): readonly TaskPage[] {
    const tasks = tasksOf(document);
    if (tasks === undefined) throw readerRefusal("label-studio-not-tasks");
    const pages: TaskPage[] = [];
    const all = tasks.map(([one, pointer]) => ({ task: readTask(one, pointer), pointer }));
    const video = this.#videoOf(
      all.flatMap(({ task }) => (typeof task !== "string" && task.isVideo ? task.media : [])),
    );
    for (const { task, pointer } of all) {
      if (typeof task === "string") {
        this.#fail("label-studio-task-malformed", pointer, [task]);
        continue;
      }
      if (task.cancelled > 0) this.#warn("label-studio-cancelled", pointer, [], "cancelled");
      if (task.results.length > 0) this.#reportChoice(task, pointer);
      if (task.isVideo) {
        if (task.results.length > 0) this.#reportName(task.address, task.media, pointer);
        if (video?.name === task.media) this.#readVideo(task);
        else if (video?.wanted === undefined)
          this.#fail("label-studio-several-videos", pointer, [JSON.stringify(task.media)]);
      } else if (task.pages.length > 0) pages.push(...pagesOfTask(task, pointer));
      else if (task.media === "") this.#fail("label-studio-no-media", pointer);
      else {
        pages.push(pageOf(task, pointer));
      }
    }
    const named = withDistinctNames(pages);
    for (const { task, fileName, pointer } of named) {
      if (task.results.length > 0) this.#reportName(task.address, fileName, pointer);
    }
    return named;
  }

  #videoOf(videos: readonly string[]): ChosenVideo | undefined {
    const { videoNames, askedVideo } = this.#options;
    const chosen = chooseVideo(videos, videoNames);
    if (chosen === undefined) return undefined;
    const isFound = chosen.wanted !== undefined;
    const problems = isFound ? videoProblems(chosen, videos) : notFoundProblems(askedVideo, videos, chosen.name);
    for (const problem of problems) this.#problems.report(problem);
    return chosen;
  }

  #reportChoice(task: StudioTask, pointer: string): void {
    if (task.others > 0) this.#warn("label-studio-newest-taken", pointer, [], "newest");
    if (task.arePredictions) this.#warn("label-studio-predictions-taken", pointer, [], "predictions");
  }

  #reportName(address: string, name: string, pointer: string): void {
    const given = uploadName(address);
    if (given !== undefined && !name.endsWith(given))
      this.#warn("label-studio-name-shortened", pointer, [given, name], "name");
  }

  /** Adds the regions of a picture, on its frame. */
  place({ page, name, match }: PlacedFile<TaskPage>): void {
    const { task, pointer, size } = page;
    if (match.frame === undefined) {
      const code = match.others.length === 0 ? "label-studio-picture-unknown" : "picture-ambiguous";
      return this.#fail(code, pointer, unmatchedText(name, match));
    }
    const { frame } = match;
    const { imageSizes, imageSize } = this.#options;
    for (const region of this.#regionsOf(task, pictureKinds)) {
      const own = sizeToUse(sizeIn(region.result) ?? size, imageSizes?.[frame]) ?? imageSize;
      if (own === undefined) {
        this.#fail("label-studio-size-unknown", region.pointer);
        continue;
      }
      this.#attempt(region, () => {
        const { bounds, features } = readRegion(region.kind, valueOf(region.result), own);
        const turn = region.result["image_rotation"];
        if (typeof turn === "number" && turn % 360 !== 0)
          this.#warn("label-studio-picture-rotated", region.pointer, [String(turn)], "rotated");
        if (region.kind === "brush") this.#warn("label-studio-masks-outlined", region.pointer, [], "mask");
        const values = Object.fromEntries(region.values);
        const feature = {
          frame,
          bounds,
          keyframe: true,
          ...(region.values.size > 0 && { attributes: values }),
          ...notesOf(region.result),
          ...(features.length > 0 && { geometry: { type: "FeatureCollection", features } }),
        };
        this.#put(region, task, {}, [feature]);
      });
    }
  }

  #readVideo(task: StudioTask): void {
    for (const region of this.#regionsOf(task, new Set(["videorectangle"]))) {
      const { isMeasured, imageSizes, imageSize } = this.#options;
      const known = isMeasured === true ? imageSize : undefined;
      const size = sizeToUse(sizeIn(region.result), known) ?? imageSizes?.[0] ?? imageSize;
      if (size === undefined) {
        this.#fail("label-studio-size-unknown", region.pointer);
        continue;
      }
      this.videoSize ??= size;
      this.#attempt(region, () => {
        const features = this.#keyframesOf(region, size);
        const [first, ...others] = features;
        if (first === undefined) throw new RegionError("`sequence` has no box", "/sequence");
        const begun = { ...first, ...notesOf(region.result) };
        this.#put(region, task, Object.fromEntries(region.values), [begun, ...others]);
      });
    }
  }

  /** @throws RegionError when there is no sequence; broken single boxes are skipped */
  #keyframesOf(region: Region, size: ImageSize): readonly JsonObject[] {
    const { sequence, framesCount } = valueOf(region.result);
    if (!Array.isArray(sequence)) throw new RegionError("`sequence` must be a list of boxes", "/sequence");
    const byFrame = new Map<number, JsonObject>();
    for (const [index, entry] of (sequence as readonly unknown[]).entries()) {
      const inside = { ...region, pointer: `${region.pointer}/value/sequence/${index}` };
      this.#attempt(
        inside,
        () => {
          if (!isObject(entry)) throw new RegionError("it is not a JSON object", "");
          const { frame: number, enabled } = entry;
          const frame = Number.isInteger(number) ? Number(number) - 1 : NaN;
          if (!(frame >= 0 && frame <= maxFrame)) throw new RegionError("`frame` must be an integer from 1", "/frame");
          const { bounds, features } = readBox(entry, size);
          if (byFrame.has(frame)) this.#warn("label-studio-frame-twice", inside.pointer, [String(frame + 1)]);
          byFrame.set(frame, {
            frame,
            bounds,
            keyframe: true,
            ...(enabled !== false && { interpolate: true }),
            ...(features.length > 0 && { geometry: { type: "FeatureCollection", features } }),
          });
        },
        "",
      );
    }
    const sorted = [...byFrame.values()].toSorted((a, b) => Number(a["frame"]) - Number(b["frame"]));
    const last = sorted.at(-1);
    if (last?.["interpolate"] !== true) return sorted;
    const { interpolate: _, ...end } = last;
    const lastFrame = Number.isInteger(framesCount) ? Number(framesCount) - 1 : -1;
    if (lastFrame <= Number(last["frame"]) || lastFrame > maxFrame) return [...sorted.slice(0, -1), end];
    // Without an end, the box stays where it is until the end of the video.
    this.#warn("label-studio-open-end", region.pointer, [], "open");
    return [...sorted, { ...end, frame: lastFrame }];
  }

  /** Results with the same id describe one region. */
  #regionsOf({ results }: StudioTask, kinds: ReadonlySet<string>): readonly Region[] {
    const regions = new Map<string, Region>();
    const further: {
      readonly id: string;
      readonly type: string;
      readonly result: JsonObject;
      readonly pointer: string;
    }[] = [];
    for (const { result, pointer } of results) {
      if (!isObject(result) || typeof result["type"] !== "string") {
        this.#fail("label-studio-result-malformed", pointer, ["it is not a JSON object with a `type`"]);
        continue;
      }
      const { type } = result;
      const id = typeof result["id"] === "string" ? result["id"] : pointer;
      const kind = type.replace(/labels$/, "");
      if (kinds.has(kind) && !regions.has(id)) {
        regions.set(id, { id, pointer, kind, result, labels: labelsOf(result), values: new Map() });
      } else further.push({ id, type, result, pointer });
    }
    for (const { id, type, result, pointer } of further) {
      const region = regions.get(id);
      const value = choiceOf(type, valueOf(result));
      if (region !== undefined && labelsOf(result).length > 0) region.labels.push(...labelsOf(result));
      else if (region !== undefined && value !== undefined) region.values.set(nameIn(result, type), value);
      else this.#warn("label-studio-result-ignored", pointer, [type], type);
    }
    return [...regions.values()];
  }

  #attempt(region: Region, read: () => void, inside = "/value"): void {
    try {
      read();
    } catch (error) {
      if (!(error instanceof ShapeError)) throw error;
      const at = error instanceof RegionError ? error.pointer : "";
      this.#fail("label-studio-result-malformed", region.pointer + inside + at, [error.message]);
    }
  }

  #put(region: Region, task: StudioTask, attributes: object, features: readonly JsonObject[]): void {
    const { score } = region.result;
    const confidence = typeof score === "number" && Number.isFinite(score) ? score : (task.score ?? 1);
    const types = [...new Set(region.labels)];
    if (types.length === 0) this.#warn("label-studio-label-missing", region.pointer, [], "label");
    const pairs = (types.length === 0 ? [unknownType] : types).map((type): [string, number] => [type, confidence]);
    const given = /^track(\d{1,10})$/.exec(region.id)?.[1];
    const id = given !== undefined && Number(given) <= maxId ? Number(given) : undefined;
    this.#found.push({ id, pairs, attributes, features });
  }

  document(): string {
    const given = new Set(this.#found.flatMap(({ id }) => id ?? []));
    const taken = new Set<number>();
    let next = 0;
    const tracks = this.#found.map(({ id: own, pairs, attributes, features }) => {
      while (given.has(next)) next++;
      const id = own !== undefined && !taken.has(own) ? own : next++;
      taken.add(id);
      const [begin, end] = [features[0]?.["frame"], features.at(-1)?.["frame"]];
      return trackMember({ id, begin, end, confidencePairs: pairs, attributes, features });
    });
    return documentOf(tracks);
  }

  /** Places are located in a single pass. */
  /** @param placesOf where the problems at some pointers are in the file */
  finish(placesOf: (pointers: readonly string[]) => ReadonlyMap<string, TextPlace>): void {
    const { list } = this.#problems;
    const pointers = list.flatMap(({ pointer }) => pointer ?? []);
    const places = placesOf(pointers);
    this.#problems.list = list.map((problem) => ({ ...problem, ...places.get(problem.pointer ?? "") }));
    const broken = this.#problems.list.find(({ severity }) => severity === "error");
    if (this.#options.strict === true && broken !== undefined) throw new CoreError(broken.code, broken.message, broken);
  }

  #fail(code: ReaderProblemCode, pointer: string, words: readonly string[] = []): void {
    // A strict read ends later, when the place is known.
    this.#problems.skippedCount++;
    this.#problems.report(readerProblem(code, words, { pointer }));
  }

  /** @param once one key for all such places, which are reported together */
  #warn(code: ReaderProblemCode, pointer: string, words: readonly string[], once?: string): void {
    const key = `${code} ${once ?? pointer}`;
    this.#problems.reportOnce(readerProblem(code, words, { pointer }), key);
  }
}

function pageOf(task: StudioTask, pointer: string): TaskPage {
  const [size] = task.results.flatMap(({ result }) => (isObject(result) ? (sizeIn(result) ?? []) : []));
  return { file: "", fileName: task.media, size, task, pointer };
}

/** A task of several pictures as one per picture. */
function pagesOfTask(task: StudioTask, pointer: string): readonly TaskPage[] {
  const indexOf = (result: unknown): unknown => (isObject(result) ? (result["item_index"] ?? 0) : 0);
  return task.pages.map((address, index) => {
    const results = task.results.filter(({ result }) => indexOf(result) === index);
    return pageOf({ ...task, address, media: nameOf(address), results }, pointer);
  });
}

/** The name of an upload, which begins with eight letters; `undefined` for others. */
function uploadName(address: string): string | undefined {
  const name = address.replace(/^.*[/=]/s, "");
  return /^[0-9a-f]{8}-/.test(name) ? name : undefined;
}

/** Uploads of different pictures may have the same name, and differ in the letters before it. */
function withDistinctNames(pages: readonly TaskPage[]): readonly TaskPage[] {
  const byName = Map.groupBy(pages, ({ fileName }) => fileName);
  return pages.map((page) => {
    const alike = byName.get(page.fileName) ?? [];
    const areSame = alike.every(({ task }) => task.address === page.task.address);
    const given = uploadName(page.task.address);
    return areSame || given === undefined ? page : { ...page, fileName: given };
  });
}

/** `rectanglelabels`, `labels` and similar. */
function labelsOf(result: JsonObject): string[] {
  const value = valueOf(result);
  const lists = Object.entries(value).filter(([name]) => /^[a-z]*labels$/.test(name));
  return lists.flatMap(([, list]) =>
    Array.isArray(list) ? (list as readonly unknown[]).filter((one): one is string => typeof one === "string") : [],
  );
}

/** A choice or text given for a region. */
function choiceOf(type: string, value: JsonObject): unknown {
  const found = value[type === "textarea" ? "text" : type];
  if (!Array.isArray(found)) return typeof found === "object" ? undefined : found;
  const texts = found as readonly unknown[];
  return texts.every((one) => typeof one === "string") && texts.length > 0 ? texts.join(", ") : undefined;
}

const nameIn = (result: JsonObject, type: string): string =>
  typeof result["from_name"] === "string" ? result["from_name"] : type;

/** `meta.text` is what the user wrote about a region. */
function notesOf({ meta }: JsonObject): { readonly notes?: readonly string[] } {
  const text = isObject(meta) ? meta["text"] : undefined;
  const list = Array.isArray(text) ? (text as readonly unknown[]) : [text];
  const notes = list.filter((one): one is string => typeof one === "string" && one !== "");
  return notes.length === 0 ? {} : { notes };
}
