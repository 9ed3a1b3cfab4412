import { expect, test } from "vitest";
import { heldFrom, reduceHold, type HoldEvent, type HoldLimit, type HoldState } from "./hold-state.ts";

const limit: HoldLimit = { until: 50, reason: "keyframe" };
const frame = (number: number, ms = 0): HoldEvent => ({ type: "frameShown", frame: number, ms });
const searched = (number: number, isSeen = true): HoldEvent => ({ type: "searched", frame: number, isSeen });
const released: HoldEvent = { type: "released", ms: 7 };
const stopped: HoldEvent = { type: "stopped", ms: 8 };
const edited: HoldEvent = { type: "edited", ms: 9 };
const searchEnded: HoldEvent = { type: "searchEnded", ms: 20 };
const searchFailed: HoldEvent = { type: "searchFailed", ms: 21, message: "No picture." };

function after(...events: readonly HoldEvent[]) {
  let state: HoldState = heldFrom(10);
  let effects: readonly string[] = [];
  for (const event of events) ({ state, effects } = reduceHold(state, event, limit));
  return { state, effects };
}

test("shown frames suggest the object at the pointer, and the last one ends the gesture", () => {
  expect(after(frame(11))).toEqual({ state: heldFrom(10), effects: ["showProgress", "offer", "wakeTracker"] });
  const { state, effects } = after(frame(50, 5));
  expect(state).toMatchObject({ kind: "released", end: "keyframe", releasedMs: 5 });
  expect(effects).toContain("endGesture");
  expect(reduceHold(heldFrom(10), frame(50), { until: 50, reason: "end" }).state).toMatchObject({ end: "end" });
});

test("after the button has come up, the tracker goes on to the frames that are left", () => {
  const { state, effects } = after(searched(11), released);
  expect(state).toEqual({ kind: "released", end: "released", releasedMs: 7, searchedTo: 11, seenTo: 11 });
  expect(effects).toEqual(["endGesture", "showProgress", "wakeTracker"]);
  expect(after(searched(11), released, searched(12, false))).toEqual({
    state: { ...state, searchedTo: 12 },
    effects: ["showProgress"],
  });
  expect(after(released, searchEnded).state).toMatchObject({ kind: "ended", end: "released", releasedMs: 7 });
});

test.for([
  ["the user", stopped, "stopped"],
  ["an edit of the track", edited, "edited"],
] as const)("stopped by %s, it ends as such, although the tracker then fails", ([, event, end]) => {
  expect(after(event).effects).toEqual(["endGesture", "showProgress", "stopTracker"]);
  const { state } = after(event, searchFailed);
  expect(state).toMatchObject({ kind: "ended", end });
  expect(state).not.toHaveProperty("message");
});

test("stopped after the release, it keeps why it was released", () => {
  expect(after(released, stopped).effects).toEqual(["stopTracker"]);
  expect(after(released, stopped, searchFailed).state).toMatchObject({ end: "released", releasedMs: 7 });
});

test("a tracker that fails says why, held or not, and one that ends too early counts as failed", () => {
  expect(after(searchFailed).state).toMatchObject({ kind: "ended", end: "failed", message: "No picture." });
  expect(after(released, searchFailed).state).toMatchObject({ end: "failed", message: "No picture." });
  expect(after(searchEnded).state).toMatchObject({ kind: "ended", end: "failed", releasedMs: 20 });
  expect(after(searchEnded).effects).toEqual(["endGesture"]);
});

test("what comes late changes nothing: frames, releases and edits after the gesture, anything after the end", () => {
  const { state } = after(released);
  for (const event of [frame(40), released, edited]) {
    expect(reduceHold(state, event, limit)).toEqual({ state, effects: [] });
  }
  const ended = after(released, searchEnded).state;
  for (const event of [frame(40), released, stopped, edited, searched(13), searchEnded, searchFailed]) {
    expect(reduceHold(ended, event, limit)).toEqual({ state: ended, effects: [] });
  }
});
