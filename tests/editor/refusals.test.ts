/** Edits that the editor refuses, their messages, and the state that stays unchanged. */
import { expect, test } from "vitest";
import { CoreError } from "../../web/session/document/core-error.ts";
import { joinTools, requireTool, ToolConflictError, tools } from "../../web/editor/tools/index.ts";
import { TestEditor } from "./test-editor.ts";
import { deleteTracks } from "../../web/editor/edits/track-edits.ts";
import { setGeometry } from "../../web/editor/edits/shape-edits.ts";

test("[V-READONLY-04] when read-only mode changes, the selection is cleared", async () => {
  const t = await TestEditor.create();
  const id = t.drawTrack([10, 10, 60, 60]);
  t.expectToBeIn("editing");
  t.workspace.setReadOnly("pipeline");
  expect(t.workspace.selection.value.tracks.size).toBe(0);
  t.expectToBeIn("notEditing");
  t.editor.dispatch({ type: "select", trackId: id });
  expect(t.editor.selected).toBe(id);
  t.workspace.setReadOnly(undefined);
  expect(t.editor.selected).toBeUndefined();
});

test("[V-ERROR-04] a geometry update without a selected track is an error that says so", async () => {
  const t = await TestEditor.create();
  const id = t.drawTrack([10, 10, 60, 60]);
  const shape = { kind: "rectangle", bounds: [1, 1, 9, 9] } as const;
  t.key("Escape").key("Escape");
  expect(() => setGeometry(t.editor, shape)).toThrow("Cannot call handleUpdateGeojson without a selected Track ID");
  expect(() => setGeometry(t.editor, shape)).toThrow(CoreError);
  expect(t.boundsOf(id)).toEqual([10, 10, 60, 60]);
  t.editor.dispatch({ type: "select", trackId: id });
  setGeometry(t.editor, shape);
  expect(t.boundsOf(id)).toEqual([1, 1, 9, 9]);
});

test("[V-ERROR-10] a delete while deletion is disabled is refused with its reason, whichever way it is asked for", async () => {
  const t = await TestEditor.create();
  const id = t.drawTrack([10, 10, 60, 60]);
  t.key("Escape");
  t.workspace.setReadOnly("pipeline");
  t.editor.dispatch({ type: "select", trackId: id });
  await deleteTracks(t.editor, [id]);
  t.key("Delete");
  expect(
    t.workspace.transact({ kind: "track", change: "delete" }, t.editor.frame, (tx) => tx.tracks.delete(id)),
  ).toBeUndefined();
  expect(t.refusals).toEqual(["readOnly", "readOnly"]);
  expect(t.asked).toEqual([]);
  expect(t.workspace.core.hasTrack(id)).toBe(true);
});

test('[V-ERROR-12] an unknown drawing type is the error "No such mode"', () => {
  expect(requireTool(tools, "polygon")).toBe(tools.polygon);
  for (const unknown of ["circle", "", "toString"]) expect(() => requireTool(tools, unknown)).toThrow("No such mode");
});

test('[V-ERROR-05] tools (recipes) that conflict raise a "recipe conflict" error that names what both draw', () => {
  const { line, polygon, headTail } = tools;
  expect(joinTools({ polygon }, { headTail, line })).toEqual({ polygon, headTail, line });
  expect(() => joinTools({ polygon, line }, { line: polygon })).toThrow(ToolConflictError);
  expect(() => joinTools({ polygon, line }, { line: polygon })).toThrow('Recipe conflict: two tools draw "line".');
});
