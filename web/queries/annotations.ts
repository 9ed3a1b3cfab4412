/** Queries about a dataset's annotations: revisions, sets, blame. They do not load the annotations themselves. */
import { compareNames } from "../base/compare-names.ts";
import { keepPreviousData } from "@tanstack/query-core";
import type { Revision } from "#schemas/wire";
import { api } from "../api/client.ts";
import { defaultSetName } from "../base/annotation-set.ts";
import { keys } from "./keys.ts";
import { isDataset, isNamed, phraseOf } from "./places.ts";
import { question } from "./question.ts";

export const revisionsPerPage = 20;

interface RevisionPage {
  readonly reply: readonly Revision[];
  readonly total: number | undefined;
}

/**
 * Pages of the revision list, newest first, for `useInfiniteQuery`: of all sets, since revisions are numbered across
 * them.
 */
export function revisionPagesQuery(datasetId: string) {
  return {
    queryKey: keys.revisions(datasetId),
    queryFn: ({ pageParam, signal }: { readonly pageParam: number; readonly signal: AbortSignal }) =>
      api.callPaged(
        "annotation.revisions",
        { folderId: datasetId, sortdir: -1, limit: revisionsPerPage, offset: pageParam },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam(last: RevisionPage, pages: readonly RevisionPage[]) {
      const count = pages.reduce((sum, { reply }) => sum + reply.length, 0);
      return last.reply.length > 0 && count < (last.total ?? 0) ? count : undefined;
    },
  };
}

/**
 * Other datasets with the same media that the user may read: clones of this one, its source, and the source's clones.
 */
export function cloneFamilyQuery(datasetId: string) {
  return question({
    queryKey: ["clone-family", datasetId],
    async queryFn({ signal }): Promise<readonly { readonly id: string; readonly name: string }[]> {
      const query = { sameMediaAs: datasetId, limit: maxClones, sort: "name", sortdir: 1 };
      const datasets = await api.call("dataset.list", query, { signal });
      return datasets.filter(({ _id }) => _id !== datasetId).map(({ _id, name }) => ({ id: _id, name }));
    },
  });
}

const maxClones = 200;

/** Datasets the user may read with the text in their names. */
export function datasetSearchQuery(sought: string) {
  return question({
    queryKey: [...keys.search, "datasets", sought],
    placeholderData: keepPreviousData,
    async queryFn({ signal }): Promise<readonly { readonly id: string; readonly name: string }[]> {
      const parameters = { q: phraseOf(sought), mode: "text", types: ["folder"], limit: maxFound };
      const { folder = [] } = await api.call("resource.search", parameters, { signal });
      const named = folder.filter((each) => isDataset(each) && isNamed(each, sought));
      return named.map(({ _id, name }) => ({ id: _id, name }));
    },
  });
}

const maxFound = 50;

export interface BlameAddress {
  readonly datasetId: string;
  readonly setName: string | undefined;
  readonly revision: number;
  readonly trackId: number;
  readonly frames: readonly number[];
}

/** Who set the values of a track, and of its detections on these frames. */
export function blameQuery({ datasetId, setName, revision, trackId, frames }: BlameAddress) {
  return question({
    queryKey: [...keys.revisions(datasetId), "blame", setName ?? "", revision, trackId, ...frames],
    queryFn: ({ signal }) =>
      api.call(
        "annotation.blame",
        { folderId: datasetId, revision, trackId, frames: [...frames], ...(setName !== undefined && { set: setName }) },
        { signal },
      ),
    // A revision never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Names of the sets other than the default one, in alphabetical order. */
export function annotationSetsQuery(datasetId: string) {
  return question({
    queryKey: keys.annotationSets(datasetId),
    async queryFn({ signal }): Promise<readonly string[]> {
      const names = await api.call("annotation.sets", { folderId: datasetId }, { signal });
      const named = names.filter((name): name is string => name !== null && name !== "" && name !== defaultSetName);
      return named.toSorted(compareNames);
    },
  });
}

/** Names of all sets that have annotations; `""` is the default one. */
export function allSetsQuery(datasetId: string) {
  return question({
    queryKey: [...keys.annotationSets(datasetId), "all"],
    queryFn: async ({ signal }) =>
      (await api.call("annotation.sets", { folderId: datasetId }, { signal })).map((name) => name ?? ""),
  });
}
