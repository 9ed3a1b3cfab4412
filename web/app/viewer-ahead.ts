/**
 * The viewer is a third of the application: for a signed-in user, its code and the dataset's data are requested at the
 * same time, without waiting for each other. A file of its own, since it names all files of the viewer, which other
 * pages need not load.
 */
import { prefetch } from "../api/prefetch.ts";
import { api } from "../api/client.ts";
import { defaultSetName } from "../base/annotation-set.ts";
import { loadTexts } from "../base/texts/index.ts";

/** What the viewer asks first. A past revision, or a comparison, it asks for otherwise. */
function askAboutDataset({ pathname, search }: Location): void {
  const [, id, setName] = /^\/viewer\/([^/]+)(?:\/set\/([^/]+))?$/.exec(pathname) ?? [];
  if (id === undefined) return;
  const set = setName === undefined ? undefined : decodeURIComponent(setName);
  for (const route of ["dataset.get", "dataset.media", "folder.get"] as const) prefetch(api.url(route, { id }));
  if (new URLSearchParams(search).has("comparisonSets")) return;
  prefetch(api.url("annotation.image", { folderId: id, set: set === defaultSetName ? undefined : set }));
}

/** Its code finds it under way. */
function fetchCore(): void {
  const { href } = new URL("../../core-wasm/build/core.wasm", import.meta.url);
  document.head.append(
    Object.assign(document.createElement("link"), { rel: "preload", as: "fetch", crossOrigin: "anonymous", href }),
  );
}

// Before the code, whose files are many: browsers ask for a few at a time.
askAboutDataset(location);
fetchCore();
// A failed fetch here is retried, and reported, by the router.
Promise.all([import("../viewer/ViewerPage.tsx"), loadTexts("commands", "viewer")]).catch(() => undefined);
