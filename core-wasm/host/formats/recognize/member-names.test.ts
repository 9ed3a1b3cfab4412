/** Misspelt member names are reported with their place; correct or very different ones are not. */
import { expect, test } from "vitest";
import { utf8 } from "../../testing/cores.ts";
import { findMisnamedMembers, nearestName } from "./member-names.ts";
import type { FileKind } from "./recognized.ts";

const messagesOf = (document: unknown, kind: FileKind = "dive-json"): string[] =>
  findMisnamedMembers(utf8(JSON.stringify(document)), kind).map(
    ({ severity, pointer, message }) => `${severity} ${pointer}: ${message}`,
  );
const track = (members: object) => ({ tracks: { 0: { id: 0, begin: 0, end: 0, attributes: {}, ...members } } });
const features = [{ frame: 0, bounds: [1, 2, 3, 4] }];
const confidencePairs = [["cod", 1]];

test("missing required members of a track are errors", () => {
  expect(messagesOf(track({ confidencePair: confidencePairs, features }))).toEqual([
    "error /tracks/0/confidencePair: `confidencePairs` is missing in tracks (once); `confidencePair`, which is unknown, is there instead.",
  ]);
  expect(
    messagesOf(
      track({
        confidencePairs,
        features: [
          { frame: 0, Bounds: [] },
          { fraem: 1, bounds: [] },
        ],
      }),
    ),
  ).toEqual([
    "error /tracks/0/features/0/Bounds: `bounds` is missing in detections (once); `Bounds`, which is unknown, is there instead.",
    "error /tracks/0/features/1/fraem: `frame` is missing in detections (once); `fraem`, which is unknown, is there instead.",
  ]);
  expect(messagesOf(track({ confidencePairs }))).toEqual([
    "warning /tracks/0: 1 of the tracks have no `features`: they have no detections.",
  ]);
});

test("others are counted and told once, in lists as in maps", () => {
  const tracks = [0, 1].map((id) => ({ id, confidencePairs, features: [{ ...features[0], key_frame: true }] }));
  expect(messagesOf({ tracks })).toEqual([
    "warning /tracks/0/features/0/key_frame: `key_frame` is unknown in detections (2 times). Did you mean `keyframe`?",
  ]);
});

test("additional members are not a mistake", () => {
  expect(messagesOf(track({ confidencePairs, features, species: "x", sets: 1, note: "confidencePair" }))).toEqual([]);
  expect(
    messagesOf(track({ confidencePairs, features: [{ ...features[0], attributes: { bound: 1, frames: 2 } }] })),
  ).toEqual([]);
  // Both are present.
  expect(messagesOf(track({ confidencePairs, confidencePair: [], features }))).toEqual([]);
});

test("COCO has its own names", () => {
  const coco = {
    images: [{ id: 1, filename: "a.jpg", width: 1 }],
    annotations: [{ id: 1, imageId: 1, category_id: 1, bbox: [] }],
    categories: [{ id: 1, name: "x" }],
  };
  expect(messagesOf(coco, "coco").map((line) => line.split(":")[0])).toEqual([
    "error /images/0/filename",
    "error /annotations/0/imageId",
  ]);
  expect(messagesOf(coco, "viame-csv")).toEqual([]);
});

test.each(["", "{", '{"tracks":{"0":', '{"tracks":{"0":{"features":[{]}}}', '{"tracks":[1,2', '["a"]', '{"tracks":1}'])(
  "broken text %j ends the search",
  (text) => {
    expect(findMisnamedMembers(utf8(text), "dive-json")).toEqual([]);
  },
);

test.each([
  ["confidence_pairs", "confidencePairs"],
  ["bonuds", "bounds"],
  ["ID", "id"],
  ["it", undefined],
  ["feature", "features"],
  ["species", undefined],
])("%s is near %s", (name, meant) => {
  expect(nearestName(name, ["id", "bounds", "confidencePairs", "features"])).toBe(meant);
});
