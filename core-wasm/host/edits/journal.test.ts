/** Damaged journals: refused with the state unchanged, or replayed without harm to anything else. */
import { beforeAll, describe, expect, test } from "vitest";
import { seededRandom } from "../../../tests/support/random.ts";
import { allTracks, builds, frame, id, utf8 } from "../testing/cores.ts";
import type { AnnotationCore, GroupId } from "../types.ts";

const mutations = 4000;
const seed = 20261121;
/** Magic; header length, ops length and checksum of the only step. */
const magicBytes = 4;
const prefixBytes = 12;

const point = {
  type: "FeatureCollection",
  features: [{ type: "Feature", properties: { key: "head" }, geometry: { type: "Point", coordinates: [1, 2] } }],
};
const detection = (at: number, more: object = {}): object => ({ frame: at, bounds: [at, 2, at + 9, 20], ...more });
const track = (own: number, features: readonly object[]): object => ({
  id: own,
  begin: 0,
  end: 8,
  confidencePairs: [
    ["fish", 0.75],
    ["crab", 0.5],
  ],
  attributes: { size: own, name: "ü" },
  reviewed: true,
  features,
});
const features = [detection(0, { interpolate: true, geometry: point }), detection(4, { notes: ["a"] }), detection(8)];
const group = {
  id: 0,
  begin: 0,
  end: 8,
  confidencePairs: [["pair", 1]],
  attributes: {},
  members: { "1": { ranges: [[0, 8]] } },
};
const document = utf8(
  JSON.stringify({
    version: 2,
    tracks: Object.fromEntries([0, 1, 2, 3].map((own) => [own, track(own, features)])),
    groups: { "0": group },
  }),
);

/** A step of every kind of op, those of tracks large and small. */
function editAll(core: AnnotationCore): void {
  core.transact("all", frame(0), (tx) => {
    tx.tracks.add({ type: "ray", frame: frame(3), bounds: [1, 2, 30, 40] });
    tx.detections.setBounds(id(1), frame(2), [3, 3, 40, 40]);
    tx.detections.toggleKeyframe(id(1), frame(4));
    tx.tracks.setPairs(id(0), [{ type: "señal", confidence: 0.25 }]);
    tx.tracks.setAttribute(id(2), "sex", "f");
    tx.detections.setInterpolateAll(id(2), true);
    tx.detections.setPolygon(id(2), frame(4), [
      [
        [1, 1],
        [9, 1],
        [9, 9],
      ],
    ] as never);
    tx.tracks.delete(id(3));
    tx.groups.setAttribute(0 as GroupId, "depth", 4);
    tx.tracks.split(id(0), frame(4));
  });
}

function stateOf(core: AnnotationCore): string {
  return JSON.stringify([allTracks(core), [...core.writer.groupRows()].map(({ json }) => json)]);
}

function sealed(journal: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  let hash = 2166136261;
  for (const byte of journal.subarray(magicBytes + prefixBytes)) hash = Math.imul(hash ^ byte, 16777619);
  new DataView(journal.buffer).setUint32(magicBytes + 8, hash >>> 0, true);
  return journal;
}

describe.each(builds)("$name build", ({ create }) => {
  let journal: Uint8Array<ArrayBuffer>;
  let opsStart = 0;
  let core: AnnotationCore;

  beforeAll(async () => {
    const author = await create();
    author.reader.readDiveJson(document);
    editAll(author);
    journal = author.opsSince(0);
    opsStart = magicBytes + prefixBytes + new DataView(journal.buffer).getUint32(magicBytes, true);
    core = await create();
  });

  /**
   * Replays a journal on the start state; everything it did not touch must be unchanged, and undo must restore the
   * start.
   */
  function replay(mutated: Uint8Array<ArrayBuffer>): boolean {
    core.reader.readDiveJson(document);
    const start = stateOf(core);
    const before = new Map((allTracks(core) as { id: number }[]).map((one) => [one.id, JSON.stringify(one)]));
    const wasReplayed = core.replay(mutated);
    core.assertIntegrity();
    if (!wasReplayed) {
      expect([stateOf(core), core.seq, core.canUndo]).toEqual([start, 0, false]);
      return false;
    }
    const touched = new Set<number>([...core.changesSince(0).tracks.upsert, ...core.changesSince(0).tracks.delete]);
    const after = new Map((allTracks(core) as { id: number }[]).map((one) => [one.id, JSON.stringify(one)]));
    for (const [own, json] of before) if (!touched.has(own)) expect(after.get(own)).toBe(json);
    while (core.canUndo) core.undo();
    core.assertIntegrity();
    expect(stateOf(core)).toBe(start);
    return true;
  }

  test("a whole journal is replayed", () => {
    expect(opsStart + new DataView(journal.buffer).getUint32(magicBytes + 4, true)).toBe(journal.length);
    expect(replay(journal)).toBe(true);
    expect(replay(sealed(journal.slice()))).toBe(true);
  });

  test("an image with a wrong checksum is refused, whichever byte differs", () => {
    const random = seededRandom(seed);
    for (let at = 0; at < journal.length; at++) {
      const mutated = journal.slice();
      mutated[at] = (mutated[at] ?? 0) ^ (1 << Math.floor(random() * 8));
      expect(core.replay(mutated), `byte ${at}`).toBe(false);
    }
  });

  test("an incomplete op or image is refused, even with a correct checksum", () => {
    const random = seededRandom(seed + 1);
    const below = (max: number): number => Math.floor(random() * max);
    const wild = [0, 1, 4, 24, 0x7fffffff, 0x80000000, 0xfffffffc, 0xffffffff];
    let refused = 0;
    for (let run = 0; run < mutations; run++) {
      const mutated = journal.slice();
      const view = new DataView(mutated.buffer);
      for (let count = 1 + below(3); count > 0; count--) {
        const at = opsStart + below(mutated.length - opsStart);
        const word = Math.min(at, mutated.length - 4);
        const kind = below(4);
        if (kind === 0) view.setUint8(at, below(256));
        else if (kind === 1) view.setUint32(word, wild[below(wild.length)] ?? 0, true);
        else if (kind === 2) view.setUint32(word, (view.getUint32(word, true) + below(33) - 16) >>> 0, true);
        else mutated.copyWithin(at, opsStart + below(mutated.length - opsStart), mutated.length);
      }
      try {
        if (!replay(sealed(mutated))) refused++;
      } catch (error) {
        throw new Error(`mutation ${run}`, { cause: error });
      }
    }
    // Many mutations give numbers and texts that are valid.
    expect(refused).toBeGreaterThan(mutations / 2);
    expect(refused).toBeLessThan(mutations);
  });

  test("an invalid header is refused", () => {
    const ops = journal.subarray(opsStart);
    for (const header of [
      "",
      "{",
      "[]",
      "null",
      '{"label":1,"frame":0}',
      '{"label":"a","frame":-1}',
      '{"label":"a","frame":0,"revertsAgo":0}',
    ]) {
      const text = utf8(header);
      const made = new Uint8Array(magicBytes + prefixBytes + text.length + ops.length);
      made.set(journal.subarray(0, magicBytes));
      made.set(text, magicBytes + prefixBytes);
      made.set(ops, magicBytes + prefixBytes + text.length);
      new DataView(made.buffer).setUint32(magicBytes, text.length, true);
      new DataView(made.buffer).setUint32(magicBytes + 4, ops.length, true);
      expect(replay(sealed(made)), header).toBe(false);
    }
  });
});
