/** The track list: its order, and reviewed tracks. */
import { expect, test } from "vitest";
import type { FrameNumber, TrackId } from "#core/types";
import { imagePoint } from "../../web/base/brand.ts";
import { isInside } from "../../web/editor/pointing/lasso.ts";
import { canSort } from "../../web/editor/lists/track-order.ts";
import { openTestWorkspace } from "../support/test-workspace.ts";
import { TestEditor } from "./test-editor.ts";

const listed = (app: TestEditor) => [...app.editor.lists.trackIds.peek()];

test("[V-TRACKLIST-08] tracks are sorted once they are loaded, and only when there are fewer than 20000", async () => {
  const app = await TestEditor.create();
  app.workspace.transact({ kind: "track", change: "add" }, 0 as FrameNumber, (tx) => {
    for (let id = 0; id < 19_999; id += 1) {
      tx.tracks.add({ type: "cod", frame: (id === 0 ? 7 : id % 5) as FrameNumber, bounds: [1, 1, 9, 9] });
    }
  });
  expect(canSort(app.workspace.core)).toBe(true);
  expect(listed(app).slice(0, 3)).toEqual([0, 1, 2]);
  app.settings.change({ layout: { trackOrder: "begin" } });
  expect(listed(app).slice(0, 3)).toEqual([5, 10, 15]);
  expect(listed(app).at(-1)).toBe(0);
  app.workspace.transact({ kind: "track", change: "add" }, 0 as FrameNumber, (tx) => {
    tx.tracks.add({ type: "cod", frame: 0 as FrameNumber, bounds: [1, 1, 9, 9] });
  });
  expect(canSort(app.workspace.core)).toBe(false);
  expect(listed(app).slice(0, 3)).toEqual([0, 1, 2]);
});

test("V marks what is selected as reviewed, in one step; the list shows those that are left, the picture all", async () => {
  const app = await TestEditor.create();
  const ids = [0, 1, 2].map((at) => app.drawTrack([at * 100 + 10, 10, at * 100 + 60, 60])) as TrackId[];
  app.key("Escape").key("Escape");
  app.editor.lists.selectAndShow(ids[0] as TrackId);
  app.editor.lists.toggleSelected(ids[1] as TrackId);
  app.key("V");
  const reviewed = () => [...app.workspace.display.reviewedTracks.peek()];
  expect(reviewed()).toEqual(ids.slice(0, 2));
  app.workspace.display.setReviewFilter("toReview");
  expect(listed(app)).toEqual([ids[2]]);
  expect(app.workspace.display.visibleTrackIds.peek()).toHaveLength(3);
  app.workspace.display.setReviewFilter("reviewed");
  expect(listed(app)).toEqual(ids.slice(0, 2));
  app.key("Ctrl+Z");
  expect(reviewed()).toEqual([]);
  expect(app.workspace.core.trackAttributes(ids[0] as TrackId)).toEqual({});
});

test("Ctrl+A selects what the list shows and nothing else, and ends what is half drawn; not while tracks to merge are chosen", async () => {
  const app = await TestEditor.create();
  const ids = [0, 1, 2].map((at) => app.drawTrack([at * 100 + 10, 10, at * 100 + 60, 60])) as TrackId[];
  const selection = () => app.workspace.selection.peek();
  app.key("Escape").key("Escape");
  app.editor.lists.selectAndShow(ids[2] as TrackId);
  app.editor.lists.toggleSelected(ids[1] as TrackId);
  app.key("V");
  app.editor.lists.selectAndShow(ids[1] as TrackId);
  app.editor.lists.toggleSelected(ids[0] as TrackId);
  app.workspace.display.setReviewFilter("reviewed");
  app.key("Ctrl+A");
  expect([...selection().tracks].sort()).toEqual([ids[1], ids[2]]);
  expect(selection().primary).toBe(ids[1]);
  app.workspace.display.setReviewFilter("all");
  app.key("N").pointerDown(300, 300).pointerMove(350, 350).key("Ctrl+A").expectToBeIn("notEditing").pointerUp(350, 350);
  expect([...selection().tracks].sort()).toEqual(ids);
  app.key("Escape").key("M").key("Ctrl+A");
  expect([selection().tracks.size, app.refusals]).toEqual([0, ["choosing"]]);
  app.key("Escape").workspace.display.setReviewFilter("noted");
  app.key("Ctrl+A");
  expect(app.refusals).toEqual(["choosing", "nothingListed"]);
});

test("a point is inside a closed line by the even-odd rule", () => {
  const path = [imagePoint(0, 0), imagePoint(10, 0), imagePoint(10, 10), imagePoint(0, 10)];
  expect(isInside(path, 5, 5)).toBe(true);
  expect(isInside(path, 15, 5)).toBe(false);
  expect(isInside(path.slice(0, 3), 2, 8)).toBe(false);
});

test("of a huge dataset reviewed tracks are read once someone filters by them; until then each row says its own", async () => {
  const app = await TestEditor.create();
  app.workspace.transact({ kind: "track", change: "add" }, 0 as FrameNumber, (tx) => {
    for (let id = 0; id < 20_000; id += 1)
      tx.tracks.add({ type: "cod", frame: 0 as FrameNumber, bounds: [1, 1, 9, 9] });
    tx.tracks.setAttribute(7 as TrackId, "reviewed", true);
  });
  await app.editor.saver.save();
  // Another page opens what was saved.
  const { workspace } = await openTestWorkspace({ server: app.server });
  expect(workspace.core.trackCount).toBe(20_000);
  expect(workspace.display.reviewedTracks.peek().size).toBe(0);
  workspace.display.setReviewFilter("reviewed");
  expect([...workspace.display.reviewedTracks.peek()]).toEqual([7]);
  expect(workspace.display.visibleTrackIds.peek()).toHaveLength(20_000);
});
