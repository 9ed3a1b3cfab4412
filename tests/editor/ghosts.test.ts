/** A box lasts until its track ends: the ghost box, its actions, and that it is not stored. */

import { describe, expect, test } from "vitest";
import type { FrameNumber } from "#core/types";
import { TestEditor } from "./test-editor.ts";

const box = [100, 100, 200, 180] as const;

const ghostsOf = ({ editor }: TestEditor) => editor.ghosts.shown.value.map(({ trackId }) => trackId);
const keyframesOf = ({ workspace }: TestEditor, id: number) => [...workspace.core.keyframes(id as never)];

async function drawn() {
  const test = await TestEditor.create();
  const id = test.drawTrack(box);
  return { test, id };
}

describe("a box lasts", () => {
  test("[V-TRACK-05] [V-TRACK-12] ten frames on, a corner of the ghost is dragged: a keyframe, with interpolation between", async () => {
    const { test: page, id } = await drawn();
    page.seek(10).expectToBeIn("editing");
    expect(ghostsOf(page)).toEqual([id]);
    expect(page.editor.drawing.peek()).toBe("editing");
    expect(page.editor.pointer.overlay.value?.isDashed).toBe(true);
    page.drag([200, 180], [240, 220]);
    expect(keyframesOf(page, id)).toEqual([0, 10]);
    expect(page.boundsOf(id, 10)).toEqual([100, 100, 240, 220]);
    expect(page.boundsOf(id, 5)).toEqual([100, 100, 220, 200]);
    page.key("Ctrl+Z");
    expect(keyframesOf(page, id)).toEqual([0]);
  });

  test("it is picked and dragged without being edited or selected", async () => {
    const { test: page, id } = await drawn();
    page.key("Escape").key("Escape").seek(20);
    expect(page.editor.selected).toBeUndefined();
    page.click(150, 140);
    expect(page.editor.selected).toBe(id);
    page.drag([150, 140], [160, 145]);
    expect(page.boundsOf(id, 20)).toEqual([110, 105, 210, 185]);
  });

  test("[V-KEYS-12] K and Enter take it as it is, with all of its geometry", async () => {
    for (const key of ["K", "Enter"]) {
      const { test: page, id } = await drawn();
      page.editor.transact({ kind: "shape", shape: "polygon", change: "draw" }, (tx) =>
        tx.detections.setPolygon(id, 0 as FrameNumber, [
          [
            [100, 100],
            [200, 100],
            [150, 180],
          ],
        ]),
      );
      page.key("Escape").seek(30).key(key);
      expect(keyframesOf(page, id)).toEqual([0, 30]);
      expect(page.boundsOf(id, 30)).toEqual(box);
      expect(page.workspace.core.shapes(id, 30 as FrameNumber)).toHaveLength(1);
    }
  });

  test("one key ends the track, and again lets it go on; a document that is opened again knows it", async () => {
    const { test: page, id } = await drawn();
    page.seek(12).key("U");
    expect(ghostsOf(page)).toEqual([]);
    page.expectToBeIn("notEditing");
    expect(keyframesOf(page, id)).toEqual([0]);
    expect(page.workspace.core.detectionAt(id, 0 as FrameNumber)?.interpolates).toBe(false);
    page.seek(40);
    expect(ghostsOf(page)).toEqual([]);
    page.key("U");
    expect(ghostsOf(page)).toEqual([id]);
  });

  test("of several selected tracks all end, in one step; those that have not begun stay as they are", async () => {
    const { test: page, id } = await drawn();
    page.key("Escape").key("Escape");
    const second = page.drawTrack([300, 100, 360, 160]);
    page.key("Escape").key("Escape").seek(40);
    const later = page.drawTrack([400, 300, 460, 360]);
    page.key("Escape").key("Escape").seek(10).workspace.select(id);
    page.editor.dispatch({ type: "selectMore", trackIds: [second, later] });
    page.key("U");
    expect(ghostsOf(page)).toEqual([]);
    page.seek(50);
    expect(ghostsOf(page)).toEqual([later]);
    page.key("Ctrl+Z").seek(10);
    expect(ghostsOf(page).toSorted()).toEqual([id, second]);
  });

  test("between two keyframes the key stores the box that is shown, and leaves the rest out", async () => {
    const { test: page, id } = await drawn();
    page.seek(20).drag([200, 180], [240, 220]);
    page.seek(10).key("U");
    expect(keyframesOf(page, id)).toEqual([0, 10, 20]);
    expect(page.boundsOf(id, 10)).toEqual([100, 100, 220, 200]);
    expect(page.boundsOf(id, 11)).toBeUndefined();
    // The track continues later: in the gap its ghost box can be dragged.
    page.seek(15);
    expect(ghostsOf(page)).toEqual([id]);
    page.key("K");
    expect(page.boundsOf(id, 15)).toEqual([100, 100, 220, 200]);
  });

  test("[V-TRACK-08] before a track begins there is no ghost, and no keyframe to toggle", async () => {
    const page = await TestEditor.create();
    page.seek(5).drawTrack(box);
    page.seek(3).key("K");
    expect(ghostsOf(page)).toEqual([]);
    expect(page.refusals.at(-1)).toBe("noDetection");
  });

  test("of others it stays a hundred frames, and only where keyframes were drawn; counts and lists do not see it", async () => {
    const page = await TestEditor.create({ frameCount: 300 });
    const id = page.drawTrack(box);
    page.key("Escape").key("Escape").seek(100);
    expect(ghostsOf(page)).toEqual([id]);
    expect(page.workspace.core.shown.frameQuery(100 as FrameNumber).count).toBe(0);
    expect(page.workspace.core.shown.countsByFrame(300)[100]).toBe(0);
    page.seek(101);
    expect(ghostsOf(page)).toEqual([]);
    page.seek(50).settings.change({
      annotatorPreferences: { visible: { ghosts: false } },
    });
    expect(ghostsOf(page)).toEqual([]);
    page.workspace.select(id);
    expect(ghostsOf(page), "of what is selected").toEqual([id]);
  });

  test("of many others the latest two dozen are shown, and the picture stays visible", async () => {
    const page = await TestEditor.create({ frameCount: 60 });
    for (let frame = 0; frame < 30; frame++) {
      page.seek(frame).drawTrack([frame * 10, 300, frame * 10 + 20, 340]);
      page.key("Escape").key("Escape");
    }
    page.seek(40);
    const ids = [...page.workspace.core.shown.trackSpans().trackIds].toSorted((a, b) => a - b);
    expect(ghostsOf(page)).toEqual(ids.slice(-24).toReversed());
    page.workspace.select(ids[0] as never);
    expect(ghostsOf(page)[0], "what is selected").toBe(ids[0]);
    for (const id of ids.slice(-10)) page.workspace.display.setTrackShown(id as never, false);
    expect(ghostsOf(page), "hidden ones leave room").toEqual([ids[0], ...ids.slice(1, -10).toReversed()]);
  });

  test("a box that is drawn next to the ghost is the track's on this frame", async () => {
    const { test: page, id } = await drawn();
    page.seek(10).drag([400, 300], [460, 350]);
    expect(page.boundsOf(id, 10)).toEqual([400, 300, 460, 350]);
  });

  test("the keyboard moves it", async () => {
    const { test: page, id } = await drawn();
    page.seek(10).key("Alt+Right");
    expect(page.boundsOf(id, 10)).toEqual([101, 100, 201, 180]);
  });

  test("in read-only mode only what is stored is shown", async () => {
    const { test: page } = await drawn();
    page.seek(10);
    page.workspace.setReadOnly("requested");
    expect(ghostsOf(page)).toEqual([]);
  });
});
