/**
 * Edits at the limits: the largest possible ids and frames, groups with odd content, transactions inside transactions.
 */
import { beforeEach, describe, expect, test } from "vitest";
import { allTracks, builds, frame, id, text, utf8 } from "../testing/cores.ts";
import { drawArt, loadArt } from "../testing/track-art.ts";
import type { AnnotationCore, EditTransaction } from "../types.ts";

const lastId = 4294967294;
const lastFrame = 2147483647;

describe.each(builds)("$name build", ({ create }) => {
  let core: AnnotationCore;

  beforeEach(async () => {
    core = await create();
  });

  function load(tracks: readonly object[], groups: Readonly<Record<string, object>> = {}): void {
    const byId = Object.fromEntries(tracks.map((track) => [(track as { id: number }).id, track]));
    core.reader.readDiveJson(utf8(JSON.stringify({ tracks: byId, groups, version: 2 })));
  }

  function edit(run: (tx: EditTransaction) => void): void {
    core.transact("edit", frame(0), run);
    core.assertIntegrity();
  }

  const feature = (at: number, more: object = {}): object => ({ frame: at, bounds: [0, 0, 10, 10], ...more });
  const track = (trackId: number, frames: readonly number[], more: object = {}): object => ({
    id: trackId,
    begin: frames[0] ?? 0,
    end: frames.at(-1) ?? 0,
    confidencePairs: [["fish", 0.5]],
    attributes: {},
    features: frames.map((at) => feature(at)),
    ...more,
  });
  const ids = (): readonly number[] => allTracks(core).map((one) => (one as { id: number }).id);
  const members = (): unknown =>
    [...core.writer.groupRows()].map(({ json }) => (JSON.parse(json) as { members: unknown }).members);

  test("after the largest possible id new tracks get the smallest free ones", () => {
    load([track(1, [0]), track(lastId, [0, 5])]);
    edit((tx) => expect(tx.tracks.add({ type: "crab", frame: frame(3), bounds: [0, 0, 1, 1] })).toBe(0));
    edit((tx) => expect(tx.tracks.split(id(lastId), frame(5))).toEqual([2, 3]));
    expect(ids()).toEqual([0, 1, 2, 3]);
    while (core.canUndo) core.undo();
    expect(ids()).toEqual([1, lastId]);
    load([track(lastId - 1, [0, 5])]);
    edit((tx) => expect(tx.tracks.split(id(lastId - 1), frame(5))).toEqual([0, 1]));
    core.undo();
    edit((tx) => expect(tx.tracks.add({ type: "crab", frame: frame(3), bounds: [0, 0, 1, 1] })).toBe(lastId));
  });

  test("numbers beyond 32 bits are not tracks, whatever their low bits are", () => {
    load([track(0, [0])]);
    for (const wrong of [2 ** 32, -(2 ** 32), 0.5, NaN]) {
      expect(core.hasTrack(id(wrong))).toBe(false);
      expect(() => core.track(id(wrong))).toThrow("there is no track");
      expect(() => edit((tx) => tx.tracks.setAttribute(id(wrong), "a", 1))).toThrow("there is no track");
    }
  });

  test("the last frame is one like any other", () => {
    load([
      track(lastId, [lastFrame - 9, lastFrame], {
        features: [feature(lastFrame - 9, { interpolate: true }), feature(lastFrame)],
      }),
    ]);
    expect(core.shown.frameQuery(frame(lastFrame - 4)).count).toBe(1);
    edit((tx) => tx.detections.delete(id(lastId), frame(lastFrame - 3), frame(lastFrame)));
    expect([...core.keyframes(id(lastId))]).toEqual([lastFrame - 9, lastFrame - 4]);
    core.undo();
    edit((tx) => tx.tracks.split(id(lastId), frame(lastFrame)));
    expect([...core.keyframes(id(1))]).toEqual([lastFrame]);
    expect(core.shown.trackSpans().ends).toEqual(Uint32Array.of(lastFrame - 1, lastFrame));
  });

  test("counts over more frames than memory holds are refused, and nothing else is harmed", () => {
    loadArt(core, "0: K--K");
    for (const frames of [2 ** 30, 2 ** 30 + 8, 2 ** 31, 2 ** 32 - 1]) {
      expect(() => core.shown.countsByFrame(frames)).toThrow("MB of memory");
    }
    core.assertIntegrity();
    expect(drawArt(core)).toBe("0: K--K");
    expect([...core.shown.countsByFrame(4)]).toEqual([1, 1, 1, 1]);
  });

  test("inside a transaction nothing else changes the annotations, and the transaction is taken back", () => {
    loadArt(core, "0: K--K");
    edit((tx) => tx.detections.toggleKeyframe(id(0), frame(1)));
    const before = drawArt(core);
    const others: readonly (() => unknown)[] = [
      () => core.transact("inner", frame(0), (tx) => tx.tracks.delete(id(0))),
      () => core.undo(),
      () => core.redo(),
      () => core.replay(core.opsSince(0)),
      () => core.reader.readDiveJson(utf8('{"tracks":{},"groups":{},"version":2}')),
      () => core.reader.readViameCsv(utf8("1,a,0,1,2,3,4,1,-1,fish,1\n"), { mode: "additive" }),
      () => core.reader.beginViameCsv(),
      () => core.reader.beginLoad(),
    ];
    for (const other of others) {
      const run = (tx: EditTransaction): void => {
        tx.detections.toggleKeyframe(id(0), frame(2));
        other();
      };
      expect(() => edit(run)).toThrow("A transaction is open");
      expect(drawArt(core)).toBe(before);
      core.assertIntegrity();
    }
    expect([core.seq, core.canRedo]).toEqual([1, false]);
    core.undo();
    expect(drawArt(core)).toBe("0: K--K");
  });

  test("[V-TRACK-17] groups keep what is not a range or a track, and edits go on without it", () => {
    const odd = { 0: { ranges: [[5, 1], [1], null, [2, 4]] }, 1: 5, x: null, "01": {}, 4294967296: { ranges: "no" } };
    load([track(0, [0, 10]), track(1, [3])], { 0: { id: 0, begin: 0, end: 9, members: odd } });
    edit((tx) => tx.tracks.split(id(0), frame(10)));
    const { 0: _, ...others } = odd;
    expect(members()).toEqual([{ ...others, 2: { ranges: [[2, 4]] } }]);
    edit((tx) => tx.tracks.merge([id(1), id(2)]));
    // Track 1 is on frame 3 only, which is within the range of the other one.
    expect(members()).toEqual([{ ...others, 1: { ranges: [[2, 4]] } }]);
    edit((tx) => tx.tracks.deleteAll([id(1), id(3)]));
    expect(members()).toEqual([{ x: null, "01": {}, 4294967296: { ranges: "no" } }]);
    while (core.canUndo) core.undo();
    expect(members()).toEqual([odd]);
  });

  test("members of groups that name no track are reported, however their numbers are written", () => {
    const group = { id: 0, begin: 0, end: 9, members: { 0: {}, "00": {}, 4294967295: {}, 4294967296: {} } };
    const document = { tracks: { 0: track(0, [0]) }, groups: { 0: group }, version: 2 };
    const { problems } = core.reader.readDiveJson(utf8(JSON.stringify(document)));
    expect(problems.map(({ message }) => /member (\S+),/.exec(message)?.[1])).toEqual([
      "00",
      "4294967295",
      "4294967296",
    ]);
  });

  test("a member without ranges brings its span into a merge", () => {
    const of = (id: number, ...list: object[]): object => ({
      id,
      begin: 0,
      end: 20,
      members: Object.fromEntries(list.map((one, at) => [at, one])),
    });
    load([track(0, [0, 10]), track(1, [13, 20])], { 0: of(0, { ranges: [[2, 4]] }, {}), 1: of(1, {}, { ranges: [] }) });
    edit((tx) => tx.tracks.merge([id(0), id(1)]));
    expect(members()).toEqual([
      {
        0: {
          ranges: [
            [2, 4],
            [13, 20],
          ],
        },
      },
      { 0: { ranges: [] } },
    ]);
  });

  test("tracks without pairs are `unknown`, to be renamed and deleted as such", () => {
    load([
      track(0, [0], { confidencePairs: [] }),
      track(1, [0]),
      track(2, [0], { confidencePairs: [["unknown", 0.5]] }),
    ]);
    edit((tx) => expect(tx.tracks.renameType("unknown", "crab")).toBe(2));
    expect(core.shown.typeCounts()).toEqual([
      { type: "fish", trackCount: 1 },
      { type: "crab", trackCount: 2 },
    ]);
    core.undo();
    edit((tx) => expect(tx.tracks.deleteType("unknown")).toBe(2));
    expect(ids()).toEqual([1]);
    core.undo();
    expect(ids()).toEqual([0, 1, 2]);
  });

  test("integers that JavaScript would round come through edits of what is next to them", () => {
    const big = "9007199254740993";
    const one = `{"id":0,"begin":0,"end":0,"confidencePairs":[],"attributes":{"a":${big}},"features":[{"frame":0,"bounds":[0,0,1,1],"geometry":{"type":"FeatureCollection","features":[],"crs":${big}}}]}`;
    const other = `{"id":1,"begin":3,"end":3,"confidencePairs":[],"attributes":{"b":${big},"userAttributes":{"ann":{"c":${big}}}},"meta":${big},"features":[{"frame":3,"bounds":[0,0,1,1]}]}`;
    const group = `{"id":0,"begin":0,"end":0,"members":{"0":{},"1":{}},"meta":${big}}`;
    core.reader.readDiveJson(utf8(`{"tracks":{"0":${one},"1":${other}},"groups":{"0":${group}},"version":2}`));
    edit((tx) => {
      tx.detections.setPoint(id(0), frame(0), [1, 2], "head");
      tx.tracks.merge([id(0), id(1)]);
    });
    const written = text(core.writer.writeDiveJson({ style: "compact" }).bytes);
    expect(written.match(/[a-z]+":9007199254740993/g)).toEqual(
      ['a":', 'b":', 'c":', 'meta":', 'crs":', 'meta":'].map((name) => name + big),
    );
  });
});
