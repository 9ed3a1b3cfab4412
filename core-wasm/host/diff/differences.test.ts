/** Differences by track, and taking tracks over from another core exactly. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { allTracks, builds, frame, id } from "../testing/cores.ts";
import { documents, open } from "../testing/documents.ts";
import type { TrackId } from "../types.ts";
import { diffAnnotations } from "./diff.ts";
import { differenceOf, listDifferences } from "./differences.ts";

describe.each(builds)("$name build", ({ create }) => {
  test("taking over every track that differs makes the tracks those of the other core, and undo takes all of it back", async () => {
    const [own, other] = [await create(), await create()];
    fc.assert(
      fc.property(documents(), documents(), (a, b) => {
        open(own, a);
        open(other, b);
        const before = JSON.stringify(allTracks(own));
        const differences = listDifferences(own, other);
        for (const difference of differences) expect(differenceOf(own, other, difference.trackId)).toEqual(difference);
        own.transact("take", frame(0), (tx) => {
          for (const { trackId } of differences) tx.copyTrack(trackId, other);
        });
        own.assertIntegrity();
        expect(allTracks(own)).toEqual(allTracks(other));
        expect(listDifferences(own, other)).toEqual([]);
        expect(diffAnnotations(own, other).tracks).toEqual({ added: 0, deleted: 0, changed: 0 });
        // Replayed in another core it is the same step.
        if (own.canUndo) own.undo();
        own.assertIntegrity();
        expect(JSON.stringify(allTracks(own))).toBe(before);
      }),
      { seed: 3, numRuns: 120 },
    );
  });

  test("a journal of it can be replayed, and what differs is named", async () => {
    const [own, other, again] = [await create(), await create(), await create()];
    const track = (box: readonly number[], type: string) => ({
      id: 1,
      begin: 4,
      end: 6,
      confidencePairs: [[type, 0.5]] as const,
      attributes: {},
      features: [
        { frame: 4, bounds: [1, 2, 3, 4], keyframe: true },
        { frame: 6, bounds: box, keyframe: true },
      ],
    });
    for (const core of [own, again]) open(core, { tracks: { 1: track([1.5, 2, 3, 4], "fish") } });
    open(other, { tracks: { 1: track([9.25, 2, 30, 4], "crab") } });
    expect(listDifferences(own, other)).toEqual([
      { trackId: 1, kind: "changed", frame: 6, frameCount: 1, fields: ["confidencePairs", "bounds"] },
    ]);
    own.transact("take", frame(0), (tx) => tx.copyTrack(id(1), other));
    expect(own.detectionAt(id(1), frame(6))?.bounds).toEqual([9.25, 2, 30, 4]);
    expect(again.replay(own.opsSince(0))).toBe(true);
    expect(allTracks(again)).toEqual(allTracks(other));
    expect(other.trackImage(7 as TrackId)).toBeUndefined();
  });
});
