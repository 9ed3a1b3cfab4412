/** Escape, with everything going on at once: it ends one thing at a time, in one order. */
import { expect, test } from "vitest";
import { createTransformSolver } from "#core";
import type { FrameNumber } from "#core/types";
import { imagePoint } from "../../web/base/brand.ts";
import { escapeSteps, type EscapeStepId } from "../../web/editor/escape.ts";
import { Registration } from "../../web/session/cameras/registration.ts";
import { ModelServer } from "../support/model-server.ts";
import { testDatasetId } from "../support/test-workspace.ts";
import { TestEditor } from "./test-editor.ts";

const order: readonly EscapeStepId[] = [
  "placingComment",
  "following",
  "suggesting",
  "suggestion",
  "pendingPoint",
  "pickingPoints",
  "drawing",
  "tour",
  "editing",
  "selection",
];
const solve = await createTransformSolver();

async function openBusyEditor() {
  const server = new ModelServer();
  const cameras = { left: "1".repeat(24), right: "2".repeat(24) };
  for (const id of Object.values(cameras)) server.addDataset(id);
  server.addDataset(testDatasetId, { cameras });
  const app = await TestEditor.create({
    server,
    isTouring: true,
    registrationOf: (workspace) => new Registration({ workspace, solve, sameInstant: (_from, frame) => frame }),
  });
  const { editor, workspace } = app;
  app.drawTrack([10, 10, 60, 60]);
  const [left] = workspace.cameras;
  editor.registration?.setPicking(true);
  editor.registration?.pick(left!, imagePoint(5, 5));
  editor.dispatch({ type: "edit", trackId: editor.selected! });
  editor.dispatch({ type: "add", adds: "shape" });
  editor.comments.choosePlace(true);
  const stopFollowing = () => void (editor.following.value = undefined);
  editor.following.value = { phase: "tracking", tracks: [], running: 0, step: 1, frame: 0, stop: stopFollowing };
  const stopSuggesting = () => void (editor.suggesting.value = undefined);
  editor.suggesting.value = { kind: "looking", share: 0, boxes: 0, frame: 0 as FrameNumber, stop: stopSuggesting };
  editor.suggestions.put({ suggestions: [], accept: () => undefined });
  return app;
}

/** The things that Escape could still end. */
const leftOf = ({ editor }: TestEditor): readonly EscapeStepId[] =>
  escapeSteps.filter(({ when }) => when(editor)).map(({ id }) => id);

test("[V-KEYS-05] each press ends the first thing that is going on, and nothing else", async () => {
  const app = await openBusyEditor();
  expect(leftOf(app)).toEqual(order);
  for (const id of order.slice(0, -1)) {
    expect(leftOf(app)[0]).toBe(id);
    app.key("Escape");
    expect(leftOf(app), `after ${id}`).toEqual(order.slice(order.indexOf(id) + 1));
  }
  expect([app.editor.mode.peek().kind, app.editor.selected]).toEqual(["notEditing", 0]);
  app.key("Escape");
  expect(app.editor.selected).toBeUndefined();
});

test("what belongs to a camera or the page is left out where there is none", async () => {
  const app = await TestEditor.create();
  expect(leftOf(app)).toEqual(["selection"]);
});
