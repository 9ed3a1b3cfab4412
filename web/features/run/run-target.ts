/** The targets of pipelines and trainings, and which of them are possible: logic without UI. */
import type { MultiCam } from "#schemas";
import type { Folder, Pipe, PipelineCategory } from "#schemas/wire";
import { AccessLevel } from "#schemas/access-level";

export interface RunTarget {
  readonly id: string;
  readonly name: string;
  readonly mayWrite: boolean;
  /** Type of the dataset; undefined if unknown. */
  readonly type: string | undefined;
  /** 1 for a dataset with one camera. */
  readonly cameraCount: number;
  readonly isStereo: boolean;
  /** It has a readable calibration. */
  readonly isCalibrated: boolean;
}

export function runTargetOf({ _accessLevel, _id: id, name, meta }: Folder): RunTarget {
  const { multiCam, subType, type } = meta as Readonly<Record<string, unknown>>;
  const { cameras = {}, jsonCalibrationItemId, calibrationConversionError } = (multiCam ?? {}) as Partial<MultiCam>;
  const isCalibrated = jsonCalibrationItemId !== undefined && calibrationConversionError === undefined;
  return {
    id,
    name,
    mayWrite: _accessLevel >= AccessLevel.write,
    type: typeof type === "string" ? type : undefined,
    cameraCount: type === "multi" ? Object.keys(cameras).length : 1,
    isStereo: type === "multi" && subType === "stereo",
    isCalibrated: type === "multi" && isCalibrated,
  };
}

/** Why no pipeline can be run; a key of `run.refusal`. */
export type RunRefusal = "noDatasets" | "largeImage" | "readOnly" | "noRight";

/** Requests that are known to fail are refused before the user fills in a form. */
export function refusalToRun(targets: readonly RunTarget[], isReadOnly = false): RunRefusal | undefined {
  if (targets.length === 0) return "noDatasets";
  if (isReadOnly) return "readOnly";
  if (targets.some(({ mayWrite }) => !mayWrite)) return "noRight";
  return targets.some(({ type }) => type === "large-image") ? "largeImage" : undefined;
}

/** Why no model can be trained. */
export type TrainingRefusal = "noDatasets" | "multiCamera";

export function refusalToTrain(targets: readonly RunTarget[]): TrainingRefusal | undefined {
  if (targets.length === 0) return "noDatasets";
  return targets.some(({ type }) => type === "multi") ? "multiCamera" : undefined;
}

/** Names of the datasets that a refusal is about, for its message. */
export function refusedNames(refusal: RunRefusal | TrainingRefusal, targets: readonly RunTarget[]): string {
  const meant: Readonly<Record<typeof refusal, (target: RunTarget) => boolean>> = {
    noDatasets: () => false,
    largeImage: ({ type }) => type === "large-image",
    readOnly: () => true,
    noRight: ({ mayWrite }) => !mayWrite,
    multiCamera: ({ type }) => type === "multi",
  };
  const names = targets.filter(meant[refusal]).map(({ name }) => name);
  return names.length > maxNames ? `${names.slice(0, maxNames).join(", ")}, …` : names.join(", ");
}

const maxNames = 3;

export interface ListedCategory {
  readonly name: string;
  readonly pipes: readonly Pipe[];
}

/** The pipelines that can run on every one of the datasets. Empty categories are omitted. */
export function listPipelines(
  pipelines: Readonly<Record<string, PipelineCategory>>,
  targets: readonly RunTarget[],
): readonly ListedCategory[] {
  return Object.entries(pipelines)
    .filter(([name, { pipes }]) => pipes.length > 0 && targets.every((target) => fits(name, target)))
    .map(([name, { pipes }]) => ({ name, pipes }));
}

/** Categories for several cameras, with their requirements on a dataset. */
const multiCameraCategories: Readonly<Record<string, (target: RunTarget) => boolean>> = {
  "2-cam": ({ cameraCount }) => cameraCount === 2,
  "3-cam": ({ cameraCount }) => cameraCount === 3,
  measurement: ({ isCalibrated, isStereo }) => isStereo && isCalibrated,
};

/** All other pipelines need a single camera. */
function fits(category: string, target: RunTarget): boolean {
  const fitsCameras = Object.hasOwn(multiCameraCategories, category) ? multiCameraCategories[category] : undefined;
  return fitsCameras === undefined ? target.cameraCount === 1 : fitsCameras(target);
}
