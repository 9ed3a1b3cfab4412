/** The options of `wakeline upload`, and which of them go together. */

import type { ImageSize } from "#core/types";
import type { ServerOption } from "../base/connection/server-option.ts";
import { usageError } from "../base/process/errors.ts";
import type { CameraOption } from "../base/upload/camera-option.ts";
import type { AlignmentMode } from "../base/upload/upload-cameras.ts";

export interface UploadOptions extends ServerOption {
  readonly to?: string;
  readonly into?: string;
  readonly jobs?: number;
  readonly name?: string;
  readonly fps?: number;
  readonly annotations?: readonly string[];
  readonly imageSize?: ImageSize;
  readonly camera?: readonly CameraOption[];
  readonly calibration?: string;
  readonly align?: AlignmentMode;
  readonly skipExisting?: true;
  readonly failFast?: true;
  readonly recursive?: true;
  readonly cameras?: true;
  readonly plan?: true;
  readonly fromPlan?: string;
  readonly wait: boolean;
  readonly json?: true;
}

/** Checks combinations of options before anything is sent. */
export function checkUsage(paths: readonly string[], options: UploadOptions): void {
  const { annotations, calibration, camera, align, name, wait, recursive, plan, fromPlan } = options;
  if (options.to !== undefined && options.into !== undefined) throw usageError("Give either --to or --into.");
  if (options.cameras === true && recursive !== true) {
    throw usageError("--cameras looks for cameras in a tree: add --recursive, or name each one with --camera.");
  }
  if (options.cameras === true && !wait) {
    throw usageError("Cameras are joined when all of them are prepared: --no-wait does not go with --cameras.");
  }
  if (camera !== undefined && (recursive === true || plan === true || fromPlan !== undefined)) {
    throw usageError("--recursive, --plan and --from-plan do not go with --camera.");
  }
  if (fromPlan !== undefined) {
    if (paths.length > 0 || recursive === true)
      throw usageError("--from-plan takes the files from the plan: name no others.");
    if (name !== undefined || annotations !== undefined) {
      throw usageError("--from-plan has the names and annotations: edit the plan.");
    }
    return;
  }
  if (recursive === true && (name !== undefined || annotations !== undefined)) {
    throw usageError("--name and --annotations are for one dataset: with --recursive, edit a plan (--plan --json).");
  }
  if (camera === undefined) {
    if (paths.length === 0) throw usageError("Name videos, images or folders of images, or cameras with --camera.");
    if (calibration !== undefined || (align !== undefined && options.cameras !== true)) {
      throw usageError("--calibration and --align are about cameras: name each with --camera.");
    }
    if ((annotations?.length ?? 0) > 1) throw usageError("--annotations is for one dataset: give it once.");
    return;
  }
  if (paths.length > 0) throw usageError("With --camera every path belongs to a camera: --camera left=folder.");
  if (camera.length < 2) throw usageError("A dataset with several cameras needs at least two: give --camera twice.");
  if (camera.length > 3 && align === undefined) {
    throw usageError("More than three cameras have to be aligned in time: say by what with --align.");
  }
  if (name === undefined) throw usageError("A dataset with several cameras needs a name: give --name.");
  annotationsOf(camera, annotations);
  if (!wait) throw usageError("Cameras are joined when all of them are prepared: --no-wait does not go with --camera.");
}

/** The annotation file of each camera that has one. */
export function annotationsOf(
  cameras: readonly CameraOption[],
  given: readonly string[] = [],
): Readonly<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const text of given) {
    const [, name = "", file = ""] = /^([^=]*)=(.+)$/.exec(text) ?? [];
    if (!cameras.some((camera) => camera.name === name)) {
      throw usageError(`--annotations ${text} does not say of which camera: --annotations ${cameras[0]?.name}=file.`);
    }
    if (files[name] !== undefined) throw usageError(`Camera ${name} gets one annotation file.`);
    files[name] = file;
  }
  return files;
}
