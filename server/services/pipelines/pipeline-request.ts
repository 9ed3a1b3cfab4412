/** A request to run a pipeline, and where its result goes (api-v1 16.3). */
import { RequestError } from "../../base/errors.ts";
import { isObjectId } from "../../base/object-id.ts";
import type { FrameRange } from "../../domain/run-result.ts";

export interface PipelineRequest {
  readonly folderId: string;
  /** Copied from the list; unchecked. */
  readonly pipeline: Readonly<Record<string, unknown>>;
  /** Unchecked. */
  readonly pipelineParams: Readonly<Record<string, unknown>> | undefined;
  readonly forceTranscoded: boolean;
}

/** The content of `pipelineParams`. Clients send bracketed values as text, and omit nulls. */
export interface RunOptions {
  readonly parameters: object;
  /** Absent: all frames. */
  readonly frames?: FrameRange;
  /** The annotation set for the result; "" is the default one. */
  readonly outputSet: string;
  /** Add to the set instead of replacing its content. */
  readonly add: boolean;
  /** A new dataset for the result, a clone of this one. */
  readonly dataset?: { readonly name: string; readonly parentId: string | undefined };
}

const maxNameLength = 200;

/** @throws RequestError for options that are not supported */
export function readRunOptions(params: Readonly<Record<string, unknown>>): RunOptions {
  const { kwiverParams, runtimeParams, outputDatasetName, outputParentFolderId, outputSet, add, ...others } = params;
  refuseOthers("pipelineParams", others);
  const { frameRange, ...otherRuntime } = objectOf("runtimeParams", runtimeParams);
  refuseOthers("runtimeParams", otherRuntime);
  const frames = isGiven(frameRange) ? frameRangeOf(frameRange) : undefined;
  const set = nameOf("outputSet", outputSet);
  const name = nameOf("outputDatasetName", outputDatasetName);
  const parentId = nameOf("outputParentFolderId", outputParentFolderId);
  const isAdded = flagOf("add", add);
  if (parentId !== "" && !isObjectId(parentId))
    throw new RequestError("outputParentFolderId is not an id of a folder.");
  if (parentId !== "" && name === "") throw new RequestError("outputParentFolderId needs outputDatasetName.");
  if (name !== "" && (set !== "" || isAdded)) {
    throw new RequestError("outputDatasetName makes a dataset of the result: leave out outputSet and add.");
  }
  if (frames !== undefined && isAdded) {
    throw new RequestError("frameRange replaces what is on these frames: leave out add, or name an outputSet.");
  }
  return {
    parameters: objectOf("kwiverParams", kwiverParams),
    outputSet: set,
    add: isAdded,
    ...(frames !== undefined && { frames }),
    ...(name !== "" && { dataset: { name, parentId: parentId === "" ? undefined : parentId } }),
  };
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== "";

function refuseOthers(what: string, others: Readonly<Record<string, unknown>>): void {
  const unknown = Object.keys(others).find((key) => isGiven(others[key]));
  if (unknown !== undefined)
    throw new RequestError(`${what} has no "${unknown.slice(0, 100)}" that this server supports.`);
}

function objectOf(name: string, value: unknown): Readonly<Record<string, unknown>> {
  if (!isGiven(value)) return {};
  if (typeof value === "object" && !Array.isArray(value)) return value as Readonly<Record<string, unknown>>;
  throw new RequestError(`${name} must be an object.`);
}

function nameOf(name: string, value: unknown): string {
  if (!isGiven(value)) return "";
  if (typeof value === "string" && value.length <= maxNameLength && value.trim() !== "") return value.trim();
  throw new RequestError(`${name} must be text of 1 to ${maxNameLength} characters.`);
}

function flagOf(name: string, value: unknown): boolean {
  if (!isGiven(value)) return false;
  if (typeof value === "boolean" || value === "true" || value === "false") return String(value) === "true";
  throw new RequestError(`${name} must be true or false.`);
}

function frameRangeOf(value: unknown): FrameRange {
  // Some clients number the entries of a list in brackets.
  const entries: unknown[] = typeof value === "object" && value !== null ? Object.values(value) : [];
  const [first, last, ...more] = entries.map(frameOf);
  if (first === undefined || last === undefined || more.length > 0 || first > last) {
    throw new RequestError("runtimeParams.frameRange must be [first, last]: two whole numbers from 0, in order.");
  }
  return { first, last };
}

function frameOf(value: unknown): number | undefined {
  const number = typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}
