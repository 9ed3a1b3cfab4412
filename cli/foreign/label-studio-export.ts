/**
 * The JSON export of Label Studio: the pictures of each project become one dataset, each video its own dataset.
 * For each dataset, an export of its own is written with the new names of its media, and the reader of that format does
 * the rest.
 */
import { createWriteStream } from "node:fs";
import { basename } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { readTask, type StudioTask, tasksOf } from "#core/formats/label-studio/label-studio-tasks";
import { mediaKindOf } from "#schemas/media-files";
import { CliError, ExitCode } from "../base/process/errors.ts";
import { readDecompressed } from "../base/files/files.ts";
import { interrupted } from "../base/process/interrupt.ts";
import { networkReason } from "../base/connection/network-reason.ts";
import { counted } from "../base/terminal/output.ts";
import { flatNames, type ForeignDataset, type ForeignMedia } from "./foreign-dataset.ts";
import type { MediaFolder } from "./media-folder.ts";

export interface StudioPlaces {
  readonly folder: MediaFolder | undefined;
  /** Address of Label Studio, for media uploaded there. */
  readonly site: string | undefined;
  readonly key: string | undefined;
}

type Json = Readonly<Record<string, unknown>>;

interface FoundTask {
  readonly task: StudioTask;
  readonly document: Json;
  readonly number: number;
}

const maxNamed = 5;

/** @throws CliError when it is not an export */
export async function readStudioExport(path: string, places: StudioPlaces): Promise<readonly ForeignDataset[]> {
  const refuse = (what: string): CliError => new CliError(ExitCode.findings, `${path} ${what}.`);
  let document: unknown;
  try {
    document = JSON.parse(new TextDecoder().decode(await readDecompressed(path)));
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw refuse("is not valid JSON");
  }
  const listed = tasksOf(document);
  if (listed === undefined) throw refuse("is not a JSON export of Label Studio: it has no tasks");
  const foundTasks: FoundTask[] = [];
  const broken: string[] = [];
  for (const [index, [one, pointer]] of listed.entries()) {
    const task = readTask(one, pointer);
    if (typeof task === "string") broken.push(`task ${index + 1}: ${task}`);
    else foundTasks.push({ task, document: one as Json, number: index + 1 });
  }
  const stem = basename(path).replace(/\.json$/i, "");
  const groups = [...Map.groupBy(foundTasks, groupOf).values()];
  const datasets = groups.flatMap((tasks) => datasetOf(tasks, places) ?? []);
  const [first] = datasets;
  if (first === undefined) {
    const [reason] = [...broken, ...lossesOfMedia(foundTasks, places)];
    throw refuse(`has no task whose picture or video could be found${reason === undefined ? "" : `: ${reason}`}`);
  }
  const lost = groups
    .filter((tasks) => datasetOf(tasks, places) === undefined)
    .flatMap((own) => lossesOfMedia(own, places));
  const projects = new Set(
    groups.filter(([one]) => one?.task.isVideo === false).map(([one]) => one?.document["project"]),
  );
  return datasets.map((dataset) => ({
    ...dataset,
    name: dataset.type === "video" || projects.size === 1 ? dataset.name || stem : `${stem} ${dataset.name}`.trim(),
    losses: dataset === first ? [...broken, ...lost, ...dataset.losses] : dataset.losses,
  }));
}

const groupOf = ({ task, document }: FoundTask): string =>
  JSON.stringify(task.isVideo ? ["video", task.address] : ["pictures", document["project"] ?? null]);

/** `undefined`: none of its media is available. */
function datasetOf(tasks: readonly FoundTask[], places: StudioPlaces): ForeignDataset | undefined {
  const [first] = tasks;
  if (first === undefined) return undefined;
  const { isVideo } = first.task;
  const mediaByUrl = new Map<string, ForeignMedia>();
  const there: FoundTask[] = [];
  for (const one of tasks) {
    const media = mediaOf(one.task, places);
    if (typeof media === "string") continue;
    there.push(one);
    mediaByUrl.set(one.task.media, media);
  }
  if (there.length === 0) return undefined;
  const names = flatNames([...mediaByUrl.keys()]);
  const nameOf = ({ task }: FoundTask): string => names.get(task.media) ?? task.media;
  const rate = isVideo ? frameRateOf(there) : undefined;
  const annotated = there.filter(({ task }) => task.results.length > 0);
  const losses = [...lossesOfMedia(tasks, places), ...lossesOf(there)];
  if (isVideo && rate === undefined && annotated.length > 0)
    losses.push("the frame rate that its frames count by, which the export does not say: that of the video is taken");
  const name = nameOf(first).replace(/\.[^.]+$/, "");
  const project = first.document["project"];
  return {
    name: isVideo ? name : typeof project === "number" ? `project ${project}` : "",
    type: isVideo ? "video" : "image-sequence",
    media: new Map([...mediaByUrl].map(([path, media]) => [names.get(path) ?? path, media])),
    annotations: { name: "label-studio.json", text: JSON.stringify(there.map((one) => renamed(one, nameOf(one)))) },
    configuration: undefined,
    trackCount: isVideo ? count(annotated) : 0,
    shapeCount: isVideo ? 0 : count(annotated),
    annotatedLater: { frameRate: rate },
    losses,
  };
}

const count = (tasks: readonly FoundTask[]): number => tasks.reduce((sum, { task }) => sum + task.results.length, 0);

/** Only the media reference of its data is kept. */
function renamed({ task, document }: FoundTask, name: string): Json {
  const member = { [task.isVideo ? "video" : "image"]: name };
  return isObject(document["data"]) ? { ...document, data: member } : { ...document, ...member };
}

/** Where the media are; a text says why they are not available. */
function mediaOf({ media, address, isVideo }: StudioTask, { folder, site, key }: StudioPlaces): ForeignMedia | string {
  if (media === "") return "it names no picture or video";
  const kind = mediaKindOf(media);
  if (kind !== undefined && (kind === "video") !== isVideo) return `${media} is neither a picture nor a video`;
  // In Label Studio's own folder, names of uploads are prefixed with eight digits.
  const uploaded = address.replace(/[?#].*$/s, "").replace(/^.*\//s, "");
  const file = folder?.find(media) ?? folder?.find(uploaded);
  if (file !== undefined && folder !== undefined) {
    if ("path" in file) return { path: folder.pathOf(file.path) };
    return `${media}: the folder of --media has several of that name (${file.several.slice(0, 3).join(", ")})`;
  }
  if (/^https?:\/\//i.test(address)) return fetched(address, undefined);
  if (address.startsWith("/data/") && site !== undefined) return fetched(new URL(address, site).href, key);
  const where = address.startsWith("/data/")
    ? "name Label Studio with --site, or a folder with --media"
    : "name a folder with --media";
  return `${address}, which is not here: ${folder === undefined ? where : "the folder of --media does not have it"}`;
}

/** The key is only sent to Label Studio. */
function fetched(address: string, key: string | undefined): ForeignMedia {
  return {
    size: undefined,
    write: async (path) => {
      const headers: Record<string, string> = key === undefined ? {} : { Authorization: `Token ${key}` };
      const fail = (why: string, cause?: unknown): CliError =>
        new CliError(ExitCode.findings, `${address} cannot be fetched: ${why}.`, { cause });
      // The site may redirect elsewhere: undici then removes the key.
      const response = await fetch(address, { headers, signal: interrupted }).catch((error: unknown) => {
        interrupted.throwIfAborted();
        throw fail(networkReason(error), error);
      });
      const { status, body } = response;
      if (!response.ok || body === null) {
        const isRefused = status === 401 || status === 403;
        throw fail(isRefused ? `it answers ${status}; put a key into LABEL_STUDIO_API_KEY` : `it answers ${status}`);
      }
      await pipeline(Readable.fromWeb(body), createWriteStream(path), { signal: interrupted });
    },
  };
}

function lossesOfMedia(tasks: readonly FoundTask[], places: StudioPlaces): readonly string[] {
  const reasons = tasks.flatMap(({ task, number }) => {
    const media = mediaOf(task, places);
    return typeof media === "string" ? [`task ${number}: ${media}`] : [];
  });
  const more = reasons.length - maxNamed;
  return more > 0 ? [...reasons.slice(0, maxNamed), `${counted(more, "more task")} for such reasons`] : reasons;
}

/** Task data that have no place here; losses of annotations are reported by their reader. */
function lossesOf(tasks: readonly FoundTask[]): readonly string[] {
  const losses: string[] = [];
  const sum = (of: (document: Json) => number): number => tasks.reduce((all, one) => all + of(one.document), 0);
  const listed = (document: Json, name: string): readonly unknown[] => {
    const list = document[name];
    return Array.isArray(list) ? list : [];
  };
  const say = (number: number, one: string, several?: string): void => {
    if (number > 0) losses.push(counted(number, one, several));
  };
  const fields = new Set(
    tasks.flatMap(({ task, document }) =>
      isObject(document["data"])
        ? Object.entries(document["data"]).flatMap(([name, value]) => (value === task.address ? [] : [name]))
        : [],
    ),
  );
  if (fields.size > 0) losses.push(`further data of tasks: ${[...fields].join(", ")}`);
  say(
    sum((task) => listed(task, "drafts").length),
    "draft",
  );
  say(
    sum((task) => (typeof task["comment_count"] === "number" ? task["comment_count"] : 0)),
    "comment",
  );
  say(
    sum((task) => listed(task, "annotations").filter((one) => isObject(one) && one["was_cancelled"] === true).length),
    "skipped annotation",
  );
  const isDone = (task: Json): boolean => listed(task, "annotations").length > 0;
  say(
    sum((task) => (isDone(task) ? listed(task, "predictions").length : 0)),
    "prediction next to annotations",
    "predictions next to annotations",
  );
  return losses;
}

/** Label Studio counts frames by the rate in its own tag, 24 by default, whatever the rate of the video. */
function frameRateOf(tasks: readonly FoundTask[]): number | undefined {
  for (const { task } of tasks) {
    for (const { result } of task.results) {
      const value = isObject(result) ? result["value"] : undefined;
      if (!isObject(value)) continue;
      const [frames, seconds] = [Number(value["framesCount"]), Number(value["duration"])];
      if (frames > 1 && seconds > 0) return nearestRate(frames / seconds);
    }
  }
  return undefined;
}

/** The length is rounded, so the quotient only approximates the rate. */
function nearestRate(rate: number): number {
  const usual = [24000 / 1001, 24, 25, 30000 / 1001, 30, 50, 60000 / 1001, 60, 10, 15, 12, 20, 5, 1];
  const [nearest = rate] = usual.toSorted((a, b) => Math.abs(a - rate) - Math.abs(b - rate));
  return Math.abs(nearest / rate - 1) < 0.004 ? nearest : rate;
}

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
