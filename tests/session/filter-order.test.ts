/**
 * The order in which subscribers are notified of a filter: the picture first, lists once it is drawn, timelines last;
 * of an edit all at once.
 */
import { effect } from "@preact/signals-core";
import { expect, test } from "vitest";
import { drawTrack, openTestWorkspace } from "../support/test-workspace.ts";

async function setUp() {
  const frames: (() => void)[] = [];
  const idles: (() => void)[] = [];
  const { workspace } = await openTestWorkspace({
    afterFrame: (run) => void frames.push(run),
    whenIdle: (run) => void idles.push(run),
  });
  const { display } = workspace;
  const fish = drawTrack(workspace, "fish");
  const crab = drawTrack(workspace, "crab");
  const heard: string[] = [];
  for (const name of ["pictureVersion", "version", "countsVersion"] as const) {
    let isFirst = true;
    effect(() => {
      void display[name].value;
      if (!isFirst) heard.push(name);
      isFirst = false;
    });
  }
  // As a rendered list does.
  effect(() => void display.visibleTrackIds.value);
  const take = () => heard.splice(0);
  const run = (work: (() => void)[]) => work.splice(0).forEach((each) => each());
  return { workspace, display, fish, crab, take, drawFrame: () => run(frames), beIdle: () => run(idles) };
}

test("a filter is heard of by the picture at once, by lists after the frame, by timelines when nothing else is to do", async () => {
  const { workspace, display, fish, crab, take, drawFrame, beIdle } = await setUp();
  display.setTypesShown(["fish"], false);
  expect(take()).toEqual(["pictureVersion"]);
  // The core has the filter: drawing and picking are already correct.
  expect([...workspace.core.shown.trackIds()]).toEqual([crab]);
  expect([...display.visibleTrackIds.value]).toEqual([fish, crab]);
  // A second filter in the same frame does not redraw the lists a second time.
  display.setTypesShown(["crab"], false);
  display.setTypesShown(["crab"], true);
  expect(take()).toEqual(["pictureVersion", "pictureVersion"]);
  drawFrame();
  expect(take()).toEqual(["version"]);
  expect([...display.visibleTrackIds.value]).toEqual([crab]);
  beIdle();
  expect(take()).toEqual(["countsVersion"]);
  drawFrame();
  beIdle();
  expect(take()).toEqual([]);
});

test("of all settings only those of the filter are heard of: a panel that is opened filters and counts nothing again", async () => {
  const { workspace, take, drawFrame, beIdle } = await setUp();
  workspace.settings.change({ layout: { compactRows: true } });
  workspace.settings.change({ trackSettings: { newTrackSettings: { type: "crab" } } });
  expect(take()).toEqual([]);
  workspace.settings.change({ typeSettings: { preventCascadeTypes: true } });
  drawFrame();
  beIdle();
  expect(take()).toEqual(["pictureVersion", "version", "countsVersion"]);
});

test("an edit is heard of everywhere at once, with the filter that waited: no list speaks of a track that is gone", async () => {
  const { workspace, display, fish, crab, take, drawFrame, beIdle } = await setUp();
  display.setTypesShown(["fish"], false);
  take();
  workspace.transact({ kind: "track", change: "delete" }, 0 as never, (tx) => tx.tracks.delete(crab));
  expect(take().toSorted()).toEqual(["countsVersion", "pictureVersion", "version"]);
  expect([...display.visibleTrackIds.value]).toEqual([]);
  drawFrame();
  beIdle();
  expect(take(), "no one hears twice").toEqual([]);
  workspace.undo();
  expect(take().toSorted()).toEqual(["countsVersion", "pictureVersion", "version"]);
  display.setTypesShown(["fish"], true);
  drawFrame();
  expect([...display.visibleTrackIds.value]).toEqual([fish, crab]);
});
