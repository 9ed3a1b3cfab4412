import { expect, test } from "vitest";
import { blameRows } from "./blame-rows.ts";

const field = (path: string, frame: number | null, revision: number) => ({ path, frame, revision, isExact: true });

test("places in their order, the box and the type before attributes, names as people know them", () => {
  const fields = [
    field("attributes/a~1b", null, 3),
    field("attributes/userAttributes/ann/sex", null, 2),
    field("confidencePairs", null, 1),
    field("keyframe", 4, 1),
    field("bounds", 4, 5),
    field("geometry/Point/head", 9, 2),
  ];
  const places = blameRows({ fields, revisions: [] }, [9, 4]);
  expect(places.map(({ frame, rows }) => [frame, ...rows.map(({ name, revision }) => `${name} ${revision}`)])).toEqual([
    [undefined, "type 1", "a/b 3", "sex (ann) 2"],
    [9, "shape 2"],
    [4, "box 5"],
  ]);
});
