/**
 * The entry whose details are shown. It switches to a new entry only once all of its facts are loaded, since facts that
 * arrive one by one push each other around.
 */
import { useEffect, useState } from "react";
import { contentsQuery } from "../../queries/contents.ts";
import { calibrationQuery, cameraFoldersOf, datasetCountQuery, datasetMediaQuery } from "../../queries/datasets.ts";
import { isDataset, placeInfoQuery } from "../../queries/places.ts";
import type { Entry } from "../../queries/places.ts";
import { LazyMarkdown } from "../../ui/text/LazyMarkdown.tsx";
import { queryClient } from "../../queries/query-client.ts";

export interface KnownEntry {
  readonly entry: Entry;
}

/** @returns `undefined` until the first entry is loaded */
export function useKnownEntry(entry: Entry | undefined): KnownEntry | undefined {
  const [known, setKnown] = useState<KnownEntry>();
  useEffect(() => {
    let isWanted = true;
    void (async () => {
      if (entry !== undefined) await ask(entry);
      if (isWanted) setKnown(entry && { entry });
    })();
    return () => {
      isWanted = false;
    };
  }, [entry]);
  // If only the entry's values changed, keep the loaded facts.
  return entry !== undefined && known?.entry._id === entry._id ? { ...known, entry } : known;
}

/** Facts that fail to load are left out. */
async function ask(entry: Entry): Promise<void> {
  const isDescribed = "description" in entry && entry.description !== "";
  await Promise.allSettled([isDescribed && LazyMarkdown.load(), ...factsOf(entry)]);
}

function factsOf(entry: Entry): Promise<unknown>[] {
  if (entry._modelType !== "folder") return [];
  const { _id: id } = entry;
  const contents = queryClient.ensureQueryData(contentsQuery([entry]));
  if (!isDataset(entry)) {
    const info = queryClient.ensureQueryData(placeInfoQuery({ type: "folder", id }));
    return [info, contents, queryClient.ensureQueryData(datasetCountQuery(id))];
  }
  const [shown = id] = cameraFoldersOf(entry);
  const facts: Promise<unknown>[] = [contents, queryClient.ensureQueryData(datasetMediaQuery(shown))];
  if (entry.meta["subType"] === "stereo") facts.push(queryClient.ensureQueryData(calibrationQuery(id)));
  return facts;
}
