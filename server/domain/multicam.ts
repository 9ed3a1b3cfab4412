/** What the metadata of a dataset with several cameras say, and what a request to make one must say (api-v1 14.10, 19.1). */
import { isDatasetType, type Meta } from "./meta.ts";
import { anything, checkShape, listOf, mapOf, number, object, optional, text, type ShapeResult } from "./shape.ts";

export interface Camera {
  readonly folderId: string;
  readonly type: string;
}

export interface MultiCam {
  readonly defaultDisplay: string;
  readonly cameraOrder: readonly string[];
  readonly cameras: Readonly<Record<string, Camera>>;
}

const camera = object({ folderId: optional(text), type: optional(text) }, "drop");
const request = object(
  {
    name: text,
    fps: number,
    type: text,
    subType: text,
    defaultDisplay: text,
    cameras: mapOf(camera),
    cameraOrder: optional(listOf(text)),
    calibrationFileId: optional(text),
    metadataFileId: optional(text),
  },
  "refuse",
);

export interface NewMultiCam extends MultiCam {
  readonly name: string;
  /** -1: that of the cameras. */
  readonly fps: number;
  readonly type: string;
  readonly subType: string;
  readonly calibrationFileId?: string;
  readonly metadataFileId?: string;
}

/** The body of a request; the rules between its fields and the folders are checked by `refusalOf` and the service. */
export function parseNewMultiCam(body: unknown): ShapeResult<NewMultiCam> {
  const result = checkShape("MultiCamCreate", request, body);
  if (!result.ok) return result;
  const { cameras, cameraOrder, ...rest } = result.value;
  const complete = Object.entries(cameras).map(
    ([name, { folderId = "", type = rest.type }]) => [name, { folderId, type }] as const,
  );
  return {
    ok: true,
    value: {
      ...rest,
      cameras: Object.fromEntries(complete),
      cameraOrder: cameraOrder ?? orderCameras(Object.keys(cameras)),
    },
  };
}

/** The first thing that is wrong with a request, before any folder is looked at. */
export function refusalOf({ cameras, cameraOrder, defaultDisplay, subType, type }: NewMultiCam): string | undefined {
  const names = Object.keys(cameras);
  if (names.length === 0) return "At least one camera is required";
  if (subType === "stereo" && names.length !== 2) return "Stereo datasets require exactly 2 cameras";
  if (subType === "multicam" && names.length !== 2 && names.length !== 3) {
    return "Multicam datasets require 2 or 3 cameras";
  }
  if (subType !== "stereo" && subType !== "multicam") return `Invalid subType: ${subType}`;
  if (!names.includes(defaultDisplay)) return `defaultDisplay "${defaultDisplay}" is not a camera name`;
  if (!isCameraType(type)) return `Multicam type must be image-sequence, large-image, or video, not ${type}`;
  const isEachOnce = cameraOrder.length === names.length && names.every((name) => cameraOrder.includes(name));
  if (!isEachOnce) return "cameraOrder must list each camera name exactly once";
  for (const [name, { folderId, type: own }] of Object.entries(cameras)) {
    if (folderId === "") return `Camera "${name}" missing folderId`;
    if (!isCameraType(own)) return `Camera "${name}" has unsupported type ${own}`;
  }
  return undefined;
}

const isCameraType = (type: string): boolean => isDatasetType(type) && type !== "multi";

const stored = object(
  {
    defaultDisplay: optional(text),
    cameraOrder: optional(listOf(text)),
    cameras: mapOf(object({ folderId: text, type: optional(anything) }, "drop")),
  },
  "drop",
);

/** `undefined` when the metadata name no cameras. */
export function multiCamOf(meta: Meta): MultiCam | undefined {
  const result = checkShape("multiCam", stored, meta["multiCam"]);
  if (!result.ok) return undefined;
  const cameras = Object.fromEntries(
    Object.entries(result.value.cameras).map(([name, { folderId, type }]) => [
      name,
      { folderId, type: typeof type === "string" ? type : "image-sequence" },
    ]),
  );
  const names = Object.keys(cameras);
  const given = (result.value.cameraOrder ?? []).filter((name) => names.includes(name));
  const cameraOrder = given.length > 0 ? given : orderCameras(names);
  return { cameras, cameraOrder, defaultDisplay: result.value.defaultDisplay ?? cameraOrder[0] ?? "" };
}

/** Without an order of its own: optical cameras first, infrared ones last. */
function orderCameras(names: readonly string[]): string[] {
  const rank = (name: string): number => (/(^|_)EO(_|$)/.test(name) ? 0 : /(^|_)IR(_|$)/.test(name) ? 2 : 1);
  return [...names].sort((a, b) => rank(a) - rank(b));
}
