/** A place of the data browser as its page shows it: the place itself, its rows, and what the user may do in it. */
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { requireUser } from "../../api/session.ts";
import { entryName, isDataset, placeInfoQuery } from "../../queries/places.ts";
import type { Place, PlaceInfo } from "../../queries/places.ts";
import { crumbsOf, type Crumb } from "./crumbs.ts";
import { mayWrite } from "./entry-facts.ts";
import { openNewFolderDialog } from "./open-folder.ts";
import { isListed, usePlaceRows, type PlaceRows } from "./use-place-rows.ts";

export interface ShownPlace {
  readonly place: Place;
  /** `undefined` until it is loaded, and for the root, the users and the collections. */
  readonly here: PlaceInfo["document"];
  readonly name: string;
  readonly crumbs: readonly Crumb[];
  /** Address of the place that contains this one. */
  readonly parentPath: string;
  readonly rows: PlaceRows;
  readonly rights: PlaceRights;
  /** The user's own directory, the start page. */
  readonly isHome: boolean;
  /** Rows are folders and files, which the server sorts and filters. */
  readonly isListed: boolean;
  /** Rows have pictures, and can be shown as cards. */
  readonly hasPictures: boolean;
  /** Rows can be selected; the files inside a dataset cannot. */
  readonly canSelect: boolean;
  /** Everything is loaded, or cannot be. */
  readonly isKnown: boolean;
  /** Why the place cannot be shown. */
  readonly failure: Error | null;
  retry(): void;
}

interface PlaceRights {
  /** Access level of the place, -1 while unknown; files have none of their own. */
  readonly level: number;
  /** Datasets can be created directly in this place. */
  readonly canUpload: boolean;
  /** Asks for a name and creates a folder; `undefined` if the user cannot. */
  readonly newFolder: (() => void) | undefined;
}

/** @param rootLocation the root is a place of its own */
export function usePlace(place: Place, rootLocation: boolean): ShownPlace {
  const info = useQuery(placeInfoQuery(place));
  const rows = usePlaceRows(place);
  const here = info.data?.document;
  const isInDataset = here !== undefined && isDataset(here);
  const crumbs = crumbsOf(place, info.data, rootLocation);
  return {
    place,
    here,
    name: crumbs.at(-1)?.label ?? "",
    crumbs,
    parentPath: crumbs.at(-2)?.path ?? (rootLocation ? "/root" : "/"),
    rows,
    rights: useRights(place, here, isInDataset),
    isHome: place.type === "user" && place.id === requireUser()._id,
    isListed: isListed(place),
    hasPictures: isListed(place) && !isInDataset,
    canSelect: !isInDataset,
    isKnown: !info.isLoading && !rows.isLoading,
    failure: info.error ?? rows.error,
    retry: () => void Promise.all([info.refetch(), rows.retry()]),
  };
}

function useRights(place: Place, here: PlaceInfo["document"], isInDataset: boolean): PlaceRights {
  const canWrite = mayWrite(here) && !isInDataset;
  const newFolder = useMemo(
    () =>
      here === undefined || !canWrite
        ? undefined
        : () =>
            openNewFolderDialog({
              type: place.type as "user" | "folder" | "collection",
              id: place.id,
              name: entryName(here),
            }),
    [here, canWrite, place],
  );
  return { level: here?._accessLevel ?? -1, canUpload: place.type === "folder" && canWrite, newFolder };
}
