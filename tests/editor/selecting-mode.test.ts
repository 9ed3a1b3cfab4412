import { expect, test } from "vitest";
import { describeCell, selectingContexts, selectingEvents, selectingModes, tableEvents } from "./mode-table.ts";

/** not editing, editing track 1, choosing tracks to merge, editing group 7 */
function row(eventName: string, contextName = "Choosing tracks, one selected"): readonly string[] {
  return Object.keys(selectingModes).map((modeName) => describeCell(modeName, eventName, contextName));
}

const two = "Choosing tracks, two selected";
const none = "Choosing tracks, none selected";
const readOnly = "Choosing tracks, read-only";

test("what chooses tracks does what the table says in every mode", () => {
  const choosing = "choosing tracks to merge";
  expect(row("choose tracks to merge")).toEqual([choosing, choosing, "not editing", choosing]);
  expect(row("commit the merge", two)).toEqual([
    "stays; merges what is selected",
    "not editing; merges what is selected",
    "not editing; merges what is selected",
    "not editing; merges what is selected",
  ]);
  expect(row("commit the merge")).toEqual(Array(4).fill("refused: tooFewToMerge"));
  expect(row("group the selected tracks")).toEqual([
    "stays; makes a group of what is selected",
    "not editing; makes a group of what is selected",
    "not editing; makes a group of what is selected",
    "stays; adds what is selected to group 7",
  ]);
  expect(row("group the selected tracks", none)).toEqual(Array(4).fill("refused: nothingSelected"));
  const editing = "editing group 7; selects group 7";
  expect(row("edit group 7")).toEqual([editing, editing, editing, "not editing"]);
  expect(row("another frame is shown"), "choosing goes on").toEqual(Array(4).fill("stays"));
  expect(row("group 7 removed")).toEqual(["stays", "stays", "stays", "not editing"]);
  const toggled = "puts 2 into the selection or takes it out";
  expect(row("put track 2 into the selection")).toEqual([
    `stays; ${toggled}`,
    `not editing; ${toggled}`,
    `stays; ${toggled}`,
    `stays; ${toggled}`,
  ]);
  expect(row("put tracks 1 and 2 into the selection")[1]).toBe("not editing; selects 1 and 2 too");
});

test("the other events, while tracks are chosen", () => {
  const chosen = (eventName: string, contextName?: string) => row(eventName, contextName).slice(2);
  for (const name of ["create", "toggle editing of track 2", "edit track 2", "pick the rectangle"]) {
    expect(chosen(name)[0], name).toBe("refused: multiSelect");
  }
  expect(chosen("create")[1]).toBe("creating a track; selects nothing");
  expect(chosen("toggle editing of track 2")[1]).toBe("editing track 2; selects 2");
  expect(chosen("select track 2")).toEqual([
    "stays; puts 2 into the selection or takes it out",
    "stays; adds 2 to group 7",
  ]);
  expect(chosen("select nothing")).toEqual(["stays", "stays"]);
  expect(chosen("escape")).toEqual(["not editing", "not editing"]);
  expect(chosen("shape finished")).toEqual(Array(2).fill("refused: noShapeExpected"));
  expect(chosen("track 1 removed")).toEqual(["stays", "stays"]);
  expect(chosen("nothing is shown any more")).toEqual(Array(2).fill("not editing; selects nothing"));
  expect(chosen("read-only mode changed")).toEqual(Array(2).fill("not editing; selects nothing"));
  expect(chosen("document replaced, track 1 is still there")).toEqual(["stays", "not editing"]);
});

test("in read-only mode nothing is merged or grouped", () => {
  for (const name of ["choose tracks to merge", "commit the merge", "group the selected tracks", "edit group 7"]) {
    expect(row(name, readOnly), name).toEqual(Array(4).fill("refused: readOnly"));
  }
});

test("the printed tables have every cell", () => {
  for (const contextName of Object.keys(selectingContexts)) {
    for (const eventName of [...Object.keys(selectingEvents), ...Object.keys(tableEvents)]) {
      expect(row(eventName, contextName).every((cell) => cell !== "")).toBe(true);
    }
  }
});
