/** A task of a CVAT backup as the files of a dataset: its media, its annotations as XML, its labels as a configuration. */
import { createWriteStream } from "node:fs";
import { utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { mediaKindOf } from "#schemas/media-files";
import { compareNatural } from "#schemas/natural-sort";
import type { ZipFile } from "../../core-wasm/zip/read.ts";
import { type CvatPlace, cvatXmlOf } from "./cvat-backup-xml.ts";
import type { CvatTask } from "./cvat-backup.ts";
import { CliError, ExitCode } from "./errors.ts";
import { interrupted } from "./interrupt.ts";

/** Of all files that are written, so that the same backup gives the same files: an upload can go on. */
const writtenAt = new Date("2000-01-01T00:00:00Z");

export interface CvatDataset {
  readonly name: string;
  readonly type: "video" | "image-sequence";
  /** By the names that they get in the dataset. */
  readonly media: ReadonlyMap<string, ZipFile>;
  readonly xml: string;
  /** Absent where no label says anything. */
  readonly configuration: string | undefined;
  readonly trackCount: number;
  readonly shapeCount: number;
  /** What could not be taken. */
  readonly losses: readonly string[];
}

/** @throws CliError when a task has no media that can be shown */
export function cvatDatasetOf(task: CvatTask): CvatDataset {
  const losses: string[] = [];
  const paths = [...task.media.keys()];
  const related = paths.filter((path) => /(^|\/)related_images\//.test(path));
  const own = paths.filter((path) => !related.includes(path));
  const videos = own.filter((path) => mediaKindOf(path) === "video");
  const images = own.filter((path) => mediaKindOf(path) === "image");
  const others = own.filter((path) => !videos.includes(path) && !images.includes(path));
  if (related.length > 0) losses.push(`related images: ${related.length}`);
  for (const path of others) losses.push(`${path}, which is neither a picture nor a video`);
  const [video] = videos;
  if (video === undefined && images.length === 0) {
    const why = "its media are not in the backup: they are in a cloud storage or a share of CVAT";
    throw new CliError(
      ExitCode.findings,
      `"${task.name}" cannot be taken: ${own.length > 0 ? "it has neither pictures nor a video" : why}.`,
    );
  }
  const kept = video === undefined ? images : [video];
  if (video !== undefined)
    for (const path of [...videos.slice(1), ...images]) losses.push(`${path}, next to the video ${video}`);
  const names = flatNames(kept);
  const media = new Map(
    kept.flatMap((path): [string, ZipFile][] => {
      const file = task.media.get(path);
      return file === undefined ? [] : [[names.get(path) ?? path, file]];
    }),
  );
  const placeOf =
    video === undefined
      ? placesOfPictures(task, names)
      : (frame: number): CvatPlace => ({ frame: mediaFrame(task, frame) });
  const { text, trackCount, shapeCount, losses: lost } = cvatXmlOf(task, placeOf);
  const { configuration, losses: unlike } = configurationOf(task);
  return {
    name: task.name,
    type: video === undefined ? "image-sequence" : "video",
    media,
    xml: text,
    configuration,
    ...{ trackCount, shapeCount },
    losses: [...losses, ...lost, ...unlike],
  };
}

/** Writes the media one by one. @returns what was written: media and configuration, and the annotations */
export async function writeCvatDataset(
  { media, xml, configuration }: CvatDataset,
  folder: string,
): Promise<{ readonly files: readonly string[]; readonly annotations: string }> {
  const written: string[] = [];
  for (const [name, file] of media) {
    if (file.isEncrypted || file.isSpecial)
      throw new CliError(ExitCode.findings, `${file.path} cannot be unpacked: it is encrypted or a link.`);
    const path = join(folder, name);
    await pipeline(Readable.from(file.read()), createWriteStream(path), { signal: interrupted });
    written.push(path);
  }
  const annotations = join(folder, "annotations.xml");
  await writeFile(annotations, xml);
  const settings = configuration === undefined ? [] : [join(folder, "config.json")];
  for (const path of settings) await writeFile(path, configuration ?? "");
  for (const path of [...written, annotations, ...settings]) await utimes(path, writtenAt, writtenAt);
  return { files: [...written, ...settings], annotations };
}

function mediaFrame({ startFrame, frameStep }: CvatTask, frame: number): number {
  return startFrame + frame * frameStep;
}

/** The dataset has the pictures in the order of their names, the task in that of its manifest. */
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

/**
 * Datasets have no folders: the name alone if it is the only one, else the folders are part of it. Names that would be the
 * same then, in any case of letters, get a number.
 */
export function flatNames(paths: readonly string[]): ReadonlyMap<string, string> {
  const last = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
  const counts = new Map<string, number>();
  for (const path of paths) counts.set(last(path).toLowerCase(), (counts.get(last(path).toLowerCase()) ?? 0) + 1);
  const isAlone = (path: string): boolean => counts.get(last(path).toLowerCase()) === 1;
  const used = new Set(paths.filter(isAlone).map((path) => last(path).toLowerCase()));
  const names = new Map<string, string>();
  for (const path of paths) {
    const name = isAlone(path) ? last(path) : freeName(path.replaceAll("/", "_"), used);
    used.add(name.toLowerCase());
    names.set(path, name);
  }
  return names;
}

function freeName(name: string, used: ReadonlySet<string>): string {
  const dot = name.lastIndexOf(".");
  const [stem, ending] = dot <= 0 ? [name, ""] : [name.slice(0, dot), name.slice(dot)];
  let free = name;
  for (let number = 2; used.has(free.toLowerCase()); number++) free = `${stem}-${number}${ending}`;
  return free;
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
