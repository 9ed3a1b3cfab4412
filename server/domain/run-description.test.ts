import { expect, test } from "vitest";
import { runDescription, runNameOf } from "./run-description.ts";

test("all runs of a pipeline have one name, whatever they found, replaced and kept, and on which frames", () => {
  const frames = { first: 3, last: 15 };
  for (const name of ["motion", "fish: small on frames", "a track in place of 2"]) {
    for (const found of [0, 1, 1200]) {
      for (const replaced of [0, 7]) {
        for (const kept of [0, 1]) {
          for (const range of [undefined, frames]) {
            for (const add of [false, true]) {
              const description = runDescription(name, { found, replaced, kept, frames: range, add });
              expect(runNameOf(description)).toBe(`Run ${name}`);
            }
          }
        }
      }
    }
  }
  const others = ["Import COCO from a: added 2 tracks", "moved on frames 1 to 2"];
  expect(others.map(runNameOf)).toEqual(others);
});
