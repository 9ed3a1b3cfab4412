/** The path from the root to a place of the data browser. */
import { t } from "../../base/texts/index.ts";
import { entryName } from "../../queries/places.ts";
import type { Place, PlaceInfo } from "../../queries/places.ts";

export interface Crumb {
  readonly label: string;
  readonly path: string;
}

/**
 * Ordered from the root to the place itself. @param rootLocation if false, the first crumb is the one below the root
 */
export function crumbsOf(place: Place, info: PlaceInfo | undefined, rootLocation = true): readonly Crumb[] {
  const root: Crumb[] = rootLocation ? [{ label: t("browse.root"), path: "/root" }] : [];
  if (place.type === "root") return root;
  if (place.type === "users") return [...root, { label: t("browse.users"), path: "/users" }];
  if (place.type === "collections") return [...root, { label: t("browse.collections"), path: "/collections" }];
  const chain = [
    ...(info?.path ?? []).map(({ type, object }) => ({
      label: entryName(object),
      path: `/${type}/${object._id}`,
      type,
    })),
    ...(info?.document === undefined
      ? []
      : [{ label: entryName(info.document), path: `/${place.type}/${place.id}`, type: place.type }]),
  ];
  const top = chain[0]?.type;
  const base: Crumb[] =
    top === "user"
      ? [{ label: t("browse.users"), path: "/users" }]
      : top === "collection"
        ? [{ label: t("browse.collections"), path: "/collections" }]
        : [];
  return [...root, ...base, ...chain];
}
