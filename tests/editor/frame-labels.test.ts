/** Labels of video intervals, by their keys on a real editor. */
import { beforeEach, expect, test } from "vitest";
import { createCore } from "#core";
import type { FrameNumber } from "#core/types";
import { setCustomKeys } from "../../web/commands/keymap.ts";
import { readMarked } from "../../web/session/display/track-marks.ts";
import { TestEditor } from "./test-editor.ts";

let t: TestEditor;
beforeEach(async () => {
  t = await TestEditor.create({ frameCount: 60 });
  t.editor.frameLabels.addName("feeding");
  t.editor.frameLabels.addName("fleeing");
});

const intervals = () => t.workspace.display.frameLabels.peek().map(({ name, begin, end }) => [name, begin, end]);
const first = () => t.workspace.display.frameLabels.peek()[0]!;

test("a key begins its label on the shown frame and ends it there again: a step each, with undo", () => {
  t.seek(10).key("Alt+Shift+1");
  expect(intervals()).toEqual([["feeding", 10, 10]]);
  expect([...t.editor.frameLabels.open.peek().keys()]).toEqual(["feeding"]);
  t.seek(15).key("Alt+Shift+2");
  t.seek(20).key("Alt+Shift+1");
  expect(intervals()).toEqual([
    ["feeding", 10, 20],
    ["fleeing", 15, 15],
  ]);
  // Ended before its start.
  t.seek(12).key("Alt+Shift+2");
  expect(intervals()[1]).toEqual(["fleeing", 12, 15]);
  expect(t.editor.frameLabels.open.peek().size).toBe(0);
  t.key("Ctrl+Z").key("Ctrl+Z");
  expect(intervals()).toEqual([
    ["feeding", 10, 10],
    ["fleeing", 15, 15],
  ]);
  expect(t.editor.selected).toBeUndefined();
  t.key("Ctrl+Y");
  expect(intervals()[0]).toEqual(["feeding", 10, 20]);
});

test("it is a track as wide as the picture with the attribute frameLabel, and no object on the picture", () => {
  const fish = t.drawTrack([100, 100, 200, 200]);
  t.key("Escape").key("Escape").seek(3).key("Alt+Shift+1").seek(8).key("Alt+Shift+1");
  const { core } = t.workspace;
  const { id } = first();
  expect(core.trackAttributes(id)).toEqual({ frameLabel: true });
  expect([...core.keyframes(id)]).toEqual([3, 8]);
  expect([...core.detectionAt(id, 5 as FrameNumber)!.bounds]).toEqual([0, 0, 640, 480]);
  expect(t.typeOf(id)).toBe("feeding");
  expect([...t.workspace.display.visibleTrackIds.peek()]).toEqual([fish]);
  expect(t.workspace.display.pick(5 as FrameNumber, 300, 300, 5)).toBeUndefined();
  expect(core.shown.frameQuery(5 as FrameNumber).count).toBe(0);
  expect(t.workspace.display.types.counts.peek().map(({ type }) => type)).toEqual(["unknown"]);
  // Frames with nothing but labels count as empty.
  t.seek(0).key("W");
  expect(t.editor.player.frame.peek()).toBe(1);
});

test("pressed within an interval, the key takes it up again and moves its nearer end", () => {
  t.seek(10).key("Alt+Shift+1").seek(20).key("Alt+Shift+1");
  t.seek(15).key("Alt+Shift+1");
  expect(t.editor.frameLabels.open.peek().get("feeding")).toMatchObject({ begin: 10, end: 20 });
  t.seek(30).key("Alt+Shift+1");
  expect(intervals()).toEqual([["feeding", 10, 30]]);
  t.key("Alt+Shift+1").seek(4).key("Alt+Shift+1");
  expect(intervals()).toEqual([["feeding", 4, 30]]);
});

test("intervals move at both ends in one step, stay within the video, and shrink to one frame", () => {
  t.seek(10).key("Alt+Shift+1").seek(20).key("Alt+Shift+1");
  const { id } = first();
  t.editor.frameLabels.setInterval(id, 5, 99);
  expect(intervals()).toEqual([["feeding", 5, 59]]);
  t.editor.frameLabels.setInterval(id, 12, 12);
  expect(intervals()).toEqual([["feeding", 12, 12]]);
  t.editor.frameLabels.setInterval(id, 30, 25);
  expect(intervals()).toEqual([["feeding", 25, 30]]);
  const steps = t.workspace.steps.entries.peek().length;
  t.editor.frameLabels.setInterval(id, 25, 30);
  expect(t.workspace.steps.entries.peek()).toHaveLength(steps);
  t.key("Ctrl+Z").key("Ctrl+Z").key("Ctrl+Z");
  expect(intervals()).toEqual([["feeding", 10, 20]]);
  t.editor.frameLabels.delete(id);
  expect(intervals()).toEqual([]);
  t.key("Ctrl+Z");
  expect(intervals()).toEqual([["feeding", 10, 20]]);
});

test("nine labels have keys, which can be remapped; intervals of a label without a key stay", () => {
  const { frameLabels } = t.editor;
  for (let at = 3; at <= 9; at += 1) expect(frameLabels.addName(`label ${at}`)).toBe(true);
  expect(frameLabels.addName("tenth")).toBe(false);
  t.seek(1).key("Alt+Shift+9");
  expect(intervals()).toEqual([["label 9", 1, 1]]);
  frameLabels.removeName("label 9");
  expect(frameLabels.names.peek().at(-1)).toEqual({ name: "label 9", slot: undefined });
  t.key("Alt+Shift+9");
  expect(t.refusals).toEqual(["noLabelOfKey"]);
  setCustomKeys({ "frameLabel.toggle": ["F8"] });
  t.seek(2).key("F8");
  setCustomKeys();
  expect(intervals()).toEqual([
    ["label 9", 1, 1],
    ["feeding", 2, 2],
  ]);
  t.workspace.setReadOnly("requested");
  t.key("Alt+Shift+2");
  expect([intervals().length, t.refusals.at(-1)]).toEqual([2, "readOnly"]);
});

test.each(["csv", "json"])("they come back from a %s file, and can be moved then", async (format) => {
  t.seek(10).key("Alt+Shift+1").seek(14).key("Alt+Shift+1");
  const { core } = t.workspace;
  const files = {
    csv: () => core.writer.writeViameCsv({ mediaType: "video", fps: 10 }).bytes,
    json: () => core.writer.writeDiveJson().bytes,
  };
  const bytes = files[format as "csv" | "json"]();
  const back = await createCore();
  if (format === "csv") back.reader.readViameCsv(bytes);
  else back.reader.readDiveJson(bytes);
  const ids = readMarked(back, "frameLabel");
  const labels = [...ids].map((id) => back.track(id));
  expect(labels).toMatchObject([{ begin: 10, end: 14, pairs: [{ type: "feeding", confidence: 1 }] }]);
});
