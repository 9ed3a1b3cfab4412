/** Which place of the data browser an address names. */
import type { Place, PlaceType } from "../../queries/places.ts";

const withId: ReadonlySet<string> = new Set(["user", "folder", "collection"]);
const withoutId: ReadonlySet<string> = new Set(["root", "users", "collections"]);

interface Address {
  readonly type: string | undefined;
  readonly id: string | undefined;
}

/**
 * Undefined for an unknown address. Without a type, or for the root where that is not a place, the user's own directory.
 */
export function placeOf(
  { type, id }: Address,
  { userId, rootLocation }: { readonly userId: string; readonly rootLocation: boolean },
): Place | undefined {
  if (type === undefined || (type === "root" && !rootLocation)) return { type: "user", id: userId };
  if (withoutId.has(type) && id === undefined) return { type: type as PlaceType, id: "" };
  if (withId.has(type) && id !== undefined) return { type: type as PlaceType, id };
  return undefined;
}
