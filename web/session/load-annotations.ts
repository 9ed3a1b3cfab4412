/**
 * Reads the annotations of one revision into the core, a page at a time, as bytes: no object per track is made.
 *
 * Every page is asked for at the same revision, so a save by somebody else in the middle cannot mix two states.
 */

import type { AnnotationCore, ReadReport } from "#core/types";
import type { ApiClient } from "#schemas/client";

/** Tracks a page. The page stays responsive because each page is parsed on its own, with a pause between. */
const tracksPerPage = 4000;

export interface AnnotationAddress {
  readonly datasetId: string;
  /** `undefined`: the default set. */
  readonly setName: string | undefined;
}

/** The newest revision of the dataset, whichever set it was made in: numbers count over all sets. 0 before the first save. */
export async function loadHeadRevision(
  client: ApiClient,
  { datasetId }: AnnotationAddress,
  signal?: AbortSignal,
): Promise<number> {
  const query = { folderId: datasetId, limit: 1, sortdir: -1 };
  const [newest] = await client.call("annotation.revisions", query, signal && { signal });
  return newest?.revision ?? 0;
}

/** `onProgress` hears the share that is loaded, 0..1. */
export async function loadAnnotations(
  client: ApiClient,
  core: AnnotationCore,
  address: AnnotationAddress,
  revision: number,
  onProgress: (share: number) => void,
  signal?: AbortSignal,
): Promise<ReadReport> {
  const { datasetId, setName } = address;
  const query = { folderId: datasetId, revision, ...(setName !== undefined && { set: setName }) };
  const options = signal && { signal };
  core.beginLoad();
  let offset = 0;
  while (true) {
    const response = await client.fetch("annotation.tracks", { ...query, limit: tracksPerPage, offset }, options);
    const total = Number(response.headers.get("Girder-Total-Count") ?? 0);
    core.loadTrackPage(new Uint8Array(await response.arrayBuffer()));
    offset += tracksPerPage;
    // Groups come after the tracks and are few: the last tenth is theirs.
    onProgress(total === 0 ? 0.9 : Math.min(0.9, (offset / total) * 0.9));
    if (offset >= total) break;
    await yieldToPage();
  }
  const groups = await client.fetch("annotation.groups", query, options);
  core.loadGroupPage(new Uint8Array(await groups.arrayBuffer()));
  const report = core.endLoad();
  onProgress(1);
  return report;
}

/** Lets the page draw and answer input before the next page of tracks. */
function yieldToPage(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
