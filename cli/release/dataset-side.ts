/**
 * A release of a dataset on a server: its media are downloaded one file at a time, its annotations read at a revision.
 */

import { join } from "node:path";
import type { ReleasedAnnotations, ReleasedMedia } from "#schemas";
import type { Dataset, MediaFile } from "#schemas/wire";
import type { Connection } from "../base/connection/connection.ts";
import { downloadTo } from "../base/connection/download.ts";
import { usageError } from "../base/process/errors.ts";
import { interrupted } from "../base/process/interrupt.ts";
import { requireOneCamera } from "../base/site/one-camera.ts";
import { createProgress } from "../base/terminal/progress.ts";
import { withTempFolder } from "../foreign/private-temp-folder.ts";
import { requireFfmpeg } from "../media/ffmpeg.ts";
import { imageFingerprint, type PictureFingerprint } from "../media/fingerprint.ts";
import { nameFor } from "../working-copy/file-names.ts";
import { setFileName, setsOnServer } from "../working-copy/open-copy.ts";
import { headOf, readSet, setBytes, sha256 } from "../working-copy/set-content.ts";
import { describeAnnotations } from "./annotations-entry.ts";
import { mediaEntry, readMedia, type MediaFacts } from "./media-entry.ts";

export interface ReleasedDataset {
  readonly connection: Connection;
  readonly dataset: Dataset;
  /** Its annotations are those of this revision. */
  readonly revision: number;
}

/** @param revision default: the newest */
export async function openDataset(connection: Connection, id: string, revision?: number): Promise<ReleasedDataset> {
  const dataset = await requireOneCamera(connection, id, "name");
  const head = await headOf(connection, id);
  if (revision !== undefined && revision > head)
    throw usageError(`--revision: ${dataset.name} is at revision ${head}; there is no revision ${revision} yet.`);
  return { connection, dataset, revision: revision ?? head };
}

const folderOf = ({ dataset: { name, id } }: ReleasedDataset): string => nameFor(name, id);

const originOf = ({ connection, dataset }: ReleasedDataset) => ({ server: connection.url, dataset: dataset.id });

export interface DatasetMedia {
  readonly path: string;
  readonly isVideo: boolean;
  readonly files: readonly MediaFile[];
}

/** The video as it was uploaded, or all pictures. */
export async function mediaOf(released: ReleasedDataset): Promise<DatasetMedia | undefined> {
  const { connection, dataset } = released;
  const { video, sourceVideo, imageData } = await connection.client.call(
    "dataset.media",
    { id: dataset.id },
    { signal: interrupted },
  );
  const folder = folderOf(released);
  const file = sourceVideo ?? video;
  if (file !== undefined) return { path: `${folder}/${file.filename}`, isVideo: true, files: [file] };
  return imageData.length === 0 ? undefined : { path: folder, isVideo: false, files: imageData };
}

/**
 * Downloads the needed files; pictures one at a time.
 * @param known SHA-256 of the released video: the same bytes need no look at the pictures
 */
export async function readDatasetMedia(
  released: ReleasedDataset,
  { path, isVideo, files }: DatasetMedia,
  known?: string,
): Promise<(MediaFacts & { readonly media: ReleasedMedia }) | "identical"> {
  const { connection, dataset } = released;
  const progress = createProgress({ unit: isVideo ? "bytes" : "steps" });
  const addressOf = ({ id: mediaId }: MediaFile): string =>
    connection.client.url("dataset.mediaBytes", { id: dataset.id, mediaId });
  try {
    return await withTempFolder(async (temporary) => {
      let facts: MediaFacts;
      if (isVideo) {
        const [file] = files as [MediaFile];
        const at = join(temporary, `video${/\.\w+$/.exec(file.filename)?.[0] ?? ""}`);
        const loaded = await downloadTo(connection, addressOf(file), at, (done, total) =>
          progress.update(file.filename, done, total),
        );
        progress.clear();
        if (loaded.sha256 === known) return "identical";
        facts = await readMedia(at);
      } else {
        const pictures = async function* (): AsyncGenerator<PictureFingerprint> {
          const ffmpeg = requireFfmpeg();
          for (const [frame, file] of files.entries()) {
            const at = join(temporary, `picture${/\.\w+$/.exec(file.filename)?.[0] ?? ""}`);
            await downloadTo(connection, addressOf(file), at);
            progress.update(dataset.name, frame + 1, files.length);
            yield await imageFingerprint(at, { frame, name: file.filename }, ffmpeg, (problem) =>
              problems.push(problem),
            );
          }
        };
        const problems: string[] = [];
        facts = { entry: { kind: "pictures", ...(await mediaEntry(pictures())) }, problems };
      }
      return { ...facts, media: { path, ...facts.entry, origin: originOf(released) } };
    });
  } finally {
    progress.clear();
  }
}

/** Files of the sets, as `annotation pull` writes them. */
export async function setsOf({ connection, dataset }: ReleasedDataset, asked?: readonly string[]) {
  const there = await setsOnServer(connection, dataset.id);
  const sets = asked?.map((name) => (name === "default" ? null : name)) ?? there;
  for (const set of sets) {
    if (there.includes(set)) continue;
    const known = there.map((one) => one ?? "default").join(", ");
    throw usageError(`${dataset.name} has no set ${set ?? "default"}; it has ${known}.`);
  }
  return sets.map((set, index) => ({ set, file: setFileName(set, index) }));
}

export async function readDatasetSet(
  released: ReleasedDataset,
  { set, file }: { readonly set: string | null; readonly file: string },
): Promise<ReleasedAnnotations> {
  const { connection, dataset, revision } = released;
  const { core, report } = await readSet(connection, dataset.id, set, revision);
  const bytes = setBytes(core);
  const hashes = { bytes: bytes.byteLength, sha256: sha256(bytes) };
  return {
    path: `${folderOf(released)}/${file}`,
    ...describeAnnotations(core, { ...report, format: "dive-json" }, hashes),
    origin: { ...originOf(released), set, revision },
  };
}
