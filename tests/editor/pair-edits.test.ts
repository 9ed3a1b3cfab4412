/** Single types of a track with their confidences: accepted, changed, added and removed, one step each. */
import { expect, test } from "vitest";
import { acceptPair, removePair, setPair } from "../../web/editor/edits/pair-edits.ts";
import { drawTrack } from "../support/test-workspace.ts";
import { TestEditor } from "./test-editor.ts";

test("single pairs change and leave the others; the accepted one is certain and alone; undo takes each back", async () => {
  const t = await TestEditor.create();
  const id = drawTrack(t.workspace, "fish");
  const pairs = () => t.workspace.core.track(id).pairs.map(({ type, confidence }) => [type, confidence]);
  setPair(t.editor, id, "crab", 0.5);
  setPair(t.editor, id, "fish", 0.25);
  expect(pairs()).toEqual([
    ["crab", 0.5],
    ["fish", 0.25],
  ]);
  setPair(t.editor, id, "fish", 7);
  expect(pairs()[0]).toEqual(["fish", 1]);
  const steps = t.workspace.steps.entries.peek().length;
  setPair(t.editor, id, "fish", 1);
  setPair(t.editor, id, "fish", Number.NaN);
  setPair(t.editor, id, "", 1);
  expect(t.workspace.steps.entries.peek()).toHaveLength(steps);
  acceptPair(t.editor, id, "crab");
  expect(pairs()).toEqual([["crab", 1]]);
  removePair(t.editor, id, "crab");
  expect(pairs()).toEqual([["crab", 1]]);
  t.key("Ctrl+Z");
  expect(pairs()).toEqual([
    ["fish", 1],
    ["crab", 0.5],
  ]);
  removePair(t.editor, id, "fish");
  expect(pairs()).toEqual([["crab", 0.5]]);
  t.key("Ctrl+Z").key("Ctrl+Z").key("Ctrl+Z").key("Ctrl+Z");
  expect(pairs()).toEqual([["fish", 1]]);
  t.workspace.setReadOnly("requested");
  acceptPair(t.editor, id, "eel");
  expect([pairs(), t.refusals.at(-1)]).toEqual([[["fish", 1]], "readOnly"]);
});
