/**
 * Columns are packed when more than half of them is waste, which callers cannot notice; deleted tracks can still be
 * restored.
 */
import { expect, test } from "vitest";
import { WasmAnnotationCore } from "../annotation-core.ts";
import { allTracks, bareInstance, frame, id, utf8 } from "../testing/cores.ts";
import type { CoreInstance } from "../instance.ts";

function coreWithRows(trackCount: number): {
  readonly core: WasmAnnotationCore;
  readonly exports: CoreInstance["exports"];
} {
  const instance = bareInstance();
  const core = new WasmAnnotationCore(instance);
  const features = Array.from({ length: 10 }, (_, index) => ({
    frame: index * 3,
    bounds: [index, 0, index + 9, 9],
    keyframe: true,
    attributes: { index },
  }));
  const tracks = Array.from({ length: trackCount }, (_, index) => ({
    id: index,
    confidencePairs: [[`type ${index % 7}`, 0.5]],
    attributes: { index },
    features,
  }));
  core.reader.beginLoad();
  core.reader.loadTrackPage(utf8(JSON.stringify(tracks)));
  core.reader.endLoad();
  return { core, exports: instance.exports };
}

const tracksOf = (core: WasmAnnotationCore): string => JSON.stringify(allTracks(core));

test("rows and entries of deleted tracks go when they are more than half; undo brings the tracks back", () => {
  const { core, exports } = coreWithRows(2000);
  const start = tracksOf(core);
  const gone = Array.from({ length: 1900 }, (_, index) => id(index));
  core.transact("grow", frame(0), (tx) => tx.detections.setBounds(id(1950), frame(100), [0, 0, 1, 1]));
  core.transact("delete", frame(0), (tx) => tx.tracks.deleteAll(gone));
  expect([exports.row_end.value, exports.track_entry_end.value]).toEqual([1001, 100]);
  core.assertIntegrity();
  expect(core.shown.frameQuery(frame(4)).count).toBe(0);
  core.transact("add", frame(0), (tx) => tx.detections.setBounds(id(1950), frame(5), [0, 0, 1, 1]));
  while (core.canUndo) core.undo();
  core.assertIntegrity();
  expect(tracksOf(core)).toBe(start);
  while (core.canRedo) core.redo();
  core.assertIntegrity();
  expect([core.trackCount, core.detectionCount]).toEqual([100, 1002]);
});

test("a track that grows again and again leaves no more waste than there is to keep", () => {
  const { core, exports } = coreWithRows(1);
  core.transact("draw", frame(0), (tx) => {
    for (let at = 0; at < 20_000; at++) tx.detections.setBounds(id(0), frame(at), [at, 0, at + 9, 9]);
  });
  core.assertIntegrity();
  expect(core.detectionCount).toBe(20_000);
  expect(exports.row_end.value).toBeLessThanOrEqual(2 * 20_000 + 1024);
});

test("undo of a deletion copies no rows", () => {
  const { core, exports } = coreWithRows(50);
  const start = tracksOf(core);
  const rows = exports.row_end.value;
  core.transact("delete", frame(0), (tx) => tx.tracks.deleteAll([id(3), id(4)]));
  core.undo();
  expect([tracksOf(core), exports.row_end.value]).toEqual([start, rows]);
});

test("a deleted track comes back as it was, whatever had its id since then", () => {
  const { core } = coreWithRows(1);
  const add = (type: string, at: number): void => {
    core.transact("add", frame(0), (tx) => {
      tx.tracks.add({ id: id(7), type, frame: frame(at), bounds: [at, 0, 9, 9] });
    });
  };
  add("first", 1);
  const start = tracksOf(core);
  core.transact("delete", frame(0), (tx) => tx.tracks.delete(id(7)));
  // As large as the first one, so that only the contents distinguish them.
  add("other", 2);
  core.transact("delete", frame(0), (tx) => tx.tracks.delete(id(7)));
  for (const _ of [1, 2, 3]) core.undo();
  core.assertIntegrity();
  expect(tracksOf(core)).toBe(start);
});
