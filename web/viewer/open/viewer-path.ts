/** The address of a dataset in the viewer: `/viewer/{id}[/set/{set}][/revision/{revision}]?comparisonSets=...`. */

import { defaultSetName } from "../../base/annotation-set.ts";

export interface ViewerPlace {
  readonly datasetId: string;
  /** `undefined`: the default set. */
  readonly setName?: string | undefined;
  /** `undefined`: the newest revision. */
  readonly revision?: number | undefined;
  /** Sets to compare with the shown one. */
  readonly comparisonSets?: readonly string[];
}

export function viewerPath({ datasetId, setName, revision, comparisonSets = [] }: ViewerPlace): string {
  const set = setName === undefined || setName === defaultSetName ? "" : `/set/${encodeURIComponent(setName)}`;
  const query = new URLSearchParams(comparisonSets.map((name) => ["comparisonSets", name])).toString();
  const path = `/viewer/${datasetId}${set}${revision === undefined ? "" : `/revision/${revision}`}`;
  return query === "" ? path : `${path}?${query}`;
}
