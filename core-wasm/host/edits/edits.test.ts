/** Edits and their rules, undo and redo, in both builds. Tracks are text art, see testing/track-art.ts. */
import { beforeEach, describe, expect, test } from "vitest";
import { allTracks, builds, frame, id, text } from "../testing/cores.ts";
import { drawArt, loadArt } from "../testing/track-art.ts";
import type { AnnotationCore, Bounds, EditTransaction } from "../types.ts";
import { CoreError } from "../types.ts";

describe.each(builds)("$name build", ({ create }) => {
  let core: AnnotationCore;

  beforeEach(async () => {
    core = await create();
  });

  /** Runs one edit on frame 0, checks all columns and returns the art. */
  function edit(run: (tx: EditTransaction) => void): string {
    core.transact("edit", frame(0), run);
    core.assertIntegrity();
    return drawArt(core);
  }

  function refusal(run: (tx: EditTransaction) => void): CoreError {
    const before = JSON.stringify(allTracks(core));
    try {
      core.transact("edit", frame(0), run);
    } catch (error) {
      expect(JSON.stringify(allTracks(core))).toBe(before);
      core.assertIntegrity();
      if (error instanceof CoreError) return error;
      throw error;
    }
    throw new Error("The edit was not refused.");
  }

  test("[V-TRACK-11] bounds between two keyframes lie on the straight line between theirs", () => {
    core.transact("add", frame(0), (tx) => {
      const track = tx.tracks.add({ type: "fish", frame: frame(10), bounds: [0, 100, 20, 140] });
      tx.detections.setBounds(track, frame(20), [10, 80, 60, 100]);
    });
    expect(core.detectionAt(id(0), frame(13))).toEqual({
      trackId: 0,
      frame: 13,
      bounds: [3, 94, 32, 128],
      isKeyframe: false,
      interpolates: true,
    });
    expect(core.detectionAt(id(0), frame(15))?.bounds).toEqual([5, 90, 40, 120]);
  });

  test("[V-TRACK-12] frames between two keyframes exist only when the earlier one interpolates", () => {
    loadArt(core, "0: K--K..K");
    expect(drawArt(core)).toBe("0: K--K..K");
    expect(core.shown.frameQuery(frame(2)).count).toBe(1);
    expect(core.shown.frameQuery(frame(4)).count).toBe(0);
    expect(edit((tx) => tx.detections.setInterpolate(id(0), frame(4), true))).toBe("0: K--K--K");
    expect(edit((tx) => tx.detections.setInterpolate(id(0), frame(0), false))).toBe("0: K..K--K");
  });

  test("interpolation is switched for the whole track", () => {
    loadArt(core, "3: K-K..K");
    expect(edit((tx) => tx.detections.setInterpolateAll(id(3), true))).toBe("3: K-K--K");
    expect(edit((tx) => tx.detections.setInterpolateAll(id(3), false))).toBe("3: K.K..K");
  });

  test("an interpolated detection becomes a keyframe and still interpolates", () => {
    loadArt(core, "0: K-----K");
    expect(edit((tx) => tx.detections.toggleKeyframe(id(0), frame(2)))).toBe("0: K-K---K");
    expect(core.detectionAt(id(0), frame(2))?.bounds).toEqual([2, 0, 12, 10]);
  });

  test("removing a keyframe at an end makes the track shorter", () => {
    loadArt(core, "0: K--K-K");
    expect(edit((tx) => tx.detections.toggleKeyframe(id(0), frame(5)))).toBe("0: K--K");
    expect(edit((tx) => tx.detections.toggleKeyframe(id(0), frame(0)))).toBe("0: ...K");
    expect(core.track(id(0))).toMatchObject({ begin: 3, end: 3, keyframeCount: 1 });
  });

  test("[V-TRACK-10] the only keyframe of a track cannot be removed", () => {
    loadArt(core, "7: ..K");
    const { code, message } = refusal((tx) => tx.detections.toggleKeyframe(id(7), frame(2)));
    expect(code).toBe("only-keyframe");
    expect(message).toBe("This is the only keyframe in Track 7, it cannot be removed");
  });

  test("[V-TRACK-09] a single-frame track keeps its keyframe at its start frame", () => {
    loadArt(core, "1: K");
    expect(refusal((tx) => tx.detections.toggleKeyframe(id(1), frame(0))).code).toBe("only-keyframe");
    expect(drawArt(core)).toBe("1: K");
  });

  test("[V-TRACK-08] a keyframe cannot be toggled where there is no detection", () => {
    loadArt(core, "0: K..K");
    expect(refusal((tx) => tx.detections.toggleKeyframe(id(0), frame(1))).code).toBe("no-detection");
    expect(refusal((tx) => tx.detections.toggleKeyframe(id(0), frame(9))).code).toBe("no-detection");
  });

  test("[V-DRAW-08] bounds are rounded to integers, corners in order", () => {
    loadArt(core, "0: K");
    core.transact("draw", frame(0), (tx) => tx.detections.setBounds(id(0), frame(0), [10.5, 3.49, 2.2, -1.6]));
    expect(core.detectionAt(id(0), frame(0))?.bounds).toEqual([2, -2, 11, 3]);
    core.transact("draw", frame(0), (tx) =>
      tx.tracks.add({ type: "crab", frame: frame(4), bounds: [0.4, 1.5, 2.6, 9] }),
    );
    expect(core.detectionAt(id(1), frame(4))?.bounds).toEqual([0, 2, 3, 9]);
    // As the editor rounds what it shows, to the last bit.
    const drawn: Bounds = [-2.5, 0.49999999999999994, 2.5, 4503599627370497];
    core.transact("draw", frame(0), (tx) => tx.detections.setBounds(id(0), frame(0), drawn));
    expect(core.detectionAt(id(0), frame(0))?.bounds).toEqual(drawn.map(Math.round));
  });

  test.each([NaN, Infinity])("[V-TRACK-13] bounds with %d make no keyframe", (value) => {
    loadArt(core, "0: K");
    const bounds: Bounds = [0, 0, value, 10];
    expect(refusal((tx) => tx.detections.setBounds(id(0), frame(3), bounds)).code).toBe("bounds-not-finite");
    expect(refusal((tx) => tx.tracks.add({ type: "fish", frame: frame(0), bounds })).code).toBe("bounds-not-finite");
  });

  test("bounds before, between and after keyframes extend the track", () => {
    loadArt(core, "0: ..K-K");
    expect(edit((tx) => tx.detections.setBounds(id(0), frame(0), [0, 0, 1, 1]))).toBe("0: K-K-K");
    expect(edit((tx) => tx.detections.setBounds(id(0), frame(7), [0, 0, 1, 1]))).toBe("0: K-K-K..K");
  });

  test("a new track is written with what it is made of, and nothing else", () => {
    core.transact("add", frame(4), (tx) => tx.tracks.add({ type: "fish", frame: frame(4), bounds: [1, 2, 30, 40] }));
    expect(text(core.writer.writeTrackList([id(0)]))).toBe(
      '[{"id":0,"begin":4,"end":4,"confidencePairs":[["fish",1]],"attributes":{},' +
        '"features":[{"frame":4,"bounds":[1,2,30,40],"keyframe":true,"interpolate":true,"attributes":{}}]}]',
    );
  });

  test("a new track may begin with the pairs of another one, of which there may be none", () => {
    const place = { frame: frame(4), bounds: [1, 2, 30, 40] as const };
    core.transact("add", frame(4), (tx) => {
      tx.tracks.add({ ...place, pairs: [] });
      tx.tracks.add({ ...place, pairs: ["crab", "fish"].map((type, n) => ({ type, confidence: 0.2 + 0.6 * n })) });
    });
    expect(core.track(id(0)).pairs).toEqual([]);
    expect(core.track(id(1)).pairs.map(({ type }) => type)).toEqual(["fish", "crab"]);
    core.assertIntegrity();
    const wrong = [{ type: "fish", confidence: 2 }];
    expect(refusal((tx) => tx.tracks.add({ ...place, pairs: wrong })).code).toBe("bad-pair");
    core.undo();
    expect(allTracks(core)).toEqual([]);
  });

  test("ids go on after the largest one and are never taken twice", () => {
    loadArt(core, "41: K");
    core.transact("add", frame(0), (tx) => {
      expect(tx.tracks.add({ type: "a", frame: frame(0), bounds: [0, 0, 1, 1] })).toBe(42);
      expect(tx.tracks.add({ type: "a", frame: frame(0), bounds: [0, 0, 1, 1], id: id(7) })).toBe(7);
    });
    const taken = { type: "a", frame: frame(0), bounds: [0, 0, 1, 1], id: id(7) } as const;
    expect(refusal((tx) => tx.tracks.add(taken)).code).toBe("track-id-taken");
  });

  test("[V-DATA-02] confidence pairs are sorted by confidence, descending, equal ones as given", () => {
    loadArt(core, "0: K");
    const pairs = [
      { type: "b", confidence: 0.2 },
      { type: "c", confidence: 0.9 },
      { type: "a", confidence: 0.2 },
    ];
    core.transact("type", frame(0), (tx) => tx.tracks.setPairs(id(0), pairs));
    expect(core.track(id(0)).pairs.map(({ type }) => type)).toEqual(["c", "b", "a"]);
  });

  test.each([
    ["", 0.5],
    ["fish", 1.5],
    ["fish", NaN],
  ])("refuses the pair %j %d", (type, confidence) => {
    loadArt(core, "0: K");
    expect(refusal((tx) => tx.tracks.setPairs(id(0), [{ type, confidence }])).code).toBe("bad-pair");
  });

  test("an edit that throws half-way leaves everything as it was", () => {
    loadArt(core, "0: K--K\n5: .K");
    const thrown = new Error("changed my mind");
    expect(() =>
      core.transact("much", frame(0), (tx) => {
        tx.tracks.delete(id(0));
        tx.detections.setBounds(id(5), frame(9), [0, 0, 5, 5]);
        tx.tracks.add({ type: "new", frame: frame(1), bounds: [0, 0, 5, 5] });
        throw thrown;
      }),
    ).toThrow(thrown);
    core.assertIntegrity();
    expect(drawArt(core)).toBe("0: K--K\n5: .K");
    expect([core.seq, core.canUndo, core.trackCount]).toEqual([0, false, 2]);
  });

  test("a transaction that has ended takes no more edits", () => {
    loadArt(core, "0: K");
    let late: EditTransaction | undefined;
    core.transact("edit", frame(0), (tx) => {
      late = tx;
    });
    expect(() => late?.tracks.delete(id(0))).toThrow(CoreError);
    expect(core.trackCount).toBe(1);
  });

  test("undo and redo seek to the frame of the edit and name what it touched", () => {
    loadArt(core, "0: K--K\n1: K");
    core.transact("move", frame(3), (tx) => tx.detections.setBounds(id(0), frame(3), [5, 5, 9, 9]));
    core.transact("remove", frame(0), (tx) => tx.tracks.delete(id(1)));
    expect(core.undo()).toMatchObject({ label: "remove", seq: 3, frame: 0, trackIds: [1] });
    expect(core.undo()).toMatchObject({ label: "move", seq: 4, frame: 3, trackIds: [0] });
    expect(core.undo()).toBeUndefined();
    expect(drawArt(core)).toBe("0: K--K\n1: K");
    expect(core.redo()).toMatchObject({ label: "move", frame: 3 });
    expect(core.detectionAt(id(0), frame(3))?.bounds).toEqual([5, 5, 9, 9]);
    expect([core.canUndo, core.canRedo]).toEqual([true, true]);
  });

  test("a step says what became of tracks and groups, and from which position it led", () => {
    loadArt(core, "0: K--K\n1: K\n2: K");
    const none = { added: [], changed: [], removed: [] };
    const step = core.transact("several", frame(0), (tx) => {
      tx.detections.setBounds(id(0), frame(3), [5, 5, 9, 9]);
      tx.tracks.delete(id(1));
      tx.tracks.add({ id: id(9), type: "new", frame: frame(0), bounds: [0, 0, 5, 5] });
      tx.tracks.add({ id: id(10), type: "gone", frame: frame(0), bounds: [0, 0, 5, 5] });
      tx.tracks.delete(id(10));
      tx.groups.create({ members: [{ trackId: id(0) }] });
    });
    const tracks = { added: [9], changed: [0], removed: [1] };
    expect(step).toMatchObject({ kind: "edit", previousSeq: 0, seq: 1, tracks, groups: { ...none, added: [0] } });
    expect(core.undo()).toMatchObject({
      kind: "undo",
      previousSeq: 1,
      seq: 2,
      tracks: { added: [1], changed: [0], removed: [9] },
      groups: { ...none, removed: [0] },
    });
    expect(core.redo()).toMatchObject({ kind: "redo", previousSeq: 2, seq: 3, tracks });
    const nothing = core.transact("nothing", frame(0), () => undefined);
    expect(nothing).toMatchObject({ previousSeq: 3, seq: 3, tracks: none, groups: none });
  });

  test("a new edit ends what could be redone", () => {
    loadArt(core, "0: K-K");
    core.transact("a", frame(0), (tx) => tx.detections.toggleKeyframe(id(0), frame(1)));
    core.undo();
    core.transact("b", frame(0), (tx) => tx.detections.toggleKeyframe(id(0), frame(2)));
    expect([core.canUndo, core.canRedo]).toEqual([true, false]);
  });

  test("undone changes do not count", () => {
    loadArt(core, "0: K-K\n1: K");
    core.transact("a", frame(0), (tx) => tx.detections.toggleKeyframe(id(0), frame(1)));
    const saved = core.seq;
    core.transact("b", frame(0), (tx) => tx.tracks.delete(id(1)));
    core.transact("c", frame(0), (tx) => {
      tx.tracks.add({ type: "x", frame: frame(0), bounds: [0, 0, 1, 1], id: id(9) });
    });
    expect(core.changesSince(saved).tracks).toEqual({ upsert: [9], delete: [1] });
    core.undo();
    core.undo();
    expect(core.changesSince(saved).tracks).toEqual({ upsert: [], delete: [] });
    core.undo();
    expect(core.changesSince(saved).tracks).toEqual({ upsert: [0], delete: [] });
    expect(core.changesSince(0).tracks).toEqual({ upsert: [], delete: [] });
  });

  test("a deleted track leaves its groups, and an empty group goes too", () => {
    loadArt(core, "0: K\n1: K");
    const groups = [
      {
        id: 0,
        begin: 0,
        end: 0,
        attributes: {},
        confidencePairs: [["pair", 1]],
        members: { 0: { ranges: [[0, 0]] }, 1: { ranges: [] } },
      },
      {
        id: 5,
        begin: 0,
        end: 0,
        attributes: {},
        confidencePairs: [["alone", 1]],
        members: { 1: { ranges: [[0, 0]] } },
      },
    ];
    core.reader.beginLoad();
    core.reader.loadTrackPage(
      new TextEncoder().encode(JSON.stringify([0, 1].map((trackId) => ({ id: trackId, features: [] })))),
    );
    core.reader.loadGroupPage(new TextEncoder().encode(JSON.stringify(groups)));
    core.reader.endLoad();
    core.transact("remove", frame(0), (tx) => tx.tracks.delete(id(1)));
    expect([...core.writer.groupRows()].map((row) => [row.id, JSON.parse(row.json).members])).toEqual([
      [0, { 0: { ranges: [[0, 0]] } }],
    ]);
    expect(core.changesSince(0).groups).toEqual({ upsert: [0], delete: [5] });
    core.undo();
    expect([...core.writer.groupRows()].map((row) => JSON.parse(row.json) as unknown)).toEqual(groups);
  });

  test("a journal brings another core to the same state, undo included", async () => {
    loadArt(core, "0: K--K\n1: K");
    core.transact("a", frame(0), (tx) => tx.detections.toggleKeyframe(id(0), frame(1)));
    core.transact("b", frame(0), (tx) => tx.tracks.setPairs(id(1), [{ type: "señal", confidence: 0.5 }]));
    core.undo();
    const other = await create();
    loadArt(other, "0: K--K\n1: K");
    expect(other.replay(core.opsSince(0))).toBe(true);
    expect(allTracks(other)).toEqual(allTracks(core));
    expect([other.seq, other.canUndo, other.canRedo]).toEqual([core.seq, core.canUndo, core.canRedo]);
    other.redo();
    expect(other.track(id(1)).pairs).toEqual([{ type: "señal", confidence: 0.5 }]);
    other.assertIntegrity();
  });

  test("a journal that does not fit, or is damaged, changes nothing", async () => {
    loadArt(core, "0: K--K");
    core.transact("a", frame(0), (tx) => tx.detections.toggleKeyframe(id(0), frame(1)));
    core.transact("b", frame(0), (tx) => tx.tracks.delete(id(0)));
    const journal = core.opsSince(0);
    const other = await create();
    loadArt(other, "0: K---K");
    expect(other.replay(journal)).toBe(false);
    loadArt(other, "0: K--K");
    for (const length of [0, 3, 20, journal.length - 1]) expect(other.replay(journal.slice(0, length))).toBe(false);
    const damaged = journal.slice();
    damaged[60] = (damaged[60] ?? 0) ^ 1;
    expect(other.replay(damaged)).toBe(false);
    expect([drawArt(other), other.seq]).toEqual(["0: K--K", 0]);
    expect(other.replay(journal)).toBe(true);
  });
});
