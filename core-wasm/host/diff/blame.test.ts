/**
 * Which revision set which value: examples, and a comparison with a search revision by revision on random histories.
 */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { isEqual } from "../json.ts";
import { blameTrack, type TrackVersion } from "./blame.ts";
import { splitTrack } from "./fields.ts";

const version = (
  revision: number,
  change: object = {},
  box = [0, 0, 10, 10],
  detection: object = {},
): TrackVersion => ({
  revision,
  json: JSON.stringify({
    id: 3,
    begin: 0,
    end: 4,
    confidencePairs: [["fish", 0.5]],
    attributes: {},
    features: [
      { frame: 0, bounds: [1, 1, 2, 2], keyframe: true },
      { frame: 4, bounds: box, keyframe: true, ...detection },
    ],
    ...change,
  }),
});

const describeBlame = (versions: readonly TrackVersion[], isComplete = true) =>
  blameTrack(versions, { frames: [4], isComplete }).map(
    ({ path, frame, revision, isExact }) =>
      `${frame === undefined ? "" : `${frame} `}${path} ${isExact ? "" : "<="}${revision}`,
  );

test("the box, the type and each attribute have the revision that gave them", () => {
  const sex = { attributes: { sex: "f" } };
  const versions = [
    version(9, sex, [5, 5, 9, 9], { attributes: { age: 3 } }),
    version(7, sex, [5, 5, 9, 9]),
    // The type was removed and set again: this is one of the versions in between.
    version(5, { ...sex, confidencePairs: [["crab", 1]] }),
    version(2),
  ];
  expect(describeBlame(versions)).toEqual([
    "confidencePairs 7",
    "attributes/sex 5",
    "4 bounds 7",
    "4 keyframe 2",
    "4 attributes/age 9",
  ]);
});

test("a version that only touched something else gave nothing; what is older than what was looked at is said", () => {
  const versions = [version(4), version(3, {}, [7, 7, 8, 8]), version(2)];
  expect(describeBlame(versions, false)).toEqual(["confidencePairs <=2", "4 bounds 4", "4 keyframe <=2"]);
  expect(describeBlame([])).toEqual([]);
});

test("each value is in all versions from the one that is named, and not in the one before", () => {
  const value = fc.integer({ min: 0, max: 2 });
  const history = fc.array(fc.tuple(value, value, fc.boolean()), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(history, (steps) => {
      const versions = steps.map(([age, left, isHere], index) =>
        version(
          steps.length - index,
          { attributes: age === 0 ? {} : { age } },
          [left, 0, 9, 9],
          isHere ? { attributes: { seen: left } } : {},
        ),
      );
      for (const { path, frame, revision } of blameTrack(versions, { frames: [4], isComplete: true })) {
        const values = versions.map(({ json }) => {
          const { fields, detections } = splitTrack(json);
          return (frame === undefined ? fields : detections.get(frame)?.fields)?.get(path);
        });
        const named = versions.findIndex((each) => each.revision === revision);
        for (let at = 0; at <= named; at += 1) expect(isEqual(values[at], values[0])).toBe(true);
        if (named + 1 < values.length) expect(isEqual(values[named + 1], values[0])).toBe(false);
      }
    }),
    { seed: 14, numRuns: 200 },
  );
});
