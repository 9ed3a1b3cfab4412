/** Split, merge, types, ranges of detections and many tracks at once, in both builds. Tracks are text art. */
import * as fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { allTracks, builds, frame, id, utf8 } from "../testing/cores.ts";
import { drawArt, loadArt } from "../testing/track-art.ts";
import type { AnnotationCore, EditTransaction } from "../types.ts";
import { CoreError } from "../types.ts";

describe.each(builds)("$name build", ({ create }) => {
  let core: AnnotationCore;

  beforeEach(async () => {
    core = await create();
  });

  function load(tracks: readonly object[], groups: readonly object[] = []): void {
    core.reader.beginLoad();
    core.reader.loadTrackPage(utf8(JSON.stringify(tracks)));
    core.reader.loadGroupPage(utf8(JSON.stringify(groups)));
    core.reader.endLoad();
  }

  function edit(run: (tx: EditTransaction) => void): string {
    core.transact("edit", frame(0), run);
    core.assertIntegrity();
    return drawArt(core);
  }

  function code(run: (tx: EditTransaction) => void): string {
    const before = JSON.stringify([allTracks(core), [...core.writer.groupRows()]]);
    try {
      core.transact("edit", frame(0), run);
    } catch (error) {
      expect(JSON.stringify([allTracks(core), [...core.writer.groupRows()]])).toBe(before);
      core.assertIntegrity();
      if (error instanceof CoreError) return error.code;
      throw error;
    }
    return "accepted";
  }

  const groups = (): unknown => [...core.writer.groupRows()].map((row) => JSON.parse(row.json) as unknown);
  const feature = (at: number, more: object = {}): object => ({
    frame: at,
    bounds: [at, 0, at + 10, 10],
    keyframe: true,
    ...more,
  });

  test("a track gets another id with all it has, in its groups too, and back by undo", () => {
    const track = {
      id: 3,
      begin: 1,
      end: 5,
      confidencePairs: [["ray", 0.5]],
      attributes: { sex: "f" },
      meta: { note: 1 },
      features: [feature(1, { attributes: { depth: 2 }, interpolate: true }), feature(5, { keyframe: true })],
    };
    const group = { id: 1, begin: 1, end: 4, confidencePairs: [["school", 1]], attributes: {} };
    load([track, { ...track, id: 4 }], [{ ...group, members: { 3: { ranges: [[1, 4]] }, 4: { ranges: [[2, 3]] } } }]);
    const before = allTracks(core);
    expect(code((tx) => tx.tracks.renumber(id(3), id(4)))).toBe("track-id-taken");
    expect(code((tx) => tx.tracks.renumber(id(9), id(10)))).toBe("no-such-track");
    edit((tx) => tx.tracks.renumber(id(3), id(20)));
    const renamed = allTracks(core) as { id: number }[];
    expect(renamed.find((one) => one.id === 20)).toEqual({ ...(before as { id: number }[])[0], id: 20 });
    expect(renamed.map((one) => one.id)).toEqual([4, 20]);
    expect(groups()).toMatchObject([{ members: { 4: { ranges: [[2, 3]] }, 20: { ranges: [[1, 4]] } } }]);
    core.undo();
    expect(allTracks(core)).toEqual(before);
  });

  test("new tracks get ids after those that are reserved, and after their own", () => {
    load([{ id: 3, begin: 1, end: 1, confidencePairs: [["ray", 1]], attributes: {}, features: [feature(1)] }]);
    const add = () => edit((tx) => void tx.tracks.add({ type: "ray", frame: frame(0), bounds: [0, 0, 1, 1] }));
    core.reserveTrackIds(1);
    add();
    core.reserveTrackIds(40);
    add();
    expect([core.largestTrackId, ...core.shown.trackIds()]).toEqual([41, 3, 4, 41]);
  });

  // -------------------------------------------------------------------------------------------------------------- split

  test("[V-TRACK-16] a split replaces the track by two new ones, and no frame loses its detection", () => {
    loadArt(core, "0: K---K..K");
    expect(edit((tx) => expect(tx.tracks.split(id(0), frame(2))).toEqual([1, 2]))).toBe("1: KK\n2: ..K-K..K");
    core.undo();
    expect(drawArt(core)).toBe("0: K---K..K");
    expect(edit((tx) => tx.tracks.split(id(0), frame(6)))).toBe("3: K---K\n4: .......K");
  });

  test('[V-ERROR-02] [V-ERROR-09] looking up or editing a track that does not exist raises "Annotation ID not found"', () => {
    loadArt(core, "0: K--K");
    expect(() => core.track(id(7))).toThrow("Annotation ID not found");
    expect(() => core.keyframes(id(7))).toThrow("Annotation ID not found");
    expect(() => edit((tx) => tx.tracks.delete(id(7)))).toThrow("Annotation ID not found");
    expect(drawArt(core)).toBe("0: K--K");
  });

  test('[V-ERROR-03] splitting at a frame where a track cannot be split raises "Cannot split track at frame"', () => {
    loadArt(core, "0: .K--K");
    for (const at of [0, 1, 5]) {
      expect(() => edit((tx) => tx.tracks.split(id(0), frame(at)))).toThrow(`Cannot split track at frame ${at}`);
    }
    expect(drawArt(core)).toBe("0: .K--K");
  });

  test("[V-ERROR-13] types and names that are not texts are refused, and nothing is changed", () => {
    loadArt(core, "0: K--K");
    for (const wrong of [7, null, undefined, {}] as unknown as string[]) {
      expect(() => edit((tx) => tx.tracks.setType([id(0)], wrong))).toThrow(CoreError);
      expect(() => edit((tx) => void tx.tracks.renameType("fish", wrong))).toThrow(CoreError);
      expect(() => edit((tx) => tx.tracks.setAttribute(id(0), wrong, 1))).toThrow(CoreError);
    }
    expect(drawArt(core)).toBe("0: K--K");
    expect(core.canUndo).toBe(false);
  });

  test("[V-TRACK-14] a track is split after its begin, up to its end", () => {
    loadArt(core, "0: .K--K");
    for (const at of [0, 1, 5]) expect(code((tx) => tx.tracks.split(id(0), frame(at)))).toBe("cannot-split");
    expect(edit((tx) => tx.tracks.split(id(0), frame(4)))).toBe("1: .K-K\n2: ....K");
    expect(code((tx) => tx.tracks.split(id(0), frame(4)))).toBe("no-such-track");
  });

  test("both parts keep pairs, attributes and unknown members", () => {
    const shared = { confidencePairs: [["fish", 0.5]], attributes: { age: 3 }, meta: { from: "x" } };
    load([{ id: 4, ...shared, features: [feature(0, { notes: ["a"] }), feature(9, { fishLength: 2.5 })] }]);
    core.transact("split", frame(9), (tx) => tx.tracks.split(id(4), frame(9)));
    expect(allTracks(core)).toEqual([
      { id: 5, begin: 0, end: 0, ...shared, features: [feature(0, { notes: ["a"] })] },
      { id: 6, begin: 9, end: 9, ...shared, features: [feature(9, { fishLength: 2.5 })] },
    ]);
  });

  test("[V-TRACK-17] the parts of a split track take its place in its groups, each with the ranges on its side", () => {
    const member = (...ranges: number[][]): object => ({ ranges });
    load(
      [
        { id: 0, features: [feature(0), feature(9)] },
        { id: 1, features: [feature(0)] },
      ],
      [
        { id: 0, begin: 0, end: 9, members: { 0: member([0, 9]), 1: member([0, 0]) } },
        { id: 1, begin: 1, end: 3, members: { 0: member([1, 3]) } },
        { id: 2, begin: 0, end: 9, members: { 0: member() } },
      ],
    );
    core.transact("split", frame(5), (tx) => tx.tracks.split(id(0), frame(5)));
    expect(groups()).toMatchObject([
      { id: 0, begin: 0, end: 9, members: { 1: member([0, 0]), 2: member([0, 4]), 3: member([5, 9]) } },
      { id: 1, begin: 1, end: 3, members: { 2: member([1, 3]) } },
      { id: 2, begin: 0, end: 9, members: { 2: member(), 3: member() } },
    ]);
  });

  // -------------------------------------------------------------------------------------------------------------- merge

  test("[V-MODE-08] on a merge the first track absorbs the others, which are deleted", () => {
    loadArt(core, "0: K-K\n1: ....K\n2: ......K.K");
    expect(edit((tx) => tx.tracks.merge([id(1), id(2), id(0)]))).toBe("1: K-K.K.K.K");
    expect(core.changesSince(0).tracks).toEqual({ upsert: [1], delete: [0, 2] });
    core.undo();
    expect(drawArt(core)).toBe("0: K-K\n1: ....K\n2: ......K.K");
  });

  test("[V-MODE-07] a merge needs two different tracks", () => {
    loadArt(core, "0: K");
    expect(code((tx) => tx.tracks.merge([id(0)]))).toBe("too-few-tracks");
    expect(code((tx) => tx.tracks.merge([id(0), id(0)]))).toBe("too-few-tracks");
    expect(code((tx) => tx.tracks.merge([id(0), id(7)]))).toBe("no-such-track");
  });

  test("merged tracks are joined: the first one wins, with the largest confidence of each type", () => {
    const first = { a: 1, userAttributes: { ann: { x: 1 } } };
    const second = { a: 2, b: null, userAttributes: { ann: { x: 2, y: 3 }, bob: { x: 4 } } };
    load(
      [
        {
          id: 0,
          confidencePairs: [
            ["crab", 0.4],
            ["fish", 0.3],
          ],
          attributes: first,
          features: [feature(1, { notes: ["0"] })],
        },
        { id: 1, confidencePairs: [["fish", 0.9]], attributes: second, meta: 1, features: [feature(0), feature(1)] },
      ],
      [
        { id: 0, begin: 0, end: 1, members: { 1: { ranges: [[0, 1]] } } },
        { id: 1, begin: 0, end: 9, members: { 0: { ranges: [[0, 3]] }, 1: { ranges: [[2, 9]] } } },
      ],
    );
    core.transact("merge", frame(0), (tx) => tx.tracks.merge([id(0), id(1)]));
    expect(allTracks(core)).toEqual([
      {
        id: 0,
        begin: 0,
        end: 1,
        confidencePairs: [
          ["fish", 0.9],
          ["crab", 0.4],
        ],
        attributes: { a: 1, b: null, userAttributes: { ann: { x: 1, y: 3 }, bob: { x: 4 } } },
        meta: 1,
        features: [feature(0), feature(1, { notes: ["0"] })],
      },
    ]);
    expect(groups()).toMatchObject([
      { id: 0, begin: 0, end: 1, members: { 0: { ranges: [[0, 1]] } } },
      { id: 1, begin: 0, end: 9, members: { 0: { ranges: [[0, 9]] } } },
    ]);
  });

  // ---------------------------------------------------------------------------------------------- stretches of detections

  test.each([
    ["0: K-----K", 2, 3, "0: KK..K-K"],
    ["0: K-----K", 0, 3, "0: ....K-K"],
    ["0: K-----K", 4, 9, "0: K--K"],
    ["0: K--K--K", 3, 3, "0: K-K.K-K"],
    ["0: K..K--K", 1, 3, "0: K...K-K"],
  ])("%s without the frames %d to %d is %s", (art, begin, end, expected) => {
    loadArt(core, art);
    expect(edit((tx) => tx.detections.delete(id(0), frame(begin), frame(end)))).toBe(expected);
    core.undo();
    expect(drawArt(core)).toBe(art);
  });

  test("a stretch of detections is refused when there is nothing in it, or nothing outside", () => {
    loadArt(core, "0: K..K");
    expect(code((tx) => tx.detections.delete(id(0), frame(1), frame(2)))).toBe("no-detection");
    expect(code((tx) => tx.detections.delete(id(0), frame(0), frame(3)))).toBe("only-keyframe");
    expect(code((tx) => tx.detections.delete(id(0), frame(3), frame(0)))).toBe("bad-argument");
  });

  // -------------------------------------------------------------------------------------------------------------- types

  test("a type is renamed in all tracks; one that has both keeps the larger confidence", () => {
    load([
      { id: 0, confidencePairs: [["crab", 1]], features: [feature(0)] },
      {
        id: 1,
        confidencePairs: [
          ["fish", 0.9],
          ["crab", 0.5],
        ],
        features: [feature(0)],
      },
      {
        id: 2,
        confidencePairs: [
          ["crab", 0.8],
          ["fish", 0.1],
        ],
        features: [feature(0)],
      },
    ]);
    core.transact("rename", frame(0), (tx) => expect(tx.tracks.renameType("fish", "crab")).toBe(2));
    expect(allTracks(core)).toMatchObject([
      { confidencePairs: [["crab", 1]] },
      { confidencePairs: [["crab", 0.9]] },
      { confidencePairs: [["crab", 0.8]] },
    ]);
    core.transact("rename", frame(0), (tx) => expect(tx.tracks.renameType("whale", "crab")).toBe(0));
  });

  test("a deleted type leaves all tracks, and tracks without a type are deleted", () => {
    load([
      { id: 0, confidencePairs: [["crab", 1]], features: [feature(0)] },
      {
        id: 1,
        confidencePairs: [
          ["fish", 0.9],
          ["crab", 0.5],
        ],
        features: [feature(0)],
      },
      { id: 2, features: [feature(0)] },
    ]);
    core.transact("delete type", frame(0), (tx) => expect(tx.tracks.deleteType("crab")).toBe(2));
    expect(allTracks(core)).toMatchObject([{ id: 1, confidencePairs: [["fish", 0.9]] }, { id: 2 }]);
  });

  test("edits of hundreds of tracks are one step", () => {
    loadArt(core, Array.from({ length: 500 }, (_, index) => `${index}: K-K`).join("\n"));
    const before = drawArt(core);
    const ids = [...core.shown.trackIds()].map(id);
    core.transact("type", frame(0), (tx) => tx.tracks.setType(ids, "crab", 0.5));
    core.transact("interpolation", frame(0), (tx) =>
      ids.forEach((each) => tx.detections.setInterpolateAll(each, false)),
    );
    core.transact("delete", frame(0), (tx) => tx.tracks.deleteAll(ids));
    expect(core.trackCount).toBe(0);
    core.undo();
    expect(core.track(id(499)).pairs).toEqual([{ type: "crab", confidence: 0.5 }]);
    core.undo();
    core.undo();
    expect([drawArt(core), core.canUndo, core.changesSince(0).tracks.upsert]).toEqual([before, false, []]);
  });

  // --------------------------------------------------------------------------------------------------------------- ids

  test("ids of deleted tracks do not come back, those of a transaction that failed do", () => {
    loadArt(core, "0: K\n5: K");
    const add = (tx: EditTransaction): number => tx.tracks.add({ type: "a", frame: frame(0), bounds: [0, 0, 1, 1] });
    core.transact("delete", frame(0), (tx) => tx.tracks.delete(id(5)));
    expect(() =>
      core.transact("fail", frame(0), (tx) => {
        expect(add(tx)).toBe(6);
        throw new Error("no");
      }),
    ).toThrow("no");
    core.transact("add", frame(0), (tx) => expect(add(tx)).toBe(6));
    loadArt(core, "0: K");
    core.transact("add", frame(0), (tx) => expect(add(tx)).toBe(1));
  });

  // ---------------------------------------------------------------------------------------------------- attributes, import

  test("[V-ATTR-06] attributes of a track are set and removed, those of a user by login", () => {
    load([{ id: 0, attributes: { kept: 1 }, features: [feature(0)] }]);
    core.transact("attributes", frame(0), (tx) => {
      tx.tracks.setAttribute(id(0), "size", [1, { a: null }]);
      tx.tracks.setAttribute(id(0), "size", 3, "ann");
      tx.tracks.setMember(id(0), "meta", { a: 1 });
    });
    const attributes = { kept: 1, size: [1, { a: null }], userAttributes: { ann: { size: 3 } } };
    expect(allTracks(core)).toMatchObject([{ attributes, meta: { a: 1 } }]);
    core.transact("attributes", frame(0), (tx) => {
      tx.tracks.setAttribute(id(0), "kept", undefined);
      tx.tracks.setAttribute(id(0), "size", undefined);
      tx.tracks.setMember(id(0), "meta", undefined);
    });
    expect(allTracks(core)).toMatchObject([{ attributes: { userAttributes: { ann: { size: 3 } } } }]);
    core.undo();
    expect(allTracks(core)).toMatchObject([{ attributes, meta: { a: 1 } }]);
  });

  test("[V-TRACK-20] a name that is not text is refused", () => {
    loadArt(core, "0: K");
    const name = 5 as unknown as string;
    expect(code((tx) => tx.tracks.setAttribute(id(0), name, 1))).toBe("bad-attribute");
    expect(code((tx) => tx.tracks.setMember(id(0), name, 1))).toBe("bad-argument");
    expect(code((tx) => tx.tracks.setAttribute(id(0), "userAttributes", 1))).toBe("bad-attribute");
    expect(code((tx) => tx.tracks.setAttribute(id(0), "a", NaN))).toBe("bad-argument");
    expect(code((tx) => tx.tracks.setMember(id(0), "features", []))).toBe("bad-argument");
  });

  test("an additive read is a step: undone, redone, saved and replayed like an edit", async () => {
    loadArt(core, "0: K-K\n3: K");
    core.transact("delete", frame(0), (tx) => tx.tracks.delete(id(3)));
    const document = {
      tracks: { 0: { id: 0, begin: 2, end: 2, confidencePairs: [["fish", 1]], features: [feature(2)] } },
      groups: { 0: { id: 0, begin: 2, end: 2, members: { 0: { ranges: [[2, 2]] } } } },
      version: 2,
    };
    core.reader.readDiveJson(utf8(JSON.stringify(document)), { mode: "additive", typePrefix: "new" });
    expect(drawArt(core)).toBe("0: K-K\n4: ..K");
    expect(core.track(id(4)).pairs).toEqual([{ type: "new_fish", confidence: 1 }]);
    expect(core.changesSince(1)).toEqual({ tracks: { upsert: [4], delete: [] }, groups: { upsert: [0], delete: [] } });
    const journal = core.opsSince(0);
    const imported = JSON.stringify([allTracks(core), groups()]);
    expect(core.undo()).toMatchObject({ label: "import", frame: 2, trackIds: [4] });
    expect([drawArt(core), groups()]).toEqual(["0: K-K", []]);
    core.redo();
    expect(JSON.stringify([allTracks(core), groups()])).toBe(imported);
    core = await create();
    loadArt(core, "0: K-K\n3: K");
    expect(core.replay(journal)).toBe(true);
    expect(JSON.stringify([allTracks(core), groups()])).toBe(imported);
  });

  test("an additive read that is refused leaves the op log and the ids as they were", () => {
    loadArt(core, "0: K");
    core.transact("toggle", frame(0), (tx) => tx.detections.setInterpolateAll(id(0), true));
    const broken = utf8('{"tracks":{"8":{"id":8,"features":[{"frame":1,"bounds":[0,0,1,1]}]}},"version":2');
    expect(() => core.reader.readDiveJson(broken, { mode: "additive" })).toThrow(CoreError);
    core.assertIntegrity();
    expect([core.seq, core.canUndo, drawArt(core)]).toEqual([1, true, "0: K"]);
    core.transact("add", frame(0), (tx) => {
      expect(tx.tracks.add({ type: "a", frame: frame(0), bounds: [0, 0, 1, 1] })).toBe(1);
    });
  });
});

const cells = fc.string({ unit: fc.constantFrom("K", "K-", "K--", "K...", "K.....-"), minLength: 1, maxLength: 6 });

test("splits and deleted stretches leave all other frames what they are, wherever they are made", async () => {
  const core = await builds[0].create();
  const framesOf = (): readonly string[] =>
    drawArt(core)
      .split("\n")
      .flatMap((row) => {
        const [, drawn = ""] = row.split(": ");
        return [...drawn].flatMap((cell, index) => (cell === "." ? [] : [String(index)]));
      });
  const check = fc.property(cells, fc.nat({ max: 20 }), fc.nat({ max: 5 }), (drawn, begin, length) => {
    loadArt(core, `0: ${drawn.replaceAll(".-", "..").replace(/[-.]+$/, "")}`);
    const before = framesOf();
    for (const [run, expected] of [
      [(tx: EditTransaction) => void tx.tracks.split(id(0), frame(begin)), before],
      [
        (tx: EditTransaction) => tx.detections.delete(id(0), frame(begin), frame(begin + length)),
        before.filter((at) => Number(at) < begin || Number(at) > begin + length),
      ],
    ] as const) {
      try {
        core.transact("cut", frame(0), run);
      } catch (error) {
        if (error instanceof CoreError) continue;
        throw error;
      }
      expect(framesOf()).toEqual(expected);
      core.undo();
      expect(framesOf()).toEqual(before);
    }
  });
  fc.assert(check, { seed: 3, numRuns: 300 });
});
