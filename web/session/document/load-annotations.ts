/**
 * Reads the annotations of one revision into the core, page by page, as bytes: no object is created per track.
 *
 * Every page is requested at the same revision, so a save by another user in between cannot mix two states.
 */

import type { AnnotationCore, ReadReport } from "#core/types";
import type { ApiClient } from "#schemas/client";
import { openPages, type Pages } from "./load-pages.ts";
import { yieldToPage } from "./yield-to-page.ts";

/** Tracks per page. */
const tracksPerPage = 4000;
/** Asked for at once: the server reads the next ones while one is parsed. */
const pagesUnderWay = 3;

export interface AnnotationAddress {
  readonly datasetId: string;
  /** `undefined`: the default set. */
  readonly setName: string | undefined;
}

/**
 * The newest revision of the dataset, whichever set it was made in: revisions are numbered across all sets. 0 before
 * the first save.
 */
export async function loadHeadRevision(
  client: ApiClient,
  { datasetId }: AnnotationAddress,
  signal?: AbortSignal,
): Promise<number> {
  const query = { folderId: datasetId, limit: 1, sortdir: -1 };
  const [newest] = await client.call("annotation.revisions", query, signal && { signal });
  return newest?.revision ?? 0;
}

/** `onProgress` receives the loaded share, 0..1. */
export async function loadAnnotations(
  client: ApiClient,
  core: AnnotationCore,
  address: AnnotationAddress,
  revision: number,
  onProgress: (share: number) => void,
  signal?: AbortSignal,
  compared?: ComparedTracks,
): Promise<ReadReport> {
  const { datasetId, setName } = address;
  const query = { folderId: datasetId, revision, ...(setName !== undefined && { set: setName }) };
  const options = signal && { signal };
  const pages = openPages(core);
  try {
    const ask = (offset: number) => {
      const response = client.fetch("annotation.tracks", { ...query, limit: tracksPerPage, offset }, options);
      // A failure is handled where it is awaited; the load may have ended by then.
      response.catch(() => undefined);
      return response;
    };
    const requests = [ask(0)];
    const groupsAsked = client.fetch("annotation.groups", query, options);
    groupsAsked.catch(() => undefined);
    for (let offset = 0, total = Infinity; offset < total; offset += tracksPerPage) {
      const response = await requests.shift()!;
      total = Number(response.headers.get("Girder-Total-Count") ?? 0);
      const next = (): number => offset + (requests.length + 1) * tracksPerPage;
      while (requests.length < pagesUnderWay - 1 && next() < total) requests.push(ask(next()));
      const page = new Uint8Array(await response.arrayBuffer());
      const isAll = total <= tracksPerPage && compared === undefined;
      if (offset === 0) pages.begin(page.length * Math.max(1, total / tracksPerPage), isAll);
      pages.addTracks(page);
      // Groups come last and are few: the last tenth is theirs.
      onProgress(total === 0 ? 0.9 : Math.min(0.9, ((offset + tracksPerPage) / total) * 0.9));
      if (offset + tracksPerPage < total) await yieldToPage();
    }
    const groups = await groupsAsked;
    pages.addGroups(new Uint8Array(await groups.arrayBuffer()));
    if (compared !== undefined)
      await loadComparedSet(client, pages, { ...address, setName: compared.setName }, revision, compared, signal);
    const report = await pages.finish(yieldToPage);
    onProgress(1);
    return report;
  } finally {
    pages.close();
  }
}

/** Tracks of another set, shown for comparison. */
export interface ComparedTracks {
  readonly setName: string | undefined;
  /** Both sets use the same ids: those of the other set are raised by this. */
  readonly firstId: number;
}

/** The first id that is not used by any track of a set. */
export async function findFreeId(
  client: ApiClient,
  { datasetId, setName }: AnnotationAddress,
  revision: number,
  signal?: AbortSignal,
): Promise<number> {
  const query = { folderId: datasetId, revision, limit: 1, sort: "id", sortdir: -1 };
  const args = { ...query, ...(setName !== undefined && { set: setName }) };
  const [last] = await client.call("annotation.tracks", args, signal && { signal });
  return last === undefined ? 0 : last.id + 1;
}

/** Through JavaScript, since each track gets another id: two sets are compared now and then, not edited all day. */
async function loadComparedSet(
  client: ApiClient,
  pages: Pages,
  { datasetId, setName }: AnnotationAddress,
  revision: number,
  { firstId }: ComparedTracks,
  signal?: AbortSignal,
): Promise<void> {
  const query = {
    folderId: datasetId,
    revision,
    limit: tracksPerPage,
    ...(setName !== undefined && { set: setName }),
  };
  for (let offset = 0, total = 1; offset < total; offset += tracksPerPage) {
    const page = await client.callPaged("annotation.tracks", { ...query, offset }, signal && { signal });
    const tracks = page.reply.map((track) => ({ ...track, id: firstId + track.id }));
    pages.addTracks(new TextEncoder().encode(JSON.stringify(tracks)));
    total = page.total ?? 0;
    await yieldToPage();
  }
}
