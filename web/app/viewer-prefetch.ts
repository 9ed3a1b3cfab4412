/**
 * The viewer is a third of the application: for a signed-in user, its code and the dataset's data are requested in
 * parallel. This is a separate file because it refers to all of the viewer's files, which other pages need not load.
 */
import { prefetch } from "../api/prefetch.ts";
import { api } from "../api/client.ts";
import { defaultSetName } from "../base/annotation-set.ts";
import { loadTexts } from "../base/texts/index.ts";

/** Prefetches the viewer's first requests. For a past revision or a comparison it makes different ones. */
function askAboutDataset({ pathname, search }: Location): void {
  const [, id, setName] = /^\/viewer\/([^/]+)(?:\/set\/([^/]+))?$/.exec(pathname) ?? [];
  if (id === undefined) return;
  const set = setName === undefined ? undefined : decodeURIComponent(setName);
  for (const route of ["dataset.get", "dataset.media", "folder.get"] as const) prefetch(api.url(route, { id }));
  if (new URLSearchParams(search).has("comparisonSets")) return;
  prefetch(api.url("annotation.image", { folderId: id, set: set === defaultSetName ? undefined : set }));
}

/** The viewer's code will find it already loading. */
function fetchCore(): void {
  const { href } = new URL("../../core-wasm/build/core.wasm", import.meta.url);
  document.head.append(
    Object.assign(document.createElement("link"), { rel: "preload", as: "fetch", crossOrigin: "anonymous", href }),
  );
}

// Before the code, which has many files: browsers fetch only a few at a time.
askAboutDataset(location);
fetchCore();
// The router retries and reports a failed fetch.
Promise.all([import("../viewer/ViewerPage.tsx"), loadTexts("commands", "viewer")]).catch(() => undefined);
