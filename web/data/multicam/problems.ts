/** Everything that keeps an import of several cameras from starting, as messages. */
import { isCalibrationName } from "#schemas/media-files";
import { t } from "../../base/texts/index.ts";
import type { SourceFile } from "../upload/sort-files.ts";
import { mediaTypeOf, type CameraDraft, type Draft } from "./draft.ts";
import { isEmptyGlob } from "./glob.ts";
import { filteredMedia, nameOf } from "./media-import.ts";
import { isReading, trackProblem } from "./track-file.ts";

/** The server matches frames by number for at most this many cameras. */
const maxUnaligned = 3;
/** The server's maximum. */
const maxCameras = 8;

/**
 * Empty if it can start. The server's objections to the media come first. Nothing is reported before a type is chosen.
 */
export function problemsOf<F extends SourceFile>(draft: Draft<F>): readonly string[] {
  if (draft.importType === undefined) return [];
  const cameraErrors = draft.cameras.flatMap(({ name, mediaError }) =>
    mediaError === undefined ? [] : [t("multicam.error.media", { camera: name, reason: mediaError })],
  );
  return [
    ...(draft.keywordError === undefined ? [] : [draft.keywordError]),
    ...cameraErrors,
    ...sourceProblems(draft),
    ...cameraCountProblems(draft),
    ...(mediaTypeOf(draft) === "video" ? videoProblems(draft) : imageProblems(draft)),
    ...fileProblems(draft),
  ];
}

export function canBegin<F extends SourceFile>(draft: Draft<F>): boolean {
  const isWhole = draft.importType !== undefined && draft.name.trim() !== "" && !draft.cameras.some(isReading);
  return isWhole && problemsOf(draft).length === 0;
}

function sourceProblems<F extends SourceFile>({ importType, keywordSource, cameras }: Draft<F>): string[] {
  if (importType !== "keyword") {
    const types = new Set(cameras.flatMap(({ media }) => (media === undefined ? [] : [media.type])));
    return types.size > 1 ? [t("multicam.error.mixed")] : [];
  }
  const hasFilter = cameras.some(({ media }) => media !== undefined && !isEmptyGlob(media.globPattern));
  return [
    ...(keywordSource === undefined ? [t("multicam.error.noSource")] : []),
    ...(keywordSource !== undefined && keywordSource.type !== "image-sequence"
      ? [t("multicam.error.keywordImages")]
      : []),
    ...(hasFilter ? [] : [t("multicam.error.noFilter")]),
  ];
}

function cameraCountProblems<F extends SourceFile>({ cameras, alignment }: Draft<F>): string[] {
  if (cameras.length < 2) return [t("multicam.error.fewCameras")];
  if (cameras.length > maxCameras) return [t("multicam.error.tooManyCameras", { max: maxCameras })];
  return cameras.length > maxUnaligned && alignment === undefined ? [t("multicam.error.manyCameras")] : [];
}

/** Counts may differ if the cameras are aligned by time. */
function imageProblems<F extends SourceFile>({ cameras, alignment }: Draft<F>): string[] {
  const sets = cameras.map((camera) => ({ name: camera.name, images: imagesOf(camera) }));
  const empty = sets.filter(({ images }) => images.length === 0);
  const length = sets[0]?.images.length ?? 0;
  const differs = alignment === undefined && sets.some(({ images }) => images.length !== length);
  const all = sets.flatMap(({ images }) => images.map((image) => image.key));
  return [
    ...empty.map(({ name }) => t("multicam.error.noImages", { camera: name })),
    ...(differs ? [t("multicam.error.length", { n: length })] : []),
    ...(new Set(all).size < all.length ? [t("multicam.error.overlap")] : []),
    ...sets.flatMap(({ name, images }) => {
      const twice = firstDuplicate(images.map((image) => image.name));
      return twice === undefined ? [] : [t("multicam.error.sameName", { camera: name, name: twice })];
    }),
  ];
}

/** An image picked twice counts once, even as different objects. */
function imagesOf<F extends SourceFile>({ media }: CameraDraft<F>): { readonly name: string; readonly key: string }[] {
  if (media === undefined) return [];
  return filteredMedia(media).map((path) => {
    const file = media.files.get(path);
    const stamp = file !== undefined && "lastModified" in file ? String(file.lastModified) : "";
    return { name: nameOf(path), key: [media.sourcePath, path, file?.size, stamp].join("\n") };
  });
}

function firstDuplicate(names: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return names.find((name) => seen.size === seen.add(name).size);
}

function videoProblems<F extends SourceFile>({ cameras, alignment, fps }: Draft<F>): string[] {
  const rates = cameras.flatMap(({ media }) => media?.videoFps ?? []);
  const used = new Set(rates.map((rate) => (fps === -1 ? rate : Math.min(fps, rate)).toFixed(2)));
  return [
    ...cameras
      .filter(({ media }) => media?.files.size !== 1)
      .map(({ name }) => t("multicam.error.oneVideo", { camera: name })),
    ...(alignment === undefined && used.size > 1
      ? [t("multicam.error.rates", { rates: [...used].map(Number).join(", ") })]
      : []),
  ];
}

function fileProblems<F extends SourceFile>(draft: Draft<F>): string[] {
  const { cameras, calibrationFile, subType } = draft;
  const calibration =
    subType !== "stereo"
      ? []
      : calibrationFile === undefined
        ? [t("multicam.error.calibration")]
        : isCalibrationName(calibrationFile.name)
          ? []
          : [t("multicam.error.calibrationType")];
  const trackFiles = cameras.flatMap(({ trackFile }) => trackFile ?? []);
  const media = cameras.flatMap((camera) => (camera.media === undefined ? [] : filesOf(camera)));
  const empty = [...media, ...trackFiles, ...(calibrationFile === undefined ? [] : [calibrationFile])].find(
    ({ size }) => size === 0,
  );
  return [
    ...calibration,
    ...cameras.flatMap((camera) => trackProblem(camera) ?? []),
    ...(empty === undefined ? [] : [t("multicam.error.emptyFile", { name: empty.name })]),
  ];
}

/** The media that are sent for a camera. */
export function filesOf<F extends SourceFile>({ media }: CameraDraft<F>): readonly F[] {
  return media === undefined ? [] : filteredMedia(media).flatMap((path) => media.files.get(path) ?? []);
}
