/**
 * Tasks of Label Studio: what each is about, and which of its annotations count. JSON-MIN, which has the results as
 * members of the task, is converted to the form of the full export.
 */
import { isObject, type JsonObject } from "../../json.ts";

export interface StudioTask {
  /** The picture or video; empty if none exists. */
  readonly media: string;
  /** As given in the task. */
  readonly address: string;
  readonly isVideo: boolean;
  /** Pictures of a task that has several, as given in the task; results name them by `item_index`. */
  readonly pages: readonly string[];
  readonly results: readonly StudioResult[];
  /** The score of a prediction as a whole. */
  readonly score: number | undefined;
  /** Number of annotations that were not used. */
  readonly others: number;
  /** Number of annotations that people have cancelled or skipped. */
  readonly cancelled: number;
  readonly arePredictions: boolean;
}

export interface StudioResult {
  readonly result: unknown;
  readonly pointer: string;
}

/** A list of tasks, or one task. */
export function tasksOf(document: unknown): readonly (readonly [task: unknown, pointer: string])[] | undefined {
  if (Array.isArray(document)) return (document as readonly unknown[]).map((task, index) => [task, `/${index}`]);
  return isObject(document) && (isObject(document["data"]) || Array.isArray(document["annotations"]))
    ? [[document, ""]]
    : undefined;
}

/** @returns the task, or the problem */
export function readTask(task: unknown, pointer: string): StudioTask | string {
  if (!isObject(task)) return "it is not a JSON object";
  const isWhole = "annotations" in task || "predictions" in task || "completions" in task || isObject(task["data"]);
  const data = isObject(task["data"]) ? task["data"] : task;
  const chosen = isWhole ? chosenOf(task, pointer) : { results: resultsOfMin(task, pointer), others: 0, cancelled: 0 };
  if (typeof chosen === "string") return chosen;
  const hasSequence = chosen.results.some(({ result }) => isObject(result) && result["type"] === "videorectangle");
  const address = addressIn(data, hasSequence) ?? textOf(task["file_upload"]);
  const isVideo = hasSequence || /\.(mp4|m4v|mov|avi|mkv|webm|mpe?g|mts|wmv)$/i.test(nameOf(address));
  const pages = address === "" ? pagesIn(data) : [];
  return { score: undefined, arePredictions: false, ...chosen, address, media: nameOf(address), isVideo, pages };
}

type Chosen = Pick<StudioTask, "results" | "others" | "cancelled"> &
  Partial<Pick<StudioTask, "score" | "arePredictions">>;

/** The newest annotation that was not cancelled; if none exists, the newest prediction. */
function chosenOf(task: JsonObject, pointer: string): Chosen | string {
  let cancelled = 0;
  for (const name of ["annotations", "completions", "predictions"]) {
    const list = task[name];
    if (list === undefined || list === null) continue;
    if (!Array.isArray(list)) return `\`${name}\` must be a list`;
    const entries = (list as readonly unknown[]).map((one, index) => ({ one, pointer: `${pointer}/${name}/${index}` }));
    const usable = entries.filter(({ one }) => isObject(one) && one["was_cancelled"] !== true);
    const [newest] = usable.toSorted((a, b) => timeOf(b.one) - timeOf(a.one));
    cancelled += entries.length - usable.length;
    if (newest === undefined) continue;
    const { result, score } = newest.one as JsonObject;
    if (!Array.isArray(result)) return `\`result\` in ${newest.pointer} must be a list`;
    return {
      results: (result as readonly unknown[]).map((one, index) => ({
        result: one,
        pointer: `${newest.pointer}/result/${index}`,
      })),
      others: usable.length - 1,
      cancelled,
      arePredictions: name === "predictions",
      score: typeof score === "number" ? score : undefined,
    };
  }
  return { results: [], others: 0, cancelled };
}

/** Without a time, the id, which increases. */
function timeOf(annotation: unknown): number {
  const { updated_at: updated, created_at: created, id } = annotation as JsonObject;
  const time = Date.parse(textOf(updated) || textOf(created));
  return Number.isNaN(time) ? (typeof id === "number" ? id : 0) : time;
}

function resultsOfMin(task: JsonObject, pointer: string): readonly StudioResult[] {
  return Object.entries(task).flatMap(([name, list]) => {
    if (!Array.isArray(list)) return [];
    return (list as readonly unknown[]).flatMap((value, index) => {
      if (!isObject(value)) return [];
      const kind = Object.keys(value).find((member) => /^[a-z]+labels$/.test(member));
      const type = "sequence" in value ? "videorectangle" : (kind ?? kindOf(value));
      if (type === undefined) return [];
      const { original_width, original_height } = value;
      const result = { type, from_name: name, original_width, original_height, value };
      return [{ result, pointer: `${pointer}/${name}/${index}` }];
    });
  });
}

function kindOf(value: JsonObject): string | undefined {
  if ("points" in value) return "polygon";
  return "width" in value && "height" in value ? "rectangle" : undefined;
}

const isMediaName = (text: string): boolean => /\.[a-z0-9]{2,5}$/i.test(nameOf(text));

/** Members used by templates come first, then any text with the extension of a picture or a video. */
function addressIn(data: JsonObject, isVideo: boolean): string | undefined {
  const named = isVideo ? ["video", "image"] : ["image", "img", "video", "url", "ocr"];
  const texts = [...named.map((name) => data[name]), ...Object.values(data)].filter(
    (value): value is string => typeof value === "string" && value !== "",
  );
  return texts.find(isMediaName) ?? named.map((name) => data[name]).find((value) => typeof value === "string");
}

/** The first list of names of pictures. */
function pagesIn(data: JsonObject): readonly string[] {
  const lists = Object.values(data).filter((value): value is readonly unknown[] => Array.isArray(value));
  const isName = (one: unknown): one is string => typeof one === "string" && isMediaName(one);
  return lists.find((list): list is readonly string[] => list.length > 0 && list.every(isName)) ?? [];
}

/** `/data/upload/1/0a1b2c3d-name.jpg`, `/data/local-files/?d=folder/name.jpg`, `s3://bucket/name.jpg?x`. */
export function nameOf(address: string): string {
  const local = /[?&]d=([^&]*)/.exec(address)?.[1];
  const path = decoded(local ?? address.replace(/[?#].*$/s, ""));
  if (local !== undefined) return path;
  if (!/^(\/data\/|[a-z0-9+.-]+:\/\/)/i.test(address)) return withoutPrefix(path);
  return withoutPrefix(path.slice(path.lastIndexOf("/") + 1));
}

/** Label Studio prefixes uploaded files with eight digits. */
function withoutPrefix(path: string): string {
  return path.replace(/(^|\/)[0-9a-f]{8}-(?=[^/]+$)/, "$1");
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
