/**
 * A task of a CVAT backup as the files of a dataset: its media, its annotations as XML, its labels as a configuration.
 */
import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { mediaKindOf } from "#schemas/media-files";
import { compareNatural } from "#schemas/natural-sort";
import { type CvatPlace, cvatXmlOf } from "./cvat-backup-xml.ts";
import type { CvatTask } from "./cvat-backup.ts";
import { flatNames, type ForeignDataset, type ForeignMedia } from "./foreign-dataset.ts";
import type { MediaFolder } from "./media-folder.ts";
import { CliError, ExitCode } from "../base/process/errors.ts";
import { interrupted } from "../base/process/interrupt.ts";

/**
 * @param folder with media that are missing in the backup
 * @throws CliError when a task has no media that can be shown
 */
export function cvatDatasetOf(task: CvatTask, folder?: MediaFolder): ForeignDataset {
  const losses: string[] = [];
  const found = task.media.size > 0 || folder === undefined ? inBackup(task.media) : inFolder(task, folder, losses);
  const paths = [...found.keys()];
  const related = paths.filter((path) => /(^|\/)related_images\//.test(path));
  const own = paths.filter((path) => !related.includes(path));
  const videos = own.filter((path) => mediaKindOf(path) === "video");
  const images = own.filter((path) => mediaKindOf(path) === "image");
  const others = own.filter((path) => !videos.includes(path) && !images.includes(path));
  if (related.length > 0) losses.push(`related images: ${related.length}`);
  for (const path of others) losses.push(`${path}, which is neither a picture nor a video`);
  const [video] = videos;
  if (video === undefined && images.length === 0) throw noMedia(task, own.length, folder);
  const kept = video === undefined ? images : [video];
  if (video !== undefined)
    for (const path of [...videos.slice(1), ...images]) losses.push(`${path}, next to the video ${video}`);
  const names = flatNames(kept);
  const media = new Map(
    kept.flatMap((path): [string, ForeignMedia][] => {
      const file = found.get(path);
      return file === undefined ? [] : [[names.get(path) ?? path, file]];
    }),
  );
  const placeOf =
    video === undefined
      ? placesOfPictures(task, names)
      : (frame: number): CvatPlace => ({ frame: mediaFrame(task, frame) });
  const { text, trackCount, shapeCount, losses: lost } = cvatXmlOf(task, placeOf);
  const { configuration, losses: configurationLosses } = configurationOf(task);
  return {
    name: task.name,
    type: video === undefined ? "image-sequence" : "video",
    media,
    annotations: { name: "annotations.xml", text },
    configuration,
    trackCount,
    shapeCount,
    losses: [...losses, ...lost, ...configurationLosses],
  };
}

function noMedia({ name }: CvatTask, count: number, folder: MediaFolder | undefined): CliError {
  const inFolder =
    folder === undefined ? ". Name a folder that has them with --media" : ", nor has the folder of --media";
  const why = `its media are not in the backup: they are in a cloud storage or a share of CVAT${inFolder}`;
  return new CliError(
    ExitCode.findings,
    `"${name}" cannot be taken: ${count > 0 ? "it has neither pictures nor a video" : why}.`,
  );
}

function inBackup(media: CvatTask["media"]): ReadonlyMap<string, ForeignMedia> {
  return new Map(
    [...media].map(([path, file]) => [
      path,
      {
        size: file.size,
        write: async (to) => {
          if (file.isEncrypted || file.isSpecial)
            throw new CliError(ExitCode.findings, `${file.path} cannot be unpacked: it is encrypted or a link.`);
          await pipeline(Readable.from(file.read()), createWriteStream(to), { signal: interrupted });
        },
      },
    ]),
  );
}

/** By the names in the backup; if it has none, the files in the folder if they are unambiguous. */
function inFolder(task: CvatTask, folder: MediaFolder, losses: string[]): ReadonlyMap<string, ForeignMedia> {
  const media = new Map<string, ForeignMedia>();
  const wanted = task.video === undefined ? task.pictures.map(({ path }) => path) : [task.video.name];
  for (const name of wanted) {
    const file = folder.find(name);
    if (file === undefined) losses.push(`${name}, which is not in the folder of --media`);
    else if ("several" in file)
      losses.push(`${name}: the folder of --media has several of that name (${file.several.slice(0, 3).join(", ")})`);
    else media.set(name, { path: folder.pathOf(file.path) });
  }
  if (wanted.length > 0) return media;
  const videos = folder.paths.filter((path) => mediaKindOf(path) === "video");
  const images = folder.paths.filter((path) => mediaKindOf(path) === "image");
  const only = videos.length === 1 && images.length === 0;
  const isWhole = videos.length === 0 && images.length === task.frameCount;
  if (!only && !isWhole) return media;
  for (const path of folder.paths) media.set(path, { path: folder.pathOf(path) });
  losses.push(
    "which media it had: the backup does not name them, so " +
      (only
        ? `the video ${videos[0]} of --media is taken`
        : `the ${images.length} pictures of --media are, in the order of names`),
  );
  return media;
}

function mediaFrame({ startFrame, frameStep }: CvatTask, frame: number): number {
  return startFrame + frame * frameStep;
}

/** The dataset orders pictures by name, the task by its manifest. */
function placesOfPictures(
  task: CvatTask,
  names: ReadonlyMap<string, string>,
): (frame: number) => CvatPlace | undefined {
  const inTask =
    task.pictures.length > 0 ? task.pictures.map(({ path }) => path) : [...names.keys()].toSorted(compareNatural);
  const frames = new Map([...names.values()].toSorted(compareNatural).map((name, frame) => [name, frame]));
  return (frame) => {
    const name = names.get(inTask[mediaFrame(task, frame)] ?? "");
    const place = name === undefined ? undefined : frames.get(name);
    return name === undefined || place === undefined ? undefined : { name, frame: place };
  };
}

interface Definition {
  readonly belongs: "track" | "detection";
  readonly datatype: "text" | "number" | "boolean";
  readonly name: string;
  readonly key: string;
  readonly values?: readonly string[];
}

function configurationOf({ labels }: CvatTask): {
  readonly configuration: string | undefined;
  readonly losses: readonly string[];
} {
  const styles: Record<string, { color: string }> = {};
  const attributes: Record<string, Definition> = {};
  const losses: string[] = [];
  for (const { name: label, color, attributes: own = [] } of labels) {
    if (color !== undefined && /^#[0-9a-f]{6}$/i.test(color)) styles[label] = { color };
    for (const { name, mutable, input_type: type = "text", values = [] } of own) {
      const belongs = mutable === true ? "detection" : "track";
      const key = `${belongs}_${name}`;
      const datatype = type === "number" ? "number" : type === "checkbox" ? "boolean" : "text";
      const isChoice = type === "select" || type === "radio";
      const definition: Definition = { belongs, datatype, name, key, ...(isChoice && { values }) };
      const known = attributes[key];
      if (known === undefined) attributes[key] = definition;
      else if (JSON.stringify(known) !== JSON.stringify(definition)) {
        losses.push(`the definition of the attribute "${name}" of ${label}: another label defines it otherwise`);
      }
    }
  }
  if (Object.keys(styles).length + Object.keys(attributes).length === 0) return { configuration: undefined, losses };
  const configuration = JSON.stringify({ version: 1, customTypeStyling: styles, attributes }, undefined, 2);
  return { configuration, losses };
}
