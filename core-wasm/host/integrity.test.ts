/** Deliberately broken columns are detected, and builds with assertions check after every step. */
import { expect, test } from "vitest";
import { WasmAnnotationCore } from "./annotation-core.ts";
import type { CoreInstance } from "./instance.ts";
import { filterRules } from "./queries/filter-rules.ts";
import { bareInstance, frame, id, utf8 } from "./testing/cores.ts";
import type { CoreExports } from "./wasm-exports.ts";

const feature = (at: number): object => ({ frame: at, bounds: [0, 0, 9, 9], keyframe: true });
const tracks = [0, 3].map((trackId) => ({
  id: trackId,
  confidencePairs: [
    ["fish", 0.9],
    ["crab", 0.5],
  ],
  features: [feature(0), feature(40), feature(90)],
}));
const group = { id: 2, begin: 0, end: 9, members: { 3: { ranges: [[0, 9]] } } };

function load(file?: string): { readonly core: WasmAnnotationCore; readonly instance: CoreInstance } {
  const instance = bareInstance(file);
  const core = new WasmAnnotationCore(instance);
  core.reader.beginLoad();
  core.reader.loadTrackPage(utf8(JSON.stringify(tracks)));
  core.reader.loadGroupPage(utf8(JSON.stringify([group])));
  core.reader.endLoad();
  core.assertIntegrity();
  return { core, instance };
}

const setFrame = (instance: CoreInstance, row: number, value: number): void =>
  instance.view().setUint32((instance.exports.row_frame_column() >>> 0) + row * 4, value, true);
const setFlags = (instance: CoreInstance, row: number, value: number): void =>
  instance.view().setUint8((instance.exports.row_flag_column() >>> 0) + row, value);
const setRules = (instance: CoreInstance, thresholds: Readonly<Record<string, number>>): void =>
  instance.exports.filter_set_rules(instance.transfer(filterRules({ thresholds }, ["fish", "crab"])));

test.each<readonly [string, (instance: CoreInstance, exports: CoreExports) => void]>([
  ["the order of rows by frame", (instance) => setFrame(instance, 1, 0)],
  ["begin and end", (instance) => setFrame(instance, 0, 1)],
  ["the frame index", (instance) => setFrame(instance, 4, 7)],
  ["the flags of a detection", (instance) => setFlags(instance, 2, 4)],
  ["the flags of a detection", (instance) => setFlags(instance, 2, 64)],
  ["the type the track is shown under", (instance) => setRules(instance, { default: 1 })],
  ["the largest id", (_, exports) => exports.track_set_largest_id(2n)],
  [
    "a group",
    (instance, exports) =>
      instance.view().setUint8(Number(exports.group_json(exports.group_find(2)) & 0xffffffffn), 0x20),
  ],
])("finds what is wrong: %s", (thing, damage) => {
  const { core, instance } = load();
  // Builds the indexes, which are still correct.
  core.shown.frameQuery(frame(0));
  damage(instance, instance.exports);
  expect(() => core.assertIntegrity()).toThrow(`The annotation core is inconsistent: ${thing} (`);
});

test("builds with assertions look after every transaction, undo, redo and read", () => {
  const { core, instance } = load("core.debug.wasm");
  const edit = (): unknown => core.transact("edit", frame(0), (tx) => tx.tracks.setPairs(id(3), []));
  edit();
  const steps = [
    edit,
    () => core.undo(),
    () => core.redo(),
    () => core.reader.readDiveJson(utf8('{"tracks":{}}'), { mode: "additive" }),
  ];
  for (const step of steps) {
    setFlags(instance, 0, 64);
    expect(step).toThrow("inconsistent");
    setFlags(instance, 0, 0);
    core.assertIntegrity();
  }
  const release = load();
  setFlags(release.instance, 0, 64);
  release.core.transact("edit", frame(0), (tx) => tx.tracks.setPairs(id(3), []));
});
