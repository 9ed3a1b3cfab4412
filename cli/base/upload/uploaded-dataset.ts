/** The result of an upload: a dataset as it is on the server. */

import type { ApiClient } from "#schemas/client";
import { joinedLater, type MediaEntry, mediaLedgerOf, withoutEntries } from "#schemas/media-ledger";
import { mediaProblemTexts } from "#schemas/media-problems";
import { picturesShown } from "#schemas/video-frames";
import type { Dataset, Folder } from "#schemas/wire";
import { interrupted } from "../process/interrupt.ts";
import { unpackedDatasets, type UnpackedDataset } from "./unpacked-archive.ts";

export interface UploadedDataset {
  readonly id: string;
  readonly warnings: readonly string[];
  readonly jobIds: readonly string[];
  /** Problems of media that can be shown nevertheless. */
  readonly problems?: readonly string[];
  /** Entries about files that are not shown as they were sent. */
  readonly entries: readonly MediaEntry[];
  /** False while the server prepares the media, or when it cannot. */
  readonly isReady: boolean;
  /** For an unpacked archive: its datasets. */
  readonly unpacked?: readonly UnpackedDataset[];
  /** For a video: the meaning of its frame rate, as in the upload form. */
  readonly pictures?: string | undefined;
  /** An earlier run began it, or another one at the same time. */
  readonly isContinued?: true | undefined;
  /** Another run finished it while this one waited. */
  readonly isByOther?: boolean;
  /** Nothing was done: the dataset existed. */
  readonly isSkipped?: true;
  /** It existed in another folder or under another name: below the folder of `--to`. */
  readonly foundAt?: string;
}

/** @param found what the steps of the upload reported; nothing if another run did them */
export async function readUploaded(
  client: ApiClient,
  id: string,
  found: Pick<UploadedDataset, "warnings" | "jobIds" | "isContinued"> & {
    readonly jobMessages: readonly string[];
    readonly isUnpacked: boolean;
  },
): Promise<UploadedDataset> {
  const { warnings, jobIds, jobMessages, isContinued, isUnpacked } = found;
  const unpacked = isUnpacked ? await unpackedDatasets(client, id) : undefined;
  const { meta } = await client.call("folder.get", { id }, { signal: interrupted });
  const entries = mediaLedgerOf(meta);
  if (unpacked !== undefined) {
    // Jobs also report entries.
    const others = withoutEntries(jobMessages, [...entries, ...unpacked.flatMap((one) => one.entries)]).filter(
      (line) => !(line.endsWith(joinedLater) && unpacked.every((one) => one.isReady)),
    );
    const isOne = unpacked.some((one) => one.id === id);
    const made = { id, warnings: [...warnings, ...others], jobIds, isReady: true, isContinued };
    return { ...made, entries: isOne ? [] : entries, unpacked };
  }
  const problems = mediaProblemTexts(meta);
  // For damaged videos, the problem is more important.
  const pictures = problems.length === 0 ? picturesText(meta) : undefined;
  const isReady = Boolean(meta.annotate);
  return { id, warnings: [...warnings, ...problems], problems, jobIds, entries, isReady, isContinued, pictures };
}

/** "10 fps: 115 of 343 pictures can be annotated" */
function picturesText(meta: Folder["meta"]): string | undefined {
  const found = picturesShown(meta as unknown as Dataset);
  if (found === undefined) return undefined;
  const { shown, all } = found;
  if (shown === all) return all === 1 ? "its one picture can be annotated" : `all ${all} pictures can be annotated`;
  return `${Number(Number(meta.fps).toFixed(2))} fps: ${shown} of ${all} pictures can be annotated`;
}
