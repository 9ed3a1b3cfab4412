import { expect, test } from "vitest";
import { viewerChunks, type ImportsOf } from "./viewer-chunks.ts";

const icon = "/w/node_modules/icons/IconPlus.js";
const viewer = "/w/web/viewer/ViewerPage.tsx";

/** Static and dynamic imports of each module. */
const modules: Readonly<Record<string, readonly [immediately: readonly string[], later?: readonly string[]]>> = {
  "/w/web/app/main.tsx": [["/w/first.ts"], ["/w/web/app/routes.ts", "/w/web/app/viewer-prefetch.ts"]],
  "/w/web/app/viewer-prefetch.ts": [[], [viewer]],
  "/w/web/app/routes.ts": [[], [viewer, "/w/JobsPage.tsx", "/w/BrowserPage.tsx"]],
  "/w/JobsPage.tsx": [["/w/first.ts", "/w/progress.ts"]],
  "/w/BrowserPage.tsx": [["/w/browser.ts"], ["/w/dialog.ts"]],
  "/w/browser.ts": [[]],
  "/w/dialog.ts": [["/w/formats.ts"]],
  [viewer]: [["/w/first.ts", "/w/progress.ts", "/w/formats.ts", "/w/canvas.ts", "/w/own.ts", icon], ["/w/panel.ts"]],
  "/w/panel.ts": [["/w/canvas.ts", "/w/chart.ts", icon]],
  "/w/first.ts": [[]],
  "/w/progress.ts": [[]],
  "/w/formats.ts": [[]],
  "/w/canvas.ts": [[]],
  "/w/chart.ts": [[]],
  "/w/own.ts": [[]],
  [icon]: [[]],
};

const importers = (id: string, which: 0 | 1): string[] =>
  Object.keys(modules).filter((by) => modules[by]?.[which]?.includes(id) === true);

const importsOf: ImportsOf = (id) => ({
  importedIds: [...(modules[id]?.[0] ?? [])],
  dynamicallyImportedIds: [...(modules[id]?.[1] ?? [])],
  importers: importers(id, 0),
  dynamicImporters: importers(id, 1),
});

test("a module of the viewer goes with what else loads it, so that no other page or dialog loads the viewer", () => {
  const chunkOf = viewerChunks();
  const named = Object.keys(modules).map((id) => [id.replace(/.*\//, ""), chunkOf(id, importsOf)]);
  expect(Object.fromEntries(named.filter(([, chunk]) => chunk !== null))).toEqual({
    "canvas.ts": "viewer-shared",
    "formats.ts": "viewer-parts",
    "progress.ts": "shared-JobsPage",
  });
});

test("a build without the viewer is refused: nothing would be grouped, unnoticed", () => {
  const none: ImportsOf = () => ({ importedIds: [], dynamicallyImportedIds: [], importers: [], dynamicImporters: [] });
  expect(() => viewerChunks()("/w/web/other.ts", none)).toThrow("No module of the web app is");
});
