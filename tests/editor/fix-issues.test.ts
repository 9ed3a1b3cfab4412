/**
 * Fixes of the problems panel: each rule's fix is one step, after which the rule finds nothing, and undo reverts it.
 */
import { expect, test } from "vitest";
import type { Bounds, FrameNumber, IssueRule, TrackId } from "#core/types";
import { canFix, fixIssues } from "../../web/editor/edits/fix-issues.ts";
import { TestEditor } from "./test-editor.ts";

const facts = { frameCount: 10, pictureSize: { width: 100, height: 100 } };

interface Sketch {
  readonly boxes: Readonly<Record<number, Bounds>>;
}

const cases: readonly (readonly [rule: IssueRule, tracks: readonly Sketch[], left: readonly number[]])[] = [
  ["box-inverted", [{ boxes: { 0: [50, 50, 10, 20] } }], [1]],
  ["box-empty", [{ boxes: { 0: [5, 5, 5, 9], 4: [5, 5, 9, 9] } }, { boxes: { 0: [1, 1, 1, 1] } }], [2]],
  ["box-duplicate", [{ boxes: { 0: [5, 5, 9, 9] } }, { boxes: { 0: [5, 5, 9, 9], 3: [6, 6, 9, 9] } }], [1, 2]],
  ["box-outside", [{ boxes: { 0: [-9, 50, 20, 120] } }, { boxes: { 0: [200, 5, 220, 9] } }], [1]],
  ["frame-behind-last", [{ boxes: { 8: [5, 5, 9, 9], 14: [6, 6, 9, 9] } }, { boxes: { 30: [5, 5, 9, 9] } }], [2]],
];

test.each(cases)("%s", async (rule, tracks, left) => {
  const app = await TestEditor.create();
  const { workspace, editor } = app;
  // Only imports can contain these: the editor corrects inverted boxes.
  const read = tracks.map(({ boxes }, id) => {
    const frames = Object.keys(boxes).map(Number);
    const features = frames.map((frame) => ({ frame, bounds: boxes[frame], keyframe: true, interpolate: true }));
    return { id, begin: frames[0], end: frames.at(-1), confidencePairs: [["fish", 1]], attributes: {}, features };
  });
  const file = JSON.stringify({ version: 2, tracks: Object.fromEntries(read.map((track) => [track.id, track])) });
  workspace.core.reader.readDiveJson(new TextEncoder().encode(file));
  const before = JSON.stringify([...workspace.core.writer.trackRows()]);
  expect(workspace.core.listIssues(rule, facts).count).toBeGreaterThan(0);
  expect(fixIssues(editor, rule, "all", facts)).toBe(true);
  expect(workspace.core.listIssues(rule, facts).count).toBe(0);
  const ids = [...workspace.core.shown.trackSpans().trackIds];
  expect(ids.map((id) => workspace.core.track(id as TrackId).keyframeCount)).toEqual(left);
  app.key("Ctrl+Z");
  expect(JSON.stringify([...workspace.core.writer.trackRows()])).toBe(before);
});

test("all places are fixed in one step, also those past the end of a list", async () => {
  const app = await TestEditor.create();
  const { workspace, editor } = app;
  const frames = Array.from({ length: 1200 }, (_, frame) => frame);
  const features = frames.map((frame) => ({ frame, bounds: [50, 50, 10, 20], keyframe: true, interpolate: true }));
  const track = { id: 0, begin: 0, end: 1199, confidencePairs: [["fish", 1]], attributes: {}, features };
  const file = JSON.stringify({ version: 2, tracks: { "0": track } });
  workspace.core.reader.readDiveJson(new TextEncoder().encode(file));
  const inverted = () => workspace.core.listIssues("box-inverted");
  expect(inverted().places).toHaveLength(500);
  expect(fixIssues(editor, "box-inverted", "all", {})).toBe(true);
  expect(inverted().count).toBe(0);
  app.key("Ctrl+Z");
  expect(inverted().count).toBe(1200);
});

test("a box is judged and cut by the picture of its own frame", async () => {
  const { workspace, editor } = await TestEditor.create();
  const sizes = { pictureSizes: [{ width: 100, height: 100 }, { width: 300, height: 100 }, undefined] };
  const feature = (frame: number) => ({ frame, bounds: [50, 10, 200, 60], keyframe: true, interpolate: false });
  const features = [0, 1, 2].map(feature);
  const track = { id: 0, begin: 0, end: 2, confidencePairs: [["fish", 1]], attributes: {}, features };
  const file = JSON.stringify({ version: 2, tracks: { "0": track } });
  workspace.core.reader.readDiveJson(new TextEncoder().encode(file));
  const { places } = workspace.core.listIssues("box-outside", sizes);
  expect(places.map(({ frame }) => frame)).toEqual([0]);
  fixIssues(
    editor,
    "box-outside",
    [...places, ...places.map((place) => ({ ...place, frame: 1 as FrameNumber }))],
    sizes,
  );
  const right = [0, 1, 2].map((frame) => workspace.core.detectionAt(0 as TrackId, frame as FrameNumber)?.bounds[2]);
  expect(right).toEqual([100, 200, 200]);
});

test("nothing is fixed in read-only mode, and not every rule has a fix", async () => {
  const app = await TestEditor.create({ readOnly: true });
  expect(canFix("track-gap")).toBe(false);
  expect(fixIssues(app.editor, "box-empty", [], facts)).toBe(false);
});
