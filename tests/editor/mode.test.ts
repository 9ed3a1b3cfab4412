import { expect, test } from "vitest";
import type { TrackId } from "#core/types";
import { reduceMode, type Mode } from "../../web/editor/modes/mode.ts";
import {
  addingModes,
  describeCell,
  detectionEvents,
  detectionModes,
  tableContexts,
  tableEvents,
  tableModes,
} from "./mode-table.ts";

/** event -> expected cell for: not editing, creating a track, creating keyframes of track 1, editing track 1. */
type Rows = Readonly<Record<string, readonly [string, string, string, string]>>;

const trackMode: Rows = {
  create: [
    "creating a track; selects nothing",
    "stays; selects nothing",
    "creating a track; selects nothing",
    "creating a track; selects nothing",
  ],
  "another frame is shown": ["stays", "stays", "stays", "stays"],
  "toggle editing of track 1": [
    "editing track 1; selects 1",
    "editing track 1; selects 1",
    "editing track 1; selects 1",
    "not editing",
  ],
  "edit track 1": ["editing track 1; selects 1", "editing track 1; selects 1", "editing track 1; selects 1", "stays"],
  "edit track 2": [
    "editing track 2; selects 2",
    "editing track 2; selects 2",
    "editing track 2; selects 2",
    "editing track 2; selects 2",
  ],
  "toggle editing of track 2": [
    "editing track 2; selects 2",
    "editing track 2; selects 2",
    "editing track 2; selects 2",
    "editing track 2; selects 2",
  ],
  "pick the rectangle": ["editing track 1", "stays", "stays", "stays"],
  "select track 1": ["stays; selects 1", "not editing; selects 1", "not editing; selects 1", "stays"],
  "select track 2": ["stays; selects 2", "not editing; selects 2", "not editing; selects 2", "not editing; selects 2"],
  "select nothing": [
    "stays; selects nothing",
    "not editing; selects nothing",
    "not editing; selects nothing",
    "not editing",
  ],
  escape: ["stays; selects nothing", "not editing", "not editing", "not editing"],
  "shape finished": [
    "refused: noShapeExpected",
    "stays; adds a track",
    "editing track 1; sets the shape of 1",
    "stays; sets the shape of 1",
  ],
  "track 2 added": [
    "editing track 2; selects 2",
    "editing track 2; selects 2",
    "editing track 2; selects 2",
    "editing track 2; selects 2",
  ],
  "track 1 removed": [
    "stays; selects nothing",
    "stays; selects nothing",
    "not editing; selects nothing",
    "not editing; selects nothing",
  ],
  "track 2 removed": ["stays", "stays", "stays", "stays"],
  "nothing is shown any more": ["stays; selects nothing", "stays", "stays", "not editing; selects nothing"],
  "read-only mode changed": [
    "stays; selects nothing",
    "not editing; selects nothing",
    "not editing; selects nothing",
    "not editing; selects nothing",
  ],
  "document replaced, track 1 is still there": ["stays", "stays", "stays", "stays"],
  "document replaced, track 1 is track 2 now": ["stays", "stays", "creating keyframes of track 2", "editing track 2"],
  "document replaced without track 1": ["stays", "stays", "not editing", "not editing"],
};

const expected: Readonly<Record<string, Rows>> = {
  "Track mode": trackMode,
  "Track mode with Advance frame": {
    ...trackMode,
    "shape finished": [
      "refused: noShapeExpected",
      "stays; adds a track",
      "stays; sets the shape of 1; next frame",
      "stays; sets the shape of 1",
    ],
    "track 2 added": [
      "creating keyframes of track 2; selects 2; next frame",
      "creating keyframes of track 2; selects 2; next frame",
      "creating keyframes of track 2; selects 2; next frame",
      "creating keyframes of track 2; selects 2; next frame",
    ],
  },
  "Detection mode with Continuous": {
    ...trackMode,
    "track 2 added": [
      "creating a track; selects 2",
      "stays; selects 2",
      "creating a track; selects 2",
      "creating a track; selects 2",
    ],
  },
  "Detection mode with Advance frame": {
    ...trackMode,
    "shape finished": [
      "refused: noShapeExpected",
      "stays; adds a track",
      "stays; sets the shape of 1; next frame",
      "stays; sets the shape of 1",
    ],
    "track 2 added": [
      "stays; selects 2; next frame",
      "not editing; selects 2; next frame",
      "not editing; selects 2; next frame",
      "not editing; selects 2; next frame",
    ],
  },
  "Detection mode with Continuous and Advance frame": {
    ...trackMode,
    "shape finished": [
      "refused: noShapeExpected",
      "stays; adds a track",
      "stays; sets the shape of 1; next frame",
      "stays; sets the shape of 1",
    ],
    "track 2 added": [
      "creating a track; selects 2; next frame",
      "stays; selects 2; next frame",
      "creating a track; selects 2; next frame",
      "creating a track; selects 2; next frame",
    ],
  },
  "Read-only": {
    ...trackMode,
    create: ["refused: readOnly", "refused: readOnly", "refused: readOnly", "refused: readOnly"],
    "toggle editing of track 1": ["refused: readOnly", "refused: readOnly", "refused: readOnly", "refused: readOnly"],
    "edit track 1": ["refused: readOnly", "refused: readOnly", "refused: readOnly", "refused: readOnly"],
    "edit track 2": ["refused: readOnly", "refused: readOnly", "refused: readOnly", "refused: readOnly"],
    "toggle editing of track 2": ["refused: readOnly", "refused: readOnly", "refused: readOnly", "refused: readOnly"],
    "pick the rectangle": ["refused: readOnly", "refused: readOnly", "refused: readOnly", "refused: readOnly"],
    "shape finished": ["refused: readOnly", "refused: readOnly", "refused: readOnly", "refused: readOnly"],
  },
};

test("every event in every mode does what the table says", () => {
  expect(Object.keys(expected)).toEqual(Object.keys(tableContexts));
  for (const [contextName, rows] of Object.entries(expected)) {
    const actual = Object.fromEntries(
      Object.keys(tableEvents).map((eventName) => [
        eventName,
        Object.keys(tableModes).map((modeName) => describeCell(modeName, eventName, contextName)),
      ]),
    );
    expect(actual, contextName).toEqual(rows);
  }
});

test("a further shape and a hole are asked for, drawn once, and taken back by Escape or by asking again", () => {
  const row = (eventName: string) =>
    Object.keys(addingModes).map((modeName) => describeCell(modeName, eventName, "Adding shapes"));
  const [editing, shape, hole] = Object.keys(addingModes);
  expect(row("add a shape")).toEqual([shape, editing, shape]);
  expect(row("add a hole")).toEqual([hole, hole, editing]);
  expect(row("pick the polygon")).toEqual(["stays", editing, editing]);
  expect(row("escape")).toEqual(["not editing", editing, editing]);
  const drawn = "sets the shape of 1";
  expect(row("shape finished")).toEqual([`stays; ${drawn}`, `${editing}; ${drawn}`, `${editing}; ${drawn}`]);
  expect(row("read-only mode changed")).toEqual(Array(3).fill("not editing; selects nothing"));
  for (const mode of Object.values(tableModes).filter(({ kind }) => kind !== "editing")) {
    const result = reduceMode(mode, { type: "add", adds: "hole" }, tableContexts["Track mode"]!);
    expect(result).toEqual({ blocked: "nothingEdited" });
  }
});

test("a detection ends with its frame; of a row of them the last one gets its hole before the next is drawn", () => {
  const row = (eventName: string) =>
    Object.keys(detectionModes).map((modeName) => describeCell(modeName, eventName, "Single detections"));
  const [, creating, adding] = Object.keys(detectionModes);
  expect(row("another frame is shown")).toEqual(["not editing; selects nothing", "stays", creating]);
  expect(row("add a hole")).toEqual(["adding a hole to detection 1", adding, creating]);
  expect(row("shape finished")).toEqual([
    "stays; sets the shape of 1",
    "stays; adds a track",
    `${creating}; sets the shape of 1`,
  ]);
  expect(row("track 2 added")[1]).toBe("stays; selects 2; next frame");
  expect(row("escape")).toEqual(["not editing", "not editing", creating]);
  expect(row(Object.keys(detectionEvents)[0]!)[0]).toBe("creating a detection a frame; selects nothing");
});

test("a geometry that is picked with nothing selected is that of a new track", () => {
  const free: Mode = { kind: "notEditing" };
  const context = {
    readOnly: false,
    selected: undefined,
    selectedCount: 0,
    newTrack: { mode: "Track", advanceFrame: false, continuous: false },
  } as const;
  expect(reduceMode(free, { type: "pickGeometry", geometry: "polygon" }, context)).toMatchObject({
    mode: { kind: "creating", geometry: "polygon", trackId: undefined },
  });
  expect(reduceMode(free, { type: "pickGeometry", geometry: "polygon" }, { ...context, readOnly: true })).toEqual({
    blocked: "readOnly",
  });
});

test("leaving a mode drops the half-drawn shape", () => {
  const editing: Mode = { kind: "editing", geometry: "rectangle", trackId: 1 as TrackId };
  for (const name of [
    "escape",
    "select track 2",
    "track 1 removed",
    "nothing is shown any more",
    "document replaced without track 1",
  ]) {
    const event = tableEvents[name];
    const context = tableContexts["Track mode"];
    if (event === undefined || context === undefined) throw new Error(name);
    const result = reduceMode(editing, event, context);
    expect(result.blocked === undefined && result.effects, name).toContainEqual({ type: "dropShape" });
  }
});
