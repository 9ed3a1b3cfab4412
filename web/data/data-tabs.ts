/** The tabs of the data area, and which one an address belongs to. */
import { placeOf } from "./browser/place-of.ts";

export const dataTabs = {
  browse: "/",
  work: "/my-work",
  shared: "/shared",
  summary: "/summary",
  trash: "/trash",
} as const;
export type DataTab = keyof typeof dataTabs;

/** Undefined for addresses of other areas, and for unknown ones. */
export function dataTabOf(pathname: string): DataTab | undefined {
  const named = (Object.keys(dataTabs) as DataTab[]).find((tab) => dataTabs[tab] === pathname);
  if (named !== undefined) return named;
  const [type, id] = pathname.split("/").filter((part) => part !== "");
  return placeOf({ type, id }, { userId: "", rootLocation: true }) === undefined ? undefined : "browse";
}
