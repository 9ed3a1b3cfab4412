/** Notes on detections: writing, searching, filtering, undoing. */
import { expect, test } from "vitest";
import type { FrameNumber, TrackId } from "#core/types";
import { setNotes } from "../../web/editor/edits/track-edits.ts";
import { findNotes, notesAt } from "../../web/session/display/notes.ts";
import { drawTrack } from "../support/test-workspace.ts";
import { TestEditor } from "./test-editor.ts";

const frame = (value: number): FrameNumber => value as FrameNumber;

test("notes are a line each, found by their words, and one step for undo; lists can show tracks with notes only", async () => {
  const t = await TestEditor.create();
  const [a, b] = [drawTrack(t.workspace), drawTrack(t.workspace, "crab", 3)] as [TrackId, TrackId];
  const notes = () => t.workspace.display.notes.peek();
  setNotes(t.editor, a, frame(0), "Near the pier \n\ntwo of them\n");
  expect(notesAt(notes(), a, frame(0))).toEqual(["Near the pier", "two of them"]);
  expect(notesAt(notes(), a, frame(1))).toEqual([]);
  setNotes(t.editor, b, frame(3), "pier, too");
  expect(findNotes(notes(), "PIER").map(({ track }) => track)).toEqual([a, b]);
  expect(findNotes(notes(), "pier two").map(({ track }) => track)).toEqual([a]);
  expect(findNotes(notes(), "shark")).toEqual([]);

  t.workspace.display.setReviewFilter("noted");
  setNotes(t.editor, b, frame(3), " ");
  expect([...t.editor.lists.trackIds.peek()]).toEqual([a]);
  t.key("Ctrl+Z");
  expect([...t.editor.lists.trackIds.peek()]).toEqual([a, b]);
  expect(notesAt(notes(), b, frame(3))).toEqual(["pier, too"]);
  t.key("Ctrl+Z").key("Ctrl+Z");
  expect(notes().size).toBe(0);
  t.workspace.setReadOnly("requested");
  setNotes(t.editor, a, frame(0), "x");
  expect([notes().size, t.refusals.at(-1)]).toEqual([0, "readOnly"]);
});
