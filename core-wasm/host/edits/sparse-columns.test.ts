/** Lengths and further members of few detections: other rows have none, whatever was in their memory before. */
import { expect, test } from "vitest";

import { WasmAnnotationCore } from "../annotation-core.ts";
import { allTracks, bareInstance, frame, id, utf8 } from "../testing/cores.ts";

interface ReadTrack {
  readonly features: readonly { readonly frame: number; readonly fishLength?: number }[];
}

const feature = (at: number, more = {}) => ({ frame: at, bounds: [at, 0, at + 9, 9], ...more });
const track = (number: number, features: readonly object[]) => ({
  id: number,
  confidencePairs: [["ray", 0.5]],
  attributes: {},
  features,
});

test("detections without length and attributes have none next to others that do, when rows are inserted or removed as well", () => {
  const core = new WasmAnnotationCore(bareInstance());
  const rich = { fishLength: 5, attributes: { sex: "f" } };
  // The second load uses the memory of the first again.
  for (const more of [rich, {}]) {
    const features = Array.from({ length: 50 }, (_, at) => feature(at, at === 40 ? rich : more));
    core.reader.beginLoad();
    core.reader.loadTrackPage(utf8(JSON.stringify([track(0, features), track(1, features.slice(0, 3))])));
    core.reader.endLoad();
  }
  const richOnes = (): readonly unknown[] =>
    (allTracks(core) as readonly ReadTrack[]).flatMap(({ features }) =>
      features.filter((one) => "fishLength" in one || "attributes" in one).map((one) => [one.frame, one.fishLength]),
    );
  expect(richOnes()).toEqual([[40, 5]]);
  core.transact("insert", frame(0), (tx) => tx.detections.setBounds(id(1), frame(9), [0, 0, 1, 1]));
  core.transact("length", frame(0), (tx) => tx.detections.setLength(id(1), frame(2), 7));
  core.transact("remove", frame(0), (tx) => tx.detections.delete(id(0), frame(3), frame(3)));
  // A new detection has attributes, although none of them.
  expect(richOnes().toSorted()).toEqual([
    [2, 7],
    [40, 5],
    [9, undefined],
  ]);
  core.undo();
  core.undo();
  core.undo();
  expect(richOnes()).toEqual([[40, 5]]);
});
