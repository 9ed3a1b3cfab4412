import { expect, test } from "vitest";
import type { FrameNumber, TrackId } from "#core/types";
import { keysOf } from "../../web/commands/command.ts";
import { commands, runCommand } from "../../web/commands/registry.ts";
import { testDatasetId, wireTrack } from "../support/test-workspace.ts";
import { TestEditor } from "./test-editor.ts";
import { setType } from "../../web/editor/edits/track-edits.ts";

test("N and a drag make a track, and a drag on another frame a keyframe with interpolation between", async () => {
  const app = await TestEditor.create();
  app.key("N").expectToBeIn("creating.idle");
  app.pointerDown(100, 100).expectToBeIn("creating.pointing");
  app.pointerMove(150, 140).expectToBeIn("creating.drawing");
  expect(app.workspace.core.trackCount).toBe(0);
  app.pointerUp(200, 180).expectToBeIn("editing.idle");
  const id = app.editor.selected as TrackId;
  expect(app.boundsOf(id)).toEqual([100, 100, 200, 180]);

  app.seek(10).expectToBeIn("editing");
  app.drag([300, 200], [400, 280]);
  expect(app.boundsOf(id, 10)).toEqual([300, 200, 400, 280]);
  expect(app.boundsOf(id, 5)).toEqual([200, 150, 300, 230]);
});

test("a move of 5 px makes a click a drag, less does not", async () => {
  const app = await TestEditor.create();
  const id = app.drawTrack([100, 100, 200, 200]);
  app.pointerDown(150, 150).pointerMove(154, 150).expectToBeIn("editing.pointing");
  app.pointerUp(154, 150);
  expect(app.boundsOf(id)).toEqual([100, 100, 200, 200]);
  app.pointerDown(150, 150).pointerMove(155, 150).expectToBeIn("editing.translating").pointerUp(155, 150);
  expect(app.boundsOf(id)).toEqual([105, 100, 205, 200]);

  app.key("Escape").key("Escape");
  expect(app.editor.selected).toBeUndefined();
  app.pointerDown(305, 150).pointerMove(311, 150).pointerUp(311, 150);
  expect(app.editor.selected, "a drag picks nothing").toBeUndefined();
  app.key("R").click(105, 150);
  expect(app.editor.selected).toBe(id);
});

test("the box follows the grip that is dragged, as one step", async () => {
  const app = await TestEditor.create();
  const id = app.drawTrack([100, 100, 200, 200]);
  app.pointerDown(200, 200).pointerMove(210, 205).expectToBeIn("editing.resizing");
  expect(app.editor.pointer.overlay.peek()?.shapes).toEqual([{ kind: "rectangle", bounds: [100, 100, 210, 205] }]);
  expect(app.boundsOf(id), "nothing is changed before the pointer is up").toEqual([100, 100, 200, 200]);
  app.pointerMove(250, 260).pointerUp(250, 260);
  expect(app.boundsOf(id)).toEqual([100, 100, 250, 260]);
  app.key("Ctrl+Z");
  expect(app.boundsOf(id)).toEqual([100, 100, 200, 200]);
  app.key("Ctrl+Y");
  expect(app.boundsOf(id)).toEqual([100, 100, 250, 260]);
});

test("Escape during a drag leaves the box as it was", async () => {
  const app = await TestEditor.create();
  const id = app.drawTrack([100, 100, 200, 200]);
  app.pointerDown(200, 200).pointerMove(300, 300).key("Escape").expectToBeIn("notEditing.idle").pointerUp(300, 300);
  expect(app.boundsOf(id)).toEqual([100, 100, 200, 200]);
});

test("Escape while creating leaves no track behind", async () => {
  const app = await TestEditor.create();
  app.key("N").pointerDown(10, 10).pointerMove(90, 90).key("Escape").pointerUp(90, 90);
  expect(app.workspace.core.trackCount).toBe(0);
  app.expectToBeIn("notEditing.idle");
});

test("undo of a creation leaves the mode and the selection, and shows the frame it was made on", async () => {
  const app = await TestEditor.create();
  app.seek(7);
  app.drawTrack([10, 10, 60, 60]);
  app.seek(50).key("Ctrl+Z").expectToBeIn("notEditing");
  expect(app.editor.frame).toBe(7);
  expect(app.editor.selected).toBeUndefined();
  expect(app.workspace.core.trackCount).toBe(0);
});

test("Advance frame draws the same track on the next frame until Escape", async () => {
  const app = await TestEditor.create();
  app.settings.change({ trackSettings: { newTrackSettings: { modeSettings: { Track: { autoAdvanceFrame: true } } } } });
  const id = app.drawTrack([10, 10, 60, 60]);
  app.expectToBeIn("creating");
  expect(app.editor.frame).toBe(1);
  app.drag([20, 20], [70, 70]).drag([30, 30], [80, 80]);
  expect(app.editor.frame).toBe(3);
  expect([...app.workspace.core.keyframes(id)]).toEqual([0, 1, 2]);
  app.key("Escape").expectToBeIn("notEditing");
  expect(app.workspace.core.trackCount).toBe(1);
});

test("Continuous draws one detection after the other until Escape", async () => {
  const app = await TestEditor.create();
  app.settings.change({
    trackSettings: { newTrackSettings: { mode: "Detection", modeSettings: { Detection: { continuous: true } } } },
  });
  app.key("N").drag([10, 10], [60, 60]).drag([100, 100], [160, 160]).expectToBeIn("creating");
  app.key("Escape").expectToBeIn("notEditing");
  expect(app.workspace.core.trackCount).toBe(2);
});

test("keyframes: not where nothing is, not on a single frame, not the only one", async () => {
  const app = await TestEditor.create();
  const id = app.drawTrack([100, 100, 200, 200]);
  app.key("K");
  expect(app.refusals).toEqual(["singleFrame"]);
  app.seek(10).drag([300, 100], [400, 200]).seek(50).key("U").key("K");
  expect(app.refusals.at(-1)).toBe("noDetection");
  app.seek(5).key("K");
  expect([...app.workspace.core.keyframes(id)]).toEqual([0, 5, 10]);
  app.key("K");
  expect([...app.workspace.core.keyframes(id)]).toEqual([0, 10]);
});

test("interpolation is toggled from the keyframe before, and for all frames", async () => {
  const app = await TestEditor.create();
  const id = app.drawTrack([100, 100, 200, 200]);
  app.seek(10).drag([300, 100], [400, 200]).seek(5).key("I");
  expect(app.boundsOf(id)).toBeUndefined();
  app.key("I");
  expect(app.boundsOf(id)).toEqual([200, 100, 300, 200]);
  app.key("Ctrl+I");
  expect(app.boundsOf(id)).toBeUndefined();
});

test("Up and Down walk the list and go to where a track is", async () => {
  const app = await TestEditor.create();
  const first = app.drawTrack([10, 10, 60, 60]);
  app.seek(20);
  const second = app.drawTrack([100, 100, 160, 160]);
  app.key("Escape").key("Escape").key("Down");
  expect(app.editor.selected).toBe(first);
  expect(app.editor.frame).toBe(0);
  app.key("Down").key("Down");
  expect(app.editor.selected).toBe(second);
  expect(app.editor.frame).toBe(20);
  app.key("Up");
  expect(app.editor.selected).toBe(first);
});

test("deleting asks, unless the person does not want to be asked", async () => {
  const app = await TestEditor.create();
  const id = app.drawTrack([10, 10, 60, 60]);
  app.key("Delete");
  await expect.poll(() => app.workspace.core.trackCount).toBe(0);
  expect(app.asked).toEqual([[id]]);
  app.key("Ctrl+Z");
  expect(app.workspace.core.trackCount).toBe(1);

  app.settings.change({ trackSettings: { deletionSettings: { promptUser: false } } });
  app.workspace.select(id);
  app.key("Delete");
  expect(app.asked).toHaveLength(1);
  expect(app.workspace.core.trackCount).toBe(0);
});

test("the selection is cleared when the filters leave nothing", async () => {
  const app = await TestEditor.create();
  app.drawTrack([10, 10, 60, 60]);
  app.workspace.display.setTypesShown(["unknown"], false);
  expect(app.editor.selected).toBeUndefined();
  app.expectToBeIn("notEditing");
});

test("what is drawn is shown, even when its type was unchecked", async () => {
  const app = await TestEditor.create();
  app.drawTrack([10, 10, 60, 60]);
  app.workspace.display.setTypesShown(["unknown"], false);
  const id = app.drawTrack([100, 100, 160, 160]);
  expect([...app.workspace.display.visibleTrackIds.peek()]).toContain(id);
  app.expectToBeIn("editing");
});

test("an object that moves under a resting pointer is noticed", async () => {
  const app = await TestEditor.create();
  const id = app.drawTrack([100, 100, 200, 200]);
  app.seek(10).drag([300, 100], [400, 200]).key("Escape").pointerMove(350, 150);
  expect(app.editor.pointer.hovered.peek()).toBe(id);
  app.seek(0);
  expect(app.editor.pointer.hovered.peek()).toBeUndefined();
});

test("a type that a person gives is certain", async () => {
  const app = await TestEditor.create();
  const id = app.drawTrack([10, 10, 60, 60]);
  setType(app.editor, id, "fish");
  expect(app.workspace.core.track(id).pairs).toEqual([{ type: "fish", confidence: 1 }]);
});

test("read-only mode refuses every edit and says so", async () => {
  const app = await TestEditor.create({ readOnly: true });
  for (const command of Object.values(commands)) {
    for (const key of keysOf(command)) app.key(key);
  }
  expect(app.workspace.core.seq).toBe(0);
  expect(app.workspace.core.trackCount).toBe(0);
  expect(app.refusals).toContain("readOnly");
});

test("shortcuts rest while a dialog is visible or someone types", async () => {
  const app = await TestEditor.create();
  expect(app.key("N", { isDialogVisible: true }).mode).toBe("notEditing");
  expect(app.key("N", { isTyping: true }).mode).toBe("notEditing");
  expect(app.key("N").mode).toBe("creating");
});
// ------------------------------------------------------------------------------------------------- the shown picture

test("while the next picture is on its way a drag waits for it, and edits its frame", async () => {
  const app = await TestEditor.create();
  const id = app.drawTrack([10, 10, 60, 60]);
  app.pictures.holdBack();
  app.seek(5);
  expect(app.editor.frame).toBe(0);
  app.drag([130, 130], [170, 180]);
  expect(app.workspace.core.keyframes(id)).toEqual(Uint32Array.of(0));
  app.pictures.show();
  expect(app.workspace.core.keyframes(id)).toEqual(Uint32Array.of(0, 5));
  expect(app.boundsOf(id, 0)).toEqual([10, 10, 60, 60]);
  // On frame 5 there was no box yet: the drag has drawn it.
  expect(app.boundsOf(id, 5)).toEqual([130, 130, 170, 180]);
  expect(app.refusals).toEqual([]);
});

test("a drag goes on when its picture comes in the middle of it", async () => {
  const app = await TestEditor.create();
  const id = app.drawTrack([10, 10, 60, 60]);
  app.pictures.holdBack();
  app.seek(5).pointerDown(130, 130).pointerMove(150, 150);
  app.pictures.show();
  app.expectToBeIn("editing.drawing");
  app.pointerMove(170, 180).pointerUp(170, 180);
  expect(app.boundsOf(id, 5)).toEqual([130, 130, 170, 180]);
  expect(app.refusals).toEqual([]);
});

test("what is pressed after a drag that waits for its picture waits as well", async () => {
  const app = await TestEditor.create();
  app.pictures.holdBack();
  app.seek(5).key("N");
  app.drag([30, 30], [70, 80]);
  app.key("Escape").key("Escape");
  expect(app.workspace.core.trackCount).toBe(0);
  app.pictures.show();
  expect(app.workspace.core.trackCount).toBe(1);
  expect(app.editor.mode.value.kind).toBe("notEditing");
  expect(app.editor.selected).toBeUndefined();
});

test("a key after a question that waits for its picture does nothing", async () => {
  const app = await TestEditor.create({ answer: false });
  const id = app.drawTrack([100, 100, 150, 150]);
  app.seek(5).drag([300, 100], [360, 150]);
  app.pictures.holdBack();
  app.seek(3);
  const hasDialogOpened = () => app.calls.some((call) => call.startsWith("confirmSplit"));
  app.key("X").key("Ctrl+Z", { hasDialogOpened });
  expect(app.calls).toEqual([]);
  const { seq } = app.workspace.core;
  app.pictures.show();
  expect(app.calls.at(-1)).toBe(`confirmSplit ${id} 3`);
  expect(app.workspace.core.seq).toBe(seq);
});

test("a drag that waits for a picture is refused when another frame is asked for meanwhile", async () => {
  const app = await TestEditor.create();
  const id = app.drawTrack([10, 10, 60, 60]);
  app.pictures.holdBack();
  app.seek(5).drag([100, 100], [140, 130]);
  app.seek(6);
  app.pictures.show();
  expect(app.refusals).toEqual(["pictureChanged"]);
  expect(app.workspace.core.keyframes(id)).toEqual(Uint32Array.of(0));
});

test("on a frame without a picture nothing is drawn, picked or edited, and a press says why", async () => {
  const app = await TestEditor.create();
  const id = app.drawTrack([10, 10, 60, 60]);
  app.workspace.transact({ kind: "shape", shape: "box", change: "resize" }, 5 as FrameNumber, (tx) =>
    tx.detections.setBounds(id, 5 as FrameNumber, [10, 10, 60, 60]),
  );
  app.pictures.holdBack();
  app.seek(5);
  app.pictures.fail();
  expect(app.editor.pointer.overlay.value).toBeUndefined();
  app.drag([30, 30], [80, 80]);
  app.key("K");
  expect(app.refusals).toEqual(["pictureMissing", "pictureMissing"]);
  expect(app.boundsOf(id, 5)).toEqual([10, 10, 60, 60]);
  app.key("Escape").key("Escape");
  app.pointerMove(10, 30);
  expect(app.editor.pointer.hovered.value).toBeUndefined();
  app.seek(0);
  app.pictures.show();
  app.pointerMove(10, 30);
  expect(app.editor.pointer.hovered.value).toBe(id);
});

test("what a drag has begun on a picture ends on it, though another one is asked for", async () => {
  const app = await TestEditor.create();
  const id = app.drawTrack([10, 10, 60, 60]);
  app.pictures.holdBack();
  app.pointerDown(30, 30).pointerMove(50, 30);
  app.seek(5);
  app.pointerUp(50, 30);
  expect(app.boundsOf(id, 0)).toEqual([30, 10, 80, 60]);
  expect(app.workspace.core.keyframes(id)).toEqual(Uint32Array.of(0));
});

// --------------------------------------------------------------------------------------------------- other documents

test("when the annotations are read again, the mode goes on where its track is, and ends where it is gone", async () => {
  const app = await TestEditor.create();
  const id = app.drawTrack([10, 10, 60, 60]);
  app.expectToBeIn("editing.idle");
  await app.editor.saver.save();
  await app.editor.saver.reload();
  app.expectToBeIn("editing.idle");
  expect(app.editor.selected).toBe(id);
  app.drag([30, 30], [50, 30]);
  expect(app.boundsOf(id)).toEqual([30, 10, 80, 60]);

  await app.editor.saver.save();
  app.server.save(testDatasetId, { tracks: { delete: [id] } });
  await app.editor.saver.reload();
  app.expectToBeIn("notEditing.idle");
  expect(app.editor.selected).toBeUndefined();
  app.drag([30, 30], [50, 30]);
  expect(app.workspace.core.trackCount).toBe(0);
});

test("while others' changes come in, the mode goes on with its track under a new id, and ends where it is gone", async () => {
  const app = await TestEditor.create();
  app.settings.change({ savingSettings: { asYouGo: true } });
  const drawn = app.drawTrack([10, 10, 60, 60]);
  app.server.save(testDatasetId, { tracks: { upsert: [wireTrack(drawn, "theirs")] } });
  const { document } = app.workspace;
  await app.editor.saver.save();
  const named = app.editor.selected!;
  expect([app.workspace.document === document, named === drawn, app.typeOf(drawn)]).toEqual([true, false, "theirs"]);
  app.expectToBeIn("editing.idle");
  app.seek(5).drag([100, 100], [200, 200]);
  expect(app.boundsOf(named)).toEqual([100, 100, 200, 200]);
  expect([...app.workspace.core.keyframes(drawn)]).toEqual([0]);

  await app.editor.saver.save();
  app.server.save(testDatasetId, { tracks: { delete: [named] } });
  await app.editor.saver.reload();
  app.expectToBeIn("notEditing.idle");
  app.drag([100, 100], [200, 200]);
  expect([...app.workspace.core.shown.trackIds()]).toEqual([drawn]);
});

test("a step that others have since put their own in the place of is taken back with a word, since nothing changes", async () => {
  const app = await TestEditor.create();
  const id = app.drawTrack([10, 10, 60, 60]);
  app.key("Escape").key("Escape");
  await app.editor.saver.save();
  app.editor.transact({ kind: "track", change: "setType" }, (tx) => tx.tracks.setType([id], "crab"));
  await app.editor.saver.save();
  const [stored] = app.server.records(testDatasetId);
  app.server.save(testDatasetId, { tracks: { upsert: [{ ...stored!, confidencePairs: [["shark", 1]] } as never] } });
  await app.editor.saver.reload();
  const typeOf = () => app.workspace.core.track(id).pairs[0]?.type;
  expect([typeOf(), app.refusals]).toEqual(["shark", []]);
  app.editor.undo();
  expect([typeOf(), app.refusals]).toEqual(["shark", ["stepReplaced"]]);
  expect(app.editor.saver.dirtyCount.value).toBe(0);
  // The drawing stays as well: others have worked on it.
  app.editor.undo();
  expect([app.workspace.core.trackCount, app.refusals]).toEqual([1, ["stepReplaced", "stepReplaced"]]);
  app.editor.undo();
  expect(app.refusals.at(-1)).toBe("nothingToUndo");
});

test("while the annotations are read again edits are refused with a reason of their own", async () => {
  const app = await TestEditor.create();
  app.drawTrack([10, 10, 60, 60]);
  await app.editor.saver.save();
  const reading = app.editor.saver.reload();
  await Promise.resolve();
  app.drag([30, 30], [50, 30]).key("Delete");
  await Promise.resolve();
  expect(app.refusals).toContain("loading");
  await reading;
  expect(app.workspace.core.trackCount).toBe(1);
  app.drag([30, 30], [50, 30]);
  expect(app.boundsOf(app.editor.selected!)).toEqual([30, 10, 80, 60]);
});
test("Shift and a digit give the selection the type of that digit, and new tracks follow", async () => {
  const app = await TestEditor.create();
  const first = app.drawTrack([10, 10, 60, 60]);
  setType(app.editor, first, "fish");
  const second = app.drawTrack([100, 10, 160, 60]);
  expect(app.typeOf(second), "it takes the last type given").toBe("fish");
  setType(app.editor, second, "crab");
  expect(app.editor.types.byDigit(1)).toBe("fish");
  expect(app.editor.types.byDigit(2)).toBe("crab");
  const third = app.drawTrack([200, 10, 260, 60]);
  app.key("Shift+1");
  expect(app.typeOf(third)).toBe("fish");
  expect(app.editor.types.byDigit(1), "a type keeps its digit").toBe("fish");
  app.key("Shift+7");
  expect(app.refusals).toEqual(["noTypeOfDigit"]);
  app.workspace.setSelection({ tracks: new Set([first, second]), primary: second, group: undefined });
  app.key("Shift+2").key("Ctrl+Z");
  expect([app.typeOf(first), app.typeOf(second)], "one step for all of them").toEqual(["fish", "crab"]);
});

test("a pinned default type does not follow", async () => {
  const app = await TestEditor.create();
  app.settings.change({ trackSettings: { newTrackSettings: { type: "eel", isTypePinned: true } } });
  const first = app.drawTrack([10, 10, 60, 60]);
  setType(app.editor, first, "fish");
  expect(app.typeOf(app.drawTrack([100, 10, 160, 60]))).toBe("eel");
});

test("a type whose giving was undone is gone from the choices", async () => {
  const app = await TestEditor.create();
  const id = app.drawTrack([10, 10, 60, 60]);
  setType(app.editor, id, "oops");
  expect(app.editor.types.choices.peek().map(({ type }) => type)).toEqual(["oops"]);
  app.key("Ctrl+Z");
  expect(app.editor.types.choices.peek().map(({ type }) => type)).toEqual(["unknown"]);
  expect(app.editor.types.byDigit(1)).toBeUndefined();
});

test("a type of the dataset stays a choice when the last track of it gets another", async () => {
  const app = await TestEditor.create();
  // Not by the editor: as if it had existed before.
  const id = app.workspace.transact({ kind: "track", change: "add" }, 0 as FrameNumber, (tx) => {
    tx.tracks.add({ type: "fish", frame: 0 as FrameNumber, bounds: [10, 10, 60, 60], interpolate: true });
  })?.trackIds[0] as TrackId;
  setType(app.editor, id, "crab");
  expect(app.editor.types.choices.peek().map(({ type, count }) => [type, count])).toEqual([
    ["fish", 0],
    ["crab", 1],
  ]);
});

test("Alt and an arrow move the box by one pixel, with Shift by ten, as a keyframe and one step each", async () => {
  const app = await TestEditor.create();
  const id = app.drawTrack([100, 100, 200, 200]);
  app.key("Alt+Right").key("Alt+Shift+Down");
  expect(app.boundsOf(id)).toEqual([101, 110, 201, 210]);
  app.key("Ctrl+Z");
  expect(app.boundsOf(id)).toEqual([101, 100, 201, 200]);
  app.seek(10).drag([300, 100], [400, 200]).key("Escape").seek(5).key("Alt+Up").key("Alt+Left");
  expect([...app.workspace.core.keyframes(id)]).toEqual([0, 5, 10]);
  app.seek(50).key("U").key("Alt+Left");
  expect(app.refusals).toEqual(["noDetection"]);
});

test("Detection mode can show the next frame after each detection", async () => {
  const app = await TestEditor.create();
  const detection = (change: { continuous: boolean; autoAdvanceFrame: boolean }) =>
    app.settings.change({
      trackSettings: { newTrackSettings: { mode: "Detection", modeSettings: { Detection: change } } },
    });
  detection({ continuous: false, autoAdvanceFrame: true });
  app.key("N").drag([10, 10], [60, 60]).expectToBeIn("notEditing");
  expect(app.editor.frame).toBe(1);
  detection({ continuous: true, autoAdvanceFrame: true });
  app.key("N").drag([10, 10], [60, 60]).drag([20, 20], [70, 70]).expectToBeIn("creating");
  expect(app.editor.frame).toBe(3);
  expect(app.workspace.core.trackCount).toBe(3);
});

test("a frame is gone to by its number, if there is one", async () => {
  const app = await TestEditor.create();
  await runCommand(app.editor, "playback.goToFrame", { frame: 42 });
  expect(app.editor.frame).toBe(42);
  await runCommand(app.editor, "playback.goToFrame", { frame: 100 });
  expect(app.refusals).toEqual(["noSuchFrame"]);
  app.key("Ctrl+G");
  expect(app.calls).toEqual(["focusFrameInput"]);
});
