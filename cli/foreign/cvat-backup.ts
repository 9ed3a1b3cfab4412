/**
 * Backups of CVAT, version 1.0: a zip of a task (`task.json`, `annotations.json`, `data/`), or of a project with such a
 * folder for each of its tasks and `project.json`, which contains the labels of all.
 */
import { openAsBlob } from "node:fs";
import { openZip, ZipError, type ZipFile } from "../../core-wasm/zip/read.ts";
import { CliError, ExitCode, fileError } from "../base/process/errors.ts";
import { type JsonShape, shapeProblem } from "./json-shape.ts";

const maxEntries = 1_000_000;
const maxJsonBytes = 1024 ** 3;

export interface CvatAttribute {
  readonly name: string;
  readonly mutable?: boolean;
  readonly input_type?: string;
  readonly values?: readonly string[];
}

export interface CvatLabel {
  readonly name: string;
  readonly color?: string;
  readonly attributes?: readonly CvatAttribute[];
  readonly sublabels?: readonly CvatLabel[];
}

export interface CvatValue {
  readonly name?: string;
  readonly value: unknown;
}

export interface CvatShape {
  readonly type: string;
  readonly frame: number;
  readonly points?: readonly number[];
  readonly label?: string;
  readonly occluded?: boolean;
  readonly outside?: boolean;
  readonly rotation?: number;
  readonly z_order?: number;
  readonly group?: number;
  readonly source?: string;
  /** How sure a model was. */
  readonly score?: number;
  readonly attributes?: readonly CvatValue[];
  readonly elements?: readonly CvatShape[];
}

export interface CvatTrack {
  readonly label?: string;
  readonly group?: number;
  readonly source?: string;
  readonly attributes?: readonly CvatValue[];
  readonly shapes?: readonly CvatShape[];
  readonly elements?: readonly CvatTrack[];
}

export interface CvatTag {
  readonly label?: string;
  readonly frame?: number;
  readonly attributes?: readonly CvatValue[];
}

export interface CvatJobAnnotations {
  readonly tags?: readonly CvatTag[];
  readonly shapes?: readonly CvatShape[];
  readonly tracks?: readonly CvatTrack[];
}

export interface CvatJob {
  readonly start_frame?: number;
  readonly stop_frame?: number;
  readonly type?: string;
  readonly issues?: readonly unknown[];
}

export interface CvatPicture {
  /** Relative to `data/`. */
  readonly path: string;
  readonly width?: number;
  readonly height?: number;
}

export interface CvatVideo {
  readonly name: string;
  readonly width?: number;
  readonly height?: number;
}

export interface CvatTask {
  readonly name: string;
  /** `Train`; empty: none. */
  readonly subset: string;
  /** A text that tells annotators how to work. */
  readonly hasGuide: boolean;
  readonly labels: readonly CvatLabel[];
  readonly jobs: readonly CvatJob[];
  /** One per job, in the order of `jobs`. */
  readonly annotations: readonly CvatJobAnnotations[];
  /** The frame of the media that frame 0 of the annotations refers to, and the step between frames. */
  readonly startFrame: number;
  readonly frameStep: number;
  readonly deletedFrameCount: number;
  /** In frame order, according to the manifest; empty for videos and without a manifest. */
  readonly pictures: readonly CvatPicture[];
  /** Copied from the manifest, unchecked. */
  readonly video: CvatVideo | undefined;
  /** Number of frames of the task, if known. */
  readonly frameCount: number | undefined;
  /** The contents of `data/`, by path, without CVAT's own files. */
  readonly media: ReadonlyMap<string, ZipFile>;
}

const members = (given: Record<string, JsonShape | (() => JsonShape)>, ...needs: readonly string[]): JsonShape => ({
  members: given,
  needs,
});

const attributes = {
  list: members({ name: "text", input_type: "text", mutable: "truth", values: { list: "any" } }, "name"),
};
const labels: JsonShape = { list: members({ name: "text", color: "text", attributes }, "name") };
const values = { list: members({ name: "text" }) };
const common = { label: "text", group: "number", source: "text", attributes: values } as const;
const shapes: JsonShape = {
  list: members(
    {
      ...common,
      type: "text",
      frame: "number",
      points: { list: "number" },
      rotation: "number",
      z_order: "number",
      score: "number",
      elements: () => shapes,
    },
    ...["type", "frame"],
  ),
};
const tracks: JsonShape = { list: members({ ...common, shapes, elements: () => tracks }) };
const tags = { list: members({ label: "text", frame: "number", attributes: values }) };
const jobs = {
  list: members({ start_frame: "number", stop_frame: "number", type: "text", issues: { list: "any" } }),
};
const data = members({
  start_frame: "number",
  stop_frame: "number",
  frame_filter: "text",
  deleted_frames: { list: "any" },
});
const projectShape = members({ labels });
const taskShape = members({ name: "text", subset: "text", version: "text", labels, jobs, data });
const annotationsShape = { list: members({ tags, shapes, tracks }) };
const manifestShape = members({
  extension: "text",
  width: "number",
  height: "number",
  properties: members({ resolution: { list: "number" } }),
});

/** @throws CliError when it is not a backup */
export async function readCvatBackup(path: string): Promise<readonly CvatTask[]> {
  const blob = await openAsBlob(path).catch((error: unknown) => {
    throw fileError("read", path, error);
  });
  try {
    const { files } = await openZip(blob, maxEntries);
    const byPath = new Map(files.map((file) => [file.path, file]));
    const folders = files.flatMap(({ path: name }) => /^((?:.*\/)?)task\.json$/.exec(name)?.[1] ?? []);
    if (folders.length === 0) throw refusal(path, "has no task.json, so it is not a backup of a CVAT task or project");
    const project = await readJson<{ labels?: readonly CvatLabel[] }>(path, byPath.get("project.json"), projectShape);
    const tasks: CvatTask[] = [];
    for (const folder of folders.toSorted((a, b) => a.localeCompare(b, "en", { numeric: true }))) {
      tasks.push(await readTask(path, folder, byPath, project?.labels ?? []));
    }
    return tasks;
  } catch (error) {
    if (!(error instanceof ZipError)) throw error;
    throw refusal(path, `cannot be read as a zip archive: ${error.message}`);
  }
}

interface TaskFile {
  readonly name?: string;
  readonly subset?: string;
  readonly version?: string;
  readonly labels?: readonly CvatLabel[];
  readonly jobs?: readonly CvatJob[];
  readonly data?: {
    readonly start_frame?: number;
    readonly stop_frame?: number;
    readonly frame_filter?: string;
    readonly deleted_frames?: readonly number[];
  };
}

async function readTask(
  path: string,
  folder: string,
  files: ReadonlyMap<string, ZipFile>,
  projectLabels: readonly CvatLabel[],
): Promise<CvatTask> {
  const task = (await readJson<TaskFile>(path, files.get(`${folder}task.json`), taskShape)) ?? {};
  if (task.version !== undefined && task.version !== "1.0") {
    throw refusal(path, `has a ${folder}task.json of version ${task.version}; 1.0 is the version that can be read`);
  }
  const annotated = files.get(`${folder}annotations.json`);
  const annotations = await readJson<readonly CvatJobAnnotations[]>(path, annotated, annotationsShape);
  const media = new Map<string, ZipFile>();
  const data = `${folder}data/`;
  for (const [name, file] of files) {
    const own = name.slice(data.length);
    if (name.startsWith(data) && !/(^|\/)(manifest\.jsonl|index\.json)$/.test(own)) media.set(own, file);
  }
  const step = Number(/step=(\d+)/.exec(task.data?.frame_filter ?? "")?.[1] ?? 1);
  const { start_frame: start = 0, stop_frame: stop } = task.data ?? {};
  return {
    name: task.name?.trim() || "CVAT task",
    subset: task.subset ?? "",
    hasGuide: files.has(`${folder}annotation_guide.md`) || files.has(`${folder}guide.md`),
    labels: task.labels ?? projectLabels,
    jobs: task.jobs ?? [],
    annotations: annotations ?? [],
    startFrame: start,
    frameStep: Math.max(1, step),
    deletedFrameCount: task.data?.deleted_frames?.length ?? 0,
    ...(await readManifest(path, files.get(`${data}manifest.jsonl`))),
    frameCount: stop === undefined ? undefined : Math.floor((stop - start) / Math.max(1, step)) + 1,
    media,
  };
}

interface ManifestLine {
  readonly name?: unknown;
  readonly extension?: string;
  readonly width?: number;
  readonly height?: number;
  /** Only for videos. */
  readonly properties?: { readonly name?: unknown; readonly resolution?: readonly number[] };
}

async function readManifest(path: string, file: ZipFile | undefined): Promise<Pick<CvatTask, "pictures" | "video">> {
  const pictures: CvatPicture[] = [];
  let video: CvatVideo | undefined;
  if (file === undefined) return { pictures, video };
  for (const line of (await readText(path, file)).split("\n")) {
    if (line.trim() === "") continue;
    const { name, extension, width, height, properties } = parse<ManifestLine>(path, file, line, manifestShape);
    if (typeof properties?.name === "string") {
      const [w, h] = properties.resolution ?? [];
      video = { name: properties.name, ...(w !== undefined && h !== undefined && { width: w, height: h }) };
    }
    if (typeof name !== "string" || extension === undefined) continue;
    pictures.push({
      path: name + extension,
      ...(width !== undefined && { width }),
      ...(height !== undefined && { height }),
    });
  }
  return { pictures, video };
}

async function readJson<T>(path: string, file: ZipFile | undefined, shape: JsonShape): Promise<T | undefined> {
  return file === undefined ? undefined : parse<T>(path, file, await readText(path, file), shape);
}

function parse<T>(path: string, file: ZipFile, text: string, shape: JsonShape): T {
  let value: unknown;
  try {
    // `null` is how some versions write that there is none.
    value = JSON.parse(text, (_, one: unknown) => one ?? undefined);
  } catch {
    throw refusal(path, `has a ${file.path} that is not valid JSON`);
  }
  const why = shapeProblem(value, shape);
  if (why !== undefined) throw refusal(path, `is not as CVAT writes it: ${file.path}, ${why}`);
  return value as T;
}

async function readText(path: string, file: ZipFile): Promise<string> {
  if (file.isEncrypted) throw refusal(path, `is encrypted: ${file.path} cannot be read`);
  if (file.size > maxJsonBytes) throw refusal(path, `has a ${file.path} of more than 1 GiB`);
  const parts: Uint8Array[] = [];
  for await (const part of file.read()) parts.push(part);
  return Buffer.concat(parts).toString("utf8");
}

function refusal(path: string, what: string): CliError {
  return new CliError(ExitCode.findings, `${path} ${what}.`);
}
