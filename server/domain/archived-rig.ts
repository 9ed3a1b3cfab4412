/** A multi-camera dataset as it was exported: its cameras, and how to join them again (api-v1 20.6, 21.7). */
import { mutableFields } from "./dataset-configuration.ts";

export interface ArchivedRig {
  /** In display order. */
  readonly cameras: readonly string[];
  /** Name of the calibration file of the pair. */
  readonly calibration: string | undefined;
  /** The body of the request that joins the cameras, without their folders. */
  readonly request: Readonly<Record<string, unknown>>;
  /** The dataset's configuration. */
  readonly configuration: Readonly<Record<string, unknown>>;
}

type Json = Readonly<Record<string, unknown>>;

/**
 * @param multiCam content of `multiCam.json`
 * @param configuration content of the `config.json` next to it
 * @returns the rig, or why it is invalid
 */
export function parseArchivedRig(multiCam: Json, configuration: Json): ArchivedRig | string {
  const given = recordOf(multiCam["cameras"]);
  if (given === undefined) return "multiCam.json has no cameras.";
  const { subType, timeAlignment } = configuration;
  if (subType !== "stereo" && subType !== "multicam") return "its configuration has no subType.";
  const names = Object.keys(given);
  const order = multiCam["cameraOrder"];
  const isOrder = Array.isArray(order) && order.length === names.length && names.every((name) => order.includes(name));
  const cameras = isOrder ? (order as string[]) : names;
  const types = cameras.map((name) => recordOf(given[name])?.["type"]);
  const calibration = multiCam["calibrationOriginalName"];
  const set = mutableFields.filter((field) => field !== "version" && field !== "fps" && configuration[field] != null);
  return {
    cameras,
    calibration: subType === "stereo" && typeof calibration === "string" ? calibration : undefined,
    request: {
      // -1: the rate of the cameras.
      fps: -1,
      type: types[0],
      subType,
      defaultDisplay: multiCam["defaultDisplay"],
      cameraOrder: cameras,
      ...(timeAlignment === undefined ? {} : { timeAlignment }),
    },
    configuration: Object.fromEntries(set.map((field) => [field, configuration[field]])),
  };
}

function recordOf(value: unknown): Json | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
}
