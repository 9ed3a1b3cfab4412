/** Several tracks at once: selecting, merging, splitting, grouping. */
import { expect, test } from "vitest";
import type { FrameNumber, TrackId } from "#core/types";
import { screenPoint } from "../../web/base/brand.ts";
import { restyleType } from "../../web/editor/edits/type-edits.ts";
import { ModelServer } from "../support/model-server.ts";
import { testDatasetId } from "../support/test-workspace.ts";
import { TestEditor } from "./test-editor.ts";
import { nameOfAction } from "../../web/session/undo/edit-action.ts";
import { setType } from "../../web/editor/edits/track-edits.ts";

/** Three adjacent boxes: two on frame 0, one on frames 4 to 8. */
async function threeTracks(options: Parameters<typeof TestEditor.create>[0] = {}) {
  const app = await TestEditor.create(options);
  const ids: TrackId[] = [];
  app.workspace.transact({ kind: "track", change: "add" }, 0 as FrameNumber, (tx) => {
    ids.push(tx.tracks.add({ type: "cod", frame: 0 as FrameNumber, bounds: [10, 10, 60, 60] }));
    ids.push(tx.tracks.add({ type: "eel", frame: 0 as FrameNumber, bounds: [110, 10, 160, 60] }));
    const third = tx.tracks.add({ type: "cod", frame: 4 as FrameNumber, bounds: [210, 10, 260, 60] });
    tx.detections.setBounds(third, 8 as FrameNumber, [250, 10, 300, 60]);
    ids.push(third);
  });
  return { app, ids: ids as [TrackId, TrackId, TrackId] };
}

function selected(app: TestEditor): readonly TrackId[] {
  return [...app.workspace.selection.peek().tracks];
}

test("[V-KEYS-23] [V-KEYS-24] M chooses candidates, Shift+M merges them into the first; one undo takes it back", async () => {
  const { app, ids } = await threeTracks();
  app.click(10, 30);
  app.key("M").expectToBeIn("multiSelect");
  app.key("Shift+M");
  expect(app.refusals).toEqual(["tooFewToMerge"]);
  app.click(110, 30).seek(4).click(210, 30);
  expect(selected(app)).toEqual(ids);
  app.click(210, 30);
  expect(selected(app), "a second click takes it out").toEqual(ids.slice(0, 2));
  app.click(210, 30).key("Shift+M").expectToBeIn("notEditing");
  expect(app.workspace.core.trackCount).toBe(1);
  expect(selected(app)).toEqual([ids[0]]);
  expect(app.workspace.core.track(ids[0])).toMatchObject({ begin: 0, end: 8 });
  app.key("Ctrl+Z");
  expect(app.workspace.core.trackCount).toBe(3);
});

test("[V-KEYS-05] Escape aborts drawing and cancels choosing: nothing was merged, the group stays as it was made", async () => {
  const { app, ids } = await threeTracks();
  app.key("N").pointerDown(300, 300).pointerMove(350, 350).key("Escape").expectToBeIn("notEditing").pointerUp(350, 350);
  app.click(10, 30).key("M").click(110, 30).key("Escape").expectToBeIn("notEditing");
  expect(app.workspace.core.trackCount).toBe(3);
  app.key("Escape").click(10, 30).key("G").expectToBeIn("groupEdit");
  app.key("Escape").expectToBeIn("notEditing");
  expect(app.workspace.groups.peek()).toMatchObject([{ memberIds: [ids[0]] }]);
});

test("[V-MODE-06, by key] while tracks to merge are chosen nothing is drawn, edited, split or deleted", async () => {
  const { app } = await threeTracks();
  app.click(10, 30).key("M");
  for (const key of ["N", "1", "E", "K", "I", "X", "Delete"]) app.key(key);
  expect(app.refusals).toEqual(Array(7).fill("multiSelect"));
  app.click(110, 30, "secondary").expectToBeIn("multiSelect");
});

test("[V-KEYS-25] G makes a group of the selection and adds to it; a click adds too; undo of the group leaves its mode", async () => {
  const { app, ids } = await threeTracks();
  app.key("G");
  expect(app.refusals).toEqual(["nothingSelected"]);
  app.click(10, 30).key("G").expectToBeIn("groupEdit");
  const [group] = app.workspace.groups.peek();
  expect(group).toMatchObject({ type: "no-group", types: ["no-group"], memberIds: [ids[0]] });
  app.click(110, 30);
  expect(app.workspace.groups.peek()[0]?.memberIds).toEqual(ids.slice(0, 2));
  app.editor.lists.toggleSelected(ids[2]);
  app.key("G");
  expect(app.workspace.groups.peek()[0]).toMatchObject({ memberIds: ids, begin: 0, end: 8 });
  expect(app.workspace.groups.peek()[0]?.members[2]).toEqual({ trackId: ids[2], ranges: [[4, 8]] });
  app.key("Ctrl+Z").key("Ctrl+Z").key("Ctrl+Z").expectToBeIn("notEditing");
  expect(app.workspace.groups.peek()).toEqual([]);
});

test("[V-KEYS-17] [V-TRACK-15] X splits after asking, and only where both parts have something", async () => {
  const { app, ids } = await threeTracks();
  const [, , third] = ids;
  app.seek(4).click(210, 30).key("X");
  expect(app.refusals).toEqual(["cannotSplit"]);
  app.seek(6).key("X");
  await Promise.resolve();
  expect(app.calls).toEqual([`confirmSplit ${third} 6`]);
  await expect.poll(() => app.workspace.core.hasTrack(third)).toBe(false);
  const second = app.editor.selected as TrackId;
  expect(app.workspace.core.track(second)).toMatchObject({ begin: 6, end: 8 });
  app.key("Ctrl+Z");
  expect(app.workspace.core.track(third)).toMatchObject({ begin: 4, end: 8 });

  const { app: unsure, ids: kept } = await threeTracks({ answer: false });
  unsure.editor.lists.selectAndShow(kept[2]);
  unsure.seek(6).key("X");
  await Promise.resolve();
  expect(unsure.calls).toEqual([`confirmSplit ${kept[2]} 6`]);
  expect(unsure.workspace.core.trackCount).toBe(3);
});

test("[V-KEYS-27] in read-only mode merge, group and commit merge do nothing but say why", async () => {
  const { app, ids } = await threeTracks();
  app.workspace.setReadOnly("requested");
  app.editor.lists.toggleSelected(ids[0]);
  app.editor.lists.toggleSelected(ids[1]);
  for (const key of ["M", "G", "Shift+M"]) app.key(key).expectToBeIn("notEditing");
  expect(app.refusals).toEqual(["readOnly", "readOnly", "readOnly"]);
  expect(app.workspace.core.trackCount).toBe(3);
  expect(app.workspace.groups.peek()).toEqual([]);
});

test("Ctrl and Shift choose several tracks, on the picture and in the list; type and deletion are one step for all", async () => {
  const { app, ids } = await threeTracks();
  const clickWith = (x: number, y: number, more: { ctrl?: boolean; shift?: boolean }) => {
    app.editor.pointer.move({ at: screenPoint(x, y) });
    app.editor.pointer.down({ at: screenPoint(x, y), ...more });
    app.editor.pointer.up({ at: screenPoint(x, y), ...more });
  };
  app.click(10, 30);
  clickWith(110, 30, { ctrl: true });
  expect(selected(app)).toEqual(ids.slice(0, 2));
  clickWith(110, 30, { ctrl: true });
  expect(selected(app)).toEqual([ids[0]]);
  clickWith(110, 30, { shift: true });
  expect(selected(app)).toEqual(ids.slice(0, 2));
  expect(app.editor.selected, "the first one stays the one that panels are about").toBe(ids[0]);
  app.editor.lists.selectAndShow(ids[0]);
  app.editor.lists.selectTo(ids[2]);
  expect(selected(app)).toEqual(ids);
  setType(app.editor, ids[0], "ray");
  expect(ids.map((id) => app.typeOf(id))).toEqual(["ray", "ray", "ray"]);
  app.key("Ctrl+Z");
  expect(ids.map((id) => app.typeOf(id))).toEqual(["cod", "eel", "cod"]);
  app.editor.lists.selectAndShow(ids[0]);
  app.editor.lists.selectTo(ids[2]);
  app.key("Delete");
  await expect.poll(() => app.workspace.core.trackCount).toBe(0);
  expect(app.asked).toEqual([ids]);
  app.key("Ctrl+Z");
  expect(app.workspace.core.trackCount).toBe(3);
});

test("[V-TRACK-01] objects are tracks over frames, single detections, and groups of tracks; a save stores each as it is", async () => {
  const app = await TestEditor.create();
  const track = app.drawTrack([10, 10, 60, 60]);
  app.seek(5).drag([30, 30], [80, 80]).key("Escape").key("Escape");
  app.settings.change({ trackSettings: { newTrackSettings: { mode: "Detection" } } });
  const detection = app.drawTrack([110, 110, 160, 160]);
  app.key("Escape").key("Escape");
  app.editor.lists.selectAndShow(track);
  app.editor.lists.toggleSelected(detection);
  app.key("G").key("Escape");
  expect(app.workspace.core.track(track)).toMatchObject({ begin: 0, end: 5 });
  expect(app.workspace.core.track(detection)).toMatchObject({ begin: 5, end: 5, keyframeCount: 1 });
  expect(app.workspace.groups.peek()).toMatchObject([{ memberIds: [track, detection], begin: 0, end: 5 }]);
  await app.editor.saver.save();
  const [group] = app.workspace.groups.peek();
  expect(app.editor.saver.dirtyCount.peek()).toBe(0);
  expect(group?.members.map(({ ranges }) => ranges)).toEqual([[[0, 5]], [[5, 5]]]);
});

test("the history names the steps, one for what was made together, and forgets those that were replaced", async () => {
  const { app } = await threeTracks();
  const names = () =>
    app.workspace.steps.entries
      .peek()
      .map(({ action, isDone }) => (isDone ? nameOfAction(action) : `(${nameOfAction(action)})`));
  app.click(10, 30).key("M").click(110, 30).key("Shift+M");
  restyleType(app.editor, "track", "cod", "haddock", { color: "#ff0000" });
  expect(names()).toEqual(["track.add", "track.merge", "type.rename"]);
  app.key("Ctrl+Z").key("Ctrl+Z");
  expect(names()).toEqual(["track.add", "(track.merge)", "(type.rename)"]);
  app.click(10, 30).key("G");
  expect(names()).toEqual(["track.add", "group.create"]);
});

test("Up and Down put nothing into a merge or a group on their way", async () => {
  const { app, ids } = await threeTracks();
  app.click(10, 30).key("G").key("Down").key("Up");
  expect(app.workspace.groups.peek()[0]?.memberIds).toEqual([ids[0]]);
  app.key("Escape").key("M").key("Down");
  expect(selected(app)).toEqual([ids[0]]);
  expect(app.refusals).toEqual(["choosing", "choosing", "choosing"]);
});

test("[V-KEYS-28] with several cameras merge, group and commit merge do nothing but say why", async () => {
  const server = new ModelServer();
  const [left, right] = ["1".repeat(24), "2".repeat(24)];
  server.addDataset(left);
  server.addDataset(right);
  server.addDataset(testDatasetId, { cameras: { left, right } });
  const { app, ids } = await threeTracks({ server });
  expect(app.workspace.cameras).toHaveLength(2);
  app.editor.lists.selectAndShow(ids[0]);
  app.editor.lists.toggleSelected(ids[1]);
  for (const key of ["M", "G", "Shift+M"]) app.key(key).expectToBeIn("notEditing");
  expect(app.refusals).toEqual(["severalCameras", "severalCameras", "severalCameras"]);
  expect(app.workspace.core.trackCount).toBe(3);
  expect(app.workspace.groups.peek()).toEqual([]);
});

test("[V-READONLY-04] whenever read-only mode changes, the selection is cleared", async () => {
  const { app, ids } = await threeTracks();
  for (const reason of ["pipeline", undefined] as const) {
    app.editor.lists.selectAndShow(ids[0]);
    app.editor.lists.toggleSelected(ids[1]);
    expect(selected(app)).toHaveLength(2);
    app.workspace.setReadOnly(reason);
    expect(selected(app)).toEqual([]);
  }
});

test("a lasso with Shift adds the shown tracks whose middle is inside; one that catches nothing, or is let go, changes nothing", async () => {
  const { app, ids } = await threeTracks();
  const lasso = (points: readonly (readonly [number, number])[], end: "up" | "cancel" = "up") => {
    const presses = points.map(([x, y]) => ({ at: screenPoint(x, y), shift: true }));
    app.editor.pointer.down(presses[0]!);
    for (const press of presses.slice(1)) app.editor.pointer.move(press);
    if (end === "cancel") app.editor.pointer.cancel();
    else app.editor.pointer.up(presses.at(-1)!);
  };
  // Around the center of the second box, but not the whole box.
  const around = [
    [130, 30],
    [140, 30],
    [140, 40],
    [130, 40],
  ] as const;
  app.click(10, 30);
  expect(selected(app)).toEqual([ids[0]]);
  lasso(around, "cancel");
  lasso([
    [300, 300],
    [340, 300],
    [340, 340],
  ]);
  app.workspace.display.setTrackShown(ids[1], false);
  lasso(around);
  expect(selected(app)).toEqual([ids[0]]);
  app.workspace.display.setTrackShown(ids[1], true);
  lasso(around);
  expect(selected(app)).toEqual(ids.slice(0, 2));
  expect(app.editor.selected, "the first one stays the one that panels are about").toBe(ids[0]);
  app.expectToBeIn("notEditing.idle");
});

test("what was selected and took part stays selected through undo; what undo brings back is selected as a whole", async () => {
  const { app, ids } = await threeTracks();
  const [first, second] = ids;
  app.click(110, 30);
  app.editor.lists.toggleSelected(first);
  expect(selected(app)).toEqual([second, first]);
  setType(app.editor, second, "ray");
  app.key("Ctrl+Z");
  expect(new Set(selected(app))).toEqual(new Set([first, second]));
  expect(app.workspace.selectedTrack.peek(), "what panels are about stays").toBe(second);

  app.key("Delete");
  await expect.poll(() => app.workspace.core.trackCount).toBe(1);
  expect(selected(app)).toEqual([]);
  app.key("Ctrl+Z");
  expect(new Set(selected(app))).toEqual(new Set([first, second]));
});
