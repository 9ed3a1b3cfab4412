/** A pipeline's name, its category, and the parameters of a run (api-v1 17.1). */
import type { ModelPack, Pipe, PipeParameter, StereoCalibration } from "#schemas";

/** A pipeline as its engine describes it. */
export interface PipelineDescription {
  /** The file that describes it, `<category>_<name>.pipe`; unique. */
  readonly pipe: string;
  readonly description: string | null;
  readonly parameters: readonly PipeParameter[];
  /** It can process a part of the frames; absent: all or none. */
  readonly takesFrames?: true;
}

/** Calibration of the two cameras of a measurement. */
export type InstalledPack = ModelPack;
export type PairCalibration = StereoCalibration;

export type ParameterValue = string | number | boolean;
export type ParameterValues = Readonly<Record<string, ParameterValue>>;

/** Categories by the prefix of the file name, with their descriptions. */
export const pipelineCategories: Readonly<Record<string, string>> = {
  detector: "Find objects, each picture by itself.",
  tracker: "Find objects and follow them through the pictures, or follow those that are there.",
  generate: "Make new data from the pictures.",
  utility: "Change the annotations that are there.",
  filter: "Make another dataset: fewer annotations, or other pictures.",
  transcode: "Make other files of the pictures.",
  measurement: "Measure with two cameras.",
  "2-cam": "For datasets with two cameras.",
  "3-cam": "For datasets with three cameras.",
};

/** Camera counts at the end of a name. */
const cameraEnding = /[-_]([23])-cam$/;

/** `undefined`: the name has no known category. */
export function categoryOf(pipe: string): string | undefined {
  const stem = stemOf(pipe);
  const cameras = cameraEnding.exec(stem)?.[1];
  if (cameras !== undefined) return `${cameras}-cam`;
  const prefix = /^([a-z]+)_./.exec(stem)?.[1];
  return prefix !== undefined && prefix in pipelineCategories ? prefix : undefined;
}

/** The file name for a model of this name: the list shows underscores as spaces. */
export function pipeFileOf(category: string, name: string): string {
  const words = name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "_")
    .replaceAll(/^_+|_+$/g, "");
  return `${category}_${words === "" ? "model" : words}.pipe`;
}

/** As listed by the API; `undefined`: the name has no known category. */
export function pipeOf({ pipe, description, parameters }: PipelineDescription): Pipe | undefined {
  const type = categoryOf(pipe);
  if (type === undefined) return undefined;
  const stem = stemOf(pipe);
  const rest = type.endsWith("-cam") ? stem : stem.slice(type.length + 1);
  const metadata = { description, diveParams: [...parameters] };
  return { name: rest.replaceAll("_", " "), type, pipe, folderId: null, metadata };
}

/** Pipelines for several cameras run on a multi-camera dataset. */
export const isForSeveralCameras = (category: string): boolean =>
  category.endsWith("-cam") || category === "measurement";

export type ParameterCheck =
  | { readonly ok: true; readonly values: ParameterValues }
  | { readonly ok: false; readonly message: string };

/** The parameters of a run: given values, and defaults for the others. Clients may send values as text. */
export function checkParameters(parameters: readonly PipeParameter[], given: object): ParameterCheck {
  const values: Record<string, ParameterValue> = {};
  const known = new Set(parameters.map(({ key }) => key));
  const unknown = Object.keys(given).find((key) => !known.has(key));
  if (unknown !== undefined) {
    const all = known.size === 0 ? "It has none." : `It has ${[...known].join(", ")}.`;
    return { ok: false, message: `The pipeline has no parameter "${unknown.slice(0, 100)}". ${all}` };
  }
  for (const parameter of parameters) {
    const { key, label, required } = parameter;
    const value: unknown = (given as Record<string, unknown>)[key] ?? parameter.default;
    if (value === null || value === "") {
      if (required === true) return { ok: false, message: `"${label}" must be given.` };
      if (value === "" && parameter.type === "text") values[key] = "";
      continue;
    }
    const read = readValue(parameter, value);
    if (read === undefined) return { ok: false, message: `"${label}" must be ${wanted(parameter)}.` };
    values[key] = read;
  }
  return { ok: true, values };
}

function readValue(
  { type, type_props: { min, max, items } }: PipeParameter,
  value: unknown,
): ParameterValue | undefined {
  if (type === "boolean") {
    if (typeof value === "boolean") return value;
    return value === "true" ? true : value === "false" ? false : undefined;
  }
  if (type === "number") {
    const number = typeof value === "string" ? Number(value) : value;
    if (typeof number !== "number" || !Number.isFinite(number)) return undefined;
    return number < (min ?? -Infinity) || number > (max ?? Infinity) ? undefined : number;
  }
  if (typeof value !== "string" || value.length > maxTextLength || /[\0\r\n]/.test(value)) return undefined;
  return type === "select" && items?.includes(value) !== true ? undefined : value;
}

const maxTextLength = 1000;

function wanted({ type, type_props: { min, max, items } }: PipeParameter): string {
  if (type === "boolean") return "true or false";
  if (type === "select") return `one of ${(items ?? []).join(", ")}`;
  if (type === "text") return `one line of at most ${maxTextLength} characters`;
  if (min !== undefined && max !== undefined) return `a number from ${min} to ${max}`;
  if (min !== undefined) return `a number, at least ${min}`;
  return max === undefined ? "a number" : `a number, at most ${max}`;
}

const stemOf = (pipe: string): string => pipe.replace(/\.pipe$/, "");
