/**
 * How new objects start: tracks, single detections, one per frame; and that a new drawing never goes to a previous
 * object.
 */

import { expect, test } from "vitest";
import type { FrameNumber } from "#core/types";
import { TestEditor } from "./test-editor.ts";

const box = [
  [100, 100],
  [150, 150],
] as const;

function detectionMode(app: TestEditor, continuous = false) {
  app.settings.change({
    trackSettings: {
      newTrackSettings: {
        mode: "Detection",
        modeSettings: { Detection: { continuous } },
      },
    },
  });
}

const spans = ({ workspace }: TestEditor) => {
  const { begins, ends } = workspace.core.shown.trackSpans();
  return [...begins].map((begin, at) => [begin, ends[at]]);
};

test("[V-TRACK-02] in Detection mode another frame ends the object: twenty frames are twenty detections", async () => {
  const app = await TestEditor.create();
  detectionMode(app);
  for (let frame = 0; frame < 20; frame++) {
    app.seek(frame);
    expect(app.mode, "nothing of the detection before is edited").toBe("notEditing");
    expect(app.editor.selected).toBeUndefined();
    app
      .key("N")
      .drag(...box)
      .expectToBeIn("editing");
  }
  expect(spans(app)).toEqual(Array.from({ length: 20 }, (_, frame) => [frame, frame]));
});

test("[V-TRACK-04] one detection on each frame, typed as they come: N detections are N + 1 keys, whatever the settings", async () => {
  const app = await TestEditor.create();
  for (const type of ["cod", "crab"])
    app.workspace.transact({ kind: "track", change: "add" }, 50 as FrameNumber, (tx) => {
      tx.tracks.add({
        type,
        frame: 50 as FrameNumber,
        bounds: [0, 0, 5, 5],
        interpolate: false,
      });
    });
  const digitOf = (type: string) => app.editor.types.choices.value.find((each) => each.type === type)?.digit;
  app.key("B");
  for (const type of ["cod", "crab", "crab", "cod"]) app.drag(...box).key(`Shift+${digitOf(type)}`);
  app.expectToBeIn("creating");
  expect(spans(app).slice(2)).toEqual([0, 1, 2, 3].map((frame) => [frame, frame]));
  const ids = [...app.workspace.core.shown.trackSpans().trackIds].slice(2);
  expect(ids.map((id) => app.typeOf(id as never))).toEqual(["cod", "crab", "crab", "cod"]);
  expect(app.key("Escape").mode).toBe("notEditing");
});

test("[V-TRACK-04] in Continuous the last polygon gets a hole, and then the next one is drawn", async () => {
  const app = await TestEditor.create();
  detectionMode(app, true);
  const polygon = (points: readonly (readonly [number, number])[]) => {
    for (const [x, y] of points) app.click(x, y);
    app.key("Enter");
  };
  app.key("2");
  polygon([
    [100, 100],
    [300, 100],
    [200, 300],
  ]);
  app.expectToBeIn("creating").key("O").expectToBeIn("editing");
  polygon([
    [180, 130],
    [220, 130],
    [200, 160],
  ]);
  app.expectToBeIn("creating");
  polygon([
    [400, 100],
    [500, 100],
    [450, 200],
  ]);
  const ids = [...app.workspace.core.shown.trackSpans().trackIds];
  const rings = ids.map((id) => app.workspace.core.shapes(id as never, 0 as FrameNumber)[0]?.paths.length);
  expect(rings).toEqual([2, 1]);
});

test("Escape takes the hole back, and so does another frame: the next object is waited for", async () => {
  const app = await TestEditor.create();
  detectionMode(app, true);
  app.key("2");
  for (const [x, y] of [
    [100, 100],
    [300, 100],
    [200, 300],
  ] as const)
    app.click(x, y);
  app.key("Enter").key("O").key("Escape");
  expect(app.mode).toBe("creating");
  expect(app.key("O").mode).toBe("editing");
  expect(app.seek(3).mode).toBe("creating");
});
